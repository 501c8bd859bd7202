"""The quantities elementwise.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Function, Number
from ._value import Value

def ode_residual(
    ode: Literal["dyt", "dyisru"],
    dim: Number,
    rms: Optional[Number] = ...,
    c: Optional[Number] = ...,
    lower: Optional[Number] = ...,
    upper: Optional[Number] = ...,
    branch: Optional[Literal["positive", "negative", "trivial"]] = ...,
    f: Optional[Function] = ...,
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
    """How far a function is from solving the equation that makes DyT or DyISRU of RMSNorm: 0 proves that it
        does.

        sup_(lower ≤ x ≤ upper) |y' - (1 - y²/dim)/rms| (dyt), sup_(lower ≤ x ≤ upper) |x y' - y (1 - y²/dim)|
        (dyisru)

    ode: y' = (1 - y^2/dim)/rms, or x y' = y (1 - y^2/dim); one of dyt, dyisru
    dim: entries that share the root mean square, >= 1
    rms: dyt: the root mean square that is held constant, > 0; default 1
    c: dyisru: the constant of integration; negative for solutions beyond |y| = sqrt(dim), which exist for x^2
        > -c; default 1
    lower: where the interval begins; default -50
    upper: where it ends; default 50
    branch: which closed form; one of positive, negative, trivial; default positive
    f: another function in place of the closed form: an activation by name, or a quoted formula in x

    Units: absolute; y' almost everywhere, kinks of f from both sides, its jumps and values at single points
        not counted. Without f, y is the closed form: sqrt(dim) tanh(x/(rms sqrt(dim))) of dyt, sqrt(dim)
        x/sqrt(x^2 + c) of dyisru; negative is minus that, trivial is y = 0. They solve dyisru; for dyt the
        residual says that they do not. `domain` where the closed form does not exist on the whole interval
    Source: Su 2025, spaces.ac.cn/archives/10831, equations 9 to 12; Stollenwerk 2025, arXiv:2503.21708
    """
    ...

def ode_solution(
    ode: Literal["dyt", "dyisru"],
    x: Number,
    dim: Number,
    rms: Optional[Number] = ...,
    c: Optional[Number] = ...,
    from_: Optional[Number] = ...,
    value: Optional[Number] = ...,
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
    """The solution of DyT's or DyISRU's equation through a given point.

        y(x) with y(from) = value and y' = (1 - y²/dim)/rms (dyt), x y' = y (1 - y²/dim) (dyisru)

    ode: y' = (1 - y^2/dim)/rms, or x y' = y (1 - y^2/dim); one of dyt, dyisru
    x: where
    dim: entries that share the root mean square, >= 1
    rms: dyt: the root mean square that is held constant, > 0; default 1
    c: dyisru: the constant of integration; negative for solutions beyond |y| = sqrt(dim), which exist for x^2
        > -c; default 1
    from_: where the solution is given: 0 for dyt, 1 for dyisru
    value: y(from): 0 for dyt, the closed form with constant c for dyisru

    Units: in units of y, sqrt(dim) is the constant solution. dyt starts at y(0) = 0 by default, dyisru on its
        closed form with constant c at from = 1. A value beyond sqrt(dim) belongs to a solution that becomes
        infinite: `domain` behind that place. dyisru solved for y' reads 0/0 at x = 0: behind it the solution
        continues differentiably, and no solution is singled out by starting there (`domain`)
    Source: Su 2025, spaces.ac.cn/archives/10831, equations 9 to 12; Stollenwerk 2025, arXiv:2503.21708
    """
    ...

def clip_error(
    form: Literal["softcap", "isru"],
    t: Optional[Number] = ...,
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
    """How far a smooth clip is from clip(x, -t, t) at most.

        sup_x |clip(x, -t, t) - t tanh(x/t)| = t (1 - tanh 1) (softcap), sup_x |clip(x, -t, t) - x/√(1 +
        x²/t²)| = t (1 - 1/√2) (isru), both at |x| = t

    form: which smooth clip; one of softcap, isru
    t: the bound of the clip, > 0; default 1

    Units: absolute, in units of x; softcap is Gemma 2's cap on logits, isru the same with x/sqrt(1 + x^2/t^2)
    Source: Su 2025, spaces.ac.cn/archives/10831, equation 14; Gemma Team 2024, arXiv:2408.00118
    """
    ...

def best_map(
    dim: Number,
    x: Number,
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
    """The best element-wise substitute for RMSNorm: the mean of the output entry, given the input entry.

        f*(x) = E[y₁ | x₁ = x] = √(dim/2) x U(1/2, 2 - dim/2, x²/2), y = √dim x/‖x‖

    dim: entries that are normalised together, 1 to 10^9
    x: the input entry
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: the normalised entry without weight, between -sqrt(dim) and sqrt(dim); inputs are N(0, std^2) and
        independent. No function of x_1 alone comes closer to y_1 in mean square
    Source: own derivation: Tricomi's U (DLMF 13.4.4) with A = the sum of the other squares, chi^2 of dim - 1;
        the target is that of Su 2025, spaces.ac.cn/archives/10831, eq. 3
    """
    ...

def irreducible_error(
    dim: Number,
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
    """Mean square error of the best element-wise substitute for RMSNorm: what no function of one entry can undo.

        1 - E[f*(x)²] = 1 - (dim/2) (Γ((dim + 1)/2)/Γ(dim/2 + 1))² ₃F₂(1/2, 1/2, 3/2; dim/2 + 1, dim/2 + 1; 1)

    dim: entries that are normalised together, 1 to 10^9

    Units: a mean square per entry, relative to E y_1^2 = 1; about 1/(2 dim). For x ~ N(0, std^2 I), whatever
        std
    Source: own derivation: E f*^2 as a double integral over Laplace variables, the inner one a 2F1, the outer
        one term by term
    """
    ...

def scatter(
    dim: Number,
    x: Number,
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
    """How far the output entry of RMSNorm spreads around the best element-wise map: its std, given the input
        entry.

        std of y₁ given x₁ = x: √((dim/2) x² U(1, (5 - dim)/2, x²/2) - f*(x)²), y = √dim x/‖x‖, f* =
        elementwise.best_map

    dim: entries that are normalised together, 1 to 10^9
    x: the input entry
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: the normalised entry without weight; inputs are N(0, std^2) and independent. Its mean square over x
        is elementwise.irreducible_error; about |x|/sqrt(2 dim) in units of std while x^2 is small beside dim
    Source: own derivation: E x^2/(x^2 + A), A the sum of the other squares, chi^2 of dim - 1, by the Laplace
        transform of A (DLMF 13.4.4)
    """
    ...

def fit_alpha(
    dim: Number,
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
    """The alpha with which DyT comes closest to RMSNorm on independent normal inputs.

        argmin_α E[(√dim tanh(α x₁) - y₁)²], y = √dim x/‖x‖, x ~ N(0, std² I)

    dim: entries that are normalised together, 1 to 10^9
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: per unit of the input: 1/std times that at std 1, where it is near 1/sqrt(dim). The factor
        sqrt(dim) of the form is fixed; in practice it is part of the weight
    Source: own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
    """
    ...

def fit_c(
    dim: Number,
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
    """The C with which DyISRU comes closest to RMSNorm on independent normal inputs.

        argmin_C E[(√dim x₁/√(x₁² + C) - y₁)²], y = √dim x/‖x‖, x ~ N(0, std² I)

    dim: entries that are normalised together, 1 to 10^9
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: a square of the input: std^2 times that at std 1, which is between dim - 5/2, which it approaches,
        and dim - 1, the mean of what it stands for: the sum of the other squares
    Source: own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
    """
    ...

def excess_error(
    form: Literal["dyt", "dyisru"],
    dim: Number,
    alpha: Optional[Number] = ...,
    c: Optional[Number] = ...,
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
    """How much further than the best element-wise map DyT or DyISRU is from RMSNorm, in mean square.

        E[(g(x₁) - f*(x₁))²], g the form with its √dim, f* = elementwise.best_map, x ~ N(0, std² I)

    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); one of dyt, dyisru
    dim: entries that are normalised together, 1 to 10^9
    alpha: of dyt, > 0; the fit when it is left out
    c: of dyisru, > 0; the fit when it is left out
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: a mean square per entry, relative to E y_1^2 = 1; elementwise.error is the sum of it and
        elementwise.irreducible_error
    Source: own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
    """
    ...

def error(
    form: Literal["dyt", "dyisru"],
    dim: Number,
    alpha: Optional[Number] = ...,
    c: Optional[Number] = ...,
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
    """Mean square distance of DyT or DyISRU from RMSNorm on independent normal inputs.

        E[(g(x₁) - y₁)²], g the form with its √dim, y = √dim x/‖x‖, x ~ N(0, std² I)

    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); one of dyt, dyisru
    dim: entries that are normalised together, 1 to 10^9
    alpha: of dyt, > 0; the fit when it is left out
    c: of dyisru, > 0; the fit when it is left out
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: a mean square per entry, relative to E y_1^2 = 1
    Source: own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
    """
    ...

def jacobian_mismatch(
    form: Literal["dyt", "dyisru", "best"],
    dim: Number,
    alpha: Optional[Number] = ...,
    c: Optional[Number] = ...,
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
    """How far the diagonal Jacobian of DyT, DyISRU or the best element-wise map is from that of RMSNorm,
        relative to the latter.

        E ‖diag(g'(x_i)) - J‖_F²/(E ‖J‖_F²), J = (I - y yᵀ/dim)/rms(x), x ~ N(0, std² I)

    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); best: the function of one entry
        whose Jacobian misses least, elementwise.best_map, without alpha and c; one of dyt, dyisru, best
    dim: entries that are normalised together, 1 to 10^9
    alpha: of dyt, > 0; the fit when it is left out
    c: of dyisru, > 0; the fit when it is left out
    std: standard deviation (rms) of the inputs, > 0; default 1

    Units: dimensionless, the same for all std when the parameter scales with it; at least the share of J that
        is off its diagonal, 1 - norm.diagonal_share. `domain` for dim = 1, 2. Without alpha or c: those that
        fit the outputs, not the Jacobian
    Source: own derivation: E |J|^2 = dim (dim - 1)/((dim - 2) std^2), and E[dy_1/dx_1 | x_1] = f*'(x_1)
    """
    ...
