"""The quantities truncated_normal.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Optional, Sequence, Union

from ._types import Number
from ._value import Value

def mass(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Probability that a normal lies between the limits: the acceptance rate of rejection sampling.

        Φ(β) - Φ(α), α = (lower - mean)/std, β = (upper - mean)/std

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: a probability
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def mean(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Mean of a normal truncated to an interval.

        mean + std (φ(α) - φ(β))/(Φ(β) - Φ(α))

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
        parent's unless the limits are symmetric about it
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def variance(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Variance of a normal truncated to an interval.

        std² (1 + (α φ(α) - β φ(β))/Z - ((φ(α) - φ(β))/Z)²), Z = Φ(β) - Φ(α)

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
        parent's unless the limits are symmetric about it; a variance, not a standard deviation
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def std(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Standard deviation of a normal truncated to an interval.

        √variance

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: limits are absolute, not multiples of std; the mean is of the truncated law, which is not the
        parent's unless the limits are symmetric about it
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def std_correction(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Factor by which the parent's std must exceed the std wanted after truncation.

        std/√variance

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: dimensionless; multiply the std you want by it
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def second_moment(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Mean square of a normal truncated to an interval.

        variance + mean²

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: about zero, not about the mean
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...

def partial_second_moment(
    lower: Number,
    upper: Number,
    mean: Optional[Number] = ...,
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
    """Mean square of a normal counted between the limits only, without the normalisation by their probability.

        E[x²; lower < x < upper] = mass · second_moment

    lower: lower limit, absolute (in the units of x); -inf allowed
    upper: upper limit, absolute; inf allowed
    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1

    Units: about zero; what a truncated second moment is mistaken for when the normalisation is forgotten
    Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1
    """
    ...
