#pragma once
// What of sampled networks theory can be held against: the same numbers as residual.* gives, measured.

#include <sigprop/quantities/quantity.hpp>

#include "quantities/network_statistics.hpp"

namespace sigprop {

/// |x_layer|^2 / width.
[[nodiscard]] Measurement measures_second_moment(std::int64_t layer, const NetworkDesign& design);
/// The coefficient of x_0 in x_layer.
[[nodiscard]] Measurement measures_skip_weight(std::int64_t layer);
/// |dL/dx_layer|^2 / |g|^2 for a network of so many layers.
[[nodiscard]] Measurement measures_gradient(std::int64_t layer, std::int64_t layers);

/// The plan that measures: method `network`, a sample.
[[nodiscard]] Computation network_route(NetworkPlan plan, Measurement what);

}  // namespace sigprop
