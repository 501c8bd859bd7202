// The smallest root of F(s) = s^p on functions whose roots are known in closed form, and the refusals.

#include "methods/roots/scale_root.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/ball/rational.hpp>

using namespace sigprop;

namespace {

Ball at(const Ball& s, long digits) { return s.at_precision(Context::bits_for(digits) + 16); }

/// F with F', F'' as functions of s, and the stated sign near zero.
ScaleEquation equation(int power, Ball (*value)(const Ball&), Ball (*slope)(const Ball&), double curvature,
                       int sign) {
    ScaleEquation e;
    e.power = power;
    e.value = [value](const Ball& s, long digits) { return Answer(value(at(s, digits))); };
    e.slope = [slope](const Ball& s, long digits) { return Answer(slope(at(s, digits))); };
    e.curvature = [curvature](const Ball&, const Ball&) { return Ball(curvature); };
    e.sign_near_zero = [sign](const Ball& b) { return b.upper_double() < 0.01 ? sign : 0; };
    return e;
}

const ScaleEquation half_square = equation(
    0, [](const Ball& s) { return s * s / 2; }, [](const Ball& s) { return s; }, 1, -1);

/// 100 s^2 (1 + 4 s^2)^(-3/2), above 1 between its two roots.
Ball bump(const Ball& s) { return 100 * s * s * exp(Ball(-1.5) * log(1 + 4 * s * s)); }
Ball bump_slope(const Ball& s) { return bump(s) * (2 / s - 12 * s / (1 + 4 * s * s)); }

}  // namespace

TEST_CASE("a root without a closed form of its own: sqrt 2, to many digits") {
    for (const long digits : {10, 30, 200}) {
        const Answer root = smallest_scale_root(half_square, digits, {}).root;
        REQUIRE(root.status == Status::ok);
        CHECK(root.value.contains(sqrt(Ball(2).at_precision(2000)).midpoint()));
        CHECK(has_digits(root.value, digits - 1));
        CHECK_FALSE(root.value.contains(Ball(1.5)));
    }
}

TEST_CASE("the smaller of two roots, and the target s^2 from above") {
    const Answer low = smallest_scale_root(equation(0, bump, bump_slope, 1000, -1), 25, {}).root;
    REQUIRE(low.status == Status::ok);
    CHECK((low.value - Ball::from_rational(Rational::from_decimal("0.10317693991242745563418429686"), 200))
              .upper_double() < 1e-24);
    CHECK(low.value.upper_double() < 0.2);
    // s^2/2 + 1/2 = s^2 at 1.
    const Answer one = smallest_scale_root(equation(
                                               2, [](const Ball& s) { return s * s / 2 + Ball(0.5); },
                                               [](const Ball& s) { return s; }, 1, 1),
                                           25, {})
                           .root;
    REQUIRE(one.status == Status::ok);
    CHECK(one.value.contains(Ball(1)));
}

TEST_CASE("a bump between two points of the search is found by the walk back") {
    // F(1) < 1, F(1.2) > 1, F(sqrt 2) < 1, and F stays above 1 from 6.6… on; s F(s) rises throughout.
    const auto value = [](const Ball& s) {
        return Ball(0.48) + s * s / 100 + Ball(0.65) * sigmoid(40 * (s - Ball(1.1))) / s;
    };
    const auto slope = [](const Ball& s) {
        const Ball step = sigmoid(40 * (s - Ball(1.1)));
        return s / 50 + Ball(0.65) * (40 * step * (1 - step) / s - step / (s * s));
    };
    const Answer root = smallest_scale_root(equation(0, value, slope, 3000, -1), 25, {}).root;
    CAPTURE(root.reason);
    REQUIRE(root.status == Status::ok);
    CHECK(root.value.upper_double() < 1.2);
    CHECK((value(root.value) - 1).contains_zero());
}

TEST_CASE("roots that nearly merge, or none, are told apart by convexity") {
    // sign (F(s) - s^2) = s^2 (c (s - 1)^2 - gap), c = 1/50: s F(s) rises up to 4, beyond which there is no
    // root.
    const auto nearly = [](int sign, double gap) {
        const Ball c = Ball(1) / Ball(50).at_precision(400);
        ScaleEquation e;
        e.power = 2;
        const Ball g(gap);
        e.value = [=](const Ball& s, long digits) {
            const Ball x = at(s, digits);
            return Answer(x * x + sign * x * x * (c * pow(x - 1, 2) - g));
        };
        e.slope = [=](const Ball& s, long digits) {
            const Ball x = at(s, digits);
            return Answer(2 * x + sign * (c * (2 * x * pow(x - 1, 2) + 2 * x * x * (x - 1)) - 2 * g * x));
        };
        e.bend = [=](const Ball& s, long digits) {
            const Ball x = at(s, digits);
            return Answer(2 + sign * (c * (12 * x * x - 12 * x + 2) - 2 * g));
        };
        e.curvature = [](const Ball&, const Ball&) { return Ball(10); };
        e.third = [](const Ball&, const Ball& upper) { return abs(24 * upper + 12) / 50; };
        e.sign_near_zero = [sign](const Ball& b) { return b.upper_double() < 0.5 ? sign : 0; };
        e.sign_beyond = [sign](const Ball& b) { return b.lower_double() >= 3 ? sign : 0; };
        return e;
    };
    for (const int sign : {1, -1}) {
        CAPTURE(sign);
        for (const double gap : {0x1p-20, 0x1p-40, 0x1p-56}) {
            CAPTURE(gap);
            const ScaleRoot none = smallest_scale_root(nearly(sign, -gap), 20, {});
            CHECK(none.root.status == Status::domain);
            CHECK(none.sign == sign);
            const ScaleRoot one = smallest_scale_root(nearly(sign, gap), 20, {});
            CAPTURE(one.root.reason);
            REQUIRE(one.root.status == Status::ok);
            CHECK(one.root.value.overlaps(1 - sqrt(50 * Ball(gap).at_precision(300))));
            CHECK(has_digits(one.root.value, 19));
        }
        // Controls: without F'' nothing is claimed, nor without a point beyond which there is no root.
        ScaleEquation blind = nearly(sign, -0x1p-40);
        blind.bend = nullptr;
        CHECK(smallest_scale_root(blind, 20, {}).root.status == Status::unable);
        ScaleEquation open = nearly(sign, -0x1p-40);
        open.sign_beyond = nullptr;
        CHECK(smallest_scale_root(open, 20, {}).root.status == Status::unable);
    }
}

TEST_CASE("nothing is claimed without a proof") {
    const auto unable = [](const ScaleEquation& e, const char* words) {
        const Answer root = smallest_scale_root(e, 20, {}).root;
        return root.status == Status::unable && root.reason.find(words) != std::string::npos;
    };
    ScaleEquation e = half_square;
    e.sign_near_zero = [](const Ball&) { return 0; };
    CHECK(unable(e, "near zero"));
    e = half_square;
    e.curvature = [](const Ball&, const Ball&) { return Ball::infinity(); };
    CHECK(unable(e, "second derivative"));
    e = half_square;
    e.value = [](const Ball& s, long digits) { return Answer(at(s, digits) * 0 + Ball(0.5)); };
    CHECK(unable(e, "no root was found"));
    e.value = [](const Ball&, long) { return Answer(Status::domain, "diverges"); };
    CHECK(smallest_scale_root(e, 20, {}).root.reason == "diverges");
}
