#include "core/ball/arb.hpp"

#include "core/base/poll.hpp"

namespace sigprop {
namespace {

using Unary = void (*)(arb_t, const arb_t, slong);

constexpr long work_of_function = 16;  // in products; more at few bits, but then a call is short

Ball unary(const Ball& x, Unary function) {
    poll(work_of_function * working(x.precision()));
    Ball result = blank(x.precision());
    function(raw(result), raw(x), working(x.precision()));
    return result;
}

// Arb's midpoint-radius forms of a bounded function lose all accuracy on a wide ball; there an increasing
// function is enclosed by its values at the two ends.
Ball increasing(const Ball& x, Unary function) {
    const bool narrow = mag_cmp_2exp_si(arb_radref(raw(x)), -8) < 0;
    if (narrow || !x.is_finite()) return unary(x, function);
    return Ball::interval(unary(x.lower(), function), unary(x.upper(), function));
}

/// The same for a function with the limits `left` and `right` at -infinity and +infinity.
Ball between(const Ball& x, Unary function, int left, int right) {
    if (x.is_finite() || arb_is_exact(raw(x)) == 0) return increasing(x, function);
    if (x.is_negative()) return Ball(left).at_precision(x.precision());
    return x.is_positive() ? Ball(right).at_precision(x.precision()) : x;
}

void sigmoid_arb(arb_t result, const arb_t x, slong bits) {
    // e^-|x| never overflows; the left half is e^x / (1 + e^x), without cancellation.
    const bool left = arf_sgn(arb_midref(x)) < 0;
    arb_t power;
    arb_init(power);
    if (left) {
        arb_exp(power, x, bits + 4);
        arb_add_ui(result, power, 1, bits + 4);
        arb_div(result, power, result, bits);
    } else {
        arb_neg(power, x);
        arb_exp(power, power, bits + 4);
        arb_add_ui(power, power, 1, bits + 4);
        arb_inv(result, power, bits);
    }
    arb_clear(power);
}

void softplus_arb(arb_t result, const arb_t x, slong bits) {
    const bool right = arf_sgn(arb_midref(x)) > 0;
    arb_t power;
    arb_init(power);
    if (right) {  // x + log1p(e^-x)
        arb_neg(power, x);
        arb_exp(power, power, bits + 4);
        arb_log1p(power, power, bits + 4);
        arb_add(result, x, power, bits);
    } else {
        arb_exp(power, x, bits + 4);
        arb_log1p(result, power, bits);
    }
    arb_clear(power);
}

/// With p = e^x: tanh(log(1 + p)) = p (p + 2) / (p (p + 2) + 2), and the same in e^-x on the right.
void tanh_of_softplus_arb(arb_t result, const arb_t x, slong bits) {
    const bool right = arf_sgn(arb_midref(x)) > 0;
    arb_t power, product;
    arb_init(power);
    arb_init(product);
    if (right) {
        arb_neg(power, x);
        arb_exp(power, power, bits + 4);
        arb_sqr(product, power, bits + 4);
        arb_add(product, product, power, bits + 4);
        arb_mul_2exp_si(product, product, 1);
        arb_add_ui(product, product, 1, bits + 4);  // 1 + 2p + 2p^2
        arb_mul_2exp_si(power, power, 1);
        arb_add_ui(power, power, 1, bits + 4);
    } else {
        arb_exp(power, x, bits + 4);
        arb_add_ui(product, power, 2, bits + 4);
        arb_mul(power, power, product, bits + 4);
        arb_add_ui(product, power, 2, bits + 4);
    }
    arb_div(result, power, product, bits);
    arb_clear(product);
    arb_clear(power);
}

void normal_cdf_arb(arb_t result, const arb_t x, slong bits) {
    arb_t scaled;
    arb_init(scaled);
    arb_sqrt_ui(scaled, 2, bits + 8);
    arb_div(scaled, x, scaled, bits + 8);
    arb_neg(scaled, scaled);
    arb_hypgeom_erfc(result, scaled, bits);
    arb_mul_2exp_si(result, result, -1);
    arb_clear(scaled);
}

}  // namespace

Ball abs(const Ball& x) {
    Ball result = blank(x.precision());
    arb_abs(raw(result), raw(x));
    return result;
}

Ball sqrt(const Ball& x) { return unary(x, arb_sqrt); }
Ball exp(const Ball& x) { return unary(x, arb_exp); }
Ball expm1(const Ball& x) { return unary(x, arb_expm1); }
Ball log(const Ball& x) { return unary(x, arb_log); }
Ball log1p(const Ball& x) { return unary(x, arb_log1p); }
Ball sin(const Ball& x) { return unary(x, arb_sin); }
Ball cos(const Ball& x) { return unary(x, arb_cos); }
Ball atan(const Ball& x) { return unary(x, arb_atan); }
Ball sinh(const Ball& x) { return increasing(x, arb_sinh); }
Ball tanh(const Ball& x) { return increasing(x, arb_tanh); }
Ball erf(const Ball& x) { return between(x, arb_hypgeom_erf, -1, 1); }
Ball erfc(const Ball& x) { return between(x, arb_hypgeom_erfc, 2, 0); }
Ball sigmoid(const Ball& x) { return increasing(x, sigmoid_arb); }
Ball softplus(const Ball& x) { return increasing(x, softplus_arb); }
Ball tanh_of_softplus(const Ball& x) { return increasing(x, tanh_of_softplus_arb); }
Ball normal_cdf(const Ball& x) { return between(x, normal_cdf_arb, 0, 1); }

Ball cosh(const Ball& x) {
    // cosh is even and increasing in |x|: on a wide ball its values at the ends of |x| enclose it.
    const bool narrow = mag_cmp_2exp_si(arb_radref(raw(x)), -8) < 0;
    if (narrow || !x.is_finite()) return unary(x, arb_cosh);
    const Ball low = x.mignitude().at_precision(x.precision());
    const Ball high = x.magnitude().at_precision(x.precision());
    return Ball::interval(unary(low, arb_cosh), unary(high, arb_cosh));
}

Ball normal_pdf(const Ball& x) {
    const Ball square = pow(x, 2);
    const long bits = working(x.precision());
    return exp(-square / 2) / sqrt(2 * Ball::pi(bits));
}

namespace {

Ball integer_power(const Ball& base, std::int64_t exponent) {
    poll(working(base.precision()));
    Ball result = blank(base.precision());
    if (exponent == 2) {
        arb_sqr(raw(result), raw(base), working(base.precision()));
        return result;
    }
    fmpz_t power;
    fmpz_init_set_si(power, exponent);
    arb_pow_fmpz(raw(result), raw(base), power, working(base.precision()));
    fmpz_clear(power);
    return result;
}

/// Arb has NaN^0 = 1; here a power of an undefined value is undefined.
bool is_undefined(const Ball& x) { return arf_is_nan(arb_midref(raw(x))) != 0; }

/// [0, 2 half]: midpoint and radius are the same number, so that the left end is exactly zero.
Ball from_zero_to(const Ball& half, long bits) {
    Ball result = blank(bits);
    arb_get_mag(arb_radref(raw(result)), raw(half));
    arf_set_mag(arb_midref(raw(result)), arb_radref(raw(result)));
    return result;
}

}  // namespace

Ball pow(const Ball& base, std::int64_t exponent) {
    if (is_undefined(base)) return base;
    // An even power of a ball across zero is not negative; midpoint-radius squaring loses that.
    if (exponent > 0 && exponent % 2 == 0 && !base.is_exact() && base.is_finite() && base.contains_zero()) {
        const Ball most = integer_power(base.magnitude().at_precision(base.precision()), exponent);
        return from_zero_to(most / 2, base.precision());
    }
    return integer_power(base, exponent);
}

Ball pow(const Ball& base, const Ball& exponent) {
    if (is_undefined(base)) return base;
    const long bits = std::max(base.precision(), exponent.precision());
    poll(2 * work_of_function * working(bits));
    Ball result = blank(bits);
    arb_pow(raw(result), raw(base), raw(exponent), working(bits));
    return result;
}

}  // namespace sigprop
