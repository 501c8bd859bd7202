#pragma once
// Many networks at once: on the threads of this process, and shared out among ranks. Which of them computes
// a network changes nothing, and of several that fail the first is the one that is told of.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

namespace sigprop {

/// Networks 0, …, networks - 1; profiles, or the first failure.
/// Errors   Interrupted, TimeSpent; IoError for a lost rank
[[nodiscard]] NetworkSample run_networks(const NetworkDesign& design, const std::set<Observable>& measured,
                                         std::uint64_t networks, const Context& context);

}  // namespace sigprop
