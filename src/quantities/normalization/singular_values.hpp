#pragma once
// Singular values of a normalisation layer's Jacobian at any input of a given spread.

#include "quantities/normalization/spread.hpp"

namespace sigprop {

/// The index-th of n values of which one is larger than 1/r and one smaller (pRMSNorm), and of a centred
/// layer the last is 0.
[[nodiscard]] Ball norm_singular_value(const NormSpreadCall& at, std::int64_t index, long bits);

/// The same in double precision, from the derivatives at a definite input; a generous error.
[[nodiscard]] Answer numerical_singular_value(const NormSpreadCall& at, std::int64_t index);

}  // namespace sigprop
