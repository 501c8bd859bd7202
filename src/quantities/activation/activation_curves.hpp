#pragma once
// The quantities of activations that equations may hold with the unknown in an argument.

#include "quantities/parameter_curve.hpp"
#include "quantities/parameter_plane.hpp"

namespace sigprop {

struct ActivationCorrelationArguments;
struct ActivationPointArguments;

[[nodiscard]] std::vector<KnownCurve> activation_curves();
/// The means in std and mean together, for systems of two equations.
[[nodiscard]] std::vector<KnownPlane> activation_planes();
/// E g(x) w(z) of x = std z + mean over rectangles of (std, mean).
[[nodiscard]] PlaneFunction normal_mean_plane(const Formula& g, const std::vector<std::int64_t>& w,
                                              const Context& context);

/// activation.correlation in c, and activation.slope in x: parts of the above.
[[nodiscard]] ParameterCurve correlation_curve(const ActivationCorrelationArguments& given);
[[nodiscard]] ParameterCurve slope_curve(const ActivationPointArguments& given);

}  // namespace sigprop
