#pragma once
// Whole Transformers at initialisation (network) and after training (training), by simulation. One function
// for each quantity, by its name; evaluate() of the same call as text, with its arguments by name, gives the
// same answer, random numbers included. Arguments that must be given stand first, so that their order can
// differ from that of the text. A choice is a word, as in expressions: a wrong one is refused with those
// there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::network {

/// Options of second_moment, branch_moment, layer_cosine, token_similarity, attention_entropy,
/// score_second_moment, gradient_ratio.
struct SecondMomentOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// second_moment, token_similarity: which x, at most layers, >= 0; default: layers, the last
    /// branch_moment, layer_cosine: below layers, >= 0; default: the last
    /// attention_entropy, score_second_moment: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    /// gradient_ratio: which x, at most layers, >= 0; default: 0
    std::optional<NumberArgument> layer = {};
    /// over networks; one of mean, geometric_mean, log_mean; default mean
    std::optional<std::string> statistic = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 16
    std::optional<NumberArgument> networks = {};
};

/// Options of logit_second_moment, loss.
struct LogitSecondMomentOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// over networks; one of mean, geometric_mean, log_mean; default mean
    std::optional<std::string> statistic = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 16
    std::optional<NumberArgument> networks = {};
};

/// Second moment of the stream of whole Transformers at initialisation.
/// Value    ‖x_layer‖²/width
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result second_moment(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Second moment of what a layer adds to the stream.
/// Value    ‖a F(x)‖²/width
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result branch_moment(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Cosine of the angle between successive layers.
/// Value    cos(x_layer, x_(layer+1))
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result layer_cosine(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Cosine between different tokens of a sequence.
/// Value    cos(x_(layer, s), x_(layer, t)), s < t
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result token_similarity(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Entropy of the attention weights of a layer, in nats.
/// Value    -∑_j a_j log a_j
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result attention_entropy(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Second moment of attention's scores, as the softmax takes them.
/// Value    mean of s_ij² over the keys that are seen
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result score_second_moment(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Second moment of the head's outputs.
/// Value    mean of y² over tokens and vocabulary
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result logit_second_moment(const std::string& scheme, const LogitSecondMomentOptions& options = {}, const Context& context = {});

/// Squared gradient of the loss at a layer, over that at the last.
/// Value    ‖∂L/∂x_layer‖²/‖∂L/∂x_layers‖²
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result gradient_ratio(const std::string& scheme, const SecondMomentOptions& options = {}, const Context& context = {});

/// Cross-entropy of random targets at initialisation, in nats.
/// Value    -log p_(target)
/// Units    networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of
///          its mean
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Source   own definition; the networks as their schemes (show residual.second_moment)
[[nodiscard]] Result loss(const std::string& scheme, const LogitSecondMomentOptions& options = {}, const Context& context = {});

}  // namespace sigprop::network

namespace sigprop::training {

/// Options of validation_loss, accuracy.
struct ValidationLossOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// tokens of a validation sequence, 1 to 2^22; default: length, as in training
    std::optional<NumberArgument> test_length = {};
    /// after so many steps, a multiple of evaluate_every, >= 1; default: after the last
    std::optional<NumberArgument> at_step = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of learned_nats, flat_loss, norm_gain_ratio.
struct LearnedNatsOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of loss, gradient_norm.
struct LossOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// counted from 0, >= 0; default: the last
    std::optional<NumberArgument> step = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of fate_share.
struct FateShareOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// which; one of learned, flat, diverged; default learned
    std::optional<std::string> fate = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of branch_moment, second_moment, layer_cosine, attention_entropy.
struct BranchMomentOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// branch_moment, layer_cosine: below layers, >= 0; default: the last
    /// second_moment: which x, at most layers, >= 0; default: layers, the last
    /// attention_entropy: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    std::optional<NumberArgument> layer = {};
    /// end: of the first validation batch after the last step; start: of the first training batch before the
    /// first step; one of end, start; default end
    std::optional<std::string> when = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of stream_gradient_ratio.
struct StreamGradientRatioOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// which x, at most layers, >= 0; default: 0
    std::optional<NumberArgument> layer = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of coordinate_size, coordinate_change.
struct CoordinateSizeOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// of the activation, >= 0; default: the last that has it
    std::optional<NumberArgument> layer = {};
    /// which activation; those of attention are of the layers 0, 2, …, hidden of the others; one of logits,
    /// stream, branch, hidden, query, key, scores, value, mixed, embedding; default logits
    std::optional<std::string> activation_at = {};
    /// over networks; one of mean, geometric_mean, log_mean; default mean
    std::optional<std::string> statistic = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Options of coordinate_slope.
struct CoordinateSlopeOptions {
    /// residual additions, two per Transformer block, 2 to 4096
    std::optional<NumberArgument> layers = {};
    /// of the activation, >= 0; default: the last that has it
    std::optional<NumberArgument> layer = {};
    /// which activation; those of attention are of the layers 0, 2, …, hidden of the others; one of logits,
    /// stream, branch, hidden, query, key, scores, value, mixed, embedding; default logits
    std::optional<std::string> activation_at = {};
    /// over which the slope is fitted, 2 to 16384; default [32, 64, 128]
    std::optional<ListArgument> widths = {};
    /// one number, or a list of one for each layer: deep_norm's factor of the skip path, default
    /// layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    std::optional<ListArgument> alpha = {};
    /// s, what multiplies the branch: one number, or a list of one for each layer (pre_norm, post_norm,
    /// rezero, skip_init); default 1
    std::optional<ListArgument> branch_scale = {};
    /// linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of constant,
    /// linear
    std::optional<std::string> schedule = {};
    /// Transformer blocks, in place of layers/2, 1 to 2048
    std::optional<NumberArgument> blocks = {};
    /// features of the stream, 2 to 16384; default 64
    std::optional<NumberArgument> width = {};
    /// heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    std::optional<NumberArgument> heads = {};
    /// heads of keys and values, a divisor of heads, >= 1; default: heads
    std::optional<NumberArgument> kv_heads = {};
    /// features of a head, >= 1; default: width / heads
    std::optional<NumberArgument> head_width = {};
    /// hidden width / width, 1 to 32768; default 4
    std::optional<NumberArgument> hidden_ratio = {};
    /// features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    std::optional<NumberArgument> hidden_width = {};
    /// f of W2 f(W1 x); default relu
    std::optional<FunctionArgument> activation = {};
    /// plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    std::optional<std::string> unit = {};
    /// whether the linear layers but the head have biases, which start at 0; default false
    std::optional<bool> biases = {};
    /// of the embedding and of every branch's output, in training, in [0, 1); default 0
    std::optional<NumberArgument> dropout = {};
    /// every norm, or what stands in its place; group_norm over groups of a token's features; one of
    /// rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    std::optional<std::string> norm = {};
    /// where the norms stand, instead of where the scheme has them: before or after the branch's addition (x
    /// + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none; one of
    /// before, after, both, branch, none
    std::optional<std::string> placement = {};
    /// whether norms have gains, which start at 1; default true
    std::optional<bool> norm_gain = {};
    /// whether norms have biases, which start at 0; default false
    std::optional<bool> norm_bias = {};
    /// added to the mean square, or to its root, >= 0; default 1e-6
    std::optional<NumberArgument> norm_epsilon = {};
    /// inside the root, or behind it; one of inside, outside; default inside
    std::optional<std::string> epsilon_place = {};
    /// of group_norm, a divisor of width, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    std::optional<NumberArgument> norm_start = {};
    /// of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    std::optional<NumberArgument> running_momentum = {};
    /// whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1 x)), W2
    /// Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
    /// before_activation, after_activation; default none
    std::optional<std::string> hidden_norm = {};
    /// whether a norm follows the embedding, as in BERT; default false
    std::optional<bool> embedding_norm = {};
    /// whether a norm stands before the head; default: as the scheme has it
    std::optional<bool> final_norm = {};
    /// whether the factor of a branch is learned, as one number or one for each feature; default: scalar for
    /// rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar, feature
    std::optional<std::string> branch_gain = {};
    /// how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
    /// softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
    /// realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
    /// qk_norm, softcap, log_n, realformer, cosine; default scaled
    std::optional<std::string> scores = {};
    /// the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
    /// has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
    /// scores=scaled or qk_norm is given
    std::optional<NumberArgument> scale = {};
    /// of softcap; default 50
    std::optional<NumberArgument> cap = {};
    /// the length at which log_n changes nothing; default 512
    std::optional<NumberArgument> log_base = {};
    /// whether attention sees no later token; default true
    std::optional<bool> causal = {};
    /// keys at a distance below it are seen, >= 0; 0: all; default 0
    std::optional<NumberArgument> window = {};
    /// of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
    /// sinusoidal, none; default rotary
    std::optional<std::string> positions = {};
    /// of the turns' frequencies; default 10000
    std::optional<NumberArgument> rotary_base = {};
    /// tokens, with the mask where there is one, 2 to 2^20; default 64
    std::optional<NumberArgument> vocabulary = {};
    /// of learned positions, >= 1; default: length
    std::optional<NumberArgument> max_length = {};
    /// the factor of an embedding, sqrt(width) in some models; default 1
    std::optional<NumberArgument> embedding_scale = {};
    /// whether the head's matrix is the embedding's; default false
    std::optional<bool> tied = {};
    /// the factor of the head's outputs; default 1, init=mup base_width/width
    std::optional<NumberArgument> output_multiplier = {};
    /// the scheme of init.std by which the weights of attention and feed-forward networks start, as for
    /// residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
    /// glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
    /// deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    std::optional<std::string> init = {};
    /// every weight N(0, init_std^2), instead, >= 0
    std::optional<NumberArgument> init_std = {};
    /// of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0; so for
    /// all matrices with a _std
    std::optional<NumberArgument> query_std = {};
    /// of the keys' matrix, >= 0
    std::optional<NumberArgument> key_std = {};
    /// of the values' matrix, >= 0
    std::optional<NumberArgument> value_std = {};
    /// of attention's last matrix, >= 0
    std::optional<NumberArgument> attention_output_std = {};
    /// of W1, >= 0
    std::optional<NumberArgument> hidden_std = {};
    /// of V, of gated units, >= 0
    std::optional<NumberArgument> up_std = {};
    /// of W2, >= 0
    std::optional<NumberArgument> hidden_output_std = {};
    /// of those matrices, with every _std given, and of embedding, positions and head: truncated_normal at
    /// two of it, which is the std before truncation, as for init=bert; one of normal, truncated_normal,
    /// uniform; default normal
    std::optional<std::string> weight_law = {};
    /// of learned positions, >= 0; default: embedding_std
    std::optional<NumberArgument> position_std = {};
    /// of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> embedding_std = {};
    /// of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
    /// base_width^(-1/2); with init=gpt2, bert and init_std theirs
    std::optional<NumberArgument> head_std = {};
    /// whether the last matrix of every branch starts at 0; default false
    std::optional<bool> zero_branches = {};
    /// width at which init=mup changes nothing, >= 1; default 64
    std::optional<NumberArgument> base_width = {};
    /// std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    std::optional<NumberArgument> base_std = {};
    /// factor of the learning rate of the embedding, >= 0; default 1
    std::optional<NumberArgument> embedding_rate = {};
    /// factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup with
    /// adam base_width/width
    std::optional<NumberArgument> hidden_rate = {};
    /// factor of the learning rate of the head, >= 0; default 1
    std::optional<NumberArgument> head_rate = {};
    /// factor of the learning rate of a learned branch_gain, >= 0; default 1
    std::optional<NumberArgument> branch_rate = {};
    /// sequences of a batch, 1 to 2^22; default 8
    std::optional<NumberArgument> batch = {};
    /// tokens of a sequence, 1 to 2^22; default 32
    std::optional<NumberArgument> length = {};
    /// independent networks, 2 to 10^4; the standard error is theirs; default 4
    std::optional<NumberArgument> networks = {};
    /// markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: the second
    /// half repeats the first; recall: values of keys seen before; teacher: answers of a random Transformer;
    /// one of markov, copy, recall, teacher; default markov
    std::optional<std::string> task = {};
    /// causal: the next token; masked: tokens behind a mask, with causal=false; one of causal, masked;
    /// default causal
    std::optional<std::string> objective = {};
    /// share of masked tokens, in (0, 1]; default 0.15
    std::optional<NumberArgument> mask_rate = {};
    /// hidden states of markov, 1 to 65536; default 16
    std::optional<NumberArgument> states = {};
    /// how far back markov repeats, 1 to 2^20; default 16
    std::optional<NumberArgument> reach = {};
    /// batches that are kept for validation, >= 1; default 4
    std::optional<NumberArgument> validation_batches = {};
    /// steps between validations on the way, >= 0; 0: only after the last; default 0
    std::optional<NumberArgument> evaluate_every = {};
    /// other lengths that the trained networks are tested at, as [128, 256], 1 to 2^22
    std::optional<ListArgument> test_lengths = {};
    /// of the optimiser, >= 1; default 100
    std::optional<NumberArgument> steps = {};
    /// as PyTorch has them; one of adam, adamw, sgd, momentum; default adam
    std::optional<std::string> optimizer = {};
    /// learning rate, > 0; default 1e-3
    std::optional<NumberArgument> rate = {};
    /// steps over which the rate rises linearly, >= 0; default 0
    std::optional<NumberArgument> warmup = {};
    /// of the rate after the warm-up; one of constant, linear, cosine, inverse_sqrt; default constant
    std::optional<std::string> decay = {};
    /// share of the rate at the end of linear and cosine decay, >= 0; default 0
    std::optional<NumberArgument> final_rate = {};
    /// largest norm of the gradient, >= 0; 0: any; default 0
    std::optional<NumberArgument> clip = {};
    /// of matrices, >= 0; adam: added to the gradient, adamw: decoupled, by default 0.01; default 0
    std::optional<NumberArgument> weight_decay = {};
    /// of optimizer=momentum, in [0, 1); default 0.9
    std::optional<NumberArgument> momentum = {};
    /// of adam's first moment, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// of adam's second moment, in [0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// of adam, >= 0; default 1e-8
    std::optional<NumberArgument> adam_epsilon = {};
    /// of adam's moments; default true
    std::optional<bool> bias_correction = {};
    /// steps over which the factors of branches, where they are not learned, rise from branch_scale or alpha
    /// to 1 in equal steps, >= 0; 0: they stay; default 0
    std::optional<NumberArgument> branch_steps = {};
};

/// Loss on new batches after training, in nats.
/// Value    -log p_(target) after steps steps
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps, at_step <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result validation_loss(const std::string& scheme, const ValidationLossOptions& options = {}, const Context& context = {});

/// Share of new targets that the trained network holds most likely.
/// Value    P(the largest output is the target's)
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps, at_step <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result accuracy(const std::string& scheme, const ValidationLossOptions& options = {}, const Context& context = {});

/// How far the validation loss is below that of knowing how often targets occur.
/// Value    L_(flat) - L_(validation)
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result learned_nats(const std::string& scheme, const LearnedNatsOptions& options = {}, const Context& context = {});

/// Loss of whoever knows only how often targets occur, in nats.
/// Value    -∑_k p_k log p_k, p_k the share of targets k
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result flat_loss(const std::string& scheme, const LearnedNatsOptions& options = {}, const Context& context = {});

/// Training loss of one step's batch, before its update.
/// Value    L_step
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps, step < steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result loss(const std::string& scheme, const LossOptions& options = {}, const Context& context = {});

/// Norm of the whole gradient of one step's batch, before clipping.
/// Value    ‖∇L_step‖
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps, step < steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result gradient_norm(const std::string& scheme, const LossOptions& options = {}, const Context& context = {});

/// Share of networks that learned, stayed flat or diverged.
/// Value    diverged: not finite, or L > max(L_(flat), L₀) + 0.5; learned: L < L_(flat) - 0.1; flat: between
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result fate_share(const std::string& scheme, const FateShareOptions& options = {}, const Context& context = {});

/// Second moment of what a layer adds to the stream, after training.
/// Value    ‖a F(x)‖²/width
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result branch_moment(const std::string& scheme, const BranchMomentOptions& options = {}, const Context& context = {});

/// Second moment of the stream after training.
/// Value    ‖x_layer‖²/width
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result second_moment(const std::string& scheme, const BranchMomentOptions& options = {}, const Context& context = {});

/// Cosine of the angle between successive layers after training.
/// Value    cos(x_layer, x_(layer+1))
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result layer_cosine(const std::string& scheme, const BranchMomentOptions& options = {}, const Context& context = {});

/// Entropy of the attention weights of a layer after training, in nats.
/// Value    -∑_j a_j log a_j
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result attention_entropy(const std::string& scheme, const BranchMomentOptions& options = {}, const Context& context = {});

/// Squared gradient of the first training batch's loss at a layer, over that at the last.
/// Value    ‖∂L/∂x_layer‖²/‖∂L/∂x_layers‖²
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result stream_gradient_ratio(const std::string& scheme, const StreamGradientRatioOptions& options = {}, const Context& context = {});

/// The last norm's gain after training, over the mean of the others'.
/// Value    rms(γ_(last))/(mean of rms(γ))
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result norm_gain_ratio(const std::string& scheme, const LearnedNatsOptions& options = {}, const Context& context = {});

/// Root mean square of an activation after training.
/// Value    √((1/n) ∑_i (a_i^(t))²)
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result coordinate_size(const std::string& scheme, const CoordinateSizeOptions& options = {}, const Context& context = {});

/// Root mean square of an activation's change in training.
/// Value    √((1/n) ∑_i (a_i^(t) - a_i^(0))²)
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   own definition; optimisers as torch.optim's
[[nodiscard]] Result coordinate_change(const std::string& scheme, const CoordinateSizeOptions& options = {}, const Context& context = {});

/// The exponent with which an activation's change in training grows with the width.
/// Value    √((1/n) ∑_i (a_i^(t) - a_i^(0))²) = c width^s
/// Units    losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other
/// Given    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling,
///          skip_init, rezero, fixup, deep_norm, deepnorm, ngpt
/// Requires warmup <= steps, branch_steps <= steps
/// Source   the coordinate check of Yang et al. 2022, arXiv:2203.03466, appendix D, with the root mean square
///          of the change
[[nodiscard]] Result coordinate_slope(const std::string& scheme, const CoordinateSlopeOptions& options = {}, const Context& context = {});

}  // namespace sigprop::training
