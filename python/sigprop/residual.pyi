"""The quantities residual.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Function, Number, Numbers
from ._value import Value

def second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    alpha: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The second moment of the residual stream after its last layer.

        q_L = E ‖x_L‖²/d, q_(l+1) = skip² q_l + E ‖branch‖²/d (1 after a norm)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: a second moment per coordinate, before any final norm. Exact at every width when the last weights
        of each branch are independent and of mean zero, for rezero, skip_init and layer_norm_scaling with
        linear or homogeneous branches; 1 in schemes that end in a norm. A quantity of the whole stack: sweep
        over layers for a curve
    Source: Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; Bachlechner et al. 2020,
        arXiv:2003.04887; Kim et al. 2025, arXiv:2502.02732; Sun et al. 2025, arXiv:2502.05795
    """
    ...

def second_moment_variance(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    width: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The variance of |x_L|^2 / d between networks of finite width d.

        (4 T q₀ + 2 T²)/d, T the sum of the branches' second moments: (4 σ² q₀ L + 2 σ⁴ L²)/d

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    width: d, of the stream, >= 1
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: of one token; exact at every width for linear branches with Gaussian weights, |x_0|^2 = q_0 d
        fixed, and RMSNorm. sandwich: no term of |F|^2, which is fixed; no norm: q_0^2 (prod((1 + t)^2 + (4 t
        + 2 t^2)/d) - prod (1 + t)^2); 0 where the output is normalised
    Source: own derivation: Var(q_{l+1} | x_l) = 4 b q_l/d + 2 b^2/d for a branch of second moment b, summed
    """
    ...

def layer_cosine(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    layer: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The cosine of the angle between the streams before and after one layer.

        skip √(q_l d/(E ‖sum_l‖²)); pre_norm: √(q_l/q_(l+1)); post_norm: (1 + σ²)^(-1/2)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which layer, >= 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: mean field: exact in the limit of infinite width, for branches of mean zero that are independent of
        the stream
    Limit: width -> inf
    Source: own derivation: the branch is orthogonal to the stream
    """
    ...

def layer_angle(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    layer: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The angle by which one layer turns the stream.

        arccos(residual.layer_cosine)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which layer, >= 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: radians; mean field: exact in the limit of infinite width, for branches of mean zero that are
        independent of the stream
    Limit: width -> inf
    Source: own derivation: the branch is orthogonal to the stream
    """
    ...

def skip_weight(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The coefficient of x_0 in x_L when the residual sum is unrolled.

        ∏_l skip_l/√(E ‖sum_l‖²/d) over layers that normalise their sum, else ∏_l skip_l

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: an amplitude, dimensionless; x_L before any final norm (pre_norm, sandwich, layer_norm_scaling: 1;
        the share after the final norm is 1/sqrt(q_L)). post_norm: (1 + sigma^2)^(-L/2), ngpt: ((1 -
        a)/sqrt((1 - a)^2 + a^2))^L. Mean field: norms divide by the root of the second moment
    Source: Xiong et al. 2020, arXiv:2002.04745; Wang et al. 2022, arXiv:2203.00555; Loshchilov et al. 2024,
        arXiv:2410.01131 (nGPT)
    """
    ...

def branch_weight(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    layer: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The coefficient of a layer's branch F_layer in x_L when the residual sum is unrolled.

        x_L = skip_weight x₀ + ∑_layer branch_weight F_layer

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which layer, >= 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: an amplitude is sqrt(branch_variance) times it, and for branches that read the stream itself
        (rezero, skip_init; post_norm and deep_norm in layer 0) sqrt(branch_variance q_layer) times it. The
        branch's scale s counts: the weight is s times what follows; layer_norm_scaling: 1/sqrt(layer + 1), F
        read at Norm x; sandwich: F is gamma times the normalised branch; ngpt: F is the normalised branch;
        fixup: 1, but F is 0. post_norm: (1 + sigma^2)^(-(L - layer)/2). Mean field
    Source: Xiong et al. 2020, arXiv:2002.04745; own derivation for the others
    """
    ...

def fixup_scale(
    layers: Optional[Number] = ...,
    branch_layers: Optional[Number] = ...,
    blocks: Optional[Number] = ...,
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
    """The factor that Fixup puts on the initial weights of a branch's layers before the last.

        L^(-1/(2 m - 2))

    layers: L, residual branches, 1 to 10^15
    branch_layers: m, weight matrices of a branch, 2 to 10^6; default 2
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: multiplies the std of a standard initialisation; L = layers counts residual branches, m =
        branch_layers the weight matrices of one branch, of which the last is zero
    Source: Zhang, Dauphin & Ma 2019, arXiv:1901.09321, section 3
    """
    ...

def gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The mean squared gradient at the stream before a layer, relative to the one at the output.

        E ‖∂L/∂x_layer‖²/‖g‖² = ∏_(l ≥ layer) (skip² + J_l)/norm_l; pre_norm: q_L⁻¹ ∏_(l ≥ layer) (1 + χ/q_l)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which layer, >= 0; default 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: pre_norm, sandwich and layer_norm_scaling: relative to the gradient g after the final norm; the
        others: to dL/dx_L. A ratio of squares; its root is the ratio of norms. chi = chi_ratio
        branch_variance is the mean squared singular value of the branch's Jacobian. For chi = sigma^2
        pre_norm telescopes to 1/q_layer whatever L, and post_norm to 1 (post_norm's vanishing gradient comes
        from chi < sigma^2, and from attention over aligned tokens). Mean field, averaged over weights
    Source: Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; own derivation for general
        chi
    """
    ...

def forward_gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The mean squared length of a small change of x_0 where it arrives at x_layer.

        E ‖dx_layer‖²/‖dx₀‖² = ∏_(l < layer) (skip² + J_l)/norm_l

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: the x where the change arrives, >= 0; by default x_L
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: a ratio of squares, of the stream before any final norm: pre_norm with chi = sigma^2 grows like
        q_layer, so that the direction keeps its share. chi = chi_ratio branch_variance. Mean field, averaged
        over weights
    Source: Xiong et al. 2020, arXiv:2002.04745; De & Smith 2020, arXiv:2002.10444; own derivation for general
        chi
    """
    ...

def weight_gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    layer: Number,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The mean squared gradient at a linear branch's weights, relative to the one at the output.

        E ‖∂L/∂W_layer‖_F²/(d ‖g‖²), ‖∂L/∂W‖_F² = ‖gradient at W's output‖² ‖W's input‖²

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which layer, >= 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: pre_norm, sandwich and layer_norm_scaling: relative to the gradient g after the final norm; the
        others: to dL/dx_L. One square matrix W in the branch, whose entries have variance branch_variance/d
        (a normalised branch: 1/d; fixup: 0, and its gradient is not 0). pre_norm with chi = sigma^2:
        1/q_{layer+1}. A branch scale of 0 gives 0: only the scale learns at first. Mean field, one token
    Source: Xiong et al. 2020, arXiv:2002.04745, theorem 1; own derivation for the others
    """
    ...

def log_gradient_mean(
    scheme: Literal["post_norm", "deep_norm", "deepnorm"],
    layers: Optional[Number] = ...,
    *,
    width: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    blocks: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The mean of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.

        -c L/d

    scheme: the residual scheme; one of post_norm, deep_norm, deepnorm
    layers: residual additions, two per Transformer block, 1 to 10^15
    width: d, of the stream, >= 1
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: natural logarithm; the leading order in 1/width, not exact: linear branches with Gaussian weights,
        RMSNorm, c = t (2 + t)/(1 + t)^2 with t = sigma^2 (deep_norm: sigma^2/alpha^2). Relative to dL/dx_L,
        which is taken orthogonal to x_L
    Source: own derivation: the gradient is orthogonal to the stream, the direction that a layer stretches
        most
    """
    ...

def log_gradient_variance(
    scheme: Literal["post_norm", "deep_norm", "deepnorm"],
    layers: Optional[Number] = ...,
    *,
    width: Number,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    branch_scale: Optional[Numbers] = ...,
    blocks: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The variance of log |dL/dx_0|^2 / |dL/dx_L|^2 over networks of finite width.

        4 c L/d

    scheme: the residual scheme; one of post_norm, deep_norm, deepnorm
    layers: residual additions, two per Transformer block, 1 to 10^15
    width: d, of the stream, >= 1
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: natural logarithm; the leading order in 1/width, not exact: linear branches with Gaussian weights,
        RMSNorm, c = t (2 + t)/(1 + t)^2 with t = sigma^2 (deep_norm: sigma^2/alpha^2). Relative to dL/dx_L,
        which is taken orthogonal to x_L
    Source: own derivation: the gradient is orthogonal to the stream, the direction that a layer stretches
        most
    """
    ...

def path_length_mean(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Effective depth: the mean number of branches on a gradient's path.

        ∑_l p_l; pre_norm at σ = q₀ = 1: H_(L+1) - 1

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that a
        layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the branch:
        pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention: Veit et al.
        weigh all paths alike
    Source: Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
    """
    ...

effective_depth = path_length_mean

def path_length_variance(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp"]] = ...,
    activation: Optional[Function] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The variance of the number of branches on a gradient's path.

        ∑_l p_l (1 - p_l)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14
    width: features of the stream, 2 to 65536; of the method network, proofs ignore it; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; of the method network, proofs
        ignore it; default 32
    block: the kind of block in the branches; of the method network, proofs ignore it; one of linear, mlp;
        default linear
    activation: f of W2 f(W1 x) (mlp, transformer); of the method network, proofs ignore it; default relu
    precision: what networks compute in; sums over features and tokens are float64 either way; of the method
        network, proofs ignore it; one of float32, float64; default float32

    Units: branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that a
        layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the branch:
        pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention: Veit et al.
        weigh all paths alike
    Source: Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
    """
    ...

def path_length_probability(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    *,
    length: Number,
    branch_variance: Optional[Number] = ...,
    chi_ratio: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The share of the squared gradient that comes back through `length` branches.

        Poisson-binomial of the p_l; post_norm: Binomial(L, p); pre_norm at σ = q₀ = 1: |s(L + 1, length +
        1)|/(L + 1)!

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 10^15
    length: branches on the path, 0 to 10^4
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    chi_ratio: mean squared singular value of a branch's Jacobian / branch_variance, >= 0; 1: linear or
        homogeneous branches; see activation.chi_ratio; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: branches (residual additions); a path weighs by its share of the squared gradient at x_0, so that a
        layer's branch is on it with p_l = J_l/(skip^2 + J_l), J_l the mean squared Jacobian of the branch:
        pre_norm chi/(q_l + chi), post_norm chi/(1 + chi), fixup 0. Mean field; own convention: Veit et al.
        weigh all paths alike
    Source: Veit, Wilber & Belongie 2016, arXiv:1605.06431, for paths; own derivation of the shares
    """
    ...

def smallest_singular_value(
    branch_variance: Optional[Number] = ...,
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
    """The smallest singular value of I + sigma G, G a wide square Gaussian matrix.

        √(σ² (r - 3)³/(8 (r - 1))), r = √(1 + 8/σ²) for σ < 1, else 0

    branch_variance: sigma^2, > 0; default 1

    Units: the limit of infinite width; G has entries of variance 1/d, and branch_variance = sigma^2. The skip
        path of x + F(x) is no lower bound on the gradient: a branch cancels it in some directions, and in one
        altogether from sigma = 1 on
    Limit: width -> inf
    Source: Dozier & Silverstein 2007, J. Multivariate Anal. 98, for the equation; own derivation of the edge
    """
    ...

def simulated_second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Second moment of the stream of sampled networks.

        ‖x_layer‖²/width, mean over tokens

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: which x, at most layers, >= 0; default: layers, the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Squared gradient at a layer of sampled networks, over that at the output.

        ‖∂L/∂x_layer‖²/‖g‖², g ~ N(0, 1) the gradient of the output (after the final norm of pre_norm,
        sandwich, layer_norm_scaling)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: which x, at most layers, >= 0; default: 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_skip_weight(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """The share of the input in the stream of sampled networks.

        the coefficient of x₀ in x_layer, every norm a division by the network's own root mean square; mean
        over tokens

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: which x, at most layers, >= 0; default: layers, the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_layer_cosine(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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

        cos(x_layer, x_(layer+1)), mean over tokens

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: below layers, >= 0; default: the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_token_similarity(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Cosine between the tokens of a sequence.

        cos(x_layer of token s, x_layer of token t), mean over pairs s < t of a sequence

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: which x, at most layers, >= 0; default: layers, the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default transformer
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_attention_entropy(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Entropy of the attention weights of a layer.

        -∑_j a_j log a_j, mean over queries and heads

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default transformer
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: nats; networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_score_second_moment(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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

        (q · k/√(head width))², mean over pairs and heads; realformer: of the sums

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: 0, 2, 4, …: a layer of attention, >= 0; default: the last
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default transformer
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_weight_gradient_ratio(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Squared gradient of a layer's weights, over that of the output.

        ∑_W ‖∂L/∂W‖_F²/(width ‖g‖²) over its matrices W

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    layer: below layers, >= 0; default: 0
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width.
        Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that
        the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_path_length_mean(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """How many branches the gradient of a network came by, on average.

        (∑_k k s_k)/(∑_k s_k), s_k = ‖part of ∂L/∂x₀ that passed k branches‖²

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: per network; linear blocks, one token; networks at initialisation, no biases, every token of the
        input with |x_0|^2 = initial width. Weights unless init or init_std says otherwise: N(0, 1/fan_in),
        and a branch's last matrix such that the branch makes branch_variance of an input of second moment 1,
        at every width (W2: branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times
        layers^(-1/2). The radius is one standard error over networks, with networks - 1 degrees of freedom,
        and a sixth of what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that
        of a geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
        few networks carry is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_path_length_variance(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """Variance of the number of branches that the gradient of a network came by.

        (∑_k k² s_k)/(∑_k s_k) - path_length_mean²

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: per network; linear blocks, one token; networks at initialisation, no biases, every token of the
        input with |x_0|^2 = initial width. Weights unless init or init_std says otherwise: N(0, 1/fan_in),
        and a branch's last matrix such that the branch makes branch_variance of an input of second moment 1,
        at every width (W2: branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times
        layers^(-1/2). The radius is one standard error over networks, with networks - 1 degrees of freedom,
        and a sixth of what float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that
        of a geometric mean or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a
        few networks carry is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def simulated_output_change(
    scheme: Literal["pre_norm", "post_norm", "sandwich", "peri_ln", "layer_norm_scaling", "skip_init", "rezero", "fixup", "deep_norm", "deepnorm", "ngpt"],
    layers: Optional[Number] = ...,
    optimizer: Optional[Literal["sgd", "adam"]] = ...,
    learning_rate: Optional[Number] = ...,
    branch_variance: Optional[Number] = ...,
    alpha: Optional[Numbers] = ...,
    initial: Optional[Number] = ...,
    branch_scale: Optional[Numbers] = ...,
    schedule: Optional[Literal["constant", "linear"]] = ...,
    blocks: Optional[Number] = ...,
    statistic: Optional[Literal["mean", "geometric_mean", "variance", "log_mean", "log_variance"]] = ...,
    width: Optional[Number] = ...,
    networks: Optional[Number] = ...,
    block: Optional[Literal["linear", "mlp", "transformer"]] = ...,
    activation: Optional[Function] = ...,
    norm: Optional[Literal["rms_norm", "layer_norm"]] = ...,
    init: Optional[Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear"]] = ...,
    init_std: Optional[Number] = ...,
    unit: Optional[Literal["plain", "gated"]] = ...,
    hidden_ratio: Optional[Number] = ...,
    heads: Optional[Number] = ...,
    length: Optional[Number] = ...,
    sequences: Optional[Number] = ...,
    correlation: Optional[Number] = ...,
    causal: Optional[bool] = ...,
    scores: Optional[Literal["plain", "realformer"]] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    precision: Optional[Literal["float32", "float64"]] = ...,
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
    """How far one optimiser step moves a network's output.

        ‖f' - f‖²/‖f‖² after one step on L = g · f, g ~ N(0, 1)

    scheme: the residual scheme; one of pre_norm, post_norm, sandwich, peri_ln, layer_norm_scaling, skip_init,
        rezero, fixup, deep_norm, deepnorm, ngpt
    layers: residual additions, two per Transformer block, 1 to 65536
    optimizer: whose first step; one of sgd, adam; default sgd
    learning_rate: of the step, > 0; default 0.001
    branch_variance: second moment of a branch's output for an input of second moment 1, > 0; sandwich:
        gamma^2; default 1
    alpha: one number, or a list of one for each layer: deep_norm's factor of the skip path, default
        layers^(1/4); ngpt's rate; rezero and skip_init: the same as branch_scale
    initial: q_0, second moment of x_0, > 0; default 1
    branch_scale: s, what multiplies the branch: one number, or a list of one for each layer (pre_norm,
        post_norm, rezero, skip_init); default 1
    schedule: linear: s (layer + 1)/layers, rising to s at the last layer (rezero, skip_init); one of
        constant, linear
    blocks: Transformer blocks, in place of layers/2, 1 to 32768
    statistic: over networks, of one network's number; one of mean, geometric_mean, variance, log_mean,
        log_variance; default mean
    width: features of the stream, 2 to 65536; default 512
    networks: independent networks, 2 to 10^6; the standard error is theirs; default 32
    block: the kind of block in the branches; one of linear, mlp, transformer; default linear
    activation: f of W2 f(W1 x) (mlp, transformer); default relu
    norm: every norm, without gain, bias and epsilon; one of rms_norm, layer_norm; default rms_norm
    init: weights by this scheme of init.std, with the network's own fans, width and blocks, instead of those
        that keep branch_variance; its gain where a matrix follows the activation, a rule for some matrices
        (deepnorm, subln, t_fixup: not query and key; gpt2_residual, wang: a branch's last) beside xavier,
        gpt2 and small_init for the others; bert truncated at 2 std, torch_default_linear uniform; gradients
        and steps are those of the scheme's own weights: ntk's layers multiply them by 1/sqrt(fan_in), t5's
        query stands before no 1/sqrt(head width); one of lecun, he, kaiming, xavier, glorot, ntk, bert, t5,
        gpt2, gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln,
        magneto, mup, torch_default_linear
    init_std: every weight N(0, init_std^2), instead, >= 0
    unit: hidden features of mlp and transformer: f(W1 x), or gated f(W1 x) * V x (ReGLU, GeGLU, SwiGLU by
        activation); V has the std of W1, under init too, as neither follows the activation; W2 keeps its own:
        E (f(g) u)^2 = E f(g)^2 for independent g and u of variance 1; fixup scales V as W1, by m = 2, the
        depth, so that hidden features are of size 1/layers; one of plain, gated; default plain
    hidden_ratio: hidden width / width of mlp and transformer, 1 to 1024; default 4
    heads: divisor of width, >= 1; default: heads 64 wide where that divides, else 1
    length: tokens of a sequence, 1 to 2^24; default 1, transformer 16
    sequences: sequences in a network's batch, 1 to 2^24; default 1
    correlation: the share that the tokens of a sequence have in common, 0 to 1; default 0
    causal: whether attention sees no later token; one of false, true; default false
    scores: attention's scores; realformer adds those of the attention layer before; one of plain, realformer;
        default plain
    base_width: width at which base_std was tuned (init=mup), >= 1
    base_std: std at base_width (init=mup), > 0; default: fan_in^(-1/2) at every width
    precision: what networks compute in; sums over features and tokens are float64 either way; one of float32,
        float64; default float32

    Units: all weight matrices take the step; sgd: rate times the gradient; adam: rate times its sign, the
        first step; networks at initialisation, no biases, every token of the input with |x_0|^2 = initial
        width. Weights unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such
        that the branch makes branch_variance of an input of second moment 1, at every width (W2:
        branch_variance/(fan_in E f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The
        radius is one standard error over networks, with networks - 1 degrees of freedom, and a sixth of what
        float32 or float64 may round: 32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean
        or a variance reaches as far up, at 95 %, as that of its logarithm. A mean that a few networks carry
        is unable, as other networks show
    Source: own definition; networks as theirs whose schemes they are (show residual.second_moment)
    """
    ...

def elementwise_second_moment(
    form: Literal["dyt", "derf", "dyisru"],
    layers: Optional[Number] = ...,
    alpha: Optional[Number] = ...,
    c: Optional[Number] = ...,
    placement: Optional[Literal["pre_norm", "res_post_norm"]] = ...,
    branch_variance: Optional[Number] = ...,
    initial: Optional[Number] = ...,
    blocks: Optional[Number] = ...,
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
    """The second moment of a residual stream whose norms are element-wise maps.

        q_L of q_(l+1) = q_l + a E[ϕ(√(v_l) z)²], q₀ = initial, z ~ N(0, 1), σ² = branch_variance

    form: phi in the place of the norm; dyt: tanh(alpha x), derf: erf(alpha x), dyisru: x/sqrt(x^2 + c); one
        of dyt, derf, dyisru
    layers: residual additions, two per Transformer block, 1 to 10^15
    alpha: of dyt and derf, which need it, > 0
    c: of dyisru, which needs it, > 0
    placement: pre_norm: x + F(phi(x)); res_post_norm: x + phi(F(x)); one of pre_norm, res_post_norm; default
        pre_norm
    branch_variance: second moment of F's output for an input of second moment 1, > 0; default 1
    initial: q_0, second moment of x_0, > 0; default 1
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: a second moment per coordinate, before any final map. F is linear or homogeneous with independent
        weights of mean zero; pre_norm: the coordinates of x_0 are Gaussian. phi is without its affine map: a
        factor belongs into branch_variance. Without the skip path the variance is
        activation.variance_at_depth, with the fixed point activation.q_fixed_point
    Limit: width -> inf
    Source: own derivation, by the mean-field argument of Poole et al. 2016, arXiv:1606.05340; the maps: Zhu
        et al. 2025, arXiv:2503.10622 (dyt), Su 2025, spaces.ac.cn/archives/10831 (dyisru)
    """
    ...

def elementwise_gradient_ratio(
    form: Literal["dyt", "derf", "dyisru"],
    layers: Optional[Number] = ...,
    layer: Optional[Number] = ...,
    alpha: Optional[Number] = ...,
    c: Optional[Number] = ...,
    placement: Optional[Literal["pre_norm", "res_post_norm"]] = ...,
    branch_variance: Optional[Number] = ...,
    initial: Optional[Number] = ...,
    blocks: Optional[Number] = ...,
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
    """The mean squared gradient at a layer of a stack with element-wise maps, over that at the output.

        E ‖∂L/∂x_layer‖²/‖∂L/∂x_L‖² = ∏_(l ≥ layer) (1 + branch_variance E[ϕ'(√(v_l) z)²]), z ~ N(0, 1)

    form: phi in the place of the norm; dyt: tanh(alpha x), derf: erf(alpha x), dyisru: x/sqrt(x^2 + c); one
        of dyt, derf, dyisru
    layers: residual additions, two per Transformer block, 1 to 10^15
    layer: which x, at most layers, >= 0; default 0
    alpha: of dyt and derf, which need it, > 0
    c: of dyisru, which needs it, > 0
    placement: pre_norm: x + F(phi(x)); res_post_norm: x + phi(F(x)); one of pre_norm, res_post_norm; default
        pre_norm
    branch_variance: second moment of F's output for an input of second moment 1, > 0; default 1
    initial: q_0, second moment of x_0, > 0; default 1
    blocks: Transformer blocks, in place of layers/2, 1 to 5e14

    Units: a ratio of squares, relative to dL/dx_L and not to the gradient after a final map. F is linear or
        homogeneous with independent weights, as in residual.elementwise_second_moment, which has q_l;
        averaged over weights. With a norm in the place of phi: residual.forward_gradient_ratio from a layer
        to the last
    Limit: width -> inf
    Source: own derivation, by the mean-field argument of Poole et al. 2016, arXiv:1606.05340; the maps: Zhu
        et al. 2025, arXiv:2503.10622 (dyt), Su 2025, spaces.ac.cn/archives/10831 (dyisru)
    """
    ...
