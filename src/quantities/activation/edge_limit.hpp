#pragma once
// The edge of chaos without a bias, for a continuous f with f(0) = 0: chi_1 > 1 at every fixed point q > 0
// (chi_one.hpp), and what is left is the limit q -> 0, at the weight variance 1/f'(0)^2. It counts where the
// fixed points that come from 0 attract: where E f(sqrt(q) z)^2 / q falls from q = 0 on, or |f'| <= |f'(0)|,
// so that V(q) < q there.

#include "quantities/quantity.hpp"

namespace sigprop {

enum class EdgeNumber : std::uint8_t;

/// Errors   status domain where that limit is proved not to count; unable where neither is shown
[[nodiscard]] Answer edge_limit(const Activation& activation, EdgeNumber of, long bits,
                                const Context& context);

}  // namespace sigprop
