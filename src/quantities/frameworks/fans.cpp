#include "quantities/frameworks/fans.hpp"

#include <fmt/format.h>

#include "catalogue/words.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

void require_lengths(const std::vector<Real>& shape) {
    for (const Real& axis : shape) {
        const Rational* exact = axis.rational();
        if (exact != nullptr && exact->is_integer()) continue;
        throw InputError::about({"shape"}, "a shape must be a list of integers, not " + axis.text() +
                                               ": write shape=[64, 3, 7, 7]");
    }
}

/// An axis counted from the front, or with -1 from the back.
std::size_t place_of(const Real& axis, const std::vector<Real>& shape, const char* name) {
    const auto count = static_cast<std::int64_t>(shape.size());
    const Rational* exact = axis.rational();
    const std::int64_t place = exact == nullptr ? count : exact->to_int64().value_or(count);
    if (place >= -count && place < count) return static_cast<std::size_t>(place < 0 ? place + count : place);
    throw InputError::about({name, "shape"},
                            fmt::format("{} {} is not an axis of a shape of {}", name, axis.text(), count));
}

void require_shape(const std::vector<Real>& shape) {
    require_lengths(shape);
    if (shape.size() < 2) {
        throw InputError::about({"shape"},
                                "a weight of fewer than two axes has no fans: write shape=[64, 3, 7, 7]");
    }
}

/// Of a call without a shape, which has to give the fans that the mode needs; the other is 1.
TensorFans given_fans(const Tensor& tensor, FanMode mode) {
    const auto needed = [&](const char* name, const std::optional<std::int64_t>& fan) -> Real {
        if (fan) return Rational(*fan);
        throw InputError::about(
            {name, "shape"},
            fmt::format("'{}' is missing: mode={} needs it; give it or shape=", name, word_of(mode)));
    };
    return {mode == FanMode::fan_out ? Real(1) : needed("fan_in", tensor.fan_in),
            mode == FanMode::fan_in ? Real(1) : needed("fan_out", tensor.fan_out)};
}

/// The shape's lengths; none where one is no number of 64 bits, or two fans would not be.
std::vector<std::int64_t> lengths_of(const std::vector<Real>& shape) {
    std::vector<std::int64_t> lengths;
    double product = 1;
    for (const Real& axis : shape) {
        const Rational* exact = axis.rational();
        const std::optional<std::int64_t> length = exact != nullptr ? exact->to_int64() : std::nullopt;
        if (!length) return {};
        product *= static_cast<double>(*length);
        lengths.push_back(*length);
    }
    constexpr double most = 1e18;
    return product < most ? lengths : std::vector<std::int64_t>{};
}

struct Fans {
    std::int64_t in, out, kernel = 1;
};

/// As the framework reads them, whose axes beside the channels are a kernel's.
Fans fans_of(const std::vector<std::int64_t>& shape, Layout layout) {
    const std::size_t last = shape.size() - 1;
    const bool torch = layout == Layout::torch;
    std::int64_t kernel = 1;
    for (std::size_t axis = 2; axis <= last; ++axis) kernel *= shape[torch ? axis : axis - 2];
    return {shape[torch ? 1 : last - 1] * kernel, shape[torch ? 0 : last] * kernel, kernel};
}

/// The inputs and outputs of a projection that is stored by heads, [width, heads, head], [heads, width, head]
/// or [heads, head, width], where its width is that of all heads; none for any other shape.
std::optional<Fans> projection_by_heads(const std::vector<std::int64_t>& shape, std::int64_t kernel) {
    constexpr std::int64_t shortest =
        8;  // kernels of 3, 4 or 7 with as many times more channels are convolutions
    if (kernel < shortest) return std::nullopt;
    if (shape[0] == shape[1] * shape[2]) return Fans{shape[0], shape[1] * shape[2]};
    if (shape[1] == shape[0] * shape[2]) return Fans{shape[1], shape[0] * shape[2]};
    if (shape[2] == shape[0] * shape[1]) return Fans{shape[0] * shape[1], shape[2]};
    return std::nullopt;
}

/// Three axes that are no convolution's: a projection by heads, or a kernel longer than any.
std::string text_of_heads(const std::vector<std::int64_t>& shape, Layout layout, const Fans& read) {
    if (shape.size() != 3) return {};
    const std::int64_t kernel = shape[layout == Layout::torch ? 2 : 0];
    const std::string text = fmt::format(
        "sigprop reads three axes as a convolution with a kernel of {} positions: fan_in {}, fan_out {}. ",
        kernel, read.in, read.out);
    if (const std::optional<Fans> heads = projection_by_heads(shape, kernel))
        return text +
               fmt::format("For a projection by heads, with {} inputs and {} outputs, write shape=[{}, {}]",
                           heads->in, heads->out, layout == Layout::torch ? heads->out : heads->in,
                           layout == Layout::torch ? heads->in : heads->out);
    constexpr std::int64_t longest = 64;
    if (kernel < longest) return {};
    return text + "For a projection by heads or a stack of matrices, give the two axes of one matrix";
}

/// Of a kernel with one channel on one side: Keras's depthwise kernels end with the outputs for each channel,
/// those of others have one input channel for each output.
std::string text_of_depthwise(const std::vector<std::int64_t>& shape, Layout layout, const Fans& read,
                              FanMode mode) {
    const std::size_t last = shape.size() - 1;
    const bool torch = layout == Layout::torch;
    const std::int64_t in = shape[torch ? 1 : last - 1];
    const std::int64_t out = shape[torch ? 0 : last];
    if (!torch && out == 1 && in > 1 && mode != FanMode::fan_out)
        return fmt::format(
            "fan_in {} counts all {} channels: if this is a depthwise kernel, each output has {} inputs, not "
            "{}",
            read.in, in, read.kernel, read.in);
    if (in == 1 && out > 1 && mode != FanMode::fan_in)
        return fmt::format(
            "fan_out {} counts all {} channels: if this is a depthwise kernel, each input has {} outputs for "
            "each of its own channels, not {}",
            read.out, out, read.kernel, read.out);
    return {};
}

}  // namespace

TensorFans fans_of(const std::vector<Real>& shape, Layout layout) {
    require_shape(shape);
    const std::size_t last = shape.size() - 1;
    const bool torch = layout == Layout::torch;
    Real receptive = 1;
    if (layout == Layout::ends) {
        for (std::size_t axis = 1; axis < last; ++axis) receptive = receptive * shape[axis];
        return {shape[last] * receptive, shape[0] * receptive};
    }
    for (std::size_t axis = 2; axis <= last; ++axis) receptive = receptive * shape[torch ? axis : axis - 2];
    return {shape[torch ? 1 : last - 1] * receptive, shape[torch ? 0 : last] * receptive};
}

TensorFans fans_of(const std::vector<Real>& shape, const NamedAxes& axes) {
    require_lengths(shape);
    const auto product = [&](const std::optional<std::vector<Real>>& named, std::vector<Real> usual,
                             const char* name) {
        Real all = 1;
        for (const Real& axis : named.value_or(std::move(usual)))
            all = all * shape[place_of(axis, shape, name)];
        return all;
    };
    const Real in = product(axes.in, {-2}, "in_axis"), out = product(axes.out, {-1}, "out_axis");
    const Real batch = product(axes.batch, {}, "batch_axis");
    Real whole = 1;
    for (const Real& axis : shape) whole = whole * axis;
    return {whole / (out * batch), whole / (in * batch)};
}

Tensor with_matrix_axes(Tensor tensor, const std::optional<std::vector<Real>>& inputs,
                        const std::optional<std::vector<Real>>& outputs) {
    if (!inputs && !outputs) return tensor;
    if (!inputs || !outputs)
        throw InputError::about({"input_axes", "output_axes"},
                                "Keras reads input_axes and output_axes only if both are given");
    if (!tensor.shape) throw InputError::about({"shape"}, "axes need a shape: write shape=[512, 8, 64]");
    require_lengths(*tensor.shape);
    const auto product = [&](const std::vector<Real>& axes, const char* name) {
        Real all = 1;
        for (const Real& axis : axes) all = all * (*tensor.shape)[place_of(axis, *tensor.shape, name)];
        return all;
    };
    tensor.shape = std::vector<Real>{product(*inputs, "input_axes"), product(*outputs, "output_axes")};
    return tensor;
}

Real fan_of(const Tensor& tensor, FanMode mode) {
    const char* fan = tensor.fan_in ? "fan_in" : "fan_out";
    if (tensor.shape && (tensor.fan_in || tensor.fan_out))
        throw InputError::about({fan, "shape"},
                                std::string("the shape defines the fans: remove '") + fan + "' or 'shape'");
    if (tensor.axes.any() && !tensor.shape)
        throw InputError::about({"shape"}, "axes need a shape: write shape=[512, 8, 64]");
    const auto [in, out] = !tensor.shape       ? given_fans(tensor, mode)
                           : tensor.axes.any() ? fans_of(*tensor.shape, tensor.axes)
                                               : fans_of(*tensor.shape, tensor.layout);
    switch (mode) {
        case FanMode::fan_in: return in;
        case FanMode::fan_out: return out;
        case FanMode::fan_avg: return (in + out) / Real(2);
        case FanMode::fan_geo_avg: return square_root(in * out);
    }
    throw std::logic_error("no such fan");
}

std::vector<std::string> warnings_of_shape(const Tensor& tensor, FanMode mode) {
    if (!tensor.shape || tensor.axes.any() || tensor.layout == Layout::ends) return {};
    const std::vector<std::int64_t> shape = lengths_of(*tensor.shape);
    if (shape.size() < 3) return {};
    const Fans fans = fans_of(shape, tensor.layout);
    std::string text = text_of_heads(shape, tensor.layout, fans);
    if (text.empty()) text = text_of_depthwise(shape, tensor.layout, fans, mode);
    return text.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::move(text)};
}

}  // namespace sigprop::frameworks
