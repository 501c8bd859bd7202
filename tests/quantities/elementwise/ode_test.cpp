// The equations behind DyT and DyISRU. References: mpmath 1.2.1 with 60 digits: suprema by findroot on the
// derivative of the residual (mp.diff) from the best point of a grid; initial value problems by odefun
// (Taylor series), backwards and for y/x where 0 is crossed; scipy's DOP853 agrees to 13 digits.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"ode_residual(dyt, 16, f=\"4 * tanh(x / 4.001)\")",
              "0.000249937515621094726318420394901274681329668"},
    Reference{"ode_residual(dyisru, 16, f=\"4 * x / sqrt(x^2 + 3) + 0.001 * x\")",
              "0.151701904252599229177447353826463598719406"},
    Reference{"ode_residual(dyt, 16, f=\"4 * x / sqrt(x^2 + 16)\")",
              "0.148148148148148148148148148148148148148148"},
    Reference{"ode_residual(dyisru, 16, f=\"4 * tanh(x / 4)\")",
              "0.451388330526056975630614115857602193334083"},
    Reference{"ode_residual(dyt, 2, rms=3, lower=-1, upper=2, f=\"sin(x)\")",
              "0.666666666666666666666666666666666666666667"},
    Reference{"ode_residual(dyt, 9, rms=1/2, branch=negative, lower=1, upper=3)",
              "2.6414561544464592245692515456699000898506"},
    // By hand: a kink at 1/3 between sin x and x, the maximum at pi: 1 - (1 - pi^2/3)
    Reference{"ode_residual(dyt, 3, lower=-1/3, upper=pi, f=\"where(x < 1/3, sin(x), x)\")",
              "3.28986813369645287294483033329205037843789980"},
    Reference{"ode_residual(dyt, 16, f=relu)", "156.250000000000000000000000000000000000"},
    Reference{"ode_solution(dyt, 3, 16)", "2.54059580954914927685773742924998598036993"},
    Reference{"ode_solution(dyt, -4, 16, value=5)", "40.6942937939714518223260982871304975652612"},
    Reference{"ode_solution(dyt, 3, 7, rms=2, from=1, value=-2)",
              "-1.43716947571203827431577398910297750781792"},
    Reference{"ode_solution(dyisru, 5, 16, c=3)", "3.77964473009227227214516536234180060815751"},
    Reference{"ode_solution(dyisru, 2, 16, value=-3)", "-3.65996568798251199200601488240148928070342"},
    Reference{"ode_solution(dyisru, 0.9, 16, c=-0.5)", "6.4657908729638964256871279600344446044242"},
    Reference{"ode_solution(dyisru, -2, 16, value=3)", "-3.65996568798251199200601488240148928070342"},
    Reference{"clip_error(softcap, 50)", "11.9202922022117556"},
    Reference{"clip_error(isru, 1)", "0.292893218813452475599155637895"}};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_*",
          long digits = 30) {
    return ask("elementwise." + call, digits, methods);
}

/// Whether the method proves a magnitude of at most 10^-digits.
bool proves_zero(const std::string& call, const std::string& method, long digits) {
    const Result result = of(call, method, digits);
    const Evidence* proof = result.enclosure();
    const Ball small = pow(Ball(10).at_precision(64), -digits);
    return proof != nullptr && (proof->value.magnitude() - small).is_nonpositive();
}

}  // namespace

TEST_CASE("residuals, solutions and clips have their reference value by two enclosures") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed("0.000249937515621094726318420395902")));
    CHECK_FALSE(answers::matches(of("ode_solution(dyt, 3, 17)"), answers::printed(rows[9].value)));
}

TEST_CASE(
    "the closed forms solve the equations: 0 within 10^-40 by both routes, and to any digits asked for") {
    for (const char* call :
         {"ode_residual(dyt, 1)", "ode_residual(dyt, 768)", "ode_residual(dyt, 1000000, rms=0.02)",
          "ode_residual(dyisru, 16)", "ode_residual(dyisru, 4, c=1/100, branch=negative, lower=-1, upper=1)",
          "ode_residual(dyisru, 4, branch=trivial)", "ode_residual(dyisru, 16, c=-4, lower=2.1, upper=5)",
          "ode_residual(dyisru, 16, c=0, lower=-9, upper=-1)"}) {
        CAPTURE(call);
        CHECK(proves_zero(call, "arb_taylor", 40));
        CHECK(proves_zero(call, "closed_form", 1000));
        CHECK(answers::dissent(of(call, "closed_form,dual").evidence()) == "");
    }
    CHECK(proves_zero("ode_residual(dyt, 16, lower=0, upper=9, f=\"4 * tanh(x / 4)\")", "arb_taylor", 100));
    CHECK(proves_zero("ode_residual(dyisru, 16, lower=-1, f=\"-4 * x / sqrt(x^2 + 3)\")", "arb_taylor", 40));
}

TEST_CASE("controls: what does not solve them is not 0") {
    CHECK_FALSE(
        proves_zero("ode_residual(dyt, 16, f=\"4 * tanh(x / 4.0000000000000000000000000000000000001)\")",
                    "arb_taylor", 40));
    CHECK_FALSE(proves_zero("ode_residual(dyt, 16, branch=negative)", "*", 1));
    CHECK(answers::matches(of("ode_residual(dyt, 16, rms=1/4, branch=trivial)"), answers::printed("4.0")));
    CHECK_FALSE(
        proves_zero("ode_residual(dyisru, 16, f=\"4 * x / sqrt(x^2 + 3) + 1e-30\")", "arb_taylor", 40));
}

TEST_CASE("the integrators of two libraries agree with both proofs") {
    for (const char* call :
         {"ode_solution(dyt, 50, 1)", "ode_solution(dyt, 100, 1, rms=1/2)",
          "ode_solution(dyt, -7, 2, value=sqrt(2))", "ode_solution(dyt, -20, 4, value=1.9999999)",
          "ode_solution(dyt, -4.39, 16, value=5)", "ode_solution(dyisru, -50, 16, c=3)",
          "ode_solution(dyisru, 1e6, 768, c=767)", "ode_solution(dyisru, 0, 16)", "ode_solution(dyt, 0, 4)",
          "ode_solution(dyt, 1.00000000000000000001, 4, rms=1e-20, from=1, value=0)",
          "ode_solution(dyisru, 7, 16, value=0)", "ode_solution(dyisru, 7, 16, value=-4)",
          "clip_error(softcap, 1e-9)", "clip_error(isru, 1e9)"}) {
        CAPTURE(call);
        const Result result = of(call, "*");
        CHECK(answers::disagreement(result) == "");
        for (const Evidence& e : result.evidence()) CHECK(e.status == Status::ok);
    }
}

TEST_CASE("where there is no solution, none is given, and the reason says where it ends") {
    struct Row {
        const char *call, *reason;
    };
    for (const Row& row : {Row{"ode_solution(dyt, -30, 16, value=5)", "infinite at x = -4.394449"},
                           Row{"ode_solution(dyt, 30, 16, value=-5)", "infinite at x = 4.394449"},
                           Row{"ode_solution(dyisru, 0.7, 16, c=-1/2)", "infinite at x = 0.707107"},
                           Row{"ode_solution(dyisru, -2, 16, value=5)", "infinite at x = 0.6"},
                           Row{"ode_solution(dyisru, 0, 16, value=5)", "infinite at x = 0.6"},
                           Row{"ode_solution(dyisru, 2, 16, from=0, value=0)", "0/0 at x = 0"},
                           Row{"ode_solution(dyisru, 2, 16, from=0, value=1)", "no solution starts there"},
                           Row{"ode_residual(dyisru, 16, c=-4)", "only where x^2 > 4"},
                           Row{"ode_residual(dyisru, 16, c=-4, lower=2)", "only where x^2 > 4"},
                           Row{"ode_residual(dyisru, 16, c=0)", "jumps at x = 0"}}) {
        CAPTURE(row.call);
        const Result result = of(row.call, "closed_form,odeint,gsl_*");
        CHECK(result.status() == Status::domain);
        for (const Evidence& e : result.evidence()) CHECK(e.status != Status::ok);
        CHECK(result.evidence().front().reason.find(row.reason) != std::string::npos);
    }
    CHECK(answers::status("elementwise.ode_solution(dyt, -30, 16, value=5)", "arb_*,odeint,gsl_*") ==
          "unable");
    // The constant solutions pass where the others fail.
    CHECK(answers::matches(of("ode_solution(dyisru, -3, 16, value=-4)"), answers::printed("-4.0")));
    CHECK(answers::matches(of("ode_solution(dyisru, 2, 16, from=0, value=4)"), answers::printed("4.0")));
}

TEST_CASE("arguments that make no sense are named") {
    struct Row {
        const char *call, *words;
    };
    for (const Row& row : {Row{"ode_residual(dyt, 0)", "dim must be at least 1"},
                           Row{"ode_residual(dyt, 16, rms=0)", "rms must be positive"},
                           Row{"ode_residual(dyt, 16, c=2)", "c is only for dyisru"},
                           Row{"ode_residual(dyisru, 16, rms=2)", "rms is only for dyt"},
                           Row{"ode_residual(dyt, 16, lower=3, upper=3)", "lower < upper is required, not 3"},
                           Row{"ode_residual(dyt, 16, upper=inf)", "upper must be finite"},
                           Row{"ode_residual(dyt, 16, f=relu, branch=positive)", "give only one"},
                           Row{"ode_residual(dyisru, 16, f=relu, c=2)", "remove it if f is given"},
                           Row{"ode_solution(dyisru, 2, 16, c=1, value=1)", "value and c both"},
                           Row{"ode_solution(dyisru, 2, 16, c=-1)", "from^2 + c must be positive"},
                           Row{"clip_error(softcap, 0)", "t must be positive"},
                           Row{"clip_error(hard, 1)", "must be one of softcap, isru"}}) {
        CHECK(answers::complaint("elementwise." + std::string(row.call)).find(row.words) !=
              std::string::npos);
    }
}
