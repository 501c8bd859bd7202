#pragma once
// Whether a formula in x0 is even or odd, read off its structure: an even integrand needs half of its points
// under an even law.

#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

/// Whether f(-x) = f(x) follows from the structure; false says nothing.
[[nodiscard]] bool is_even(const Formula& f);

}  // namespace sigprop
