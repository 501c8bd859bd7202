#include "quantities/frameworks/variance_scaling.hpp"

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

}  // namespace

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

VarianceScaling lecun_rule(Shape shape) { return {.shape = shape}; }
VarianceScaling glorot_rule(Shape shape) { return {.mode = "fan_avg", .shape = shape}; }
VarianceScaling he_rule(Shape shape) { return {.scale = 2, .shape = shape}; }

VarianceScaling variance_scaling_of(const Arguments& arguments, std::string_view normal) {
    const std::string& distribution = arguments.choice("distribution");
    return {.scale = arguments.real("scale"),
            .mode = arguments.choice("mode"),
            .shape = distribution == normal      ? Shape::normal
                     : distribution == "uniform" ? Shape::uniform
                                                 : Shape::truncated_normal};
}

Draw draw_of(const VarianceScaling& call, const Arguments& arguments, Layout layout) {
    const Real std = square_root(call.scale / fan_of(arguments, layout, call.mode));
    return call.complex ? complex_draw(call.shape, std) : real_draw(call.shape, std);
}

Quantity preset(std::string_view name, Layout layout, const VarianceScaling& call) {
    return drawn(
        name, [call, layout](const Arguments& arguments) { return draw_of(call, arguments, layout); },
        [call, layout](const Arguments& arguments) {
            return warnings_of_shape(arguments, layout, call.mode);
        });
}

}  // namespace sigprop::frameworks
