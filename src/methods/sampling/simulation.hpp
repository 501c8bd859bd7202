#pragma once
// Runs all batches of a simulation on the threads of this process, together with the other ranks, from where
// a checkpoint left off. The totals do not depend on how the batches are shared out.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <string>

#include "methods/sampling/batch_sums.hpp"

namespace sigprop {

struct SimulationName {
    std::string label;        ///< for people: the canonical text of the quantity
    std::string identity;     ///< contains everything that decides the totals; identifies checkpoints
    std::string source = {};  ///< the same without method and number of samples; identifies pilots
};

/// The totals of all batches, or of enough of them to know the first sample with a value that is not finite.
/// On one of the threads `beside`, if there is one, is called once before that thread turns to batches: what
/// judges the samples is made while the other threads draw them.
/// Errors   Interrupted and TimeSpent, after the finished batches are saved in context.store; IoError
[[nodiscard]] SampleTotals run_simulation(const SamplePlan& plan, const SimulationName& name,
                                          const Context& context, const std::function<void()>& beside = {});

}  // namespace sigprop
