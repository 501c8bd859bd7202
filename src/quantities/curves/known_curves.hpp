#pragma once
// All quantities that are known as functions of a parameter over intervals, for equations whose unknown
// stands in an argument.

#include "quantities/parameter_curve.hpp"
#include "quantities/parameter_plane.hpp"

namespace sigprop {

[[nodiscard]] const std::vector<KnownCurve>& known_curves();

/// Null where nothing is known about intervals.
[[nodiscard]] const KnownCurve* find_curve(const std::string& quantity, const std::string& parameter);

/// Null where nothing is known about rectangles of the two parameters, in the order of the table.
[[nodiscard]] const KnownPlane* find_plane(const std::string& quantity, const std::string& first,
                                           const std::string& second);

/// What is known of the quantity, for messages: "std (no softcap)", or "" for nothing.
[[nodiscard]] std::string known_parameters(const std::string& quantity);

/// The same with how it is known, for `show`.
[[nodiscard]] std::string known_curves_of(const std::string& quantity);

/// What is known of all quantities, by theme: "activation.{mean, gain} in std, mean; …".
[[nodiscard]] std::string known_parameter_curves();

}  // namespace sigprop
