// Means of an activation that do not exist, are trivial, or come from a wrong formula.

#include "quantities/activation/exponential_polynomial.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::status;

TEST_CASE("what has no mean gets no number from any method") {
    for (const char* f : {"exp(x^2)", "exp(x^2/2)", "-exp(x^2/2)", "exp(x^2/2) * sigmoid(x)", "log(x)",
                          "sqrt(x)", "log(0) * 0"}) {
        CAPTURE(f);
        CHECK(status("activation.mean(\"" + std::string(f) + "\")") == "domain");
    }
    for (const char* f : {"1/x", "1/x^2", "x^-3", "1/(x - 1)", "1/sin(x)", "log(abs(x) - 20)", "1/(x^2 - 2)",
                          "exp(x)/expm1(x)", "1/(x * sqrt(abs(x)))", "1/(x - pi)"}) {
        CAPTURE(f);
        CHECK(status("activation.mean(\"" + std::string(f) + "\")") == "domain");
    }
    CHECK(status("activation.second_moment(\"exp(x^2/4)\")") == "domain");
    CHECK(status("activation.mean(\"exp(x^2/4)\")") == "ok");
    CHECK(status("activation.mean(\"exp(x^2/4)\", std=1.5)") == "domain");
    CHECK(status("activation.mean(\"exp(x^2/4)\", std=1.4)") == "ok");
    CHECK(status("activation.mean(\"1/(x^2 + 1e-9)\")", "arb_*") == "ok");
}

TEST_CASE("what happens at one point does not matter") {
    const Result spike = ask("activation.mean(\"where(x < 0, 1, where(x <= 0, 1e9, 1))\")");
    REQUIRE(spike.status() == Status::ok);
    CHECK(answers::matches(spike, Ball(1)));
    CHECK(answers::matches(ask("activation.second_moment(\"where(x <= 0, 0, x)\")"), Ball(0.5)));
    CHECK(answers::matches(ask("activation.mean(\"where(x < 0, 1, where(x <= 1e-3, 1e9, 1))\")"),
                           Ball(398943)) == false);
}

TEST_CASE("constants: gains divide by zero, and say so by proof") {
    for (const char* f : {"0", "0 * x", "where(x < 0, 0, 0)", "x - x"}) {
        CAPTURE(f);
        CHECK(status("activation.gain(\"" + std::string(f) + "\")") != "ok");
    }
    CHECK(status("activation.gain(\"0\")") == "domain");
    CHECK(status("activation.gain(\"0 * x\")") == "domain");
    CHECK(status("activation.variance_gain(\"3\")") == "domain");
    CHECK(status("activation.chi_ratio(\"0\")") == "domain");
    CHECK(ask("activation.chi_ratio(\"5\")").decimal() == "0");
    CHECK(ask("activation.variance(\"1/3\")").decimal() == "0");
    CHECK(answers::matches(ask("activation.second_moment(\"3\")"), Ball(9)));
    CHECK(answers::matches(ask("activation.variance_gain(\"x + 3\")"), Ball(1)));
}

TEST_CASE("scales near the ends of the range") {
    for (const char* expression :
         {"activation.second_moment(relu, std=1e-40)", "activation.variance(elu, std=1e30)",
          "activation.mean(elu, 1, -40)", "activation.mean(relu, 1, -30)",
          "activation.variance(sigmoid, 1e-8)", "activation.variance_gain(sigmoid, 0.01, 3)"}) {
        const Result result = ask(expression, 30);
        CAPTURE(expression);
        REQUIRE(result.enclosure() != nullptr);
        CHECK(result.enclosure()->value.accuracy_bits() >= 100);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("arguments that make no sense are refused where they stand") {
    CHECK(answers::complains("activation.mean(relu, std=0)", "std must be positive, not 0 @26"));
    CHECK(answers::complains("1 + activation.gain(relu, std=-1)", "std must be positive, not -1 @30"));
    CHECK(answers::complains("activation.mean(relu, std=inf)", "std must be finite"));
    CHECK(answers::complains("activation.mean(relu, mean=inf)", "mean must be finite"));
    CHECK(answers::complains("activation.mean(relu, std=log(-1))",
                             "the logarithm of a number that is not positive @26"));
    CHECK(answers::complains("activation.mean(relu, std=1/0)", "division by zero @26"));
    CHECK(answers::complains("activation.mean(relo)", "did you mean 'relu'? @16"));
    CHECK(answers::complains("activation.mean(3)", "a function must be given"));
    CHECK(answers::complains("activation.mean(leaky_relu(0.1, 0.2))",
                             "too many arguments: write leaky_relu(a=0.01) @32"));
    CHECK(answers::complains("activation.mean(\"x + y\")", "unknown name 'y' @21"));
    CHECK(answers::complaint("activation.mean(relu)") == "");
}

TEST_CASE("a wrong closed form is caught by the other routes") {
    // elu, and elu with the sign of its constant term flipped: a slip that shows only in numbers.
    const Formula x = Formula::variable();
    Expectation definition;
    definition.integrands = {where(x < 0, expm1(x), x)};
    definition.law = Law::normal();
    definition.combine = combination(x);
    const auto contradiction = [&](int constant_term, const std::string& methods) {
        DirectRoute form;
        const ExponentialPolynomial elu = {{Real::infinity(-1), 0, {{1, 0, 1}, {constant_term, 0, 0}}},
                                           {0, Real::infinity(1), {{1, 1, 0}}}};
        form.value = [elu](long bits, const Context&) { return normal_mean(elu, 0, 1, bits); };
        const std::vector<Route> routes = {form, definition};
        return reconcile(gather_evidence(routes, {.samples = 1 << 14, .methods = methods})).contradiction;
    };
    CHECK(contradiction(-1, "*") == "");
    CHECK(contradiction(1, "*").find("closed_form") != std::string::npos);
    CHECK(contradiction(1, "closed_form,arb_trapezoid").find("are disjoint") != std::string::npos);
    CHECK(contradiction(1, "closed_form,boost_tanh_sinh,gsl_qagp").find("misses the enclosure") !=
          std::string::npos);
    CHECK(contradiction(1, "closed_form,monte_carlo,boost_tanh_sinh").find("misses the enclosure") !=
          std::string::npos);
    // One kind of method alone is no contradiction of a proof.
    CHECK(contradiction(1, "closed_form,gsl_qagi,gsl_qagp") == "");
    CHECK(contradiction(1, "closed_form,monte_carlo,quasi_monte_carlo") == "");
}

TEST_CASE("from C++ a lambda gives what its text gives") {
    const Result silu = activation::second_moment([](const auto& x) { return x * sigmoid(x); }, {.std = 2});
    const Result named = ask("activation.second_moment(silu, 2)");
    CHECK(silu.decimal() == named.decimal());
    CHECK(activation::mean([](const auto& x) { return exp(x * x); }).status() == Status::domain);
    CHECK(activation::gain(Formula(0)).status() == Status::domain);
    CHECK_THROWS_AS((void)activation::mean(Formula::variable(), {.std = 0}), InputError);
    CHECK_THROWS_AS((void)activation::mean(Formula::variable(), {.mean = Real::infinity(1)}), InputError);
}
