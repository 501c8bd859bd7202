"""Functions of one's own as formulas: the function is called once, with symbols that write down what it does.

    formula_of(lambda x: x * sigmoid(Fraction("1.702") * x))    'x * sigmoid(851/500 * x)'

Numbers that the function reads from elsewhere (a parameter of a module, a global) are taken as they are at
the call.
"""

from __future__ import annotations

import os
import sys
from types import CodeType, FrameType, TracebackType
from typing import Any, Callable, List, Optional, Sequence, Tuple

from ._condition import Condition
from ._errors import InputError, TraceError, remembered_refusals, shown
from ._symbol import Symbol
from ._tensors import loaded
from ._text import Expression, operand_of

_HERE = os.path.dirname(os.path.abspath(__file__))
_STANDARD_LIBRARY = os.path.dirname(os.path.abspath(os.__file__))
_LIBRARIES = ("numpy", "torch")
_MOST_SHOWN = 100  # characters of a line in a message

#: A file, a line in it, and what the line says.
Line = Tuple[str, int, str]


def formula_of(function: Callable[..., Any], names: Sequence[str] = ("x",)) -> str:
    """The formula, in the expression language, of a function that is called once with symbols of these names.

    The function may use Python's operators, sigprop's functions, and numpy's and torch's elementwise
    functions. Raises TraceError, which names the line, for what no formula can hold: a branch on x, an
    unknown function.
    """
    caller = sys._getframe(1)
    if not isinstance(names, (list, tuple)) or not all(isinstance(one, str) and one.isascii() and one.isidentifier()
                                                       for one in names):
        raise InputError(f"names are words of letters, digits and _ in a tuple, such as ('x', 't'), not {shown(names)}")
    if not callable(function):
        raise TypeError(f"a function of {' and '.join(names)} is expected, not {type(function).__name__}")
    trace = object()
    symbols = [Symbol(name, Expression.PRIMARY, trace) for name in names]
    before = _random_states()
    with remembered_refusals() as refusals:
        try:
            _check_arguments(function, symbols)
            result = function(*symbols)
        except TraceError:
            raise  # a formula inside a formula has found its line
        except Exception as error:
            raise _explained(refusals[0] if refusals else error, caller, function) from _cause(error)
    if refusals:
        raise _explained(refusals[0], caller, function, caught=True) from None
    try:
        text = _text_of(result, trace, function)
        if _random_states() != before:
            raise InputError(
                "the function draws random numbers, but a formula is one function: draw them first, and use them "
                "as constants"
            )
        return text
    except Exception as error:
        raise _explained(error, caller, function) from _cause(error)


def _cause(error: Exception) -> Optional[Exception]:
    """What is shown beneath the explanation: nothing where the explanation says it all."""
    return None if isinstance(error, InputError) else error


def _check_arguments(function: Callable[..., Any], symbols: Sequence[Symbol]) -> None:
    import inspect

    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # a function written in C, which checks by itself
    try:
        signature.bind(*symbols)
    except TypeError as error:
        names = ", ".join(str(one) for one in symbols)
        plural = "argument" if len(symbols) == 1 else "arguments"
        raise InputError(f"the function is called with {len(symbols)} {plural}, {names}: {error}") from None


def _text_of(result: Any, trace: object, function: Callable[..., Any]) -> str:
    if isinstance(result, Condition):
        raise InputError(
            f"the function returns a comparison, {result}: return sigprop.where(condition, a, b)"
        )
    if isinstance(result, Symbol):
        if result._trace is not trace:
            raise InputError(
                "the function returns the symbol of another formula: return an expression of its own argument"
            )
        return result._text
    if result is None:
        raise InputError("the function returns None: is a return missing?")
    if not isinstance(result, str):
        try:
            text, level = operand_of(result)
            return Symbol("x", Expression.PRIMARY, trace)._make(text, level)._text
        except TypeError:
            pass
    hint = " (pass an instance, such as torch.nn.GELU(), not the class)" if isinstance(function, type) else ""
    raise InputError(
        f"the function returns {_with_article(type(result).__name__)}, not an expression of its argument or "
        f"a number{hint}"
    )


def _explained(
    error: Exception, caller: FrameType, function: Callable[..., Any], caught: bool = False
) -> TraceError:
    """The error with the line of the user's file in which it arose; ``caught`` if the function went on after it."""
    filename, number, source = _place(error.__traceback__, caller, function)
    if isinstance(error, InputError):
        message = str(error)
    elif isinstance(error, RecursionError):
        message = "the function calls itself without end: what ends it must not depend on the symbol"
    else:
        message = (
            f"the function raises {type(error).__name__}: {error} (it is called with a symbol, not with an "
            "array; what sigprop's, numpy's and torch's elementwise functions do of it becomes the formula)"
        )
    if caught:
        message += " (the function catches this and goes on, which it does not do when it is called with a number)"
    shown = f"\n    {source}" if source else ""
    return TraceError(f"{filename}:{number}: {message}{shown}", source, filename, number)


def _place(traceback: Optional[TracebackType], caller: FrameType, function: Callable[..., Any]) -> Line:
    """The innermost line outside of sigprop and the libraries, else the function's first, else the call."""
    frames: List[Tuple[FrameType, int]] = []
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    for frame, number in reversed(frames):
        if _is_users(frame):
            return _line(frame.f_code.co_filename, number)
    code = getattr(function, "__code__", None)
    if code is not None and _is_in_users_file(code.co_filename, getattr(function, "__module__", "")):
        return _line(code.co_filename, _line_of_definition(code))
    outer: Optional[FrameType] = caller
    while outer is not None and outer.f_back is not None and not _is_users(outer):
        outer = outer.f_back
    return _line(outer.f_code.co_filename, outer.f_lineno) if outer is not None else ("<unknown>", 0, "")


def _line_of_definition(code: CodeType) -> int:
    """The line of `def`, since code begins at the first decorator."""
    import linecache

    max_decorators = 50  # lines
    for number in range(code.co_firstlineno, code.co_firstlineno + max_decorators):
        if f"def {code.co_name}(" in linecache.getline(code.co_filename, number):
            return number
    return code.co_firstlineno  # a lambda


def _line(filename: str, number: int) -> Line:
    import linecache

    source = linecache.getline(filename, number).strip()
    return filename, number, source if len(source) <= _MOST_SHOWN else source[: _MOST_SHOWN - 3] + "..."


def _is_users(frame: FrameType) -> bool:
    return _is_in_users_file(frame.f_code.co_filename, frame.f_globals.get("__name__", ""))


def _is_in_users_file(filename: str, module: Any) -> bool:
    if str(module).split(".")[0] in _LIBRARIES or filename.startswith(("<__array_function__", "<frozen")):
        return False
    if filename.startswith("<"):
        return True  # <stdin>, and the cells of a notebook
    folder = os.path.dirname(os.path.abspath(filename))
    if folder == _HERE:
        return False
    inside = folder == _STANDARD_LIBRARY or folder.startswith(_STANDARD_LIBRARY + os.sep)
    return not inside or "-packages" in folder[len(_STANDARD_LIBRARY) :]


def _random_states() -> List[Any]:
    """The states of the generators of random numbers that the process has loaded."""
    states: List[Any] = []
    # A module may be None there (its import is barred), or a stand-in without the function.
    if hasattr(sys.modules.get("random"), "getstate"):
        states.append(sys.modules["random"].getstate())
    if hasattr(sys.modules.get("numpy.random"), "get_state"):
        name, keys, *rest = sys.modules["numpy.random"].get_state()
        states.append((name, keys.tobytes(), *rest))
    if hasattr(getattr(loaded("torch"), "random", None), "get_rng_state"):
        states.append(loaded("torch").random.get_rng_state().numpy().tobytes())
    return states


def _with_article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
