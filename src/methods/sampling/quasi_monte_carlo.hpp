#pragma once
// What independent scramblings say of a mean: the average of theirs, and their spread as its error.

#include <sigprop/methods/sampling/sample_means.hpp>
#include <span>

#include "methods/sampling/block_sums.hpp"

namespace sigprop {

/// The groups of the plan are the scramblings. `rounding` is what a sample may err by, as a share of the root
/// of E f^2; jump_errors[i] >= 0 is the least standard error of integrand i because of its jumps. Not ok,
/// with the reason, when the spread of an integrand means nothing.
[[nodiscard]] SampleMeans judged_scramblings(const SamplePlan& plan, const SampleTotals& totals,
                                             double rounding, std::span<const double> jump_errors);

}  // namespace sigprop
