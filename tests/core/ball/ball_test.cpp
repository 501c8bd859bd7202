#include <doctest/doctest.h>

#include "tests/core/ball/property.hpp"

#include <limits>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Ball infinity = Ball::infinity();
const Ball undefined = Ball::indeterminate();

Ball wide(double lower, double upper, long bits = 64) {
    return Ball::interval(Ball(lower).at_precision(bits), Ball(upper).at_precision(bits));
}

}  // namespace

TEST_CASE("every function of a ball contains the values at its points") {
    Dice dice(1);
    for (const RealRow& row : real_rows) {
        for (const long bits : {24L, 64L, 300L}) CHECK(escaped_point(row, dice, bits, 6) == "");
    }
    // Control: a function that forgets its radius is caught.
    const RealRow forgetful{"forgetful", [](const Ball& x) { return exp(x.midpoint()); }, arb_exp};
    CHECK(escaped_point(forgetful, dice, 64, 12) != "");
}

TEST_CASE("functions far out and wide stay useful") {
    const Ball huge = Ball(0.0).at_precision(64).widened(Ball(1e300));
    CHECK(wide(-1.01, 1.01).contains(tanh(huge)));
    CHECK(wide(-0.01, 1.01).contains(sigmoid(huge)));
    CHECK(wide(-0.01, 2.01).contains(erfc(huge)));
    CHECK(softplus(wide(-1e9, 3)).upper_double() < 4);
    CHECK(softplus(Ball(-1e5).at_precision(64)).is_positive());
    CHECK(tanh_of_softplus(Ball(-1e5).at_precision(64)).is_positive());
    CHECK(tanh_of_softplus(Ball(-1e3).at_precision(64)).accuracy_bits() > 40);
    CHECK((1 - tanh_of_softplus(Ball(1e5).at_precision(64))).contains_zero());
    CHECK(wide(-0.01, 1.01).contains(tanh_of_softplus(huge)));
    CHECK(normal_cdf(Ball(-1e4).at_precision(64)).is_positive());
    CHECK(normal_cdf(Ball(-1e4).at_precision(64)).accuracy_bits() > 40);
    CHECK(sigmoid(Ball(-1e6).at_precision(64)).accuracy_bits() > 40);
    CHECK(cosh(wide(-3, 1)).lower_double() > 0.99);
    CHECK(cosh(wide(-3, 1)).upper_double() < 10.07);
    CHECK(pow(wide(-3, 1), 2).is_nonnegative());
    CHECK(pow(wide(-3, 1), 2).upper_double() < 9.01);
    CHECK(sqrt(pow(wide(-3, 1), 4)).is_finite());
}

TEST_CASE("what is undefined stays undefined, and limits are limits") {
    for (const RealRow& row : real_rows) {
        CAPTURE(row.name);
        CHECK_FALSE(row.function(undefined).is_finite());
    }
    CHECK_FALSE(pow(undefined, Ball(0)).is_finite());
    for (const Ball& x :
         {sqrt(wide(-1, 1)), log(wide(0, 1)), log1p(Ball(-1)), 1 / wide(-1, 1), pow(Ball(0), -1),
          pow(Ball(-2), Ball(0.5)), infinity - infinity, infinity * 0, Ball(std::nan("")) + 1}) {
        CHECK_FALSE(x.is_finite());
    }
    CHECK(pow(Ball(0), Ball(0.5)).contains(Ball(0)));
    CHECK(normal_cdf(infinity).exact_integer() == 1);
    CHECK(normal_cdf(-infinity).exact_integer() == 0);
    CHECK(erf(-infinity).exact_integer() == -1);
    CHECK(erfc(infinity).exact_integer() == 0);
    CHECK(erfc(-infinity).exact_integer() == 2);
    CHECK(tanh(-infinity).exact_integer() == -1);
    CHECK(sigmoid(infinity).exact_integer() == 1);
    CHECK_FALSE(normal_cdf(Ball(0).widened(infinity)).is_positive());
}

TEST_CASE("an operation works at the larger precision; literals bring none") {
    CHECK(Ball(3).precision() == 0);
    CHECK((Ball(3) / 7.0).precision() == 0);
    CHECK((Ball(1) / 3).accuracy_bits() >= 126);
    const Ball low = Ball(1).at_precision(40), high = Ball(3).at_precision(400);
    CHECK((low / high).precision() == 400);
    CHECK((low / high).accuracy_bits() >= 398);
    CHECK((low / 3).accuracy_bits() <= 41);
    CHECK(exp(low).precision() == 40);
    CHECK(pow(low, high).precision() == 400);
    CHECK((Ball(1) / 3).at_precision(30).contains(Rational(1) / Rational(3)));
    CHECK_FALSE((Ball(1) / 3).contains(Rational(333'333'333) / Rational(1'000'000'000)));
}

TEST_CASE("the ends of a ball are proved ends") {
    Dice dice(5);
    for (int i = 0; i < 200; ++i) {
        const Ball x = random_ball(dice, i % 2 == 0 ? 30 : 200);
        for (const Ball& point : points_of(x, dice, 2, 200)) {
            if (!x.contains(point)) continue;
            CHECK((point - x.lower()).is_nonnegative());
            CHECK((x.upper() - point).is_nonnegative());
            CHECK((x.magnitude() - abs(point)).is_nonnegative());
            CHECK((abs(point) - x.mignitude()).is_nonnegative());
            CHECK((point - Ball(x.lower_double())).is_nonnegative());
            CHECK((Ball(x.upper_double()) - point).is_nonnegative());
        }
    }
    const Ball beyond = Ball::power_of_two(5000);
    CHECK(beyond.upper_double() == std::numeric_limits<double>::infinity());
    CHECK(beyond.lower_double() == std::numeric_limits<double>::max());
    CHECK((1 / beyond).lower_double() == 0);
    CHECK((1 / beyond).upper_double() > 0);
    CHECK(undefined.mignitude().exact_integer() == 0);
    CHECK_FALSE(undefined.magnitude().is_finite());
    CHECK_FALSE(Ball(1).contains(undefined));
    CHECK_FALSE(undefined.is_nonpositive());
}

TEST_CASE("min, max and abs of balls that overlap keep both") {
    Dice dice(9);
    for (int i = 0; i < 200; ++i) {
        const Ball x = random_ball(dice, 64), y = random_ball(dice, 64);
        const auto xs = points_of(x, dice, 1, 64), ys = points_of(y, dice, 1, 64);
        for (std::size_t k = 0; k < xs.size(); ++k) {
            if (!x.contains(xs[k]) || !y.contains(ys[k])) continue;
            const Ball& smaller = (xs[k] - ys[k]).is_negative() ? xs[k] : ys[k];
            const Ball& larger = (xs[k] - ys[k]).is_negative() ? ys[k] : xs[k];
            CHECK(min(x, y).contains(smaller));
            CHECK(max(x, y).contains(larger));
            CHECK(abs(x).contains(xs[k].is_negative() ? -xs[k] : xs[k]));
            CHECK(Ball::interval(x, y).contains(ys[k]));
        }
    }
}

TEST_CASE("exact text restores the ball and nothing else is read") {
    Dice dice(3);
    for (int i = 0; i < 100; ++i) {
        const Ball x = random_ball(dice, 100, 300);
        const Ball back = Ball::from_exact_text(x.exact_text(), 100);
        CHECK((back.contains(x) && x.contains(back) && back.precision() == 100));
    }
    for (const Ball& x :
         {infinity, -infinity, undefined, Ball(0), Ball(1).widened(infinity), exp(Ball(1e6))}) {
        CHECK(Ball::from_exact_text(x.exact_text()).exact_text() == x.exact_text());
    }
    for (const char* text : {"",
                             "1",
                             "1 0",
                             "1 0 1",
                             "1 0 1 0 ",
                             " 1 0 1 0",
                             "1  0 1 0",
                             "1 0 1 0 0",
                             "1 0 -1 0",
                             "0 5 0 0",
                             "1 0 0 5",
                             "1 0 7fffffff 0",
                             "1 0 100000000000 0",
                             "nan",
                             "inf 0 0 0",
                             "1 0 0 -2",
                             "01 0 0 0",
                             "-",
                             "- - - -",
                             "g 0 0 0"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)Ball::from_exact_text(text), InputError);
    }
}
