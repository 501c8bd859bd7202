// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/functions/residual.hpp>

// clang-format off

namespace sigprop::residual {

Result second_moment(const std::string& scheme, const StreamOptions& options, const Context& context) {
    return evaluate_call("residual.second_moment", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"alpha", options.alpha}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result second_moment_variance(const std::string& scheme, const NumberArgument& width, const SecondMomentVarianceOptions& options, const Context& context) {
    return evaluate_call("residual.second_moment_variance", {{"scheme", scheme}, {"layers", options.layers}, {"width", width}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result layer_cosine(const std::string& scheme, const NumberArgument& layer, const StreamOptions& options, const Context& context) {
    return evaluate_call("residual.layer_cosine", {{"scheme", scheme}, {"layers", options.layers}, {"layer", layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result layer_angle(const std::string& scheme, const NumberArgument& layer, const OneLayerOptions& options, const Context& context) {
    return evaluate_call("residual.layer_angle", {{"scheme", scheme}, {"layers", options.layers}, {"layer", layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}}, context);
}

Result skip_weight(const std::string& scheme, const StreamOptions& options, const Context& context) {
    return evaluate_call("residual.skip_weight", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result branch_weight(const std::string& scheme, const NumberArgument& layer, const OneLayerOptions& options, const Context& context) {
    return evaluate_call("residual.branch_weight", {{"scheme", scheme}, {"layers", options.layers}, {"layer", layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}}, context);
}

Result fixup_scale(const FixupScaleOptions& options, const Context& context) {
    return evaluate_call("residual.fixup_scale", {{"layers", options.layers}, {"branch_layers", options.branch_layers}, {"blocks", options.blocks}}, context);
}

Result gradient_ratio(const std::string& scheme, const GradientRatioOptions& options, const Context& context) {
    return evaluate_call("residual.gradient_ratio", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result forward_gradient_ratio(const std::string& scheme, const ForwardGradientRatioOptions& options, const Context& context) {
    return evaluate_call("residual.forward_gradient_ratio", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result weight_gradient_ratio(const std::string& scheme, const NumberArgument& layer, const GradientOptions& options, const Context& context) {
    return evaluate_call("residual.weight_gradient_ratio", {{"scheme", scheme}, {"layers", options.layers}, {"layer", layer}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result log_gradient_mean(const std::string& scheme, const NumberArgument& width, const LogGradientOptions& options, const Context& context) {
    return evaluate_call("residual.log_gradient_mean", {{"scheme", scheme}, {"layers", options.layers}, {"width", width}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"branch_scale", options.branch_scale}, {"blocks", options.blocks}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result log_gradient_variance(const std::string& scheme, const NumberArgument& width, const LogGradientOptions& options, const Context& context) {
    return evaluate_call("residual.log_gradient_variance", {{"scheme", scheme}, {"layers", options.layers}, {"width", width}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"branch_scale", options.branch_scale}, {"blocks", options.blocks}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result path_length_mean(const std::string& scheme, const GradientOptions& options, const Context& context) {
    return evaluate_call("residual.path_length_mean", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result path_length_variance(const std::string& scheme, const GradientOptions& options, const Context& context) {
    return evaluate_call("residual.path_length_variance", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"precision", options.precision}}, context);
}

Result path_length_probability(const std::string& scheme, const NumberArgument& length, const PathLengthProbabilityOptions& options, const Context& context) {
    return evaluate_call("residual.path_length_probability", {{"scheme", scheme}, {"layers", options.layers}, {"length", length}, {"branch_variance", options.branch_variance}, {"chi_ratio", options.chi_ratio}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}}, context);
}

Result smallest_singular_value(const SmallestSingularValueOptions& options, const Context& context) {
    return evaluate_call("residual.smallest_singular_value", {{"branch_variance", options.branch_variance}}, context);
}

Result simulated_second_moment(const std::string& scheme, const SimulatedOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_second_moment", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_gradient_ratio(const std::string& scheme, const SimulatedOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_gradient_ratio", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_skip_weight(const std::string& scheme, const SimulatedOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_skip_weight", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_layer_cosine(const std::string& scheme, const SimulatedOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_layer_cosine", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_token_similarity(const std::string& scheme, const SimulatedTokensOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_token_similarity", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_attention_entropy(const std::string& scheme, const SimulatedTokensOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_attention_entropy", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_score_second_moment(const std::string& scheme, const SimulatedTokensOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_score_second_moment", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_weight_gradient_ratio(const std::string& scheme, const SimulatedOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_weight_gradient_ratio", {{"scheme", scheme}, {"layers", options.layers}, {"layer", options.layer}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_path_length_mean(const std::string& scheme, const SimulatedPathOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_path_length_mean", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_path_length_variance(const std::string& scheme, const SimulatedPathOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_path_length_variance", {{"scheme", scheme}, {"layers", options.layers}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result simulated_output_change(const std::string& scheme, const SimulatedOutputChangeOptions& options, const Context& context) {
    return evaluate_call("residual.simulated_output_change", {{"scheme", scheme}, {"layers", options.layers}, {"optimizer", options.optimizer}, {"learning_rate", options.learning_rate}, {"branch_variance", options.branch_variance}, {"alpha", options.alpha}, {"initial", options.initial}, {"branch_scale", options.branch_scale}, {"schedule", options.schedule}, {"blocks", options.blocks}, {"statistic", options.statistic}, {"width", options.width}, {"networks", options.networks}, {"block", options.block}, {"activation", options.activation}, {"norm", options.norm}, {"init", options.init}, {"init_std", options.init_std}, {"unit", options.unit}, {"hidden_ratio", options.hidden_ratio}, {"heads", options.heads}, {"length", options.length}, {"sequences", options.sequences}, {"correlation", options.correlation}, {"causal", options.causal}, {"scores", options.scores}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"precision", options.precision}}, context);
}

Result elementwise_second_moment(const std::string& form, const ElementwiseSecondMomentOptions& options, const Context& context) {
    return evaluate_call("residual.elementwise_second_moment", {{"form", form}, {"layers", options.layers}, {"alpha", options.alpha}, {"c", options.c}, {"placement", options.placement}, {"branch_variance", options.branch_variance}, {"initial", options.initial}, {"blocks", options.blocks}}, context);
}

Result elementwise_gradient_ratio(const std::string& form, const ElementwiseGradientRatioOptions& options, const Context& context) {
    return evaluate_call("residual.elementwise_gradient_ratio", {{"form", form}, {"layers", options.layers}, {"layer", options.layer}, {"alpha", options.alpha}, {"c", options.c}, {"placement", options.placement}, {"branch_variance", options.branch_variance}, {"initial", options.initial}, {"blocks", options.blocks}}, context);
}

}  // namespace sigprop::residual
