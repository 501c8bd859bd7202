#pragma once
// Exact balls as arguments of quantities.

#include <sigprop/core/ball/real.hpp>

namespace sigprop {

/// The exact number as a Real, stored as a double if it is one.
[[nodiscard]] Real real_of_exact(const Ball& exact);

}  // namespace sigprop
