"""The quantities jax.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def variance_scaling(
    scale: Number,
    mode: Literal["fan_in", "fan_out", "fan_avg", "fan_geo_avg"],
    distribution: Literal["truncated_normal", "normal", "uniform"],
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    dtype: Optional[Literal["real", "complex"]] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by variance_scaling.

        √(scale/fan) · (std of the law)/(the constant for it)

    scale: 2 for He, 1 for LeCun and Glorot, > 0
    mode: which fan; one of fan_in, fan_out, fan_avg, fan_geo_avg
    distribution: what is sampled from; one of truncated_normal, normal, uniform
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    dtype: whether weights are complex; one of real, complex; default real
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the constants as printed, so that a wrong one shows: for real weights the std is sqrt(scale/fan) to
        16 digits, for complex truncated ones it is not. complex: sqrt(E|z|^2). A shape is [kernel …,
        in/groups, out] for the default axes; all others count as kernel, also the heads of an attention
        kernel, unless batch_axis names them
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:282-372, variance_scaling
    """
    ...

def truncated_normal(
    stddev: Optional[Number] = ...,
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
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
    """Standard deviation of weights by truncated_normal.

        stddev · std of N(0, 1) on [lower, upper]

    stddev: standard deviation before truncation, > 0; default 0.01
    lower: lower limit, in units of stddev; default -2
    upper: upper limit, in units of stddev; default 2
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: stddev is that before truncation: with the defaults the weights have 0.88 of it, unlike those of
        variance_scaling. lower and upper are multiples of stddev; older versions have no such arguments and
        cut at +-2
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:176-212, truncated_normal
    """
    ...

def normal(
    stddev: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
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
    """Standard deviation of weights by normal.

        stddev

    stddev: standard deviation, > 0; default 0.01
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a std, not a variance; real weights
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:148-173, normal
    """
    ...

def uniform(
    scale: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
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
    """Standard deviation of weights by uniform.

        scale/√12

    scale: upper bound, > 0; default 0.01
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: the law is uniform on [0, scale): its mean is scale/2, not 0
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:120-145, uniform
    """
    ...

def glorot_uniform(
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by glorot_uniform.

        √(2/(fan_in + fan_out))

    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:375-410, glorot_uniform
    """
    ...

xavier_uniform = glorot_uniform

def glorot_normal(
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by glorot_normal.

        √(2/(fan_in + fan_out))

    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:413-448, glorot_normal
    """
    ...

xavier_normal = glorot_normal

def lecun_uniform(
    fan_in: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by lecun_uniform.

        √(1/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:451-484, lecun_uniform
    """
    ...

def lecun_normal(
    fan_in: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by lecun_normal.

        √(1/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:487-520, lecun_normal
    """
    ...

def he_uniform(
    fan_in: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by he_uniform.

        √(2/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:523-558, he_uniform
    """
    ...

kaiming_uniform = he_uniform

def he_normal(
    fan_in: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
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
    """Standard deviation of weights by he_normal.

        √(2/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: JAX 0.11.1 (cec06d1), jax/_src/nn/initializers.py:561-596, he_normal
    """
    ...

kaiming_normal = he_normal
