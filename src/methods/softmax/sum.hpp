#pragma once
// The outer sums over a softmax table: h sum_k W(u_k) A(u_k) with a weight W made of powers of g and A a
// product of columns, as one integral over u.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>

#include "methods/softmax/table.hpp"

namespace sigprop {

/// How many keys a row has, and over which rows a mean goes.
struct Rows {
    std::uint64_t n = 2;
    RowMask mask = RowMask::full;
};

/// The integral over u of n phi g^(n-1) (keys = 1) or n (n-1) phi^2 g^(n-2) (keys = 2), phi the function of a
/// column; for causal rows the average of that over rows of 2 … n keys with 1 / n each (a row of one key is
/// not in it). An enclosure.
[[nodiscard]] Ball weighted_integral(const SoftmaxTable& table, SoftmaxColumn column, int keys,
                                     const Rows& rows, const Context& context);

/// The integral of exp(-e^u) - g^n; for causal rows, the same average.
[[nodiscard]] Ball log_integral(const SoftmaxTable& table, const Rows& rows, const Context& context);

}  // namespace sigprop
