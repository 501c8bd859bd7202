#pragma once
// Laws whose number is not in the shape and is fitted to the weights: the groups of a convolution, SIREN's
// omega; and fans that people read off arrays of more than two axes otherwise than a convolution's.

#include <sigprop/measure/weights/weights.hpp>
#include <vector>

#include "measure/weights/origin.hpp"

namespace sigprop {

/// Only laws whose std is that of the weights, as far as these show.
[[nodiscard]] std::vector<KnownLaw> shape_laws(const std::vector<std::size_t>& shape, WeightLayout layout,
                                               const WeightStatistics& found);

}  // namespace sigprop
