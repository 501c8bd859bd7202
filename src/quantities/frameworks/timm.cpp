// timm.layers: two truncated normals that differ in the units of their limits, and variance scaling.

#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

std::string timm_source(const std::string& lines, const std::string& name) {
    return "timm 1.0.29 (aa4b585), timm/layers/weight_init.py:" + lines + ", " + name;
}

VarianceScaling timm_call_of(const Arguments& arguments) {
    const std::string& distribution = arguments.choice("distribution");
    return {.scale = arguments.real("scale"),
            .mode = arguments.choice("mode"),
            .shape = distribution == "normal"    ? Shape::normal
                     : distribution == "uniform" ? Shape::uniform
                                                 : Shape::truncated_normal};
}

Quantity timm_variance_scaling() {
    return {
        .name = "timm.variance_scaling_",
        .aliases = {"timm.layers.variance_scaling_"},
        .summary = "Standard deviation of weights filled by variance_scaling_.",
        .formula = R"(\sqrt{\frac{\mathrm{scale}}{\mathrm{fan}}})",
        .formula_notes = {R"(a truncated normal gets that over 0.87962566103423978, uniform has the bounds )"
                          R"($\pm\sqrt{3}$ times that)"},
        .units =
            "the constant as printed, right to 16 digits. normal is not truncated, unlike Keras's. fan_out "
            "counts all output channels, whatever the groups",
        .source = timm_source("110-132", "variance_scaling_"),
        .parameters = joined(
            {{.name = "scale", .fallback = "1", .meaning = "2 for He, 1 for LeCun", .range = "(0, inf)"},
             {.name = "mode",
              .kind = ParameterKind::choice,
              .fallback = "fan_in",
              .meaning = "which fan",
              .choices = {"fan_in", "fan_out", "fan_avg"}},
             {.name = "distribution",
              .kind = ParameterKind::choice,
              .fallback = "normal",
              .meaning = "what is sampled from",
              .choices = {"normal", "truncated_normal", "uniform"}}},
            joined(fan_parameters(Layout::torch, true), {of_parameter(Passes::another)})),
        .route_notes = route_notes(),
        .theorems = theorems(),
        .routes =
            [](const Arguments& arguments) {
                return routes_of(draw_of(timm_call_of(arguments), arguments, Layout::torch), arguments);
            },
        .warnings =
            [](const Arguments& arguments) {
                return warnings_of_shape(arguments, Layout::torch, arguments.choice("mode"));
            }};
}

}  // namespace

std::vector<Quantity> timm_quantities() {
    return {trunc_normal_quantity({.group = "timm",
                                   .alias = "timm.layers.trunc_normal_",
                                   .source = timm_source("19-51 and 54-78", "trunc_normal_")}),
            trunc_normal_tf_quantity(timm_source("81-107", "trunc_normal_tf_")), timm_variance_scaling(),
            preset_quantity(
                {.name = "timm.lecun_normal_",
                 .aliases = {"timm.layers.lecun_normal_"},
                 .summary = "Standard deviation of weights filled by lecun_normal_.",
                 .formula = R"(\sqrt{\frac{1}{\mathrm{fan\_in}}})",
                 .units = "a normal truncated at +-2 whose std is corrected: as said after truncation",
                 .source = timm_source("135-136", "lecun_normal_")},
                Layout::torch)};
}

}  // namespace sigprop
