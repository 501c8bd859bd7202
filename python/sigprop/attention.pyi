"""The quantities attention.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number
from ._value import Value

def entropy(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean entropy of a row of attention weights.

        E[H] = E[log S] - E[∑_j a_j x_j], H = -∑_j a_j log a_j, a = softmax(x)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: nats, 0 <= H <= log n; the mean over rows, not the entropy of the mean; logits are independent N(0,
        std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a standard deviation.
        mask=causal: the average over the rows of 1, 2, … n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def log_partition(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean logarithm of softmax's denominator.

        E[log S] = ∫ (exp(-e^u) - g(u)^n) du, S = ∑_j e^(x_j)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: nats; log sum exp, not its mean over n; logits are independent N(0, std^2), exact at every n
        (softcap: cap tanh of such a logit over cap); std is a standard deviation. mask=causal: the average
        over the rows of 1, 2, … n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def mean_logit(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean logit of a row, each weighed by its attention.

        E[∑_j a_j x_j] = n ∫ E[x e^(x+u) exp(-e^(x+u))] g(u)^(n-1) du

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: in units of the logits; logits are independent N(0, std^2), exact at every n (softcap: cap tanh of
        such a logit over cap); std is a standard deviation. mask=causal: the average over the rows of 1, 2, …
        n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def total_weight(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean sum of a row's weights: 1, and so a test of the integrals.

        E[∑_j a_j] = n ∫ E[e^(x+u) exp(-e^(x+u))] g(u)^(n-1) du

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: dimensionless; logits are independent N(0, std^2), exact at every n (softcap: cap tanh of such a
        logit over cap); std is a standard deviation. mask=causal: the average over the rows of 1, 2, … n
        keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def participation(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean sum of squared attention weights: one over the number of keys that count.

        Y = E[∑_j a_j²] = n ∫ E[y² e^(-y)] g(u)^(n-1) du, y = e^(x+u)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: dimensionless, 1/n <= Y <= 1: the inverse participation ratio, not the ratio; logits are
        independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a
        standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first has
        one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

inverse_participation_ratio = participation

def sum_cubes(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean sum of cubed attention weights.

        E[∑_j a_j³] = (n/2) ∫ E[y³ e^(-y)] g(u)^(n-1) du, y = e^(x+u)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: dimensionless, of weights that sum to 1; logits are independent N(0, std^2), exact at every n
        (softcap: cap tanh of such a logit over cap); std is a standard deviation. mask=causal: the average
        over the rows of 1, 2, … n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def participation_squared(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Second moment of the sum of squared attention weights.

        E[(∑_j a_j²)²] = E[∑_j a_j⁴] + (n (n - 1)/6) ∫ E[y² e^(-y)]² g(u)^(n-2) du, y = e^(x+u)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: the mean of the square, not the square of the mean; dimensionless, of weights that sum to 1; logits
        are independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a
        standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first has
        one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def jacobian_norm(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean squared Frobenius norm of softmax's Jacobian: how much gradient passes through a row.

        E ‖diag(a) - a aᵀ‖_F² = E[∑_j a_j²] - 2 E[∑_j a_j³] + E[(∑_j a_j²)²]

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: squared, of da/dx with logits x; the mean is carried by rare rows when std is large, see
        attention.median_jacobian_norm; logits are independent N(0, std^2), exact at every n (softcap: cap
        tanh of such a logit over cap); std is a standard deviation. mask=causal: the average over the rows of
        1, 2, … n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def median_jacobian_norm(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Median squared Frobenius norm of softmax's Jacobian over rows: what vanishes for large std.

        median of ‖diag(a) - a aᵀ‖_F²

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: squared; the median over rows, of which the mean is attention.jacobian_norm; logits are independent
        N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a standard
        deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first has one
        weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def median_entropy(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Median entropy of a row of attention weights.

        median of -∑_j a_j log a_j

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: nats; the median over rows, of which the mean is attention.entropy; logits are independent N(0,
        std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a standard deviation.
        mask=causal: the average over the rows of 1, 2, … n keys, of which the first has one weight, 1
    Source: own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
        e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
    """
    ...

def max_weight(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Mean of the largest weight of a row of attention.

        E[max_j a_j]

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
        sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
        length without a softcap
    Source: own derivation: E max a = n E[e^x1/S; x1 is the largest], 1/S as a Laplace transform
    """
    ...

def fraction_above(
    n: Number,
    std: Optional[Number] = ...,
    threshold: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Share of rows of attention whose largest weight exceeds a threshold.

        P(max_j a_j > threshold)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    threshold: of the largest weight, in (0, 1); default 0.99
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
        sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
        length without a softcap. Proved for thresholds of 1/2 and more, which no two weights of a row exceed,
        and up to 1/n, which the largest always exceeds
    Source: own derivation: n P(a1 > t) = n P(x1 - log(sum of the others' e^x) > log(t/(1-t))), the Fourier
        inversion through the saddle point
    """
    ...

def median_max_weight(
    n: Number,
    std: Optional[Number] = ...,
    softcap: Optional[Number] = ...,
    mask: Optional[Literal["full", "causal"]] = ...,
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
    """Median over rows of attention of the largest weight.

        the t with P(max_j a_j > t) = 1/2

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    softcap: logits become cap tanh(x / cap), > 0
    mask: a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
        full

    Units: a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
        sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
        length without a softcap. Proved where it is above 1/2
    Source: own derivation, as for attention.fraction_above
    """
    ...

def mean_field_log_partition(
    dim: Number,
    z: Number,
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
    """Mean field of attention over keys on a sphere: log E e^(z cos theta).

        log Z = log(Γ(ν) (2/z)^(ν-1) I_(ν-1)(z)) = log ₀F₁(; ν; z²/4), ν = dim/2

    dim: dimension of queries and keys, 1 to 10^9
    z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)

    Units: nats; the limit of n -> infinity keys at fixed z, without its log n: E log S = log n + log Z, E H =
        log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below log n: see
        attention.freezing_ratio
    Limit: n -> inf keys at this z
    Source: Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
        and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
    """
    ...

def mean_field_alignment(
    dim: Number,
    z: Number,
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
    """Mean field of attention over keys on a sphere: the mean cosine between query and key, each weighed by its
        attention.

        A = I_ν(z)/I_(ν-1)(z) = (d log Z)/(dz), ν = dim/2

    dim: dimension of queries and keys, 1 to 10^9
    z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)

    Units: dimensionless, 0 to 1; the limit of n -> infinity keys at fixed z, without its log n: E log S = log
        n + log Z, E H = log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below
        log n: see attention.freezing_ratio
    Limit: n -> inf keys at this z
    Source: Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
        and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
    """
    ...

def mean_field_deficit(
    dim: Number,
    z: Number,
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
    """Mean field of attention over keys on a sphere: by how much the entropy differs from log n.

        log Z - z A ≤ 0

    dim: dimension of queries and keys, 1 to 10^9
    z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)

    Units: nats; the limit of n -> infinity keys at fixed z, without its log n: E log S = log n + log Z, E H =
        log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below log n: see
        attention.freezing_ratio
    Limit: n -> inf keys at this z
    Source: Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
        and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
    """
    ...

def mean_field_deficit_per_dim(
    scale: Number,
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
    """The mean field's entropy deficit per dimension when the dimension is large and scale stays.

        lim_(dim → ∞) (deficit(dim, scale dim)/dim) = (1/2) log(1 - c²), c = (-1 + √(1 + 4 scale²))/(2 scale)

    scale: of the logits scale q.k with |q| = |k| = sqrt(dim), > 0; z/dim

    Units: nats, negative; -scale^2/2 for small scale, -(1/2) log(scale) for large: not linear in scale. The
        published 0.24 is the value at scale = 1, -(1/2) log((sqrt 5 - 1)/2). At scale = 1/sqrt(dim) the
        deficit is -1/2 in all
    Limit: n -> inf keys, then dim -> inf at this scale
    Source: Su 2021, kexue.fm/archives/8823 (0.24 scale dim, by Laplace's method); own derivation: Laplace's
        method at any scale
    """
    ...

def annealed_entropy(
    n: Number,
    std: Optional[Number] = ...,
    order: Optional[Number] = ...,
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
    """Entropy of a long row of attention over normal logits, annealed.

        log n - s²/2 + (s² e^(s²) - (e^(s²) - 1)/2)/n

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation s of a logit, 0.001 to 64; default 1
    order: highest power of 1/n, 0 to 1; default 1

    Units: nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
        after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2 log
        n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below s_c/2), the
        entropy without them below s_c: attention.freezing_ratio. The exact values: attention.entropy,
        participation, jacobian_norm
    Source: Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own derivation
        of the terms in 1/n: sums of n independent terms, expanded to second order about their means
    """
    ...

def annealed_participation(
    n: Number,
    std: Optional[Number] = ...,
    order: Optional[Number] = ...,
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
    """Mean sum of squared weights of a long row of attention over normal logits, annealed.

        (e^(s²)/n) (1 + (3 (e^(s²) - 1) - 2 (e^(2 s²) - 1))/n)

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation s of a logit, 0.001 to 64; default 1
    order: highest power of 1/n, 1 to 2; default 1

    Units: nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
        after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2 log
        n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below s_c/2), the
        entropy without them below s_c: attention.freezing_ratio. The exact values: attention.entropy,
        participation, jacobian_norm
    Source: Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own derivation
        of the terms in 1/n: sums of n independent terms, expanded to second order about their means
    """
    ...

def annealed_jacobian_norm(
    n: Number,
    std: Optional[Number] = ...,
    order: Optional[Number] = ...,
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
    """Mean squared Frobenius norm of softmax's Jacobian for a long row of normal logits, annealed.

        e^(s²)/n - (4 e^(3 s²) - 4 e^(2 s²) + e^(s²))/n²

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation s of a logit, 0.001 to 64; default 1
    order: highest power of 1/n, 1 to 2; default 1

    Units: nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
        after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2 log
        n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below s_c/2), the
        entropy without them below s_c: attention.freezing_ratio. The exact values: attention.entropy,
        participation, jacobian_norm
    Source: Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own derivation
        of the terms in 1/n: sums of n independent terms, expanded to second order about their means
    """
    ...

def frozen_entropy(
    m: Number,
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
    """Mean entropy of a row of attention that is frozen.

        ψ(1) - ψ(1 - m)

    m: s_c/s, 0 < m < 1

    Units: nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
        correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
    Source: Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
        E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
    """
    ...

def frozen_participation(
    m: Number,
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
    """Mean sum of squared weights of a row of attention that is frozen.

        1 - m

    m: s_c/s, 0 < m < 1

    Units: nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
        correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
    Source: Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
        E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
    """
    ...

def frozen_jacobian_norm(
    m: Number,
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
    """Mean squared Frobenius norm of softmax's Jacobian for a row of attention that is frozen.

        m (1 - m)/3

    m: s_c/s, 0 < m < 1

    Units: nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
        correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
    Source: Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
        E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
    """
    ...

def freezing_std(
    n: Number,
    correction: Optional[Literal["none", "finite"]] = ...,
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
    """The standard deviation of n independent normal logits beyond which a few keys have all the weight.

        s_c = √(2 log n); correction=finite: b_n = s_c - (log log n + log(4 π))/(2 s_c)

    n: keys in the row, an integer, 2 to 2^63
    correction: sqrt(2 log n), or the typical largest of n standard normals; one of none, finite; default none

    Units: a standard deviation of logits. s_c is where log n - s^2/2 reaches 0, sharp for n -> infinity; b_n,
        the typical largest of n standard normals, is where that happens at finite n
    Source: Derrida 1981, Phys. Rev. B 24, 2613; Cramer 1946, Mathematical Methods of Statistics, section 28.6
        (b_n)
    """
    ...

def freezing_ratio(
    n: Number,
    std: Optional[Number] = ...,
    correction: Optional[Literal["none", "finite"]] = ...,
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
    """Which regime a row of n independent normal logits is in: their std over the freezing std.

        r = std/freezing_std(n, correction) = 1/m

    n: keys in the row, an integer, 2 to 2^63
    std: standard deviation of a logit, 0.001 to 64; default 1
    correction: sqrt(2 log n), or the typical largest of n standard normals; one of none, finite; default none

    Units: dimensionless. r < 1/2: annealed throughout. 1/2 < r < 1/sqrt 3: mean second moments are annealed,
        the typical row has smaller ones. 1/sqrt 3 < r < 1: the entropy is annealed, log n - s^2/2, but mean
        sum a^2 comes from rare rows in which one key reaches S, about e^(-(log n - s^2/2)^2/(2 s^2)) up to
        powers. r > 1: frozen, attention.frozen_* with m = 1/r. The borders are those of n -> infinity; at
        finite n they are wide
    Source: Derrida 1981, Phys. Rev. B 24, 2613; own derivation of 1/sqrt 3: E sum a^2 is carried by logits
        near 2 s^2 while that is below log n + s^2/2, the logarithm of S
    """
    ...

def logit_variance(
    law: Optional[Literal["gaussian", "uniform", "sphere"]] = ...,
    *,
    dim: Number,
    scale: Optional[Number] = ...,
    query_std: Optional[Number] = ...,
    key_std: Optional[Number] = ...,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Variance of the logits scale q.k for random queries and keys.

        scale² query_std² key_std² dim

    law: of queries and keys, which are independent: iid components, or uniform on a sphere; one of gaussian,
        uniform, sphere; default gaussian
    dim: of queries and keys, 1 to 10^9
    scale: lambda, > 0; 1/sqrt(dim) is usual; default 1
    query_std: standard deviation of a query's component, > 0; default 1
    key_std: standard deviation of a key's component, > 0; default 1

    Units: a variance; the mean is 0. query_std and key_std are those of a component (sphere: |q| = sqrt(dim)
        query_std). Exact for any law of uncorrelated components of mean 0. T5 leaves out scale = 1/sqrt(dim)
        and puts it into the initial weights: query_std = 1/sqrt(dim) with key_std = 1 (all of it on the
        queries), or dim^(-1/4) each, give the same variance
    Source: Su 2021, kexue.fm/archives/8620; Vaswani et al. 2017, arXiv:1706.03762, footnote 4
    """
    ...

def logit_excess_kurtosis(
    law: Optional[Literal["gaussian", "uniform", "sphere"]] = ...,
    *,
    dim: Number,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Excess kurtosis of q.k for random queries and keys: how far logits are from normal.

        E[(q · k)⁴]/E[(q · k)²]² - 3; gaussian: 6/dim; uniform: 0.24/dim; sphere: -6/(dim + 2)

    law: of queries and keys, which are independent: iid components, or uniform on a sphere; one of gaussian,
        uniform, sphere; default gaussian
    dim: of queries and keys, 1 to 10^9

    Units: dimensionless, 0 for a normal; over queries and keys. Given the query, the logits of gaussian keys
        are exactly normal
    Source: own derivation: q.k is a sum of dim independent products; on the sphere dim cos theta
    """
    ...

def realformer_logit_std(
    layer: Number,
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
    """Standard deviation of RealFormer's logits, which are added to those of the layer before.

        std √layer

    layer: which layer, >= 1
    std: standard deviation of a layer's own logits, > 0; default 1

    Units: a standard deviation; layers count from 1 and their own logits are independent, as at
        initialisation
    Source: He et al. 2020, arXiv:2012.11747, eq. 3
    """
    ...

def log_rule(
    n: Number,
    reference: Optional[Number] = ...,
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
    """Su's factor on logits at length n: the logarithm to base `reference`.

        (log n)/(log reference)

    n: keys in the row, an integer, 2 to 2^63
    reference: the length at which the factor is 1, an integer, 2 to 2^63; default 512

    Units: dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). What entropy it leaves:
        attention.entropy at the new std
    Source: Su 2021, kexue.fm/archives/8823, eq. 21 (reference = 512)
    """
    ...

def sqrt_log_rule(
    n: Number,
    reference: Optional[Number] = ...,
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
    """The square root of Su's factor on logits at length n.

        √((log n)/(log reference))

    n: keys in the row, an integer, 2 to 2^63
    reference: the length at which the factor is 1, an integer, 2 to 2^63; default 512

    Units: dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Keeps std/sqrt(2 log n),
        the ratio to the freezing std. What entropy it leaves: attention.entropy at the new std
    Source: own derivation: attention.freezing_ratio kept
    """
    ...

def yarn_logit_factor(
    s: Number,
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
    """YaRN's factor on logits in a context s times as long.

        (0.1 ln s + 1)²; 1 for s ≤ 1

    s: length over the length of training, > 0

    Units: dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Published as sqrt(1/t) =
        0.1 ln s + 1, which multiplies queries and keys: logits get the square
    Source: Peng et al. 2023, arXiv:2309.00071, section 3.4
    """
    ...

def longrope_logit_factor(
    s: Number,
    reference: Number,
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
    """LongRoPE's factor on logits in a context s times as long.

        1 + (ln s)/(ln reference) = log(s reference)/(log reference); 1 for s ≤ 1

    s: length over the length of training, > 0
    reference: the length of training, an integer, 2 to 2^63

    Units: dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Published as sqrt(1 + ln
        s/ln reference), which multiplies queries and keys: logits get the square, which is
        attention.log_rule(s reference, reference)
    Source: Ding et al. 2024, arXiv:2402.13753, section 3.3; its attention_factor in Hugging Face transformers
    """
    ...

def scalable_softmax_weight(
    n: Number,
    s: Number,
    high: Number,
    low: Number,
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
    """The weight that Scalable-Softmax gives to the largest of n logits when the others are equal.

        1/(1 + (n - 1) n^(-s (high - low)))

    n: keys in the row, an integer, 2 to 2^63
    s: the learned factor, > 0
    high: the largest logit
    low: the other logits

    Units: a weight, of one logit above n - 1 others that are equal; high and low are the logits before s log
        n multiplies them. Tends to 1 with n iff s (high - low) > 1, to 0 iff it is below 1
    Source: Nakanishi 2025, arXiv:2501.19399, section 2
    """
    ...

def planted_weight(
    n: Number,
    gap: Number,
    scale: Number,
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
    """The weight of a key whose score stands out by a gap among n - 1 equal ones.

        1/(1 + (n - 1) e^(-scale gap))

    n: keys in the row, an integer, 2 to 2^63
    gap: score of the key over that of the others
    scale: what multiplies scores

    Units: a weight, of one logit above n - 1 others that are equal; logits are scale times the scores
    Source: own derivation: the softmax of (scale gap, 0, …, 0)
    """
    ...

def planted_scale(
    n: Number,
    reference: Optional[Number] = ...,
    *,
    gap: Number,
    scale: Number,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The scale at which a key that stands out by a gap keeps among n the weight that it has among `reference`
        keys.

        scale + log((n - 1)/(reference - 1))/gap

    n: keys in the row, an integer, 2 to 2^63
    reference: the length at which the factor is 1, an integer, 2 to 2^63; default 512
    gap: score of the key over that of the others, > 0
    scale: the scale at length `reference`

    Units: multiplies scores: the setting in which a law in log n is exact, added and not multiplied
    Source: own derivation: the odds (n - 1) e^(-scale gap) kept
    """
    ...

def preserving_scale(
    n: Number,
    reference: Optional[Number] = ...,
    std: Optional[Number] = ...,
    model: Optional[Literal["gaussian", "sphere", "mean_field"]] = ...,
    scale: Optional[Number] = ...,
    dim: Optional[Number] = ...,
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
    """The scale at which rows of attention over n keys keep the mean entropy that rows over a reference number
        have.

        the s with E[H_n(s)] = E[H_reference(s₀)], s₀ the std or scale at the reference length

    n: keys in the row, an integer, 2 to 2^63
    reference: the length whose entropy is kept, an integer, 2 to 2^63; default 512
    std: model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    model: gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius
        sqrt(dim); mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field;
        default gaussian
    scale: sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    dim: sphere, mean_field: of the head, 2 to 10^6

    Units: what it keeps is in nats; it is itself a std of logits (model=gaussian) or a scale on q.k (sphere
        and mean_field, |q| = |k| = sqrt(dim)), not a factor: that is preserving_scale/s_0
    Source: the aim: Su 2021, kexue.fm/archives/8823; the exact solution at finite n: own derivation
    """
    ...

entropy_invariant_scale = preserving_scale

entropy_invariant_std = preserving_scale

def rule_factor(
    rule: Literal["constant", "log", "sqrt_log", "annealed", "yarn", "yarn_once", "longrope", "scalable_softmax", "kappa_log", "linear_deficit", "exact"],
    n: Number,
    reference: Optional[Number] = ...,
    std: Optional[Number] = ...,
    model: Optional[Literal["gaussian", "sphere", "mean_field"]] = ...,
    scale: Optional[Number] = ...,
    dim: Optional[Number] = ...,
    slope: Optional[Number] = ...,
    kappa: Optional[Number] = ...,
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
    """By what a length rule multiplies the logits of attention over n keys.

        the factor f(n) on the std or scale that the model has at the reference length

    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
        log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) + 1)^2;
        yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference (these
        three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim scale);
        linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale; one of
        constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
        linear_deficit, exact
    n: keys in the row, an integer, 2 to 2^63
    reference: the length from which rules start, an integer, 2 to 2^63; default 512
    std: model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    model: gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius
        sqrt(dim); mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field;
        default gaussian
    scale: sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    dim: sphere, mean_field: of the head, 2 to 10^6
    slope: of scalable_softmax, > 0; 1/log reference when left out, which is the rule log
    kappa: of kappa_log, > 0; sqrt(dim)/log reference when left out

    Units: dimensionless, on the logits: of a rule that multiplies queries and keys it is the square. The
        rules but `exact` are single formulas, which attention.log_rule and its like prove by a second way
    Source: rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
        arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
        arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
    """
    ...

def rule_entropy(
    rule: Literal["constant", "log", "sqrt_log", "annealed", "yarn", "yarn_once", "longrope", "scalable_softmax", "kappa_log", "linear_deficit", "exact"],
    n: Number,
    reference: Optional[Number] = ...,
    std: Optional[Number] = ...,
    model: Optional[Literal["gaussian", "sphere", "mean_field"]] = ...,
    scale: Optional[Number] = ...,
    dim: Optional[Number] = ...,
    slope: Optional[Number] = ...,
    kappa: Optional[Number] = ...,
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
    """Mean entropy of attention over n keys under a length rule.

        E[H_n(s₀ f(n))], f the rule's factor (attention.rule_factor)

    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
        log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) + 1)^2;
        yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference (these
        three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim scale);
        linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale; one of
        constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
        linear_deficit, exact
    n: keys in the row, an integer, 2 to 2^63
    reference: the length from which rules start, an integer, 2 to 2^63; default 512
    std: model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    model: gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius
        sqrt(dim); mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field;
        default gaussian
    scale: sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    dim: sphere, mean_field: of the head, 2 to 10^6
    slope: of scalable_softmax, > 0; 1/log reference when left out, which is the rule log
    kappa: of kappa_log, > 0; sqrt(dim)/log reference when left out

    Units: nats; s_0 is the std (gaussian) or scale (sphere, mean_field) before the factor
    Source: rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
        arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
        arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
    """
    ...

def entropy_drift(
    rule: Literal["constant", "log", "sqrt_log", "annealed", "yarn", "yarn_once", "longrope", "scalable_softmax", "kappa_log", "linear_deficit", "exact"],
    n: Number,
    reference: Optional[Number] = ...,
    std: Optional[Number] = ...,
    model: Optional[Literal["gaussian", "sphere", "mean_field"]] = ...,
    scale: Optional[Number] = ...,
    dim: Optional[Number] = ...,
    slope: Optional[Number] = ...,
    kappa: Optional[Number] = ...,
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
    """The change in entropy that a length rule leaves between a reference length and n.

        E[H_n(s₀ f(n))] - E[H_reference(s₀ f(reference))], f the rule's factor

    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
        log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) + 1)^2;
        yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference (these
        three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim scale);
        linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale; one of
        constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
        linear_deficit, exact
    n: keys in the row, an integer, 2 to 2^63
    reference: the length from which rules start, an integer, 2 to 2^63; default 512
    std: model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    model: gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius
        sqrt(dim); mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field;
        default gaussian
    scale: sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    dim: sphere, mean_field: of the head, 2 to 10^6
    slope: of scalable_softmax, > 0; 1/log reference when left out, which is the rule log
    kappa: of kappa_log, > 0; sqrt(dim)/log reference when left out

    Units: nats; 0 for the exact solution, positive when attention spreads with length. f(reference) is 1
        except for scalable_softmax with a slope and kappa_log with a kappa of their own, which are compared
        with themselves
    Source: rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
        arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
        arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
    """
    ...

def rule_score(
    rule: Literal["constant", "log", "sqrt_log", "annealed", "yarn", "yarn_once", "longrope", "scalable_softmax", "kappa_log", "linear_deficit", "exact"],
    n: Number,
    reference: Optional[Number] = ...,
    std: Optional[Number] = ...,
    model: Optional[Literal["gaussian", "sphere", "mean_field"]] = ...,
    scale: Optional[Number] = ...,
    dim: Optional[Number] = ...,
    slope: Optional[Number] = ...,
    kappa: Optional[Number] = ...,
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
    """How well a length rule keeps the entropy of attention.

        1 - |entropy_drift(rule)|/|entropy_drift of the scale that the rule has at the reference, kept
        constant|

    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
        log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) + 1)^2;
        yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference (these
        three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim scale);
        linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale; one of
        constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
        linear_deficit, exact
    n: keys in the row, an integer, 2 to 2^63
    reference: the length from which rules start, an integer, 2 to 2^63; default 512
    std: model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    model: gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius
        sqrt(dim); mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field;
        default gaussian
    scale: sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    dim: sphere, mean_field: of the head, 2 to 10^6
    slope: of scalable_softmax, > 0; 1/log reference when left out, which is the rule log
    kappa: of kappa_log, > 0; sqrt(dim)/log reference when left out

    Units: dimensionless: 1 keeps the entropy, 0 is no better than a constant scale, negative is worse.
        `domain` at n = reference. No sample: a ratio of two small differences
    Source: rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
        arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
        arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
    """
    ...

def gaussian_qk_entropy(
    n: Number,
    dim: Number,
    scale: Number,
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
    """Mean entropy of attention over n keys with Gaussian queries and keys, exact at finite n.

        E[H] of softmax(scale q · k₁, …, scale q · k_n), q, k_j ~ N(0, I_dim) independent

    n: keys in the row, an integer, 2 to 2^63
    dim: of the head, 1 to 10^6
    scale: the logits are scale q.k, of a std scale sqrt(dim) from 0.001 to 64, > 0; 1/sqrt(dim) is usual

    Units: nats. Not attention.entropy(n, scale sqrt(dim)): |q| is random, and only close to sqrt(dim)
    Source: own derivation: formula 8 or 3 of the entropy of independent logits, averaged over |q|
    """
    ...

def sphere_entropy(
    n: Number,
    dim: Number,
    scale: Number,
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
    """Mean entropy of attention over n keys with queries and keys on a sphere, which is QK-norm, exact at finite
        n.

        E[H] of softmax(z c₁, …, z c_n), z = scale ‖q‖ ‖k‖ = scale dim for ‖q‖ = ‖k‖ = √dim

    n: keys in the row, an integer, 2 to 2^63
    dim: of the head, 1 to 10^6
    scale: the logits are scale q.k, of a std scale sqrt(dim) from 0.001 to 64, > 0; 1/sqrt(dim) is usual

    Units: nats. QK-norm with RMSNorm on queries and keys, at random directions; a learned gain g on each
        makes scale g^2 times as large. Norms to length 1 (scale q.k with |q| = |k| = 1) are scale/dim here
    Source: QK-norm: Henry et al. 2020, arXiv:2010.04245; Dehghani et al. 2023, arXiv:2302.05442, section 2.
        The formula: own derivation
    """
    ...

qk_norm_entropy = sphere_entropy
