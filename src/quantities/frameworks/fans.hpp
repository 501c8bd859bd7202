#pragma once
// The fans that a framework reads off a weight's shape. A call gives the shape, in the framework's own order
// of axes, or the fans themselves.

#include <optional>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {
enum class FanMode : std::uint8_t;
}

namespace sigprop::frameworks {

/// torch: (out, in / groups, kernel …); channels_last (JAX, Flax, Keras): (kernel …, in / groups, out).
enum class Layout : std::uint8_t { torch, channels_last };

/// What a call says of its weight.
struct Tensor {
    Layout layout;
    std::optional<std::int64_t> fan_in, fan_out;
    std::optional<std::vector<Real>> shape;
};

template <class Given>
[[nodiscard]] Tensor tensor_of(const Given& given, Layout layout) {
    return {layout, given.fan_in, given.fan_out, given.shape};
}

struct TensorFans {
    Real in, out;
};

/// The fans of a shape of at least two axes. Both count the whole kernel, and `out` counts all output
/// channels although with groups an input channel feeds only those of its own group.
/// Errors   InputError about `shape` where it is no list of integers, or too short
[[nodiscard]] TensorFans fans_of(const std::vector<Real>& shape, Layout layout);

/// The fan that the mode names.
/// Errors   InputError where that is not given, or given twice
[[nodiscard]] Real fan_of(const Tensor& tensor, FanMode mode);

/// What is said where a shape has other fans than the framework reads off it: a depthwise kernel, whose
/// channels are each on their own, and a projection by heads, which is no convolution. Nothing of ordinary
/// convolutions: their shape does not tell groups, and most have none.
[[nodiscard]] std::vector<std::string> warnings_of_shape(const Tensor& tensor, FanMode mode);

}  // namespace sigprop::frameworks
