#pragma once
// The errors of vector functions in the units in which simd/functions-inl.hpp states them.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop::test {

/// The largest errors |value - exact|: of normal results in ulp of the exact value, of subnormal ones in
/// units of the smallest number. An infinity that is not the rounded exact value counts as the first power of
/// two that is too large; NaN is infinitely wrong.
struct UlpErrors {
    double normal = 0, subnormal = 0;

    void add(double value, const Ball& exact) {
        const double nearest = exact.to_double();
        if (std::isinf(nearest) && value == nearest) return;
        const Ball seen = std::isinf(value) ? 2 * Ball(std::copysign(0x1p1023, value)) : Ball(value);
        const double size = std::min(std::fabs(nearest), 0x1.fffffffffffffp1023);
        const bool is_normal = size >= 0x1p-1022;
        const double unit = is_normal ? std::ldexp(1.0, std::ilogb(size) - 52) : 0x1p-1074;
        add(is_normal, (abs(seen - exact) / Ball(unit).at_precision(80)).to_double());
    }
    /// Zeros must have the sign of the exact value, too.
    void add(float value, double exact) {
        const bool overflows = std::fabs(exact) >= 0x1.ffffffp127;
        if (overflows && std::isinf(value) && std::signbit(value) == std::signbit(exact)) return;
        const double seen = std::isinf(value) ? std::copysign(0x1p128, value) : static_cast<double>(value);
        const double size = std::min(std::fabs(exact), 0x1.fffffep127);
        const bool is_normal = size >= 0x1p-126;
        const double unit = is_normal ? std::ldexp(1.0, std::ilogb(size) - 23) : 0x1p-149;
        const bool turned = std::signbit(value) != std::signbit(exact);
        add(is_normal, turned ? std::nan("") : std::fabs(seen - exact) / unit);
    }

private:
    void add(bool is_normal, double error) {
        double& worst = is_normal ? normal : subnormal;
        worst = std::max(worst, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
    }
};

}  // namespace sigprop::test
