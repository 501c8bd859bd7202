"""The quantities init.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Function, Number
from ._value import Value

def std(
    scheme: Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "orthogonal", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "torch_default_embedding"],
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    mode: Optional[Literal["fan_in", "fan_out", "fan_avg"]] = ...,
    role: Optional[Literal["query", "key", "value", "output", "ffn_in", "ffn_out", "embedding", "hidden", "encoder", "decoder"]] = ...,
    layers: Optional[Number] = ...,
    width: Optional[Number] = ...,
    head_dim: Optional[Number] = ...,
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
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
    """Standard deviation of the weights that an initialisation scheme asks for.

        by scheme:

    scheme: the rule; one of lecun, he, kaiming, xavier, glorot, ntk, orthogonal, bert, t5, gpt2,
        gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln, magneto, mup,
        torch_default_linear, torch_default_embedding
    fan_in: inputs of the layer, >= 1
    fan_out: outputs of the layer, >= 1
    activation: what the gain is of; default: relu for he (kaiming), identity for xavier (glorot) and
        orthogonal
    mode: which fan (lecun, he); one of fan_in, fan_out, fan_avg; default fan_in
    role: which matrix or stack (t5, t_fixup, deepnorm, subln, mup); one of query, key, value, output, ffn_in,
        ffn_out, embedding, hidden, encoder, decoder
    layers: N, in blocks: two residual additions each (gpt2_residual, wang, t_fixup), >= 1
    width: d_model (small_init, wang, mup, t_fixup's embedding), >= 1
    head_dim: d_kv (t5's query), >= 1
    encoder_layers: N, in blocks (deepnorm, subln), >= 0
    decoder_layers: M, in blocks (deepnorm, subln), >= 0
    base_width: width at which base_std was tuned (mup), >= 1
    base_std: std at base_width (mup), > 0; default 1

    Units: a standard deviation, not a variance, of the weights as the layer sees them: after truncation,
        before any multiplier in the layer. N counts Transformer blocks, each of two residual additions. The
        gain is activation.gain, for the second moment. Arguments a scheme does not use are refused
    Source: LeCun 1998; Glorot and Bengio 2010; He et al. 2015, arXiv:1502.01852; Jacot et al. 2018,
        arXiv:1806.07572; Saxe et al. 2013, arXiv:1312.6120; Devlin et al. 2018, arXiv:1810.04805; Raffel et
        al. 2019, arXiv:1910.10683; Radford et al. 2019; Nguyen and Salazar 2019, arXiv:1910.05895; Wang and
        Komatsuzaki 2021, Mesh-Transformer-JAX; Huang et al. 2020, T-Fixup; Wang et al. 2022, arXiv:2203.00555
        and arXiv:2210.06423; Yang et al. 2022, arXiv:2203.03466, table 3
    """
    ...

def argument(
    scheme: Literal["lecun", "he", "kaiming", "xavier", "glorot", "ntk", "orthogonal", "bert", "t5", "gpt2", "gpt2_residual", "small_init", "wang", "wang_init", "t_fixup", "tfixup", "deepnorm", "deep_norm", "subln", "magneto", "mup", "torch_default_linear", "torch_default_embedding"],
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    activation: Optional[Function] = ...,
    mode: Optional[Literal["fan_in", "fan_out", "fan_avg"]] = ...,
    role: Optional[Literal["query", "key", "value", "output", "ffn_in", "ffn_out", "embedding", "hidden", "encoder", "decoder"]] = ...,
    layers: Optional[Number] = ...,
    width: Optional[Number] = ...,
    head_dim: Optional[Number] = ...,
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
    base_width: Optional[Number] = ...,
    base_std: Optional[Number] = ...,
    distribution: Optional[Literal["normal", "uniform", "truncated_normal"]] = ...,
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
    limits: Optional[Literal["relative", "absolute"]] = ...,
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
    """The number to pass to a sampler so that the weights really have the std of the scheme.

        t = init.std(scheme, …)

    scheme: the rule; one of lecun, he, kaiming, xavier, glorot, ntk, orthogonal, bert, t5, gpt2,
        gpt2_residual, small_init, wang, wang_init, t_fixup, tfixup, deepnorm, deep_norm, subln, magneto, mup,
        torch_default_linear, torch_default_embedding
    fan_in: inputs of the layer, >= 1
    fan_out: outputs of the layer, >= 1
    activation: what the gain is of; default: relu for he (kaiming), identity for xavier (glorot) and
        orthogonal
    mode: which fan (lecun, he); one of fan_in, fan_out, fan_avg; default fan_in
    role: which matrix or stack (t5, t_fixup, deepnorm, subln, mup); one of query, key, value, output, ffn_in,
        ffn_out, embedding, hidden, encoder, decoder
    layers: N, in blocks: two residual additions each (gpt2_residual, wang, t_fixup), >= 1
    width: d_model (small_init, wang, mup, t_fixup's embedding), >= 1
    head_dim: d_kv (t5's query), >= 1
    encoder_layers: N, in blocks (deepnorm, subln), >= 0
    decoder_layers: M, in blocks (deepnorm, subln), >= 0
    base_width: width at which base_std was tuned (mup), >= 1
    base_std: std at base_width (mup), > 0; default 1
    distribution: what is sampled from; one of normal, uniform, truncated_normal; default normal
    lower: lower limit (truncated_normal); default -2
    upper: upper limit (truncated_normal); default 2
    limits: in units of the std passed, or of the weights (truncated_normal); one of relative, absolute;
        default relative

    Units: relative limits are multiples of the std passed (TensorFlow, JAX), absolute ones are values of
        weights (torch.nn.init.trunc_normal_). The std realised is about the mean, which is not 0 for
        asymmetric limits. With absolute limits no argument gives a std of (upper - lower)/sqrt 12 or more.
        bert and gpt2 publish the number passed, not the number realised: the original passes 0.02 to a
        truncated normal
    Source: LeCun 1998; Glorot and Bengio 2010; He et al. 2015, arXiv:1502.01852; Jacot et al. 2018,
        arXiv:1806.07572; Saxe et al. 2013, arXiv:1312.6120; Devlin et al. 2018, arXiv:1810.04805; Raffel et
        al. 2019, arXiv:1910.10683; Radford et al. 2019; Nguyen and Salazar 2019, arXiv:1910.05895; Wang and
        Komatsuzaki 2021, Mesh-Transformer-JAX; Huang et al. 2020, T-Fixup; Wang et al. 2022, arXiv:2203.00555
        and arXiv:2210.06423; Yang et al. 2022, arXiv:2203.03466, table 3
    """
    ...

def variance_scaling(
    scale: Number,
    mode: Literal["fan_in", "fan_out", "fan_avg"],
    distribution: Literal["normal", "untruncated_normal", "truncated_normal", "uniform"],
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
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
    """What VarianceScaling of Keras and JAX passes to its sampler.

        t = √(scale/fan)

    scale: 2 for He, 1 for LeCun and Glorot, > 0
    mode: which fan; one of fan_in, fan_out, fan_avg
    distribution: what is sampled from; one of normal, untruncated_normal, truncated_normal, uniform
    fan_in: inputs of the layer, >= 1
    fan_out: outputs of the layer, >= 1

    Units: the argument passed (uniform: half-width); the std realised is sqrt(scale/fan) for every
        distribution. untruncated_normal is Keras's name for normal; in older Keras and TensorFlow "normal"
        meant truncated_normal
    Source: Keras and JAX, variance_scaling: truncation at +-2 with the correction 0.87962566103423978
    """
    ...

def realised_std(
    std: Number,
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
    limits: Optional[Literal["relative", "absolute"]] = ...,
    complex: Optional[bool] = ...,
    dtype: Optional[Literal["none", "float64", "float32", "bfloat16", "float16"]] = ...,
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
    """Standard deviation of the weights that a call with std and truncation limits really produces.

        std of N(0, s²) on [lower, upper] (times s for relative limits), s the std as stored

    std: the std passed, > 0
    lower: lower limit; -inf allowed; left out or <= 0 for complex
    upper: upper limit; inf allowed; of the modulus for complex
    limits: in units of std, or of the weights; one of relative, absolute; default relative
    complex: whether the modulus is truncated; one of false, true; default false
    dtype: the type the std is rounded to first; one of none, float64, float32, bfloat16, float16; default
        none

    Units: about the mean, which is not 0 for asymmetric limits. torch.nn.init.trunc_normal_ has absolute
        limits: std = 0.02 with +-2 is +-100 std, and nothing is truncated. complex: sqrt(E|z|^2), E|z|^2 =
        std^2 before truncation at |z| <= upper. dtype rounds the std, not the limits or the samples
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def kurtosis(
    distribution: Literal["normal", "uniform", "truncated_normal"],
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
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
    """Kurtosis of the distribution that weights are sampled from: how heavy its tails are.

        E[(x - m)⁴]/Var(x)²; normal: 3; uniform: 9/5

    distribution: what is sampled from; one of normal, uniform, truncated_normal
    lower: lower limit, in parent stds (truncated_normal); default -2
    upper: upper limit, in parent stds (truncated_normal); default 2

    Units: not the excess over 3; the same for every mean and std. Limits of truncated_normal in units of the
        parent's std
    Source: Pearson 1905
    """
    ...

def uniform_half_width(
    std: Optional[Number] = ...,
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
    """Half the width of the uniform law with a given std.

        √3 std

    std: standard deviation, > 0; default 1

    Units: the a of uniform(-a, a); the variance is (2a)^2/12
    Source: Glorot and Bengio 2010, equation 16
    """
    ...

uniform_limits = uniform_half_width

def largest_singular_value(
    fan_in: Number,
    fan_out: Number,
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
    """Largest singular value of a random matrix of variance 1/fan_in.

        1 + √(fan_out/fan_in)

    fan_in: inputs of the layer, >= 1
    fan_out: outputs of the layer, >= 1

    Units: entries iid with variance 1/fan_in, W[fan_out, fan_in]; the limit for large fans at a fixed ratio c
        = fan_out/fan_in. Orthogonal would be 1 for both edges, which needs c -> 0: at c = 1 they are 0 and 2.
        For c > 1 it is the smallest of the fan_in singular values
    Limit: fan_in -> inf at this fan_out/fan_in
    Source: Marchenko and Pastur 1967; Bai and Yin 1993
    """
    ...

def smallest_singular_value(
    fan_in: Number,
    fan_out: Number,
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
    """Smallest singular value of a random matrix of variance 1/fan_in.

        |1 - √(fan_out/fan_in)|

    fan_in: inputs of the layer, >= 1
    fan_out: outputs of the layer, >= 1

    Units: entries iid with variance 1/fan_in, W[fan_out, fan_in]; the limit for large fans at a fixed ratio c
        = fan_out/fan_in. Orthogonal would be 1 for both edges, which needs c -> 0: at c = 1 they are 0 and 2.
        For c > 1 it is the smallest of the fan_in singular values
    Limit: fan_in -> inf at this fan_out/fan_in
    Source: Marchenko and Pastur 1967; Bai and Yin 1993
    """
    ...

def batch_variance_spread(
    batch: Number,
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
    """Relative standard deviation of the variance of a batch of independent normals.

        √(2/(B - 1))

    batch: B, samples that a statistic averages over, >= 2

    Units: of the variance, not of the std (half of it, about); unbiased and biased variance have the same
    Source: Cochran 1934: (B - 1) s^2/sigma^2 is a sum of B - 1 independent squares
    """
    ...
