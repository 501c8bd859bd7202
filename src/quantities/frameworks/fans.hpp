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
/// ends (MLX): (out, kernel …, in / groups).
enum class Layout : std::uint8_t { torch, channels_last, ends };

/// Which axes a call names instead of those of the layout, -1 the last. Those that it names neither as inputs
/// nor as outputs nor as a batch are a kernel's.
struct NamedAxes {
    std::optional<std::vector<Real>> in = {}, out = {}, batch = {};

    [[nodiscard]] bool any() const { return in || out || batch; }
};

/// What a call says of its weight.
struct Tensor {
    Layout layout;
    std::optional<std::int64_t> fan_in, fan_out;
    std::optional<std::vector<Real>> shape;
    NamedAxes axes = {};
};

/// Keras's input_axes and output_axes together leave no axis to a kernel: the weight is a matrix.
/// Errors   InputError where one is given without the other, which Keras ignores
[[nodiscard]] Tensor with_matrix_axes(Tensor tensor, const std::optional<std::vector<Real>>& inputs,
                                      const std::optional<std::vector<Real>>& outputs);

template <class Given>
[[nodiscard]] Tensor tensor_of(const Given& given, Layout layout) {
    Tensor tensor{layout, given.fan_in, given.fan_out, given.shape};
    if constexpr (requires { given.in_axis; })
        tensor.axes = {given.in_axis, given.out_axis, given.batch_axis};
    if constexpr (requires { given.input_axes; })
        return with_matrix_axes(std::move(tensor), given.input_axes, given.output_axes);
    return tensor;
}

struct TensorFans {
    Real in, out;
};

/// The fans of a shape of at least two axes. Both count the whole kernel, and `out` counts all output
/// channels although with groups an input channel feeds only those of its own group.
/// Errors   InputError about `shape` where it is no list of integers, or too short
[[nodiscard]] TensorFans fans_of(const std::vector<Real>& shape, Layout layout);

/// The same with axes that are named, and the layout's where they are not.
/// Errors   InputError about an axis that the shape does not have
[[nodiscard]] TensorFans fans_of(const std::vector<Real>& shape, const NamedAxes& axes);

/// The fan that the mode names.
/// Errors   InputError where that is not given, or given twice
[[nodiscard]] Real fan_of(const Tensor& tensor, FanMode mode);

/// What is said where a shape has other fans than the framework reads off it: a depthwise kernel, whose
/// channels are each on their own, and a projection by heads, which is no convolution. Nothing of ordinary
/// convolutions: their shape does not tell groups, and most have none.
[[nodiscard]] std::vector<std::string> warnings_of_shape(const Tensor& tensor, FanMode mode);

}  // namespace sigprop::frameworks
