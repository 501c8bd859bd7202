"""The quantities keras.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def VarianceScaling(
    scale: Optional[Number] = ...,
    mode: Optional[Literal["fan_in", "fan_out", "fan_avg"]] = ...,
    distribution: Optional[Literal["truncated_normal", "normal", "untruncated_normal", "uniform"]] = ...,
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
    """Standard deviation of weights by VarianceScaling.

        √(scale/fan)

    scale: 2 for He, 1 for LeCun and Glorot, > 0; default 1
    mode: which fan; one of fan_in, fan_out, fan_avg; default fan_in
    distribution: what is sampled from; one of truncated_normal, normal, untruncated_normal, uniform; default
        truncated_normal
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the constant as printed, right to 16 digits. normal means truncated_normal. On its torch backend
        Keras takes the first of four normals within +-2, and the first of all where none is: 4 weights in
        10^6 lie beyond, which is no part of this number
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:207-318, VarianceScaling
    """
    ...

def TruncatedNormal(
    mean: Optional[Number] = ...,
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
    """Standard deviation of weights by TruncatedNormal.

        stddev · std of N(0, 1) on [-2, 2]

    mean: mean; default 0
    stddev: standard deviation before truncation, > 0; default 0.05
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: stddev is that before truncation at mean +-2 stddev: the weights have 0.88 of it, unlike those of
        VarianceScaling
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:92-137, TruncatedNormal
    """
    ...

def RandomNormal(
    mean: Optional[Number] = ...,
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
    """Standard deviation of weights by RandomNormal.

        stddev

    mean: mean; default 0
    stddev: standard deviation, > 0; default 0.05
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a std, not a variance
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:36-78, RandomNormal
    """
    ...

def RandomUniform(
    minval: Optional[Number] = ...,
    maxval: Optional[Number] = ...,
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
    """Standard deviation of weights by RandomUniform.

        (maxval - minval)/√12

    minval: lower bound; default -0.05
    maxval: upper bound; default 0.05
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: bounds, not a std: the defaults, which Embedding uses, have a std of 0.029
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:151-193, RandomUniform
    """
    ...

def GlorotUniform(
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
    """Standard deviation of weights by GlorotUniform.

        √(2/(fan_in + fan_out))

    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:338-378, GlorotUniform
    """
    ...

def GlorotNormal(
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
    """Standard deviation of weights by GlorotNormal.

        √(2/(fan_in + fan_out))

    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:394-435, GlorotNormal
    """
    ...

def LecunNormal(
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
    """Standard deviation of weights by LecunNormal.

        √(1/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:451-495, LecunNormal
    """
    ...

def LecunUniform(
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
    """Standard deviation of weights by LecunUniform.

        √(1/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:511-551, LecunUniform
    """
    ...

def HeNormal(
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
    """Standard deviation of weights by HeNormal.

        √(2/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:562-602, HeNormal
    """
    ...

def HeUniform(
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
    """Standard deviation of weights by HeUniform.

        √(2/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the bounds are +-sqrt(3) times the std
    Source: Keras 3.16.0 (3422977), keras/src/initializers/random_initializers.py:613-653, HeUniform
    """
    ...
