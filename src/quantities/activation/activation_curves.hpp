#pragma once
// The quantities of activations that equations may hold with the unknown in an argument.

#include "quantities/parameter_curve.hpp"

namespace sigprop {

struct ActivationCorrelationArguments;
struct ActivationPointArguments;

[[nodiscard]] std::vector<KnownCurve> activation_curves();

/// activation.correlation in c, and activation.slope in x: parts of the above.
[[nodiscard]] ParameterCurve correlation_curve(const ActivationCorrelationArguments& given);
[[nodiscard]] ParameterCurve slope_curve(const ActivationPointArguments& given);

}  // namespace sigprop
