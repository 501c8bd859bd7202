#pragma once
// What iid normal logits would give in place of a user's head.

#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

/// The rows of a head: `queries` rows over `keys` keys each, or with `causal` over the last `queries` lengths
/// up to `keys`.
struct RowsOfHead {
    std::size_t queries = 0, keys = 0;
    bool causal = false;
    std::string softcap = {};  ///< an expression; empty for none
};

/// The mean entropy of such rows as an expression that eval accepts. Rows 1 … m of causal attention sum to m
/// times their average, so that a later part is a difference of two averages.
[[nodiscard]] std::string entropy_expression(const RowsOfHead& rows, const std::string& std);

/// A record of that expression at this std, to 6 digits. 0.001 replaces a smaller std, where entropies differ
/// from log n by less than 5e-7; above 64, or without a std, the record is `unable` with the reason.
[[nodiscard]] Record expected_entropy(const RowsOfHead& rows, double std, const Context& context);

}  // namespace sigprop
