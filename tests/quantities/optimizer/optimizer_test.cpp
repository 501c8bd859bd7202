// How far Adam moves: references, the routes against each other, and rates that make no sense.
// Reference: mpmath 1.2.1 with 60 digits, the series and integrals summed as they stand.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"adam_update_bound()", "7.27029179999969857763185947820467213760367185"},
    Reference{"adam_update_bound(0.9, 0.98)", "1.69774937525433081463234523481285524564884674"},
    Reference{"adam_update_bound(0.9, 0.95)", "1.16496474502143503400898342054973125689190817"},
    Reference{"adam_update_bound(0.5, 0.9)", "1.86052101883812684285383382237779333795409146"},
    Reference{"adam_update_bound(0, 0.999)", "31.6227766016837933199889354443271853371955514"},
    Reference{"adam_update_bound(beta1=0.95, beta2=0.99)", "1.6818357317441642973022288962155806565411001"},
    Reference{"adam_noise_rms()", "0.229415733870561765907209578097874508375631786"},
    Reference{"adam_noise_rms(0.5)", "0.577350269189625764509148780501957455647601751"},
    Reference{"adam_noise_rms(0.99)", "0.0708881205008335900765435361350619421001945132"},
    Reference{"adam_signal_update(1)", "0.7071067811865475244008443621048490392848"},
    Reference{"adam_signal_update(0.1)", "0.09950371902099891356652737537385718996975"},
    Reference{"adam_signal_update(-2)", "-0.8944271909999158785636694674925104941762"},
    Reference{"adam_first_step(bias_correction=false)", "3.16227766016837933199889354443271853371955"},
    Reference{"adam_first_step(gradient=-3e-8, epsilon=1e-8)",
              "-0.7500000000000000000000000000000000000000"}};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_integral") {
    return ask("optimizer." + call, 35, methods);
}

}  // namespace

TEST_CASE("every quantity has its reference value by both routes") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed(rows[1].value)));
    CHECK_FALSE(answers::matches(of(rows[0].call),
                                 answers::printed("7.27029179999969857763185947820467313760367185")));
}

TEST_CASE("the first step is the sign of the gradient, whatever the rates") {
    for (const char* gradient : {"1", "-1", "1e-30", "-7e20"}) {
        for (const char* rates : {"", ", beta1=0", ", beta1=0.99, beta2=0.5"}) {
            const Result result = of("adam_first_step(gradient=" + std::string(gradient) + rates + ")");
            CHECK(answers::enclosures(result.evidence()) == 2);
            CHECK(answers::matches(result, Ball(gradient[0] == '-' ? -1 : 1)));
        }
    }
    CHECK(of("adam_first_step(gradient=0, epsilon=1e-8)").decimal() == "0");
    CHECK(answers::matches(of("adam_first_step(gradient=1e-8, epsilon=1e-8)"), Ball(0.5)));
    CHECK(answers::status("optimizer.adam_first_step(gradient=0)") == "domain");
}

TEST_CASE("gradients that m forgets later than v make steps without bound") {
    for (const char* rates : {"0.9, 0.81", "0.9, 0.8", "0.99, 0.9", "sqrt(1/4), 1/4"}) {
        CAPTURE(rates);
        CHECK(answers::status("optimizer.adam_update_bound(" + std::string(rates) + ")") == "domain");
    }
    CHECK(answers::status("optimizer.adam_update_bound(0.9, 0.811)") == "ok");
    // equal, but not provably so: no verdict
    CHECK(answers::complains("optimizer.adam_update_bound(sqrt(1/2), 1/2)", "too close to decide"));
}

TEST_CASE("slow rates: the run settles or says that it did not") {
    CHECK(answers::enclosures(of("adam_update_bound(0.999, 0.9999)").evidence()) == 2);
    const Result slow = of("adam_update_bound(1 - 1e-9, 1 - 1e-10)");
    CHECK(slow.status() == Status::ok);
    CHECK(answers::enclosures(slow.evidence()) == 1);
    CHECK(of("adam_noise_rms(1 - 1e-9)", "recursion").status() == Status::unable);
    CHECK(of("adam_noise_rms(0)").decimal() == "1");
}

TEST_CASE("rates that make no sense are refused") {
    CHECK(answers::complains("optimizer.adam_update_bound(1)", "beta1 must be in [0, 1), not 1"));
    CHECK(answers::complains("optimizer.adam_update_bound(-0.1)", "beta1 must be in [0, 1)"));
    CHECK(answers::complains("optimizer.adam_update_bound(0.9, 0)", "beta2 must be in (0, 1), not 0"));
    CHECK(answers::complains("2 * optimizer.adam_first_step(0.9, 1.5)",
                             "beta2 must be in (0, 1), not 1.5 @35"));
    CHECK(answers::complains("optimizer.adam_first_step(epsilon=-1)", "epsilon must be at least 0"));
    CHECK(answers::complains("optimizer.adam_first_step(gradient=inf)", "gradient must be finite"));
    CHECK(answers::complains("optimizer.adam_noise_rms(inf)", "beta1 must be finite"));
    CHECK(answers::complains("optimizer.adam_signal_update(-inf)", "snr must be finite"));
}
