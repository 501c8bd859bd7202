#pragma once
// Computes many networks at once, on the threads of this process and shared out among ranks. The results do
// not depend on who computes a network; if several fail, the first is reported.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

namespace sigprop {

/// Returns the profiles of networks 0, …, networks - 1, or the first failure.
/// Errors   Interrupted, TimeSpent; IoError for a lost rank
[[nodiscard]] NetworkSample run_networks(const NetworkDesign& design, const std::set<Observable>& measured,
                                         std::uint64_t networks, const Context& context);

}  // namespace sigprop
