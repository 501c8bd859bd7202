#pragma once
// The sums that a mean and its covariance need, over any set of blocks of samples: what threads (and later
// ranks and checkpoints) work on and exchange. A block is 2^16 samples. Within it sample i adds to lane i mod
// 32 of each sum, and the lanes are then added as a tree, so that vectors of any width give the same double;
// the sums of blocks enter exact accumulators, so that no order of blocks matters. Summed are d_i = f_i - s_i
// and d_i d_j, where the shift s_i is the mean of f_i over the first 512 samples, which anybody can
// recompute: the mean of d is then a small part of its standard deviation, and nothing cancels in the
// covariance. Samples may fall into groups with sums of their own (the independent scramblings of a net).

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/exact_sum.hpp>
#include <span>
#include <vector>

#include "methods/sample_source.hpp"

namespace sigprop {

inline constexpr std::uint64_t most_block_samples = std::uint64_t{1} << 16;
inline constexpr std::size_t lanes_per_sum = 32;

/// What is sampled; immutable while workers run.
struct SamplePlan {
    std::span<const Formula> integrands;
    const SampleSource& source;
    std::uint64_t group_samples;  ///< samples of one group
    std::uint64_t groups = 1;
    std::vector<double> shifts;

    [[nodiscard]] std::uint64_t samples() const { return group_samples * groups; }
    /// The last block of a group may have fewer.
    [[nodiscard]] std::uint64_t block_samples() const { return std::min(group_samples, most_block_samples); }
    [[nodiscard]] std::uint64_t blocks_per_group() const { return (group_samples - 1) / block_samples() + 1; }
    [[nodiscard]] std::uint64_t block_count() const { return groups * blocks_per_group(); }
};

/// A few consecutive samples of every variable of the law.
class SampleChunk {
public:
    static constexpr std::size_t most = BlockEvaluator::block_size;

    explicit SampleChunk(int dimension) : values_(most * static_cast<std::size_t>(dimension)) {}
    /// Samples first + k for k < count <= most.
    void draw(const SampleSource& source, std::uint64_t first, std::size_t count);
    /// Where the samples of each variable begin; until the next draw.
    [[nodiscard]] std::span<const double* const> variables() const { return variables_; }
    [[nodiscard]] std::vector<double> point(std::size_t k) const;

private:
    std::vector<double> values_;
    std::vector<const double*> variables_;
};

/// The mean of each integrand over the first samples; 0 where that is not finite.
[[nodiscard]] std::vector<double> pilot_means(const SamplePlan& plan, BlockEvaluator& evaluator);

/// What a set of blocks adds up to; the same for any order in which they were added.
struct SampleTotals {
    /// Of each group in turn: the sums of d_i, then of d_i d_j for i <= j, row by row.
    std::vector<ExactSum> sums;
    std::vector<double> least;  ///< of d_i
    std::vector<double> most;
    /// The first sample with a value that is not finite, in which integrand, and where; else the largest.
    std::uint64_t bad_sample = std::numeric_limits<std::uint64_t>::max();
    std::size_t bad_integrand = 0;
    std::vector<double> bad_point;

    explicit SampleTotals(const SamplePlan& plan);
    void merge(const SampleTotals& other);
    /// The sums of one group.
    [[nodiscard]] std::span<const ExactSum> group(std::uint64_t index) const;

    friend bool operator==(const SampleTotals&, const SampleTotals&) = default;
};

/// k + k (k + 1) / 2 for k integrands.
[[nodiscard]] constexpr std::size_t sums_of_group(std::size_t integrands) {
    return integrands + integrands * (integrands + 1) / 2;
}

/// Adds blocks, one after the other; one worker a thread.
class BlockWorker {
public:
    BlockWorker(const SamplePlan& plan, const BlockEvaluator& evaluator);

    /// False when a value was not finite; the totals then say which, and their sums are of no use.
    [[nodiscard]] bool add_block(std::uint64_t block);
    [[nodiscard]] const SampleTotals& totals() const noexcept { return totals_; }
    /// Starts again from nothing.
    void clear() { totals_ = SampleTotals(*plan_); }

private:
    static constexpr std::size_t chunk = BlockEvaluator::block_size;
    using Lanes = std::array<double, lanes_per_sum>;

    [[nodiscard]] bool add_chunk(std::uint64_t first, std::size_t count);
    [[nodiscard]] bool subtract_shift(std::size_t i, std::uint64_t first, std::size_t count);
    void note_bad(std::size_t i, std::uint64_t first, std::span<const double> values);

    const SamplePlan* plan_;
    SampleTotals totals_;
    BlockEvaluator evaluator_;
    SampleChunk x_;
    std::vector<double> differences_;
    std::vector<Lanes> lanes_;
};

}  // namespace sigprop
