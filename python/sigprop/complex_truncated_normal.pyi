"""The quantities complex_truncated_normal.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Optional, Sequence, Union

from ._types import Number
from ._value import Value

def std(
    upper: Number,
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
    """Standard deviation of a complex normal whose modulus is truncated.

        √((1 - (1 + u²) e^(-u²))/(1 - e^(-u²))), u = upper

    upper: largest modulus, > 0; without truncation the std is 1

    Units: E|z|^2 = 1 before truncation (each part has variance 1/2); std = sqrt(E|z|^2), `upper` bounds |z|
    Source: own derivation: |z|^2 is exponential with mean 1, conditioned on |z|^2 <= upper^2
    """
    ...

def partial_second_moment(
    upper: Number,
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
    """Mean of |z|^2 counted only where |z| <= upper: the square of the std without its normalisation.

        E[|z|²; |z| ≤ u] = 1 - (1 + u²) e^(-u²), u = upper

    upper: largest modulus counted, > 0

    Units: E|z|^2 = 1 before truncation; not divided by the mass 1 - e^(-u^2). Its root at u = 2 is
        0.9531116…, which some code takes for the std
    Source: own derivation: |z|^2 is exponential with mean 1
    """
    ...
