#pragma once
// What is said of the features as a whole: their quantiles, and those that stand out.

#include <array>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <vector>

namespace sigprop {

/// min, 5 %, 50 %, 95 %, max, by linear interpolation; NaN of nothing.
[[nodiscard]] std::array<double, 5> quantiles_of(std::vector<double> values);

/// Fills in `worst` and `outliers` from the features.
void name_features(ElementwiseMeasurement& measured);

}  // namespace sigprop
