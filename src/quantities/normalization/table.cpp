#include "quantities/normalization/table.hpp"

#include <algorithm>

namespace sigprop {
namespace {

const std::vector<NormDescription>& descriptions() {
    constexpr std::string_view centred =
        "(I - 1 1^T/n - y y^T/n) / r; at eps = 0 symmetric, of rank n - 2, and kills 1 and x";
    constexpr std::string_view rms = "(I - y y^T/n) / r; at eps = 0 symmetric, of rank n - 1, and kills x";
    constexpr std::string_view length = "(I - y y^T) / r; at eps = 0 symmetric, of rank n - 1, and kills x";
    static const std::vector<NormDescription> all = {
        {"layer_norm",
         "x[…, d]: the features of one token",
         centred,
         "Ba, Kiros and Hinton 2016, arXiv:1607.06450",
         {"layernorm"}},
        {"rms_norm",
         "x[…, d]: the features of one token",
         rms,
         "Zhang and Sennrich 2019, arXiv:1910.07467",
         {"rmsnorm", "pixel_norm"}},
        {"partial_rms_norm",
         "x[…, d]: the first k features of one token make r, all are divided",
         "(I - y z^T r/(k s)) / r, s = rms, z = y with 0 after the first k; at eps = 0 of rank n - 1, and "
         "kills x",
         "Zhang and Sennrich 2019, arXiv:1910.07467",
         {"prms_norm", "prmsnorm"}},
        {"l2_norm",
         "x[…, d]: the features of one token",
         "(I - y y^T) / r, and I / r where r is floored",
         "",
         {"l2norm", "l2_normalize"}},
        {"batch_norm",
         "x[B, C, …]: one channel of all examples and positions; in inference kept statistics",
         centred,
         "Ioffe and Szegedy 2015, arXiv:1502.03167",
         {"batchnorm"}},
        {"instance_norm",
         "x[B, C, …]: the positions of one channel of one example",
         centred,
         "Ulyanov, Vedaldi and Lempitsky 2016, arXiv:1607.08022",
         {"instancenorm"}},
        {"instance_norm_uncentred",
         "x[B, C, …]: the positions of one channel of one example",
         rms,
         "Karras et al. 2020, arXiv:1912.04958, section 2",
         {}},
        {"group_norm",
         "x[B, C, …]: the positions of C / groups channels of one example",
         centred,
         "Wu and He 2018, arXiv:1803.08494",
         {"groupnorm"}},
        {"demodulation",
         "W[out, in, …]: the weights of one output channel",
         length,
         "Karras et al. 2020, arXiv:1912.04958, eq. 3",
         {"weight_demodulation"}},
        {"min_max",
         "x[n, …]: one feature of all examples",
         "(I - 1 e_min^T - y (e_max - e_min)^T) / r; at eps = 0 of rank n - 2",
         "",
         {"minmax", "min_max_scaling"}},
        {"mean_range",
         "x[n, …]: one feature of all examples",
         "(I - 1 1^T/n - y (e_max - e_min)^T) / r; at eps = 0 of rank n - 2",
         "",
         {"mean_normalization"}},
        {"z_score", "x[n, …]: one feature of all examples", centred, "", {"zscore", "standardization"}},
    };
    return all;
}

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
    const std::string_view last = one.name.substr(one.name.find_last_of(". ") + 1);
    const bool says_it = last.find_first_of("_ABCDEFGHIJKLMNOPQRSTUVWXYZ") != last.npos;
    return says_it ? last : std::string_view();
}

}  // namespace

std::span<const NormDescription> norm_descriptions() { return descriptions(); }

const NormDescription* find_norm_description(std::string_view name) {
    const auto by_layer = [](std::string_view layer) {
        return &*std::ranges::find(descriptions(), layer, &NormDescription::layer);
    };
    for (const NormDescription& one : descriptions()) {
        if (one.layer == name || std::ranges::find(one.aliases, name) != one.aliases.end()) return &one;
    }
    const NormImplementation* const found = find_norm_implementation(name);
    return found == nullptr ? nullptr : by_layer(found->layer);
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
    for (const NormDescription& one : descriptions()) {
        for (const std::string& alias : one.aliases) all.insert_or_assign(alias, std::string(one.layer));
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
        case NormCasts::float32_before_gain: return "in float32, rounded before the gain";
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
    return find_norm_layer(find_norm_description(name)->layer)->rule;
}

}  // namespace sigprop
