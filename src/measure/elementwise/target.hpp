#pragma once
// The checked input of a fit: the arrays, the layer with its epsilon, the weights.

#include <cstddef>
#include <optional>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/models/normalization/rule.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct ElementwiseTarget {
    std::string layer;  ///< rms_norm or layer_norm
    NormRule rule;
    bool centred = false;  ///< LayerNorm
    double epsilon = 0;
    double assumed_rms = 1;
    std::vector<double> squared_weights;  ///< divided by the square of the largest weight, [d]
};

/// Errors   InputError, as measure_elementwise
[[nodiscard]] ElementwiseTarget elementwise_target(const NamedTensor& x,
                                                   const std::optional<NamedTensor>& weight,
                                                   const ElementwiseQuestion& question,
                                                   const Context& context);

}  // namespace sigprop
