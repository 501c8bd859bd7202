#pragma once
// How well a law explains weights. For normal, truncated and uniform laws about 0 the likelihood follows exactly from
// the number of weights, their squares' sum and their extremes, so that laws are compared without another pass.

#include <string>
#include <vector>

#include "measure/weights/law.hpp"
#include "measure/weights/origin.hpp"

namespace sigprop {

/// log p(weights | law), the densities in units of the weights; -inf when a weight lies beyond the law's limits by more
/// than storage explains. `found` has its centre at 0.
[[nodiscard]] double log_likelihood(const WeightLaw& law, const WeightStatistics& found,
                                    const Rounding& rounding);

/// The known laws that nothing in the file contradicts, the most likely first. Of laws that are the same numbers the
/// first keeps its place.
[[nodiscard]] std::vector<LikelyLaw> likely_laws(const std::vector<KnownLaw>& known,
                                                 const WeightStatistics& found, const Rounding& rounding);

/// What the weights look like without any claim: "normal, std 0.02003 ± 0.00012", "uniform ±0.0361 …".
[[nodiscard]] std::string law_text(const WeightStatistics& found, const Rounding& rounding);

}  // namespace sigprop
