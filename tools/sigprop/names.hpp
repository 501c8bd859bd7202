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

/// One line of a list. `other` is searched but not shown: aliases, formulas, sources.
struct Named {
    std::string name;
    std::string about;
    std::vector<std::string> other;
};

[[nodiscard]] Named named(const Quantity& quantity);
[[nodiscard]] Named named(const ActivationEntry& activation);
[[nodiscard]] Named named(const NormDescription& layer);
[[nodiscard]] Named named(const Claim& claim);

/// "truncated_normal.std(lower, upper, mean=0, std=1)"; the name alone where there are no parameters.
[[nodiscard]] std::string signature(const std::string& name, const std::vector<Parameter>& parameters);

/// A glob is held against whole names and texts; a word without glob characters is looked for anywhere in
/// them. Without regard to case. The empty pattern matches everything.
[[nodiscard]] bool matches(const Named& entry, std::string_view pattern);

}  // namespace sigprop::tool
