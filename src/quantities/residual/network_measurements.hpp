#pragma once
// What is measured in a network and how much its own rounding may change it: the same numbers as those of
// residual.* in theory. `sublayer` counts residual additions; x_sublayer is the input of sublayer `sublayer`.

#include "quantities/quantity.hpp"

#include "quantities/residual/network_statistics.hpp"

namespace sigprop {

/// |x_sublayer|^2 / width.
[[nodiscard]] Measurement measures_second_moment(std::int64_t sublayer, const NetworkDesign& design);
/// The coefficient of x_0 in x_sublayer.
[[nodiscard]] Measurement measures_skip_weight(std::int64_t sublayer);
/// |dL/dx_sublayer|^2 / |g|^2 in a network of `sublayers` sublayers.
[[nodiscard]] Measurement measures_gradient(std::int64_t sublayer, std::int64_t sublayers);
[[nodiscard]] Measurement measures_weight_gradient(std::int64_t sublayer, std::int64_t sublayers);
/// A cosine, an entropy or a score at one sublayer.
[[nodiscard]] Measurement measures_view(Observable what, std::int64_t sublayer);
/// Mean or variance of the number of branches that the squared gradient has passed.
[[nodiscard]] Measurement measures_path(bool variance, std::int64_t sublayers);
/// output_change_sgd or output_change_adam.
[[nodiscard]] Measurement measures_output_change(Observable what, std::int64_t sublayers);

/// The route that carries out the plan: method `network`, a sample.
[[nodiscard]] DirectRoute network_route(NetworkPlan plan, Measurement what);

}  // namespace sigprop
