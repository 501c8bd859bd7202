// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/functions/activation.hpp>

// clang-format off

namespace sigprop::activation {

Result mean(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.mean", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result second_moment(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.second_moment", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result variance(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.variance", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result gain(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.gain", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result variance_gain(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.variance_gain", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result derivative_mean(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.derivative_mean", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result derivative_second_moment(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.derivative_second_moment", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result chi_ratio(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.chi_ratio", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result linear_share(const FunctionArgument& f, const NormalPreactivationOptions& options, const Context& context) {
    return evaluate_call("activation.linear_share", {{"f", f}, {"std", options.std}, {"mean", options.mean}}, context);
}

Result correlation(const FunctionArgument& f, const NumberArgument& c, const CorrelationOptions& options, const Context& context) {
    return evaluate_call("activation.correlation", {{"f", f}, {"c", c}, {"std", options.std}}, context);
}

Result unit_std(const FunctionArgument& f, const Context& context) {
    return evaluate_call("activation.unit_std", {{"f", f}}, context);
}

Result variance_map(const FunctionArgument& f, const NumberArgument& q, const NumberArgument& weight_variance, const BiasOptions& options, const Context& context) {
    return evaluate_call("activation.variance_map", {{"f", f}, {"q", q}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}}, context);
}

Result q_fixed_point(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options, const Context& context) {
    return evaluate_call("activation.q_fixed_point", {{"f", f}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}}, context);
}

Result q_fixed_point_slope(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options, const Context& context) {
    return evaluate_call("activation.q_fixed_point_slope", {{"f", f}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}}, context);
}

Result chi_1(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options, const Context& context) {
    return evaluate_call("activation.chi_1", {{"f", f}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}}, context);
}

Result edge_of_chaos(const FunctionArgument& f, const EdgeOfChaosOptions& options, const Context& context) {
    return evaluate_call("activation.edge_of_chaos", {{"f", f}, {"bias_variance", options.bias_variance}, {"branch", options.branch}, {"of", options.of}}, context);
}

Result half_stable(const FunctionArgument& f, const HalfStableOptions& options, const Context& context) {
    return evaluate_call("activation.half_stable", {{"f", f}, {"of", options.of}}, context);
}

Result variance_at_depth(const FunctionArgument& f, const NumberArgument& layers, const NumberArgument& weight_variance, const VarianceAtDepthOptions& options, const Context& context) {
    return evaluate_call("activation.variance_at_depth", {{"f", f}, {"layers", layers}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}, {"q", options.q}}, context);
}

Result depth_scale(const FunctionArgument& f, const NumberArgument& weight_variance, const DepthScaleOptions& options, const Context& context) {
    return evaluate_call("activation.depth_scale", {{"f", f}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}, {"of", options.of}}, context);
}

Result correlation_at_depth(const FunctionArgument& f, const NumberArgument& layers, const NumberArgument& correlation, const NumberArgument& weight_variance, const VarianceAtDepthOptions& options, const Context& context) {
    return evaluate_call("activation.correlation_at_depth", {{"f", f}, {"layers", layers}, {"correlation", correlation}, {"weight_variance", weight_variance}, {"bias_variance", options.bias_variance}, {"q", options.q}}, context);
}

Result lipschitz(const FunctionArgument& f, const Context& context) {
    return evaluate_call("activation.lipschitz", {{"f", f}}, context);
}

Result distance(const FunctionArgument& f, const FunctionArgument& g, const Context& context) {
    return evaluate_call("activation.distance", {{"f", f}, {"g", g}}, context);
}

Result best_parameter(const FunctionArgument& f, const FunctionArgument& g, const BestParameterOptions& options, const Context& context) {
    return evaluate_call("activation.best_parameter", {{"f", f}, {"g", g}, {"norm", options.norm}, {"lower", options.lower}, {"upper", options.upper}}, context);
}

Result value(const FunctionArgument& f, const NumberArgument& x, const Context& context) {
    return evaluate_call("activation.value", {{"f", f}, {"x", x}}, context);
}

Result slope(const FunctionArgument& f, const NumberArgument& x, const Context& context) {
    return evaluate_call("activation.slope", {{"f", f}, {"x", x}}, context);
}

}  // namespace sigprop::activation

namespace sigprop::selu {

Result alpha(const MomentsOptions& options, const Context& context) {
    return evaluate_call("selu.alpha", {{"mean", options.mean}, {"variance", options.variance}, {"input_mean", options.input_mean}, {"input_variance", options.input_variance}}, context);
}

Result lambda(const MomentsOptions& options, const Context& context) {
    return evaluate_call("selu.lambda", {{"mean", options.mean}, {"variance", options.variance}, {"input_mean", options.input_mean}, {"input_variance", options.input_variance}}, context);
}

}  // namespace sigprop::selu
