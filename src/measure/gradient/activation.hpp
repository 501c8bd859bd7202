#pragma once
// An activation's backward pass: dx = f'(x) dy, entry by entry.

#include <optional>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <string>

#include "quantities/quantity.hpp"

namespace sigprop {

/// The activation that --layer names, or its formula in x; nothing for a text that is neither.
/// Errors   InputError for a formula with unknown names, a missing parameter, a gated unit
[[nodiscard]] std::optional<Activation> activation_layer(const std::string& text);

/// Errors   InputError for flags that an activation does not take, shapes that do not fit, complex or empty
///          arrays, no output to check
[[nodiscard]] JacobianMeasurement measure_activation(const JacobianTensors& tensors,
                                                     const JacobianQuestion& question, const Activation& f,
                                                     const Context& context);

}  // namespace sigprop
