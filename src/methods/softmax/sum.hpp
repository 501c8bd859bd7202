#pragma once
// The outer sums over a softmax table, each of which is one integral over u: h sum_k W(u_k) A(u_k), where the
// weight W is made of powers of g and A is a product of columns.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>

#include "methods/softmax/table.hpp"

namespace sigprop {

/// How many keys a row has, and which rows are averaged.
struct Rows {
    std::uint64_t n = 2;
    RowMask mask = RowMask::full;
};

/// An enclosure of the integral over u of n phi g^(n-1) (keys = 1) or n (n-1) phi^2 g^(n-2) (keys = 2), where
/// phi is the function of a column; for causal rows the sum of that over rows of 2 … n keys, divided by n
/// (the row of one key is left out).
[[nodiscard]] Ball weighted_integral(const SoftmaxTable& table, SoftmaxColumn column, int keys,
                                     const Rows& rows, const Context& context);

/// An enclosure of the integral of exp(-e^u) - g^n; for causal rows summed and divided in the same way.
[[nodiscard]] Ball log_integral(const SoftmaxTable& table, const Rows& rows, const Context& context);

/// The same for full rows in which softmax's sum has one more term e^sink.
[[nodiscard]] Ball weighted_integral(const SoftmaxTable& table, SoftmaxColumn column, std::uint64_t n,
                                     const Ball& sink, const Context& context);

enum class SinkMean : std::uint8_t {
    weight,         ///< E e^b/(e^b + S)
    log_partition,  ///< E log(S + e^b) - E log S
};

/// An enclosure, to about the accuracy of the table relative to the value, for n keys and a sink b.
[[nodiscard]] Ball sink_integral(SinkMean what, const SoftmaxTable& table, std::uint64_t n, const Ball& sink,
                                 const Context& context);

}  // namespace sigprop
