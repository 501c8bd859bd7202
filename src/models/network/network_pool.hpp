#pragma once
// Computes many networks at once, on the threads of this process and shared out among ranks. The results do
// not depend on who computes a network; if several fail, the first is reported.

#include <set>
#include <sigprop/core/base/context.hpp>

#include "models/network/network.hpp"

namespace sigprop {

/// Networks first, …, first + count - 1.
struct NetworkRange {
    std::uint64_t first = 0, count = 0;
};

/// Returns the profiles of these networks, or the first failure.
/// Errors   Interrupted, TimeSpent; IoError for a lost rank
[[nodiscard]] NetworkSample run_networks(const NetworkDesign& design, const std::set<Observable>& measured,
                                         NetworkRange networks, const Context& context);

}  // namespace sigprop
