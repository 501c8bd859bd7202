#include "quantities/residual/schemes.hpp"

#include <algorithm>

namespace sigprop {
const std::vector<SchemeEntry>& residual_schemes() {
    using enum ResidualScheme;
    static const std::vector<SchemeEntry> table = {
        {pre_norm,
         "pre_norm",
         "",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor and its scale no schedule"},
        {post_norm,
         "post_norm",
         "",
         {"branch_variance", "chi_ratio", "branch_scale"},
         "its skip path has no factor (deep_norm's has) and its scale no schedule"},
        {sandwich,
         "sandwich",
         "peri_ln",
         {"branch_variance", "chi_ratio"},
         "its branch is normalised and then multiplied by g",
         ", and branch_variance is g^2",
         ", which is 1 here"},
        {layer_norm_scaling,
         "layer_norm_scaling",
         "",
         {"branch_variance", "chi_ratio"},
         "its branches see an input divided by sqrt(sublayer + 1)"},
        {skip_init,
         "skip_init",
         "",
         {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"},
         ""},
        {rezero, "rezero", "", {"branch_variance", "chi_ratio", "branch_scale", "alpha", "schedule"}, ""},
        {fixup, "fixup", "", {}, "its branches are zero"},
        {deep_norm,
         "deep_norm",
         "deepnorm",
         {"branch_variance", "chi_ratio", "alpha"},
         "its branch has no factor but the skip path's alpha",
         ", and beta belongs into branch_variance",
         ", and beta is in the weights: init=deepnorm"},
        {ngpt, "ngpt", "", {"chi_ratio", "alpha"}, "its branch is normalised and takes the share alpha"},
    };
    return table;
}

const SchemeEntry& residual_scheme_named(std::string_view name) {
    return *std::ranges::find_if(residual_schemes(),
                                 [&](const SchemeEntry& s) { return s.name == name || s.alias == name; });
}

std::string_view to_string(ResidualScheme scheme) {
    return std::ranges::find(residual_schemes(), scheme, &SchemeEntry::scheme)->name;
}

}  // namespace sigprop
