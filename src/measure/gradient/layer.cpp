#include "measure/gradient/layer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/short_number.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "measure/flag_value.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

/// pRMSNorm would need its share, and nobody writes a backward pass for what normalises weights or data.
bool is_taken(const NormLayer& layer) {
    return !layer.takes_share && layer.axes != NormAxes::output_row && layer.axes != NormAxes::column;
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c == '_' || c == '-' || c == ' ') continue;
        plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return plain;
}

[[noreturn]] void refuse_layer(const std::string& name) {
    const std::vector<std::string> known = jacobian_norm_layers();
    std::vector<std::string> names = known;
    for (const ActivationEntry& one : activation_table()) names.push_back(one.name);
    const std::optional<std::string> near = nearest_name(name, names);
    refuse_flag("layer", name,
                fmt::format("must be {}, the name of an implementation (sigprop show normalization), an "
                            "activation (sigprop list activations) or a formula in x{}",
                            joined(known), near ? "; did you mean " + *near + "?" : ""));
}

/// By its own name.
const NormLayer* own_layer(const std::string& name) {
    for (const NormLayer& one : norm_layers())
        if (is_taken(one) && plain_name(one.name) == plain_name(name)) return &one;
    return nullptr;
}

JacobianLayer layer_named(const std::string& name) {
    const auto layer_of = [](const NormLayer& layer) {
        JacobianLayer made;
        made.name = layer.name;
        made.axes = layer.axes;
        made.rule = layer.rule;
        made.has_gain = layer.has_gain;
        return made;
    };
    if (const NormLayer* const own = own_layer(name)) return layer_of(*own);
    if (!is_norm_layer(name)) refuse_layer(name);
    JacobianLayer layer = layer_of(*norm_layer_named(name));
    const NormImplementation* const one = find_norm_implementation(name);
    if (one == nullptr) return layer;
    if (one->channels_last) {
        refuse_flag("layer", name,
                    fmt::format("has its channels on the last axis, but here they are on the second: write "
                                "--layer {} for an array x[batch, channels, ...]",
                                layer.name));
    }
    layer.implementation = one;
    layer.rule = rule_named(name);
    layer.has_gain = layer.has_gain && one->has_gain;
    layer.name = fmt::format("{} ({})", one->name, layer.name);
    return layer;
}

void take_epsilon(JacobianLayer& layer, const JacobianQuestion& question, Dtype dtype,
                  const Context& context) {
    std::string text = question.epsilon;
    if (text.empty() && layer.implementation != nullptr) {
        const NormImplementation& one = *layer.implementation;
        const bool is_wide = dtype == Dtype::float64 && !one.epsilon_of_float64.empty();
        text = is_wide ? one.epsilon_of_float64 : one.epsilon;
    }
    if (text.empty()) {
        throw InputError(
            "measure jacobian needs the epsilon of the layer: give --eps 1e-6, or the name of an "
            "implementation that has an epsilon");
    }
    layer.epsilon = flag_value("eps", text, context);
    if (!(layer.epsilon >= 0)) refuse_flag("eps", text, "must not be negative");
    if (!std::isfinite(layer.epsilon)) refuse_flag("eps", text, "is beyond the range of float64");
    const bool is_number = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
    layer.epsilon_text = is_number ? shortest_number(layer.epsilon) : text;
}

void take_offset(JacobianLayer& layer, const JacobianQuestion& question, bool has_weight,
                 const Context& context) {
    if (!question.weight_offset) {
        if (layer.implementation == nullptr || layer.implementation->gain_offset == 0) return;
        layer.gain_offset = layer.implementation->gain_offset;
        layer.offset_text = shortest_number(layer.gain_offset);
        return;
    }
    if (!has_weight) throw InputError("--weight-offset is added to the weight: give --weight FILE, too");
    layer.offset_text = *question.weight_offset;
    layer.gain_offset = flag_value("weight-offset", layer.offset_text, context);
    if (std::isfinite(layer.gain_offset)) return;
    refuse_flag("weight-offset", layer.offset_text, "is beyond the range of float64");
}

}  // namespace

std::vector<std::string> jacobian_norm_layers() {
    std::vector<std::string> names;
    for (const NormLayer& one : norm_layers())
        if (is_taken(one)) names.emplace_back(one.name);
    return names;
}

bool is_norm_layer(const std::string& name) {
    if (own_layer(name) != nullptr) return true;
    const NormLayer* const found = norm_layer_named(name);
    return found != nullptr && is_taken(*found);
}

JacobianLayer jacobian_layer(const JacobianQuestion& question, Dtype dtype, bool has_weight,
                             const Context& context) {
    JacobianLayer layer = layer_named(question.layer);
    take_epsilon(layer, question, dtype, context);
    take_offset(layer, question, has_weight, context);
    return layer;
}

std::string layer_text(const JacobianLayer& layer, const JacobianQuestion& question,
                       const JacobianTensors& tensors) {
    const char* const places[] = {"inside the root", "outside the root", "as the least r",
                                  "as the least r^2"};
    std::string text = fmt::format("{}, eps {} {}", layer.name, layer.epsilon_text,
                                   places[static_cast<std::size_t>(layer.rule.epsilon_place)]);
    if (question.groups) {
        text += ", " + counted(*question.groups, "group");
    }
    if (tensors.weight) {
        text += layer.offset_text.empty() ? ", gain weight" : ", gain " + layer.offset_text + " + weight";
    } else if (layer.has_gain) {
        text += ", gain 1 (no weight is given)";
    }
    return text + (tensors.bias ? ", bias" : "");
}

}  // namespace sigprop
