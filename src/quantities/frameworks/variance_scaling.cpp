#include "quantities/frameworks/variance_scaling.hpp"

#include "catalogue/frameworks.hpp"
#include "quantities/rows.hpp"

namespace sigprop::frameworks {
namespace {

Draw complex_draw(SampledLaw law, const Real& std) {
    switch (law) {
        case SampledLaw::normal:
        case SampledLaw::untruncated_normal: return complex_normal_draw(std, Real::infinity(1));
        case SampledLaw::truncated_normal:
            return complex_normal_draw(std / Rational::from_decimal(jax_complex_constant), 2);
        case SampledLaw::uniform: return disk_draw(std);
    }
    throw std::logic_error("no such law");
}

}  // namespace

Draw real_draw(SampledLaw law, const Real& std) {
    switch (law) {
        case SampledLaw::normal:
        case SampledLaw::untruncated_normal: return normal_draw(0, std);
        case SampledLaw::truncated_normal:
            return scaled_truncated_draw(0, std / Rational::from_decimal(real_constant), -2, 2);
        case SampledLaw::uniform: {
            const Real limit = square_root(3) * std;
            return uniform_draw(-limit, limit);
        }
    }
    throw std::logic_error("no such law");
}

VarianceScaling lecun_rule(SampledLaw law) { return {1, FanMode::fan_in, law}; }
VarianceScaling glorot_rule(SampledLaw law) { return {1, FanMode::fan_avg, law}; }
VarianceScaling he_rule(SampledLaw law) { return {2, FanMode::fan_in, law}; }

VarianceScaling variance_scaling_of(const VarianceScalingArguments& given) {
    return {given.scale, given.mode, given.distribution, given.dtype == JaxDtype::complex};
}

Draw draw_of(const VarianceScaling& call, const Tensor& tensor) {
    const Real std = square_root(call.scale / fan_of(tensor, call.mode));
    return call.complex ? complex_draw(call.law, std) : real_draw(call.law, std);
}

Quantity preset(std::string_view name, Layout layout, const VarianceScaling& call) {
    return quantity(
        name,
        [=](const PresetArguments& given) {
            return draw_of(call, tensor_of(given, layout)).routes(given.of);
        },
        [=](const PresetArguments& given) { return warnings_of_shape(tensor_of(given, layout), call.mode); });
}

}  // namespace sigprop::frameworks
