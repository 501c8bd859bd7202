// The schemes, and the parameters of residual.* that follow from the table.

#include "quantities/residual/schemes.hpp"

#include <algorithm>

namespace sigprop {
namespace {

Parameter optional(const char* name, ParameterKind kind, const char* meaning,
                   std::vector<std::string> choices = {}) {
    return {.name = name, .kind = kind, .meaning = meaning, .choices = std::move(choices), .optional = true};
}

bool is_wanted(const StackParameters& which, std::string_view name) {
    return which.schemes.empty() || std::ranges::find(which.schemes, name) != which.schemes.end();
}

}  // namespace

const std::vector<SchemeEntry>& residual_schemes() {
    using enum ResidualScheme;
    static const std::vector<SchemeEntry> table = {
        {pre_norm,
         "pre_norm",
         "",
         R"($x + s\,F(\mathrm{Norm}\,x)$, then a final Norm; $s$ = branch_scale)",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor and its scale no schedule"},
        {post_norm,
         "post_norm",
         "",
         R"($\mathrm{Norm}(x + s\,F(x))$; $s$ = branch_scale)",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor (deep_norm's has) and its scale no schedule"},
        {sandwich,
         "sandwich",
         "peri_ln",
         R"($x + g\,\mathrm{Norm}(F(\mathrm{Norm}\,x))$, then a final Norm; branch_variance = $g^2$)",
         {"branch_variance", "chi_ratio"},
         "its branch is normalised and then multiplied by g",
         ", and branch_variance is g^2",
         ", which is 1 here"},
        {layer_norm_scaling,
         "layer_norm_scaling",
         "",
         R"($x + F(\mathrm{Norm}(x) / \sqrt{\mathrm{layer} + 1})$, then a final Norm (layer from 0; )"
         R"(the source counts blocks))",
         {"branch_variance", "chi_ratio"},
         "its branches see an input divided by sqrt(layer + 1)"},
        {skip_init,
         "skip_init",
         "",
         R"($x + s\,F(x)$, no norm; $s$ = branch_scale or alpha, 0 when training starts)",
         {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"},
         ""},
        {rezero,
         "rezero",
         "",
         "the same as skip_init",
         {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"},
         ""},
        {fixup,
         "fixup",
         "",
         "$x + F(x)$, no norm, where $F$'s last matrix is zero when training starts",
         {},
         "its branches are zero"},
        {deep_norm,
         "deep_norm",
         "deepnorm",
         R"($\mathrm{Norm}(\alpha x + F(x))$; alpha defaults to $\mathrm{layers}^{1/4}$, DeepNorm's )"
         R"(one stack of layers/2 blocks, whose beta belongs into branch_variance: $\beta^4$ where )"
         R"(it scales both matrices of a branch)",
         {"branch_variance", "chi_ratio", "alpha"},
         "its branch has no factor but the skip path's alpha",
         ", and beta belongs into branch_variance",
         ", and beta is in the weights: init=deepnorm"},
        {ngpt,
         "ngpt",
         "",
         R"($\mathrm{Norm}((1 - \alpha) x + \alpha\,\mathrm{Norm}(F(x)))$; alpha must be given)",
         {"chi_ratio", "alpha"},
         "its branch is normalised and takes the share alpha"},
    };
    return table;
}

const SchemeEntry& residual_scheme_named(std::string_view name) {
    return *std::ranges::find_if(residual_schemes(),
                                 [&](const SchemeEntry& s) { return s.name == name || s.alias == name; });
}

std::vector<Parameter> residual_stack_parameters(const StackParameters& which) {
    std::vector<std::string> names;
    std::set<std::string_view> had;
    for (const SchemeEntry& scheme : residual_schemes()) {
        if (!is_wanted(which, scheme.name)) continue;
        names.emplace_back(scheme.name);
        if (!scheme.alias.empty()) names.emplace_back(scheme.alias);
        had.insert(scheme.has.begin(), scheme.has.end());
    }
    std::vector<Parameter> all = {
        {.name = "scheme", .kind = ParameterKind::choice, .meaning = "the residual scheme", .choices = names},
        layers_parameter("residual additions, two per Transformer block", which.layers)};
    all.insert(all.end(), which.after_layers.begin(), which.after_layers.end());
    if (which.branches) {
        all.push_back({.name = "branch_variance",
                       .fallback = "1",
                       .meaning = "second moment of a branch's output for an input of second moment 1; "
                                  "sandwich: gamma^2",
                       .range = "(0, inf)"});
    }
    if (which.chi_ratio) {
        all.push_back(
            {.name = "chi_ratio",
             .fallback = "1",
             .meaning = "mean squared singular value of a branch's Jacobian / branch_variance; 1: linear or "
                        "homogeneous branches; see activation.chi_ratio",
             .range = "[0, inf)"});
    }
    const Parameter alpha = {
        .name = "alpha",
        .kind = ParameterKind::reals,
        .meaning =
            "one number, or a list of one for each layer: deep_norm's factor of the skip path, "
            "default layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale",
        .optional = true,
        .range = "(-inf, inf)"};
    if (!which.alpha_last) all.push_back(alpha);
    if (which.initial) {
        all.push_back(initial_parameter());
    }
    if (had.contains("branch_scale")) {
        all.push_back(
            {.name = "branch_scale",
             .kind = ParameterKind::reals,
             .fallback = "1",
             .meaning =
                 "s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, "
                 "post_norm, rezero, skip_init)",
             .range = "(-inf, inf)"});
    }
    if (which.alpha_last) all.push_back(alpha);
    if (had.contains("schedule")) {
        all.push_back(
            optional("schedule", ParameterKind::choice,
                     "linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init)",
                     {"constant", "linear"}));
    }
    all.push_back(blocks_parameter(which.blocks));
    return all;
}

std::vector<std::string> residual_scheme_notes(const StackParameters& which) {
    std::vector<std::string> notes;
    for (const SchemeEntry& scheme : residual_schemes()) {
        if (!is_wanted(which, scheme.name)) continue;
        notes.push_back(std::string(scheme.name) +
                        (scheme.alias.empty() ? "" : " (" + std::string(scheme.alias) + ")") + ": " +
                        std::string(scheme.text));
    }
    return notes;
}

std::string_view to_string(ResidualScheme scheme) {
    return std::ranges::find(residual_schemes(), scheme, &SchemeEntry::scheme)->name;
}

}  // namespace sigprop
