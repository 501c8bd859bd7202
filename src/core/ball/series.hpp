#pragma once
// Series that are faster than the general-purpose functions at thousands of digits.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// sum over n >= 0 of x^(2n+1) / (2n+1)!!, so that normal_cdf(x) = 1/2 + normal_pdf(x) * this.
/// By binary splitting, quasi-linear in `bits` for a small integer x.
/// Accuracy enclosure with radius about 2^-bits relative
/// Source   Abramowitz and Stegun 26.2.11
[[nodiscard]] Ball odd_factorial_series(std::int64_t x, long bits);

}  // namespace sigprop
