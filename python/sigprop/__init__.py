"""sigprop: the numbers behind Transformer initialisation, normalisation and attention, computed and proved.

    >>> import sigprop
    >>> sigprop.activation.gain("gelu")
    <sigprop.Value activation.gain(gelu) = 1.53353044119553523376774550539, 30 digits proved>
    >>> float(sigprop.truncated_normal.std(-2, 2) * 0.02)
    0.017592513220684796

Quantities are functions in modules of their theme (``sigprop.activation``, ``sigprop.attention``, …) and return a
``Value`` with its proof. ``evaluate``, ``sweep``, ``solve``, ``recipe``, ``train``, ``verify`` and ``diff`` are the
commands of the tool; ``sigprop.measure`` takes arrays of one's own, ``check_backward`` a forward and a backward pass.
``search("how sharp is attention")`` finds the quantity that answers a question, ``list``, ``show`` and ``constants`` say what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, List

from ._core import __version__  # first of all: it refuses a subinterpreter
from . import functions
from ._copies import warn_of_newer as _warn_of_newer
from ._errors import (
    ContradictionError,
    DomainError,
    InputError,
    InternalError,
    SigpropError,
    SigpropWarning,
    UndecidedError,
)
from ._groups import groups as _all_groups
from ._recipe import Recipe, RecipeComparison, Tensor, recipe, recipe_names
from ._names import AllShown, Constant, Constants, Named, Names, Shown, constants, search, show
from ._names import names_of as list  # noqa: F401  of the package alone: import * leaves Python's own
from ._normal_rule import Mean, NormalRule
from ._report import Comparison, Record, Report, Verification, diff, read_report, verify
from ._solve import Roots, solve
from ._what import Match, Matches, what
from ._sweep import Point, Sweep, sweep
from ._trace import formula_of
from ._train import train
from ._evidence import Evidence, EvidenceTable, Interval
from ._value import Value, evaluate
from .functions import *  # noqa: F401,F403

_warn_of_newer(__version__)
functions._from_text = lambda text: Value(text, Value.PRIMARY, {})
_quantities = _all_groups()
globals().update(_quantities)

if TYPE_CHECKING:
    from . import kernels as kernels
    from . import measure as measure
    from ._check_backward import BackwardCheck as BackwardCheck
    from ._check_backward import check_backward as check_backward
    from . import activation as activation
    from . import attention as attention
    from . import complex_truncated_normal as complex_truncated_normal
    from . import deepnorm as deepnorm
    from . import elementwise as elementwise
    from . import equinox as equinox
    from . import flax as flax
    from . import haiku as haiku
    from . import init as init
    from . import jax as jax
    from . import keras as keras
    from . import mlx as mlx
    from . import network as network
    from . import nnx as nnx
    from . import norm as norm
    from . import optimizer as optimizer
    from . import residual as residual
    from . import selu as selu
    from . import tf as tf
    from . import timm as timm
    from . import torch as torch
    from . import training as training
    from . import transformers as transformers
    from . import truncated_normal as truncated_normal


def __getattr__(name: str) -> object:
    """What works on arrays is imported when it is asked for."""
    import importlib

    if name in ("kernels", "measure"):
        return importlib.import_module("sigprop." + name)
    if name in ("BackwardCheck", "check_backward"):
        return getattr(importlib.import_module("sigprop._check_backward"), name)
    raise AttributeError(f"module 'sigprop' has no attribute '{name}'")


def __dir__() -> List[str]:
    """What is imported when it is asked for, too."""
    return sorted({*globals(), *__all__})


__all__ = [
    "AllShown",
    "BackwardCheck",
    "Comparison",
    "Constant",
    "Constants",
    "ContradictionError",
    "DomainError",
    "Evidence",
    "EvidenceTable",
    "InputError",
    "InternalError",
    "Interval",
    "Match",
    "Matches",
    "Mean",
    "Named",
    "Names",
    "NormalRule",
    "Point",
    "Recipe",
    "RecipeComparison",
    "Record",
    "Report",
    "Roots",
    "Shown",
    "SigpropError",
    "SigpropWarning",
    "Sweep",
    "Tensor",
    "UndecidedError",
    "Value",
    "Verification",
    "check_backward",
    "constants",
    "diff",
    "evaluate",
    "formula_of",
    "functions",
    "kernels",
    "measure",
    "read_report",
    "recipe",
    "recipe_names",
    "search",
    "show",
    "solve",
    "sweep",
    "train",
    "verify",
    "what",
    "__version__",
    *_quantities,
    *(name for name in functions.__all__ if name not in ("abs", "max", "min")),  # Python's own stay after import *
]
