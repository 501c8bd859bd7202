"""The quantities tf.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number
from ._value import Value

def truncated_normal(
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
    """Standard deviation of weights by tf.random.truncated_normal.

        stddev · std of N(0, 1) on [-2, 2]

    mean: mean; default 0
    stddev: standard deviation before truncation, > 0; default 1
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: stddev is that before truncation at mean +-2 stddev: the weights have 0.88 of it, unlike those of
        VarianceScaling
    Source: TensorFlow 2 (0304934), tensorflow/python/ops/random_ops.py, truncated_normal
    """
    ...

def normal(
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
    """Standard deviation of weights by tf.random.normal.

        stddev

    mean: mean; default 0
    stddev: standard deviation, > 0; default 1
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a std, not a variance
    Source: TensorFlow 2 (0304934), tensorflow/python/ops/random_ops.py, normal
    """
    ...
