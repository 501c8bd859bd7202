#include <doctest/doctest.h>

#include "tests/core/formula/growth_property.hpp"

#include <stdexcept>

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();
const Formula weight = exp(-(pow(x, 2) / 2));
Formula rational(int p, int q) { return Formula(Real(Rational(p) / Rational(q))); }

}  // namespace

TEST_CASE("bounds of random formulas hold far out") {
    int upper = 0, lower = 0;
    for (std::uint64_t seed = 0; seed < 250; ++seed) {
        RandomFormula random(seed);
        const Formula f = random(random.dice().between(1, 4));
        const double R = seed % 2 == 0 ? 1 : 8;
        const TailBehaviour tail = tail_behaviour(f, R);
        CHECK(refuted_claim(f, tail, R, random.dice(), 6) == "");
        upper += tail.upper.has_value();
        lower += tail.lower.has_value();
    }
    CHECK((upper > 100 && lower > 100));
    // Controls: a bound that is slightly too small, and one that is slightly too large.
    Dice dice(1);
    CHECK(refuted_claim(cosh(x), {false, "", LogBound{-0.7, 0, 1, 0}, {}}, 8, dice, 6) != "");
    CHECK(refuted_claim(cosh(x), {false, "", {}, LogBound{-0.69, 0, 1, 0}}, 8, dice, 6) != "");
    CHECK(refuted_claim(x, {true, "", {}, {}}, 8, dice, 6) != "");
}

TEST_CASE("bounds of the shapes that matter are present and sharp") {
    struct Row {
        Formula f;
        double k, b, c;  // of the upper bound
    };
    for (const Row& row : {Row{x, 1, 0, 0},
                           Row{tanh(x) * pow(x, 3), 3, 0, 0},
                           Row{x * sigmoid(x), 1, 0, 0},
                           Row{normal_pdf(x), 0, 0, -0.5},
                           Row{x * weight, 1, 0, -0.5},
                           Row{exp(2 * x) * weight, 0, 2, -0.5},
                           Row{sqrt(pow(x, 2) + 1), 1, 0, 0},
                           Row{log(cosh(x)), 1, 0, 0},
                           Row{softplus(x), 1, 0, 0},
                           Row{pow(x, rational(3, 2)), 1.5, 0, 0},
                           Row{1 / (1 + exp(x)), 0, -1, 0},
                           Row{x / (1 + exp(rational(851, 500) * x)), 1, -1.702, 0},
                           Row{max(x, -1), 1, 0, 0},
                           Row{relu(-x), 0, 0, 0},
                           Row{where(x < 3, exp(pow(x, 3)), x), 1, 0, 0},
                           Row{sinh(x) / cosh(x), 0, 0, 0},
                           Row{log(weight + 0 * x), 2, 0, 0},
                           Row{sigmoid(-2 * x), 0, -2, 0},
                           Row{softplus(1 - x), 0, -1, 0},
                           Row{log(sigmoid(-3 * x)), 1, 0, 0},
                           Row{1 / sigmoid(-x), 0, 1, 0},
                           Row{sigmoid(3 * x), 0, 0, 0}}) {
        CAPTURE(row.f.text());
        const TailBehaviour tail = tail_behaviour(row.f, 8);
        REQUIRE(tail.upper.has_value());
        CHECK(std::fabs(tail.upper->k - row.k) < 1e-12);
        CHECK(std::fabs(tail.upper->b - row.b) < 1e-12);
        CHECK(std::fabs(tail.upper->c - row.c) < 1e-12);
        CHECK(tail.upper->a < 3);
    }
    const TailBehaviour density = tail_behaviour(normal_pdf(x), 8);
    REQUIRE(density.lower.has_value());
    CHECK(std::fabs(density.lower->a + 0.9189385332046727) < 1e-12);  // not log 0.4
}

TEST_CASE("the larger term of a sum decides its sign and how fast it grows at least") {
    struct Row {
        Formula f;
        double k, b, c;  // of the lower bound
    };
    for (const Row& row : {Row{pow(x, 3) - x, 3, 0, 0}, Row{pow(x, 4) - 4 * pow(x, 2) + 4, 4, 0, 0},
                           Row{x - pow(x, 5) + 7, 5, 0, 0}, Row{exp(x) - pow(x, 3), 0, 1, 0},
                           Row{x + sin(x) - 2, 1, 0, 0}, Row{1 / x - exp(-x), -1, 0, 0},
                           Row{abs(pow(x, 2) - 5 * x), 2, 0, 0}, Row{log(abs(pow(x, 3) - x)), 0, 0, 0}}) {
        CAPTURE(row.f.text());
        const TailBehaviour tail = tail_behaviour(row.f, 8);
        REQUIRE(tail.lower.has_value());
        CHECK(tail.upper.has_value());
        CHECK(tail.lower->k == row.k);
        CHECK(tail.lower->b == row.b);
        CHECK(tail.lower->c == row.c);
        CHECK(tail.lower->a > -3);
        Dice dice(1);
        CHECK(refuted_claim(row.f, tail, 8, dice, 40) == "");
    }
    // 3 x - x^2 is not decided at 3, nor is what is nearly equal.
    CHECK_FALSE(tail_behaviour(log(pow(x, 2) - 3 * x), 2).upper.has_value());
    for (const Formula& f :
         {pow(x, 3) - pow(x, 3) + 1, x - x * tanh(x), exp(x) - 2 * cosh(x), x * sin(x) - x})
        CHECK_FALSE(tail_behaviour(1 / f, 8).upper.has_value());
}

TEST_CASE("no bound is claimed where the formula is not shown to be defined") {
    // Each formula is bounded wherever it has a value, and has none on part or all of the tail.
    for (const Formula& f :
         {tanh(log(1000 - x)), sin(sqrt(50 - x)), step(log(100 - x)), max(x, tanh(log(1000 - x))),
          where(log(1000 - x) < 9, x, x), atan(1 / relu(50 - x)), tanh(pow(20 - x, rational(1, 3))),
          relu(-2 - tanh(log(90 - x))), x + 0 * log(99 - x), exp(-softplus(log(70 - x)))}) {
        CAPTURE(f.text());
        const TailBehaviour tail = tail_behaviour(f, 8);
        CHECK_FALSE(tail.upper.has_value());
        CHECK_FALSE(tail.lower.has_value());
        CHECK_FALSE(tail.reason.empty());
    }
    CHECK_FALSE(tail_behaviour(x + Formula::variable(1), 8).upper.has_value());
    const Real unbounded("unbounded", [](long) { return Ball::indeterminate(); });
    CHECK_FALSE(tail_behaviour(tanh(x * Formula(unbounded)), 8).upper.has_value());
    CHECK(tail_behaviour(tanh(log(x - 1000)), 2000).upper.has_value());
    CHECK_THROWS_AS((void)tail_behaviour(x, 0.5), std::logic_error);
}

TEST_CASE("undefined means no value at any point of the tail") {
    for (const Formula& f : {log(-x), sqrt(1 - x), pow(3 - x, rational(1, 2)), 1 / (x * 0), log(0 * x) * x,
                             where(x < 0, x, log(-x)), tanh(log(-exp(x)))}) {
        CAPTURE(f.text());
        CHECK(tail_behaviour(f, 8).undefined);
    }
    for (const Formula& f : {log(x - 100), sqrt(100 - x), pow(1 - x, sqrt(Formula(4))),
                             where(x < 0, log(-x), x), pow(Formula(0), x), 1 / (x - 50), sqrt(0 * x)}) {
        CAPTURE(f.text());
        CHECK_FALSE(tail_behaviour(f, 8).undefined);
    }
}

TEST_CASE("a superquadratic exponent has a lower bound and no upper one") {
    for (const Formula& f :
         {exp(pow(x, 3)), exp(pow(x, 4) / 100) * weight, exp(exp(x)), cosh(pow(x, rational(7, 3)))}) {
        CAPTURE(f.text());
        const TailBehaviour tail = tail_behaviour(f, 64);
        CHECK_FALSE(tail.upper.has_value());
        CHECK((!tail.lower.has_value() || tail_integral_diverges(*tail.lower)));
    }
    CHECK(tail_integral_diverges(*tail_behaviour(exp(pow(x, 3)) * weight, 64).lower));
    CHECK(tail_integral_diverges(*tail_behaviour(exp(exp(x)) * weight, 64).lower));
    CHECK(tail_integral_diverges(*tail_behaviour(exp(exp(x / 8) - x) * weight, 512).lower));
    CHECK_FALSE(tail_integral_diverges(*tail_behaviour(exp(3 * x) * weight, 64).lower));
}

TEST_CASE("the integral of a bound over the tail is bounded") {
    struct Row {
        LogBound bound;
        double R;
    };
    for (const Row& row :
         {Row{{0, 0, -1, 0}, 1}, Row{{1, 3, -1, 0}, 8}, Row{{0, -2.5, -1, -0.1}, 2}, Row{{0, 0, 0, -0.5}, 5},
          Row{{-3, 4, 2, -0.5}, 9}, Row{{2, 1, 0.5, -0.5}, 3}, Row{{0, -3, 0, -1e-3}, 30}}) {
        const std::optional<Ball> bound = tail_integral_bound(row.bound, row.R);
        REQUIRE(bound.has_value());
        Ball sum = Ball(0).at_precision(64);  // a lower sum: the integrand at the worse end of each step
        for (int i = 0; i < 2000; ++i) {
            const Ball at = Ball(row.R + i * 0.01).at_precision(64);
            sum +=
                min(exp(log_bound_at(row.bound, at)), exp(log_bound_at(row.bound, at + 0.01))) * Ball(0.01);
        }
        CHECK((*bound - sum).is_positive());
        CHECK((*bound - 60 * sum).is_negative());
    }
    for (const LogBound& bound :
         {LogBound{0, 0, 0, 0}, LogBound{0, -1, 0, 0}, LogBound{0, 0, 1, 0}, LogBound{0, 0, -1, 1e-9},
          LogBound{0, 9, -1, 0}, LogBound{HUGE_VAL, 0, -1, 0}}) {
        CHECK_FALSE(tail_integral_bound(bound, 8).has_value());
    }
    CHECK(tail_integral_diverges({0, -1, 0, 0}));
    CHECK_FALSE(tail_integral_diverges({0, -1.0000001, 0, 0}));
    CHECK_FALSE(tail_integral_diverges({9, 9, -1e-9, 0}));
    CHECK(tail_integral_diverges({-9, -9, -9, 1e-9}));
}
