"""The quantities activation.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Function, Number
from ._value import Value

def mean(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Mean of an activation under a normal input.

        E[f(x)], x ~ N(mean, std²)

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def second_moment(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Mean square of an activation under a normal input: the denominator of a gain.

        E[f(x)²], x ~ N(mean, std²)

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: a second moment: E f is not subtracted
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def variance(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Variance of an activation under a normal input.

        E[f(x)²] - E[f(x)]²

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: a variance: E f is subtracted
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def gain(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Factor on the weights that keeps the second moment: what initialisation schemes call gain.

        1/√(E[f(x)²])

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: a factor on the std of the weights. Three gains are easily mixed up:
    activation.gain = 1/sqrt(E f^2): the output's second moment becomes 1 (what kaiming schemes mean)
    activation.variance_gain = 1/sqrt(Var f): the mean is subtracted first (NFNets, scaled weight
        standardisation)
    activation.unit_std = the std s with E f(s z)^2 = 1: used as gain on every layer, the second moment 1
        reproduces itself
    they are one number for identity; gain and unit_std are for relu and leaky_relu, which are homogeneous
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def variance_gain(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Factor that gives the centred activation unit variance.

        1/√(Var f(x))

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: a factor on the std of the weights. Three gains are easily mixed up:
    activation.gain = 1/sqrt(E f^2): the output's second moment becomes 1 (what kaiming schemes mean)
    activation.variance_gain = 1/sqrt(Var f): the mean is subtracted first (NFNets, scaled weight
        standardisation)
    activation.unit_std = the std s with E f(s z)^2 = 1: used as gain on every layer, the second moment 1
        reproduces itself
    they are one number for identity; gain and unit_std are for relu and leaky_relu, which are homogeneous
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def derivative_mean(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Mean slope of an activation under a normal input.

        E[f'(x)]

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: f' almost everywhere: jumps of f are not counted
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def derivative_second_moment(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Mean squared slope of an activation: what a backward pass is multiplied by.

        E[f'(x)²]

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: f' almost everywhere: jumps of f are not counted; of a gated unit E |grad|^2 over both inputs
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def chi_ratio(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Backward over forward gain of a layer that keeps the second moment of its input.

        std² E[f'(x)²]/E[f(x)²]

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: dimensionless; 1 for identity and relu
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def linear_share(
    f: Function,
    std: Optional[Number] = ...,
    mean: Optional[Number] = ...,
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
    """Share of an activation's output variance that its best linear fit carries.

        E[f(x) z]²/(Var f(x)), x = mean + std z: the first Hermite coefficient squared

    f: an activation by name, a gated unit glu(f), or a quoted formula in x
    std: standard deviation of the pre-activation, > 0; default 1
    mean: mean of the pre-activation; default 0

    Units: between 0 and 1; std^2 (E f')^2 / Var f where f has no jumps (Stein), and jumps are counted
    Source: He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
    """
    ...

def correlation(
    f: Function,
    c: Number,
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
    """Correlation map: how alike the outputs of an activation are for inputs of correlation c.

        E[f(std u) f(std v)]/E[f(std u)²], u, v ~ N(0, 1) with E[u v] = c

    f: an activation by name, or a quoted formula in x
    c: correlation of the inputs, -1 to 1
    std: standard deviation of the pre-activation, > 0; default 1

    Units: second moments (E f is not subtracted), so that c = 0 gives (E f)^2 / E f^2; mean 0, equal std
    Source: Poole et al. 2016, arXiv:1606.05340; Daniely, Frostig and Singer 2016, arXiv:1602.05897; closed
        forms: Cho and Saul 2009 (relu), Williams 1997 (erf)
    """
    ...

c_map = correlation

def unit_std(
    f: Function,
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
    """The pre-activation std at which an activation has mean square 1: the gain at which unit second moments
        reproduce themselves.

        the smallest s > 0 with E[f(s z)²] = 1, z ~ N(0, 1)

    f: an activation by name, or a quoted formula in x

    Units: a standard deviation. Three gains are easily mixed up: activation.gain = 1/sqrt(E f(z)^2)
        multiplies after f and keeps the second moment; activation.variance_gain = 1/sqrt(Var f(z)) subtracts
        the mean first; unit_std multiplies before f, on the weights: with weight variance unit_std^2/fan_in a
        layer whose inputs have mean square 1 has outputs with mean square 1. The first and the last agree
        only for functions with f(c x) = c f(x), such as relu
    Source: Poole et al. 2016, arXiv:1606.05340, equation 3, at q = 1
    """
    ...

fixed_point_gain = unit_std

def variance_map(
    f: Function,
    q: Number,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
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
    """Pre-activation variance of a wide layer from that of the layer before.

        V(q) = weight_variance E[f(√q z)²] + bias_variance, z ~ N(0, 1)

    f: an activation by name, or a quoted formula in x
    q: variance of the pre-activation, > 0
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0

    Units: variances; weight_variance is fan_in times the variance of one weight
    Source: Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
    """
    ...

def q_fixed_point(
    f: Function,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
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
    """The variance that a deep network settles at or is driven away from.

        the smallest q > 0 with V(q) = q

    f: an activation by name, or a quoted formula in x
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0

    Units: a variance; it is attracting where activation.q_fixed_point_slope < 1. `domain` where every q > 0
        is fixed, or none: it is proved that V(q) > q, or V(q) < q, for every q > 0
    Source: Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
    """
    ...

def q_fixed_point_slope(
    f: Function,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
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
    """How fast a variance near the fixed point approaches it.

        V'(q*) = weight_variance E[f(√(q*) z)² (z² - 1)]/(2 q*)

    f: an activation by name, or a quoted formula in x
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0

    Units: dimensionless; below 1 the fixed point attracts; q* is the smallest q > 0 with V(q) = q
    Source: Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
    """
    ...

def chi_1(
    f: Function,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
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
    """Factor by which one layer multiplies the squared gradient at the fixed point.

        χ₁ = weight_variance E[f'(√(q*) z)²]

    f: an activation by name, or a quoted formula in x
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0

    Units: dimensionless; 1 is the edge of chaos; f' almost everywhere, so that jumps of f do not count; q* is
        the smallest q > 0 with V(q) = q
    Source: Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
    """
    ...

def edge_of_chaos(
    f: Function,
    bias_variance: Optional[Number] = ...,
    branch: Optional[Literal["smallest", "largest", "settled"]] = ...,
    of: Optional[Literal["weight_variance", "variance", "slope"]] = ...,
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
    """The weight variance at which a deep network stands between order and chaos.

        the weight_variance with V(q) = q and χ₁ = weight_variance E[f'(√q z)²] = 1

    f: an activation by name, or a quoted formula in x
    bias_variance: Var(b), >= 0; default 0
    branch: smallest: the smallest such q; largest: the largest; settled: the one that is the smallest fixed
        point of its V, at which a variance that starts small settles; one of smallest, largest, settled;
        default smallest
    of: variance: q there; slope: V'(q) there, below 1 where the fixed point attracts variances; one of
        weight_variance, variance, slope; default weight_variance

    Units: fan_in times the variance of one weight. Without a bias and with f(0) = 0 it is a limit: 1/f'(0)^2,
        at which q is 0, if E f(sqrt(q) z)^2/q falls from 0 on; for functions with f(c x) = c f(x) every q is
        fixed there, and with a bias there is no edge (`domain`). `domain` where f jumps
    Source: Poole et al. 2016, arXiv:1606.05340, section 3; Schoenholz et al. 2016, arXiv:1611.01232, section
        3; Hayou, Doucet and Rousseau 2019, arXiv:1902.06853, algorithm 1, whose curve is the smallest
    """
    ...

def half_stable(
    f: Function,
    of: Optional[Literal["weight_variance", "bias_variance", "variance"]] = ...,
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
    """The initialisation at which a deep network keeps variances and gradients at once, where they attract from
        one side only.

        the smallest q > 0 with V(q) = q, V'(q) = 1, χ₁ = 1

    f: an activation by name, or a quoted formula in x
    of: weight_variance: fan_in times Var(w) there; bias_variance: Var(b) there; variance: q; one of
        weight_variance, bias_variance, variance; default weight_variance

    Units: weight_variance is fan_in times the variance of one weight; where two fixed points of V merge. For
        smaller biases the fixed point with chi_1 = 1 repels variances
    Source: Roberts, Yaida and Hanin 2022, The Principles of Deep Learning Theory, section 5.3: C_W, C_b and
        K*
    """
    ...

def variance_at_depth(
    f: Function,
    layers: Number,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
    q: Optional[Number] = ...,
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
    """Pre-activation variance after some layers of a wide network.

        q_L of q_(l+1) = V(q_l) = weight_variance E[f(√(q_l) z)²] + bias_variance, q₀ = q

    f: an activation by name, or a quoted formula in x
    layers: how many layers the signal has passed, 0 to 10^6
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0
    q: pre-activation variance before the first of them, > 0; default 1

    Units: a variance; weight_variance is fan_in times the variance of one weight
    Source: Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, equation 3
    """
    ...

def depth_scale(
    f: Function,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
    of: Optional[Literal["correlation", "variance"]] = ...,
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
    """The number of layers over which a signal is remembered: differences shrink by e.

        ξ_c = -1/(log χ₁) or ξ_q = -1/(log V'(q*))

    f: an activation by name, or a quoted formula in x
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0
    of: variance: xi_q; correlation: xi_c of nearly equal inputs; one of correlation, variance; default
        correlation

    Units: layers. xi_c is how far correlations reach where correlation 1 attracts (chi_1 < 1 and f is
        continuous), xi_q how far the variance remembers its start; both grow without bound towards 1: chi_1 =
        1 is the edge of chaos. `domain` for xi_c where f jumps: there correlation 1 does not attract,
        whatever chi_1 is
    Source: Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, equations 8 and 9
    """
    ...

def correlation_at_depth(
    f: Function,
    layers: Number,
    correlation: Number,
    weight_variance: Number,
    bias_variance: Optional[Number] = ...,
    q: Optional[Number] = ...,
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
    """Correlation of two signals after some layers of a wide network, both with the same variance.

        c_L of c_(l+1) = (weight_variance E[f(√(q_l) u) f(√(q_l) v)] + bias_variance)/q_(l+1), u, v normal
        with correlation c_l, q_(l+1) = V(q_l)

    f: an activation by name, or a quoted formula in x; continuous
    layers: how many layers the signals have passed, 0 to 10000
    correlation: correlation before the first of them, -1 to 1
    weight_variance: fan_in times Var(w), > 0
    bias_variance: Var(b), >= 0; default 0
    q: variance of both before the first of them, > 0; default 1

    Units: a correlation of pre-activations without subtracted means, in [-1, 1]
    Source: Poole et al. 2016, arXiv:1606.05340, equation 6; Schoenholz et al. 2016, Deep Information
        Propagation, arXiv:1611.01232, equation 5
    """
    ...

def lipschitz(
    f: Function,
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
    """The largest slope of an activation: its Lipschitz constant.

        sup_(x ∈ R) |f'(x)|

    f: an activation by name, or a quoted formula in x

    Units: dimensionless; f' almost everywhere, kinks from both sides; `domain` where f jumps or its slope is
        unbounded. A value that f takes at a single point does not count
    Source: definition; for gelu Hendrycks and Gimpel 2016, arXiv:1606.08415
    """
    ...

def distance(
    f: Function,
    g: Function,
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
    """How far two activations are apart at most: the error of replacing one by the other.

        sup_(x ∈ R) |f(x) - g(x)|

    f: an activation by name, or a quoted formula in x
    g: an activation by name, or a quoted formula in x

    Units: absolute, in units of the activation's output; `domain` where it is unbounded. Jumps count from
        both sides, a value that is taken at a single point does not: the essential supremum
    Source: definition; for gelu's approximations Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2
    """
    ...

def best_parameter(
    f: Function,
    g: Function,
    norm: Optional[Literal["sup", "l2"]] = ...,
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
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
    """The parameter that brings a family of functions closest to a given one, such as quick_gelu's 1.702.

        argmin_t sup_x |f(x, t) - g(x)| or argmin_t ∫_lower^upper (f(x, t) - g(x))² dx

    f: a quoted formula in x and the parameter t
    g: an activation by name, or a quoted formula in x
    norm: what is minimised; one of sup, l2; default sup
    lower: lower limit of x for norm=l2; default -inf
    upper: upper limit of x for norm=l2; default inf

    Units: t in [1/64, 64]. norm=sup: over all real x, the best t of that interval is proved. norm=l2: a
        strict local minimum is proved, the one next to the best of a grid over that interval
    Source: Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; the method is Chebyshev's equioscillation
    """
    ...

def value(
    f: Function,
    x: Number,
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
    """An activation at a point.

        f(x)

    f: an activation by name, or a quoted formula in x
    x: where

    Units: in units of the activation's output
    Source: definition
    """
    ...

def slope(
    f: Function,
    x: Number,
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
    """The derivative of an activation at a point: what its saturation leaves of a gradient.

        f'(x)

    f: an activation by name, or a quoted formula in x
    x: where

    Units: `domain` at a kink, where the slopes on the two sides differ, and at a jump
    Source: definition
    """
    ...
