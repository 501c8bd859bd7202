// keras.initializers, and TensorFlow's random normals below it.

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/call_laws.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

constexpr Layout keras_layout = Layout::channels_last;

Routes keras_variance_scaling(const VarianceScalingArguments& given) {
    VarianceScaling call = variance_scaling_of(given);
    if (call.law == SampledLaw::normal) call.law = SampledLaw::truncated_normal;
    return draw_of(call, tensor_of(given, keras_layout)).routes(given.of);
}

std::vector<std::string> keras_warnings(const VarianceScalingArguments& given) {
    std::vector<std::string> all = warnings_of_shape(tensor_of(given, keras_layout), given.mode);
    if (given.distribution == SampledLaw::normal)
        all.emplace_back(
            "Keras reads normal as truncated_normal: write untruncated_normal for the normal law");
    return all;
}

/// mean + stddev z with z a standard normal within +-limit.
Routes within(const KerasNormalArguments& given, const Real& limit) {
    return scaled_truncated_draw(given.mean, given.stddev, -limit, limit).routes(given.of);
}
Routes truncated_at_two(const KerasNormalArguments& given) { return within(given, 2); }
Routes untruncated(const KerasNormalArguments& given) { return within(given, Real::infinity(1)); }

Routes between_bounds(const KerasUniformArguments& given) {
    return uniform_draw(given.minval, given.maxval).routes(given.of);
}

}  // namespace

std::vector<Quantity> keras_quantities() {
    using enum SampledLaw;
    return with_laws(
        {quantity("keras.VarianceScaling", keras_variance_scaling, keras_warnings),
         quantity("keras.TruncatedNormal", truncated_at_two), quantity("keras.RandomNormal", untruncated),
         quantity("keras.RandomUniform", between_bounds),
         preset("keras.GlorotUniform", keras_layout, glorot_rule(uniform)),
         preset("keras.GlorotNormal", keras_layout, glorot_rule(truncated_normal)),
         preset("keras.LecunNormal", keras_layout, lecun_rule(truncated_normal)),
         preset("keras.LecunUniform", keras_layout, lecun_rule(uniform)),
         preset("keras.HeNormal", keras_layout, he_rule(truncated_normal)),
         preset("keras.HeUniform", keras_layout, he_rule(uniform))},
        "keras");
}

std::vector<Quantity> tensorflow_quantities() {
    return with_laws({quantity("tf.truncated_normal", truncated_at_two), quantity("tf.normal", untruncated)},
                     "tf");
}

}  // namespace sigprop
