"""A function for each quantity: sigprop.activation.gain, sigprop.truncated_normal.std, …

The functions are made from the catalogue of the library when somebody asks for them; *.pyi, which
tools/python/stubs.py writes when the package is built, tell editors the same.
"""

from __future__ import annotations

import keyword
import sys
import types
from typing import Any, Callable, Optional, Sequence

from . import _core
from ._errors import InputError
from ._text import Expression, check_text, number_text, python_name
from ._value import Value, value_of

OPTIONS = ("digits", "evidence", "methods", "samples", "seed", "threads", "confidence", "budget")


class _Shown:
    """A default, shown as the text that the tool evaluates."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def argument_text(value: Any, kind: str, name: str) -> str:
    """An argument as text of the expression language; ``kind`` is that of the parameter."""
    if isinstance(value, str):
        return check_text(value, name)
    if kind == "choice":
        if isinstance(value, bool):
            return "true" if value else "false"
        raise TypeError(f"{name} takes a word or True or False, not {type(value).__name__}")
    if kind in ("activation", "family"):
        return _function_text(value, kind, name)
    if kind == "reals" and not isinstance(value, Expression) and hasattr(value, "__len__"):
        return "[" + ", ".join(argument_text(one, "real", name) for one in value) + "]"
    if isinstance(value, Expression):
        return value._text
    try:
        return number_text(value)
    except (TypeError, InputError) as error:
        raise type(error)(f"{name}: {error}") from None


def _activation_of(value: Any) -> Optional[str]:
    """The name of an activation that is no function of one number: a gated unit, and selu, whose name a group of quantities has."""
    gated = getattr(value, "_gated", None)
    if isinstance(gated, str):
        return gated
    return "selu" if getattr(value, "__dict__", {}).get("_group") == "selu" else None


def _function_text(value: Any, kind: str, name: str) -> str:
    if kind == "activation" and (own := _activation_of(value)):
        return own
    if not callable(value):
        raise TypeError(
            f"{name} takes a function: the name of an activation, a formula in x as text, or a callable, "
            f"not {type(value).__name__}"
        )
    from ._trace import formula_of

    return formula_of(value, ("x", "t") if kind == "family" else ("x",))


def _nearest(name: str, names: Sequence[str]) -> str:
    """The name that was probably meant; empty if none is close."""
    import difflib

    return next(iter(difflib.get_close_matches(name, names, 1)), "")


def placed_names(entry: dict) -> list[str]:
    """The parameters that have a place in a call, in order: of a framework's call the first in the framework's own order, up to one that
    the number does not depend on. All others are given by name."""
    names = [one["name"] for one in entry["parameters"]]
    if not entry["signature"]:
        return names
    has_shape = any(one["name"] == "shape" and not one["optional"] for one in entry["parameters"])
    placed = []
    for name in entry["signature"]:
        if name == "tensor":
            placed += ["shape"] if has_shape else []
        elif name in names:
            placed.append(name)
        else:
            break
    return placed


def in_order(entry: dict) -> tuple[list[dict], list[dict]]:
    """The parameters that have a place in a call, and those that are given by name."""
    by_name = {one["name"]: one for one in entry["parameters"]}
    placed = [by_name.pop(name) for name in placed_names(entry)]
    return placed, list(by_name.values())


def split_arguments(entry: dict, function: str, arguments: tuple, named: dict) -> tuple[list, dict]:
    """The arguments of a quantity as (name, text), and the options of the computation."""
    kinds = {one["name"]: one["kind"] for one in entry["parameters"]}
    spelled = {python_name(name): name for name in kinds}
    places = placed_names(entry)
    if len(arguments) > len(places):
        by_name = "" if len(places) == len(kinds) else " in order; give the others by name"
        raise TypeError(f"{function}() takes at most {len(places)} arguments, not {len(arguments)}{by_name}")
    given = [(name, argument_text(value, kinds[name], name)) for name, value in zip(places, arguments)]
    options = {}
    placed = {name for name, _ in given}
    for name, value in named.items():
        name = spelled.get(name, name)
        if name in kinds:
            if name in placed:
                raise TypeError(f"{function}() got two values for '{name}'")
            if value is not None:
                given.append((name, argument_text(value, kinds[name], name)))
        elif name in OPTIONS:
            options[name] = value
        else:
            close = _nearest(name, [*kinds, *OPTIONS])
            hint = f": did you mean '{close}'?" if close else f"; it has {', '.join(kinds) or 'none'}"
            raise TypeError(f"{function}() has no parameter '{name}'{hint}")
    return given, options


def _function(entry: dict) -> Callable[..., Value]:
    quantity = entry["name"]
    short = python_name(quantity.rpartition(".")[2])

    def function(*arguments: Any, **named: Any) -> Value:
        given, options = split_arguments(entry, short, arguments, named)
        return value_of(_core.call_quantity(quantity, given, options), options, Expression.PRIMARY)

    function.__name__ = function.__qualname__ = short
    function.__module__ = "sigprop." + quantity.rpartition(".")[0]
    function.__doc__ = docstring(entry)
    function.__signature__ = signature(entry)  # type: ignore[attr-defined]
    return function


def signature(entry: dict) -> Any:
    """What help() and editors show; a default is the text that the tool evaluates."""
    import inspect  # which takes long to import

    kind = inspect.Parameter
    parameters = []
    keywords_only = False
    placed, named = in_order(entry)
    for one in placed + named:
        default: Any = kind.empty
        if one["optional"]:
            default = None if one["default"] is None else _Shown(one["default"])
        keywords_only = keywords_only or one in named or (default is kind.empty and any(p.default is not kind.empty for p in parameters))
        where = kind.KEYWORD_ONLY if keywords_only else kind.POSITIONAL_OR_KEYWORD
        parameters.append(kind(python_name(one["name"]), where, default=default))
    taken = {one.name for one in parameters}
    parameters += [kind(name, kind.KEYWORD_ONLY, default=None) for name in OPTIONS if name not in taken]
    return inspect.Signature(parameters, return_annotation=Value)


def docstring(entry: dict) -> str:
    """Summary, formula, parameters with meanings and defaults, units and source."""
    lines = [entry["summary"], "", "    " + entry["formula"], ""]
    for one in entry["parameters"]:
        text = f"{python_name(one['name'])}: {one['meaning']}"
        if one["choices"]:
            text += "; one of " + ", ".join(one["choices"])
        if one["default"] is not None:
            text += f"; default {one['default']}"
        lines.append(text)
    if entry["parameters"]:
        lines.append("")
    for label, text in (("Units", entry["units"]), ("Limit", entry["limit"]), ("Source", entry["source"])):
        if text:
            lines.append(f"{label}: {text}")
    return "\n".join(lines)


class Group(types.ModuleType):
    """The quantities of one theme, as functions."""

    def __init__(self, name: str) -> None:
        super().__init__("sigprop." + name, f"The quantities {name}.*, as functions.")
        self.__dict__.update(_group=name, __all__=[], __path__=[])

    def __getattr__(self, member: str) -> Callable[..., Value]:
        members = self.__dict__["__all__"]
        if member not in members:
            close = _nearest(member, members)
            hint = f": did you mean '{close}'?" if close else ""
            raise AttributeError(f"sigprop.{self._group} has no quantity '{member}'{hint}")
        name = member[:-1] if keyword.iskeyword(member[:-1]) else member
        function = _function(_core.quantity(f"{self._group}.{name}"))
        self.__dict__[member] = function
        return function

    def __dir__(self) -> list[str]:
        return list(self.__dict__["__all__"])


def groups() -> dict[str, Group]:
    """The groups by name, also importable: ``from sigprop.activation import gain``, ``sigprop.torch.nn.init``."""
    made: dict[str, Group] = {}

    def group_of(path: str) -> Group:
        if path not in made:
            made[path] = sys.modules["sigprop." + path] = Group(path)
            parent, _, last = path.rpartition(".")
            if parent:
                setattr(group_of(parent), last, made[path])
        return made[path]

    for name in _core.quantity_names():
        path, _, member = name.rpartition(".")
        group_of(path).__dict__["__all__"].append(python_name(member))
    return {name: group for name, group in made.items() if "." not in name}
