#pragma once
// The sums that a mean and its covariance need, over any set of batches of samples, which threads, ranks and
// checkpoints work on and exchange. A batch is 2^16 samples. Within a batch each sum runs in 32 lanes and a
// tree (core/simd/lanes.hpp), so that vectors of any width give the same double; the sums of batches are
// added exactly, so that the order of batches does not matter. The sums are those of d_i = f_i - s_i and d_i
// d_j, where the shift s_i is the mean of f_i over the first 512 samples, which every rank can recompute: the
// mean of d is then a small part of its standard deviation, and nothing cancels in the covariance. Samples
// may form groups with separate sums (the independent scramblings of a Sobol' net). Samples and values are
// float64 or float32; sums are doubles in either case.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <sigprop/core/base/dtype.hpp>
#include <span>
#include <variant>
#include <vector>

#include "core/base/exact_sum.hpp"

#include "core/simd/lanes.hpp"
#include "methods/sampling/sampled_values.hpp"

namespace sigprop {

inline constexpr std::uint64_t max_batch_samples = std::uint64_t{1} << 16;

/// What is sampled; immutable while workers run.
struct SamplePlan {
    std::span<const Formula> integrands;
    const SampleSource& source;
    std::uint64_t group_samples;  ///< samples of one group
    std::uint64_t groups = 1;
    std::vector<double> shifts;
    Dtype dtype = Dtype::float64;  ///< or float32

    [[nodiscard]] std::uint64_t samples() const { return group_samples * groups; }
    /// The last batch of a group may have fewer.
    [[nodiscard]] std::uint64_t batch_samples() const { return std::min(group_samples, max_batch_samples); }
    [[nodiscard]] std::uint64_t batches_per_group() const {
        return (group_samples - 1) / batch_samples() + 1;
    }
    [[nodiscard]] std::uint64_t batch_count() const { return groups * batches_per_group(); }
};

/// The shifts: the mean of each integrand over the first samples, in float64; 0 where that is not finite.
[[nodiscard]] std::vector<double> pilot_means(const SamplePlan& plan);

/// The totals of a set of batches, which do not depend on the order in which batches were added.
struct SampleTotals {
    /// For each group in turn: the sums of d_i, then of d_i d_j for i <= j, row by row.
    std::vector<ExactSum> sums;
    /// For each integrand, the largest sum of d_i^2 in one lane of one batch: an upper bound of every single
    /// square, and in large batches close to the largest one wherever that matters.
    std::vector<double> largest;
    /// The first sample with a value that is not finite (or the largest integer), its integrand and point.
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

/// Adds batches, one after the other; one worker per thread. Copies share the constants of formulas.
class BatchWorker {
public:
    explicit BatchWorker(const SamplePlan& plan);

    /// False when a value was not finite; the totals then say which, and their sums must not be used.
    [[nodiscard]] bool add_batch(std::uint64_t batch);
    [[nodiscard]] const SampleTotals& totals() const noexcept { return totals_; }
    /// Resets the totals.
    void clear() { totals_ = SampleTotals(*plan_); }

private:
    struct Range {
        std::uint64_t first, end;
    };
    using Values = std::variant<SampledValues<double>, SampledValues<float>>;

    [[nodiscard]] static Values values_of(const SamplePlan& plan);
    [[nodiscard]] bool add_lanes(std::uint64_t group);
    template <class Scalar>
    void add_samples(SampledValues<Scalar>& values, Range range);
    template <class Scalar>
    void add_values(const SampledValues<Scalar>& values);
    template <class Scalar>
    [[nodiscard]] bool find_bad(SampledValues<Scalar>& values, Range range);
    template <class Scalar>
    [[nodiscard]] bool find_bad(const SampledValues<Scalar>& values, std::uint64_t first);

    const SamplePlan* plan_;
    SampleTotals totals_;
    Values values_;
    std::vector<double> differences_;  ///< of one evaluator tile, when products are needed
    std::vector<LaneSums> own_;
    std::vector<Lanes> products_;  ///< sums of products for i < j, row by row
};

}  // namespace sigprop
