#pragma once
// The table of residual schemes: what they are like beside their steps (stack.hpp). Their names are the words
// of the rows.

#include "quantities/residual/stack.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace sigprop {

/// The parameters of a stack; not every scheme has all but the last.
enum class StackParameter : std::uint8_t {
    branch_variance,
    chi_ratio,
    branch_scale,
    alpha,
    schedule,
    initial
};

struct SchemeEntry {
    ResidualScheme scheme;
    std::vector<StackParameter> has;
    std::string_view why_not;  ///< reason why it has no other parameter
    /// What stands in its place: in quantities with branch_variance, and in those of whole networks, without
    /// it.
    std::string_view by_variance = {}, by_weights = {};
};

[[nodiscard]] const SchemeEntry& residual_scheme(ResidualScheme scheme);
/// The parameter with this name in calls; nullopt for one of no stack.
[[nodiscard]] std::optional<StackParameter> stack_parameter(std::string_view name);

}  // namespace sigprop
