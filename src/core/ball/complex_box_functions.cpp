// The holomorphic functions of boxes: straight from the functions of intervals, and, for boxes too wide for
// that, from bounds of the modulus that hold in a whole strip or half-plane.

#include <algorithm>
#include <limits>
#include <optional>

#include "core/ball/complex_box.hpp"

namespace sigprop {
namespace {

using State = ComplexBox::State;

RealInterval times(const RealInterval& a, double factor) { return a * RealInterval{factor, factor}; }

/// The square [-m, m] + [-m, m] i, which contains every w with |w| <= m.
ComplexBox disk(double bound) { return {RealInterval{-bound, bound}, RealInterval{-bound, bound}}; }

/// Either encloses the value: the one with the smaller bound of |z|.
ComplexBox narrower(const ComplexBox& direct, const ComplexBox& bound) {
    if (!bound.is_known()) return direct;
    if (!direct.is_known()) return bound;
    return bound.magnitude() < direct.magnitude() ? bound : direct;
}

bool is_wide(const ComplexBox& z) {
    constexpr double wide = 0.25;
    return z.real.upper - z.real.lower > wide || z.imaginary.upper - z.imaginary.lower > wide;
}

constexpr double less_than_half_pi = 1.5707963, more_than_half_pi = 1.5707964, less_than_pi = 3.1415926;

/// A lower bound of |1 + r e^(iy)| over r >= 0 and |y| <= height: 1 up to a right angle, then sin(height),
/// and 0 from pi on.
double distance_of_ray(double height) {
    if (height < less_than_half_pi) return 1;
    if (!(height < less_than_pi)) return 0;
    return std::max(0.0, sin(RealInterval{std::min(height, more_than_half_pi), height}).lower);
}

/// Whether the argument of a function with a cut along the negative axis avoids it.
bool is_off_the_cut(const ComplexBox& z) { return z.real.lower > 0 || !z.imaginary.contains(0); }

/// The angles of a rectangle off the cut: the extreme ones are those of corners.
RealInterval angles(const ComplexBox& z) {
    if (z.is_real()) return {};
    const RealInterval &x = z.real, &y = z.imaginary;
    return hull(hull(angle(y.lower, x.lower), angle(y.lower, x.upper)),
                hull(angle(y.upper, x.lower), angle(y.upper, x.upper)));
}

}  // namespace

ComplexBox log(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (!is_off_the_cut(z)) return ComplexBox::at_zero(z);
    const double least = z.mignitude();
    if (!(least > 0)) return State::out_of_range;
    return {log(RealInterval{least, z.magnitude()}), angles(z)};
}

ComplexBox sqrt(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (!is_off_the_cut(z)) return ComplexBox::at_zero(z);
    const RealInterval modulus = sqrt(RealInterval{z.mignitude(), z.magnitude()});
    if (z.is_real()) return modulus;
    const RealInterval half = times(angles(z), 0.5);
    return {modulus * cos(half), modulus * sin(half)};
}

ComplexBox exp(const ComplexBox& z) {
    if (!z.is_known()) return z;
    const RealInterval modulus = exp(z.real);
    if (z.is_real()) return modulus;
    return {modulus * cos(z.imaginary), modulus * sin(z.imaginary)};
}

namespace {

/// F(z) for |z| <= m where F is expm1, log1p, sin, sinh or tanh: |F(z) - z| <= m |z| for m <= 1/2 (their
/// series). So a small argument keeps its relative width, and its distance from zero. Nothing for other
/// arguments.
std::optional<ComplexBox> close_to_identity(const ComplexBox& z) {
    const double m = 2 * std::max(z.real.magnitude(), z.imaginary.magnitude());
    if (!(m < 0x1p-12)) return std::nullopt;
    const RealInterval error = {-m, m}, factor = {below(1 - m), above(1 + m)};
    return z.is_real() ? ComplexBox(z.real * factor) : z * ComplexBox(factor, error);
}

}  // namespace

ComplexBox expm1(const ComplexBox& z) {
    if (z.is_known())
        if (const auto close = close_to_identity(z)) return *close;
    return exp(z) - 1;
}

ComplexBox log1p(const ComplexBox& z) {
    if (z.is_known())
        if (const auto close = close_to_identity(z)) return *close;
    return log(1 + z);
}

ComplexBox sinh(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (const auto close = close_to_identity(z)) return *close;
    const RealInterval rising = exp(z.real), falling = exp(-z.real);
    const RealInterval sine = times(rising - falling, 0.5);
    if (z.is_real()) return sine;
    // cosh is least at 0, where the hull of both exponentials does not know that it is 1
    const RealInterval both = times(rising + falling, 0.5);
    return {sine * cos(z.imaginary), RealInterval{std::max(both.lower, 1.0), both.upper} * sin(z.imaginary)};
}

ComplexBox cosh(const ComplexBox& z) {
    if (!z.is_known()) return z;
    const RealInterval rising = exp(z.real), falling = exp(-z.real);
    const RealInterval both = times(rising + falling, 0.5);
    const RealInterval cosine = {std::max(both.lower, 1.0), both.upper};
    if (z.is_real()) return cosine;
    return {cosine * cos(z.imaginary), times(rising - falling, 0.5) * sin(z.imaginary)};
}

// sin z = -i sinh(iz), cos z = cosh(iz)
ComplexBox sin(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (const auto close = close_to_identity(z)) return *close;
    if (z.is_real()) return sin(z.real);
    const ComplexBox turned = sinh(ComplexBox(-z.imaginary, z.real));
    if (!turned.is_known()) return turned;
    return {turned.imaginary, -turned.real};
}
ComplexBox cos(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (z.is_real()) return cos(z.real);
    return cosh(ComplexBox(-z.imaginary, z.real));
}

ComplexBox atan(const ComplexBox& z) { return z.is_known() ? State::unknown : z.state; }

ComplexBox pow(const ComplexBox& base, std::int64_t exponent) {
    if (!base.is_known()) return base;
    if (exponent < 0) {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        return exponent < -most ? ComplexBox(State::unknown) : 1 / pow(base, -exponent);
    }
    if (exponent == 0) return 1;
    if (exponent % 2 == 0) {
        // squares of the parts keep their sign on a box across zero
        const ComplexBox half = pow(base, exponent / 2);
        if (!half.is_known()) return half;
        if (half.is_real()) return square(half.real);
        return {square(half.real) - square(half.imaginary), times(half.real * half.imaginary, 2)};
    }
    return exponent == 1 ? base : base * pow(base, exponent - 1);
}

ComplexBox pow(const ComplexBox& base, const ComplexBox& exponent) { return exp(exponent * log(base)); }

namespace {

/// sigmoid on a box that lies in one half-plane: with |e^-|Re z|| <= p < 1 it is within p / (1 - p) of 0 or
/// of 1, however far the box extends along the imaginary axis.
ComplexBox sigmoid_in_half_plane(const ComplexBox& z) {
    const double distance = z.real.mignitude();
    const double p = exp(RealInterval{-distance, -distance}).upper;
    const double rest = below(1 - p);
    if (!(rest > 0)) return State::singular;
    const ComplexBox near_zero = disk(above(p / rest));
    return z.real.lower > 0 ? 1 + near_zero : near_zero;
}

}  // namespace

ComplexBox sigmoid(const ComplexBox& z) {
    if (!z.is_known()) return z;
    constexpr double far_left = -300;
    const ComplexBox power = exp(z.real.lower < far_left ? z : -z);
    ComplexBox direct = z.real.lower < far_left ? power / (1 + power) : 1 / (1 + power);
    if (direct.is_known() && (!is_wide(z) || z.is_real())) return direct;
    direct = narrower(direct, sigmoid_in_half_plane(z));
    // |1 + e^(-z)| is at least the distance of a ray from -1, however wide the box.
    const double distance = distance_of_ray(z.imaginary.magnitude());
    if (distance > 0) direct = narrower(direct, disk(above(1 / distance)));
    return direct;
}

ComplexBox tanh(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (const auto close = close_to_identity(z)) return *close;
    ComplexBox direct = 2 * sigmoid(2 * z) - 1;
    if (direct.is_known() && !is_wide(z)) return direct;
    // |tanh(x + iy)|^2 lies between 1 and tan(y)^2.
    const double height = z.imaginary.magnitude();
    if (!(height < less_than_half_pi)) return direct;
    const RealInterval tangent = sin(RealInterval{0, height}) * reciprocal(cos(RealInterval{0, height}));
    return tangent.is_finite() ? narrower(direct, disk(std::max(1.0, tangent.upper))) : direct;
}

ComplexBox softplus(const ComplexBox& z) {
    if (!z.is_known()) return z;
    const double height = z.imaginary.magnitude();
    const double distance = distance_of_ray(height);
    if (!(distance > 0)) return log(1 + exp(z));
    const bool right = z.real.lower + z.real.upper > 0;
    const ComplexBox direct = right ? z + log(1 + exp(-z)) : log(1 + exp(z));
    if (direct.is_known() && !is_wide(z)) return direct;
    // The argument of 1 + e^z lies between 0 and Im z, its modulus between the ray's distance and 1 + e^Re z.
    const RealInterval top = {z.real.upper, z.real.upper};
    const RealInterval most =
        z.real.upper > 0 ? top + log(RealInterval{1, 1} + exp(-top)) : log(RealInterval{1, 1} + exp(top));
    const RealInterval modulus = {log(RealInterval{distance, distance}).lower, most.upper};
    return narrower(direct, {modulus, RealInterval{-height, height}});
}

// With p = e^z and q = p (p + 2): tanh(log(1 + p)) = q / (q + 2), and the same in e^-z on the right.
ComplexBox tanh_of_softplus(const ComplexBox& z) {
    if (!z.is_known()) return z;
    ComplexBox direct;
    if (z.real.lower + z.real.upper > 0) {
        const ComplexBox p = exp(-z);
        const ComplexBox q = 1 + 2 * p;
        direct = q / (q + 2 * pow(p, 2));
    } else {
        const ComplexBox q = pow(1 + exp(z), 2) - 1;
        direct = narrower(1 - 2 / (q + 2), q / (q + 2));
    }
    // Its poles are p = -1 +- i. From the ray of angle y the nearer one is sqrt(2) sin(3 pi/4 - |y|) away, or
    // sqrt(2) where that angle is above pi/2, the other one sqrt(2) or more: |q + 2| is at least their
    // product.
    constexpr double less_than_three_quarters = 2.3561944;
    const double angle = less_than_three_quarters - z.imaginary.magnitude();
    if (!(angle > 0) || (direct.is_known() && !is_wide(z))) return direct;
    const double sine = angle < less_than_half_pi ? sin(RealInterval{angle, angle}).lower : 1;
    return sine > 0 ? narrower(direct, disk(above(1 + above(1 / sine)))) : direct;
}

ComplexBox normal_pdf(const ComplexBox& z) {
    constexpr RealInterval density = {0.398942280401432, 0.398942280401433};  // 1/sqrt(2 pi)
    return exp(-(pow(z, 2) * 0.5)) * density;
}

namespace {

/// Integrating e^(-w^2) from z to the right gives |erfc(x + iy)| <= e^(y^2) erfc(x), which is at most
/// e^(y^2 - x^2) for x >= 0, and 2 e^(y^2) anywhere.
ComplexBox erfc_on_the_right(const ComplexBox& z) {
    const RealInterval exponent = square({0, z.imaginary.magnitude()}) - square({z.real.lower, z.real.lower});
    return disk(exp(RealInterval{exponent.upper, exponent.upper}).upper);
}

}  // namespace

// Entire, so that a bound of the modulus is all that a supremum needs.
ComplexBox erfc(const ComplexBox& z) {
    if (!z.is_known()) return z;
    if (z.real.lower >= 0) return erfc_on_the_right(z);
    if (z.real.upper <= 0) return 2 - erfc_on_the_right(-z);
    const RealInterval height = square({0, z.imaginary.magnitude()});
    return disk(above(2 * exp(RealInterval{height.upper, height.upper}).upper));
}

// erf z = 2/sqrt(pi) z times the mean of e^(-t^2 z^2) over 0 <= t <= 1, which lies in every box that holds
// all of them: so erf z vanishes like z, as 1 - erfc z does not show.
ComplexBox erf(const ComplexBox& z) {
    if (!z.is_known() || z.magnitude() > 0.5) return 1 - erfc(z);
    constexpr RealInterval two_over_root_pi = {1.12837916709551, 1.12837916709552};
    return z * two_over_root_pi * exp(-(pow(z, 2) * RealInterval{0, 1}));
}

ComplexBox normal_cdf(const ComplexBox& z) {
    constexpr RealInterval half_root = {0.707106781186547, 0.707106781186548};  // 1/sqrt(2)
    return erfc(-(z * half_root)) * 0.5;
}

}  // namespace sigprop
