"""What one formula may be: how long, how deep, and of what; checked while it grows, before it explodes."""

from __future__ import annotations

import re
from typing import List

from ._errors import Refusal

# An expression may have 4096 characters and 64 levels; around a formula stands a quantity, as in
# activation.gain("..."), which takes two levels and some characters.
MAX_CHARACTERS = 4000
MAX_LEVELS = 62

_TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_][\w.]*|[-+*/^(),<>\[\]]")
_INFINITY = re.compile(r"\binf\b")


def check_formula(text: str) -> None:
    """Raises Refusal if the text cannot stand as a formula inside an expression.

    Operands are within the limits, so that what is checked here is at most a few times as long.
    """
    characters = len(text) - text.count(" ")
    if characters > MAX_CHARACTERS:
        raise Refusal(
            f"the formula has grown beyond {MAX_CHARACTERS} characters: a result that is used several times is "
            "written out each time, so y = y * y in a loop doubles the length; write y**n for powers, and use "
            "long intermediate results rarely"
        )
    if _INFINITY.search(text):
        raise Refusal(
            "the formula contains infinity, but formulas need finite numbers: remove that limit of clip, or use "
            "a number in the branch of where"
        )
    if '"' in text or "'" in text:
        raise Refusal(
            "a value from a quoted formula cannot appear in another formula: compute it first, and use its "
            "number, float(value)"
        )
    at_most = text.count("(") + text.count("[") + text.count("-") + text.count("^")
    if at_most > MAX_LEVELS and levels_of(text) > MAX_LEVELS:
        raise Refusal(
            f"the formula is nested deeper than {MAX_LEVELS} levels of parentheses, calls, signs and exponents: "
            "apply a function to its own result fewer times"
        )


def levels_of(text: str) -> int:
    """How deep the text is nested, as the parser counts: brackets, calls, unary minuses and exponents."""
    outer: List[int] = []
    level = deepest = 0
    base = 0  # the level outside of the unary minuses and exponents that are open
    operand_before = False
    for token in _TOKEN.findall(text):
        if token in ("(", "["):
            outer.append(base)
            outer.append(level)
            level += 1
            base = level
        elif token in (")", "]"):
            level = outer.pop()
            base = outer.pop()
        elif token == "^" or (token == "-" and not operand_before):
            level += 1
        elif token in ("+", "-", "*", "/", ",", "<", ">"):
            level = base
        deepest = max(deepest, level)
        operand_before = token in (")", "]") or token[0].isalnum() or token[0] in "._"
    return deepest
