#pragma once
// A run in progress: what a checkpoint must keep to go on as if nothing had happened.

#include <cstdint>
#include <span>
#include <vector>

#include "models/training/training.hpp"

namespace sigprop {

struct TrainingState {
    std::uint64_t steps_done = 0;
    std::span<float> parameters, running,
        optimizer;  ///< views: to be read, or written before the run goes on
    std::vector<double>& losses;
    std::vector<double>& gradient_norms;
    TrainingRun& run;  ///< what was measured at the start and on the way
    const std::vector<ParameterBlock>& blocks;
};

class TrainingKeeper {
public:
    virtual ~TrainingKeeper() = default;
    /// Called before the first step: fills the state if there is something to go on from.
    virtual void restore(TrainingState& state) = 0;
    /// Called after every step; `last` when the run ends or is interrupted here.
    virtual void keep(const TrainingState& state, bool last) = 0;
};

}  // namespace sigprop
