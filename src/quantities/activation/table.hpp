#pragma once
// The activations known by name.

#include <string>
#include <string_view>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

/// An activation known by name: what `list activations` and `show` print, and the formula text in x. A gated
/// activation is either glu itself, with the activation f as its parameter, or has glu(f) as its formula.
struct ActivationEntry {
    std::string name;
    std::vector<Parameter> parameters = {};  ///< real
    std::string formula;                     ///< in x and the parameters
    std::string source = {};
    std::vector<std::string> aliases = {};
    bool gated = false;
};
[[nodiscard]] const std::vector<ActivationEntry>& activation_table();

/// The entry with that name or alias; nullptr if there is none.
[[nodiscard]] const ActivationEntry* find_activation(std::string_view name);

}  // namespace sigprop
