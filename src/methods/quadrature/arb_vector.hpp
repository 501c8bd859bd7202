#pragma once
// Balls side by side (core/ball/vector.hpp), and what their methods share.

#include "core/ball/count.hpp"
#include "core/ball/vector.hpp"

#include <cstdint>

namespace sigprop {

/// base > 0; beyond some thousand a logarithm and an exponential cost less than squarings.
[[nodiscard]] inline Ball power(const Ball& base, std::uint64_t exponent) {
    if (exponent > 4096) return exp(count_ball(exponent, base.precision()) * log(base));
    Ball result = blank(base.precision());
    arb_pow_ui(raw(result), raw(base), exponent, base.precision());
    return result;
}

}  // namespace sigprop
