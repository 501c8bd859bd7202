#pragma once
// Recognises polynomials in x0 by their structure, and keeps their coefficients as formulas, so that sqrt(2)
// stays the number that it is. Where enclosures of the coefficients are enough, quadratic.hpp is simpler.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop {

/// c_0, …, c_n, formulas without variables; exact fractions are folded, and c_n is no fraction 0 unless n =
/// 0. nullopt for what is no polynomial by its structure, and for degrees above 16.
[[nodiscard]] std::optional<std::vector<Formula>> polynomial_form(const Formula& f);

}  // namespace sigprop
