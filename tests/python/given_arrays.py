"""Kinds of arrays that people hand over, and every place that takes one.

A kind makes, of a plain array of float64, an object that holds the same numbers in another way (``same``), or something else
that must be refused or measured as it is.
"""

from __future__ import annotations

import array
import ctypes
import datetime
import io
from typing import Any, Callable

import numpy

import sigprop
from arrays_test import BFLOAT, FLOATING, Tensor

FLOATS = ("<f2", "<f4", "<f8", ">f2", ">f4", ">f8")
OTHERS = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i2", ">i4", ">u8", "c8", "c16", ">c16", "g", "G", "S4", "U4",
          "O", "V2", "V3", "M8[s]", "m8[s]", [("a", "f4")], [("a", "f8"), ("b", "f8")])


def strided(plain):
    wide = numpy.zeros([3 * length for length in plain.shape], plain.dtype)
    part = wide[tuple(slice(1, None, 3) for _ in plain.shape)]
    part[...] = plain
    return part


def backwards(plain):
    turned = tuple(slice(None, None, -1) for _ in plain.shape)
    return numpy.ascontiguousarray(plain[turned])[turned]


def misaligned(plain):
    memory = numpy.zeros(plain.nbytes + 1, "u1")
    shifted = memory[1:].view(plain.dtype).reshape(plain.shape)
    shifted[...] = plain
    return shifted


def readonly(plain):
    copy = plain.copy()
    copy.flags.writeable = False
    return copy


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "C": lambda plain: plain.copy(),
    "Fortran": lambda plain: numpy.asfortranarray(plain),
    "strided": strided,
    "backwards": backwards,
    "misaligned": misaligned,
    "readonly": readonly,
    "part": lambda plain: numpy.concatenate([plain, plain])[len(plain):],
    "windows": lambda plain: numpy.lib.stride_tricks.as_strided(plain.copy(), plain.shape, plain.strides),
    "memoryview": lambda plain: memoryview(plain.copy()),
    "matrix or subclass": lambda plain: plain.copy().view(type("Own", (numpy.ndarray,), {})),
}

FROM_FLOATS: dict[str, Callable[[Any], Any]] = {
    "masked": lambda plain: numpy.ma.masked_array(plain, plain > 0),
    "masked nowhere": lambda plain: numpy.ma.masked_array(plain),
    "list": lambda plain: plain.tolist(),
    "tuple": lambda plain: tuple(plain.tolist()),
    "text": lambda plain: "22",
    "bytes": lambda plain: plain.tobytes(),
    "bytearray": lambda plain: bytearray(plain.tobytes()),
    "bytes as a view": lambda plain: memoryview(plain.tobytes()),
    "file": lambda plain: io.BytesIO(plain.tobytes()),
    "None": lambda plain: None,
    "dictionary": lambda plain: {1: 2.0},
    "set": lambda plain: {1.0, 2.0},
    "generator": lambda plain: (one for one in (1.0, 2.0)),
    "class": lambda plain: numpy.ndarray,
    "object": lambda plain: object(),
    "number of NumPy": lambda plain: numpy.float64(1.5),
    "date": lambda plain: datetime.date(2020, 1, 1),
    "zero axes": lambda plain: numpy.array(1.5),
    "one number": lambda plain: plain.reshape(-1)[:1].copy(),
    "empty": lambda plain: numpy.zeros((0,)),
    "empty rows": lambda plain: numpy.zeros((0, 16)),
    "empty columns": lambda plain: numpy.zeros((8, 0)),
    "one row for many": lambda plain: numpy.broadcast_to(plain.reshape(-1)[:16], (8, 16)),
    "one number for many": lambda plain: numpy.broadcast_to(numpy.float64(0.5), (8, 16)),
    "three axes": lambda plain: numpy.ones((2, 4, 16)),
    "32 axes": lambda plain: numpy.ones((1,) * 32),
    "NaN": lambda plain: numpy.full_like(plain, numpy.nan),
    "infinite": lambda plain: numpy.full_like(plain, numpy.inf),
    "subnormal": lambda plain: numpy.full_like(plain, 5e-324),
    "huge": lambda plain: numpy.full_like(plain, 1.7e308),
    "array of Python": lambda plain: array.array("d", plain.reshape(-1).tolist()),
    "array of floats": lambda plain: array.array("f", plain.reshape(-1).tolist()),
    "array of integers": lambda plain: array.array("i", [1, 2, 3]),
    "array of ctypes": lambda plain: (ctypes.c_double * plain.size)(*plain.reshape(-1).tolist()),
    "rows of ctypes": lambda plain: ((ctypes.c_double * 16) * 8)(),
    "number of ctypes": lambda plain: ctypes.c_double(1.5),
    "structure of ctypes": lambda plain: type("S", (ctypes.Structure,), {"_fields_": [("a", ctypes.c_double)]})(),
    "pointers of ctypes": lambda plain: (ctypes.c_void_p * 4)(),
    "null of ctypes": lambda plain: (ctypes.c_double * 64).from_address(16),
    "beyond memory": lambda plain: numpy.lib.stride_tricks.as_strided(plain, (1 << 40,), (8,)),
    "before memory": lambda plain: numpy.lib.stride_tricks.as_strided(plain, (1 << 40,), (-8,)),
    "null by interface": lambda plain: of_interface((0, False), (8, 16)),
    "nowhere by interface": lambda plain: of_interface((4096, False), (8, 16)),
    "interface": lambda plain: Interface((plain.ctypes.data, False), plain.shape),
    "capsule": lambda plain: Tensor(plain.copy(), FLOATING, 64, plain.shape).__dlpack__(),
    "capsule of a capsule": lambda plain: Exporter(lambda: Exporter(None)),
    "DLPack that raises": lambda plain: Exporter(lambda: 1 / 0),
    "DLPack without device": lambda plain: Exporter(lambda: 1, device="?"),
    "DLPack of an array": lambda plain: Exporter(lambda: plain),
    "table": lambda plain: type("Table", (), {"to_numpy": lambda self: plain})(),
}

DLPACK: dict[str, Callable[[Any], Any]] = {
    "float64": lambda plain: Tensor(plain.copy(), FLOATING, 64, plain.shape),
    "float32": lambda plain: Tensor(plain.astype("f4"), FLOATING, 32, plain.shape),
    "float16": lambda plain: Tensor(plain.astype("f2"), FLOATING, 16, plain.shape),
    "Fortran": lambda plain: Tensor(numpy.asfortranarray(plain), FLOATING, 64, plain.shape,
                                    [step // 8 for step in numpy.asfortranarray(plain).strides]),
    "offset": lambda plain: Tensor(numpy.concatenate([plain, plain]), FLOATING, 64, plain.shape, offset=plain.nbytes),
}

LYING: dict[str, Callable[[Any], Any]] = {
    "null": lambda plain: lying(plain, data=None),
    "no shape": lambda plain: lying(plain, shape=None),
    "2^30 axes": lambda plain: lying(plain, axes=1 << 30),
    "-1 axes": lambda plain: lying(plain, axes=-1),
    "65 axes": lambda plain: lying(plain, axes=65),
    "negative lengths": lambda plain: Tensor(plain, FLOATING, 64, (-64, -64)),
    "negative length": lambda plain: Tensor(plain, FLOATING, 64, (-1, 16)),
    "strides of 2^61": lambda plain: Tensor(plain, FLOATING, 64, (8, 16), (1 << 61, 1)),
    "strides of -2^62": lambda plain: Tensor(plain, FLOATING, 64, (8, 16), (-(1 << 62), 1)),
    "a product that wraps": lambda plain: Tensor(plain, FLOATING, 64, (1 << 32, 1 << 32)),
    "a product that wraps to 8": lambda plain: Tensor(plain, FLOATING, 64, ((1 << 62) + 1, 8)),
    "a product behind a zero": lambda plain: Tensor(plain, FLOATING, 64, (0, 1 << 40, 1 << 40)),
    "an offset": lambda plain: Tensor(plain, FLOATING, 64, (8, 16), offset=1 << 63),
    "an offset that wraps": lambda plain: Tensor(plain, FLOATING, 64, (8, 16), offset=(1 << 64) - 8),
    "an address": lambda plain: lying(plain, data=8),
    "the last address": lambda plain: lying(plain, data=(1 << 64) - 8),
    "vectors": lambda plain: Tensor(plain, FLOATING, 64, (8, 16), lanes=2),
    "bfloat16 of 64 bits": lambda plain: Tensor(plain, BFLOAT, 64, (8, 16)),
}


class Interface:
    """An object with the protocol of NumPy."""

    def __init__(self, data, shape):
        self.__array_interface__ = {"data": data, "shape": shape, "typestr": "<f8", "version": 3}


def of_interface(data, shape):
    """The array that NumPy makes of it, where NumPy does not see the lie."""
    try:
        return numpy.asarray(Interface(data, shape))
    except ValueError:
        return Interface(data, shape)


class Exporter:
    """An object whose DLPack goes wrong."""

    def __init__(self, made, device=(1, 0)):
        self._made, self._device = made, device

    def __dlpack_device__(self):
        return self._device

    def __dlpack__(self):
        return self._made()


def lying(plain, **fields):
    tensor = Tensor(plain.copy(), FLOATING, 64, plain.shape)
    for name, value in fields.items():
        setattr(tensor.managed, name, value)
    return tensor


def kinds() -> dict[str, tuple[Callable[[Any], Any], str]]:
    """By name: what makes it, and the dtype in which it must be measured as the plain array is; empty: none."""
    all_kinds = {}
    for layout, lay in LAYOUTS.items():
        for dtype in FLOATS:
            all_kinds[f"{dtype} {layout}"] = (lambda plain, dtype=dtype, lay=lay: lay(plain.astype(dtype)), dtype[1:])
        for dtype in OTHERS:
            if layout in ("C", "strided") or layout == "memoryview" and str(dtype)[:1] not in "Mm":
                all_kinds[f"{dtype} {layout}"] = (lambda plain, dtype=dtype, lay=lay: lay(made_of(dtype, plain)), "")
    for name, made in DLPACK.items():
        all_kinds["DLPack " + name] = (made, {"float32": "f4", "float16": "f2"}.get(name, "f8"))
    for group, made_by_name in (("", FROM_FLOATS), ("DLPack with ", LYING)):
        for name, made in made_by_name.items():
            all_kinds[group + name] = (made, "")
    return all_kinds


def made_of(dtype, plain):
    return numpy.zeros(plain.shape, dtype)


X = numpy.random.default_rng(3).standard_normal((8, 16)) * numpy.linspace(0.5, 2, 16)
V = numpy.linspace(0.5, 2, 16)
RULE = sigprop.NormalRule("relu", 0.01, 1e4)


def in_jacobian(role):
    def call(one):
        measured = sigprop.measure.jacobian(**{"x": X, "dy": X[::-1], "layer": "layer_norm", "eps": 1e-6, "dx": X, role: one})
        return [record.to_dict() for record in measured.records]

    return call


def records(call):
    return lambda one: [record.to_dict() for record in call(one).records]


#: By the name that messages have: a call with the array, the plain one, and whether floats of any size are taken alike.
PLACES: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "weights(w)": (records(sigprop.measure.weights), X),
    "weights(w, std)": (records(lambda w: sigprop.measure.weights(w, 1)), X),
    "attention(q)": (records(lambda q: sigprop.measure.attention(q, X)), X),
    "attention(k)": (records(lambda k: sigprop.measure.attention(X, k)), X),
    "elementwise(x)": (records(sigprop.measure.elementwise), X),
    "elementwise(weight)": (records(lambda weight: sigprop.measure.elementwise(X, weight=weight)), V),
    **{f"jacobian({role})": (in_jacobian(role), X if role in ("x", "dy", "dskip", "dx", "y") else V)
       for role in ("x", "dy", "dskip", "dx", "weight", "dweight", "bias", "dbias", "y")},
    "NormalRule(std)": (lambda std: [numpy.asarray(part).tolist() for part in RULE(std)], numpy.abs(X) + 0.02),
    "check_backward(x)": (lambda x: sigprop.check_backward(lambda x: x * x, lambda x, dy: 2 * x * dy, x, directions=1).table,
                          V),
    "gain(std)": (lambda std: str(sigprop.activation.gain("relu", std=std)), V),
}
