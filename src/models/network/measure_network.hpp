#pragma once
// One network and its measurements.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

#include "models/network/network_streams.hpp"

namespace sigprop {

/// Measures what is wanted and everything seen on the way to it: all that forward passes show if `wanted` is
/// empty, gradient_square whenever there is a backward pass.
/// Errors   NetworkFailure; Interrupted and TimeSpent, at the next layer
[[nodiscard]] NetworkProfile measure_network(const NetworkDesign& design, NetworkNumber network,
                                             const std::set<Observable>& wanted, const Context& context);

}  // namespace sigprop
