// keras.initializers, and TensorFlow's random normals below it.

#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Routes = std::vector<Route>;

constexpr Layout keras_layout = Layout::channels_last;

std::string keras_lines(const std::string& lines, const std::string& name) {
    return "Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:" + lines + ", " + name;
}

Quantity named(const std::string& name, const std::string& lines, std::string formula, std::string units,
               std::vector<Parameter> parameters) {
    return {.name = "keras." + name,
            .aliases = {"keras.initializers." + name, "tf.keras.initializers." + name},
            .summary = "Standard deviation of weights by " + name + ".",
            .formula = std::move(formula),
            .units = std::move(units),
            .source = keras_lines(lines, name),
            .parameters = std::move(parameters),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = nullptr};
}

VarianceScaling keras_call_of(const Arguments& arguments) {
    const std::string& distribution = arguments.choice("distribution");
    return {.scale = arguments.real("scale"),
            .mode = arguments.choice("mode"),
            .shape = distribution == "untruncated_normal" ? Shape::normal
                     : distribution == "uniform"          ? Shape::uniform
                                                          : Shape::truncated_normal};
}

std::vector<std::string> variance_scaling_warnings(const Arguments& arguments) {
    std::vector<std::string> all = warnings_of_shape(arguments, keras_layout, arguments.choice("mode"));
    if (arguments.choice("distribution") == "normal")
        all.emplace_back("Keras takes normal for truncated_normal: untruncated_normal is the normal law");
    return all;
}

Quantity keras_variance_scaling() {
    Quantity one = named(
        "VarianceScaling", "207-318", R"(\sqrt{\frac{\mathrm{scale}}{\mathrm{fan}}})",
        "the constant as printed, right to 16 digits. normal means truncated_normal. On its torch backend "
        "Keras "
        "takes the first of four normals within +-2, and the first of all where none is: 4 weights in 10^6 "
        "lie "
        "beyond, which is no part of this number",
        joined({{.name = "scale",
                 .fallback = "1",
                 .meaning = "2 for He, 1 for LeCun and Glorot",
                 .range = "(0, inf)"},
                {.name = "mode",
                 .kind = ParameterKind::choice,
                 .fallback = "fan_in",
                 .meaning = "which fan",
                 .choices = {"fan_in", "fan_out", "fan_avg"}},
                {.name = "distribution",
                 .kind = ParameterKind::choice,
                 .fallback = "truncated_normal",
                 .meaning = "what is sampled from",
                 .choices = {"truncated_normal", "normal", "untruncated_normal", "uniform"}}},
               joined(fan_parameters(keras_layout, true), {of_parameter(Passes::another)})));
    one.formula_notes = {R"(a truncated normal gets that over 0.87962566103423978, uniform has the )"
                         R"(bounds $\pm\sqrt{3}$ times that)"};
    one.routes = [](const Arguments& arguments) {
        return routes_of(draw_of(keras_call_of(arguments), arguments, keras_layout), arguments);
    };
    one.warnings = variance_scaling_warnings;
    return one;
}

std::vector<Parameter> mean_and_stddev(const char* stddev, const char* meaning) {
    return {{.name = "mean", .fallback = "0", .meaning = "mean", .range = "(-inf, inf)"},
            {.name = "stddev", .fallback = stddev, .meaning = meaning, .range = "(0, inf)"},
            of_parameter(Passes::its_own)};
}

/// mean + stddev z with z a standard normal within +-limit.
Routes within(const Arguments& arguments, const Real& limit) {
    return routes_of(scaled_truncated_draw(arguments.real("mean"), arguments.real("stddev"), -limit, limit),
                     arguments);
}
Routes truncated_at_two(const Arguments& arguments) { return within(arguments, 2); }
Routes untruncated(const Arguments& arguments) { return within(arguments, Real::infinity(1)); }

constexpr const char* before_truncation = "standard deviation before truncation";
constexpr const char* truncated_units =
    "stddev is that before truncation at mean +-2 stddev: the weights have 0.88 of it, unlike those of "
    "VarianceScaling";

Quantity truncated_quantity() {
    Quantity one = named("TruncatedNormal", "92-137",
                         R"(\mathrm{stddev} \cdot \text{std of } N(0, 1) \text{ on } [-2, 2])",
                         truncated_units, mean_and_stddev("0.05", before_truncation));
    one.routes = truncated_at_two;
    return one;
}

Quantity keras_normal() {
    Quantity one = named("RandomNormal", "36-78", R"(\mathrm{stddev})", "a std, not a variance",
                         mean_and_stddev("0.05", "standard deviation"));
    one.routes = untruncated;
    return one;
}

Quantity keras_uniform() {
    Quantity one =
        named("RandomUniform", "151-193", R"(\frac{\mathrm{maxval} - \mathrm{minval}}{\sqrt{12}})",
              "bounds, not a std: the defaults, which Embedding uses, have a std of 0.029",
              {{.name = "minval", .fallback = "-0.05", .meaning = "lower bound", .range = "(-inf, inf)"},
               {.name = "maxval", .fallback = "0.05", .meaning = "upper bound", .range = "(-inf, inf)"},
               of_parameter(Passes::its_own)});
    one.relations = {{"minval", "<", "maxval"}};
    one.routes = [](const Arguments& arguments) {
        return routes_of(uniform_draw(arguments.real("minval"), arguments.real("maxval")), arguments);
    };
    return one;
}

Quantity keras_preset(const std::string& name, const std::string& lines, const ScalingRule& rule) {
    return preset_quantity({.name = "keras." + name,
                            .aliases = {"keras.initializers." + name, "tf.keras.initializers." + name},
                            .summary = "Standard deviation of weights by " + name + ".",
                            .formula = rule.std,
                            .units = rule.units,
                            .source = keras_lines(lines, name),
                            .call = rule.call},
                           keras_layout);
}

Quantity tensorflow(const std::string& name, std::string formula, std::string units, const char* meaning,
                    Routes (*routes)(const Arguments&)) {
    return {.name = "tf." + name,
            .aliases = {"tf.random." + name},
            .summary = "Standard deviation of weights by tf.random." + name + ".",
            .formula = std::move(formula),
            .units = std::move(units),
            .source = "TensorFlow 2 (0304934), tensorflow/python/ops/random_ops.py, " + name,
            .parameters = mean_and_stddev("1", meaning),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = routes};
}

}  // namespace

std::vector<Quantity> keras_quantities() {
    return {keras_variance_scaling(),
            truncated_quantity(),
            keras_normal(),
            keras_uniform(),
            keras_preset("GlorotUniform", "338-378", glorot_rule(Shape::uniform)),
            keras_preset("GlorotNormal", "394-435", glorot_rule()),
            keras_preset("LecunNormal", "451-495", lecun_rule()),
            keras_preset("LecunUniform", "511-551", lecun_rule(Shape::uniform)),
            keras_preset("HeNormal", "562-602", he_rule()),
            keras_preset("HeUniform", "613-653", he_rule(Shape::uniform))};
}

std::vector<Quantity> tensorflow_quantities() {
    return {
        tensorflow("truncated_normal", R"(\mathrm{stddev} \cdot \text{std of } N(0, 1) \text{ on } [-2, 2])",
                   truncated_units, before_truncation, truncated_at_two),
        tensorflow("normal", R"(\mathrm{stddev})", "a std, not a variance", "standard deviation",
                   untruncated)};
}

}  // namespace sigprop
