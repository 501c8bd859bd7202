"""The shared library behind the package, function by function.

The library is called through ctypes: the name of a function and a JSON object go in, a JSON value comes out. So it is made
for no version of Python, and whatever Python runs this file can load it. What each function takes and gives is said at its
row in python/interface; the lock of the interpreter is released while one runs, and signals interrupt it.

Objects that stay in the library (an answer, claims, an array) are numbers there. They are freed with the Python object.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import operator
import os
import sys
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type

from ._errors import InputError, InternalError, shown


_OK, _FAILED, _INTERRUPTED, _STOPPED = range(4)
_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64)

_IS_CPYTHON = sys.implementation.name == "cpython"
#: CPython's own functions. ctypes.pythonapi is everybody's: another module may say otherwise of what they take and give.
python_api: Any = ctypes.PyDLL(None) if _IS_CPYTHON else None


def _refuse_subinterpreters() -> None:
    """Threads of the library that call Python find the main interpreter alone."""
    if not _IS_CPYTHON:
        return
    interpreters = [getattr(python_api, f"PyInterpreterState_{name}") for name in ("Get", "Main")]
    for one in interpreters:
        one.restype = ctypes.c_void_p
    if interpreters[0]() != interpreters[1]():
        raise ImportError("sigprop works only in the main interpreter, not in a subinterpreter")


def _load() -> ctypes.CDLL:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libsigprop_python.so")
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"the library of sigprop cannot be loaded: this package is incomplete, or is for another machine: {error}") from None


_refuse_subinterpreters()
_library = _load()
_free_reply = _library.sigprop_free_reply
_free_reply.restype = None


class _Reply(ctypes.Structure):
    """A reply, and the library's memory behind it: used for one call after another, of two that are under way each has its own."""

    _fields_ = [("text", ctypes.c_void_p), ("size", ctypes.c_size_t), ("owner", ctypes.c_void_p)]

    def __del__(self, _free: Any = _free_reply) -> None:  # at the end of the interpreter, names of the module may be gone
        _free(self)


_free_reply.argtypes = (ctypes.POINTER(_Reply),)
_call = _library.sigprop_call
_call.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_double, ctypes.POINTER(_Reply))
_forget = _library.sigprop_forget
_forget.argtypes = (ctypes.c_uint64,)
_forget.restype = None

#: Replies that no call uses.
_replies: List[_Reply] = []
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_encode_text = json.encoder.encode_basestring
_decode = json.JSONDecoder().raw_decode

#: Bars of the calls that have shown their progress, and what showing it raised.
_bars: Dict[int, Any] = {}
_raised: Dict[int, BaseException] = {}


@_PROGRESS
def _show(token: int, name: bytes, done: int, total: int) -> int:
    try:
        if token not in _bars:
            from ._progress import Bar

            _bars[token] = Bar()
        _bars[token].show(name.decode(), done, total)
    except BaseException as error:  # it belongs to the thread that called, which waits for the library
        _raised.setdefault(token, error)
        return 0
    return 1


_library.sigprop_start.argtypes = (_PROGRESS, ctypes.c_uint64, ctypes.POINTER(ctypes.c_void_p))
_library.sigprop_start.restype = None
_api = None
if _IS_CPYTHON:
    _addresses = [ctypes.cast(getattr(python_api, one), ctypes.c_void_p) for one in ("PyCapsule_GetPointer", "PyErr_Fetch", "PyErr_Restore")]
    _api = (ctypes.c_void_p * 3)(*_addresses)
_library.sigprop_start(_show, threading.main_thread().ident, _api)
_library.sigprop_end.restype = None
atexit.register(_library.sigprop_end)  # afterwards no thread may enter the interpreter


def call(function: str, **request: Any) -> Any:
    """The reply of a function. Raises what the library says, KeyboardInterrupt, or what the handler of another signal raises."""
    return _reply_to(function.encode(), _request(request))


def _made(make: Callable[[Any], Any], function: str, /, **request: Any) -> Any:
    """``make`` of the reply, which names an object by its number."""
    return _reply_to(function.encode(), _request(request), make)


def _request(fields: dict) -> bytes:
    try:
        return _encode(fields).encode()
    except UnicodeEncodeError:
        raise InputError(f"{_half_character(fields)} has a lone surrogate, which is not a valid character") from None


def _reply_to(name: bytes, given: bytes, make: Optional[Callable[[Any], Any]] = None) -> Any:
    try:
        reply = _replies.pop()
    except IndexError:
        reply = _Reply()
    token = ctypes.addressof(reply)
    began = time.monotonic()
    spent = 0.0
    while True:
        status = _INTERRUPTED
        try:
            status = _call(name, given, len(given), token, spent, reply)
            # A handler of a signal that calls the library has a reply of its own; what one raises frees this one.
            text = ctypes.string_at(reply.text, reply.size).decode()
        finally:
            if token in _bars:
                _bars.pop(token).close(status == _OK)
            raised = _raised.pop(token, None) if _raised else None
        if raised is not None:
            raise raised
        if status == _OK:
            value = _decode(text)[0]
            if make is not None:  # until it is made, the object is the reply's, which takes it along where an interrupt comes between
                value = make(value)
            _replies.append(reply)
            return value
        if status == _FAILED:
            _replies.append(reply)
            raise _error(_decode(text)[0])
        if status == _STOPPED:  # the callback ended before it began: so does what is raised in a thread by another one
            raise KeyboardInterrupt
        # Python has run the handler of the signal. It raised nothing, so that the work is done again from its beginning.
        spent = time.monotonic() - began


def _half_character(value: Any, name: str = "a text") -> str:
    """Where in the request the text is that UTF-8 cannot hold."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return name
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    for key, one in items:
        if isinstance(key, str) and _half_character(key):
            return "the name of an option"
        found = _half_character(one, key if isinstance(key, str) else name)
        if found:
            return found
    return ""


def _error(told: dict) -> BaseException:
    kind, message = told["error"], told["message"]
    if kind == "InputError":
        return InputError(message, told["text"], told["offset"], told["length"])
    classes: Dict[str, Type[BaseException]] = {"TypeError": TypeError, "OSError": OSError, "MemoryError": MemoryError}
    return classes.get(kind, InternalError)(message)


#: Options that are whole numbers, and real ones.
_WHOLE = ("digits", "samples", "seed", "threads")
_REAL = ("confidence", "budget")


def _options(options: dict) -> dict:
    """The options as JSON holds them; the library refuses what is of a wrong type in its own words."""
    return {name: _option(name, value) for name, value in options.items() if value is not None} if options else options


def _option(name: str, value: Any) -> Any:
    """The value, or {"shown": …} for one that the option cannot have."""
    plain: Any = None
    try:
        if name == "evidence":
            plain = value if isinstance(value, bool) else None
        elif name == "methods":
            plain = value if isinstance(value, str) else ",".join(value) if isinstance(value, Sequence) else None
        elif name in _WHOLE and not isinstance(value, bool):
            number = operator.index(value)
            plain = number if 0 <= number < 1 << 64 else None
        elif name in _REAL and not isinstance(value, (bool, str, bytes, bytearray)):
            real = float(value)
            plain = real if abs(real) < float("inf") else None
    except (TypeError, ValueError, OverflowError):
        pass
    return {"shown": shown(value)} if plain is None else plain


_new = object.__new__


if _IS_CPYTHON:
    _new_capsule = python_api.PyCapsule_New
    _new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    _new_capsule.restype = ctypes.py_object
    _drop_object = ctypes.cast(_library.sigprop_drop_object, ctypes.c_void_p)
    _drop_tensor = ctypes.cast(_library.sigprop_drop_tensor, ctypes.c_void_p)
    _OBJECT, _TENSOR = b"sigprop object", b"sigprop tensor"  # names of capsules, which point to them

    def _life_of(number: int) -> Any:
        """What frees the object when it dies. A method __del__ would be Python, in which handlers of signals run and raise into the void."""
        return _new_capsule(number, _OBJECT, _drop_object)

else:

    class _Life:
        def __init__(self, number: int) -> None:
            self._number = number

        def __del__(self) -> None:
            _forget(self._number)

    _life_of = _Life


class Held:
    """An object in the library, by its number."""

    __slots__ = ("_number", "_life", "__weakref__")

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        raise TypeError(f"{cls.__name__} comes from functions of sigprop; you cannot construct one")

    @classmethod
    def _of(cls, number: int) -> Any:
        made = _new(cls)
        made._number = number
        made._life = _life_of(number)
        return made

    @classmethod
    def _described(cls, reply: dict) -> Any:
        """The object of a reply that has, by its name, what each slot is."""
        made = cls._of(reply["object"])
        for one in cls.__slots__:
            setattr(made, one, reply[one])
        return made

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} belongs to this process: it cannot be copied or pickled")

    def __init_subclass__(cls, **named: Any) -> None:
        if cls.__module__ != __name__:
            raise TypeError(f"{cls.__mro__[1].__name__} has no subclasses elsewhere")


class Answer(Held):
    """The answer about one expression."""

    __slots__ = ("text", "warnings", "limit", "assumed", "status", "reason", "kind", "decimal", "value", "count", "digits", "exact_text", "bounds")

    text: str
    limit: str
    assumed: List[str]
    warnings: List[str]
    status: str
    reason: str
    kind: Optional[str]
    decimal: Optional[str]
    value: Optional[float]
    count: Optional[Tuple[int, int]]
    digits: int
    exact_text: Optional[str]
    bounds: Optional[List[float]]

    @classmethod
    def _from(cls, reply: list) -> "Answer":
        text, warnings, number = reply
        made: Answer = cls._of(number)
        made.text, made.warnings = text, warnings
        return made

    def __getattr__(self, name: str) -> Any:
        """All else that is known of the number, when somebody looks for the first time."""
        if name not in Answer.__slots__:
            raise AttributeError(name)
        facts = call("answer.facts", answer=self._number)
        facts["count"] = facts["count"] and tuple(facts["count"])
        for one, value in facts.items():
            setattr(self, one, value)
        return facts[name]

    def evidence(self) -> List[tuple]:
        """(route, method, kind, status, reason, midpoint, radius, value, evaluations, samples, interval, count)"""
        rows = call("answer.evidence", answer=self._number)
        return [(*row[:10], row[10] and tuple(row[10]), row[11] and tuple(row[11])) for row in rows]

    def report(self) -> str:
        return call("answer.report", answer=self._number)

    def compare(self, other: "Answer") -> Optional[int]:
        """-1, 0 or 1 when it is proved how the number stands to another one."""
        return call("answer.compare", answer=self._number, other=other._number)


def evaluate(text: str, options: dict) -> Answer:
    if options:
        return _made(Answer._from, "evaluate", text=text, options=_options(options))
    return _reply_to(b"evaluate", _bytes_of(f'{{"text":{_encode_text(text)},"options":{{}}}}'), Answer._from)


def call_quantity(quantity: str, arguments: Sequence[Tuple[str, str]], options: dict) -> Answer:
    if options:
        return _made(Answer._from, "call", quantity=quantity, arguments=arguments, options=_options(options))
    given = ",".join([f"[{_encode_text(name)},{_encode_text(text)}]" for name, text in arguments])
    return _reply_to(b"call", _bytes_of(f'{{"quantity":"{quantity}","arguments":[{given}],"options":{{}}}}'), Answer._from)


def _bytes_of(request: str) -> bytes:
    """Of a request that is written by hand, since it is made most often."""
    try:
        return request.encode()
    except UnicodeEncodeError:
        raise InputError("the expression has a lone surrogate, which is not a valid character") from None


def seconds_of(text: str, repeats: int, options: dict) -> float:
    """What the library itself takes for one evaluation."""
    return call("seconds_of", text=text, repeats=repeats, options=_options(options))


def sweep(expression: str, axes: Sequence[Tuple[str, Sequence[str]]], options: dict) -> List[Answer]:
    return _made(_answers, "sweep", expression=expression, axes=axes, options=_options(options))


def _answers(replies: list) -> List[Answer]:
    return [Answer._from(one) for one in replies]


def axis_values(text: str) -> List[str]:
    return call("axis_values", text=text)


def quantity_names() -> List[str]:
    return call("quantity_names")


def quantity(name: str) -> Optional[dict]:
    return call("quantity", name=name)


def names(words: Sequence[str]) -> dict:
    """{"quantities": [{name, about, …}], "activations": …}: what ``sigprop list --json`` prints"""
    return call("list", words=words)


def show(names: Sequence[str]) -> List[dict]:
    """[{kind, name, …, text}]"""
    return call("show", names=names)["shown"]


def constants(globs: Sequence[str], kind: str, options: dict) -> Any:
    """{"constants": [{name, expression, definition, decimal, double, digits}]} as "json", code as "python" or "cpp", which is a text"""
    return call("constants", globs=globs, kind=kind, options=_options(options))


def what(number: str, words: str) -> dict:
    """{"numbers": [{number, line, matches: [{expression, is, value, certainty, chance, …}]}]}: what ``sigprop what --json`` prints"""
    return call("what", number=number, words=words, options=_options({}))


def activations() -> List[dict]:
    return call("activations")


def language_functions() -> List[str]:
    return call("language_functions")


class Report(Held):
    """A report, and the texts that the tool makes of it."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return call("report.text", report=self._number)

    def json(self) -> str:
        return call("report.json", report=self._number)

    def html(self, name: str) -> str:
        return call("report.html", report=self._number, name=name)

    def csv(self) -> str:
        return call("report.csv", report=self._number)

    def markdown(self) -> str:
        return call("report.markdown", report=self._number)

    def junit(self) -> str:
        return call("report.junit", report=self._number)


def read_report(text: str, name: str) -> Report:
    return _made(Report._of, "read_report", text=text, name=name)


def report(text: str, shown_text: str, csv: str, markdown: str) -> Report:
    """A report that was written before, with the texts that were made then."""
    return _made(Report._of, "report", json=text, text=shown_text, csv=csv, markdown=markdown)


def diff(before: Report, after: Report) -> Tuple[bool, str]:
    equal, text = call("diff", before=before._number, after=after._number)
    return equal, text


def solve(equation: str, unknown: str, interval: str, options: dict) -> dict:
    """equation, complete, places: [place, lower, upper, expression, reason]"""
    return call("solve", equation=equation, unknown=unknown, interval=interval, options=_options(options))


def solve_system(equations: Sequence[str], unknowns: Sequence[str], intervals: Sequence[str], options: dict) -> dict:
    """equations, complete, places: [place, lowers, uppers, expressions, reason]"""
    return call("solve_system", equations=equations, unknowns=unknowns, intervals=intervals, options=_options(options))


def train(arguments: str, text: Optional[bytes], options: dict) -> Report:
    return _made(Report._of, "train", arguments=arguments, text=None if text is None else text.hex(), options=_options(options))


class Claims(Held):
    """Claims with their expressions bound, in the order of the file."""

    __slots__ = ("ids", "lines")

    ids: List[str]
    lines: List[int]

    def select(self, globs: Sequence[str]) -> "Claims":
        return _made(Claims._described, "claims.select", claims=self._number, globs=globs)

    def without_experiments(self) -> "Claims":
        return _made(Claims._described, "claims.without_experiments", claims=self._number)


def read_claims(text: str, name: str, folder: Optional[bytes]) -> Claims:
    return _made(Claims._described, "read_claims", json=text, name=name, folder=None if folder is None else folder.hex())


def shipped_claims() -> Claims:
    return _made(Claims._described, "shipped_claims")


def verify(claims: Claims, options: dict) -> Report:
    return _made(Report._of, "verify", claims=claims._number, options=_options(options))


class Recipe(Held):
    """A recipe at its sizes. ``tensors``: [name, role, layer, shape, fan_in, law, std, scale, cut, learning_rate, why]"""

    __slots__ = ("name", "summary", "parameters", "notes", "tensors")

    name: str
    summary: str
    parameters: int
    notes: List[str]
    tensors: List[list]

    def report(self, networks: int) -> Report:
        return _made(Report._of, "recipe.report", recipe=self._number, networks=networks)

    def code(self, kind: str) -> str:
        return call("recipe.code", recipe=self._number, kind=kind)


def recipe(name: str, text: str, settings: Sequence[Tuple[str, str]], options: dict, like: Tuple[str, str]) -> Recipe:
    return _made(Recipe._described, "recipe", name=name, json=text, settings=settings, options=_options(options), like=like)


def recipe_names() -> List[str]:
    return call("recipe_names")


def diff_recipes(before: Recipe, after: Recipe, options: dict) -> Tuple[bool, str, str]:
    equal, text, document = call("diff_recipes", before=before._number, after=after._number, options=_options(options))
    return equal, text, document


def diff_recipes_alike(
    before: Tuple[str, str], after: Tuple[str, str], settings: Sequence[Tuple[str, str]], options: dict, like: Tuple[str, str]
) -> Tuple[bool, str, str]:
    equal, text, document = call(
        "diff_recipes_alike", before=before, after=after, settings=settings, options=_options(options), like=like
    )
    return equal, text, document


def _double(number: float) -> Any:
    """As JSON holds it, which has neither NaN nor infinities."""
    return number if abs(number) < float("inf") else str(number)


class NormalRule(Held):
    """E f(mean + std z)^power in double precision."""

    __slots__ = ("status", "reason", "proved")

    status: str
    reason: str
    proved: bool

    def nodes(self, std: float) -> int:
        return call("rule.nodes", rule=self._number, std=_double(std))

    def __call__(self, std: float) -> Tuple[float, float]:
        value, bound = call("rule.mean", rule=self._number, std=_double(std))
        return value, bound

    def evaluate(self, size: int, stds: int, values: int, bounds: int) -> None:
        """At so many doubles; ``stds``, ``values`` and ``bounds`` are addresses, of which the last two are filled."""
        call("rule.evaluate", rule=self._number, size=size, stds=stds, values=values, bounds=bounds)


def normal_rule(f: str, lower_std: float, upper_std: float, mean: float, power: int, options: dict) -> NormalRule:
    limits = {"lower_std": _double(lower_std), "upper_std": _double(upper_std), "mean": _double(mean)}
    return _made(NormalRule._described, "normal_rule", f=f, **limits, power=power, options=_options(options))


def tensor_keeper(address: int) -> Any:
    """What gives a tensor of DLPack back when it dies."""
    return _new_capsule(address, _TENSOR, _drop_tensor)


class Array(Held):
    """An array of Python's, read where it lies: ``_source`` keeps its memory."""

    __slots__ = ("dtype", "_source")

    dtype: str
    _source: Any


def array(name: str, element: str, layout: dict, source: Any) -> Array:
    """``layout``: big_endian, address, offset, axes, shape, strides, stride_unit and bytes, as stated."""
    try:
        made = _made(Array._of, "array", name=name, element=element, **layout)
    except BaseException:
        del source  # it is given back now, not with the traceback
        raise
    made.dtype = element
    made._source = source
    return made


#: A report, and what a measurement knows beside it.
Measured = Tuple[Report, dict]


#: Of the details, shapes and lists of rows are tuples in Python.
_SHAPES = ("shape", "q_shape", "k_shape")
_ROWS = ("likely", "looks_like", "heads")


def _tuples(row: Any) -> Any:
    return tuple(tuple(one) if isinstance(one, list) else one for one in row) if isinstance(row, list) else row


def _with_tuples(details: dict) -> dict:
    for name, value in details.items():
        if name in _SHAPES:
            details[name] = tuple(value)
        elif name in _ROWS:
            details[name] = [_tuples(row) for row in value]
        elif name == "outputs":
            details[name] = [_with_tuples(one) for one in value]
    return details


def _measured(reply: dict) -> Measured:
    return Report._of(reply["report"]), _with_tuples(reply["details"])


def measure_weights(w: Array, options: dict, **question: Any) -> Measured:
    return _made(_measured, "measure_weights", w=w._number, options=_options(options), **question)


def measure_model(path: bytes, options: dict, **question: Any) -> Measured:
    return _made(_measured, "measure_model", path=path.hex(), options=_options(options), **question)


def measure_attention(q: Array, k: Array, options: dict, **question: Any) -> Measured:
    return _made(_measured, "measure_attention", q=q._number, k=k._number, options=_options(options), **question)


def measure_elementwise(x: Array, weight: Optional[Array], options: dict, **question: Any) -> Measured:
    held = None if weight is None else weight._number
    return _made(_measured, "measure_elementwise", x=x._number, weight=held, options=_options(options), **question)


def measure_kernel(arrays: Dict[str, Array], options: dict, **question: Any) -> Measured:
    numbers = {role: one._number for role, one in arrays.items()}
    return _made(_measured, "measure_kernel", arrays=numbers, options=_options(options), **question)


class KernelBounds(Held):
    """What a kernel may return, until it is copied."""

    __slots__ = ("shape", "dtype")
    shape: List[int]
    dtype: str

    def copy(self, lower: int, upper: int) -> None:
        """To two addresses, each with room for a double of every element."""
        call("kernel_bounds.copy", bounds=self._number, lower=lower, upper=upper)


def kernel_bounds(arrays: Dict[str, Array], options: dict, **question: Any) -> KernelBounds:
    numbers = {role: one._number for role, one in arrays.items()}
    return _made(KernelBounds._described, "kernel_bounds", arrays=numbers, options=_options(options), **question)


def kernel_power(arrays: Dict[str, Array], options: dict, **question: Any) -> List[Tuple[str, int, int]]:
    numbers = {role: one._number for role, one in arrays.items()}
    return [tuple(row) for row in call("kernel_power", arrays=numbers, options=_options(options), **question)]


def measure_jacobian(arrays: Dict[str, Array], options: dict, **question: Any) -> Measured:
    numbers = {role: one._number for role, one in arrays.items()}
    return _made(_measured, "measure_jacobian", arrays=numbers, options=_options(options), **question)


__version__ = call("version")


def kernel_contract(**question: Any) -> Dict[str, Any]:
    """All fields of a contract."""
    return call("kernel_contract", **question)
