#pragma once
// What iid normal logits would give where a user's head was measured.

#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

/// The rows of a head: `queries` of them over `keys` keys, or with `causal` over the last `queries` lengths
/// up to `keys`.
struct RowsOfHead {
    std::size_t queries = 0, keys = 0;
    bool causal = false;
    std::string softcap = {};  ///< an expression, or none
};

/// The mean entropy of such rows as an expression that eval knows; the rows 1 … m of causal attention have
/// m times their average in sum, so that a later part is a difference of two averages.
[[nodiscard]] std::string entropy_expression(const RowsOfHead& rows, const std::string& std);

/// A record of that expression at this std, to 6 digits. Below 0.001, where entropies differ from log n by
/// less than 5e-7, it is 0.001; above 64, or where there is no std, `unable` with the reason.
[[nodiscard]] Record expected_entropy(const RowsOfHead& rows, double std, const Context& context);

}  // namespace sigprop
