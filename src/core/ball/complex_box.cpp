#include "core/ball/complex_box.hpp"

#include <array>

namespace sigprop {
namespace {

using State = ComplexBox::State;

/// What keeps the result of an operation from being known, the worse of the two.
State worse(const ComplexBox& a, const ComplexBox& b) { return std::max(a.state, b.state); }

}  // namespace

double ComplexBox::magnitude() const {
    const double x = real.magnitude();
    if (is_real()) return x;
    // The root of a sum of squares would end at 2^-500, where squares leave the range of doubles.
    const double y = imaginary.magnitude(), larger = std::max(x, y), smaller = std::min(x, y);
    const double ratio = above(smaller / larger);
    return above(larger * above(std::sqrt(above(1 + above(ratio * ratio)))));
}

double ComplexBox::mignitude() const {
    const double x = real.mignitude(), y = imaginary.mignitude();
    if (y == 0) return x;
    return std::max(0.0, below(std::sqrt(std::max(0.0, below(std::max(0.0, below(x * x)) + below(y * y))))));
}

ComplexBox box_of(const Real& number) {
    const Ball value = number.at(64);
    if (!value.is_finite()) return State::unknown;
    return RealInterval{value.lower_double(), value.upper_double()};
}

ComplexBox operator+(const ComplexBox& a, const ComplexBox& b) {
    if (!a.is_known() || !b.is_known()) return worse(a, b);
    return {a.real + b.real, a.imaginary + b.imaginary};
}

ComplexBox operator-(const ComplexBox& a) {
    if (!a.is_known()) return a;
    return {-a.real, -a.imaginary};
}

ComplexBox operator-(const ComplexBox& a, const ComplexBox& b) { return a + -b; }

ComplexBox operator*(const ComplexBox& a, const ComplexBox& b) {
    if (!a.is_known() || !b.is_known()) return worse(a, b);
    if (a.is_real()) return {a.real * b.real, a.real * b.imaginary};
    if (b.is_real()) return {a.real * b.real, a.imaginary * b.real};
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

namespace {

/// The values of x / (x^2 + y^2) on a rectangle without the origin. Along a side with constant x it falls
/// with |y|; along one with constant y it has its extremes at x = +-y: all are among the points tried.
RealInterval real_part_of_inverse(const RealInterval& x, const RealInterval& y) {
    const auto value = [](double px, double py) {
        const RealInterval a = {px, px};
        return a * reciprocal(square(a) + square({py, py}));
    };
    RealInterval found = value(x.lower, y.lower);
    const auto add = [&](double px, double py) { found = hull(found, value(px, py)); };
    const std::array<double, 3> heights = {y.lower, y.upper, std::clamp(0.0, y.lower, y.upper)};
    for (const double at : heights) {
        add(x.lower, at);
        add(x.upper, at);
    }
    for (const double at : {y.lower, y.upper}) {
        if (x.contains(at)) add(at, at);
        if (x.contains(-at)) add(-at, at);
    }
    return found;
}

}  // namespace

ComplexBox::State ComplexBox::at_zero(const ComplexBox& z) {
    constexpr double smallest = 1e-290;
    const auto ends_there = [](double end) { return std::fabs(end) < smallest; };
    const bool perhaps_beside = z.is_real()
                                    ? ends_there(z.real.lower) || ends_there(z.real.upper)
                                    : z.real.magnitude() < smallest && z.imaginary.magnitude() < smallest;
    return perhaps_beside ? State::out_of_range : State::singular;
}

ComplexBox operator/(const ComplexBox& a, const ComplexBox& b) {
    if (!a.is_known() || !b.is_known()) return worse(a, b);
    if (b.real.contains(0) && b.imaginary.contains(0)) return ComplexBox::at_zero(b);
    if (b.is_real()) {
        const RealInterval inverse = reciprocal(b.real);
        return {a.real * inverse, a.imaginary * inverse};
    }
    // Im 1/(x + iy) = -y / (x^2 + y^2)
    return a *
           ComplexBox(real_part_of_inverse(b.real, b.imaginary), -real_part_of_inverse(b.imaginary, b.real));
}

}  // namespace sigprop
