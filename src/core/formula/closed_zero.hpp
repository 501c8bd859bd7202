#pragma once
// The place where a condition switches, as a formula of constants: pi / 2 for 2 x > pi, log(2) for exp(x)
// > 2.

#include "core/formula/isolated_zero.hpp"

namespace sigprop {

/// A formula without variables whose value the zero is; nullopt where its function is neither c_0 + c_n x^n
/// nor built of x in one place by operations that can be undone.
[[nodiscard]] std::optional<Formula> closed_form_of(const IsolatedZero& place);

}  // namespace sigprop
