#pragma once
// Adam's steps when gradients are pure noise and beta2 is below 1.

#include "methods/route.hpp"

namespace sigprop {

/// E m^2/v for independent normal gradients, once both averages have forgotten their start; beta1 in [0, 1),
/// beta2 in (0, 1).
/// Accuracy enclosure with about `bits` relative bits; unable where the product has too many factors
[[nodiscard]] Answer mean_square_update(const Real& beta1, const Real& beta2, long bits,
                                        const Context& context);

}  // namespace sigprop
