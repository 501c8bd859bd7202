#include "quantities/residual/schemes.hpp"

#include <algorithm>

namespace sigprop {

const SchemeEntry& residual_scheme(ResidualScheme scheme) {
    using enum ResidualScheme;
    using enum StackParameter;
    static const std::vector<SchemeEntry> table = {
        {pre_norm,
         {branch_variance, chi_ratio, branch_scale},
         "its skip path has no factor and its scale no schedule"},
        {post_norm,
         {branch_variance, chi_ratio, branch_scale},
         "its skip path has no factor (deep_norm's has) and its scale no schedule"},
        {sandwich,
         {branch_variance, chi_ratio},
         "its branch is normalised and then multiplied by g",
         ", and branch_variance is g^2",
         ", which is 1 here"},
        {layer_norm_scaling,
         {branch_variance, chi_ratio},
         "the input of its branches is divided by sqrt(sublayer + 1)"},
        {skip_init, {branch_variance, chi_ratio, branch_scale, alpha, schedule}, ""},
        {rezero, {branch_variance, chi_ratio, branch_scale, alpha, schedule}, ""},
        {fixup, {}, "its branches are zero"},
        {deep_norm,
         {branch_variance, chi_ratio, alpha},
         "its only factor is alpha, on the skip path",
         "; put beta into branch_variance",
         "; beta is in the weights: init=deepnorm"},
        {ngpt, {chi_ratio, alpha}, "its branch is normalised and has the share alpha"},
    };
    return *std::ranges::find(table, scheme, &SchemeEntry::scheme);
}

}  // namespace sigprop
