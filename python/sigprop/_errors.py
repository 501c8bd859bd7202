"""The exceptions of sigprop, and the category of its warnings."""

from __future__ import annotations

import contextlib
import threading
from typing import Iterator, List


class SigpropError(Exception):
    """What every error of sigprop is."""


class InputError(SigpropError, ValueError):
    """Something written cannot be used: the message says where, what is wrong, and what to write instead.

    ``text``, ``offset`` and ``length`` say where (in bytes of UTF-8), when the error has a place in a text.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0, length: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset
        self.length = length


def shown(value: object) -> str:
    """A value in a message: its repr(), or its type where Python has none (an integer of 5,000 digits)."""
    try:
        return repr(value)
    except Exception:
        return f"a value of type {type(value).__name__}"


#: The refusals of the traces that run in this thread, of each of them those so far.
_running = threading.local()


class Refusal(InputError):
    """A question that a symbol cannot answer. The trace remembers it, so that a function that catches it and goes on
    does not become the formula of what it does without an answer."""

    remembered = True

    def __init__(self, message: str) -> None:
        super().__init__(message)
        traces = getattr(_running, "traces", None)
        if self.remembered and traces:
            traces[-1].append(self)


@contextlib.contextmanager
def remembered_refusals() -> Iterator[List[Refusal]]:
    """The list of what symbols refuse inside, also where somebody catches it."""
    traces = _running.__dict__.setdefault("traces", [])
    refusals: List[Refusal] = []
    traces.append(refusals)
    try:
        yield refusals
    finally:
        traces.pop()


class TraceError(InputError):
    """A function of one's own cannot become a formula: the message names the line and what to write instead.

    ``filename`` and ``lineno`` say which line, ``text`` is that line.
    """

    def __init__(self, message: str, text: str = "", filename: str = "", lineno: int = 0) -> None:
        super().__init__(message, text, 0, len(text.encode()))
        self.filename = filename
        self.lineno = lineno


class DomainError(SigpropError, ArithmeticError):
    """It is proved that there is no such number: a mean that diverges, 1/0, an empty interval."""


class UndecidedError(SigpropError, ArithmeticError):
    """Nothing is proved: no method could enclose the number, or the proof does not decide a comparison."""


class ContradictionError(SigpropError, ArithmeticError):
    """The evidence contradicts itself: a fault of sigprop, worth a report."""


class InternalError(SigpropError, RuntimeError):
    """A fault of sigprop, worth a report."""


class SigpropWarning(UserWarning):
    """An argument that makes sense, but is far from what anyone would ask."""
