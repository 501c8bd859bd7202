#pragma once
// Steps of grids whose multiples are exact doubles.

#include <cmath>

namespace sigprop {

/// The largest double <= x with 20 significant bits.
[[nodiscard]] inline double short_double(double x) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return std::ldexp(std::floor(std::ldexp(fraction, 20)), exponent - 20);
}

}  // namespace sigprop
