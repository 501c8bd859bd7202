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
         "its branches see an input divided by sqrt(sublayer + 1)"},
        {skip_init, {branch_variance, chi_ratio, branch_scale, alpha, schedule}, ""},
        {rezero, {branch_variance, chi_ratio, branch_scale, alpha, schedule}, ""},
        {fixup, {}, "its branches are zero"},
        {deep_norm,
         {branch_variance, chi_ratio, alpha},
         "its branch has no factor but the skip path's alpha",
         ", and beta belongs into branch_variance",
         ", and beta is in the weights: init=deepnorm"},
        {ngpt, {chi_ratio, alpha}, "its branch is normalised and takes the share alpha"},
    };
    return *std::ranges::find(table, scheme, &SchemeEntry::scheme);
}

}  // namespace sigprop
