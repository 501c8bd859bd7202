// Inclusion of every function of RealInterval, and that no slack is missing or wasted: an interval whose ends
// are moved inward by little more than what is promised no longer holds every value.

#include "core/ball/real_interval.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/ball/ball.hpp>

#include "tests/support/core_samples.hpp"

#include "core/base/doubles.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr long bits = 200;

struct Row {
    const char* name;
    RealInterval (*function)(const RealInterval&);
    Ball (*exact)(const Ball&);
    double low, high;  ///< arguments
    double slack;      ///< the ends of the image of a point are this near, relative to max(1, |value|)
};

Ball one_over(const Ball& x) { return 1 / x; }
Ball squared(const Ball& x) { return pow(x, 2); }

const std::vector<Row>& rows() {
    static const std::vector<Row> all = {{"exp", exp, exp, -708, 709, 0x1p-43},
                                         {"exp near 0", exp, exp, -1, 1, 0x1p-43},
                                         {"log", log, log, 1e-300, 1e300, 0x1p-43},
                                         {"log near 1", log, log, 0.5, 2, 0x1p-43},
                                         {"sin", sin, sin, -1e6, 1e6, 1e-6},
                                         {"sin near 0", sin, sin, -4, 4, 0x1p-44},
                                         {"cos", cos, cos, -1e6, 1e6, 1e-6},
                                         {"cos near 0", cos, cos, -4, 4, 0x1p-44},
                                         {"sqrt", sqrt, sqrt, 0, 1e300, 0x1p-50},
                                         {"reciprocal", reciprocal, one_over, 1e-3, 1e3, 0x1p-42},
                                         {"square", square, squared, -1e3, 1e3, 0x1p-50}};
    return all;
}

/// Half of the arguments are spread evenly, half over all magnitudes.
double argument(const Row& row, Dice& dice) {
    const double x = dice.uniform(row.low, row.high);
    if (dice.below(2) == 0) return x;
    const double scaled = std::ldexp(x, -dice.below(40));
    return scaled >= row.low && scaled <= row.high ? scaled : x;
}

bool holds(const RealInterval& image, const Ball& value) {
    return (value - Ball(image.lower)).is_nonnegative() && (Ball(image.upper) - value).is_nonnegative();
}

}  // namespace

TEST_CASE("a function of an interval holds the values at its points, closely") {
    Dice dice(5);
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        for (int i = 0; i < 4000; ++i) {
            const double x = argument(row, dice);
            CAPTURE(x);
            const Ball value = row.exact(Ball(x).at_precision(bits));
            const RealInterval image = row.function({x, x});
            REQUIRE(image.is_finite());
            REQUIRE(holds(image, value));
            REQUIRE(image.upper - image.lower <= row.slack * std::max(1.0, std::fabs(value.to_double())));
            // a wide one holds the values at its ends and between
            const double y = argument(row, dice), part = dice.uniform();
            const RealInterval wide = {std::min(x, y), std::max(x, y)};
            const double between = wide.lower + part * (wide.upper - wide.lower);
            for (const double at : {x, y, std::min(between, wide.upper)})
                REQUIRE(holds(row.function(wide), row.exact(Ball(at).at_precision(bits))));
        }
    }
}

TEST_CASE("control: the series alone, without its error, miss values") {
    Dice dice(6);
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        int missed = 0;
        for (int i = 0; i < 2000; ++i) {
            const double x = argument(row, dice);
            const Ball value = row.exact(Ball(x).at_precision(bits));
            const RealInterval image = row.function({x, x});
            const double middle = image.lower + (image.upper - image.lower) / 2;
            missed += holds({middle, middle}, value) ? 0 : 1;
        }
        CHECK(missed > 500);
    }
}

TEST_CASE("sums and products hold what they should, whatever the signs, and keep exact zeros") {
    Dice dice(7);
    const auto end = [&dice] {
        const int size = dice.between(-30, 30), kind = dice.below(6);
        return kind == 0 ? 0 : std::ldexp(dice.uniform(-1, 1), size);
    };
    int missed = 0;
    for (int i = 0; i < 20'000; ++i) {
        const double p = end(), q = end(), r = end(), s = end();
        const RealInterval a = {std::min(p, q), std::max(p, q)}, b = {std::min(r, s), std::max(r, s)};
        for (const double x : {p, q}) {
            for (const double y : {r, s}) {
                const Ball u = Ball(x).at_precision(bits), v = Ball(y).at_precision(bits);
                REQUIRE(holds(a + b, u + v));
                REQUIRE(holds(a - b, u - v));
                REQUIRE(holds(a * b, u * v));
                const RealInterval rounded = {x * y, x * y};
                missed += holds(rounded, u * v) ? 0 : 1;
            }
        }
    }
    CHECK(missed > 1000);  // control: products alone are not exact
    CHECK((RealInterval{0, 0} * RealInterval{-3, 5}).is_zero());
    CHECK((RealInterval{2, 2} + RealInterval{-2, -2}).is_zero());
    CHECK((RealInterval{0, 1} * RealInterval{0, 2}).lower == 0);
    CHECK(square({-1, 2}).lower == 0);
}

TEST_CASE("what leaves the range of doubles is not finite and stays so") {
    CHECK(exp(RealInterval{0, 800}).upper == infinity);
    CHECK(exp(RealInterval{0, 800}).lower <= 1);
    CHECK(exp(RealInterval{710, 711}).lower < infinity);  // e^710 = 2.2e308
    CHECK(exp(RealInterval{-800, -790}).lower == 0);
    CHECK(exp(RealInterval{-800, -790}).upper > 0);
    const RealInterval huge = {1e200, 1e200};
    const RealInterval beyond = huge * huge;
    CHECK_FALSE(beyond.is_finite());
    const RealInterval nothing = beyond - beyond;
    for (const RealInterval& x : {beyond, nothing, reciprocal({-1, 1}), log(RealInterval{-1, 1}),
                                  log(RealInterval{0, 1}), angle(0, 0)}) {
        CHECK_FALSE(x.is_finite());
        CHECK_FALSE((x * RealInterval{0, 0}).is_finite());
        CHECK_FALSE((x + RealInterval{1, 1}).is_finite());
        CHECK_FALSE(sin(x).is_finite());
        CHECK_FALSE(cos(x).is_finite());
        CHECK_FALSE(exp(x).is_finite());
        CHECK_FALSE(log(x).is_finite());
    }
    CHECK(sin(RealInterval{1e7, 1e7}).upper == 1);
    CHECK(sin(RealInterval{1e7, 1e7}).lower == -1);
}

TEST_CASE("extremes between the ends belong to sine and cosine") {
    CHECK(cos(RealInterval{-0.1, 0.1}).upper == 1);
    CHECK(cos(RealInterval{3, 3.2}).lower == -1);
    CHECK(cos(RealInterval{3, 6.3}).upper == 1);
    CHECK(cos(RealInterval{0.1, 3}).upper < 1);
    CHECK(cos(RealInterval{0.1, 3}).lower > -1);
    CHECK(sin(RealInterval{1.5, 1.6}).upper == 1);
    CHECK(sin(RealInterval{-1.6, -1.5}).lower == -1);
    CHECK(sin(RealInterval{4.7, 4.72}).lower == -1);
    CHECK(sin(RealInterval{-1.5, 1.5}).upper < 1);
}

TEST_CASE("angles in all quadrants") {
    Dice dice(8);
    const Ball pi = Ball::pi(bits);
    for (int i = 0; i < 2000; ++i) {
        const double x = dice.uniform(-2, 2), y = std::ldexp(dice.uniform(-1, 1), -dice.below(30));
        const Ball px = Ball(x).at_precision(bits), py = Ball(y).at_precision(bits);
        Ball exact = atan(py / px);
        if (x < 0) exact = y < 0 ? exact - pi : exact + pi;
        REQUIRE(holds(angle(y, x), exact));
        REQUIRE(angle(y, x).upper - angle(y, x).lower < 0x1p-42);
        REQUIRE_FALSE(holds(angle(-y, x), exact));  // control
    }
    CHECK(holds(angle(0, -1), pi));
    CHECK(holds(angle(1, 0), pi / 2));
    CHECK(holds(angle(-1, 0), -pi / 2));
}
