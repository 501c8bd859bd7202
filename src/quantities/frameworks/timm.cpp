// timm.layers: two truncated normals that differ in the units of their limits, and variance scaling.

#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

/// The arguments of trunc_normal_, with limits in units of std.
Draw trunc_normal_tf(const Arguments& arguments) {
    return scaled_truncated_draw(arguments.real("mean"), arguments.real("std"), arguments.real("a"),
                                 arguments.real("b"));
}

std::vector<std::string> trunc_normal_tf_warnings(const Arguments& arguments) {
    return truncated::warnings_about(
        truncated::standardised(arguments.real("a"), arguments.real("b"), 0, 1),
        "a and b are multiples of std here: trunc_normal_ has values of weights");
}

Draw timm_variance_scaling(const Arguments& arguments) {
    return draw_of(variance_scaling_of(arguments), arguments, Layout::torch);
}

std::vector<std::string> timm_warnings(const Arguments& arguments) {
    return warnings_of_shape(arguments, Layout::torch, arguments.choice("mode"));
}

}  // namespace

std::vector<Quantity> timm_quantities() {
    return {trunc_normal_quantity("timm.trunc_normal_"),
            drawn("timm.trunc_normal_tf_", trunc_normal_tf, trunc_normal_tf_warnings),
            drawn("timm.variance_scaling_", timm_variance_scaling, timm_warnings),
            preset("timm.lecun_normal_", Layout::torch, lecun_rule())};
}

}  // namespace sigprop
