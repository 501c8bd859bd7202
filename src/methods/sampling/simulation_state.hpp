#pragma once
// The state of a running simulation: which batches are finished, and their totals. Ranks exchange it and
// checkpoints keep it, as one line of text that preserves every bit.

#include <string>
#include <string_view>

#include "methods/sampling/batch_ranges.hpp"
#include "methods/sampling/batch_sums.hpp"

namespace sigprop {

struct SimulationState {
    BatchRanges finished;
    SampleTotals totals;

    explicit SimulationState(const SamplePlan& plan) : totals(plan) {}

    /// Adds the other's work; std::logic_error when a batch was finished by both.
    void merge(const SimulationState& other);

    /// Words in hexadecimal, separated by blanks.
    [[nodiscard]] std::string text() const;
    /// Errors   InputError unless the text is one that text() could return for a state of this plan: no sum
    ///          is larger than the sums of squares and the number of samples allow
    [[nodiscard]] static SimulationState read(std::string_view text, const SamplePlan& plan);
    /// The same from a checkpoint, where no state with a sample that is not finite is ever kept.
    [[nodiscard]] static SimulationState read_kept(std::string_view text, const SamplePlan& plan);
};

}  // namespace sigprop
