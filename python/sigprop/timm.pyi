"""The quantities timm.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def trunc_normal_(
    mean: Optional[Number] = ...,
    std: Optional[Number] = ...,
    a: Optional[Number] = ...,
    b: Optional[Number] = ...,
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
    """Standard deviation of weights filled by trunc_normal_.

        std of N(mean, std²) on [a, b]

    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1
    a: lower limit, a value of weights; default -2
    b: upper limit, a value of weights; default 2
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a and b are values of weights, not multiples of std: std=0.02 with the defaults +-2 is +-100 std,
        and nothing is cut; for +-2 std write a=-2*std, b=2*std. Where nothing is cut, one float32 weight in
        2^24 is nevertheless a or b, since the inverse of the cdf is infinite at the end of its grid: that is
        no part of this number
    Source: timm 1.0.29 (aa4b585), timm/layers/weight_init.py:19-51 and 54-78, trunc_normal_
    """
    ...

def trunc_normal_tf_(
    mean: Optional[Number] = ...,
    std: Optional[Number] = ...,
    a: Optional[Number] = ...,
    b: Optional[Number] = ...,
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
    """Standard deviation of weights filled by trunc_normal_tf_.

        std · std of N(0, 1) on [a, b]

    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1
    a: lower limit, in units of std; default -2
    b: upper limit, in units of std; default 2
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a and b are multiples of std, unlike those of trunc_normal_: the limits of weights are mean + a std
        and mean + b std. std is that before truncation: with the defaults the weights have 0.88 of it
    Source: timm 1.0.29 (aa4b585), timm/layers/weight_init.py:81-107, trunc_normal_tf_
    """
    ...

def variance_scaling_(
    scale: Optional[Number] = ...,
    mode: Optional[Literal["fan_in", "fan_out", "fan_avg"]] = ...,
    distribution: Optional[Literal["normal", "truncated_normal", "uniform"]] = ...,
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
    """Standard deviation of weights filled by variance_scaling_.

        √(scale/fan)

    scale: 2 for He, 1 for LeCun, > 0; default 1
    mode: which fan; one of fan_in, fan_out, fan_avg; default fan_in
    distribution: what is sampled from; one of normal, truncated_normal, uniform; default normal
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the constant as printed, right to 16 digits. normal is not truncated, unlike Keras's. fan_out
        counts all output channels, whatever the groups
    Source: timm 1.0.29 (aa4b585), timm/layers/weight_init.py:110-132, variance_scaling_
    """
    ...

def lecun_normal_(
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
    """Standard deviation of weights filled by lecun_normal_.

        √(1/fan_in)

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a normal truncated at +-2 whose std is corrected: as said after truncation
    Source: timm 1.0.29 (aa4b585), timm/layers/weight_init.py:135-136, lecun_normal_
    """
    ...
