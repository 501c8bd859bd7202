// Long rows: annealed and frozen, references, both routes, and the exact rows whose limits they are.
// Reference: mpmath 1.2.1 with 60 digits. Annealed: quad of e^(k x) and x e^(k x) against the normal density,
// put into the expansion for any law; frozen: psi(1) - psi(1 - m), checked against quad over Beta(1 - m, m);
// freezing: the formulas.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"frozen_entropy(0.25)", "0.508645214884939309020374672734778262127916"},
    Reference{"frozen_jacobian_norm(0.25)", "0.0625"},
    Reference{"frozen_entropy(0.5)", "1.386294361119890618834464242916353136151"},
    Reference{"frozen_jacobian_norm(0.5)", "0.0833333333333333333333333333333333333333333"},
    Reference{"frozen_entropy(0.9)", "9.84653927550954393456170412892762297324948"},
    Reference{"frozen_jacobian_norm(0.9)", "0.03"},
    Reference{"freezing_std(2)", "1.17741002251547469101156932645969963774739"},
    Reference{"freezing_std(2, finite)", "0.258226694279801247017853650156297965945426"},
    Reference{"freezing_ratio(2, 3, finite)", "11.6176989693767033275435314336008784624379"},
    Reference{"freezing_std(512)", "3.53223006754642407303470797937909891324216"},
    Reference{"freezing_std(512, finite)", "2.91481050252448632990429525888285062368452"},
    Reference{"freezing_ratio(512, 3, finite)", "1.02922642737897779416724849798450398261412"},
    Reference{"freezing_std(4096)", "4.07866796067523587107071439978355227452087"},
    Reference{"freezing_std(4096, finite)", "3.50870026276462910691609010529903392793464"},
    Reference{"freezing_ratio(4096, 3, finite)", "0.855017463827529637023151234622106575496328"},
    Reference{"annealed_entropy(512, 1, 0)", "5.7383246250395077847550890931235891126795"},
    Reference{"annealed_entropy(512, 1)", "5.74195575963761232111774562385733194714997"},
    Reference{"annealed_participation(512, 1)", "0.00530914419620907272531306146748566894093212"},
    Reference{"annealed_participation(512, 1, 2)", "0.00523009532468028537929130981801518296813781"},
    Reference{"annealed_jacobian_norm(512, 1, 2)", "0.00510504185121743791661954684862206915290345"},
    Reference{"annealed_entropy(4096, 0.5, 0)", "8.192766166719343713006785457498118816906"},
    Reference{"annealed_entropy(4096, 0.5)", "8.19280986633990720534784542938727516233701"},
    Reference{"annealed_participation(4096, 0.5)", "0.000313482767746030635760112443374618275961006"},
    Reference{"annealed_participation(4096, 0.5, 2)", "0.000313448682136248136304862048562732076429234"},
    Reference{"annealed_jacobian_norm(4096, 0.5, 2)", "0.000313294587513962459039322754745935533567259"},
    Reference{"annealed_entropy(2^63, 3, 0)", "39.1682723752765544932856236518651237887565"},
    Reference{"annealed_entropy(2^63, 3)", "39.1682723752765619609138521536538282462319"},
    Reference{"annealed_participation(2^63, 3)", "8.78538119810960521086561763273634590257934e-16"},
    Reference{"annealed_participation(2^63, 3, 2)", "8.78538119798454442455147322482803568666662e-16"},
    Reference{"annealed_jacobian_norm(2^63, 3, 2)", "8.78538119785946820260528253547763495068334e-16"},
    Reference{"frozen_participation(0.25)", "0.75"},
    Reference{"frozen_participation(0.9)", "0.1"}};

Result of(const std::string& call, long digits = 35,
          const std::string& methods = "closed_form,recursion,arb_trapezoid") {
    return ask("attention." + call, digits, methods);
}

}  // namespace

TEST_CASE("every quantity has its reference value by both routes") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed(rows[1].value)));
}

TEST_CASE("annealed: what is left of the exact rows falls like the next power of 1/n") {
    struct Series {
        const char* name;
        int first;
    };
    for (const Series& series :
         {Series{"entropy", 0}, Series{"participation", 1}, Series{"jacobian_norm", 1}}) {
        for (const int order : {series.first, series.first + 1}) {
            CAPTURE(series.name);
            CAPTURE(order);
            const auto rest = [&](const char* n) {
                const std::string name = series.name, arguments = std::string("(") + n + ", 1/2";
                return *ask("attention." + name + arguments + ") - attention.annealed_" + name + arguments +
                                ", " + std::to_string(order) + ")",
                            15, "closed_form")
                            .value();
            };
            // 1/n^(order + 1), up to terms in 1/n^(order + 2)
            CHECK(std::fabs(rest("2^14") / rest("2^15") / std::exp2(order + 1) - 1) < 2e-3);
        }
    }
}

TEST_CASE("numbers that make no sense are refused") {
    CHECK(answers::complains("attention.annealed_entropy(1, 1)", "n must be from 2 to 2^63, not 1"));
    CHECK(answers::complains("attention.annealed_entropy(2.5, 1)", "n must be an integer, not 2.5"));
    CHECK(answers::complains("attention.annealed_entropy(64, 0)", "std must be from 0.001 to 64"));
    CHECK(answers::complains("attention.annealed_entropy(64, 65)", "std must be from 0.001 to 64, not 65"));
    CHECK(answers::complains("attention.annealed_entropy(64, 1, 2)", "order must be from 0 to 1, not 2"));
    CHECK(
        answers::complains("attention.annealed_participation(64, 1, 0)", "order must be from 1 to 2, not 0"));
    CHECK(answers::complains("attention.freezing_std(2^64)", "n must be from 2 to 2^63"));
    CHECK(answers::complains("attention.freezing_std(64, some)", "'correction' must be one of none, finite"));
    CHECK(answers::complains("attention.freezing_ratio(64, -1)", "std must be from 0.001 to 64"));
}
