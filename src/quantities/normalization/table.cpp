#include "quantities/normalization/table.hpp"

#include <algorithm>

namespace sigprop {
namespace {

std::string_view spread_text(NormSpread spread) {
    switch (spread) {
        case NormSpread::rms: return "rms";
        case NormSpread::std: return "std";
        case NormSpread::length: return "|x|";
        case NormSpread::range: return "max - min";
    }
    return "";
}

std::string_view square_text(NormSpread spread) {
    switch (spread) {
        case NormSpread::rms: return "mean x^2";
        case NormSpread::std: return "var";
        case NormSpread::length: return "sum x^2";
        case NormSpread::range: return "(max - min)^2";
    }
    return "";
}

/// The part of an implementation's name that people write: "LayerNorm" in "torch.nn.LayerNorm". Empty if it
/// says too little on its own: "std", "normalize".
std::string_view short_name(const NormImplementation& one) {
    const std::string_view name = one.name;
    const std::string_view last = name.substr(name.find_last_of(". ") + 1);
    const bool says_it = last.find_first_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZ") != last.npos;
    return says_it ? last : std::string_view();
}

}  // namespace

std::string_view axes_text(const NormLayer& layer) {
    if (layer.takes_share) return "x[…, d]: the first k features of one token make r, all are divided";
    switch (layer.axes) {
        case NormAxes::features: return "x[…, d]: the features of one token";
        case NormAxes::batch:
            return "x[B, C, …]: one channel of all examples and positions; in inference kept statistics";
        case NormAxes::positions: return "x[B, C, …]: the positions of one channel of one example";
        case NormAxes::channel_groups:
            return "x[B, C, …]: the positions of C / groups channels of one example";
        case NormAxes::output_row: return "W[out, in, …]: the weights of one output channel";
        case NormAxes::column: return "x[n, …]: one feature of all examples";
    }
    return "";
}

std::string jacobian_formula(const NormLayer& layer) {
    const NormRule& rule = layer.rule;
    if (layer.takes_share) {
        return "(I - y z^T r/(k s)) / r, s = rms, z = y with 0 after the first k; at eps = 0 of rank n - 1, "
               "and "
               "kills x";
    }
    std::string text = rule.centre == NormCentre::none   ? "(I"
                       : rule.centre == NormCentre::mean ? "(I - 1 1^T/n"
                                                         : "(I - 1 e_min^T";
    text += rule.spread == NormSpread::range    ? " - y (e_max - e_min)^T) / r"
            : rule.spread == NormSpread::length ? " - y y^T) / r"
                                                : " - y y^T/n) / r";
    if (rule.epsilon_place == EpsilonPlace::floor) return text + ", and I / r where r is floored";
    if (rule.spread == NormSpread::range) return text + "; at eps = 0 of rank n - 2";
    text += "; at eps = 0 symmetric, of rank n - ";
    return text + (rule.centre == NormCentre::none ? "1, and kills x" : "2, and kills 1 and x");
}

const NormLayer* norm_layer_named(std::string_view name) {
    for (const NormLayer& one : norm_layers()) {
        if (one.name == name || std::ranges::find(one.aliases, name) != one.aliases.end()) return &one;
    }
    const NormImplementation* const found = find_norm_implementation(name);
    return found == nullptr ? nullptr : find_norm_layer(found->layer);
}

const NormImplementation* find_norm_implementation(std::string_view name) {
    const std::span<const NormImplementation> all = norm_implementations();
    auto found = std::ranges::find(all, name, &NormImplementation::name);
    if (found == all.end() && !name.empty()) found = std::ranges::find(all, name, short_name);
    return found == all.end() ? nullptr : &*found;
}

std::map<std::string, std::string> norm_layer_aliases() {
    std::map<std::string, std::string> all;
    for (const NormImplementation& one : norm_implementations()) {
        const NormRule& rule = find_norm_layer(one.layer)->rule;
        const bool is_same = one.place == rule.epsilon_place && one.correction == rule.correction;
        const std::string_view name = short_name(one);
        if (is_same && !name.empty()) all.emplace(name, one.layer);
    }
    for (const NormLayer& one : norm_layers()) {
        for (const std::string& alias : one.aliases) all.insert_or_assign(alias, std::string(one.name));
    }
    return all;
}

std::string divisor_text(const NormRule& rule, std::string_view epsilon) {
    const std::string spread(spread_text(rule.spread));
    const std::string square(square_text(rule.spread));
    const std::string eps(epsilon);
    if (epsilon == "0") return spread;
    switch (rule.epsilon_place) {
        case EpsilonPlace::inside_root: return "sqrt(" + square + " + " + eps + ")";
        case EpsilonPlace::outside_root: return spread + " + " + eps;
        case EpsilonPlace::floor: return "max(" + spread + ", " + eps + ")";
        case EpsilonPlace::floor_of_square: return "sqrt(max(" + square + ", " + eps + "))";
    }
    return "";
}

std::string formula_text(const NormRule& rule, std::string_view epsilon) {
    const std::string divisor = divisor_text(rule, epsilon);
    const std::string above = rule.centre == NormCentre::none      ? "x"
                              : rule.centre == NormCentre::minimum ? "(x - min)"
                                                                   : "(x - mean)";
    const bool is_one_word = divisor.find(' ') == std::string::npos || divisor.ends_with(')');
    return above + " / " + (is_one_word ? divisor : "(" + divisor + ")");
}

std::string gain_text(const NormImplementation& one) {
    if (!one.has_gain || !find_norm_layer(one.layer)->has_gain) return "none";
    return one.gain_offset == 0 ? "w" : "1 + w";
}

std::string_view casts_text(NormCasts casts) {
    switch (casts) {
        case NormCasts::own_type: return "";
        case NormCasts::own_type_sums: return "sums and statistics, too, in the type of x";
        case NormCasts::float32_before_gain: return "in float32, rounded before the gain";
        case NormCasts::float32_statistics:
            return "statistics in float32, rounded before the gain and where two gradients of x are added";
        case NormCasts::float32: return "in float32, rounded last";
    }
    return "";
}

NormRule rule_of(const NormImplementation& one) {
    NormRule rule = find_norm_layer(one.layer)->rule;
    rule.epsilon_place = one.place;
    rule.correction = one.correction;
    return rule;
}

NormRule rule_named(std::string_view name) {
    if (const NormImplementation* const one = find_norm_implementation(name)) return rule_of(*one);
    return norm_layer_named(name)->rule;
}

}  // namespace sigprop
