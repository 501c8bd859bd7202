#pragma once
// How a quantity of the residual theme is put together: its closed form, its recursion, and the place where
// evidence of sampled networks joins them.

#include "quantities/residual/growth.hpp"
#include "quantities/residual/recursion.hpp"

#include <optional>

namespace sigprop {

/// What sampled networks testify: parameters that proofs ignore, and the routes they add.
struct ResidualNetworks {
    std::vector<Parameter> parameters;
    std::string note;  ///< for `show`
    std::function<void(const ResidualStack&, const Arguments&, std::vector<Route>&)> append;
};

/// A quantity of one stack. The functions get the bound arguments after they were checked.
struct ResidualQuantity {
    std::string name;  ///< after "residual."
    std::vector<std::string> aliases = {};
    std::string summary, formula, units, source;
    StackParameters parameters = {};
    /// Refuses arguments beyond those of the stack.
    std::function<void(const ResidualStack&, const Arguments&)> check = {};
    std::function<Ball(const ResidualGrowth&, const Arguments&)> closed = {};
    /// Whether the closed form goes through all layers, and is as bound by the budget as the recursion.
    std::function<bool(const ResidualStack&)> is_long = {};
    std::string closed_note = {};
    std::function<Ball(const ResidualRecursion&, const Arguments&)> recursion = {};
    /// Elementary steps of the recursion in each layer, for the budget.
    std::function<std::uint64_t(const ResidualStack&, const Arguments&)> steps = {};
    std::optional<ResidualNetworks> networks = std::nullopt;
};

[[nodiscard]] Quantity residual_quantity(const ResidualQuantity& parts);

/// An integer parameter `layer` in 0 to layers - 1 (or `last_too`: layers), and its check.
[[nodiscard]] Parameter layer_parameter(bool with_default = false);
void require_layer(const ResidualStack& stack, const Arguments& arguments, bool last_too = false);

/// Whether chi_ratio is other than 1, or left to the proof that it is.
[[nodiscard]] bool is_homogeneous(const ResidualStack& stack);

}  // namespace sigprop
