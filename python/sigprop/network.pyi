"""The quantities network.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Function, Number, Numbers
from ._value import Value

def second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Second moment of the stream of whole Transformers at initialisation.

        ‖x_layer‖²/width

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: which x, at most layers, >= 0; default: layers, the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def branch_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Second moment of what a layer adds to the stream.

        ‖a F(x)‖²/width

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: below layers, >= 0; default: the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def layer_cosine(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Cosine of the angle between successive layers.

        cos(x_layer, x_(layer+1))

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: below layers, >= 0; default: the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def token_similarity(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Cosine between different tokens of a sequence.

        cos(x_(layer, s), x_(layer, t)), s < t

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: which x, at most layers, >= 0; default: layers, the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def attention_entropy(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Entropy of the attention weights of a layer, in nats.

        -∑_j a_j log a_j

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def score_second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Second moment of attention's scores, as the softmax takes them.

        mean of s_ij² over the keys that are seen

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def logit_second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Second moment of the head's outputs.

        mean of y² over tokens and vocabulary

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Squared gradient of the loss at a layer, over that at the last.

        ‖∂L/∂x_layer‖²/‖∂L/∂x_layers‖²

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    layer: which x, at most layers, >= 0; default: 0
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...

def loss(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "log_mean"]] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    kv_heads: Optional[Number] = ...,
    head_width: Optional[Number] = ...,
    hidden_ratio: Optional[Number] = ...,
    hidden_width: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    biases: Optional[bool] = ...,
    dropout: Optional[Number] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"]] = ...,
    placement: Optional[Literal["before", "after", "both", "branch", "none"]] = ...,
    norm_gain: Optional[bool] = ...,
    norm_bias: Optional[bool] = ...,
    norm_epsilon: Optional[Number] = ...,
    epsilon_place: Optional[Literal["inside", "outside"]] = ...,
    groups: Optional[Number] = ...,
    norm_start: Optional[Number] = ...,
    running_momentum: Optional[Number] = ...,
    hidden_norm: Optional[Literal["none", "before_activation", "after_activation"]] = ...,
    embedding_norm: Optional[bool] = ...,
    final_norm: Optional[bool] = ...,
    branch_gain: Optional[Literal["fixed", "scalar", "feature"]] = ...,
    scores: Optional[Literal["scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"]] = ...,
    scale: Optional[Number] = ...,
    cap: Optional[Number] = ...,
    log_base: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    window: Optional[Number] = ...,
    positions: Optional[Literal["rotary", "learned", "sinusoidal", "none"]] = ...,
    rotary_base: Optional[Number] = ...,
    vocabulary: Optional[Number] = ...,
    max_length: Optional[Number] = ...,
    embedding_scale: Optional[Number] = ...,
    tied: Optional[bool] = ...,
    output_multiplier: Optional[Number] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "orthogonal"]] = ...,
    init_std: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    value_std: Optional[Number] = ...,
    attention_output_std: Optional[Number] = ...,
    hidden_std: Optional[Number] = ...,
    up_std: Optional[Number] = ...,
    hidden_output_std: Optional[Number] = ...,
    weight_law: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
    position_std: Optional[Number] = ...,
    embedding_std: Optional[Number] = ...,
    head_std: Optional[Number] = ...,
    zero_branches: Optional[bool] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    embedding_rate: Optional[Number] = ...,
    hidden_rate: Optional[Number] = ...,
    head_rate: Optional[Number] = ...,
    branch_rate: Optional[Number] = ...,
    batch: Optional[Number] = ...,
    length: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Cross-entropy of random targets at initialisation, in nats.

        -log p_(target)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 2 to 4096
    statistic: over networks; one of mean, geometric_mean, log_mean; default mean
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 2048
    width: features of the stream, 2 to 16384; default 64
    heads: heads of attention, >= 1; default: 32 wide where that divides the width, else 1
    kv_heads: heads of keys and values, a divisor of heads, >= 1; default: heads
    head_width: features of a head, >= 1; default: width / heads
    hidden_ratio: hidden width / width, 1 to 32768; default 4
    hidden_width: features between W1 and W2, instead of hidden_ratio times width, 1 to 65536
    activation: f of W2 f(W1 x); default relu
    unit: plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x); one of plain, gated; default plain
    biases: whether the linear layers but the head have biases, which start at 0; one of false, true; default
        false
    dropout: of the embedding and of every branch's output, in training, in [0, 1); default 0
    norm: every norm, or what stands in its place; group_norm over groups of a token's features; one of
        rms_norm, layer_norm, dyt, dyisru, batch_norm, group_norm, none; default rms_norm
    placement: where the norms stand, instead of where the scheme has them: before or after the branch's
        addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output only, none;
        one of before, after, both, branch, none
    norm_gain: whether norms have gains, which start at 1; one of false, true; default true
    norm_bias: whether norms have biases, which start at 0; one of false, true; default false
    norm_epsilon: added to the mean square, or to its root, >= 0; default 1e-6
    epsilon_place: inside the root, or behind it; one of inside, outside; default inside
    groups: of group_norm, a divisor of width, >= 1; default 1
    norm_start: what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at, > 0
    running_momentum: of batch_norm: the share of the new batch in its running statistics, 0 to 1; default 0.1
    hidden_norm: whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): W2 f(Norm(W1
        x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), W2 (Norm(f(W1 x)) * V x); one of none,
        before_activation, after_activation; default none
    embedding_norm: whether a norm follows the embedding, as in BERT; one of false, true; default false
    final_norm: whether a norm stands before the head; default: as the scheme has it; one of false, true
    branch_gain: whether the factor of a branch is learned, as one number or one for each feature; default:
        scalar for rezero and skip_init, unless a schedule raises it, else fixed; one of fixed, scalar,
        feature
    scores: how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q and k;
        softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query sees;
        realformer: plus those of the attention before; cosine: 10 cos(q, k); one of scaled, unscaled,
        qk_norm, softcap, log_n, realformer, cosine; default scaled
    scale: the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head width), init=mup
        has sqrt(head width at base_width)/head width, and init=t5, whose queries are drawn with it, 1, unless
        scores=scaled or qk_norm is given
    cap: of softcap; default 50
    log_base: the length at which log_n changes nothing; default 512
    causal: whether attention sees no later token; one of false, true; default true
    window: keys at a distance below it are seen, >= 0; 0: all; default 0
    positions: of tokens: turned queries and keys, a learned or a fixed table, none; one of rotary, learned,
        sinusoidal, none; default rotary
    rotary_base: of the turns' frequencies; default 10000
    vocabulary: tokens, with the mask where there is one, 2 to 2^20; default 64
    max_length: of learned positions, >= 1; default: length
    embedding_scale: the factor of an embedding, sqrt(width) in some models; default 1
    tied: whether the head's matrix is the embedding's; one of false, true; default false
    output_multiplier: the factor of the head's outputs; default 1, init=mup base_width/width
    init: the scheme of init.std by which the weights of attention and feed-forward networks start, as for
        residual.simulated_*; default: variances that keep the stream's; one of lecun, he, kaiming, xavier,
        glorot, ntk, bert, t5, gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm,
        deep_norm, subln, magneto, mup, torch_default_linear, orthogonal
    init_std: every weight N(0, init_std^2), instead, >= 0
    query_std: of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead, >= 0;
        so for all matrices with a _std
    key_std: of the keys' matrix, >= 0
    value_std: of the values' matrix, >= 0
    attention_output_std: of attention's last matrix, >= 0
    hidden_std: of W1, >= 0
    up_std: of V, of gated units, >= 0
    hidden_output_std: of W2, >= 0
    weight_law: of those matrices, with every _std given, and of embedding, positions and head:
        truncated_normal at two of it, which is the std before truncation, as for init=bert; one of normal,
        truncated_normal, uniform; default normal
    position_std: of learned positions, >= 0; default: embedding_std
    embedding_std: of the embedding, >= 0; default 1; with init=gpt2, bert and init_std theirs
    head_std: of the head, >= 0; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup
        base_width^(-1/2); with init=gpt2, bert and init_std theirs
    zero_branches: whether the last matrix of every branch starts at 0; one of false, true; default false
    base_width: width at which init=mup changes nothing, >= 1; default 64
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    embedding_rate: factor of the learning rate of the embedding, >= 0; default 1
    hidden_rate: factor of the learning rate of attention and feed-forward networks, >= 0; default 1, init=mup
        with adam base_width/width
    head_rate: factor of the learning rate of the head, >= 0; default 1
    branch_rate: factor of the learning rate of a learned branch_gain, >= 0; default 1
    batch: sequences of a batch, 1 to 2^22; default 8
    length: tokens of a sequence, 1 to 2^22; default 32
    networks: independent networks, 2 to 10^4; the standard error is theirs; default 16

    Units: networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its
        mean
    Source: own definition; the networks as their schemes (show residual.second_moment)
    """
    ...
