#include "measure/gradient/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "quantities/normalization/table.hpp"

#include "formats/list_text.hpp"
#include "measure/flag_value.hpp"

namespace sigprop {
namespace {

/// pRMSNorm would need its share, and nobody writes a backward pass for the remaining layers.
constexpr std::array<std::string_view, 7> known = {"rms_norm",
                                                   "layer_norm",
                                                   "l2_norm",
                                                   "batch_norm",
                                                   "instance_norm",
                                                   "group_norm",
                                                   "instance_norm_uncentred"};

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c == '_' || c == '-' || c == ' ') continue;
        plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return plain;
}

void check_array(const NamedTensor& tensor) {
    if (tensor.view.is_complex())
        throw InputError(tensor.name +
                         ": complex arrays are not measured; save real and imaginary part apart");
    if (tensor.view.size() == 0) {
        throw InputError(tensor.name + ": there are no numbers in an array of shape " +
                         list_text(tensor.view.shape()));
    }
}

void check_like_x(const std::optional<NamedTensor>& tensor, const char* role, const NamedTensor& x) {
    if (!tensor) return;
    check_array(*tensor);
    if (tensor->view.shape() == x.view.shape()) return;
    throw InputError(fmt::format("{} of shape {}: {} has the shape of x, {}", tensor->name,
                                 list_text(tensor->view.shape()), role, list_text(x.view.shape())));
}

void check_parameter(const std::optional<NamedTensor>& tensor, const char* role, const NormGroups& groups,
                     const NamedTensor& x) {
    if (!tensor) return;
    check_array(*tensor);
    if (tensor->view.size() == groups.parameters) return;
    const bool features = groups.axes == NormAxes::features;
    throw InputError(fmt::format("{} of shape {}: {} has {} entries, one a {} of x of shape {}", tensor->name,
                                 list_text(tensor->view.shape()), role, groups.parameters,
                                 features ? "feature (the last axis)" : "channel (the second axis)",
                                 list_text(x.view.shape())));
}

NormGroups of_channels(const NamedTensor& x, const JacobianLayer& layer, std::optional<std::size_t> groups) {
    const std::vector<std::size_t>& shape = x.view.shape();
    if (shape.size() < 2) {
        throw InputError(fmt::format("{} of shape {}: {} takes x[batch, channels, ...]", x.name,
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

[[noreturn]] void refuse_layer(const std::string& name) {
    const std::vector<std::string> names(known.begin(), known.end());
    const std::optional<std::string> near = nearest_name(name, names);
    refuse_flag(
        "layer", name,
        fmt::format(
            "knows {}, and the names of implementations of the first three (sigprop show normalization){}",
            fmt::join(names, ", "), near ? "; did you mean " + *near + "?" : ""));
}

}  // namespace

JacobianLayer jacobian_layer(const std::string& name) {
    const auto layer_of = [](std::string_view one) {
        const NormLayer& layer = *find_norm_layer(one);
        return JacobianLayer{std::string(one), layer.axes, layer.rule};
    };
    for (const std::string_view one : known) {
        if (plain_name(one) == plain_name(name)) return layer_of(one);
    }
    const NormDescription* const found = find_norm_description(name);
    if (found == nullptr || std::ranges::find(known, found->layer) == known.end()) refuse_layer(name);
    JacobianLayer layer = layer_of(found->layer);
    const NormImplementation* const implementation = find_norm_implementation(name);
    if (implementation == nullptr) return layer;
    if (layer.axes != NormAxes::features) {
        refuse_flag("layer", name,
                    fmt::format("is a {}, whose channels are the second axis here: x[batch, channels, ...]; "
                                "write --layer {} for such an array",
                                layer.name, layer.name));
    }
    layer.rule = rule_named(name);
    layer.name = fmt::format("{} ({})", implementation->name, layer.name);
    return layer;
}

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
        throw InputError(fmt::format("--groups belongs to group_norm, and {} has none", layer.name));
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
    check_like_x(tensors.dx, "dx", x);
    check_like_x(tensors.y, "y", x);
    check_parameter(tensors.weight, "weight", made, x);
    check_parameter(tensors.dweight, "dweight", made, x);
    check_parameter(tensors.bias, "bias", made, x);
    check_parameter(tensors.dbias, "dbias", made, x);
    return made;
}

}  // namespace sigprop
