#pragma once
// One network and what is measured of it.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

#include "models/network/network_streams.hpp"

namespace sigprop {

/// What is wanted, and all that is seen on the way to it: everything that forward passes show when nothing
/// else is, gradient_square whenever there is a backward pass.
/// Errors   NetworkFailure; Interrupted and TimeSpent, at the next layer
[[nodiscard]] NetworkProfile measure_network(const NetworkDesign& design, NetworkNumber network,
                                             const std::set<Observable>& wanted, const Context& context);

}  // namespace sigprop
