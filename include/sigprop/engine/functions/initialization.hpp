#pragma once
// Laws that weights are drawn from, the standard deviations that initialisation schemes ask for, and what
// calls of PyTorch, JAX, Flax, Keras, TensorFlow and timm really produce. One function for each quantity, by
// its name; evaluate() of the same call as text, with its arguments by name, gives the same answer, random
// numbers included. Arguments that must be given stand first, so that their order can differ from that of the
// text. A choice is a word, as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::truncated_normal {

/// Options of mass, mean, variance, std, std_correction, second_moment, partial_second_moment.
struct ParentOptions {
    /// mean of the normal before truncation; default 0
    std::optional<NumberArgument> mean = {};
    /// standard deviation before truncation, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// Probability that a normal lies between the limits: the acceptance rate of rejection sampling.
/// Value    Φ(β) - Φ(α), α = (lower - mean)/std, β = (upper - mean)/std
/// Units    a probability
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result mass(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Mean of a normal truncated to an interval.
/// Value    mean + std (φ(α) - φ(β))/(Φ(β) - Φ(α))
/// Units    limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
///          parent's unless the limits are symmetric about it
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result mean(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Variance of a normal truncated to an interval.
/// Value    std² (1 + (α φ(α) - β φ(β))/Z - ((φ(α) - φ(β))/Z)²), Z = Φ(β) - Φ(α)
/// Units    limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
///          parent's unless the limits are symmetric about it; a variance, not a standard deviation
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result variance(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Standard deviation of a normal truncated to an interval.
/// Value    √variance
/// Units    limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
///          parent's unless the limits are symmetric about it
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result std(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Factor by which the parent's std must exceed the std wanted after truncation.
/// Value    std/√variance
/// Units    dimensionless; multiply the std you want by it
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result std_correction(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Mean square of a normal truncated to an interval.
/// Value    variance + mean²
/// Units    about zero, not about the mean
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result second_moment(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

/// Mean square of a normal counted between the limits only, without the normalisation by their probability.
/// Value    E[x²; lower < x < upper] = mass · second_moment
/// Units    about zero; what a truncated second moment is mistaken for when the normalisation is forgotten
/// Given    lower: lower limit, absolute (in the units of x); -inf allowed
///          upper: upper limit, absolute; inf allowed
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result partial_second_moment(const NumberArgument& lower, const NumberArgument& upper, const ParentOptions& options = {}, const Context& context = {});

}  // namespace sigprop::truncated_normal

namespace sigprop::complex_truncated_normal {

/// Standard deviation of a complex normal whose modulus is truncated.
/// Value    √((1 - (1 + u²) e^(-u²))/(1 - e^(-u²))), u = upper
/// Units    E|z|^2 = 1 before truncation (each part has variance 1/2); std = sqrt(E|z|^2), `upper` bounds |z|
/// Given    upper: largest modulus, > 0; without truncation the std is 1
/// Source   own derivation: |z|^2 is exponential with mean 1, conditioned on |z|^2 <= upper^2
[[nodiscard]] Result std(const NumberArgument& upper, const Context& context = {});

/// Mean of |z|^2 counted only where |z| <= upper: the square of the std without its normalisation.
/// Value    E[|z|²; |z| ≤ u] = 1 - (1 + u²) e^(-u²), u = upper
/// Units    E|z|^2 = 1 before truncation; not divided by the mass 1 - e^(-u^2). Its root at u = 2 is
///          0.9531116…, which some code takes for the std
/// Given    upper: largest modulus counted, > 0
/// Source   own derivation: |z|^2 is exponential with mean 1
[[nodiscard]] Result partial_second_moment(const NumberArgument& upper, const Context& context = {});

}  // namespace sigprop::complex_truncated_normal

namespace sigprop::init {

/// Options of std.
struct SchemeOptions {
    /// inputs of the layer, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// what the gain is of; default: relu for he (kaiming), identity for xavier (glorot) and orthogonal
    std::optional<FunctionArgument> activation = {};
    /// which fan (lecun, he); one of fan_in, fan_out, fan_avg; default fan_in
    std::optional<std::string> mode = {};
    /// which matrix or stack (t5, t_fixup, deepnorm, subln, mup); one of query, key, value, output, ffn_in,
    /// ffn_out, embedding, hidden, encoder, decoder
    std::optional<std::string> role = {};
    /// N, in blocks: two residual additions each (gpt2_residual, wang, t_fixup), >= 1
    std::optional<NumberArgument> layers = {};
    /// d_model (small_init, wang, mup, t_fixup's embedding), >= 1
    std::optional<NumberArgument> width = {};
    /// d_kv (t5's query), >= 1
    std::optional<NumberArgument> head_dim = {};
    /// N, in blocks (deepnorm, subln), >= 0
    std::optional<NumberArgument> encoder_layers = {};
    /// M, in blocks (deepnorm, subln), >= 0
    std::optional<NumberArgument> decoder_layers = {};
    /// width at which base_std was tuned (mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (mup), > 0; default 1
    std::optional<NumberArgument> base_std = {};
};

/// Options of argument.
struct ArgumentOptions {
    /// inputs of the layer, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// what the gain is of; default: relu for he (kaiming), identity for xavier (glorot) and orthogonal
    std::optional<FunctionArgument> activation = {};
    /// which fan (lecun, he); one of fan_in, fan_out, fan_avg; default fan_in
    std::optional<std::string> mode = {};
    /// which matrix or stack (t5, t_fixup, deepnorm, subln, mup); one of query, key, value, output, ffn_in,
    /// ffn_out, embedding, hidden, encoder, decoder
    std::optional<std::string> role = {};
    /// N, in blocks: two residual additions each (gpt2_residual, wang, t_fixup), >= 1
    std::optional<NumberArgument> layers = {};
    /// d_model (small_init, wang, mup, t_fixup's embedding), >= 1
    std::optional<NumberArgument> width = {};
    /// d_kv (t5's query), >= 1
    std::optional<NumberArgument> head_dim = {};
    /// N, in blocks (deepnorm, subln), >= 0
    std::optional<NumberArgument> encoder_layers = {};
    /// M, in blocks (deepnorm, subln), >= 0
    std::optional<NumberArgument> decoder_layers = {};
    /// width at which base_std was tuned (mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (mup), > 0; default 1
    std::optional<NumberArgument> base_std = {};
    /// what is sampled from; one of normal, uniform, truncated_normal; default normal
    std::optional<std::string> distribution = {};
    /// lower limit (truncated_normal); default -2
    std::optional<NumberArgument> lower = {};
    /// upper limit (truncated_normal); default 2
    std::optional<NumberArgument> upper = {};
    /// in units of the std passed, or of the weights (truncated_normal); one of relative, absolute; default
    /// relative
    std::optional<std::string> limits = {};
};

/// Options of variance_scaling.
struct VarianceScalingOptions {
    /// inputs of the layer, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, >= 1
    std::optional<NumberArgument> fan_out = {};
};

/// Options of realised_std.
struct RealisedStdOptions {
    /// lower limit; -inf allowed; left out or <= 0 for complex
    std::optional<NumberArgument> lower = {};
    /// upper limit; inf allowed; of the modulus for complex
    std::optional<NumberArgument> upper = {};
    /// in units of std, or of the weights; one of relative, absolute; default relative
    std::optional<std::string> limits = {};
    /// whether the modulus is truncated; default false
    std::optional<bool> complex = {};
    /// the type the std is rounded to first; one of none, float64, float32, bfloat16, float16; default none
    std::optional<std::string> dtype = {};
};

/// Options of kurtosis.
struct KurtosisOptions {
    /// lower limit, in parent stds (truncated_normal); default -2
    std::optional<NumberArgument> lower = {};
    /// upper limit, in parent stds (truncated_normal); default 2
    std::optional<NumberArgument> upper = {};
};

/// Options of uniform_half_width.
struct UniformHalfWidthOptions {
    /// standard deviation, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// Standard deviation of the weights that an initialisation scheme asks for.
/// Value    by scheme:
///          lecun: 1/√fan
///          he (kaiming): gain(activation)/√fan; the default relu: √(2/fan), identity: lecun
///          xavier (glorot): gain(activation) √(2/(fan_in + fan_out))
///          ntk: 1; the multiplier 1/√fan_in stands in the layer, not in the weights
///          orthogonal: of the entries, gain(activation)/√(max(fan_in, fan_out))
///          bert: 0.02; the original passes it to a normal truncated at ±2 std (realised 0.0176)
///          t5: 1/√fan_in, query 1/√(fan_in head_dim), embedding 1; role, fan_in (d_model; output: n_heads
///          head_dim; ffn_out: d_ff), head_dim for query
///          gpt2: 0.02
///          gpt2_residual: 0.02/√(2 layers), layers in blocks
///          small_init: √(2/(5 width))
///          wang (wang_init): 2/(layers √width), layers in blocks
///          t_fixup (tfixup): xavier times 0.67 layers^(-1/4) (role encoder) or (9 layers)^(-1/4) (decoder);
///          embedding (9 layers)^(-1/4)/√width
///          deepnorm (deep_norm): xavier times deepnorm.encoder_beta or decoder_beta; encoder_layers,
///          decoder_layers, role where there are both
///          subln (magneto): xavier times √(log(2 N)), one stack of N; with both encoder √(log(3 M) log(2
///          N)/3), decoder √(log(3 M))
///          mup: base_std times √(base_width/width) (role hidden), base_width/width (output), 1 (embedding)
///          torch_default_linear: 1/√(3 fan_in): kaiming_uniform with a = √5, uniform on ±1/√fan_in
///          torch_default_embedding: 1
/// Units    a standard deviation, not a variance, of the weights as the layer sees them: after truncation,
///          before any multiplier in the layer. N counts Transformer blocks, each of two residual additions.
///          The gain is activation.gain, for the second moment. Arguments a scheme does not use are refused
/// Given    scheme: the rule; one of lecun, he, kaiming, xavier, glorot, ntk, orthogonal, bert, t5, gpt2,
///          gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln, magneto,
///          mup, torch_default_linear, torch_default_embedding
/// Source   LeCun 1998; Glorot and Bengio 2010; He et al. 2015, arXiv:1502.01852; Jacot et al. 2018,
///          arXiv:1806.07572; Saxe et al. 2013, arXiv:1312.6120; Devlin et al. 2018, arXiv:1810.04805; Raffel
///          et al. 2019, arXiv:1910.10683; Radford et al. 2019; Nguyen and Salazar 2019, arXiv:1910.05895;
///          Wang and Komatsuzaki 2021, Mesh-Transformer-JAX; Huang et al. 2020, T-Fixup; Wang et al. 2022,
///          arXiv:2203.00555 and arXiv:2210.06423; Yang et al. 2022, arXiv:2203.03466, table 3
[[nodiscard]] Result std(const std::string& scheme, const SchemeOptions& options = {}, const Context& context = {});

/// The number to pass to a sampler so that the weights really have the std of the scheme.
/// Value    t = init.std(scheme, …)
///          normal: t
///          uniform: √3 t, the half-width
///          truncated_normal: t / std of N(0, 1) on [lower, upper] (relative), or the s whose N(0, s²) on
///          [lower, upper] has std t (absolute)
/// Units    relative limits are multiples of the std passed (TensorFlow, JAX), absolute ones are values of
///          weights (torch.nn.init.trunc_normal_). The std realised is about the mean, which is not 0 for
///          asymmetric limits. With absolute limits no argument gives a std of (upper - lower)/sqrt 12 or
///          more. bert and gpt2 publish the number passed, not the number realised: the original passes 0.02
///          to a truncated normal
/// Given    scheme: the rule; one of lecun, he, kaiming, xavier, glorot, ntk, orthogonal, bert, t5, gpt2,
///          gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln, magneto,
///          mup, torch_default_linear, torch_default_embedding
/// Requires lower < upper
/// Source   LeCun 1998; Glorot and Bengio 2010; He et al. 2015, arXiv:1502.01852; Jacot et al. 2018,
///          arXiv:1806.07572; Saxe et al. 2013, arXiv:1312.6120; Devlin et al. 2018, arXiv:1810.04805; Raffel
///          et al. 2019, arXiv:1910.10683; Radford et al. 2019; Nguyen and Salazar 2019, arXiv:1910.05895;
///          Wang and Komatsuzaki 2021, Mesh-Transformer-JAX; Huang et al. 2020, T-Fixup; Wang et al. 2022,
///          arXiv:2203.00555 and arXiv:2210.06423; Yang et al. 2022, arXiv:2203.03466, table 3
[[nodiscard]] Result argument(const std::string& scheme, const ArgumentOptions& options = {}, const Context& context = {});

/// What VarianceScaling of Keras and JAX passes to its sampler.
/// Value    t = √(scale/fan)
///          normal: t
///          truncated_normal: t / std of N(0, 1) on [-2, 2]
///          uniform: √3 t
/// Units    the argument passed (uniform: half-width); the std realised is sqrt(scale/fan) for every
///          distribution. untruncated_normal is Keras's name for normal; in older Keras and TensorFlow
///          "normal" meant truncated_normal
/// Given    scale: 2 for He, 1 for LeCun and Glorot, > 0
///          mode: which fan; one of fan_in, fan_out, fan_avg
///          distribution: what is sampled from; one of normal, untruncated_normal, truncated_normal, uniform
/// Source   Keras and JAX, variance_scaling: truncation at +-2 with the correction 0.87962566103423978
[[nodiscard]] Result variance_scaling(const NumberArgument& scale, const std::string& mode, const std::string& distribution, const VarianceScalingOptions& options = {}, const Context& context = {});

/// Standard deviation of the weights that a call with std and truncation limits really produces.
/// Value    std of N(0, s²) on [lower, upper] (times s for relative limits), s the std as stored
/// Units    about the mean, which is not 0 for asymmetric limits. torch.nn.init.trunc_normal_ has absolute
///          limits: std = 0.02 with +-2 is +-100 std, and nothing is truncated. complex: sqrt(E|z|^2), E|z|^2
///          = std^2 before truncation at |z| <= upper. dtype rounds the std, not the limits or the samples
/// Given    std: the std passed, > 0
/// Requires lower < upper
/// Source   Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
[[nodiscard]] Result realised_std(const NumberArgument& std, const RealisedStdOptions& options = {}, const Context& context = {});

/// Kurtosis of the distribution that weights are sampled from: how heavy its tails are.
/// Value    E[(x - m)⁴]/Var(x)²; normal: 3; uniform: 9/5
/// Units    not the excess over 3; the same for every mean and std. Limits of truncated_normal in units of
///          the parent's std
/// Given    distribution: what is sampled from; one of normal, uniform, truncated_normal
/// Requires lower < upper
/// Source   Pearson 1905
[[nodiscard]] Result kurtosis(const std::string& distribution, const KurtosisOptions& options = {}, const Context& context = {});

/// Half the width of the uniform law with a given std.
/// Value    √3 std
/// Units    the a of uniform(-a, a); the variance is (2a)^2/12
/// Source   Glorot and Bengio 2010, equation 16
[[nodiscard]] Result uniform_half_width(const UniformHalfWidthOptions& options = {}, const Context& context = {});

/// Largest singular value of a random matrix of variance 1/fan_in.
/// Value    1 + √(fan_out/fan_in)
/// Units    entries iid with variance 1/fan_in, W[fan_out, fan_in]; the limit for large fans at a fixed ratio
///          c = fan_out/fan_in. Orthogonal would be 1 for both edges, which needs c -> 0: at c = 1 they are 0
///          and 2. For c > 1 it is the smallest of the fan_in singular values
/// Given    fan_in: inputs of the layer, >= 1
///          fan_out: outputs of the layer, >= 1
/// Source   Marchenko and Pastur 1967; Bai and Yin 1993
[[nodiscard]] Result largest_singular_value(const NumberArgument& fan_in, const NumberArgument& fan_out, const Context& context = {});

/// Smallest singular value of a random matrix of variance 1/fan_in.
/// Value    |1 - √(fan_out/fan_in)|
/// Units    entries iid with variance 1/fan_in, W[fan_out, fan_in]; the limit for large fans at a fixed ratio
///          c = fan_out/fan_in. Orthogonal would be 1 for both edges, which needs c -> 0: at c = 1 they are 0
///          and 2. For c > 1 it is the smallest of the fan_in singular values
/// Given    fan_in: inputs of the layer, >= 1
///          fan_out: outputs of the layer, >= 1
/// Source   Marchenko and Pastur 1967; Bai and Yin 1993
[[nodiscard]] Result smallest_singular_value(const NumberArgument& fan_in, const NumberArgument& fan_out, const Context& context = {});

/// Relative standard deviation of the variance of a batch of independent normals.
/// Value    √(2/(B - 1))
/// Units    of the variance, not of the std (half of it, about); unbiased and biased variance have the same
/// Given    batch: B, samples that a statistic averages over, >= 2
/// Source   Cochran 1934: (B - 1) s^2/sigma^2 is a sum of B - 1 independent squares
[[nodiscard]] Result batch_variance_spread(const NumberArgument& batch, const Context& context = {});

}  // namespace sigprop::init

namespace sigprop::deepnorm {

/// Options of encoder_alpha, encoder_beta, decoder_alpha, decoder_beta.
struct DepthOptions {
    /// N, blocks of the encoder, >= 0; 0: there is none; default 0
    std::optional<NumberArgument> encoder_layers = {};
    /// M, blocks of the decoder, >= 0; 0: there is none; default 0
    std::optional<NumberArgument> decoder_layers = {};
};

/// DeepNorm's multiplier of the skip path in the encoder.
/// Value    (2 N)^(1/4) alone, 0.81 (N⁴ M)^(1/16) with a decoder
/// Units    N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is
///          a stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the
///          Xavier std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87
///          are the published, rounded constants: deepnorm.alpha_constant and beta_constant are what they
///          round
/// Source   Wang et al. 2022, arXiv:2203.00555, figure 2
[[nodiscard]] Result encoder_alpha(const DepthOptions& options = {}, const Context& context = {});

/// DeepNorm's factor on the encoder's initial weights.
/// Value    (8 N)^(-1/4) alone, 0.87 (N⁴ M)^(-1/16) with a decoder
/// Units    N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is
///          a stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the
///          Xavier std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87
///          are the published, rounded constants: deepnorm.alpha_constant and beta_constant are what they
///          round
/// Source   Wang et al. 2022, arXiv:2203.00555, figure 2
[[nodiscard]] Result encoder_beta(const DepthOptions& options = {}, const Context& context = {});

/// DeepNorm's multiplier of the skip path in the decoder.
/// Value    (2 M)^(1/4) alone, (3 M)^(1/4) with an encoder
/// Units    N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is
///          a stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the
///          Xavier std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87
///          are the published, rounded constants: deepnorm.alpha_constant and beta_constant are what they
///          round
/// Source   Wang et al. 2022, arXiv:2203.00555, figure 2
[[nodiscard]] Result decoder_alpha(const DepthOptions& options = {}, const Context& context = {});

/// DeepNorm's factor on the decoder's initial weights.
/// Value    (8 M)^(-1/4) alone, (12 M)^(-1/4) with an encoder
/// Units    N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is
///          a stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the
///          Xavier std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87
///          are the published, rounded constants: deepnorm.alpha_constant and beta_constant are what they
///          round
/// Source   Wang et al. 2022, arXiv:2203.00555, figure 2
[[nodiscard]] Result decoder_beta(const DepthOptions& options = {}, const Context& context = {});

/// What DeepNorm's encoder constant 0.81 rounds.
/// Value    3^(-3/16)
/// Units    dimensionless; the factor of (N^4 M)^(1/16) or (N^4 M)^(-1/16)
/// Source   own derivation: alpha^2 beta^2 = 1/2 for the encoder, and M (beta_d^2/alpha_d) 4 N beta^2/alpha^2
///          = 1 with the decoder's (3 M)^(1/4) and (12 M)^(-1/4)
[[nodiscard]] Result alpha_constant(const Context& context = {});

/// What DeepNorm's encoder constant 0.87 rounds.
/// Value    3^(3/16)/√2
/// Units    dimensionless; the factor of (N^4 M)^(1/16) or (N^4 M)^(-1/16)
/// Source   own derivation: alpha^2 beta^2 = 1/2 for the encoder, and M (beta_d^2/alpha_d) 4 N beta^2/alpha^2
///          = 1 with the decoder's (3 M)^(1/4) and (12 M)^(-1/4)
[[nodiscard]] Result beta_constant(const Context& context = {});

}  // namespace sigprop::deepnorm

namespace sigprop::torch {

/// Options of calculate_gain.
struct TorchCalculateGainOptions {
    /// negative slope of leaky_relu, 0.01 if left out; else ignored
    std::optional<NumberArgument> param = {};
};

/// Options of normal_.
struct TorchNormalOptions {
    /// mean; default 0
    std::optional<NumberArgument> mean = {};
    /// standard deviation, > 0; default 1
    std::optional<NumberArgument> std = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of uniform_.
struct TorchUniformOptions {
    /// lower bound; default 0
    std::optional<NumberArgument> a = {};
    /// upper bound; default 1
    std::optional<NumberArgument> b = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of trunc_normal_.
struct TorchTruncNormalOptions {
    /// mean of the normal before truncation; default 0
    std::optional<NumberArgument> mean = {};
    /// standard deviation before truncation, > 0; default 1
    std::optional<NumberArgument> std = {};
    /// lower limit, a value of weights; default -2
    std::optional<NumberArgument> a = {};
    /// upper limit, a value of weights; default 2
    std::optional<NumberArgument> b = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of kaiming_uniform_, kaiming_normal_.
struct TorchKaimingOptions {
    /// negative slope of leaky_relu; else ignored; default 0
    std::optional<NumberArgument> a = {};
    /// which fan; one of fan_in, fan_out; default fan_in
    std::optional<std::string> mode = {};
    /// what the gain is of; one of linear, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
    /// conv_transpose3d, sigmoid, tanh, relu, leaky_relu, selu; default leaky_relu
    std::optional<std::string> nonlinearity = {};
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of xavier_uniform_, xavier_normal_.
struct TorchXavierOptions {
    /// factor on the std, > 0; default 1
    std::optional<NumberArgument> gain = {};
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of orthogonal_.
struct TorchOrthogonalOptions {
    /// factor on the matrix, > 0; default 1
    std::optional<NumberArgument> gain = {};
};

/// Options of Linear.
struct TorchLinearOptions {
    /// which of the layer's parameters; one of weight, bias; default weight
    std::optional<std::string> parameter = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of Conv2d.
struct TorchConv2dOptions {
    /// without effect: here for its place; default 1
    std::optional<ListArgument> stride = {};
    /// without effect: here for its place; default 0
    std::optional<ListArgument> padding = {};
    /// without effect: here for its place; default 1
    std::optional<ListArgument> dilation = {};
    /// groups of channels, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// which of the layer's parameters; one of weight, bias; default weight
    std::optional<std::string> parameter = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of Embedding.
struct TorchEmbeddingOptions {
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// The gain that PyTorch recommends for a nonlinearity.
/// Value    linear, conv…, sigmoid: 1; tanh: 5/3; relu: √2; leaky_relu: √(2/(1 + param²)); selu: 3/4
/// Units    a factor on the std of weights. relu and leaky_relu have the gain that keeps the second moment of
///          a standard normal (activation.gain); the others are a table: 5/3, 1 and 3/4 are not the gains of
///          tanh, sigmoid and selu. There is none for gelu or silu
/// Given    nonlinearity: the function's name in torch.nn.functional; one of linear, conv1d, conv2d, conv3d,
///          conv_transpose1d, conv_transpose2d, conv_transpose3d, sigmoid, tanh, relu, leaky_relu, selu
/// Source   PyTorch 1.13.1, torch/nn/init.py:67-119, calculate_gain
[[nodiscard]] Result calculate_gain(const std::string& nonlinearity, const TorchCalculateGainOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by normal_.
/// Value    std
/// Units    a std, not a variance
/// Source   PyTorch 1.13.1, torch/nn/init.py:140-155, normal_
[[nodiscard]] Result normal_(const TorchNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by uniform_.
/// Value    (b - a)/√12
/// Units    a and b are bounds. The defaults 0 and 1 have mean 1/2: weights of one sign
/// Requires a < b
/// Source   PyTorch 1.13.1, torch/nn/init.py:122-137, uniform_
[[nodiscard]] Result uniform_(const TorchUniformOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by trunc_normal_.
/// Value    std of N(mean, std²) on [a, b]
/// Units    a and b are values of weights, not multiples of std: std=0.02 with the defaults +-2 is +-100 std,
///          and nothing is cut; for +-2 std write a=-2*std, b=2*std. Where nothing is cut, one float32 weight
///          in 2^24 is nevertheless a or b, since the inverse of the cdf is infinite at the end of its grid:
///          that is no part of this number
/// Requires a < b
/// Source   PyTorch 1.13.1, torch/nn/init.py:22-54 and 157-176, trunc_normal_
[[nodiscard]] Result trunc_normal_(const TorchTruncNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by kaiming_uniform_.
/// Value    torch.calculate_gain(nonlinearity, a)/√fan; the bounds are ±√3 times that
/// Units    the defaults are He's: leaky_relu with slope a=0 has the gain sqrt(2). a=sqrt(5) is the default
///          of Linear and Conv: gain 1/sqrt(3). fan_in of a grouped convolution is in_channels/groups times
///          the kernel's area; fan_out is out_channels times the area, whatever the groups
/// Source   PyTorch 1.13.1, torch/nn/init.py:366-412, kaiming_uniform_
[[nodiscard]] Result kaiming_uniform_(const TorchKaimingOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by kaiming_normal_.
/// Value    torch.calculate_gain(nonlinearity, a)/√fan
/// Units    the defaults are He's: leaky_relu with slope a=0 has the gain sqrt(2). a=sqrt(5) is the default
///          of Linear and Conv: gain 1/sqrt(3). fan_in of a grouped convolution is in_channels/groups times
///          the kernel's area; fan_out is out_channels times the area, whatever the groups
/// Source   PyTorch 1.13.1, torch/nn/init.py:415-451, kaiming_normal_
[[nodiscard]] Result kaiming_normal_(const TorchKaimingOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by xavier_uniform_.
/// Value    gain √(2/(fan_in + fan_out)); the bounds are ±√3 times that
/// Units    gain is a factor on the std. Three matrices in one tensor, as in_proj_weight of
///          MultiheadAttention, have the fan_out of all three: the std is sqrt(2) too small for each. fan_out
///          of a convolution is out_channels times the kernel's area, whatever the groups
/// Source   PyTorch 1.13.1, torch/nn/init.py:303-327, xavier_uniform_
[[nodiscard]] Result xavier_uniform_(const TorchXavierOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by xavier_normal_.
/// Value    gain √(2/(fan_in + fan_out))
/// Units    gain is a factor on the std. Three matrices in one tensor, as in_proj_weight of
///          MultiheadAttention, have the fan_out of all three: the std is sqrt(2) too small for each. fan_out
///          of a convolution is out_channels times the kernel's area, whatever the groups
/// Source   PyTorch 1.13.1, torch/nn/init.py:330-353, xavier_normal_
[[nodiscard]] Result xavier_normal_(const TorchXavierOptions& options = {}, const Context& context = {});

/// Standard deviation of the entries of a matrix filled by orthogonal_.
/// Value    gain/√(max(rows, columns)), rows = shape[0], columns = the product of the others
/// Units    root mean square of an entry over many draws. Singular values are all `gain`; entries are neither
///          independent nor normal. A convolution is flattened to shape[0] rows
/// Given    shape: of the weight: [out, in/groups, kernel …], >= 1
/// Source   PyTorch 1.13.1, torch/nn/init.py:454-496, orthogonal_
[[nodiscard]] Result orthogonal_(const ListArgument& shape, const TorchOrthogonalOptions& options = {}, const Context& context = {});

/// Standard deviation of the weight or bias of a new nn.Linear.
/// Value    1/√(3 in_features), uniform within ±1/√in_features; the bias the same
/// Units    kaiming_uniform_ with a=sqrt(5), which is a bound and no recommendation: the variance is a third
///          of LeCun's and a sixth of He's. The bias is not 0
/// Given    in_features: inputs of the layer, >= 1
///          out_features: outputs of the layer, >= 1; without effect
/// Source   PyTorch 1.13.1, torch/nn/modules/linear.py:103-111, Linear.reset_parameters
[[nodiscard]] Result Linear(const NumberArgument& in_features, const NumberArgument& out_features, const TorchLinearOptions& options = {}, const Context& context = {});

/// Standard deviation of the weight or bias of a new nn.Conv2d.
/// Value    1/√(3 fan_in), uniform within ±1/√fan_in, fan_in = in_channels/groups · the kernel's area
/// Units    kaiming_uniform_ with a=sqrt(5), as for Linear. The fourth argument is stride: write groups by
///          name
/// Given    in_channels: channels of the input, >= 1
///          out_channels: channels of the output, >= 1; without effect
///          kernel_size: one number for a square, or [height, width], >= 1
/// Source   PyTorch 1.13.1, torch/nn/modules/conv.py:146-155, _ConvNd.reset_parameters
[[nodiscard]] Result Conv2d(const NumberArgument& in_channels, const NumberArgument& out_channels, const ListArgument& kernel_size, const TorchConv2dOptions& options = {}, const Context& context = {});

/// Standard deviation of the weight of a new nn.Embedding.
/// Value    1: normal_ with its defaults
/// Units    whatever the dimension: tied to an output layer, its logits have a std of sqrt(embedding_dim) on
///          inputs of unit variance. The row padding_idx is 0
/// Given    num_embeddings: rows, >= 1; without effect
///          embedding_dim: columns, >= 1; without effect
/// Source   PyTorch 1.13.1, torch/nn/modules/sparse.py:150-152, Embedding.reset_parameters
[[nodiscard]] Result Embedding(const NumberArgument& num_embeddings, const NumberArgument& embedding_dim, const TorchEmbeddingOptions& options = {}, const Context& context = {});

}  // namespace sigprop::torch

namespace sigprop::jax {

/// Options of variance_scaling.
struct JaxVarianceScalingOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// whether weights are complex; one of real, complex; default real
    std::optional<std::string> dtype = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of truncated_normal.
struct JaxTruncatedNormalOptions {
    /// standard deviation before truncation, > 0; default 0.01
    std::optional<NumberArgument> stddev = {};
    /// lower limit, in units of stddev; default -2
    std::optional<NumberArgument> lower = {};
    /// upper limit, in units of stddev; default 2
    std::optional<NumberArgument> upper = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of normal.
struct JaxNormalOptions {
    /// standard deviation, > 0; default 0.01
    std::optional<NumberArgument> stddev = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of uniform.
struct JaxUniformOptions {
    /// upper bound, > 0; default 0.01
    std::optional<NumberArgument> scale = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of glorot_uniform, glorot_normal.
struct JaxFanAverageOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of lecun_uniform, lecun_normal, he_uniform, he_normal.
struct JaxFanInOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Standard deviation of weights by variance_scaling.
/// Value    √(scale/fan) · (std of the law)/(the constant for it)
///          the constants are 1 for normal and uniform, 0.87962566103423978 for truncated_normal (complex:
///          0.95311164380491208)
/// Units    the constants as printed, so that a wrong one shows: for real weights the std is sqrt(scale/fan)
///          to 16 digits, for complex truncated ones it is not. complex: sqrt(E|z|^2). A shape is [kernel …,
///          in/groups, out] for the default axes; all others count as kernel, also the heads of an attention
///          kernel, unless batch_axis names them
/// Given    scale: 2 for He, 1 for LeCun and Glorot, > 0
///          mode: which fan; one of fan_in, fan_out, fan_avg, fan_geo_avg
///          distribution: what is sampled from; one of truncated_normal, normal, uniform
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:282-372, variance_scaling
[[nodiscard]] Result variance_scaling(const NumberArgument& scale, const std::string& mode, const std::string& distribution, const JaxVarianceScalingOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by truncated_normal.
/// Value    stddev · std of N(0, 1) on [lower, upper]
/// Units    stddev is that before truncation: with the defaults the weights have 0.88 of it, unlike those of
///          variance_scaling. lower and upper are multiples of stddev; older versions have no such arguments
///          and cut at +-2
/// Requires lower < upper
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:176-212, truncated_normal
[[nodiscard]] Result truncated_normal(const JaxTruncatedNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by normal.
/// Value    stddev
/// Units    a std, not a variance; real weights
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:148-173, normal
[[nodiscard]] Result normal(const JaxNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by uniform.
/// Value    scale/√12
/// Units    the law is uniform on [0, scale): its mean is scale/2, not 0
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:120-145, uniform
[[nodiscard]] Result uniform(const JaxUniformOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by glorot_uniform.
/// Value    √(2/(fan_in + fan_out))
/// Units    the bounds are +-sqrt(3) times the std
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:375-410, glorot_uniform
[[nodiscard]] Result glorot_uniform(const JaxFanAverageOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by glorot_normal.
/// Value    √(2/(fan_in + fan_out))
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:413-448, glorot_normal
[[nodiscard]] Result glorot_normal(const JaxFanAverageOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by lecun_uniform.
/// Value    √(1/fan_in)
/// Units    the bounds are +-sqrt(3) times the std
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:451-484, lecun_uniform
[[nodiscard]] Result lecun_uniform(const JaxFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by lecun_normal.
/// Value    √(1/fan_in)
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:487-520, lecun_normal
[[nodiscard]] Result lecun_normal(const JaxFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by he_uniform.
/// Value    √(2/fan_in)
/// Units    the bounds are +-sqrt(3) times the std
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:523-558, he_uniform
[[nodiscard]] Result he_uniform(const JaxFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by he_normal.
/// Value    √(2/fan_in)
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:561-596, he_normal
[[nodiscard]] Result he_normal(const JaxFanInOptions& options = {}, const Context& context = {});

}  // namespace sigprop::jax

namespace sigprop::flax {

/// Options of Dense, Conv.
struct FlaxFanInOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of Embed.
struct FlaxEmbedOptions {
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Standard deviation of the kernel of a new Dense.
/// Value    √(1/fan_in): jax.lecun_normal
/// Units    a truncated normal whose std is corrected; the bias is 0
/// Source   Flax 0.12.8 (18f8f31), flax/linen/linear.py:49 and 247, Dense
[[nodiscard]] Result Dense(const FlaxFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of the kernel of a new Conv.
/// Value    √(1/fan_in): jax.lecun_normal
/// Units    fan_in is in/groups times the kernel's area; a truncated normal whose std is corrected; the bias
///          is 0
/// Source   Flax 0.12.8 (18f8f31), flax/linen/linear.py:49 and 521, Conv
[[nodiscard]] Result Conv(const FlaxFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of the embedding of a new Embed.
/// Value    1/√features
/// Units    variance_scaling(1, fan_in, normal, out_axis=0): with both axes the first, the kernel is what is
///          left, and fan_in is the number of features. torch.Embedding has std 1
/// Given    num_embeddings: rows, >= 1; without effect
///          features: columns, >= 1
/// Source   Flax 0.12.8 (18f8f31), flax/linen/linear.py:1105-1107, default_embed_init
[[nodiscard]] Result Embed(const NumberArgument& num_embeddings, const NumberArgument& features, const FlaxEmbedOptions& options = {}, const Context& context = {});

}  // namespace sigprop::flax

namespace sigprop::keras {

/// Options of VarianceScaling.
struct KerasVarianceScalingOptions {
    /// 2 for He, 1 for LeCun and Glorot, > 0; default 1
    std::optional<NumberArgument> scale = {};
    /// which fan; one of fan_in, fan_out, fan_avg; default fan_in
    std::optional<std::string> mode = {};
    /// what is sampled from; one of truncated_normal, normal, untruncated_normal, uniform; default
    /// truncated_normal
    std::optional<std::string> distribution = {};
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of TruncatedNormal, RandomNormal.
struct KerasNormalOptions {
    /// mean; default 0
    std::optional<NumberArgument> mean = {};
    /// TruncatedNormal: standard deviation before truncation, > 0; default 0.05
    /// RandomNormal: standard deviation, > 0; default 0.05
    std::optional<NumberArgument> stddev = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of RandomUniform.
struct KerasRandomUniformOptions {
    /// lower bound; default -0.05
    std::optional<NumberArgument> minval = {};
    /// upper bound; default 0.05
    std::optional<NumberArgument> maxval = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of GlorotUniform, GlorotNormal.
struct KerasFanAverageOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of LecunNormal, LecunUniform, HeNormal, HeUniform.
struct KerasFanInOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Standard deviation of weights by VarianceScaling.
/// Value    √(scale/fan)
///          a truncated normal gets that over 0.87962566103423978, uniform has the bounds ±√3 times that
/// Units    the constant as printed, right to 16 digits. normal means truncated_normal. On its torch backend
///          Keras takes the first of four normals within +-2, and the first of all where none is: 4 weights
///          in 10^6 lie beyond, which is no part of this number
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:207-318, VarianceScaling
[[nodiscard]] Result VarianceScaling(const KerasVarianceScalingOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by TruncatedNormal.
/// Value    stddev · std of N(0, 1) on [-2, 2]
/// Units    stddev is that before truncation at mean +-2 stddev: the weights have 0.88 of it, unlike those of
///          VarianceScaling
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:92-137, TruncatedNormal
[[nodiscard]] Result TruncatedNormal(const KerasNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by RandomNormal.
/// Value    stddev
/// Units    a std, not a variance
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:36-78, RandomNormal
[[nodiscard]] Result RandomNormal(const KerasNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by RandomUniform.
/// Value    (maxval - minval)/√12
/// Units    bounds, not a std: the defaults, which Embedding uses, have a std of 0.029
/// Requires minval < maxval
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:151-193, RandomUniform
[[nodiscard]] Result RandomUniform(const KerasRandomUniformOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by GlorotUniform.
/// Value    √(2/(fan_in + fan_out))
/// Units    the bounds are +-sqrt(3) times the std
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:338-378, GlorotUniform
[[nodiscard]] Result GlorotUniform(const KerasFanAverageOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by GlorotNormal.
/// Value    √(2/(fan_in + fan_out))
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:394-435, GlorotNormal
[[nodiscard]] Result GlorotNormal(const KerasFanAverageOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by LecunNormal.
/// Value    √(1/fan_in)
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:451-495, LecunNormal
[[nodiscard]] Result LecunNormal(const KerasFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by LecunUniform.
/// Value    √(1/fan_in)
/// Units    the bounds are +-sqrt(3) times the std
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:511-551, LecunUniform
[[nodiscard]] Result LecunUniform(const KerasFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by HeNormal.
/// Value    √(2/fan_in)
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:562-602, HeNormal
[[nodiscard]] Result HeNormal(const KerasFanInOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by HeUniform.
/// Value    √(2/fan_in)
/// Units    the bounds are +-sqrt(3) times the std
/// Source   Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:613-653, HeUniform
[[nodiscard]] Result HeUniform(const KerasFanInOptions& options = {}, const Context& context = {});

}  // namespace sigprop::keras

namespace sigprop::tf {

/// Options of truncated_normal, normal.
struct TfNormalOptions {
    /// mean; default 0
    std::optional<NumberArgument> mean = {};
    /// truncated_normal: standard deviation before truncation, > 0; default 1
    /// normal: standard deviation, > 0; default 1
    std::optional<NumberArgument> stddev = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Standard deviation of weights by tf.random.truncated_normal.
/// Value    stddev · std of N(0, 1) on [-2, 2]
/// Units    stddev is that before truncation at mean +-2 stddev: the weights have 0.88 of it, unlike those of
///          VarianceScaling
/// Source   TensorFlow 2 (0304934), tensorflow/python/ops/random_ops.py, truncated_normal
[[nodiscard]] Result truncated_normal(const TfNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights by tf.random.normal.
/// Value    stddev
/// Units    a std, not a variance
/// Source   TensorFlow 2 (0304934), tensorflow/python/ops/random_ops.py, normal
[[nodiscard]] Result normal(const TfNormalOptions& options = {}, const Context& context = {});

}  // namespace sigprop::tf

namespace sigprop::timm {

/// Options of trunc_normal_, trunc_normal_tf_.
struct TimmTruncNormalOptions {
    /// mean of the normal before truncation; default 0
    std::optional<NumberArgument> mean = {};
    /// standard deviation before truncation, > 0; default 1
    std::optional<NumberArgument> std = {};
    /// trunc_normal_: lower limit, a value of weights; default -2
    /// trunc_normal_tf_: lower limit, in units of std; default -2
    std::optional<NumberArgument> a = {};
    /// trunc_normal_: upper limit, a value of weights; default 2
    /// trunc_normal_tf_: upper limit, in units of std; default 2
    std::optional<NumberArgument> b = {};
    /// which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
    /// upper; default std
    std::optional<std::string> of = {};
};

/// Options of variance_scaling_.
struct TimmVarianceScalingOptions {
    /// 2 for He, 1 for LeCun, > 0; default 1
    std::optional<NumberArgument> scale = {};
    /// which fan; one of fan_in, fan_out, fan_avg; default fan_in
    std::optional<std::string> mode = {};
    /// what is sampled from; one of normal, truncated_normal, uniform; default normal
    std::optional<std::string> distribution = {};
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// outputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_out = {};
    /// instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Options of lecun_normal_.
struct TimmLecunNormalOptions {
    /// inputs of the layer, times the kernel's area, >= 1
    std::optional<NumberArgument> fan_in = {};
    /// instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    std::optional<ListArgument> shape = {};
    /// which number of the law that the call draws from: its std, mean or bounds, or the argument that it
    /// passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
    /// argument; default std
    std::optional<std::string> of = {};
};

/// Standard deviation of weights filled by trunc_normal_.
/// Value    std of N(mean, std²) on [a, b]
/// Units    a and b are values of weights, not multiples of std: std=0.02 with the defaults +-2 is +-100 std,
///          and nothing is cut; for +-2 std write a=-2*std, b=2*std. Where nothing is cut, one float32 weight
///          in 2^24 is nevertheless a or b, since the inverse of the cdf is infinite at the end of its grid:
///          that is no part of this number
/// Requires a < b
/// Source   timm 1.0.29 (aa4b585), timm/layers/weight_init.py:19-51 and 54-78, trunc_normal_
[[nodiscard]] Result trunc_normal_(const TimmTruncNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by trunc_normal_tf_.
/// Value    std · std of N(0, 1) on [a, b]
/// Units    a and b are multiples of std, unlike those of trunc_normal_: the limits of weights are mean + a
///          std and mean + b std. std is that before truncation: with the defaults the weights have 0.88 of
///          it
/// Requires a < b
/// Source   timm 1.0.29 (aa4b585), timm/layers/weight_init.py:81-107, trunc_normal_tf_
[[nodiscard]] Result trunc_normal_tf_(const TimmTruncNormalOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by variance_scaling_.
/// Value    √(scale/fan)
///          a truncated normal gets that over 0.87962566103423978, uniform has the bounds ±√3 times that
/// Units    the constant as printed, right to 16 digits. normal is not truncated, unlike Keras's. fan_out
///          counts all output channels, whatever the groups
/// Source   timm 1.0.29 (aa4b585), timm/layers/weight_init.py:110-132, variance_scaling_
[[nodiscard]] Result variance_scaling_(const TimmVarianceScalingOptions& options = {}, const Context& context = {});

/// Standard deviation of weights filled by lecun_normal_.
/// Value    √(1/fan_in)
/// Units    a normal truncated at +-2 whose std is corrected: as said after truncation
/// Source   timm 1.0.29 (aa4b585), timm/layers/weight_init.py:135-136, lecun_normal_
[[nodiscard]] Result lecun_normal_(const TimmLecunNormalOptions& options = {}, const Context& context = {});

}  // namespace sigprop::timm
