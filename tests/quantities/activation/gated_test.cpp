// Gated units x_a f(x_b): two independent normal inputs.

#include "tests/support/answers.hpp"

#include <sigprop/core/ball/dual.hpp>

#include "core/formula/evaluator.hpp"

using namespace sigprop;
using answers::ask;
using answers::complains;

namespace {

/// The proved value.
double value(const std::string& expression) { return ask(expression).value().value_or(NAN); }

/// E g(x, y) for independent x, y ~ N(mean, std^2), by a plain double sum.
template <class F>
double double_mean(double mean, double std, F g) {
    constexpr double step = 1.0 / 16;
    double sum = 0;
    for (int i = -128; i <= 128; ++i) {
        for (int j = -128; j <= 128; ++j) {
            const double x = i * step, y = j * step;
            sum += normal_pdf(x) * normal_pdf(y) * g(mean + std * x, mean + std * y);
        }
    }
    return sum * step * step;
}

double silu(double x) { return x * sigmoid(x); }
double silu_slope(double x) { return sigmoid(x) + x * sigmoid(x) * sigmoid(-x); }

}  // namespace

TEST_CASE("the moments of a gated unit are those of the two-dimensional mean") {
    const double m = 0.3, s = 1.2;
    const std::string law = "(swiglu, 1.2, 0.3)";
    const auto unit = [](double a, double b) { return a * silu(b); };
    const double first = double_mean(m, s, unit);
    const double second = double_mean(m, s, [&](double a, double b) { return std::pow(unit(a, b), 2); });
    const double gradient = double_mean(
        m, s, [](double a, double b) { return std::pow(silu(b), 2) + std::pow(a * silu_slope(b), 2); });
    CHECK(std::fabs(value("activation.mean" + law) - first) < 1e-12);
    CHECK(std::fabs(value("activation.second_moment" + law) - second) < 1e-12);
    CHECK(std::fabs(value("activation.variance" + law) - (second - first * first)) < 1e-12);
    CHECK(std::fabs(value("activation.gain" + law) - 1 / std::sqrt(second)) < 1e-12);
    CHECK(std::fabs(value("activation.variance_gain" + law) - 1 / std::sqrt(second - first * first)) < 1e-12);
    CHECK(std::fabs(value("activation.derivative_second_moment" + law) - gradient) < 1e-12);
    CHECK(std::fabs(value("activation.chi_ratio" + law) - s * s * gradient / second) < 1e-12);
    CHECK_FALSE(std::fabs(value("activation.second_moment(silu, 1.2, 0.3)") - second) < 1e-3);
}

TEST_CASE("what is known by hand") {
    CHECK(value("activation.second_moment(bilinear)") == 1);
    CHECK(value("activation.second_moment(reglu)") == 0.5);
    CHECK(value("activation.derivative_second_moment(bilinear)") == 2);
    CHECK(value("activation.chi_ratio(bilinear, 3)") == 2);
    CHECK(ask("activation.mean(swiglu, 2)").decimal() == "0");
    CHECK(value("activation.mean(bilinear, 2, 3)") == 9);
}

TEST_CASE("every method agrees on gated units") {
    for (const char* f : {"glu", "geglu", "swiglu", "reglu", "glu(\"tanh(x)^3\")", "glu(leaky_relu(0.2))"}) {
        for (const char* quantity : {"second_moment", "variance", "chi_ratio"}) {
            const std::string expression = "activation." + std::string(quantity) + "(" + f + ", 1.5, 0.5)";
            CAPTURE(expression);
            CHECK(answers::disagreement(ask(expression, 20, "*")) == "");
        }
    }
}

TEST_CASE("what a gated unit cannot be asked") {
    CHECK(complains("1 + activation.derivative_mean(swiglu)",
                    "two inputs, but this quantity is about functions of one"));
    CHECK(complains("activation.linear_share(glu)", "E |grad|^2"));
    CHECK(complains("activation.mean(glu(glu(silu)))",
                    "a gated unit cannot contain a gated unit: give a plain activation @20"));
    CHECK(complains("activation.mean(glu(swiglu))",
                    "cannot contain a gated unit: give a plain activation @20"));
    CHECK(complains("activation.mean(glu(3))", "a function must be given"));
    CHECK(complains("activation.mean(glu(selo))", "did you mean 'selu'? @20"));
    CHECK(complains("activation.mean(swiglu(2))", "too many arguments: write swiglu()"));
}
