#pragma once
// Means over rows of attention weights at finite length, proved: x_1 … x_n are independent logits of one law,
// S = sum e^x, a = softmax(x). With g(u) = E exp(-e^(x + u)) and phi_p(u) = E e^(p (x + u)) exp(-e^(x + u)),
// every mean is one integral over u of products of such functions, because log S = integral of
// (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1) e^(-t S) dt / Gamma(p). These functions do not depend
// on n: one table of them serves every n.

#include <cstdint>
#include <sigprop/core/base/context.hpp>

#include "methods/route.hpp"

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

enum class RowMean : std::uint8_t {
    total_weight,   ///< E sum a = 1: a test of everything here
    log_partition,  ///< E log S
    mean_logit,     ///< E sum a x, integrated directly (without Stein's lemma)
    participation,  ///< E sum a^2
    spread,         ///< 1 - E sum a^2 as n (n - 1) times the integral of g^(n-2) g'^2, without cancellation
    sum_cubes,      ///< E sum a^3
    sum_fourth_powers,      ///< E sum a^4
    participation_squared,  ///< E (sum a^2)^2
};

/// Whether the table should serve other lengths, too: for one length alone it is made faster.
enum class TableFor : std::uint8_t { every_length, this_length };

/// An enclosure with about `bits` correct bits, from the table of the law at that precision (made once and
/// remembered); with RowMask::causal the average over the rows of 1 … n keys.
/// Shapes   2 <= n <= 2^63
/// Errors   none: Status::unable with the reason when the table would exceed context.budget; Interrupted,
///          TimeSpent
[[nodiscard]] Answer row_mean(RowMean what, const LogitLaw& law, std::uint64_t n, RowMask mask, long bits,
                              const Context& context, TableFor lengths = TableFor::every_length);

enum class SinkRowMean : std::uint8_t {
    sink_weight,    ///< E e^b/(e^b + S)
    keys_weight,    ///< E S/(e^b + S)
    log_partition,  ///< E log(S + e^b)
    mean_logit,     ///< E sum a x over the keys
    participation,  ///< E sum a^2 over the keys
};

/// The same for full rows with a sink: softmax's sum is S + e^b.
[[nodiscard]] Answer sink_row_mean(SinkRowMean what, const LogitLaw& law, std::uint64_t n, const Real& sink,
                                   long bits, const Context& context);

}  // namespace sigprop
