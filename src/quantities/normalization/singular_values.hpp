#pragma once
// Singular values of a normalisation layer's Jacobian, which depend on the input's spread only.

#include "quantities/normalization/spread.hpp"

namespace sigprop {

/// The index-th of n values, of which one is larger than 1/r and one smaller (pRMSNorm); for a centred layer
/// the last is 0.
[[nodiscard]] Ball norm_singular_value(const NormSpreadCall& at, std::int64_t index, long bits);

/// The same in double precision, from the derivatives at a definite input, with a generous error.
[[nodiscard]] Answer numerical_singular_value(const NormSpreadCall& at, std::int64_t index);

}  // namespace sigprop
