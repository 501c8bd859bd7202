#pragma once
// Functions of y = e^v at v_i = i log 2 / steps, where y doubles exactly every `steps` points. For
// r = 1 - e^-y and d = e^-y, r(2y) = r (2 - r) keeps the relative accuracy for small y, d(2y) = d^2 for large
// y. That takes two multiplications per point, and no exponential after the first doubling.

#include "methods/quadrature/arb_vector.hpp"

namespace sigprop {

/// i = doublings * steps + rest, 0 <= rest < steps.
struct DoublingPlace {
    long doublings, rest;
};
[[nodiscard]] DoublingPlace doubling_place(long i, long steps);
/// 2^(p t / steps), t = 0 … steps - 1.
[[nodiscard]] ArbVector doubling_roots(long steps, int p, long bits);

struct ExponentialGrid {
    long steps = 1;
    long first = 0, last = 0;
    long bits = 64;
};

/// 1 - e^-y; where e^-y is far below 2^-bits, a ball around 1 whose radius covers it.
[[nodiscard]] ArbVector rises(const ExponentialGrid& grid);
/// y^p e^-y.
[[nodiscard]] ArbVector powers_with_decay(const ExponentialGrid& grid, int p);

}  // namespace sigprop
