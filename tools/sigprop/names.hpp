#pragma once
// Everything that has a name, as lines to list and search.

#include <sigprop/judgement/claim.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "quantities/activation/table.hpp"
#include "quantities/normalization/table.hpp"
#include "quantities/quantity.hpp"

namespace sigprop::tool {

/// One line of a list. `other` (aliases, formulas, sources) is searched but not shown.
struct Named {
    std::string name;
    std::string about;
    std::vector<std::string> other;
};

[[nodiscard]] Named named(const Quantity& quantity);
[[nodiscard]] Named named(const ActivationEntry& activation);
[[nodiscard]] Named named(const NormDescription& layer);
[[nodiscard]] Named named(const Claim& claim);

/// "truncated_normal.std(lower, upper, mean=0, std=1)"; only the name where there are no parameters.
[[nodiscard]] std::string signature(const std::string& name, const std::vector<Parameter>& parameters);

/// A glob must match a whole name or text; a word without glob characters may occur anywhere in them. Case
/// does not matter. The empty pattern matches everything.
[[nodiscard]] bool matches(const Named& entry, std::string_view pattern);

}  // namespace sigprop::tool
