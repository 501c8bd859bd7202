"""Activations as people write them with torch and numpy, each with the built-in that it is.

A row is (what makes the function from the library, the built-in, how far their second moments may be apart).
The last is 0, up to the digits proved, unless a constant of the function is a double (0.01, 1.702) or a
decimal of the library where the built-in has the exact number: then it is what the constants are apart.
"""

from __future__ import annotations

import math
from typing import Any, Callable, List, Tuple

Row = Tuple[Callable[[Any], Callable[[Any], Any]], str, str]

EXACT, DOUBLE = "1e-28", "1e-15"


def quick_gelu(torch: Any, beta: Any) -> Any:
    """A module as a user writes it."""

    class QuickGelu(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.beta = beta

        def forward(self, x: Any) -> Any:
            return x * torch.sigmoid(self.beta * x)

    return QuickGelu()


def gelu_new(torch: Any) -> Callable[[Any], Any]:
    """transformers' NewGELUActivation."""
    slope = math.sqrt(2.0 / math.pi)
    return lambda x: 0.5 * x * (1.0 + torch.tanh(slope * (x + 0.044715 * torch.pow(x, 3.0))))


TORCH: List[Row] = [
    (lambda t: t.nn.functional.gelu, "gelu", EXACT),
    (lambda t: t.nn.GELU(), "gelu", EXACT),
    (lambda t: lambda x: x * 0.5 * (1.0 + t.erf(x / math.sqrt(2.0))), "gelu", DOUBLE),
    (lambda t: lambda x: x * t.special.ndtr(x), "gelu", EXACT),
    (lambda t: lambda x: t.nn.functional.gelu(x, approximate="tanh"), "gelu_tanh", EXACT),
    (gelu_new, "gelu_tanh", DOUBLE),
    (lambda t: quick_gelu(t, 1.702), "quick_gelu", DOUBLE),
    (lambda t: quick_gelu(t, t.nn.Parameter(t.tensor(1.0))), "silu", EXACT),
    (lambda t: quick_gelu(t, t.nn.Parameter(t.tensor(1.702, dtype=t.float64))), "quick_gelu", DOUBLE),
    (lambda t: t.nn.functional.silu, "silu", EXACT),
    (lambda t: lambda x: x * x.sigmoid(), "silu", EXACT),
    (lambda t: t.nn.Mish(), "mish", EXACT),
    (lambda t: t.nn.SELU(), "selu", EXACT),
    (lambda t: t.nn.ELU(), "elu", EXACT),
    (lambda t: t.nn.ELU(0.5), "elu(0.5)", EXACT),
    (lambda t: t.nn.CELU(2.0), "celu(2)", EXACT),
    (lambda t: t.nn.LeakyReLU(), "leaky_relu", DOUBLE),
    (lambda t: t.nn.LeakyReLU(0.25), "leaky_relu(0.25)", EXACT),
    (lambda t: lambda x: t.where(x > 0, x, 0.25 * x), "leaky_relu(0.25)", EXACT),
    (lambda t: t.nn.PReLU(), "prelu(0.25)", EXACT),
    (lambda t: t.nn.Softplus(), "softplus", EXACT),
    (lambda t: t.relu, "relu", EXACT),
    (lambda t: lambda x: x.clamp(min=0), "relu", EXACT),
    (lambda t: lambda x: t.max(x, t.zeros_like(x)), "relu", EXACT),
    (lambda t: lambda x: x * (x > 0).float(), "relu", EXACT),
    (lambda t: lambda x: x.masked_fill(x < 0, 0.0), "relu", EXACT),
    (lambda t: lambda x: t.relu(x).square(), "squared_relu", EXACT),
    (lambda t: t.nn.Sequential(t.nn.Identity(), t.nn.ReLU6(), t.nn.Dropout().eval()), "relu6", EXACT),
    (lambda t: t.nn.Hardtanh(), "hardtanh", EXACT),
    (lambda t: t.nn.Hardswish(), "hard_swish", EXACT),
    (lambda t: t.nn.Hardsigmoid(), "hard_sigmoid", EXACT),
    (lambda t: t.nn.Softsign(), "softsign", EXACT),
    (lambda t: t.nn.Tanhshrink(), "tanhshrink", EXACT),
    (lambda t: t.nn.Softshrink(), "softshrink", EXACT),
    (lambda t: t.nn.Hardshrink(), "hardshrink", EXACT),
    (lambda t: t.nn.LogSigmoid(), "logsigmoid", EXACT),
    (lambda t: t.sigmoid, "sigmoid", EXACT),
    (lambda t: lambda x: t.tensor(1.0) / (1 + t.exp(-x)), "sigmoid", EXACT),
    (lambda t: lambda x: x.tanh(), "tanh", EXACT),
    (lambda t: t.erf, "erf", EXACT),
    (lambda t: lambda x: t.tanh(t.tensor(0.5) * x), "dyt(0.5)", EXACT),
    (lambda t: lambda x: x * t.rsqrt(1 + x**2), "isru(1)", EXACT),
    (lambda t: lambda x: 30.0 * t.tanh(x / 30.0), "softcap(30)", EXACT),
    (lambda t: lambda x: x + t.sin(x) ** 2, "snake", EXACT),
]

NUMPY: List[Row] = [
    (lambda np: np.tanh, "tanh", EXACT),
    (lambda np: lambda x: np.maximum(x, 0), "relu", EXACT),
    (lambda np: lambda x: np.maximum(0.0, x) ** 2, "squared_relu", EXACT),
    (lambda np: lambda x: np.where(x > 0, x, np.expm1(x)), "elu", EXACT),
    (lambda np: lambda x: np.where(x > 0, x, np.float64(0.25) * x), "leaky_relu(0.25)", EXACT),
    (lambda np: lambda x: np.select([x < 0], [0.25 * x], x), "leaky_relu(0.25)", EXACT),
    (lambda np: lambda x: np.clip(x, -1, 1), "hardtanh", EXACT),
    (lambda np: lambda x: np.clip(x, 0, None) - np.clip(x - 6, 0, np.inf), "relu6", EXACT),
    (lambda np: lambda x: np.logaddexp(0, x), "softplus", EXACT),
    (lambda np: lambda x: -np.logaddexp(0.0, -x), "logsigmoid", EXACT),
    (lambda np: lambda x: x / (1 + np.exp(-x)), "silu", EXACT),
    (lambda np: lambda x: np.reciprocal(1 + np.exp(-x)), "sigmoid", EXACT),
    (lambda np: lambda x: x / (1 + np.abs(x)), "softsign", EXACT),
    (lambda np: lambda x: np.sign(x) * np.maximum(np.abs(x) - 0.5, 0), "softshrink", EXACT),
    (lambda np: lambda x: np.where((x > 0.5) | (x < -0.5), x, 0), "hardshrink", EXACT),
    (lambda np: lambda x: np.where(np.logical_and(x <= 0.5, x >= -0.5), 0, x), "hardshrink", EXACT),
    (lambda np: lambda x: np.array(1.0) * x / np.sqrt(np.square(x) + 2), "dyisru(2)", EXACT),
    (lambda np: lambda x: np.exp(-np.power(x, 2)), "exp_neg_sq", EXACT),
    (lambda np: lambda x: x * (1 + np.tanh(x / 2)) / 2, "silu", EXACT),
    (lambda np: lambda x: x + (1 - np.cos(2 * x)) / 2, "snake", EXACT),
    (lambda np: lambda x: np.sinh(x) / np.cosh(x), "tanh", EXACT),
    (
        lambda np: lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        "gelu_tanh",
        DOUBLE,
    ),
]
