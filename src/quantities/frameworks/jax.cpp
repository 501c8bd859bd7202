// jax.nn.initializers.

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/call_laws.hpp"
#include "quantities/frameworks/narrow_types.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Warnings = std::vector<std::string>;

constexpr Layout jax_layout = Layout::channels_last;

Routes jax_variance_scaling(const VarianceScalingArguments& given) {
    return draw_of(variance_scaling_of(given), tensor_of(given, jax_layout)).routes(given.of);
}

Warnings jax_warnings(const VarianceScalingArguments& given) {
    Warnings all = warnings_of_shape(tensor_of(given, jax_layout), given.mode);
    if (given.dtype == JaxDtype::complex && given.distribution == SampledLaw::truncated_normal) {
        all.emplace_back(
            "JAX divides by a constant that is not the std of its complex law, so the weights do not have "
            "the std sqrt(scale/fan): see complex_truncated_normal.std(2)");
    }
    return all;
}

Routes jax_truncated_normal(const JaxTruncatedNormalArguments& given) {
    return scaled_truncated_draw(0, given.stddev, given.lower, given.upper).routes(given.of);
}

Warnings jax_truncated_normal_warnings(const JaxTruncatedNormalArguments& given) {
    return truncated::warnings_about(truncated::standardised(given.lower, given.upper, 0, 1),
                                     "lower and upper are multiples of stddev");
}

Routes jax_normal(const JaxNormalArguments& given) {
    return normal_on_grid(given.dtype, given.stddev).routes(given.of);
}

Routes jax_uniform(const JaxUniformArguments& given) { return uniform_draw(0, given.scale).routes(given.of); }

Warnings jax_uniform_warnings(const Arguments&) {
    return {"all weights have the same sign: JAX's uniform is on [0, scale), with mean scale/2"};
}

}  // namespace

std::vector<Quantity> jax_quantities() {
    using enum SampledLaw;
    return with_laws(
        {quantity("jax.variance_scaling", jax_variance_scaling, jax_warnings),
         quantity("jax.truncated_normal", jax_truncated_normal, jax_truncated_normal_warnings),
         quantity("jax.normal", jax_normal), quantity("jax.uniform", jax_uniform, jax_uniform_warnings),
         preset("jax.glorot_uniform", jax_layout, glorot_rule(uniform)),
         preset("jax.glorot_normal", jax_layout, glorot_rule(truncated_normal)),
         preset("jax.lecun_uniform", jax_layout, lecun_rule(uniform)),
         preset("jax.lecun_normal", jax_layout, lecun_rule(truncated_normal)),
         preset("jax.he_uniform", jax_layout, he_rule(uniform)),
         preset("jax.he_normal", jax_layout, he_rule(truncated_normal))},
        "jax");
}

}  // namespace sigprop
