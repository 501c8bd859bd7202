#pragma once
// Everything that has a name, as lines to list and texts to search.

#include <sigprop/judgement/claim.hpp>
#include <string>
#include <vector>

#include "quantities/activation/table.hpp"
#include "quantities/normalization/table.hpp"
#include "quantities/quantity.hpp"

namespace sigprop::tool {

/// One line of a list. Aliases and `other` texts (formulas, units, sources) are searched but not shown.
struct Named {
    std::string plain;  ///< the name alone
    std::string usage;  ///< with its parameters, as a call of it is written
    std::string about;
    std::vector<std::string> aliases, other;
    std::string formula = {};  ///< of a quantity: LaTeX, with its notes, as in Quantity
    std::vector<std::string> formula_notes = {};
};

[[nodiscard]] Named named(const Quantity& quantity);
[[nodiscard]] Named named(const ActivationEntry& activation);
[[nodiscard]] Named named(const NormLayer& layer);
[[nodiscard]] Named named(const Claim& claim);

/// "truncated_normal.std(lower, upper, mean=0, std=1)"; only the name where there are no parameters.
[[nodiscard]] std::string signature(const std::string& name, const std::vector<Parameter>& parameters);

}  // namespace sigprop::tool
