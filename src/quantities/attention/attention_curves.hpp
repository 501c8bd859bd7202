#pragma once
// The quantities of attention that equations may hold with the unknown in an argument.

#include "quantities/parameter_curve.hpp"

namespace sigprop {

[[nodiscard]] std::vector<KnownCurve> attention_curves();

/// Of rows of independent logits, in std: a part of the above.
[[nodiscard]] std::vector<KnownCurve> attention_row_curves();

}  // namespace sigprop
