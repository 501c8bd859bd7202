"""The quantities optimizer.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number
from ._value import Value

def adam_first_step(
    beta1: Optional[Number] = ...,
    beta2: Optional[Number] = ...,
    gradient: Optional[Number] = ...,
    epsilon: Optional[Number] = ...,
    bias_correction: Optional[bool] = ...,
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
    """Adam's first step, in units of the learning rate: the sign of the gradient.

        m/(√v + ε) = g/(|g| + ε) after one gradient g

    beta1: decay of the mean m of gradients, in [0, 1); default 0.9
    beta2: decay of the mean v of squared gradients, in (0, 1); default 0.999
    gradient: g; default 1
    epsilon: added to sqrt(v), >= 0; 1e-8 is usual; default 0
    bias_correction: whether m and v are divided by 1 - beta^t; one of true, false; default true

    Units: in units of the learning rate and against the gradient. Without bias_correction, as in BERT's
        optimizer, it is (1 - beta1)/sqrt(1 - beta2) = 3.16 times as large (epsilon = 0). epsilon stands
        outside the root
    Source: Kingma and Ba 2014, arXiv:1412.6980, algorithm 1
    """
    ...

def adam_update_bound(
    beta1: Optional[Number] = ...,
    beta2: Optional[Number] = ...,
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
    """Largest step Adam can make, in units of the learning rate.

        sup (|m|/√v) over all gradients = (1 - β₁)/√((1 - β₂) (1 - β₁²/β₂))

    beta1: decay of the mean m of gradients, in [0, 1); default 0.9
    beta2: decay of the mean v of squared gradients, in (0, 1); default 0.999

    Units: in units of the learning rate; the same with bias correction, since (1 - beta1^2t/beta2^t) (1 -
        beta2^t) <= (1 - beta1^t)^2. (1 - beta1)/sqrt(1 - beta2), the published figure, is the step after one
        gradient that came after nothing but zeros. `domain` unless beta1^2 < beta2: gradients that shrink
        then make steps without bound
    Source: Kingma and Ba 2014, arXiv:1412.6980, section 2.1; own derivation: |sum a_k g_k| <= sqrt(sum
        a_k^2/b_k) sqrt(sum b_k g_k^2) for the weights a_k = (1 - beta1) beta1^k of m and b_k of v, by Cauchy
        and Schwarz, equal for g_k = a_k/b_k
    """
    ...

def adam_noise_rms(
    beta1: Optional[Number] = ...,
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
    """Root mean square of Adam's step when gradients are pure noise, in units of the learning rate.

        √((1 - β₁)/(1 + β₁))

    beta1: decay of the mean m of gradients, in [0, 1); default 0.9

    Units: in units of the learning rate; gradients are independent with mean 0, many steps have gone by and v
        is their variance (beta2 -> 1)
    Source: Kingma and Ba 2014, arXiv:1412.6980, section 2.1; own derivation: m has variance (1 - beta1)^2 sum
        beta1^(2k) times that of a gradient
    """
    ...

def adam_signal_update(
    snr: Number,
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
    """Mean step of Adam at a given ratio of signal to noise, in units of the learning rate.

        E[g]/√(E[g²]) = snr/√(1 + snr²)

    snr: mean over standard deviation of a gradient

    Units: in units of the learning rate; snr is the mean of a gradient over its standard deviation, and m and
        v have settled (both betas -> 1)
    Source: Kingma and Ba 2014, arXiv:1412.6980, section 2.1
    """
    ...

def running_half_life(
    momentum: Number,
    convention: Optional[Literal["keras", "pytorch"]] = ...,
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
    """Steps after which a running mean keeps half of its first value.

        log(1/2)/(log m); pytorch: m = 1 - momentum

    momentum: the share that stays or is new, 0 to 1; see convention
    convention: keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras,
        pytorch; default keras

    Units: in steps, not rounded to a whole number
    Source: Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2; own derivation
    """
    ...

def running_variance_factor(
    momentum: Number,
    convention: Optional[Literal["keras", "pytorch"]] = ...,
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
    """Variance of a settled running mean, relative to that of one batch's statistic.

        (1 - m)/(1 + m); pytorch: m = 1 - momentum

    momentum: the share that stays or is new, 0 to 1; see convention
    convention: keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras,
        pytorch; default keras

    Units: of variances; batches are independent and weights do not change
    Source: own derivation: sum over k of ((1 - m) m^k)^2
    """
    ...

def gradient_descent_rate(
    condition: Number,
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
    """Factor by which each step of gradient descent shrinks the error of a quadratic loss.

        (k - 1)/(k + 1), k the condition number

    condition: largest curvature over the smallest, >= 1

    Units: a factor per step: of the distance to the minimum with the best constant rate, 2/(1 + k) where the
        smallest curvature is 1; of sqrt(loss) with exact line search from the worst start. 0 at k = 1, where
        one step gets there
    Source: Nocedal and Wright, Numerical Optimization, 2006, theorem 3.3
    """
    ...
