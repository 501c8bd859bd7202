#pragma once
// The state of a running simulation: which batches are finished, and their totals. Ranks exchange it and
// checkpoints keep it, as one line of text that preserves every bit.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "methods/sampling/batch_sums.hpp"

namespace sigprop {

// A set of numbered batches of samples, kept as disjoint ranges in ascending order: those that are finished,
// that are left, or that a rank is to do next.

/// Batches begin, …, end - 1.
struct BatchRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    friend auto operator<=>(const BatchRange&, const BatchRange&) = default;
};

class BatchRanges {
public:
    BatchRanges() = default;
    explicit BatchRanges(BatchRange range) { add(range); }

    /// Added ranges are joined with adjacent ones; they must not overlap those in the set (std::logic_error).
    void add(BatchRange range);
    void add(const BatchRanges& other);
    [[nodiscard]] std::uint64_t size() const noexcept;
    [[nodiscard]] bool empty() const noexcept { return ranges_.empty(); }
    [[nodiscard]] const std::vector<BatchRange>& ranges() const noexcept { return ranges_; }
    /// The batches below `count` that are not in the set.
    [[nodiscard]] BatchRanges missing_below(std::uint64_t count) const;
    /// The batches after the first `skipped` in ascending order, at most `count` of them.
    [[nodiscard]] BatchRanges part(std::uint64_t skipped, std::uint64_t count) const;
    /// The batch at that place in ascending order; place < size().
    [[nodiscard]] std::uint64_t at(std::uint64_t place) const;

    friend bool operator==(const BatchRanges&, const BatchRanges&) = default;

private:
    std::vector<BatchRange> ranges_;
};

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
