#pragma once
// The parameters by which a quantity asks for sampled networks, beside those of its residual stack; and the
// design that results. A parameter without meaning for the block (linear, mlp, transformer) is refused if
// given, as in the schemes of init.std: an ignored argument is how a wrong number gets into a paper.

#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "quantities/quantity.hpp"

#include "quantities/residual/network_weights.hpp"
#include "quantities/residual/stack.hpp"

namespace sigprop {

struct NetworkPlan {
    NetworkDesign design;  ///< without the stds of the weights, which `weights` gives
    WeightRules weights;
    std::uint64_t networks = 32;
};

struct NetworkArguments;

/// Reads the parameters of the network that the call has; a witness to a theory has fewer of them.
/// Errors   InputError naming the parameter and the fix
[[nodiscard]] NetworkPlan network_plan(const NetworkArguments& given, const ResidualStack& stack);

}  // namespace sigprop
