#pragma once
// E f(std u) f(std v) / E f(std u)^2 for normals u, v with correlation c.

#include <functional>
#include <optional>

#include "methods/route.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The value for -1 <= c < 1, as a function of the precision, if f is one of: identity, relu, leaky_relu,
/// prelu, step(x), erf(x), sin(x), exp(-x^2), gelu (by name or as a quoted formula).
[[nodiscard]] std::optional<std::function<Answer(long bits)>> correlation_closed_form(const Activation& f,
                                                                                      const Real& c,
                                                                                      const Real& std);

/// All routes of activation.correlation.
/// Errors   InputError for a c that is not proved to lie in [-1, 1], and for a gated activation
[[nodiscard]] std::vector<Route> correlation_routes(const Activation& f, const Real& c, const Real& std);

}  // namespace sigprop
