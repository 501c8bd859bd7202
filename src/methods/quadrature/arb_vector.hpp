#pragma once
// Arrays of balls (core/ball/vector.hpp), and a power function that methods with such arrays share.

#include "core/ball/count.hpp"
#include "core/ball/vector.hpp"

#include <cstdint>

namespace sigprop {

/// base > 0. For exponents above a few thousand, a logarithm and an exponential cost less than squarings.
[[nodiscard]] inline Ball power(const Ball& base, std::uint64_t exponent) {
    if (exponent > 4096) return exp(count_ball(exponent, base.precision()) * log(base));
    Ball result = blank(base.precision());
    arb_pow_ui(raw(result), raw(base), exponent, base.precision());
    return result;
}

}  // namespace sigprop
