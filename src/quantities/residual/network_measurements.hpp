#pragma once
// What is measured in a network and how much its own rounding may change it: the same numbers as those of
// residual.* in theory. `layer` counts residual additions; x_layer is the input of layer `layer`.

#include "quantities/quantity.hpp"

#include "quantities/residual/network_statistics.hpp"

namespace sigprop {

/// |x_layer|^2 / width.
[[nodiscard]] Measurement measures_second_moment(std::int64_t layer, const NetworkDesign& design);
/// The coefficient of x_0 in x_layer.
[[nodiscard]] Measurement measures_skip_weight(std::int64_t layer);
/// |dL/dx_layer|^2 / |g|^2 in a network of `layers` layers.
[[nodiscard]] Measurement measures_gradient(std::int64_t layer, std::int64_t layers);
[[nodiscard]] Measurement measures_weight_gradient(std::int64_t layer, std::int64_t layers);
/// A cosine, an entropy or a score at one layer.
[[nodiscard]] Measurement measures_view(Observable what, std::int64_t layer);
/// Mean or variance of the number of branches that the squared gradient has passed.
[[nodiscard]] Measurement measures_path(bool variance, std::int64_t layers);
/// output_change_sgd or output_change_adam.
[[nodiscard]] Measurement measures_output_change(Observable what, std::int64_t layers);

/// The route that carries out the plan: method `network`, a sample.
[[nodiscard]] DirectRoute network_route(NetworkPlan plan, Measurement what);

}  // namespace sigprop
