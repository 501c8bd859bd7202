// Rows of attention over independent logits: references, two proofs where there are two, and rows that make
// no sense (identities and samples: attention/row_identities_test.cpp). Reference: mpmath 1.2.1 with 50
// digits. n = 2: a = (sigmoid(d), sigmoid(-d)) with d ~ N(0, 2 std^2), one trapezoid over d of the
// definitions, no Laplace transform. n > 2: formulas 1, 2, 4 and 7 of softmax/means.hpp as trapezoids in both
// variables on one grid of step 1/12.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"entropy(2, 0.5)", "0.639951295313955282041965649434756253"},
    Reference{"log_partition(2, 0.5)", "0.752262979310775162882061150397564532"},
    Reference{"mean_logit(2, 0.5)", "0.112311683996819880840095500962808279"},
    Reference{"participation(2, 0.5)", "0.550753264012720476639617996148766885"},
    Reference{"sum_cubes(2, 0.5)", "0.326129896019080714959426994223150328"},
    Reference{"participation_squared(2, 0.5)", "0.306956596188259799761382359377191859"},
    Reference{"jacobian_norm(2, 0.5)", "0.205450068162818846482146367079658088"},
    Reference{"entropy(2, 1)", "0.539500061688396381552301161978261708"},
    Reference{"log_partition(2, 1)", "0.902661907720026927043160728076767123"},
    Reference{"mean_logit(2, 1)", "0.363161846031630545490859566098505415"},
    Reference{"participation(2, 1)", "0.636838153968369454509140433901494585"},
    Reference{"sum_cubes(2, 1)", "0.455257230952554181763710650852241877"},
    Reference{"participation_squared(2, 1)", "0.421782756279688007513267170873053219"},
    Reference{"jacobian_norm(2, 1)", "0.148106448342949098494986303070064049"},
    Reference{"entropy(2, 3)", "0.277418733355332794573086010801508802"},
    Reference{"log_partition(2, 3)", "1.83871238461518095172657355415303881"},
    Reference{"mean_logit(2, 3)", "1.56129365125984815715348754335153001"},
    Reference{"participation(2, 3)", "0.826522927637794649205168050738718887"},
    Reference{"sum_cubes(2, 3)", "0.739784391456691973807752076108078331"},
    Reference{"participation_squared(2, 3)", "0.713620878488391431255691964564465935"},
    Reference{"jacobian_norm(2, 3)", "0.0605750232128021328453558630870281603"},
    Reference{"log_partition(3, 1)", "1.39000169439233142067683141386930348"},
    Reference{"mean_logit(3, 1)", "0.518434279222777629685834907057828237"},
    Reference{"entropy(3, 1)", "0.871567415169553790990996506811475241"},
    Reference{"participation(3, 1)", "0.481565720777222370314165092942171763"},
    Reference{"sum_cubes(3, 1)", "0.280337042572336444225623272364056334"},
    Reference{"participation_squared(3, 1)", "0.246798712636592420953456625936991647"},
    Reference{"jacobian_norm(3, 1)", "0.167690348269141902816375174151050741"},
    Reference{"log_partition(512, 1)", "6.7366555665245540467902306055320913"},
    Reference{"mean_logit(512, 1)", "0.994765407566872789707337807328947358"},
    Reference{"entropy(512, 1)", "5.74189015895768125708289279820314394"},
    Reference{"participation(512, 1)", "0.00523459243312721029266219267105264167"},
    Reference{"sum_cubes(512, 1)", "0.0000707108413588256480639732747716515553"},
    Reference{"participation_squared(512, 1)", "0.0000287221237163687220084106181179071517"},
    Reference{"jacobian_norm(512, 1)", "0.00512189287412592771854265673962724571"},
    Reference{"log_partition(1048576, 1)", "14.3629427918604914128757861115431756"},
    Reference{"mean_logit(1048576, 1)", "0.999997407663281561888194121500722778"},
    Reference{"entropy(1048576, 1)", "13.3629453841972098509875919900424528"},
    Reference{"participation(1048576, 1)", "0.0000025923367184381118058784992772222026"},
    Reference{"sum_cubes(1048576, 1)", "0.0000000000182668716203720983416694587009818943"},
    Reference{"participation_squared(1048576, 1)", "6.72043337611456948597406640736962259e-12"},
    Reference{"jacobian_norm(1048576, 1)", "0.000002592306905128247176251301912371208"},
    Reference{"log_partition(512, 8)", "24.725668845827577668071744501104798"},
    Reference{"mean_logit(512, 8)", "23.9070207137102864357401318238013457"},
    Reference{"entropy(512, 8)", "0.81864813211729123233161267730345235"},
    Reference{"participation(512, 8)", "0.626452801348276774441560440253103974"},
    Reference{"sum_cubes(512, 8)", "0.503008800195763588870878590188942902"},
    Reference{"participation_squared(512, 8)", "0.462791218145943336530248514135540574"},
    Reference{"jacobian_norm(512, 8)", "0.0832264191026929332300517740107587445"}};

constexpr std::array capped = {
    Reference{"entropy(2, 3, softcap=2)", "0.440199091090441094570422178029209"},
    Reference{"log_partition(2, 3, softcap=2)", "1.10595246339955381465819808069026"},
    Reference{"mean_logit(2, 3, softcap=2)", "0.665753372309112720087775902661049"},
    Reference{"participation(2, 3, softcap=2)", "0.712622814391286132979044792140465"},
    Reference{"sum_cubes(2, 3, softcap=2)", "0.568934221586929199468567188210698"},
    Reference{"participation_squared(2, 3, softcap=2)", "0.536732146182619452247537802150429"},
    Reference{"jacobian_norm(2, 3, softcap=2)", "0.111486517400047186289448217869499"}};

Result of(const std::string& call, long digits = 30, const std::string& methods = answers::proofs) {
    return ask("attention." + call, digits, methods);
}

bool has_two_proofs(const std::string& call) {
    return call.starts_with("entropy") || call.starts_with("mean_logit") ||
           call.starts_with("participation(") || call.starts_with("jacobian_norm");
}

}  // namespace

TEST_CASE("every quantity has its reference value by all its proofs") {
    for (const Reference& row : rows) {
        CAPTURE(row.call);
        const Result result = of(row.call);
        CHECK(answers::enclosures(result.evidence()) == (has_two_proofs(row.call) ? 2 : 1));
        CHECK(answers::matches(result, answers::printed(row.value)));
    }
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed(rows[1].value)));
}

TEST_CASE("a softcap: no lemma of Stein, the same integrals") {
    for (const Reference& row : capped) {
        CAPTURE(row.call);
        const Result result = of(row.call);
        const std::string call = row.call;
        const bool two = call.starts_with("participation(") || call.starts_with("jacobian_norm");
        CHECK(answers::enclosures(result.evidence()) == (two ? 2 : 1));
        CHECK(answers::matches(result, answers::printed(row.value)));
    }
    CHECK(std::fabs(*of("entropy(512, 1, softcap=1000)", 10).value() - *of("entropy(512, 1)", 10).value()) <
          1e-5);
    CHECK(*of("entropy(64, 3, softcap=5)", 10).value() > *of("entropy(64, 3)", 10).value());
}

TEST_CASE("names, and rows that make no sense") {
    CHECK(of("inverse_participation_ratio(64, 2)").decimal() == of("participation(64, 2)").decimal());
    CHECK(answers::complains("attention.entropy(1)", "n must be from 2 to 2^63, not 1"));
    CHECK(answers::complains("attention.entropy(0)", "n must be from 2 to 2^63, not 0"));
    CHECK(answers::complains("attention.entropy(2.5)", "n must be an integer, not 2.5"));
    CHECK(answers::complains("attention.entropy(sqrt(5))", "n must be an integer"));
    CHECK(answers::complains("attention.entropy(2^63 + 1)", "n must be from 2 to 2^63"));
    CHECK(answers::complains("attention.entropy(64, 0)", "std must be from 0.001 to 64, not 0"));
    CHECK(answers::complains("attention.participation(64, -1)", "std must be from 0.001 to 64"));
    CHECK(answers::complains("attention.sum_cubes(64, inf)", "std must be finite"));
    CHECK(answers::complains("attention.entropy(64, 1e400)", "std must be from 0.001 to 64"));
    CHECK(answers::complains("attention.entropy(64, 1, softcap=0)", "softcap must be positive"));
    CHECK(answers::complains("attention.entropy(64, mask=none)", "'mask' must be one of full, causal"));
}
