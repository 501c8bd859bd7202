#pragma once
// The fixed point of a wide layer and chi_1 = weight_variance E f'(sqrt(q*) z)^2 as functions of the weight
// variance w over an interval, for a positive bias variance b.
//
// V(q) grows with w, and V(q) > q below the smallest fixed point, so q*(w) does not fall with w: two fixed
// points enclose all between. Where 2 s - w g'(s) > 0 on that enclosure of s = sqrt(q*), s is the only root
// of s^2 - w g(s) - b there and has the slope ds/dw = g(s) / (2 s - w g'(s)). Reference: own derivation.

#include "methods/roots/zeros.hpp"
#include "quantities/activation/variance_layer.hpp"

namespace sigprop {

enum class LayerCurve : std::uint8_t { q_fixed_point, chi_1 };

/// The number as a function of the weight variance. `context` must outlive it.
/// Errors   InputError unless bias_variance > 0
[[nodiscard]] SearchedFunction curve_in_weight_variance(LayerCurve which, const Activation& f,
                                                        const Real& bias_variance, const Context& context);

}  // namespace sigprop
