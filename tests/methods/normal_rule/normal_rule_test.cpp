// The prepared rule in double: its bound covers the true error for smooth and kinked activations and for
// random formulas, over ranges of std; the same check catches wrong rules.

#include <doctest/doctest.h>

#include "methods/normal_rule/normal_table.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "tests/support/random_formula.hpp"

#include <array>
#include <cmath>
#include <sigprop/methods/normal_rule/normal_rule.hpp>

#include "core/formula/evaluator.hpp"
#include "methods/mean/mean.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();

Formula fraction(int a, int b) { return Formula(Real(Rational(a) / Rational(b))); }

struct Row {
    const char* name;
    Formula f;
};

const std::vector<Row>& activations() {
    static const std::vector<Row> all = {
        {"identity", x},
        {"relu", relu(x)},
        {"leaky_relu", where(x < 0, fraction(1, 100) * x, x)},
        {"elu", where(x < 0, expm1(x), x)},
        {"selu", fraction(10507, 10000) * where(x < 0, fraction(16733, 10000) * expm1(x), x)},
        {"sigmoid", sigmoid(x)},
        {"tanh", tanh(x)},
        {"softplus", softplus(x)},
        {"gelu", x * normal_cdf(x)},
        {"silu", x * sigmoid(x)},
        {"mish", x * tanh(softplus(x))},
        {"hard_swish", x * min(max(x + 3, 0), 6) / 6},
        {"hard_tanh", max(min(x, 1), -1)},
        {"step", step(x - fraction(1, 3))},
        {"user formula", x / (1 + exp(fraction(-1702, 1000) * x))},
    };
    return all;
}

/// E f(mean + std z) by another method, to 90 bits.
Ball exact_mean(const Formula& f, double std, double mean = 0) {
    const Formula y = Formula(mean) + Formula(std) * x;
    const MeanProblem problem = examine(f.substitute(std::span(&y, 1)), Law::normal(), Context());
    const MeanResult smooth = arb_trapezoid_mean(problem, 90, Context());
    return smooth.status == Status::ok ? smooth.value : arb_integral_mean(problem, 90, Context()).value;
}

double error_of(double value, const Ball& exact) { return (Ball(value) - exact).magnitude().to_double(); }

}  // namespace

TEST_CASE("the bound covers the error for every activation, from 0.1 to 10") {
    double tightest = 0;
    for (const Row& row : activations()) {
        CAPTURE(row.name);
        const Formula square = pow(row.f, 2);
        NormalRule rule(square, 0.1, 10);
        REQUIRE_MESSAGE(rule.status() == Status::ok, rule.reason());
        for (const double std : {0.1, 0.37, 1.0, 2.9, 10.0}) {
            CAPTURE(std);
            const NormalRule::Value value = rule(std);
            const Ball exact = exact_mean(square, std);
            const double error = error_of(value.value, exact);
            CHECK(error <= value.bound);
            CHECK(value.bound < 1e-12 * value.value);
            tightest = std::max(tightest, error / value.bound);
        }
    }
    CHECK(tightest > 1e-3);  // control: a bound divided by a thousand would have been caught
}

TEST_CASE("first moments and other means, one std alone") {
    for (const Row& row : activations()) {
        CAPTURE(row.name);
        NormalRule rule(row.f, 1.5, 1.5, 0.25);
        REQUIRE_MESSAGE(rule.status() == Status::ok, rule.reason());
        const NormalRule::Value value = rule(1.5);
        CHECK(error_of(value.value, exact_mean(row.f, 1.5, 0.25)) <= value.bound);
        CHECK(value.bound < 1e-13);
        CHECK(error_of(value.value, exact_mean(row.f, 1.5, 0.2500001)) > value.bound);  // control
    }
}

TEST_CASE("a rule with half of its nodes errs by more than the bound") {
    for (const Row& row : {activations()[5], activations()[9], activations()[10]}) {
        CAPTURE(row.name);
        const NormalTable table = normal_table(pow(row.f, 2), 1, 1, Context());
        REQUIRE(table.status == Status::ok);
        REQUIRE(table.pieces.size() == 1);
        Evaluator<double> f(table.pieces[0].smooth);
        const auto sum = [&](std::size_t stride) {
            double total = 0;
            for (std::size_t k = 0; k < table.pieces[0].nodes.size(); k += stride)
                total +=
                    static_cast<double>(stride) * table.pieces[0].weights[k] * f(table.pieces[0].nodes[k]);
            return total;
        };
        const Ball exact = exact_mean(pow(row.f, 2), 1);
        CHECK(error_of(sum(1), exact) <= table.bound);
        CHECK(error_of(sum(2), exact) > 10 * table.bound);
    }
}

TEST_CASE("random formulas: the bound holds wherever one is given") {
    std::size_t proved = 0;
    const std::size_t parts = test::parts_of_work(4);
    for (std::uint64_t seed = 1; seed <= 120 / parts; ++seed) {
        const Formula f = RandomFormula(seed)(3);
        CAPTURE(f.text());
        NormalRule rule(f, 0.5, 0.55);
        if (rule.status() != Status::ok) {
            CHECK_FALSE(rule.reason().empty());
            continue;
        }
        for (const double std : {0.5, 0.53}) {
            const Ball exact = exact_mean(f, std);
            if (!exact.is_finite()) continue;
            ++proved;
            const NormalRule::Value value = rule(std);
            CHECK(error_of(value.value, exact) <= value.bound + exact.radius_double());
        }
    }
    CHECK(proved * parts >= 60);
}

TEST_CASE("what has no mean or no proof says so; a std outside the range is refused") {
    CHECK(NormalRule(exp(pow(x, 2)), 1, 1).status() == Status::domain);
    CHECK(NormalRule(log(x), 1, 1).status() == Status::domain);
    const NormalRule pole(1 / x, 1, 2);
    CHECK(pole.status() != Status::ok);
    CHECK_FALSE(pole.reason().empty());
    CHECK_THROWS_AS((void)NormalRule(x, 0, 1), InputError);
    CHECK_THROWS_AS((void)NormalRule(x, 2, 1), InputError);
    CHECK_THROWS_AS((void)NormalRule(x, 1, 1, std::nan("")), InputError);
    NormalRule rule(x * x, 1, 2);
    CHECK_THROWS_AS((void)rule(2.5), InputError);
    CHECK_THROWS_AS((void)rule(std::nan("")), InputError);
    NormalRule copy = rule;
    CHECK(copy(1.25).value == rule(1.25).value);
    CHECK(rule.nodes(1.25) > 16);
}

TEST_CASE("a bound is a proof where every operation's rounding error is proved") {
    CHECK(NormalRule(pow(x * normal_cdf(x), 2), 0.5, 1).is_proved());
    CHECK(NormalRule(pow(tanh(softplus(x)), 3), 0.5, 1).is_proved());
    CHECK(NormalRule(where(x < 0, expm1(x), x), 0.5, 1).is_proved());
    CHECK_FALSE(NormalRule(sin(x), 0.5, 1).is_proved());  // documented and tested only
    CHECK_FALSE(NormalRule(x * atan(x), 0.5, 1).is_proved());
    CHECK_FALSE(NormalRule(pow(x, 6), 0.5, 1).is_proved());
}
