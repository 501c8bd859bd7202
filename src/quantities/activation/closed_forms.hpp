#pragma once
// Closed forms of the means of an activation under a normal, where they exist. They are derived here and
// share nothing with the integrals that prove the same numbers by definition.

#include <functional>
#include <optional>

#include "quantities/quantity.hpp"

namespace sigprop {

/// A mean under x ~ N(mean, std^2). Slopes are taken almost everywhere; `linear` is E f(x) (x - mean)/std,
/// the first Hermite coefficient, which includes the effect of jumps.
enum class Moment : std::uint8_t { mean, second_moment, derivative_mean, derivative_second_moment, linear };

/// The mean as a function of the precision; nullopt for activations without a closed form (anything with a
/// sigmoid, a softplus or a tanh in it) and for quoted formulas. A gated activation has the mean of its f.
[[nodiscard]] std::optional<std::function<Ball(long bits)>> closed_mean(const Activation& f, Moment moment,
                                                                        const Real& mean, const Real& std);

}  // namespace sigprop
