"""The exceptions of sigprop, and the category of its warnings."""

from __future__ import annotations

import contextlib
import threading
from typing import Iterator, List


class SigpropError(Exception):
    """The base class of all errors of sigprop."""


class InputError(SigpropError, ValueError):
    """Invalid input: the message says what is wrong, where, and what to write instead.

    ``text``, ``offset`` and ``length`` give the place (in bytes of UTF-8), if the error has a place in a text.
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
    """Your function cannot become a formula: the message names the line and what to write instead.

    ``filename`` and ``lineno`` give the place, ``text`` is that line.
    """

    def __init__(self, message: str, text: str = "", filename: str = "", lineno: int = 0) -> None:
        super().__init__(message, text, 0, len(text.encode()))
        self.filename = filename
        self.lineno = lineno


class DomainError(SigpropError, ArithmeticError):
    """A proof that no value exists: a divergent mean, 1/0, an empty interval."""


class UndecidedError(SigpropError, ArithmeticError):
    """No proof: no method enclosed the number, or the enclosure does not decide a comparison."""


class ContradictionError(SigpropError, ArithmeticError):
    """The evidence contradicts itself: a bug in sigprop, please report it."""


class InternalError(SigpropError, RuntimeError):
    """A bug in sigprop, please report it."""


class SigpropWarning(UserWarning):
    """A valid but unusual argument."""
