#pragma once
// The parts of a quantity of the residual theme: its closed form, its recursion, and the place where evidence
// from sampled networks is added.

#include "quantities/residual/growth.hpp"
#include "quantities/residual/recursion.hpp"

#include <concepts>
#include <optional>

namespace sigprop {

/// The evidence of sampled networks: the routes that it adds.
using ResidualNetworks = std::function<void(const ResidualStack&, const Arguments&, std::vector<Route>&)>;

/// The recursion in balls, and as a formula that can be written down; from one generic function.
struct ResidualDefinition {
    std::function<Ball(const ResidualRecursionOf<Ball>&, const Arguments&)> in_balls = {};
    std::function<Formula(const ResidualRecursionOf<Formula>&, const Arguments&)> in_formulas = {};

    ResidualDefinition() = default;
    template <class Recursion>
    requires(!std::same_as<std::decay_t<Recursion>, ResidualDefinition>)
        ResidualDefinition(Recursion recursion)
        : in_balls(recursion), in_formulas(recursion) {}
};

/// A quantity of one stack. Its functions receive the bound arguments after they were checked.
struct ResidualQuantity {
    std::string name;  ///< of its row
    /// Refuses arguments beyond those of the stack.
    std::function<void(const ResidualStack&, const Arguments&)> check = {};
    std::function<Ball(const ResidualGrowth&, const Arguments&)> closed = {};
    /// Whether the closed form visits all sublayers, so that the budget limits it like the recursion.
    std::function<bool(const ResidualStack&)> is_long = {};
    ResidualDefinition recursion = {};
    /// Elementary steps of the recursion in each sublayer, for the budget.
    std::function<std::uint64_t(const ResidualStack&, const Arguments&)> steps = {};
    ResidualNetworks networks = {};
};

[[nodiscard]] Quantity residual_quantity(const ResidualQuantity& parts);

/// The quantities of one stack, by the files that describe them.
[[nodiscard]] std::vector<ResidualQuantity> residual_moment_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_gradient_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_path_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_weight_parts();
[[nodiscard]] std::vector<Quantity> residual_quantities_of(const std::vector<ResidualQuantity>& all);

/// Errors   InputError for a `sublayer` beyond the last (`last_too`: beyond the position behind it)
void require_sublayer(const ResidualStack& stack, const Arguments& arguments, bool last_too = false);

/// Whether chi_ratio is exactly the rational 1.
[[nodiscard]] bool is_homogeneous(const ResidualStack& stack);

}  // namespace sigprop
