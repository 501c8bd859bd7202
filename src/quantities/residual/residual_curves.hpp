#pragma once
// The quantities of residual stacks that equations may hold with the unknown in an argument.

#include "quantities/parameter_curve.hpp"

namespace sigprop {

[[nodiscard]] std::vector<KnownCurve> residual_curves();

}  // namespace sigprop
