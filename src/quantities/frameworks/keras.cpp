// keras.initializers, and TensorFlow's random normals below it.

#include "quantities/frameworks/variance_scaling.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

constexpr Layout keras_layout = Layout::channels_last;

Draw keras_variance_scaling(const Arguments& arguments) {
    return draw_of(variance_scaling_of(arguments, "untruncated_normal"), arguments, keras_layout);
}

std::vector<std::string> keras_warnings(const Arguments& arguments) {
    std::vector<std::string> all = warnings_of_shape(arguments, keras_layout, arguments.choice("mode"));
    if (arguments.choice("distribution") == "normal")
        all.emplace_back("Keras takes normal for truncated_normal: untruncated_normal is the normal law");
    return all;
}

/// mean + stddev z with z a standard normal within +-limit.
Draw within(const Arguments& arguments, const Real& limit) {
    return scaled_truncated_draw(arguments.real("mean"), arguments.real("stddev"), -limit, limit);
}
Draw truncated_at_two(const Arguments& arguments) { return within(arguments, 2); }
Draw untruncated(const Arguments& arguments) { return within(arguments, Real::infinity(1)); }

Draw between_bounds(const Arguments& arguments) {
    return uniform_draw(arguments.real("minval"), arguments.real("maxval"));
}

}  // namespace

std::vector<Quantity> keras_quantities() {
    return {drawn("keras.VarianceScaling", keras_variance_scaling, keras_warnings),
            drawn("keras.TruncatedNormal", truncated_at_two),
            drawn("keras.RandomNormal", untruncated),
            drawn("keras.RandomUniform", between_bounds),
            preset("keras.GlorotUniform", keras_layout, glorot_rule(Shape::uniform)),
            preset("keras.GlorotNormal", keras_layout, glorot_rule()),
            preset("keras.LecunNormal", keras_layout, lecun_rule()),
            preset("keras.LecunUniform", keras_layout, lecun_rule(Shape::uniform)),
            preset("keras.HeNormal", keras_layout, he_rule()),
            preset("keras.HeUniform", keras_layout, he_rule(Shape::uniform))};
}

std::vector<Quantity> tensorflow_quantities() {
    return {drawn("tf.truncated_normal", truncated_at_two), drawn("tf.normal", untruncated)};
}

}  // namespace sigprop
