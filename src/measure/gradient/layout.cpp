#include "measure/gradient/layout.hpp"

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "formats/list_text.hpp"

namespace sigprop {
namespace {

void check_array(const NamedTensor& tensor) {
    if (tensor.view.is_complex())
        throw InputError(tensor.name +
                         ": complex arrays are not supported; save the real and imaginary parts separately");
    if (tensor.view.size() == 0) {
        throw InputError(tensor.name + ": the array has no numbers: its shape is " +
                         list_text(tensor.view.shape()));
    }
}

void check_like_x(const std::optional<NamedTensor>& tensor, const char* role, const NamedTensor& x) {
    if (!tensor) return;
    check_array(*tensor);
    if (tensor->view.shape() == x.view.shape()) return;
    throw InputError(fmt::format("{} of shape {}: {} must have the shape of x, {}", tensor->name,
                                 list_text(tensor->view.shape()), role, list_text(x.view.shape())));
}

void check_parameter(const std::optional<NamedTensor>& tensor, const char* role, const NormGroups& groups,
                     const NamedTensor& x) {
    if (!tensor) return;
    check_array(*tensor);
    if (tensor->view.size() == groups.parameters) return;
    const bool features = groups.axes == NormAxes::features;
    throw InputError(fmt::format("{} of shape {}: {} must have {} entries, one per {} of x of shape {}",
                                 tensor->name, list_text(tensor->view.shape()), role, groups.parameters,
                                 features ? "feature (the last axis)" : "channel (the second axis)",
                                 list_text(x.view.shape())));
}

NormGroups of_channels(const NamedTensor& x, const JacobianLayer& layer, std::optional<std::size_t> groups) {
    const std::vector<std::size_t>& shape = x.view.shape();
    if (shape.size() < 2) {
        throw InputError(fmt::format("{} of shape {}: {} needs x[batch, channels, ...]", x.name,
                                     list_text(shape), layer.name));
    }
    NormGroups made;
    made.axes = layer.axes;
    made.channels = made.parameters = shape[1];
    for (std::size_t axis = 2; axis < shape.size(); ++axis) made.positions *= shape[axis];
    made.channel_groups = shape[1];
    if (layer.axes == NormAxes::channel_groups) {
        if (!groups) throw InputError("group_norm needs the number of its groups: --groups 32");
        if (*groups == 0 || shape[1] % *groups != 0) {
            throw InputError(fmt::format("--groups {} does not divide the {} channels of {} of shape {}",
                                         *groups, shape[1], x.name, list_text(shape)));
        }
        made.channel_groups = *groups;
    }
    if (layer.axes == NormAxes::batch) {
        made.count = shape[1];
        made.size = shape[0] * made.positions;
    } else {
        made.count = shape[0] * made.channel_groups;
        made.size = shape[1] / made.channel_groups * made.positions;
    }
    return made;
}

}  // namespace

std::string NormGroups::name() const {
    switch (axes) {
        case NormAxes::batch: return "channel";
        case NormAxes::positions: return "instance";
        case NormAxes::channel_groups: return "group";
        default: return "row";
    }
}

void NormGroups::read(const TensorView& view, std::size_t group, std::span<double> out) const {
    if (axes != NormAxes::batch) return view.read(group * size, out);
    for (std::size_t i = 0; i < size; i += positions) view.read(element(group, i), out.subspan(i, positions));
}

NormGroups norm_groups(const JacobianTensors& tensors, const JacobianLayer& layer,
                       std::optional<std::size_t> groups) {
    const NamedTensor& x = tensors.x;
    check_array(x);
    const std::vector<std::size_t>& shape = x.view.shape();
    if (groups && layer.axes != NormAxes::channel_groups) {
        throw InputError(fmt::format("--groups is only for group_norm; {} has no groups", layer.name));
    }
    NormGroups made;
    if (layer.axes == NormAxes::features) {
        if (shape.empty()) throw InputError(x.name + ": a single number has no features to normalise");
        made.size = made.parameters = shape.back();
        made.count = x.view.size() / made.size;
    } else {
        made = of_channels(x, layer, groups);
    }
    check_like_x(tensors.dy, "dy", x);
    check_like_x(tensors.dskip, "dskip", x);
    check_like_x(tensors.dx, "dx", x);
    check_like_x(tensors.y, "y", x);
    check_parameter(tensors.weight, "weight", made, x);
    check_parameter(tensors.dweight, "dweight", made, x);
    check_parameter(tensors.bias, "bias", made, x);
    check_parameter(tensors.dbias, "dbias", made, x);
    return made;
}

}  // namespace sigprop
