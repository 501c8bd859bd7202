#include "core/ball/arb.hpp"

#include "core/base/poll.hpp"

namespace sigprop {

ComplexBall::ComplexBall() noexcept { acb_init(raw(*this)); }

ComplexBall::ComplexBall(const Ball& real) : precision_(real.precision()) {
    acb_init(raw(*this));
    acb_set_arb(raw(*this), raw(real));
}

ComplexBall::ComplexBall(const Ball& real, const Ball& imaginary)
    : precision_(std::max(real.precision(), imaginary.precision())) {
    acb_init(raw(*this));
    acb_set_arb_arb(raw(*this), raw(real), raw(imaginary));
}

ComplexBall::ComplexBall(const ComplexBall& other) : precision_(other.precision_) {
    acb_init(raw(*this));
    acb_set(raw(*this), raw(other));
}

ComplexBall::ComplexBall(ComplexBall&& other) noexcept : precision_(other.precision_) {
    acb_init(raw(*this));
    acb_swap(raw(*this), raw(other));
}

ComplexBall& ComplexBall::operator=(const ComplexBall& other) {
    if (this == &other) return *this;
    acb_set(raw(*this), raw(other));
    precision_ = other.precision_;
    return *this;
}

ComplexBall& ComplexBall::operator=(ComplexBall&& other) noexcept {
    acb_swap(raw(*this), raw(other));
    precision_ = other.precision_;
    return *this;
}

ComplexBall::~ComplexBall() { acb_clear(raw(*this)); }

ComplexBall ComplexBall::indeterminate() {
    ComplexBall ball;
    acb_indeterminate(raw(ball));
    return ball;
}

Ball ComplexBall::real() const {
    Ball ball = blank(precision_);
    acb_get_real(raw(ball), raw(*this));
    return ball;
}

Ball ComplexBall::imaginary() const {
    Ball ball = blank(precision_);
    acb_get_imag(raw(ball), raw(*this));
    return ball;
}

bool ComplexBall::is_finite() const noexcept { return acb_is_finite(raw(*this)) != 0; }

bool ComplexBall::contains(const ComplexBall& inner) const noexcept {
    return acb_contains(raw(*this), raw(inner)) != 0;
}

Ball ComplexBall::magnitude() const {
    Ball ball = blank(precision_);
    acb_get_mag(arb_radref(raw(ball)), raw(*this));
    return ball.radius();
}

Ball ComplexBall::mignitude() const {
    Ball ball = blank(precision_);
    acb_get_mag_lower(arb_radref(raw(ball)), raw(*this));
    return ball.radius();
}

namespace {

using ComplexBinary = void (*)(acb_t, const acb_t, const acb_t, slong);
using ComplexUnary = void (*)(acb_t, const acb_t, slong);

ComplexBall binary(const ComplexBall& a, const ComplexBall& b, ComplexBinary operation) {
    const long bits = std::max(a.precision(), b.precision());
    poll(4 * working(bits));
    ComplexBall result = blank_complex(bits);
    operation(raw(result), raw(a), raw(b), working(bits));
    return result;
}

ComplexBall unary(const ComplexBall& z, ComplexUnary function) {
    poll(32 * working(z.precision()));
    ComplexBall result = blank_complex(z.precision());
    function(raw(result), raw(z), working(z.precision()));
    return result;
}

bool is_wide(const ComplexBall& z) {
    return mag_cmp_2exp_si(arb_radref(acb_realref(raw(z))), -3) > 0 ||
           mag_cmp_2exp_si(arb_radref(acb_imagref(raw(z))), -3) > 0;
}

/// The square [-m, m] + [-m, m]i, which contains every w with |w| <= m.
ComplexBall disk(const Ball& bound) {
    // widening: region
    const Ball side = Ball().at_precision(bound.precision()).widened(bound);
    return {side, side};
}

ComplexBall narrower(ComplexBall direct, ComplexBall bound) {
    if (!bound.is_finite()) return direct;
    if (!direct.is_finite()) return bound;
    Ball a = direct.magnitude();
    Ball b = bound.magnitude();
    return (a - b).is_positive() ? bound : direct;
}

/// A lower bound of |1 + r e^(iy)| over r >= 0 and |y| <= height: 1 up to a right angle, then sin(height),
/// and 0 from pi on. Exact and non-negative.
Ball distance_of_ray(const Ball& height) {
    const Ball pi = Ball::pi(working(height.precision()));
    if ((height - pi / 2).is_nonpositive()) return 1;
    if (!(pi - height).is_positive()) return 0;
    return sin(height).lower();
}

/// sigmoid on a box that lies in one half-plane: with |e^-|Re z|| <= p < 1 it is within p / (1 - p) of 0 or
/// of 1, however far the box extends along the imaginary axis.
ComplexBall sigmoid_in_half_plane(const ComplexBall& z) {
    const Ball real = z.real();
    const Ball p = exp(-real.mignitude().at_precision(working(z.precision())));
    if (!(1 - p).is_positive()) return ComplexBall::indeterminate();
    const ComplexBall near_zero = disk((p / (1 - p)).upper());
    return real.is_positive() ? 1 + near_zero : near_zero;
}

void sigmoid_acb(acb_t result, const acb_t z, slong bits) {
    acb_t power;
    acb_init(power);
    if (arf_sgn(arb_midref(acb_realref(z))) < 0) {
        acb_exp(power, z, bits + 4);
        acb_add_ui(result, power, 1, bits + 4);
        acb_div(result, power, result, bits);
    } else {
        acb_neg(power, z);
        acb_exp(power, power, bits + 4);
        acb_add_ui(power, power, 1, bits + 4);
        acb_inv(result, power, bits);
    }
    acb_clear(power);
}

void log_analytic(acb_t result, const acb_t z, slong bits) { acb_log_analytic(result, z, 1, bits); }
void sqrt_analytic(acb_t result, const acb_t z, slong bits) { acb_sqrt_analytic(result, z, 1, bits); }

}  // namespace

ComplexBall operator+(const ComplexBall& a, const ComplexBall& b) { return binary(a, b, acb_add); }
ComplexBall operator-(const ComplexBall& a, const ComplexBall& b) { return binary(a, b, acb_sub); }
ComplexBall operator*(const ComplexBall& a, const ComplexBall& b) { return binary(a, b, acb_mul); }
ComplexBall operator/(const ComplexBall& a, const ComplexBall& b) { return binary(a, b, acb_div); }

ComplexBall operator-(const ComplexBall& a) {
    ComplexBall result = a;
    acb_neg(raw(result), raw(result));
    return result;
}

ComplexBall sqrt(const ComplexBall& z) { return unary(z, sqrt_analytic); }
ComplexBall exp(const ComplexBall& z) { return unary(z, acb_exp); }
ComplexBall expm1(const ComplexBall& z) { return unary(z, acb_expm1); }
ComplexBall log(const ComplexBall& z) { return unary(z, log_analytic); }
ComplexBall sin(const ComplexBall& z) { return unary(z, acb_sin); }
ComplexBall cos(const ComplexBall& z) { return unary(z, acb_cos); }
ComplexBall sinh(const ComplexBall& z) {
    if (!is_wide(z)) return unary(z, acb_sinh);
    const Ball x = z.real(), y = z.imaginary();
    return {sinh(x) * cos(y), cosh(x) * sin(y)};
}
ComplexBall cosh(const ComplexBall& z) {
    if (!is_wide(z)) return unary(z, acb_cosh);
    const Ball x = z.real(), y = z.imaginary();
    return {cosh(x) * cos(y), sinh(x) * sin(y)};
}

// On wide boxes Arb's series are slow and inaccurate. Integrating e^(-w^2) from z to the right gives
// |erfc(x + iy)| <= e^(y^2) erfc(x), which is all that a supremum needs.
ComplexBall erfc(const ComplexBall& z) {
    if (!is_wide(z) || !z.is_finite()) return unary(z, acb_hypgeom_erfc);
    return disk((exp(pow(z.imaginary().magnitude(), 2)) * erfc(z.real().lower())).upper());
}
ComplexBall erf(const ComplexBall& z) {
    return is_wide(z) && z.is_finite() ? 1 - erfc(z) : unary(z, acb_hypgeom_erf);
}

ComplexBall log1p(const ComplexBall& z) {
    if (!log(z + 1).is_finite()) return ComplexBall::indeterminate();
    return unary(z, acb_log1p);
}

ComplexBall atan(const ComplexBall& z) {
    // Holomorphic off the imaginary axis outside [-i, i]; finite there is not enough for Arb's atan.
    if (!log(1 + z * z).is_finite()) return ComplexBall::indeterminate();
    return unary(z, acb_atan);
}

ComplexBall pow(const ComplexBall& base, std::int64_t exponent) {
    if (!base.is_finite()) return ComplexBall::indeterminate();  // Arb has NaN^0 = 1
    if (exponent == 2 && is_wide(base)) {  // squares of the parts keep their sign on a box across zero
        const Ball x = base.real(), y = base.imaginary();
        return {pow(x, 2) - pow(y, 2), 2 * x * y};
    }
    poll(8 * working(base.precision()));
    ComplexBall result = blank_complex(base.precision());
    acb_pow_si(raw(result), raw(base), exponent, working(base.precision()));
    return result;
}

ComplexBall pow(const ComplexBall& base, const ComplexBall& exponent) {
    if (!base.is_finite()) return ComplexBall::indeterminate();
    const long bits = std::max(base.precision(), exponent.precision());
    poll(64 * working(bits));
    ComplexBall result = blank_complex(bits);
    acb_pow_analytic(raw(result), raw(base), raw(exponent), 1, working(bits));
    return result;
}

ComplexBall sigmoid(const ComplexBall& z) {
    ComplexBall direct = unary(z, sigmoid_acb);
    if (direct.is_finite() && !is_wide(z)) return direct;
    ComplexBall best = narrower(direct, sigmoid_in_half_plane(z));
    const Ball distance = distance_of_ray(z.imaginary().magnitude());
    return distance.is_positive() ? narrower(best, disk((1 / distance).upper())) : best;
}

ComplexBall tanh(const ComplexBall& z) {
    ComplexBall direct = unary(z, acb_tanh);
    if (direct.is_finite() && !is_wide(z)) return direct;
    ComplexBall best = narrower(direct, 2 * sigmoid_in_half_plane(2 * z) - 1);
    // |tanh(x + iy)|^2 lies between 1 and tan(y)^2.
    const Ball height = z.imaginary().magnitude();
    if (!(Ball::pi(working(z.precision())) / 2 - height).is_positive()) return best;
    return narrower(best, disk(max(Ball(1), sin(height) / cos(height)).upper()));
}

ComplexBall softplus(const ComplexBall& z) {
    const Ball height = z.imaginary().magnitude();
    const Ball distance = distance_of_ray(height);
    if (!distance.is_positive()) return log(1 + exp(z));
    const bool right = arf_sgn(arb_midref(acb_realref(raw(z)))) > 0;
    ComplexBall direct = right ? z + unary(exp(-z), acb_log1p) : unary(exp(z), acb_log1p);
    if (direct.is_finite() && !is_wide(z)) return direct;
    // The argument of 1 + e^z lies between 0 and Im z, its modulus between the ray distance and 1 + e^Re z.
    const Ball real = Ball::interval(log(distance), softplus(z.real().upper()));
    // widening: region
    return narrower(direct, {real, Ball().at_precision(z.precision()).widened(height)});
}

ComplexBall normal_pdf(const ComplexBall& z) {
    const long bits = working(z.precision());
    return exp(-(z * z) / 2) / ComplexBall(sqrt(2 * Ball::pi(bits)));
}

ComplexBall normal_cdf(const ComplexBall& z) {
    const long bits = working(z.precision());
    return erfc(-z / ComplexBall(sqrt(Ball(2).at_precision(bits)))) / 2;
}

}  // namespace sigprop
