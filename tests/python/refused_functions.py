"""Functions that no formula can hold. The comment `# here` stands on the line that the error must name."""

from __future__ import annotations

import math
import random
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
from sigprop import functions as sp

#: The functions, with words of the message.
REFUSED: List[Tuple[Callable[[Any], Any], str]] = []


def refused(words: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Enters a function into the table."""

    def enter(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        REFUSED.append((function, words))
        return function

    return enter


@refused("the branch depends on `x > 0`, .* write sigprop.where")
def branch(x: Any) -> Any:
    y = 2 * x
    if x > 0:  # here
        return y
    return 0


@refused("asks whether the symbol is 0")
def truth(x: Any) -> Any:
    return x and 1  # here


@refused("the branch depends on `x > 0`")
def chained(x: Any) -> Any:
    return sp.where(0 < x < 1, x, 0)  # here


@refused("sigprop.max or sigprop.min instead of the builtins")
def builtin_max(x: Any) -> Any:
    return max(x, 0)  # here


@refused("the branch depends on")
def in_a_helper(x: Any) -> Any:
    def helper(y: Any) -> Any:
        while y > 1:  # here
            y = y / 2
        return y

    return helper(x + 1)


@refused("the function needs a number, but")
def to_float(x: Any) -> Any:
    return float(x) ** 2  # here


@refused("functions such as math.tanh take numbers only; write sigprop.tanh")
def math_function(x: Any) -> Any:
    return x * math.tanh(x)  # here


@refused("the function needs an integer, but")
def rounded(x: Any) -> Any:
    return x - round(x)  # here


@refused("has no rounding")
def remainder(x: Any) -> Any:
    return x % 1  # here


@refused("numpy.sort cannot become part of a formula")
def sort(x: Any) -> Any:
    return np.sort(x)  # here


@refused("numpy.mean cannot")
def centred(x: Any) -> Any:
    return x - np.mean(x)  # here


@refused("a symbol has no 'mean'")
def mean_method(x: Any) -> Any:
    return x - x.mean()  # here


@refused("a symbol has no 'shape'")
def shape(x: Any) -> Any:
    return x / x.shape[-1]  # here


@refused("no elements x\\[...\\]: write sigprop.where")
def index(x: Any) -> Any:
    return x[x > 0]  # here


@refused("no elements to assign to: write sigprop.where")
def assign(x: Any) -> Any:
    x[x < 0] = 0  # here
    return x


@refused("write y = y \\* x")
def in_place(x: Any) -> Any:
    x *= 2  # here
    return x


@refused("would write into an array")
def in_place_array(x: Any) -> Any:
    total = np.zeros(())
    total += x  # here
    return total


@refused("numpy.add.reduce works on the elements")
def reduce(x: Any) -> Any:
    return np.add.reduce(x)  # here


@refused("an array of shape \\(2,\\)")
def vector(x: Any) -> Any:
    return x * np.array([1.0, 2.0])  # here


@refused("the function needs an array, but")
def as_array(x: Any) -> Any:
    return np.asarray(x) ** 2  # here


@refused("ZeroDivisionError: division by zero")
def raises(x: Any) -> Any:
    return x / (1 / 0)  # here


@refused("no number \\(NaN\\)|not a number \\(NaN\\)")
def nan(x: Any) -> Any:
    return x * float("nan")  # here


@refused("the formula contains infinity")
def infinity(x: Any) -> Any:
    return sp.where(x > 0, x, -float("inf"))  # here


@refused("the text '2' is not a number")
def text_operand(x: Any) -> Any:
    return x + "2"  # here


@refused("unsupported operand")
def complex_operand(x: Any) -> Any:
    return x * 2j  # here


@refused("must be a comparison such as x < 0, not Symbol")
def no_condition(x: Any) -> Any:
    return sp.where(x, 1, 0)  # here


@refused("calls itself without end")
def without_end(x: Any) -> Any:
    return without_end(x)  # here


@refused("beyond 4000 characters")
def explodes(x: Any) -> Any:
    for _ in range(10_000):
        x = x * x  # here
    return x


@refused("deeper than 62 levels")
def deep(x: Any) -> Any:
    for _ in range(10_000):
        x = sp.tanh(x)  # here
    return x


@refused("an integer of 16610 bits is too long")
def long_integer(x: Any) -> Any:
    return x + 10**5000  # here


@refused("the function returns None: is a return missing")
def nothing(x: Any) -> Any:  # here
    sp.tanh(x)


@refused("the function returns a tuple")
def pair(x: Any) -> Any:  # here
    return x, x


@refused("the function returns a comparison, `x > 0`: return sigprop.where")
def comparison(x: Any) -> Any:  # here
    return x > 0


@refused("the function returns a str")
def string(x: Any) -> Any:  # here
    return "x"


@refused("draws random numbers")
def random_number(x: Any) -> Any:  # here
    return x * random.random()


@refused("draws random numbers")
def random_array(x: Any) -> Any:  # here
    return x + np.random.standard_normal()


@refused("is called with 1 argument, x: missing a required argument: 'y'")
def two_arguments(x: Any, y: Any) -> Any:  # here
    return x + y


def refused_by_torch(torch: Any) -> Dict[str, Tuple[Callable[[Any], Any], str]]:
    """The same with torch."""

    class Branching(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            if torch.gt(x, 0):  # here
                return x
            return x * 0

    def dropout(x: Any) -> Any:
        return torch.nn.Dropout(0.5)(x)  # here

    def softmax(x: Any) -> Any:
        return torch.softmax(x, dim=-1)  # here

    def changed(x: Any) -> Any:
        return torch.relu_(x)  # here

    def method_in_place(x: Any) -> Any:
        return x.tanh_()  # here

    def linear(x: Any) -> Any:
        return torch.nn.Linear(1, 1)(x)  # here

    def random_like(x: Any) -> Any:
        return x + torch.rand_like(x)  # here

    def noise(x: Any) -> Any:  # here
        return x + torch.randn(())

    def total(x: Any) -> Any:
        return torch.sum(x)  # here

    def largest(x: Any) -> Any:
        return x.max()  # here

    def tensor(x: Any) -> Any:
        return torch.tensor(x)  # here

    def truncated(x: Any) -> Any:
        return x.to(torch.int64)  # here

    return {
        "branch": (Branching(), "the branch depends on `x > 0`"),
        "dropout": (dropout, "in training mode draws random numbers.* call .eval"),
        "softmax": (softmax, "torch.softmax cannot become part of a formula"),
        "changed": (changed, "in place"),
        "method": (method_in_place, "write x = x.tanh\\(\\)"),
        "linear": (linear, "torch.linear cannot"),
        "random_like": (random_like, "draws random numbers"),
        "noise": (noise, "draws random numbers"),
        "total": (total, "torch.sum cannot"),
        "largest": (largest, "write torch.maximum"),
        "tensor": (tensor, "no length|an array is asked for"),
        "truncated": (truncated, "no rounding"),
    }
