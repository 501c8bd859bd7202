"""The quantities flax.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def Dense(
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
    """Standard deviation of the kernel of a new Dense.

        √(1/fan_in): jax.lecun_normal

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: a truncated normal whose std is corrected; the bias is 0
    Source: Flax 0.12.8 (18f8f31), flax/linen/linear.py:49 and 247, Dense
    """
    ...

def Conv(
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
    """Standard deviation of the kernel of a new Conv.

        √(1/fan_in): jax.lecun_normal

    fan_in: inputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [kernel …, in/groups, out], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: fan_in is in/groups times the kernel's area; a truncated normal whose std is corrected; the bias is
        0
    Source: Flax 0.12.8 (18f8f31), flax/linen/linear.py:49 and 521, Conv
    """
    ...

def Embed(
    num_embeddings: Number,
    features: Number,
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
    """Standard deviation of the embedding of a new Embed.

        1/√features

    num_embeddings: rows, >= 1; without effect
    features: columns, >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: variance_scaling(1, fan_in, normal, out_axis=0): with both axes the first, the kernel is what is
        left, and fan_in is the number of features. torch.Embedding has std 1
    Source: Flax 0.12.8 (18f8f31), flax/linen/linear.py:1105-1107, default_embed_init
    """
    ...
