#pragma once
// Residual streams and their gradients: in theory, and in sampled networks (simulated_...). One function for
// each quantity, by its name; evaluate() of the same call as text, with its arguments by name, gives the same
// answer, random numbers included. Arguments that must be given stand first, so that their order can differ
// from that of the text. A choice is a word, as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::residual {

/// Options of second_moment, layer_cosine, skip_weight.
struct StreamOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of second_moment_variance.
struct SecondMomentVarianceOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of layer_angle, branch_weight.
struct OneLayerOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
};

/// Options of fixup_scale.
struct FixupScaleOptions {
    /// L, residual branches, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// m, weight matrices of a branch, 2 to 10^6; default 2
    std::optional<NumberArgument> branch_layers = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
};

/// Options of gradient_ratio.
struct GradientRatioOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// which layer, >= 0; default 0
    std::optional<NumberArgument> layer = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or homogeneous
    /// branches; see activation.chi_ratio; default 1
    std::optional<NumberArgument> chi_ratio = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of forward_gradient_ratio.
struct ForwardGradientRatioOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// the x where the change arrives, >= 0; by default x_L
    std::optional<NumberArgument> layer = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or homogeneous
    /// branches; see activation.chi_ratio; default 1
    std::optional<NumberArgument> chi_ratio = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of weight_gradient_ratio, path_length_mean, path_length_variance.
struct GradientOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or homogeneous
    /// branches; see activation.chi_ratio; default 1
    std::optional<NumberArgument> chi_ratio = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of log_gradient_mean, log_gradient_variance.
struct LogGradientOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs ignore
    /// it; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
    /// default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    std::optional<FunctionArgument> activation = {};
    /// what networks compute in; sums over features and tokens are float64 either way; of the method network,
    /// proofs ignore it; one of float32, float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of path_length_probability.
struct PathLengthProbabilityOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or homogeneous
    /// branches; see activation.chi_ratio; default 1
    std::optional<NumberArgument> chi_ratio = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
};

/// Options of smallest_singular_value.
struct SmallestSingularValueOptions {
    /// sigma^2, > 0; default 1
    std::optional<NumberArgument> branch_variance = {};
};

/// Options of simulated_second_moment, simulated_gradient_ratio, simulated_skip_weight,
/// simulated_layer_cosine, simulated_weight_gradient_ratio.
struct SimulatedOptions {
    /// residual additions, two per Transformer block, 1 to 65536
    std::optional<NumberArgument> layers = {};
    /// simulated_second_moment, simulated_skip_weight: which x, at most layers, >= 0; default: layers, the
    ///                                                 last
    /// simulated_gradient_ratio: which x, at most layers, >= 0; default: 0
    /// simulated_layer_cosine: below layers, >= 0; default: the last
    /// simulated_weight_gradient_ratio: below layers, >= 0; default: 0
    std::optional<NumberArgument> layer = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 32768
    std::optional<NumberArgument> blocks = {};
    /// over networks, of one network's number; one of mean, geometric_mean, variance, log_mean, log_variance;
    /// default mean
    std::optional<std::string> statistic = {};
    /// features of the stream, 2 to 65536; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; one of linear, mlp, transformer; default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); default relu
    std::optional<FunctionArgument> activation = {};
    /// every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    std::optional<std::string> norm = {};
    /// weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
    /// that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
    /// (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
    /// gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
    /// and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
    /// query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
    /// gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
    /// magneto, mup, torch_default_linear
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
    /// activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
    /// E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
    /// depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// hidden width / width of mlp and transformer, 1 to 1024; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    std::optional<NumberArgument> heads = {};
    /// tokens of a sequence, 1 to 2^24; default 1, transformer 16
    std::optional<NumberArgument> length = {};
    /// sequences in a network's batch, 1 to 2^24; default 1
    std::optional<NumberArgument> sequences = {};
    /// the share that the tokens of a sequence have in common, 0 to 1; default 0
    std::optional<NumberArgument> correlation = {};
    /// whether attention sees no later token; default false
    std::optional<bool> causal = {};
    /// attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
    /// default plain
    std::optional<std::string> scores = {};
    /// width at which base_std was tuned (init=mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// what networks compute in; sums over features and tokens are float64 either way; one of float32,
    /// float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of simulated_token_similarity, simulated_attention_entropy, simulated_score_second_moment.
struct SimulatedTokensOptions {
    /// residual additions, two per Transformer block, 1 to 65536
    std::optional<NumberArgument> layers = {};
    /// simulated_token_similarity: which x, at most layers, >= 0; default: layers, the last
    /// simulated_attention_entropy, simulated_score_second_moment: 0, 2, 4, …: a layer of attention, >= 0;
    ///                                                             default: the last
    std::optional<NumberArgument> layer = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 32768
    std::optional<NumberArgument> blocks = {};
    /// over networks, of one network's number; one of mean, geometric_mean, variance, log_mean, log_variance;
    /// default mean
    std::optional<std::string> statistic = {};
    /// features of the stream, 2 to 65536; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; one of linear, mlp, transformer; default transformer
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); default relu
    std::optional<FunctionArgument> activation = {};
    /// every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    std::optional<std::string> norm = {};
    /// weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
    /// that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
    /// (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
    /// gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
    /// and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
    /// query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
    /// gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
    /// magneto, mup, torch_default_linear
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
    /// activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
    /// E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
    /// depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// hidden width / width of mlp and transformer, 1 to 1024; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    std::optional<NumberArgument> heads = {};
    /// tokens of a sequence, 1 to 2^24; default 1, transformer 16
    std::optional<NumberArgument> length = {};
    /// sequences in a network's batch, 1 to 2^24; default 1
    std::optional<NumberArgument> sequences = {};
    /// the share that the tokens of a sequence have in common, 0 to 1; default 0
    std::optional<NumberArgument> correlation = {};
    /// whether attention sees no later token; default false
    std::optional<bool> causal = {};
    /// attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
    /// default plain
    std::optional<std::string> scores = {};
    /// width at which base_std was tuned (init=mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// what networks compute in; sums over features and tokens are float64 either way; one of float32,
    /// float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of simulated_path_length_mean, simulated_path_length_variance.
struct SimulatedPathOptions {
    /// residual additions, two per Transformer block, 1 to 65536
    std::optional<NumberArgument> layers = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 32768
    std::optional<NumberArgument> blocks = {};
    /// over networks, of one network's number; one of mean, geometric_mean, variance, log_mean, log_variance;
    /// default mean
    std::optional<std::string> statistic = {};
    /// features of the stream, 2 to 65536; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; one of linear, mlp, transformer; default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); default relu
    std::optional<FunctionArgument> activation = {};
    /// every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    std::optional<std::string> norm = {};
    /// weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
    /// that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
    /// (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
    /// gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
    /// and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
    /// query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
    /// gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
    /// magneto, mup, torch_default_linear
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
    /// activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
    /// E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
    /// depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// hidden width / width of mlp and transformer, 1 to 1024; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    std::optional<NumberArgument> heads = {};
    /// tokens of a sequence, 1 to 2^24; default 1, transformer 16
    std::optional<NumberArgument> length = {};
    /// sequences in a network's batch, 1 to 2^24; default 1
    std::optional<NumberArgument> sequences = {};
    /// the share that the tokens of a sequence have in common, 0 to 1; default 0
    std::optional<NumberArgument> correlation = {};
    /// whether attention sees no later token; default false
    std::optional<bool> causal = {};
    /// attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
    /// default plain
    std::optional<std::string> scores = {};
    /// width at which base_std was tuned (init=mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// what networks compute in; sums over features and tokens are float64 either way; one of float32,
    /// float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of simulated_output_change.
struct SimulatedOutputChangeOptions {
    /// residual additions, two per Transformer block, 1 to 65536
    std::optional<NumberArgument> layers = {};
    /// whose first step; one of sgd, adam; default sgd
    std::optional<std::string> optimizer = {};
    /// of the step, > 0; default 0.001
    std::optional<NumberArgument> learning_rate = {};
    /// second moment of a branch's output for an input of second moment 1, > 0; sandwich: gamma^2; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 32768
    std::optional<NumberArgument> blocks = {};
    /// over networks, of one network's number; one of mean, geometric_mean, variance, log_mean, log_variance;
    /// default mean
    std::optional<std::string> statistic = {};
    /// features of the stream, 2 to 65536; default 512
    std::optional<NumberArgument> width = {};
    /// independent networks, 2 to 10^6; the standard error is theirs; default 32
    std::optional<NumberArgument> networks = {};
    /// the kind of block in the branches; one of linear, mlp, transformer; default linear
    std::optional<std::string> block = {};
    /// f of W2 f(W1 x) (mlp, transformer); default relu
    std::optional<FunctionArgument> activation = {};
    /// every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    std::optional<std::string> norm = {};
    /// weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
    /// that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
    /// (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
    /// gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
    /// and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
    /// query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
    /// gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
    /// magneto, mup, torch_default_linear
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
    /// activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
    /// E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
    /// depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// hidden width / width of mlp and transformer, 1 to 1024; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    std::optional<NumberArgument> heads = {};
    /// tokens of a sequence, 1 to 2^24; default 1, transformer 16
    std::optional<NumberArgument> length = {};
    /// sequences in a network's batch, 1 to 2^24; default 1
    std::optional<NumberArgument> sequences = {};
    /// the share that the tokens of a sequence have in common, 0 to 1; default 0
    std::optional<NumberArgument> correlation = {};
    /// whether attention sees no later token; default false
    std::optional<bool> causal = {};
    /// attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
    /// default plain
    std::optional<std::string> scores = {};
    /// width at which base_std was tuned (init=mup), >= 1
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// what networks compute in; sums over features and tokens are float64 either way; one of float32,
    /// float64; default float32
    std::optional<std::string> precision = {};
};

/// Options of elementwise_second_moment.
struct ElementwiseSecondMomentOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// of dyt and derf, which need it, > 0
    std::optional<NumberArgument> alpha = {};
    /// of dyisru, which needs it, > 0
    std::optional<NumberArgument> c = {};
    /// pre_norm: x + F(phi(x)); res_post_norm: x + phi(F(x)); one of pre_norm, res_post_norm; default
    /// pre_norm
    std::optional<std::string> placement = {};
    /// second moment of F's output for an input of second moment 1, > 0; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
};

/// Options of elementwise_gradient_ratio.
struct ElementwiseGradientRatioOptions {
    /// residual additions, two per Transformer block, 1 to 10^15
    std::optional<NumberArgument> layers = {};
    /// which x, at most layers, >= 0; default 0
    std::optional<NumberArgument> layer = {};
    /// of dyt and derf, which need it, > 0
    std::optional<NumberArgument> alpha = {};
    /// of dyisru, which needs it, > 0
    std::optional<NumberArgument> c = {};
    /// pre_norm: x + F(phi(x)); res_post_norm: x + phi(F(x)); one of pre_norm, res_post_norm; default
    /// pre_norm
    std::optional<std::string> placement = {};
    /// second moment of F's output for an input of second moment 1, > 0; default 1
    std::optional<NumberArgument> branch_variance = {};
    /// q_0, second moment of x_0, > 0; default 1
    std::optional<NumberArgument> initial = {};
    /// Transformer blocks, in place of layers/2, 1 to 5e14
    std::optional<NumberArgument> blocks = {};
};

/// The second moment of the residual stream after its last layer.
/// Value    q_L = E ‖x_L‖²/d, q_(l+1) = skip² q_l + E ‖branch‖²/d (1 after a norm)
///          pre_norm: x + s F(Norm x), then a final Norm; s = branch_scale
///          post_norm: Norm(x + s F(x)); s = branch_scale
///          sandwich (peri_ln): x + g Norm(F(Norm x)), then a final Norm; branch_variance = g²
///          layer_norm_scaling: x + F(Norm(x)/√(layer + 1)), then a final Norm (layer from 0; the source
///          counts blocks)
///          skip_init: x + s F(x), no norm; s = branch_scale or alpha, 0 when training starts
///          rezero: the same as skip_init
///          fixup: x + F(x), no norm, where F's last matrix is zero when training starts
///          deep_norm (deepnorm): Norm(α x + F(x)); alpha defaults to layers^(1/4), DeepNorm's one stack of
///          layers/2 blocks, whose beta belongs into branch_variance: β⁴ where it scales both matrices of a
///          branch
///          ngpt: Norm((1 - α) x + α Norm(F(x))); alpha must be given
/// Units    a second moment per coordinate, before any final norm. Exact at every width when the last weights
///          of each branch are independent and of mean zero, for rezero, skip_init and layer_norm_scaling
///          with linear or homogeneous branches; 1 in schemes that end in a norm. A quantity of the whole
///          stack: sweep over layers for a curve
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; Bachlechner et al. 2020,
///          arXiv:2003.04887; Kim et al. 2025, arXiv:2502.02732; Sun et al. 2025, arXiv:2502.05795
[[nodiscard]] Result second_moment(const std::string& scheme, const StreamOptions& options = {}, const Context& context = {});

/// The variance of |x_L|^2 / d between networks of finite width d.
/// Value    (4 T q₀ + 2 T²)/d, T the sum of the branches' second moments: (4 σ² q₀ L + 2 σ⁴ L²)/d
///          further lines as at second_moment
/// Units    of one token; exact at every width for linear branches with Gaussian weights, |x_0|^2 = q_0 d
///          fixed, and RMSNorm. sandwich: no term of |F|^2, which is fixed; no norm: q_0^2 (prod((1 + t)^2 +
///          (4 t + 2 t^2)/d) - prod (1 + t)^2); 0 where the output is normalised
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          width: d, of the stream, >= 1
/// As text  residual.second_moment_variance(scheme, layers, width, …)
/// Source   own derivation: Var(q_{l+1} | x_l) = 4 b q_l/d + 2 b^2/d for a branch of second moment b, summed
[[nodiscard]] Result second_moment_variance(const std::string& scheme, const NumberArgument& width, const SecondMomentVarianceOptions& options = {}, const Context& context = {});

/// The cosine of the angle between the streams before and after one layer.
/// Value    skip √(q_l d/(E ‖sum_l‖²)); pre_norm: √(q_l/q_(l+1)); post_norm: (1 + σ²)^(-1/2)
///          further lines as at second_moment
/// Units    mean field: exact in the limit of infinite width, for branches of mean zero that are independent
///          of the stream
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          layer: which layer, >= 0
/// As text  residual.layer_cosine(scheme, layers, layer, …)
/// Source   own derivation: the branch is orthogonal to the stream
[[nodiscard]] Result layer_cosine(const std::string& scheme, const NumberArgument& layer, const StreamOptions& options = {}, const Context& context = {});

/// The angle by which one layer turns the stream.
/// Value    arccos(residual.layer_cosine)
///          further lines as at second_moment
/// Units    radians; mean field: exact in the limit of infinite width, for branches of mean zero that are
///          independent of the stream
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          layer: which layer, >= 0
/// As text  residual.layer_angle(scheme, layers, layer, …)
/// Source   own derivation: the branch is orthogonal to the stream
[[nodiscard]] Result layer_angle(const std::string& scheme, const NumberArgument& layer, const OneLayerOptions& options = {}, const Context& context = {});

/// The coefficient of x_0 in x_L when the residual sum is unrolled.
/// Value    ∏_l skip_l/√(E ‖sum_l‖²/d) over layers that normalise their sum, else ∏_l skip_l
///          further lines as at second_moment
/// Units    an amplitude, dimensionless; x_L before any final norm (pre_norm, sandwich, layer_norm_scaling:
///          1; the share after the final norm is 1/sqrt(q_L)). post_norm: (1 + sigma^2)^(-L/2), ngpt: ((1 -
///          a)/sqrt((1 - a)^2 + a^2))^L. Mean field: norms divide by the root of the second moment
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Xiong et al. 2020, arXiv:2002.04745; Wang et al. 2022, arXiv:2203.00555; Loshchilov et al. 2024,
///          arXiv:2410.01131 (nGPT)
[[nodiscard]] Result skip_weight(const std::string& scheme, const StreamOptions& options = {}, const Context& context = {});

/// The coefficient of a layer's branch F_layer in x_L when the residual sum is unrolled.
/// Value    x_L = skip_weight x₀ + ∑_layer branch_weight F_layer
///          further lines as at second_moment
/// Units    an amplitude is sqrt(branch_variance) times it, and for branches that read the stream itself
///          (rezero, skip_init; post_norm and deep_norm in layer 0) sqrt(branch_variance q_layer) times it.
///          The branch's scale s counts: the weight is s times what follows; layer_norm_scaling: 1/sqrt(layer
///          + 1), F read at Norm x; sandwich: F is gamma times the normalised branch; ngpt: F is the
///          normalised branch; fixup: 1, but F is 0. post_norm: (1 + sigma^2)^(-(L - layer)/2). Mean field
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          layer: which layer, >= 0
/// As text  residual.branch_weight(scheme, layers, layer, …)
/// Source   Xiong et al. 2020, arXiv:2002.04745; own derivation for the others
[[nodiscard]] Result branch_weight(const std::string& scheme, const NumberArgument& layer, const OneLayerOptions& options = {}, const Context& context = {});

/// The factor that Fixup puts on the initial weights of a branch's layers before the last.
/// Value    L^(-1/(2 m - 2))
/// Units    multiplies the std of a standard initialisation; L = layers counts residual branches, m =
///          branch_layers the weight matrices of one branch, of which the last is zero
/// Source   Zhang, Dauphin & Ma 2019, arXiv:1901.09321, section 3
[[nodiscard]] Result fixup_scale(const FixupScaleOptions& options = {}, const Context& context = {});

/// The mean squared gradient at the stream before a layer, relative to the one at the output.
/// Value    E ‖∂L/∂x_layer‖²/‖g‖² = ∏_(l ≥ layer) (skip² + J_l)/norm_l; pre_norm: q_L⁻¹ ∏_(l ≥ layer) (1 +
///          χ/q_l)
///          further lines as at second_moment
/// Units    pre_norm, sandwich and layer_norm_scaling: relative to the gradient g after the final norm; the
///          others: to dL/dx_L. A ratio of squares; its root is the ratio of norms. chi = chi_ratio
///          branch_variance is the mean squared singular value of the branch's Jacobian. For chi = sigma^2
///          pre_norm telescopes to 1/q_layer whatever L, and post_norm to 1 (post_norm's vanishing gradient
///          comes from chi < sigma^2, and from attention over aligned tokens). Mean field, averaged over
///          weights
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; own derivation for
///          general chi
[[nodiscard]] Result gradient_ratio(const std::string& scheme, const GradientRatioOptions& options = {}, const Context& context = {});

/// The mean squared length of a small change of x_0 where it arrives at x_layer.
/// Value    E ‖dx_layer‖²/‖dx₀‖² = ∏_(l < layer) (skip² + J_l)/norm_l
///          further lines as at second_moment
/// Units    a ratio of squares, of the stream before any final norm: pre_norm with chi = sigma^2 grows like
///          q_layer, so that the direction keeps its share. chi = chi_ratio branch_variance. Mean field,
///          averaged over weights
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; own derivation for
///          general chi
[[nodiscard]] Result forward_gradient_ratio(const std::string& scheme, const ForwardGradientRatioOptions& options = {}, const Context& context = {});

/// The mean squared gradient at a linear branch's weights, relative to the one at the output.
/// Value    E ‖∂L/∂W_layer‖_F²/(d ‖g‖²), ‖∂L/∂W‖_F² = ‖gradient at W's output‖² ‖W's input‖²
///          further lines as at second_moment
/// Units    pre_norm, sandwich and layer_norm_scaling: relative to the gradient g after the final norm; the
///          others: to dL/dx_L. One square matrix W in the branch, whose entries have variance
///          branch_variance/d (a normalised branch: 1/d; fixup: 0, and its gradient is not 0). pre_norm with
///          chi = sigma^2: 1/q_{layer+1}. A branch scale of 0 gives 0: only the scale learns at first. Mean
///          field, one token
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          layer: which layer, >= 0
/// As text  residual.weight_gradient_ratio(scheme, layers, layer, …)
/// Source   Xiong et al. 2020, arXiv:2002.04745, theorem 1; own derivation for the others
[[nodiscard]] Result weight_gradient_ratio(const std::string& scheme, const NumberArgument& layer, const GradientOptions& options = {}, const Context& context = {});

/// The mean of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.
/// Value    -c L/d
///          post_norm: Norm(x + s F(x)); s = branch_scale
///          deep_norm (deepnorm): Norm(α x + F(x)); alpha defaults to layers^(1/4), DeepNorm's one stack of
///          layers/2 blocks, whose beta belongs into branch_variance: β⁴ where it scales both matrices of a
///          branch
/// Units    natural logarithm; the leading order in 1/width, not exact: linear branches with Gaussian
///          weights, RMSNorm, c = t (2 + t)/(1 + t)^2 with t = sigma^2 (deep_norm: sigma^2/alpha^2). Relative
///          to dL/dx_L, which is taken orthogonal to x_L
/// Given    scheme: the residual scheme; one of post_norm, deep_norm, deepnorm
///          width: d, of the stream, >= 1
/// As text  residual.log_gradient_mean(scheme, layers, width, …)
/// Source   own derivation: the gradient is orthogonal to the stream, the direction that a layer stretches
///          most
[[nodiscard]] Result log_gradient_mean(const std::string& scheme, const NumberArgument& width, const LogGradientOptions& options = {}, const Context& context = {});

/// The variance of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.
/// Value    4 c L/d
///          further lines as at log_gradient_mean
/// Units    natural logarithm; the leading order in 1/width, not exact: linear branches with Gaussian
///          weights, RMSNorm, c = t (2 + t)/(1 + t)^2 with t = sigma^2 (deep_norm: sigma^2/alpha^2). Relative
///          to dL/dx_L, which is taken orthogonal to x_L
/// Given    scheme: the residual scheme; one of post_norm, deep_norm, deepnorm
///          width: d, of the stream, >= 1
/// As text  residual.log_gradient_variance(scheme, layers, width, …)
/// Source   own derivation: the gradient is orthogonal to the stream, the direction that a layer stretches
///          most
[[nodiscard]] Result log_gradient_variance(const std::string& scheme, const NumberArgument& width, const LogGradientOptions& options = {}, const Context& context = {});

/// Effective depth: the mean number of branches on a gradient's path.
/// Value    ∑_l p_l; pre_norm at σ = q₀ = 1: H_(L+1) - 1
///          further lines as at second_moment
/// Units    branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that
///          a layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the
///          branch: pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention:
///          Veit et al. weigh all paths alike
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
[[nodiscard]] Result path_length_mean(const std::string& scheme, const GradientOptions& options = {}, const Context& context = {});

/// The variance of the number of branches on a gradient's path.
/// Value    ∑_l p_l (1 - p_l)
///          further lines as at second_moment
/// Units    branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that
///          a layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the
///          branch: pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention:
///          Veit et al. weigh all paths alike
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
[[nodiscard]] Result path_length_variance(const std::string& scheme, const GradientOptions& options = {}, const Context& context = {});

/// The share of the squared gradient that comes back through `length` branches.
/// Value    Poisson-binomial of the p_l; post_norm: Binomial(L, p); pre_norm at σ = q₀ = 1: |s(L + 1, length
///          + 1)|/(L + 1)!
///          further lines as at second_moment
/// Units    branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that
///          a layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the
///          branch: pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention:
///          Veit et al. weigh all paths alike
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
///          length: branches on the path, 0 to 10^4
/// As text  residual.path_length_probability(scheme, layers, length, …)
/// Source   Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
[[nodiscard]] Result path_length_probability(const std::string& scheme, const NumberArgument& length, const PathLengthProbabilityOptions& options = {}, const Context& context = {});

/// The smallest singular value of I + sigma G, G a wide square Gaussian matrix.
/// Value    √(σ² (r - 3)³/(8 (r - 1))), r = √(1 + 8/σ²) for σ < 1, else 0
/// Units    the limit of infinite width; G has entries of variance 1/d, and branch_variance = sigma^2. The
///          skip path of x + F(x) is no lower bound on the gradient: a branch cancels it in some directions,
///          and in one altogether from sigma = 1 on
/// Source   Dozier & Silverstein 2007, J. Multivariate Anal. 98, for the equation; own derivation of the edge
[[nodiscard]] Result smallest_singular_value(const SmallestSingularValueOptions& options = {}, const Context& context = {});

/// Second moment of the stream of sampled networks.
/// Value    ‖x_layer‖²/width, mean over tokens
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_second_moment(const std::string& scheme, const SimulatedOptions& options = {}, const Context& context = {});

/// Squared gradient at a layer of sampled networks, over that at the output.
/// Value    ‖∂L/∂x_layer‖²/‖g‖², g ~ N(0, 1) the gradient of the output (after the final norm of pre_norm,
///          sandwich, layer_norm_scaling)
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_gradient_ratio(const std::string& scheme, const SimulatedOptions& options = {}, const Context& context = {});

/// The share of the input in the stream of sampled networks.
/// Value    the coefficient of x₀ in x_layer, every norm a division by the network's own root mean square;
///          mean over tokens
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_skip_weight(const std::string& scheme, const SimulatedOptions& options = {}, const Context& context = {});

/// Cosine of the angle between successive layers.
/// Value    cos(x_layer, x_(layer+1)), mean over tokens
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_layer_cosine(const std::string& scheme, const SimulatedOptions& options = {}, const Context& context = {});

/// Cosine between the tokens of a sequence.
/// Value    cos(x_layer of token s, x_layer of token t), mean over pairs s < t of a sequence
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_token_similarity(const std::string& scheme, const SimulatedTokensOptions& options = {}, const Context& context = {});

/// Entropy of the attention weights of a layer.
/// Value    -∑_j a_j log a_j, mean over queries and heads
/// Units    nats; networks at initialisation, no biases, every token of the input with |x_0|^2 = initial
///          width. Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix
///          such that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_attention_entropy(const std::string& scheme, const SimulatedTokensOptions& options = {}, const Context& context = {});

/// Second moment of attention's scores, as the softmax takes them.
/// Value    (q · k/√(head width))², mean over pairs and heads; realformer: of the sums
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_score_second_moment(const std::string& scheme, const SimulatedTokensOptions& options = {}, const Context& context = {});

/// Squared gradient of a layer's weights, over that of the output.
/// Value    ∑_W ‖∂L/∂W‖_F²/(width ‖g‖²) over its matrices W
/// Units    networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
///          Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
///          that the branch makes branch_variance of an input of second moment 1, at every width (W2:
///          branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
///          radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of
///          what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a
///          geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
///          few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_weight_gradient_ratio(const std::string& scheme, const SimulatedOptions& options = {}, const Context& context = {});

/// How many branches the gradient of a network came by, on average.
/// Value    (∑_k k s_k)/(∑_k s_k), s_k = ‖part of ∂L/∂x₀ that passed k branches‖²
/// Units    per network; linear blocks, one token; networks at initialisation, no biases, every token of the
///          input with |x_0|^2 = initial width. Weights unless init or init_std says otherwise: N(0,
///          1/fan_in), and a branch's last matrix such that the branch makes branch_variance of an input of
///          second moment 1, at every width (W2: branch_variance/(fan_in E f(z)^2)); fixup: the last matrix
///          0, the others times layers^(-1/2). The radius is one standard error over networks, with networks
///          - 1 degrees of freedom, and a sixth of what float32 or float64 may round: 32 u per residual
///          addition, u = 2^-24 or 2^-53; that of a geometric mean or a variance reaches as far up, at 95 %,
///          as that of its logarithm. A mean that a few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_path_length_mean(const std::string& scheme, const SimulatedPathOptions& options = {}, const Context& context = {});

/// Variance of the number of branches that the gradient of a network came by.
/// Value    (∑_k k² s_k)/(∑_k s_k) - path_length_mean²
/// Units    per network; linear blocks, one token; networks at initialisation, no biases, every token of the
///          input with |x_0|^2 = initial width. Weights unless init or init_std says otherwise: N(0,
///          1/fan_in), and a branch's last matrix such that the branch makes branch_variance of an input of
///          second moment 1, at every width (W2: branch_variance/(fan_in E f(z)^2)); fixup: the last matrix
///          0, the others times layers^(-1/2). The radius is one standard error over networks, with networks
///          - 1 degrees of freedom, and a sixth of what float32 or float64 may round: 32 u per residual
///          addition, u = 2^-24 or 2^-53; that of a geometric mean or a variance reaches as far up, at 95 %,
///          as that of its logarithm. A mean that a few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_path_length_variance(const std::string& scheme, const SimulatedPathOptions& options = {}, const Context& context = {});

/// How far one optimiser step moves a network's output.
/// Value    ‖f' - f‖²/‖f‖² after one step on L = g · f, g ~ N(0, 1)
/// Units    all weight matrices take the step; sgd: rate times the gradient; adam: rate times its sign, the
///          first step; networks at initialisation, no biases, every token of the input with |x_0|^2 =
///          initial width. Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's
///          last matrix such that the branch makes branch_variance of an input of second moment 1, at every
///          width (W2: branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times
///          layers^(-1/2). The radius is one standard error over networks, with networks - 1 degrees of
///          freedom, and a sixth of what float32 or float64 may round: 32 u per residual addition, u = 2^-24
///          or 2^-53; that of a geometric mean or a variance reaches as far up, at 95 %, as that of its
///          logarithm. A mean that a few networks carry is unable, as other networks show
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; networks as theirs whose schemes they are (show residual.second_moment)
[[nodiscard]] Result simulated_output_change(const std::string& scheme, const SimulatedOutputChangeOptions& options = {}, const Context& context = {});

/// The second moment of a residual stream whose norms are element-wise maps.
/// Value    q_L of q_(l+1) = q_l + a E[ϕ(√(v_l) z)²], q₀ = initial, z ~ N(0, 1), σ² = branch_variance
///          pre_norm: x_(l+1) = x_l + F(ϕ(x_l)), v_l = q_l, a = σ²
///          res_post_norm: x_(l+1) = x_l + ϕ(F(x_l)), v_l = σ² q_l, a = 1
///          post_norm, phi(x + F(x)), is not offered: no x after its first layer is Gaussian, so that no
///          finite number of moments is closed under a layer
///          growth: q₀ + L a - q_L is positive and grows like 2 k a L/√(v_L), k = √(2/π)/α (dyt), 2/(π α)
///          (derf), √(π c/2) (dyisru), because 0 < 1 - E[ϕ(√v z)²] < k/√v
/// Units    a second moment per coordinate, before any final map. F is linear or homogeneous with independent
///          weights of mean zero; pre_norm: the coordinates of x_0 are Gaussian. phi is without its affine
///          map: a factor belongs into branch_variance. Without the skip path the variance is
///          activation.variance_at_depth, with the fixed point activation.q_fixed_point
/// Given    form: phi in the place of the norm; dyt: tanh(alpha x), derf: erf(alpha x), dyisru: x/sqrt(x^2 +
///          c); one of dyt, derf, dyisru
/// Source   own derivation, by the mean-field argument of Poole et al. 2016, arXiv:1606.05340; the maps: Zhu
///          et al. 2025, arXiv:2503.10622 (dyt), Su 2025, spaces.ac.cn/archives/10831 (dyisru)
[[nodiscard]] Result elementwise_second_moment(const std::string& form, const ElementwiseSecondMomentOptions& options = {}, const Context& context = {});

/// The mean squared gradient at a layer of a stack with element-wise maps, over that at the output.
/// Value    E ‖∂L/∂x_layer‖²/‖∂L/∂x_L‖² = ∏_(l ≥ layer) (1 + branch_variance E[ϕ'(√(v_l) z)²]), z ~ N(0, 1)
///          pre_norm: x_(l+1) = x_l + F(ϕ(x_l)), v_l = q_l, a = σ²
///          res_post_norm: x_(l+1) = x_l + ϕ(F(x_l)), v_l = σ² q_l, a = 1
///          post_norm, phi(x + F(x)), is not offered: no x after its first layer is Gaussian, so that no
///          finite number of moments is closed under a layer
/// Units    a ratio of squares, relative to dL/dx_L and not to the gradient after a final map. F is linear or
///          homogeneous with independent weights, as in residual.elementwise_second_moment, which has q_l;
///          averaged over weights. With a norm in the place of phi: residual.forward_gradient_ratio from a
///          layer to the last
/// Given    form: phi in the place of the norm; dyt: tanh(alpha x), derf: erf(alpha x), dyisru: x/sqrt(x^2 +
///          c); one of dyt, derf, dyisru
/// Source   own derivation, by the mean-field argument of Poole et al. 2016, arXiv:1606.05340; the maps: Zhu
///          et al. 2025, arXiv:2503.10622 (dyt), Su 2025, spaces.ac.cn/archives/10831 (dyisru)
[[nodiscard]] Result elementwise_gradient_ratio(const std::string& form, const ElementwiseGradientRatioOptions& options = {}, const Context& context = {});

}  // namespace sigprop::residual
