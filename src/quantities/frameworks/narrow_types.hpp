#pragma once
// What samplers make of their laws in types of 8 and 11 bits, where a uniform number has few values: the ends
// of the inverse of the normal cdf are hit, limits move, and a normal has as many values as the uniform
// number it is made of. The weights' own rounding is left out: it adds a part of 2^-18 (bfloat16) to the
// variance.

#include <optional>

#include "quantities/frameworks/draw.hpp"

namespace sigprop {
enum class StdDtype : std::uint8_t;
}

namespace sigprop::frameworks {

/// Whether the type is narrow and the limits cut so much that inverted_in gives the law before its uniform
/// numbers are rounded to the type: to the nearest number, and what is then the upper limit becomes the lower
/// one (PyTorch 2.15's uniform_). The mean of draws lies lower, in bfloat16 by up to a hundredth of std.
[[nodiscard]] bool is_before_rounding(StdDtype type, const truncated::Standardised& s);

/// By the inverse cdf, as in timm: where the limits are so wide that the uniform number can be -1 in the
/// type, the mass outside of +-q, 2^-9 in bfloat16 and 2^-12 in float16, stands at the lower limit. In all
/// other cases the law is that of float32.
[[nodiscard]] Draw inverted_in(StdDtype type, const truncated::Standardised& s, const Real& lower,
                               const Real& upper);

/// A limit as PyTorch's trunc_normal_ asks of numbers in the type: it is rounded to the type, and a normal
/// number that is rounded to it is taken. `outward` is +1 for an upper limit.
[[nodiscard]] Real limit_in(StdDtype type, const Real& limit, int outward);

/// JAX's normal: std times a standard normal at 128 uniform numbers (bfloat16), or 1024 (float16).
[[nodiscard]] Draw normal_on_grid(StdDtype type, const Real& std);

}  // namespace sigprop::frameworks
