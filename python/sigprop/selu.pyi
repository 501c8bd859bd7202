"""The quantities selu.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Optional, Sequence, Union

from ._types import Number
from ._value import Value

def alpha(
    mean: Optional[Number] = ...,
    variance: Optional[Number] = ...,
    input_mean: Optional[Number] = ...,
    input_variance: Optional[Number] = ...,
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
    """SELU's alpha: the depth of the negative branch before scaling.

        E[selu(x)] = mean and Var selu(x) = variance for x ~ N(input_mean, input_variance)

    mean: mean of the output; default 0
    variance: variance of the output, > 0; default 1
    input_mean: mean of the normal input; default 0
    input_variance: variance of the normal input, > 0; default 1

    Units: variances, not standard deviations; the solution with alpha > 0 and lambda > 0 (the other one is
        the sign flip)
    Source: Klambauer et al. 2017, arXiv:1706.02515, equation 14
    """
    ...

def lambda_(
    mean: Optional[Number] = ...,
    variance: Optional[Number] = ...,
    input_mean: Optional[Number] = ...,
    input_variance: Optional[Number] = ...,
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
    """SELU's lambda: the scale of both branches.

        E[selu(x)] = mean and Var selu(x) = variance for x ~ N(input_mean, input_variance)

    mean: mean of the output; default 0
    variance: variance of the output, > 0; default 1
    input_mean: mean of the normal input; default 0
    input_variance: variance of the normal input, > 0; default 1

    Units: variances, not standard deviations; the solution with alpha > 0 and lambda > 0 (the other one is
        the sign flip)
    Source: Klambauer et al. 2017, arXiv:1706.02515, equation 14
    """
    ...
