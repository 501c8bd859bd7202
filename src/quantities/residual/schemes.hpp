#pragma once
// The table of residual schemes: their names, what they do, and their parameters.

#include "quantities/residual/stack.hpp"

#include <string_view>

namespace sigprop {

struct SchemeEntry {
    ResidualScheme scheme;
    std::string_view name, alias;
    std::vector<std::string_view> has;  ///< of branch_variance, chi_ratio, branch_scale, alpha, schedule
    std::string_view why_not;           ///< reason why it has no other parameter
    /// What stands in its place: in quantities with branch_variance, and in those of whole networks, without
    /// it.
    std::string_view by_variance = {}, by_weights = {};
};

[[nodiscard]] const std::vector<SchemeEntry>& residual_schemes();
/// The scheme with a name or alias that is in the table.
[[nodiscard]] const SchemeEntry& residual_scheme_named(std::string_view name);

}  // namespace sigprop
