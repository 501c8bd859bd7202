#pragma once
// One network and its measurements.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

#include "models/network/network_streams.hpp"

namespace sigprop {

/// Measures what is wanted and all that is seen on the way to it: always everything that forward passes show,
/// and gradient_square whenever there is a backward pass.
/// Errors   NetworkFailure; Interrupted and TimeSpent, at the next layer
[[nodiscard]] NetworkProfile measure_network(const NetworkDesign& design, NetworkNumber network,
                                             const std::set<Observable>& wanted, const Context& context);

}  // namespace sigprop
