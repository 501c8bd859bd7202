#pragma once
// Runs all blocks of a simulation: on the threads of this process, together with the other ranks, from where
// a checkpoint left off. The totals are the same for every way in which the blocks are shared out.

#include <sigprop/core/base/context.hpp>
#include <string>

#include "methods/sampling/block_sums.hpp"

namespace sigprop {

struct SimulationName {
    std::string label;     ///< for people: the canonical text of what is simulated
    std::string identity;  ///< all that decides the totals; a checkpoint belongs to it
};

/// The totals of all blocks, or of enough of them to know the first sample with a value that is not finite.
/// Errors   Interrupted and TimeSpent, after what is finished went to context.store; IoError
[[nodiscard]] SampleTotals run_simulation(const SamplePlan& plan, const SimulationName& name,
                                          const Context& context);

}  // namespace sigprop
