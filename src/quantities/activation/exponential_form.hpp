#pragma once
// Tells which activations are exponential polynomials: those have closed forms and recurrences.

#include "quantities/activation/exponential_polynomial.hpp"

#include <optional>

#include "quantities/quantity.hpp"

namespace sigprop {

/// The named activation as an exponential polynomial, when it is one.
[[nodiscard]] std::optional<ExponentialPolynomial> exponential_form(const Activation& f);

}  // namespace sigprop
