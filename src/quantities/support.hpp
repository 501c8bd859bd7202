#pragma once
// Code that the themes share: checking arguments and writing routes.

#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "quantities/quantity.hpp"

namespace sigprop {

/// InputError about the parameter when the value is infinite.
void require_finite(const Real& value, const std::string& name);
/// InputError about the parameter unless the value is proved positive (and finite).
void require_positive(const Real& value, const std::string& name);

/// f(x) = x, as an argument of calls without an activation.
[[nodiscard]] Activation identity_activation();

/// n as a formula.
[[nodiscard]] Formula whole(std::int64_t n);

[[nodiscard]] Route closed_form(std::function<Answer(long bits)> value);

[[nodiscard]] Route enclosure(RouteKind route, const char* method,
                              std::function<Answer(long bits, const Context& context)> value);

/// The two routes of a quantity that has no value, with the reason.
[[nodiscard]] std::vector<Route> without_value(const Answer& why, const char* second_method);

/// The mean of each integrand under the law; `combine` has them as x0, x1, …
[[nodiscard]] Route expectation(std::vector<Formula> integrands, Law law, const Formula& combine);

/// A number given by arithmetic alone: a formula without variables.
[[nodiscard]] Route constant(RouteKind route, const char* method, const Formula& formula);

/// The value of the best route: the closed form, or the narrowest proof.
[[nodiscard]] Answer best_value(const std::vector<Route>& routes, long bits, const Context& context);

/// The mean of independent trials, with its standard error; each trial draws so many random numbers.
[[nodiscard]] Answer mean_of_trials(std::uint64_t trials, std::uint64_t draws_each,
                                    const std::function<double(std::uint64_t trial)>& value,
                                    const Context& context);

/// The routes with `formula`, a function of their value x0, in place of that value.
[[nodiscard]] std::vector<Route> mapped(std::vector<Route> routes, const Formula& formula);

}  // namespace sigprop
