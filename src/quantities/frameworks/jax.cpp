// jax.nn.initializers, and the layers of flax.linen that use them.

#include "quantities/frameworks/variance_scaling.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Warnings = std::vector<std::string>;

constexpr Layout jax_layout = Layout::channels_last;

VarianceScaling jax_call_of(const Arguments& arguments) {
    VarianceScaling call = variance_scaling_of(arguments);
    call.complex = arguments.choice("dtype") == "complex";
    return call;
}

Draw jax_variance_scaling(const Arguments& arguments) {
    return draw_of(jax_call_of(arguments), arguments, jax_layout);
}

Warnings jax_warnings(const Arguments& arguments) {
    Warnings all = warnings_of_shape(arguments, jax_layout, arguments.choice("mode"));
    const VarianceScaling call = jax_call_of(arguments);
    if (call.complex && call.shape == Shape::truncated_normal) {
        all.emplace_back(
            "JAX divides by a constant that is not the std of its complex law, so that the weights "
            "do not have the std sqrt(scale/fan): see complex_truncated_normal.std(2)");
    }
    return all;
}

Draw jax_truncated_normal(const Arguments& arguments) {
    return scaled_truncated_draw(0, arguments.real("stddev"), arguments.real("lower"),
                                 arguments.real("upper"));
}

Warnings jax_truncated_normal_warnings(const Arguments& arguments) {
    return truncated::warnings_about(
        truncated::standardised(arguments.real("lower"), arguments.real("upper"), 0, 1),
        "lower and upper are multiples of stddev");
}

Draw jax_normal(const Arguments& arguments) { return normal_draw(0, arguments.real("stddev")); }

Draw jax_uniform(const Arguments& arguments) { return uniform_draw(0, arguments.real("scale")); }

Warnings jax_uniform_warnings(const Arguments&) {
    return {"all weights have one sign: JAX's uniform is on [0, scale), with mean scale/2"};
}

Draw flax_embed(const Arguments& arguments) {
    return normal_draw(0, square_root(Real(1) / count_of(arguments, "features")));
}

}  // namespace

std::vector<Quantity> jax_quantities() {
    return {drawn("jax.variance_scaling", jax_variance_scaling, jax_warnings),
            drawn("jax.truncated_normal", jax_truncated_normal, jax_truncated_normal_warnings),
            drawn("jax.normal", jax_normal),
            drawn("jax.uniform", jax_uniform, jax_uniform_warnings),
            preset("jax.glorot_uniform", jax_layout, glorot_rule(Shape::uniform)),
            preset("jax.glorot_normal", jax_layout, glorot_rule()),
            preset("jax.lecun_uniform", jax_layout, lecun_rule(Shape::uniform)),
            preset("jax.lecun_normal", jax_layout, lecun_rule()),
            preset("jax.he_uniform", jax_layout, he_rule(Shape::uniform)),
            preset("jax.he_normal", jax_layout, he_rule())};
}

std::vector<Quantity> flax_quantities() {
    return {preset("flax.Dense", jax_layout, lecun_rule()), preset("flax.Conv", jax_layout, lecun_rule()),
            drawn("flax.Embed", flax_embed)};
}

}  // namespace sigprop
