// timm.layers: two truncated normals that differ in the units of their limits, and variance scaling.

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/call_laws.hpp"
#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

/// The arguments of trunc_normal_, with limits in units of std.
Routes trunc_normal_tf(const TruncNormalArguments& given) {
    return scaled_truncated_draw(given.mean, given.std, given.a, given.b).routes(given.of);
}

std::vector<std::string> trunc_normal_tf_warnings(const TruncNormalArguments& given) {
    return truncated::warnings_about(
        truncated::standardised(given.a, given.b, 0, 1),
        "a and b are multiples of std here; in trunc_normal_ they are values of weights");
}

Routes timm_variance_scaling(const VarianceScalingArguments& given) {
    return draw_of(variance_scaling_of(given), tensor_of(given, Layout::torch)).routes(given.of);
}

std::vector<std::string> timm_warnings(const VarianceScalingArguments& given) {
    return warnings_of_shape(tensor_of(given, Layout::torch), given.mode);
}

}  // namespace

std::vector<Quantity> timm_quantities() {
    return with_laws({trunc_normal_quantity("timm.trunc_normal_", Sampling::inversion),
                      quantity("timm.trunc_normal_tf_", trunc_normal_tf, trunc_normal_tf_warnings),
                      quantity("timm.variance_scaling_", timm_variance_scaling, timm_warnings),
                      preset("timm.lecun_normal_", Layout::torch, lecun_rule(SampledLaw::truncated_normal))},
                     "timm");
}

}  // namespace sigprop
