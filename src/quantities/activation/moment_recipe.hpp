#pragma once
// Which means under a normal input the quantities activation.mean, gain, … are made of, and how.

#include <string_view>

#include "quantities/activation/closed_forms.hpp"

namespace sigprop {

/// The means needed, and the value as a formula in them, x0, x1, …
struct MomentRecipe {
    std::vector<Moment> moments;
    Formula value = Formula(0);
};

/// Of activation.`name`, of f or of the gated unit x_a f(x_b); mean and std are the input's, as formulas.
/// Shapes   at most three means: `mean` and `std` may have variables from x3 on
/// Errors   std::logic_error for a name without one; InputError for a quantity that gated units do not have
[[nodiscard]] MomentRecipe moment_recipe(std::string_view name, bool gated, const Formula& mean,
                                         const Formula& std);

/// The quantities that have one, without their group.
[[nodiscard]] std::vector<std::string_view> moment_names();

/// The routes of activation.`name`.
/// Errors   as moment_recipe(); InputError unless std is proved positive
[[nodiscard]] std::vector<Route> moment_routes(std::string_view name, const Activation& f, const Real& mean,
                                               const Real& std);

/// What is averaged for a moment: g(x) at x ~ N(mean, std^2), times (x - mean)/std for Moment::linear.
[[nodiscard]] Formula averaged(const Formula& f, Moment moment);

}  // namespace sigprop
