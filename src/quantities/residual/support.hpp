#pragma once
// The parts of a quantity of the residual theme: its closed form, its recursion, and the place where evidence
// from sampled networks is added.

#include "quantities/residual/growth.hpp"
#include "quantities/residual/recursion.hpp"

#include <concepts>
#include <memory>
#include <optional>

namespace sigprop {

struct NetworkArguments;
struct ResidualArguments;

/// What a call of a quantity of one stack says.
struct ResidualCall {
    ResidualStack stack;
    /// The one number beside the stack, if the quantity has any: a sublayer, a width, the length of a path.
    std::int64_t place = 0;
    std::shared_ptr<const NetworkArguments> network = {};  ///< null where the quantity knows of none
};

[[nodiscard]] ResidualCall call_at(const ResidualArguments& given, std::int64_t place);
[[nodiscard]] ResidualCall call_at_sublayer(const Arguments& arguments);
[[nodiscard]] ResidualCall call_with_width(const Arguments& arguments);

/// The evidence of sampled networks: the routes that it adds.
using ResidualNetworks = std::function<void(const ResidualCall&, std::vector<Route>&)>;

/// The recursion in balls, and as a formula that can be written down; from one generic function.
struct ResidualDefinition {
    std::function<Ball(const ResidualRecursionOf<Ball>&, std::int64_t place)> in_balls = {};
    std::function<Formula(const ResidualRecursionOf<Formula>&, std::int64_t place)> in_formulas = {};

    ResidualDefinition() = default;
    template <class Recursion>
    requires(!std::same_as<std::decay_t<Recursion>, ResidualDefinition>)
        ResidualDefinition(Recursion recursion)
        : in_balls(recursion), in_formulas(recursion) {}
};

/// A quantity of one stack. Its functions receive the place after it was checked.
struct ResidualQuantity {
    std::string name;  ///< of its row
    ResidualCall (*call)(const Arguments&) = call_at_sublayer;
    /// Refuses a place, or a stack.
    std::function<void(const ResidualStack&, std::int64_t place)> check = {};
    std::function<Ball(const ResidualGrowth&, std::int64_t place)> closed = {};
    /// Whether the closed form visits all sublayers, so that the budget limits it like the recursion.
    std::function<bool(const ResidualStack&)> is_long = {};
    ResidualDefinition recursion = {};
    /// Elementary steps of the recursion in each sublayer, for the budget.
    std::function<std::uint64_t(const ResidualStack&, std::int64_t place)> steps = {};
    ResidualNetworks networks = {};
};

[[nodiscard]] Quantity residual_quantity(const ResidualQuantity& parts);

/// The quantities of one stack, by the files that describe them.
[[nodiscard]] std::vector<ResidualQuantity> residual_moment_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_gradient_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_path_parts();
[[nodiscard]] std::vector<ResidualQuantity> residual_weight_parts();
[[nodiscard]] std::vector<Quantity> residual_quantities_of(const std::vector<ResidualQuantity>& all);

/// Whether chi_ratio is exactly the rational 1.
[[nodiscard]] bool is_homogeneous(const ResidualStack& stack);

}  // namespace sigprop
