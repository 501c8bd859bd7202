"""What a number is, with the chance of a coincidence."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Union

from . import _core, _text
from ._errors import InputError


class Match(NamedTuple):
    """An expression that bears the number out."""

    expression: str
    is_: str
    """The same in words; may be empty."""
    source: str
    """Of a published number."""
    value: str
    """A few more digits than the number has, proved."""
    also: List[str]
    """Other names of the same value."""
    reading: str
    """How the number is the value: "rounded", "truncated", "float32", "float64"; "wrong" where its last digits are."""
    first_wrong_digit: Optional[int]
    certainty: str
    """"identified", "likely" or "possible"."""
    chance: float
    """The chance that a number without meaning has a match as simple."""
    mentioned: bool
    """Whether the words beside the number mention it."""

    def __str__(self) -> str:
        return f"{self.certainty}: {self.expression} = {self.value}"


class Matches(tuple):
    """The matches of a number, the least likely coincidence first; empty for a number that sigprop does not know."""

    number: str

    def __repr__(self) -> str:
        return f"<sigprop.Matches of {self.number}: {'; '.join(map(str, self)) or 'nothing'}>"


def what(number: Union[str, float], words: str = "") -> Matches:
    """What a number is: ``what("0.3989422804")``. Write it as a text, as it stands in the code: its digits say how exact it is.

    ``words`` is the line that has the number, which may mention what it is about. Raises InputError for what is no decimal number.
    """
    if isinstance(number, bool) or not isinstance(number, (str, int, float)):
        raise InputError(f"what() needs a number as a text, such as '0.8796', not {type(number).__name__}")
    if isinstance(number, str):
        text = number
    else:
        text = _text.integer_text(number) if isinstance(number, int) else repr(number)
    if not isinstance(words, str):
        raise InputError(f"what() needs words as a text, not {type(words).__name__}")
    found = _core.what(text, words)["numbers"][0]["matches"]
    matches = Matches(Match(is_=one.pop("is"), **one) for one in found)
    matches.number = text
    return matches
