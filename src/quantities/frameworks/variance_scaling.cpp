#include "quantities/frameworks/variance_scaling.hpp"

#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

Draw complex_draw(Shape shape, const Real& std) {
    switch (shape) {
        case Shape::normal: return complex_normal_draw(std, Real::infinity(1));
        case Shape::truncated_normal:
            return complex_normal_draw(std / Rational::from_decimal(jax_complex_constant), 2);
        case Shape::uniform: return disk_draw(std);
    }
    throw std::logic_error("no such shape");
}

Draw real_draw(Shape shape, const Real& std) {
    switch (shape) {
        case Shape::normal: return normal_draw(0, std);
        case Shape::truncated_normal:
            return scaled_truncated_draw(0, std / Rational::from_decimal(real_constant), -2, 2);
        case Shape::uniform: {
            const Real limit = square_root(3) * std;
            return uniform_draw(-limit, limit);
        }
    }
    throw std::logic_error("no such shape");
}

std::string units_of(Shape shape) {
    return shape == Shape::uniform
               ? "the bounds are +-sqrt(3) times the std"
               : "a normal truncated at +-2 whose std is corrected: as said after truncation";
}

}  // namespace

ScalingRule lecun_rule(Shape shape) {
    return {{.shape = shape}, R"(\sqrt{\frac{1}{\mathrm{fan\_in}}})", units_of(shape)};
}
ScalingRule glorot_rule(Shape shape) {
    return {{.mode = "fan_avg", .shape = shape},
            R"(\sqrt{\frac{2}{\mathrm{fan\_in} + \mathrm{fan\_out}}})",
            units_of(shape)};
}
ScalingRule he_rule(Shape shape) {
    return {{.scale = 2, .shape = shape}, R"(\sqrt{\frac{2}{\mathrm{fan\_in}}})", units_of(shape)};
}

Draw draw_of(const VarianceScaling& call, const Arguments& arguments, Layout layout) {
    const Real std = square_root(call.scale / fan_of(arguments, layout, call.mode));
    return call.complex ? complex_draw(call.shape, std) : real_draw(call.shape, std);
}

Quantity preset_quantity(const Preset& preset, Layout layout) {
    const VarianceScaling& call = preset.call;
    return {
        .name = preset.name,
        .aliases = preset.aliases,
        .summary = preset.summary,
        .formula = preset.formula,
        .units = preset.units,
        .source = preset.source,
        .parameters = joined(fan_parameters(layout, call.mode != "fan_in"), {of_parameter(Passes::another)}),
        .route_notes = route_notes(),
        .theorems = theorems(),
        .routes =
            [call, layout](const Arguments& arguments) {
                return routes_of(draw_of(call, arguments, layout), arguments);
            },
        .warnings =
            [call, layout](const Arguments& arguments) {
                return warnings_of_shape(arguments, layout, call.mode);
            }};
}

std::vector<std::string> theorems() {
    return {"density_of_the_truncated_normal", "trapezoidal_rectangle", "gauss_legendre_ellipse"};
}

std::vector<std::string> route_notes() {
    return {"closed_form: the call's own arithmetic, and the normal cdf where it truncates",
            "definition: the integrals over the law that the call draws from (std and mean)"};
}

}  // namespace sigprop::frameworks
