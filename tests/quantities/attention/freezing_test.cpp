// Where weights freeze: exact rows of 2^60 keys on both sides, m that does not exist, and the beta integrals
// behind the frozen phase (references: attention/limits_test.cpp).

#include "quantities/initialization/beta_integral.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

Result of(const std::string& call, long digits = 35,
          const std::string& methods = "closed_form,recursion,arb_trapezoid") {
    return ask("attention." + call, digits, methods);
}

double value(const std::string& call) { return *of(call, 20, "closed_form").value(); }

}  // namespace

TEST_CASE("the regimes of long rows, by exact rows of 2^60 keys") {
    const auto over_annealed = [](const std::string& name, const std::string& ratio) {
        const std::string row = "(2^60, " + ratio + " * attention.freezing_std(2^60)";
        return *ask("attention." + name + row + ")/attention.annealed_" + name + row +
                        (name == "entropy" ? ", 0)" : ")"),
                    12, "closed_form")
                    .value();
    };
    // Mean second moments are annealed up to 1/sqrt 3 = 0.577 and not up to 1/2 alone.
    CHECK(std::fabs(over_annealed("participation", "0.45") - 1) < 1e-2);
    CHECK(std::fabs(over_annealed("participation", "0.53") - 1) < 0.2);
    CHECK(over_annealed("participation", "0.65") < 0.1);
    // The entropy's leading term holds further, and is 0 where weights freeze.
    CHECK(std::fabs(over_annealed("entropy", "0.65") - 1) < 0.02);
    CHECK(over_annealed("entropy", "0.9") > 1.1);
    CHECK(value("entropy(2^60, attention.freezing_std(2^60))") > 2);
}

TEST_CASE("frozen: exact rows far beyond the freezing std, better with the finite correction") {
    for (const std::string name : {"participation", "entropy"}) {
        CAPTURE(name);
        const double exact = value(name + "(2^60, 20)");
        const auto off = [&](const char* correction) {
            return std::fabs(
                value("frozen_" + name + "(attention.freezing_std(2^60, " + correction + ")/20)") / exact -
                1);
        };
        CHECK(off("finite") < 0.04);
        CHECK(off("none") > off("finite"));
    }
    CHECK(std::fabs(value("jacobian_norm(2^60, 20)") /
                        value("frozen_jacobian_norm(attention.freezing_std(2^60)/20)") -
                    1) < 0.02);
}

TEST_CASE("m outside 0 to 1: nothing is frozen") {
    for (const char* name : {"entropy", "participation", "jacobian_norm"}) {
        for (const char* m : {"0", "1", "-0.5", "1.5", "inf"}) {
            CHECK(answers::status(std::string("attention.frozen_") + name + "(" + m + ")") == "domain");
        }
        CHECK(answers::status(std::string("attention.frozen_") + name + "(0.5)") == "ok");
    }
    CHECK(of("frozen_participation(1e-9)", 30, "arb_trapezoid").status() == Status::unable);
    CHECK(of("frozen_entropy(1e-9)").status() == Status::ok);
}

TEST_CASE("beta integrals: the rule against gamma functions, and planted faults") {
    const Context context;
    for (const double a : {0.125, 0.75, 3.0}) {
        for (const double b : {0.5, 1.25, 7.0}) {
            CAPTURE(a);
            CAPTURE(b);
            const Ball A = Ball(a).at_precision(140), B = Ball(b).at_precision(140);
            const Ball known = exp(log_gamma(A) + log_gamma(B) - log_gamma(A + B));
            const Answer plain = beta_integral(A, B, false, 100, context);
            const Answer logarithmic = beta_integral(A, B, true, 100, context);
            CHECK(plain.value.overlaps(known));
            CHECK(plain.value.accuracy_bits() > 90);
            CHECK(logarithmic.value.overlaps(known * (digamma(A + B) - digamma(A))));
            CHECK(logarithmic.value.accuracy_bits() > 90);
            CHECK_FALSE(plain.value.overlaps(known * (1 + Ball::power_of_two(-80))));
            CHECK_FALSE(logarithmic.value.overlaps(known * (digamma(A + B) - digamma(B + 1))));
        }
    }
}
