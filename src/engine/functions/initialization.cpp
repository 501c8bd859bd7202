// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/functions/initialization.hpp>

// clang-format off

namespace sigprop::truncated_normal {

Result mass(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.mass", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result mean(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.mean", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result variance(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.variance", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result std(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.std", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result std_correction(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.std_correction", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result second_moment(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.second_moment", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

Result partial_second_moment(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options, const Context& context) {
    return evaluate_call("truncated_normal.partial_second_moment", {{"lower", lower}, {"upper", upper}, {"mean", options.mean}, {"std", options.std}}, context);
}

}  // namespace sigprop::truncated_normal

namespace sigprop::complex_truncated_normal {

Result std(const NumberArgument& upper, const Context& context) {
    return evaluate_call("complex_truncated_normal.std", {{"upper", upper}}, context);
}

Result partial_second_moment(const NumberArgument& upper, const Context& context) {
    return evaluate_call("complex_truncated_normal.partial_second_moment", {{"upper", upper}}, context);
}

}  // namespace sigprop::complex_truncated_normal

namespace sigprop::init {

Result std(const std::string& scheme, const SchemeOptions& options, const Context& context) {
    return evaluate_call("init.std", {{"scheme", scheme}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"activation", options.activation}, {"mode", options.mode}, {"role", options.role}, {"layers", options.layers}, {"width", options.width}, {"head_dim", options.head_dim}, {"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}, {"base_width", options.base_width}, {"base_std", options.base_std}}, context);
}

Result argument(const std::string& scheme, const ArgumentOptions& options, const Context& context) {
    return evaluate_call("init.argument", {{"scheme", scheme}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"activation", options.activation}, {"mode", options.mode}, {"role", options.role}, {"layers", options.layers}, {"width", options.width}, {"head_dim", options.head_dim}, {"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}, {"base_width", options.base_width}, {"base_std", options.base_std}, {"distribution", options.distribution}, {"lower", options.lower}, {"upper", options.upper}, {"limits", options.limits}}, context);
}

Result variance_scaling(const NumberArgument& scale, const std::string& mode, const std::string& distribution, const VarianceScalingOptions& options, const Context& context) {
    return evaluate_call("init.variance_scaling", {{"scale", scale}, {"mode", mode}, {"distribution", distribution}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}}, context);
}

Result realised_std(const NumberArgument& std, const RealisedStdOptions& options, const Context& context) {
    return evaluate_call("init.realised_std", {{"std", std}, {"lower", options.lower}, {"upper", options.upper}, {"limits", options.limits}, {"complex", options.complex}, {"dtype", options.dtype}}, context);
}

Result kurtosis(const std::string& distribution, const KurtosisOptions& options, const Context& context) {
    return evaluate_call("init.kurtosis", {{"distribution", distribution}, {"lower", options.lower}, {"upper", options.upper}}, context);
}

Result uniform_half_width(const UniformHalfWidthOptions& options, const Context& context) {
    return evaluate_call("init.uniform_half_width", {{"std", options.std}}, context);
}

Result largest_singular_value(const NumberArgument& fan_in, const NumberArgument& fan_out, const Context& context) {
    return evaluate_call("init.largest_singular_value", {{"fan_in", fan_in}, {"fan_out", fan_out}}, context);
}

Result smallest_singular_value(const NumberArgument& fan_in, const NumberArgument& fan_out, const Context& context) {
    return evaluate_call("init.smallest_singular_value", {{"fan_in", fan_in}, {"fan_out", fan_out}}, context);
}

Result batch_variance_spread(const NumberArgument& batch, const Context& context) {
    return evaluate_call("init.batch_variance_spread", {{"batch", batch}}, context);
}

}  // namespace sigprop::init

namespace sigprop::deepnorm {

Result encoder_alpha(const DepthOptions& options, const Context& context) {
    return evaluate_call("deepnorm.encoder_alpha", {{"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}}, context);
}

Result encoder_beta(const DepthOptions& options, const Context& context) {
    return evaluate_call("deepnorm.encoder_beta", {{"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}}, context);
}

Result decoder_alpha(const DepthOptions& options, const Context& context) {
    return evaluate_call("deepnorm.decoder_alpha", {{"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}}, context);
}

Result decoder_beta(const DepthOptions& options, const Context& context) {
    return evaluate_call("deepnorm.decoder_beta", {{"encoder_layers", options.encoder_layers}, {"decoder_layers", options.decoder_layers}}, context);
}

Result alpha_constant(const Context& context) {
    return evaluate_call("deepnorm.alpha_constant", {}, context);
}

Result beta_constant(const Context& context) {
    return evaluate_call("deepnorm.beta_constant", {}, context);
}

}  // namespace sigprop::deepnorm

namespace sigprop::torch {

Result calculate_gain(const std::string& nonlinearity, const TorchCalculateGainOptions& options, const Context& context) {
    return evaluate_call("torch.calculate_gain", {{"nonlinearity", nonlinearity}, {"param", options.param}}, context);
}

Result normal_(const TorchNormalOptions& options, const Context& context) {
    return evaluate_call("torch.normal_", {{"mean", options.mean}, {"std", options.std}, {"of", options.of}}, context);
}

Result uniform_(const TorchUniformOptions& options, const Context& context) {
    return evaluate_call("torch.uniform_", {{"a", options.a}, {"b", options.b}, {"of", options.of}}, context);
}

Result trunc_normal_(const TorchTruncNormalOptions& options, const Context& context) {
    return evaluate_call("torch.trunc_normal_", {{"mean", options.mean}, {"std", options.std}, {"a", options.a}, {"b", options.b}, {"of", options.of}}, context);
}

Result kaiming_uniform_(const TorchKaimingOptions& options, const Context& context) {
    return evaluate_call("torch.kaiming_uniform_", {{"a", options.a}, {"mode", options.mode}, {"nonlinearity", options.nonlinearity}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result kaiming_normal_(const TorchKaimingOptions& options, const Context& context) {
    return evaluate_call("torch.kaiming_normal_", {{"a", options.a}, {"mode", options.mode}, {"nonlinearity", options.nonlinearity}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result xavier_uniform_(const TorchXavierOptions& options, const Context& context) {
    return evaluate_call("torch.xavier_uniform_", {{"gain", options.gain}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result xavier_normal_(const TorchXavierOptions& options, const Context& context) {
    return evaluate_call("torch.xavier_normal_", {{"gain", options.gain}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result orthogonal_(const ListArgument& shape, const TorchOrthogonalOptions& options, const Context& context) {
    return evaluate_call("torch.orthogonal_", {{"shape", shape}, {"gain", options.gain}}, context);
}

Result Linear(const NumberArgument& in_features, const NumberArgument& out_features, const TorchLinearOptions& options, const Context& context) {
    return evaluate_call("torch.Linear", {{"in_features", in_features}, {"out_features", out_features}, {"parameter", options.parameter}, {"of", options.of}}, context);
}

Result Conv2d(const NumberArgument& in_channels, const NumberArgument& out_channels, const ListArgument& kernel_size, const TorchConv2dOptions& options, const Context& context) {
    return evaluate_call("torch.Conv2d", {{"in_channels", in_channels}, {"out_channels", out_channels}, {"kernel_size", kernel_size}, {"stride", options.stride}, {"padding", options.padding}, {"dilation", options.dilation}, {"groups", options.groups}, {"parameter", options.parameter}, {"of", options.of}}, context);
}

Result Embedding(const NumberArgument& num_embeddings, const NumberArgument& embedding_dim, const TorchEmbeddingOptions& options, const Context& context) {
    return evaluate_call("torch.Embedding", {{"num_embeddings", num_embeddings}, {"embedding_dim", embedding_dim}, {"of", options.of}}, context);
}

}  // namespace sigprop::torch

namespace sigprop::jax {

Result variance_scaling(const NumberArgument& scale, const std::string& mode, const std::string& distribution, const JaxVarianceScalingOptions& options, const Context& context) {
    return evaluate_call("jax.variance_scaling", {{"scale", scale}, {"mode", mode}, {"distribution", distribution}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"dtype", options.dtype}, {"of", options.of}}, context);
}

Result truncated_normal(const JaxTruncatedNormalOptions& options, const Context& context) {
    return evaluate_call("jax.truncated_normal", {{"stddev", options.stddev}, {"lower", options.lower}, {"upper", options.upper}, {"of", options.of}}, context);
}

Result normal(const JaxNormalOptions& options, const Context& context) {
    return evaluate_call("jax.normal", {{"stddev", options.stddev}, {"of", options.of}}, context);
}

Result uniform(const JaxUniformOptions& options, const Context& context) {
    return evaluate_call("jax.uniform", {{"scale", options.scale}, {"of", options.of}}, context);
}

Result glorot_uniform(const JaxFanAverageOptions& options, const Context& context) {
    return evaluate_call("jax.glorot_uniform", {{"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result glorot_normal(const JaxFanAverageOptions& options, const Context& context) {
    return evaluate_call("jax.glorot_normal", {{"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result lecun_uniform(const JaxFanInOptions& options, const Context& context) {
    return evaluate_call("jax.lecun_uniform", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result lecun_normal(const JaxFanInOptions& options, const Context& context) {
    return evaluate_call("jax.lecun_normal", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result he_uniform(const JaxFanInOptions& options, const Context& context) {
    return evaluate_call("jax.he_uniform", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result he_normal(const JaxFanInOptions& options, const Context& context) {
    return evaluate_call("jax.he_normal", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

}  // namespace sigprop::jax

namespace sigprop::flax {

Result Dense(const FlaxFanInOptions& options, const Context& context) {
    return evaluate_call("flax.Dense", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result Conv(const FlaxFanInOptions& options, const Context& context) {
    return evaluate_call("flax.Conv", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result Embed(const NumberArgument& num_embeddings, const NumberArgument& features, const FlaxEmbedOptions& options, const Context& context) {
    return evaluate_call("flax.Embed", {{"num_embeddings", num_embeddings}, {"features", features}, {"of", options.of}}, context);
}

}  // namespace sigprop::flax

namespace sigprop::keras {

Result VarianceScaling(const KerasVarianceScalingOptions& options, const Context& context) {
    return evaluate_call("keras.VarianceScaling", {{"scale", options.scale}, {"mode", options.mode}, {"distribution", options.distribution}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result TruncatedNormal(const KerasNormalOptions& options, const Context& context) {
    return evaluate_call("keras.TruncatedNormal", {{"mean", options.mean}, {"stddev", options.stddev}, {"of", options.of}}, context);
}

Result RandomNormal(const KerasNormalOptions& options, const Context& context) {
    return evaluate_call("keras.RandomNormal", {{"mean", options.mean}, {"stddev", options.stddev}, {"of", options.of}}, context);
}

Result RandomUniform(const KerasRandomUniformOptions& options, const Context& context) {
    return evaluate_call("keras.RandomUniform", {{"minval", options.minval}, {"maxval", options.maxval}, {"of", options.of}}, context);
}

Result GlorotUniform(const KerasFanAverageOptions& options, const Context& context) {
    return evaluate_call("keras.GlorotUniform", {{"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result GlorotNormal(const KerasFanAverageOptions& options, const Context& context) {
    return evaluate_call("keras.GlorotNormal", {{"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result LecunNormal(const KerasFanInOptions& options, const Context& context) {
    return evaluate_call("keras.LecunNormal", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result LecunUniform(const KerasFanInOptions& options, const Context& context) {
    return evaluate_call("keras.LecunUniform", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result HeNormal(const KerasFanInOptions& options, const Context& context) {
    return evaluate_call("keras.HeNormal", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result HeUniform(const KerasFanInOptions& options, const Context& context) {
    return evaluate_call("keras.HeUniform", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

}  // namespace sigprop::keras

namespace sigprop::tf {

Result truncated_normal(const TfNormalOptions& options, const Context& context) {
    return evaluate_call("tf.truncated_normal", {{"mean", options.mean}, {"stddev", options.stddev}, {"of", options.of}}, context);
}

Result normal(const TfNormalOptions& options, const Context& context) {
    return evaluate_call("tf.normal", {{"mean", options.mean}, {"stddev", options.stddev}, {"of", options.of}}, context);
}

}  // namespace sigprop::tf

namespace sigprop::timm {

Result trunc_normal_(const TimmTruncNormalOptions& options, const Context& context) {
    return evaluate_call("timm.trunc_normal_", {{"mean", options.mean}, {"std", options.std}, {"a", options.a}, {"b", options.b}, {"of", options.of}}, context);
}

Result trunc_normal_tf_(const TimmTruncNormalOptions& options, const Context& context) {
    return evaluate_call("timm.trunc_normal_tf_", {{"mean", options.mean}, {"std", options.std}, {"a", options.a}, {"b", options.b}, {"of", options.of}}, context);
}

Result variance_scaling_(const TimmVarianceScalingOptions& options, const Context& context) {
    return evaluate_call("timm.variance_scaling_", {{"scale", options.scale}, {"mode", options.mode}, {"distribution", options.distribution}, {"fan_in", options.fan_in}, {"fan_out", options.fan_out}, {"shape", options.shape}, {"of", options.of}}, context);
}

Result lecun_normal_(const TimmLecunNormalOptions& options, const Context& context) {
    return evaluate_call("timm.lecun_normal_", {{"fan_in", options.fan_in}, {"shape", options.shape}, {"of", options.of}}, context);
}

}  // namespace sigprop::timm
