#pragma once
// Sums of products of two sequences at every offset: one product of polynomials in place of a dot product for
// each offset. For many limbs and thousands of entries it is ten times as fast, for few of them slower.

#include "core/ball/vector.hpp"

namespace sigprop {

/// Enclosures of c_k = sum a_i b_(k-i), 0 <= k < a.size() + b.size() - 1, neither empty. Entries are
/// multiplied in blocks of about one size, so that small coefficients keep their relative accuracy.
[[nodiscard]] ArbVector convolution(const ArbVector& a, const ArbVector& b, long bits);

}  // namespace sigprop
