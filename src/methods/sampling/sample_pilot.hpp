#pragma once
// The pilot of a simulation: what 2^16 samples beside its own say about each integrand. It decides whether a
// standard error can be trusted (sample_trust.hpp) and what rounding adds to it. It does not depend on the
// number of samples of the simulation, so that it is drawn once for the same integrands, law and source.

#include <memory>
#include <string>
#include <vector>

#include "methods/sampling/batch_sums.hpp"

namespace sigprop {

/// Properties of each integrand found from separate samples of the plan's source.
struct SamplePilot {
    std::vector<double> skewness;       ///< 0 where the pilot cannot tell
    std::vector<double> largest_share;  ///< of one sample in the pilot's sum of squares
    std::vector<double> rounding;       ///< of the mean, in the plan's dtype
};

/// Uses the samples of indices from 2^63 on, which no simulation uses.
[[nodiscard]] SamplePilot study(const SamplePlan& plan);

/// The effect of rounding in double on the mean of each integrand, estimated by the mean radius of
/// evaluations in balls of 53 bits at the first samples: large where digits are lost by cancellation.
[[nodiscard]] std::vector<double> float64_rounding(const SamplePlan& plan);

/// study(), made once for each source: for the text that names integrands, law, stream, seed and dtype.
[[nodiscard]] std::shared_ptr<const SamplePilot> remembered_pilot(const std::string& source,
                                                                  const SamplePlan& plan);

}  // namespace sigprop
