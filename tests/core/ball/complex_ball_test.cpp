#include <doctest/doctest.h>

#include "core/ball/arb.hpp"
#include "tests/support/core_samples.hpp"

#include <array>

using namespace sigprop;
using namespace sigprop::test;

namespace {

using Unary = ComplexBall (*)(const ComplexBall&);

void plain_sigmoid(acb_t y, const acb_t z, slong bits) {
    acb_neg(y, z);
    acb_exp(y, y, bits);
    acb_add_ui(y, y, 1, bits);
    acb_inv(y, y, bits);
}
void plain_softplus(acb_t y, const acb_t z, slong bits) {
    acb_exp(y, z, bits);
    acb_log1p(y, y, bits);
}
void square(acb_t y, const acb_t z, slong bits) { acb_sqr(y, z, bits); }
void inverse_cube(acb_t y, const acb_t z, slong bits) { acb_pow_si(y, z, -3, bits); }
ComplexBall power_2(const ComplexBall& z) { return pow(z, 2); }
ComplexBall power_half(const ComplexBall& z) { return pow(z, ComplexBall(0.5)); }
ComplexBall power_minus_3(const ComplexBall& z) { return pow(z, -3); }

Ball pi_times(double factor) { return Ball(factor) * Ball::pi(3000); }

bool on_negative_axis(const Ball& x, const Ball& y) { return y.contains_zero() && !x.is_positive(); }
bool below_minus_1(const Ball& x, const Ball& y) { return y.contains_zero() && x.lower_double() < -1; }
bool on_atan_cut(const Ball& x, const Ball& y) {
    return x.contains_zero() && y.magnitude().lower_double() > 1;
}
bool at_zero(const Ball& x, const Ball& y) { return x.contains_zero() && y.contains_zero(); }
bool never(const Ball&, const Ball&) { return false; }
bool odd_multiple(const Ball& y, double unit) {
    for (int k = -31; k <= 31; k += 2) {
        if (y.contains(pi_times(k * unit))) return true;
    }
    return false;
}
bool at_sigmoid_pole(const Ball& x, const Ball& y) { return x.contains_zero() && odd_multiple(y, 1); }
bool at_tanh_pole(const Ball& x, const Ball& y) { return x.contains_zero() && odd_multiple(y, 0.5); }
bool on_softplus_cut(const Ball& x, const Ball& y) { return x.upper_double() >= 0 && odd_multiple(y, 1); }

struct Row {
    const char* name;
    Unary function;
    void (*reference)(acb_t, const acb_t, slong);
    bool (*singular)(const Ball&, const Ball&);
};

const std::array rows = {
    Row{"sqrt", sqrt, acb_sqrt, on_negative_axis},
    Row{"log", log, acb_log, on_negative_axis},
    Row{"log1p", log1p, acb_log1p, below_minus_1},
    Row{"atan", atan, acb_atan, on_atan_cut},
    Row{"exp", exp, acb_exp, never},
    Row{"expm1", expm1, acb_expm1, never},
    Row{"sin", sin, acb_sin, never},
    Row{"cos", cos, acb_cos, never},
    Row{"sinh", sinh, acb_sinh, never},
    Row{"cosh", cosh, acb_cosh, never},
    Row{"tanh", tanh, acb_tanh, at_tanh_pole},
    Row{"erf", erf, acb_hypgeom_erf, never},
    Row{"erfc", erfc, acb_hypgeom_erfc, never},
    Row{"sigmoid", sigmoid, plain_sigmoid, at_sigmoid_pole},
    Row{"softplus", softplus, plain_softplus, on_softplus_cut},
    Row{"z^2", power_2, square, never},
    Row{"z^-3", power_minus_3, inverse_cube, at_zero},
    Row{"z^0.5", power_half, acb_sqrt, on_negative_axis},
};

/// A box; in some cases its ends lie exactly, or as nearly as balls can, on a cut or a pole.
ComplexBall random_box(Dice& dice, long bits) {
    Ball x = random_ball(dice, bits, 5), y = random_ball(dice, bits, 5);
    if (dice.below(4) == 0) y = Ball::pi(bits) * Ball(dice.between(-4, 4)) / 2 + (y - y.midpoint());
    if (dice.below(8) == 0) y = Ball(0).at_precision(bits);
    return {x, y};
}

/// "escaped" when a point of the box is missed, "finite" when a singular box is not refused, "" when correct.
std::string failure(const Row& row, Dice& dice, long bits) {
    const ComplexBall box = random_box(dice, bits);
    const Ball x = box.real(), y = box.imaginary();
    const ComplexBall image = row.function(box);
    if (!image.is_finite()) return "";
    if (row.singular(x.at_precision(4000), y.at_precision(4000))) return "finite";
    const auto xs = points_of(x, dice, 1, bits), ys = points_of(y, dice, 1, bits);
    for (std::size_t k = 0; k < 6; ++k) {
        const Ball& px = xs[k < 4 ? k & 1 : k - 2];
        const Ball& py = ys[k < 4 ? k >> 1 : k - 2];
        if (!x.contains(px) || !y.contains(py)) continue;
        const ComplexBall point(px, py);
        ComplexBall value = blank_complex(2 * bits + 200);
        row.reference(raw(value), raw(point), 2 * bits + 200);
        if (value.is_finite() && acb_overlaps(raw(image), raw(value)) == 0) return "escaped";
    }
    return "";
}

}  // namespace

TEST_CASE("a complex function contains its values, and is finite only where it is holomorphic") {
    Dice dice(11);
    for (const Row& row : rows) {
        CAPTURE(row.name);
        for (int i = 0; i < 60; ++i) CHECK(failure(row, dice, i % 3 == 0 ? 128 : 30) == "");
    }
    // Controls: a continuation across the cut, and a function that forgets the width of its argument.
    const Unary across = [](const ComplexBall& z) {
        ComplexBall result = blank_complex(z.precision());
        acb_sqrt(raw(result), raw(z), 64);
        return result;
    };
    const Unary narrow = [](const ComplexBall& z) {
        return exp(ComplexBall(z.real().midpoint(), z.imaginary().midpoint()));
    };
    bool finite = false, escaped = false;
    for (int i = 0; i < 100; ++i) {
        finite = finite || failure({"", across, acb_sqrt, on_negative_axis}, dice, 64) == "finite";
        escaped = escaped || failure({"", narrow, acb_exp, never}, dice, 64) == "escaped";
    }
    CHECK((finite && escaped));
}

TEST_CASE("wide boxes in a strip stay useful") {
    const auto box = [](double x0, double x1, double y0, double y1) {
        return ComplexBall(Ball::interval(Ball(x0).at_precision(64), Ball(x1)),
                           Ball::interval(Ball(y0).at_precision(64), Ball(y1)));
    };
    CHECK(sigmoid(box(-1e6, 1e6, -3, 3)).magnitude().upper_double() < 10.1);
    CHECK(tanh(box(-1e6, 1e6, -1.5, 1.5)).magnitude().upper_double() < 20);
    CHECK(sigmoid(box(1, 2, -100, 100)).is_finite());
    CHECK_FALSE(sigmoid(box(-0.1, 0.1, 0, 4)).is_finite());
    CHECK(softplus(box(-50, 50, -3, 3)).imaginary().magnitude().upper_double() < 3.1);
    CHECK_FALSE(softplus(box(1, 2, 3, 3.2)).is_finite());
    CHECK(pow(box(-2, 2, -0.5, 0.5), 2).real().lower_double() > -0.3);
    for (const Row& row : rows) CHECK_FALSE(row.function(ComplexBall::indeterminate()).is_finite());
    CHECK_FALSE(pow(log(box(-2, -1, -1, 1)), 0).is_finite());
    CHECK_FALSE(pow(ComplexBall::indeterminate(), ComplexBall(0)).is_finite());
    CHECK_FALSE((1 / box(-1, 1, -1, 1)).is_finite());
}
