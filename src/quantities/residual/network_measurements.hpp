#pragma once
// What is measured of a network and how much its own rounding may change it: the same numbers as residual.*
// has in theory. `layer` counts residual additions, x_layer is what layer `layer` reads.

#include "quantities/quantity.hpp"

#include "quantities/residual/network_statistics.hpp"

namespace sigprop {

/// |x_layer|^2 / width.
[[nodiscard]] Measurement measures_second_moment(std::int64_t layer, const NetworkDesign& design);
/// The coefficient of x_0 in x_layer.
[[nodiscard]] Measurement measures_skip_weight(std::int64_t layer);
/// |dL/dx_layer|^2 / |g|^2 in a network of so many layers.
[[nodiscard]] Measurement measures_gradient(std::int64_t layer, std::int64_t layers);
[[nodiscard]] Measurement measures_weight_gradient(std::int64_t layer, std::int64_t layers);
/// A cosine, an entropy or a score at one layer.
[[nodiscard]] Measurement measures_view(Observable what, std::int64_t layer);
/// Mean or variance of the number of branches that the squared gradient came by.
[[nodiscard]] Measurement measures_path(bool variance, std::int64_t layers);
/// output_change_sgd or output_change_adam.
[[nodiscard]] Measurement measures_output_change(Observable what, std::int64_t layers);

/// The plan that measures: method `network`, a sample.
[[nodiscard]] DirectRoute network_route(NetworkPlan plan, Measurement what);

}  // namespace sigprop
