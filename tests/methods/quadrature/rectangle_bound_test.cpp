// Coverings of rectangles and ellipses: a pole just inside is never overlooked, wherever it is, one outside
// does not disturb, and bounds hold integrals and maxima that are known.

#include "methods/quadrature/rectangle_bound.hpp"

#include <doctest/doctest.h>
#include <cmath>
#include <complex>

#include "core/base/doubles.hpp"
#include "methods/quadrature/ellipse_bound.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

Formula number(double value) {
    return Formula(Real([value] { return Rational::from_decimal(std::to_string(value)); }()));
}

/// A function with poles at p +- q i alone.
Formula poles(double p, double q) { return 1 / (pow(x - number(p), 2) + pow(number(q), 2)); }

/// log of the bound of the integral of |G| along Im z = height over [-length, length].
double along(const Formula& g, double length, double height, int budget = 4'000, double finest = 64) {
    RectangleBound bound(g, length);
    return bound.log_horizontal(height, budget, -1e9, finest);
}

/// The rule of the ellipse for G(centre + radius t), with poles at centre + radius (p +- q i).
EllipseRule with_poles(double p, double q, double rho, double centre, double radius) {
    BoxSupremum g(poles(centre + radius * p, radius * q));
    return rule_of_ellipse(g, {{centre, centre}, {radius, radius}}, rho, 1e-10, 500);
}

}  // namespace

TEST_CASE("a pole inside the rectangle is found at every place, one outside disturbs nowhere") {
    const double length = 3, height = 0.75;
    for (const double part : {-0.999, -0.7, -0.31, 0.0, 0.001, 0.5, 0.93, 0.999}) {
        CAPTURE(part);
        for (const double inside : {0.01, 0.4, 0.749})
            CHECK(along(poles(part * length, inside), length, height) == infinity);
        CHECK(std::isfinite(along(poles(part * length, 0.8), length, height)));
    }
    for (const double side : {-1.0, 1.0})
        for (const double y : {0.01, 0.3, 0.7}) {
            CHECK(along(poles(side * 2.99, y), length, height) == infinity);
            CHECK(std::isfinite(along(poles(side * 3.1, y), length, height)));
        }
    // a budget too small, and boxes that may not be small
    CHECK(along(poles(0, 0.4), 0.2, height, 1) == infinity);  // where the upper side alone is harmless
    const Formula four = 1 / (pow(x, 4) + 4);                 // poles at +-1 +- i: one box does not do
    CHECK(along(four, length, height, 3) == infinity);
    CHECK(std::isfinite(along(four, length, height)));
    CHECK(along(four, length, height, 4'000, 0.25) == infinity);
}

TEST_CASE("a pole inside the ellipse on its short axis is found") {
    for (const double rho : {1.2, 1.5, 2.0, 4.0}) {
        CAPTURE(rho);
        const double b = (rho - 1 / rho) / 2;
        for (const double part : {0.3, 0.96, 0.99}) {
            CHECK(with_poles(0, part * b, rho, 0, 1).nodes == 0);
            CHECK(with_poles(0, part * b, rho, 2, 0.5).nodes == 0);
        }
        CHECK(with_poles(0, 1.1 * b, rho, 0, 1).nodes > 0);
    }
}

TEST_CASE("bounds along a line hold the integral and are not far above it") {
    // Refining ends where it no longer pays: a factor e costs few nodes.
    const auto check = [](const Formula& g, double length, double height, double log_exact, double above) {
        CAPTURE(g.text());
        const double bound = along(g, length, height);
        CHECK(bound >= log_exact - 1e-12);
        CHECK(bound < log_exact + above);
    };
    check(Formula(3), 2.5, 1, std::log(15), 1e-12);
    check(exp(x), 4, 2, std::log(2 * std::sinh(4)), 1.5);
    check(exp(-x), 4, 2, std::log(2 * std::sinh(4)), 1.5);
    check(cos(x), 3, 5, std::log(6 * std::sinh(5)), 0.7);
    check(exp(-(pow(x, 2) / 2)), 8, 2, std::log(2 * M_PI) / 2 + 2, 2.3);
    const auto close = [](double t) {
        return 1 / std::abs(std::pow(std::complex<double>(t, 1), 2.0) + 1.25 * 1.25);
    };
    double sum = 0;
    for (int k = 0; k < 4096; ++k) sum += close((k + 0.5) / 2048 - 1) / 2048;
    check(poles(0, 1.25), 1, 1, std::log(sum) - 1e-6, 0.9);
    // beyond doubles, and zero
    check(exp(600 * x), 2, 1, 1200 - std::log(600), 7.2);
    CHECK(along(Formula(0) * x, 1, 1) < -9'000);
}

TEST_CASE("bounds of the short sides hold the integral and are not far above it") {
    const auto vertical = [](const Formula& g, double X, double height, double h, double goal = 0) {
        RectangleBound bound(g, X);
        return bound.vertical(Ball(X).at_precision(64), height, Ball(h).at_precision(64), Ball(goal));
    };
    const double h = 0.5, rate = 2 * M_PI / h;
    const double exact = 2 * (1 - std::exp(-rate)) / rate;
    const double of_one = vertical(Formula(1), 3, 1, h).to_double();
    CHECK(of_one >= exact);
    CHECK(of_one < 1.5 * exact);
    // a goal that is reached at once is not refined
    CHECK(vertical(Formula(1), 3, 1, h, 1e3).to_double() >= of_one);
    CHECK(vertical(Formula(1), 3, 1, h, 1e3).to_double() < 2.1 / rate);
    // both sides, e^3 + e^-3
    const double of_exp = vertical(exp(x), 3, 1, h).to_double();
    CHECK(of_exp >= (std::exp(3) + std::exp(-3)) * exact / 2);
    CHECK(of_exp < 1.5 * (std::exp(3) + std::exp(-3)) * exact / 2);
    CHECK(vertical(exp(-x), 3, 1, h).to_double() == doctest::Approx(of_exp));
    // a growth that the decay just outweighs: cosh(y) e^(-y/2) for h = 4 pi
    const double slow = 4 * M_PI;
    const double of_cos = vertical(cos(x), M_PI, 8, slow).to_double();
    const double sum = 2 * ((1 - std::exp(-12)) / 1.5 / 2 + (std::exp(4) - 1) / 0.5 / 2);
    CHECK(of_cos >= sum * 0.999);
    CHECK(of_cos < 1.8 * sum);
    // a supremum that no double holds, and a decay that none does
    const Ball huge = vertical(exp(400 * x), 3, 1, h);
    CHECK(log(huge).to_double() >= 1200 + std::log(exact / 2));
    CHECK(log(huge).to_double() < 1200 + std::log(exact / 2) + 0.5);
    const Ball steep = vertical(exp(-(pow(x, 2))), 1, 1, 0x1p-12);
    CHECK(steep.to_double() >= 2 * std::exp(-1) / (2 * M_PI) * 0x1p-12);
    CHECK(steep.to_double() < 2.5 * std::exp(-1) / (2 * M_PI) * 0x1p-12);
    // all of the integral lies where the decay leaves the range of doubles: e^(1000 y^2 - 800 y) up to y = 1
    const Ball late = vertical(exp(-1000 * pow(x - 3, 2)), 3, 1, 2 * M_PI / 800);
    CHECK(log(late).to_double() >= 200 - std::log(1200));
    CHECK(log(late).to_double() < 300);
    // a pole on the side
    CHECK_FALSE(vertical(poles(3, 0.5), 3, 1, h).is_finite());
    CHECK_FALSE(vertical(poles(-3, 0.5), 3, 1, h).is_finite());
}

TEST_CASE("the error of a rule is that of the long sides and that of the short ones") {
    RectangleBound bound(exp(x), 3);
    const Ball X = Ball(2.5).at_precision(64), h = Ball(0.5).at_precision(64), goal = 0;
    ProvedStrip strip{1, std::log(20), 0.5};
    const double long_sides = 2 * 20 / std::expm1(4 * M_PI);
    const double short_sides = 2 * bound.vertical(X, 1, h, goal).to_double();
    CHECK(short_sides > long_sides);
    CHECK(bound.rule_error(strip, X, h, goal).to_double() ==
          doctest::Approx(long_sides + short_sides).epsilon(1e-7));
    strip.log_bound = 20;
    CHECK(bound.rule_error(strip, X, h, goal).to_double() ==
          doctest::Approx(2 * std::exp(20) / std::expm1(4 * M_PI) + short_sides).epsilon(1e-7));
    CHECK(widest_step(1, std::log(20), 10) == doctest::Approx(2 * M_PI / (10 + std::log(20))));
}

TEST_CASE("a pole inside the ellipse is found at every place, one outside disturbs nowhere") {
    for (const double rho : {1.3, 2.0, 4.0}) {
        const double a = (rho + 1 / rho) / 2, b = (rho - 1 / rho) / 2;
        for (const auto& [centre, radius] :
             {std::pair{0.0, 1.0}, std::pair{-2.5, 0.5}, std::pair{1.0, 3.0}}) {
            for (int k = 0; k <= 12; ++k) {
                CAPTURE(k);
                const double p = a * std::cos(M_PI * k / 12), q = b * std::sin(M_PI * k / 12);
                for (const double inside : {0.6, 0.99})
                    CHECK(with_poles(inside * p, inside * q, rho, centre, radius).nodes == 0);
                CHECK(with_poles(1.3 * p, 1.3 * q, rho, centre, radius).nodes > 0);
            }
        }
    }
}

TEST_CASE("rules of ellipses hold the theorem's bound, of the maximum as it is") {
    const auto check = [](const Formula& g, double rho, double maximum, double goal) {
        CAPTURE(g.text());
        CAPTURE(rho);
        BoxSupremum supremum(g);
        const EllipseRule rule = rule_of_ellipse(supremum, {{0, 0}, {1, 1}}, rho, goal, 2'000);
        const auto error = [&](int nodes) {
            return 64.0 / 15 * maximum * std::pow(rho, -2 * nodes) / (1 - 1 / (rho * rho));
        };
        REQUIRE(rule.nodes >= 2);
        CHECK(rule.error.to_double() <= goal);
        CHECK(rule.error.to_double() >= error(rule.nodes) * (1 - 1e-12));
        CHECK(rule.error.to_double() < 3 * error(rule.nodes));
        if (rule.nodes > 2) CHECK(error(rule.nodes - 1) * 3 > goal);  // no more nodes than needed
    };
    for (const double rho : {1.5, 2.0, 5.0}) {
        const double a = (rho + 1 / rho) / 2, b = (rho - 1 / rho) / 2;
        check(Formula(7), rho, 7, 1e-12);
        check(exp(x), rho, std::exp(a), 1e-12);
        check(exp(-x), rho, std::exp(a), 1e-12);
        check(cos(x), rho, std::cosh(b), 1e-12);
        check(exp(3 * x), rho, std::exp(3 * a), 1e-6);
    }
    // of constants the maximum is exact
    for (const double constant : {1e-3, 7.0}) {
        BoxSupremum supremum(number(constant));
        const EllipseRule rule = rule_of_ellipse(supremum, {{0, 0}, {1, 1}}, 2, 1e-12, 100);
        CHECK(rule.error.to_double() ==
              doctest::Approx(64.0 / 15 * constant * std::pow(2, -2 * rule.nodes) / 0.75));
    }
    // a box around a part of the edge may hold a pole beside it: the other parts still count
    const double p = 1.25 * 0.995, q = 0.75 * 0.19;
    check(exp(-3 * x) + Formula(Real(Rational::from_decimal("1e-6"))) * poles(p, q), 2, std::exp(3.75),
          1e-12);
    BoxSupremum zero(Formula(0) * x);
    const EllipseRule none = rule_of_ellipse(zero, {{0, 0}, {1, 1}}, 2, 1e-10, 100);
    CHECK(none.nodes >= 2);
    BoxSupremum hard(1 / (1 + exp(x)));
    CHECK(rule_of_ellipse(hard, {{0, 0}, {1, 1}}, 4, 1e-10, 1).nodes == 0);  // too few boxes
}

TEST_CASE("of a few ellipses the one with the fewest nodes, if they are few enough") {
    const auto nodes = [](const Formula& g, double goal, int most = 1'000) {
        const EllipseRule rule = gauss_legendre_rule(g, goal, most, Context());
        CHECK((rule.nodes == 0 || rule.error.to_double() <= goal));
        return rule.nodes;
    };
    CHECK(nodes(exp(x), 1e-15) > 4);
    CHECK(nodes(exp(x), 1e-15) <= 12);
    // poles at +-i/2: rho is at most 1.618
    CHECK(nodes(poles(0, 0.5), 1e-10) >= std::log(1e10) / 2 / std::log(1.618));
    CHECK(nodes(poles(0, 0.5), 1e-10) <= 40);
    CHECK(nodes(poles(0, 0.5), 1e-10, 20) == 0);
    CHECK(nodes(poles(0, 0.05), 1e-10) == 0);
    CHECK(nodes(poles(2, 0), 1e-10) <= 15);
}

TEST_CASE("suprema over boxes: in doubles, in balls where doubles do not tell, or not at all") {
    const RealInterval real = {1, 2}, imaginary = {-0.5, 0.5};
    const auto supremum = [&](const Formula& g,
                              BoxSupremum::Otherwise otherwise = BoxSupremum::Otherwise::ask_balls) {
        BoxSupremum bound(g, otherwise);
        const double most = bound(real, imaginary);
        CHECK(bound.evaluations() == 1);
        return most;
    };
    CHECK(supremum(exp(x)) >= std::exp(2));
    CHECK(supremum(exp(x)) < 1.2 * std::exp(2));
    CHECK(supremum(1 / x) >= 1);
    CHECK(supremum(1 / x) < 1.3);
    CHECK(supremum(poles(1.5, 0.25)) == infinity);
    // normal_cdf has no zero there, but a disk around it in doubles may have one
    CHECK(std::isfinite(supremum(1 / normal_cdf(x))));
    CHECK(std::isfinite(supremum(1 / (erf(x) + Formula(0.25)))));
    // a zero that is one is not finite in balls either
    std::optional<Ball> none;
    CHECK(BoxSupremum(1 / (normal_cdf(x) - Formula(0.9)))(real, imaginary, &none) == infinity);
    CHECK_FALSE(none.has_value());
    // beyond doubles
    const Formula huge = exp(500 * x), tiny = exp(-500 * x);
    std::optional<Ball> exact;
    BoxSupremum of_huge(huge);
    CHECK(of_huge(real, imaginary, &exact) == infinity);
    REQUIRE(exact.has_value());
    CHECK(log(*exact).to_double() >= 1000);
    CHECK(log(*exact).to_double() < 1010);
    CHECK(BoxSupremum(huge)(real, imaginary) == infinity);
    CHECK(supremum(huge, BoxSupremum::Otherwise::give_up) == infinity);
    BoxSupremum of_tiny(exp(-700 * x));
    exact.reset();
    CHECK(of_tiny(real, imaginary, &exact) == infinity);
    REQUIRE(exact.has_value());
    CHECK(log(*exact).to_double() >= -700);
    CHECK(log(*exact).to_double() < -690);
    CHECK(supremum(exp(-700 * x)) >= std::exp(-700));
    CHECK(supremum(exp(-700 * x)) < 1e-300);
    CHECK(supremum(exp(-700 * x), BoxSupremum::Otherwise::give_up) ==
          1e-250);  // an upper bound that doubles hold well
    CHECK(supremum(tiny) < 1e-200);
}
