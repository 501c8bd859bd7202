#pragma once
// A run in progress in a store of simulations, so that one that was interrupted or killed goes on from its
// last kept step and ends with the same bits.

#include <string>

#include "core/base/simulation.hpp"
#include "models/training/training_state.hpp"

namespace sigprop {

class StoredTraining final : public TrainingKeeper {
public:
    StoredTraining(SimulationStore& store, std::string name) : store_(store), name_(std::move(name)) {}

    /// Errors   InputError for a damaged state, IoError for one of another size
    void restore(TrainingState& state) override;
    void keep(const TrainingState& state, bool last) override;
    /// To be called once what the run found is kept elsewhere.
    void drop() { store_.drop_large(name_); }

private:
    SimulationStore& store_;
    std::string name_;
};

}  // namespace sigprop
