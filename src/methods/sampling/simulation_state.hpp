#pragma once
// What is known of a simulation that is under way: which blocks are finished and what they add up to. It is
// what ranks exchange and what a checkpoint keeps, as one line of text in which every bit survives.

#include <string>
#include <string_view>

#include "methods/sampling/block_ranges.hpp"
#include "methods/sampling/block_sums.hpp"

namespace sigprop {

struct SimulationState {
    BlockRanges finished;
    SampleTotals totals;

    explicit SimulationState(const SamplePlan& plan) : totals(plan) {}

    /// Adds the other's work; std::logic_error when a block was finished by both.
    void merge(const SimulationState& other);

    /// Words in hexadecimal, separated by blanks.
    [[nodiscard]] std::string text() const;
    /// Errors   InputError when the text is not one that text() gives for a state of this plan
    [[nodiscard]] static SimulationState read(std::string_view text, const SamplePlan& plan);
};

}  // namespace sigprop
