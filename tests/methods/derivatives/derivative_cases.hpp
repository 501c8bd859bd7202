#pragma once
// Random smooth functions with derivatives in balls; shapes, scales, points and offsets make values and
// slopes cancel.

#include <cmath>
#include <complex>
#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/random/random.hpp>

namespace sigprop::test {

/// A ball and its derivative.
struct BallSlope {
    Ball value, slope;
    BallSlope(double constant) : value(Ball(constant).at_precision(200)), slope(0) {}
    BallSlope(const Ball& at, const Ball& direction) : value(at), slope(direction) {}
};

inline BallSlope operator+(const BallSlope& a, const BallSlope& b) {
    return {a.value + b.value, a.slope + b.slope};
}
inline BallSlope operator-(const BallSlope& a, const BallSlope& b) {
    return {a.value - b.value, a.slope - b.slope};
}
inline BallSlope operator*(const BallSlope& a, const BallSlope& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline BallSlope operator/(const BallSlope& a, const BallSlope& b) {
    const Ball quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
}
inline BallSlope exp(const BallSlope& u) { return {exp(u.value), exp(u.value) * u.slope}; }
inline BallSlope log(const BallSlope& u) { return {log(u.value), u.slope / u.value}; }
inline BallSlope sin(const BallSlope& u) { return {sin(u.value), cos(u.value) * u.slope}; }
inline BallSlope cos(const BallSlope& u) { return {cos(u.value), -sin(u.value) * u.slope}; }
inline BallSlope sinh(const BallSlope& u) { return {sinh(u.value), cosh(u.value) * u.slope}; }
inline BallSlope atan(const BallSlope& u) { return {atan(u.value), u.slope / (Ball(1) + u.value * u.value)}; }
inline BallSlope tanh(const BallSlope& u) {
    const Ball t = tanh(u.value);
    return {t, (Ball(1) - t * t) * u.slope};
}
inline BallSlope sqrt(const BallSlope& u) {
    const Ball root = sqrt(u.value);
    return {root, u.slope / (Ball(2) * root)};
}

inline constexpr int shapes = 16;

template <class Scalar>
Scalar shape(int which, const Scalar& t) {
    using std::atan, std::cos, std::exp, std::log, std::sin, std::sinh, std::sqrt, std::tanh;
    const Scalar one(1.0);
    const Scalar minus_t = Scalar(0.0) - t;
    switch (which) {
        case 0: return sin(t);
        case 1: return exp(t);
        case 2: return tanh(t);
        case 3: return one / (one + t * t);
        case 4: return t / sqrt(one + t * t);
        case 5: return atan(t);
        case 6: return log(one + exp(t));
        case 7: return t / (one + exp(minus_t));
        case 8: return exp(minus_t * t);
        case 9: return t * t * t - t;
        case 10: return one - cos(t);
        case 11: return sin(t) * exp(minus_t * t) + t;
        case 12: return exp(t) - one - t;
        case 13: return log(Scalar(2.0) + sin(t));
        case 14: return sinh(t) / (one + t * t);
        default: return t * t + Scalar(3.0);
    }
}

/// size shape(rate (x - centre)) + tilt x + offset at a point within three scales of the centre.
struct DerivativeCase {
    int which;
    double scale, rate, centre, size, tilt, offset, point, step;

    template <class Scalar>
    [[nodiscard]] Scalar operator()(const Scalar& x) const {
        return Scalar(size) * shape<Scalar>(which, Scalar(rate) * (x - Scalar(centre))) + Scalar(tilt) * x +
               Scalar(offset);
    }
    [[nodiscard]] Ball exact() const {
        return (*this)(BallSlope(Ball(point).at_precision(200), Ball(1))).slope;
    }
};

/// Scales are from 1/1000 to 1000, or 1; steps from a millionth of the scale to all of it; a tenth of the
/// points and of the centres are 0.
inline DerivativeCase derivative_case(std::uint64_t index, bool scaled = true) {
    const RandomStream random(7, "derivatives");
    const auto u = [&](std::uint16_t draw) { return random.uniform(index, draw); };
    DerivativeCase c{};
    c.which = static_cast<int>(u(0) * shapes);
    c.scale = scaled ? std::pow(10.0, 6 * u(1) - 3) : 1;
    c.rate = 1 / c.scale;
    c.centre = u(9) < 0.1 ? 0 : c.scale * (4 * u(2) - 2);
    c.point = u(8) < 0.1 ? 0 : c.centre + c.scale * (6 * u(3) - 3);
    c.size = std::pow(10.0, 4 * u(4) - 2);
    c.tilt = u(5) < 0.5 ? 0 : c.size * c.rate * (4 * u(5) - 3);
    c.offset = u(6) < 0.5 ? 0 : c.size * (4 * u(6) - 3);
    c.step = c.scale * std::pow(10.0, -6 * u(7));
    return c;
}

}  // namespace sigprop::test
