#pragma once
// Statements about the features as a whole: their quantiles, and those that stand out.

#include <array>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <vector>

namespace sigprop {

/// min, 5 %, 50 %, 95 %, max, interpolated linearly; NaN for an empty list.
[[nodiscard]] std::array<double, 5> quantiles_of(std::vector<double> values);

/// Fills in `worst` and `outliers` from the features.
void name_features(ElementwiseMeasurement& measured);

}  // namespace sigprop
