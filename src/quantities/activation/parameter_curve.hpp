#pragma once
// Quantities as functions of one of their parameters, enclosed over intervals of it: what an equation needs
// whose unknown stands in an argument. Values at points are not enough for that, so each of them brings the
// mathematics of its own.

#include "methods/roots/zeros.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The context must outlive the function.
using ParameterCurve = std::function<SearchedFunction(const Context& context)>;

/// nullopt where nothing is known about intervals. `arguments` are those of a call; the value that they hold
/// for `parameter` is ignored.
/// Errors   InputError for arguments that make no sense
[[nodiscard]] std::optional<ParameterCurve> parameter_curve(const std::string& quantity,
                                                            const Arguments& arguments,
                                                            const std::string& parameter);

/// "activation.chi_1 in weight_variance, …": all that there are, for messages.
[[nodiscard]] std::string known_parameter_curves();

}  // namespace sigprop
