#pragma once
// A formula as a function whose zeros are searched: its value, its slopes and where it cannot vanish.

#include <sigprop/core/formula/formula.hpp>

#include "methods/roots/zeros.hpp"

namespace sigprop {

/// f in x0 alone.
[[nodiscard]] SearchedFunction searched(const Formula& f);

}  // namespace sigprop
