// Inclusion of every function of ComplexBox: points of a box, evaluated by Arb at 256 bits and a plain
// formula, lie in the image, and no box that holds a singularity has one.

#include "core/ball/complex_box.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "core/ball/arb.hpp"
#include "tests/support/core_samples.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr long bits = 256;
constexpr double pi = 3.14159265358979323846;

ComplexBall plain_sigmoid(const ComplexBall& z) { return 1 / (1 + exp(-z)); }
ComplexBall plain_tanh_of_softplus(const ComplexBall& z) {
    const ComplexBall p = exp(z);
    return p * (p + 2) / (p * (p + 2) + 2);
}
ComplexBall plain_softplus(const ComplexBall& z) {
    ComplexBall result = exp(z);
    acb_log1p(raw(result), raw(result), bits);
    return result;
}

template <class Z>
Z inverse(const Z& z) {
    return 1 / z;
}
template <class Z>
Z fifth_power(const Z& z) {
    return pow(z, 5);
}
template <class Z>
Z minus_third_power(const Z& z) {
    return pow(z, -3);
}
template <class Z>
Z power_of_itself(const Z& z) {
    return pow(z, 0.5 * z + 1.25);
}
template <class Z>
Z product(const Z& z) {
    return (z - 1) * (2 - z) * (z + 0.25);
}

struct Place {
    double x0, x1, y0, y1;
    [[nodiscard]] bool holds(double x, double y) const { return x0 <= x && x <= x1 && y0 <= y && y <= y1; }
};

bool at_zero(const Place& p) { return p.holds(0, 0); }
bool on_negative_axis(const Place& p) { return p.x0 <= 0 && p.y0 <= 0 && p.y1 >= 0; }
bool left_of_minus_1(const Place& p) { return p.x0 <= -1 && p.y0 <= 0 && p.y1 >= 0; }
bool odd_multiple(const Place& p, double unit) {
    for (int k = -9; k <= 9; k += 2) {
        if (p.y0 <= k * unit && k * unit <= p.y1) return true;
    }
    return false;
}
bool at_sigmoid_pole(const Place& p) { return p.x0 <= 0 && p.x1 >= 0 && odd_multiple(p, pi); }
bool at_tanh_pole(const Place& p) { return p.x0 <= 0 && p.x1 >= 0 && odd_multiple(p, pi / 2); }
bool on_softplus_cut(const Place& p) { return p.x1 >= 0 && odd_multiple(p, pi); }
bool at_mish_pole(const Place& p) {
    constexpr double log_root_2 = 0.34657359027997264;
    for (const double turns : {-1.25, -0.75, 0.75, 1.25}) {
        if (p.holds(log_root_2, turns * pi)) return true;
    }
    return false;
}
bool never(const Place&) { return false; }

struct Row {
    const char* name;
    ComplexBox (*function)(const ComplexBox&);
    ComplexBall (*exact)(const ComplexBall&);
    bool (*singular)(const Place&);
};

const std::array rows = {
    Row{"sqrt", sqrt, sqrt, on_negative_axis},
    Row{"exp", exp, exp, never},
    Row{"expm1", expm1, expm1, never},
    Row{"log", log, log, on_negative_axis},
    Row{"log1p", log1p, log1p, left_of_minus_1},
    Row{"sin", sin, sin, never},
    Row{"cos", cos, cos, never},
    Row{"sinh", sinh, sinh, never},
    Row{"cosh", cosh, cosh, never},
    Row{"tanh", tanh, tanh, at_tanh_pole},
    Row{"erf", erf, erf, never},
    Row{"erfc", erfc, erfc, never},
    Row{"sigmoid", sigmoid, plain_sigmoid, at_sigmoid_pole},
    Row{"softplus", softplus, plain_softplus, on_softplus_cut},
    Row{"tanh of softplus", tanh_of_softplus, plain_tanh_of_softplus, at_mish_pole},
    Row{"normal_pdf", normal_pdf, normal_pdf, never},
    Row{"normal_cdf", normal_cdf, normal_cdf, never},
    Row{"1/z", inverse, inverse, at_zero},
    Row{"z^5", fifth_power, fifth_power, never},
    Row{"z^-3", minus_third_power, minus_third_power, at_zero},
    Row{"z^(z/2 + 5/4)", power_of_itself, power_of_itself, on_negative_axis},
    Row{"product", product, product, never},
};

/// Ends of ordinary size, sometimes exactly at zero, or next to a multiple of pi/4.
RealInterval random_side(Dice& dice, double most) {
    const int kind = dice.below(8);
    double a = kind == 0 ? 0 : dice.uniform(-most, most);
    if (kind == 1) a = dice.between(-5, 5) * pi / 4;
    const int down = dice.below(12);
    const double width = dice.below(5) == 0 ? 0 : std::ldexp(dice.uniform(0, 4), -down);
    return {a, a + width};
}

bool holds(const RealInterval& side, const Ball& value) {
    return (value - Ball(side.lower)).is_nonnegative() && (Ball(side.upper) - value).is_nonnegative();
}

/// "missed" where a point's value lies outside, "known" where a singular box has an image.
std::string failure(const Row& row, const RealInterval& x, const RealInterval& y, Dice& dice) {
    const ComplexBox image = row.function(ComplexBox(x, y));
    if (!image.is_known()) return "";
    if (row.singular({x.lower, x.upper, y.lower, y.upper})) return "known";
    const double p = dice.uniform(), q = dice.uniform();
    const double between_x = std::min(x.upper, x.lower + p * (x.upper - x.lower));
    const double between_y = std::min(y.upper, y.lower + q * (y.upper - y.lower));
    for (const double px : {x.lower, x.upper, between_x}) {
        for (const double py : {y.lower, y.upper, between_y}) {
            const ComplexBall point(Ball(px).at_precision(bits), Ball(py).at_precision(bits));
            const ComplexBall value = row.exact(point);
            if (!value.is_finite()) continue;  // the plain formula's own cut
            if (!holds(image.real, value.real()) || !holds(image.imaginary, value.imaginary()))
                return "missed";
            const Ball size = value.magnitude();
            if ((value.mignitude() - Ball(image.magnitude())).is_positive()) return "missed";
            if ((Ball(image.mignitude()) - size).is_positive()) return "missed";
        }
    }
    return "";
}

}  // namespace

TEST_CASE("a function of a box holds its values, and has none where it is not holomorphic") {
    Dice dice(21);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        int known = 0;
        constexpr int boxes = 1500;
        for (int i = 0; i < boxes; ++i) {
            const RealInterval x = random_side(dice, 5), y = random_side(dice, 5);
            const std::string place = std::to_string(x.lower) + " " + std::to_string(x.upper) + " " +
                                      std::to_string(y.lower) + " " + std::to_string(y.upper);
            CAPTURE(place);
            REQUIRE(failure(row, x, y, dice) == "");
            known += row.function(ComplexBox(x, y)).is_known() ? 1 : 0;
        }
        CHECK(known > boxes / 3);
    }
}

TEST_CASE("controls: a function that forgets the width of its box, and one that crosses its cut") {
    const Row narrow = {"",
                        [](const ComplexBox& z) {
                            const double x = (z.real.lower + z.real.upper) / 2;
                            return exp(ComplexBox(RealInterval{x, x}, z.imaginary));
                        },
                        exp, never};
    const Row across = {
        "",
        [](const ComplexBox& z) {
            return ComplexBox(log(RealInterval{z.mignitude(), z.magnitude()}), RealInterval{-pi, pi});
        },
        log, on_negative_axis};
    Dice dice(22);
    bool missed = false, known = false;
    for (int i = 0; i < 200; ++i) {
        const RealInterval x = random_side(dice, 5), y = random_side(dice, 5);
        missed = missed || failure(narrow, x, y, dice) == "missed";
        known = known || failure(across, x, y, dice) == "known";
    }
    CHECK(missed);
    CHECK(known);
}

TEST_CASE("wide boxes in a strip stay useful") {
    const auto box = [](double x0, double x1, double y0, double y1) {
        return ComplexBox(RealInterval{x0, x1}, RealInterval{y0, y1});
    };
    CHECK(sigmoid(box(-600, 600, -3, 3)).magnitude() < 10.1);
    CHECK(tanh(box(-300, 300, -1.5, 1.5)).magnitude() < 20.1);
    CHECK(tanh_of_softplus(box(-300, 300, -2.3, 2.3)).magnitude() < 27);
    CHECK(tanh_of_softplus(box(-300, 300, -3, 3)).state == ComplexBox::State::singular);
    CHECK(sigmoid(box(1, 2, -100, 100)).is_known());
    CHECK(sigmoid(box(-20, -19, -100, 100)).magnitude() < 1e-8);
    CHECK(sigmoid(box(-0.1, 0.1, 0, 4)).state == ComplexBox::State::singular);
    CHECK(softplus(box(-50, 50, -3, 3)).imaginary.magnitude() < 3.2);
    CHECK(erfc(box(3, 9, -1, 1)).magnitude() < 5e-4);  // sqrt(2) e^-8
}

TEST_CASE("erf vanishes like its argument, so that erf(z)/z is bounded beside 0") {
    for (const double size : {0.3, 0.1, 1e-3, 1e-10, 1e-100}) {
        CAPTURE(size);
        const ComplexBox z(RealInterval{-size, size}, RealInterval{0, size});
        CHECK(erf(z).is_known());
        CHECK(erf(z).magnitude() < 2.5 * size);
        const ComplexBox right(RealInterval{size / 2, size}, RealInterval{-size / 4, size / 4});
        CHECK((erf(right) / right).magnitude() < 3.5);
        CHECK(erf(right).real.lower > 0.3 * size);
    }
}

TEST_CASE("small arguments keep their relative width where the function is close to the identity") {
    Dice dice(23);
    for (const double scale : {0x1p-12, 0x1p-14, 0x1p-40}) {
        for (int i = 0; i < 60; ++i) {
            const auto side = [&] {
                const RealInterval one = random_side(dice, 1);
                return RealInterval{one.lower * scale, one.upper * scale};
            };
            const RealInterval x = side(), y = side();
            for (const Row& row : rows) {
                CAPTURE(std::string(row.name));
                CAPTURE(scale);
                REQUIRE(failure(row, x, y, dice) == "");
            }
        }
    }
    const double least = 0x1p-200;
    const ComplexBox tiny(RealInterval{least, 2 * least}, RealInterval{least, 2 * least});
    using Function = ComplexBox (*)(const ComplexBox&);
    for (const Function function :
         {Function(expm1), Function(log1p), Function(sin), Function(sinh), Function(tanh)}) {
        const ComplexBox value = function(tiny);
        CHECK(value.real.lower > 0.999 * least);
        CHECK(value.imaginary.upper < 2.001 * least);
    }
    // control: 1 is lost in the sum
    CHECK((exp(tiny) - 1).real.lower < -1000 * least);
}

TEST_CASE("why a box is not known") {
    using enum ComplexBox::State;
    const ComplexBox pole = 1 / ComplexBox(RealInterval{-1, 1}, RealInterval{-1, 1});
    const ComplexBox large = exp(ComplexBox(RealInterval{0, 800}));
    CHECK(pole.state == singular);
    CHECK(large.state == out_of_range);
    CHECK(atan(ComplexBox(0.5)).state == unknown);
    // what is made of them stays so, by the worse of two
    CHECK((pole * 0.0).state == singular);
    CHECK((large + pole).state == singular);
    CHECK(tanh(large).state == out_of_range);
    CHECK((atan(ComplexBox(0.5)) * large).state == out_of_range);
    for (const Row& row : rows) CHECK(row.function(pole).state == singular);
}

TEST_CASE("moduli beyond the squares of doubles, and zeros that come from an end that no double holds") {
    const ComplexBox tiny(RealInterval{3e-200, 3e-200}, RealInterval{4e-200, 4e-200});
    CHECK(tiny.magnitude() >= 5e-200);
    CHECK(tiny.magnitude() < 5.0001e-200);  // the root of a sum of squares would be 3e-151
    const ComplexBox huge(RealInterval{3e200, 3e200}, RealInterval{4e200, 4e200});
    CHECK(huge.magnitude() < 5.0001e200);
    CHECK((1 / exp(ComplexBox(-750))).state == ComplexBox::State::out_of_range);
    CHECK(log(exp(ComplexBox(-750))).state == ComplexBox::State::out_of_range);
    CHECK((1 / ComplexBox(RealInterval{-1, 1})).state == ComplexBox::State::singular);
    CHECK(log(ComplexBox(RealInterval{-1, 1})).state == ComplexBox::State::singular);
}

TEST_CASE("constants are within a unit in the last place") {
    for (const double x : {0.0, 1.0, -2.5, 1e-300, 1e300}) CHECK(box_of(Real(x)).real.contains(x));
    const ComplexBox third = box_of(Real(Rational::from_decimal("1")) / Real(3));
    CHECK(third.real.contains(1.0 / 3));
    CHECK(third.real.upper - third.real.lower <= 0x1p-53);
    CHECK(third.real.upper > third.real.lower);
}
