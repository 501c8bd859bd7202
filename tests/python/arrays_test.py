"""Arrays of every kind that comes through a buffer or through DLPack: read where they are, given back once, or refused by name.

The structures of DLPack are written out here with ctypes, after its standard: no library that exports them is needed.
"""

from __future__ import annotations

import array
import ctypes

import numpy
import pytest

import sigprop
from sigprop._arrays import array as array_of

INTEGER, UNSIGNED, FLOATING, OPAQUE, BFLOAT, COMPLEX, BOOLEAN = range(7)


Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """DLManagedTensor, with the tensor's own fields in place."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("axes", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
        ("owner", ctypes.c_void_p), ("release", Release),
    ]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Tensor:
    """What a library hands out: memory, a shape, and how often it was given back."""

    def __init__(self, memory, code, bits, shape, strides=None, offset=0, lanes=1, device=1, says=1):
        self.memory, self.says, self.given_back = memory, says, 0
        self.shape = (ctypes.c_int64 * len(shape))(*shape)
        self.strides = None if strides is None else (ctypes.c_int64 * len(strides))(*strides)
        self.release = Release(self.count)
        self.managed = Managed(memory.ctypes.data, device, 0, len(shape), code, bits, lanes,
                               ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64)),
                               ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64)), offset, None, self.release)

    def count(self, _):
        self.given_back += 1

    def __dlpack_device__(self):
        return (self.says, 0)

    def __dlpack__(self):
        return new_capsule(ctypes.addressof(self.managed), b"dltensor", None)


def numbers(rows, columns, dtype):
    return (0.02 * numpy.random.default_rng(7).standard_normal((rows, columns))).astype(dtype)


def measured(weights, **options):
    return [one.to_dict() for one in sigprop.measure.weights(weights, "0.02", **options).records]


@pytest.mark.parametrize("dtype, code, bits", [("f2", FLOATING, 16), ("f4", FLOATING, 32), ("f8", FLOATING, 64)])
def test_floating_point_numbers_through_dlpack(dtype, code, bits):
    w = numbers(30, 50, dtype)
    rows = Tensor(w, code, bits, (30, 50))
    assert array_of(rows, "w").dtype == w.dtype.name
    assert measured(rows) == measured(w)
    columns = Tensor(w, code, bits, (50, 30), strides=(1, 50))
    assert measured(columns) == measured(w.T)
    part = Tensor(w, code, bits, (20, 23), strides=(50, 2), offset=3 * w.itemsize)
    assert measured(part) == measured(w[:20, 3:49:2])
    backwards = Tensor(w, code, bits, (30, 50), strides=(-50, 1), offset=29 * 50 * w.itemsize)
    assert measured(backwards) == measured(w[::-1])


def test_bfloat16_through_dlpack_and_as_bits():
    bits = (numbers(40, 40, "f4").view("u4") >> 16).astype("u2")
    expected = measured(bits, dtype="bfloat16")
    tensor = Tensor(bits, BFLOAT, 16, (40, 40))
    assert array_of(tensor, "w").dtype == "bfloat16"
    assert measured(tensor) == expected
    for code in (INTEGER, UNSIGNED):
        assert measured(Tensor(bits, code, 16, (40, 40)), dtype="bfloat16") == expected


@pytest.mark.parametrize("fields, kind, words", [
    (dict(code=FLOATING, bits=32, lanes=4), TypeError, "w holds vectors, not numbers"),
    (dict(code=INTEGER, bits=16), TypeError, 'w holds integers, .*dtype="bfloat16"'),
    (dict(code=UNSIGNED, bits=32), TypeError, "w holds integers, not floating-point numbers$"),
    (dict(code=COMPLEX, bits=64), TypeError, "w holds complex numbers: give w.real and w.imag separately"),
    (dict(code=BOOLEAN, bits=8), TypeError, "w holds truth values"),
    (dict(code=OPAQUE, bits=64), TypeError, "w holds elements that are not floating-point numbers of 16, 32 or 64 bits"),
    (dict(code=FLOATING, bits=8), TypeError, "w holds elements that are not floating-point numbers of 16, 32 or 64 bits"),
    (dict(code=FLOATING, bits=32, device=2, says=2), sigprop.InputError, "w is on a device .kind 2 of DLPack."),
    (dict(code=FLOATING, bits=32, device=2), sigprop.InputError, "w is on a device: give w.cpu()"),
])
def test_what_dlpack_refuses_is_given_back(fields, kind, words):
    tensor = Tensor(numbers(4, 4, "f4"), shape=(4, 4), **fields)
    with pytest.raises(kind, match=words):
        array_of(tensor, "w")
    assert tensor.given_back == (0 if tensor.says == 2 else 1)


def test_a_tensor_is_given_back_once():
    tensor = Tensor(numbers(4, 4, "f4"), FLOATING, 32, (4, 4))
    held = array_of(tensor, "w")
    assert tensor.given_back == 0
    del held
    assert tensor.given_back == 1


def test_an_exporter_that_fails_is_named():
    class Refusing:
        def __dlpack__(self):
            raise BufferError("no memory to share")

    with pytest.raises(TypeError, match="w cannot be read through DLPack: no memory to share"):
        array_of(Refusing(), "w")


def test_buffers_that_are_no_arrays_of_numpy():
    w = numbers(1, 60, "f8")[0]
    expected = measured(w)
    assert measured(array.array("d", w.tolist())) == expected
    assert measured((ctypes.c_double * 60)(*w.tolist())) == expected
    assert measured(memoryview(w)) == expected
    assert measured(memoryview(w)[::-1]) == measured(w[::-1])
    empty = array_of(numpy.zeros((0, 3), "f4"), "w")
    assert empty.dtype == "float32"


@pytest.mark.parametrize("bad, words", [
    (numpy.ones(3, bool), "w holds truth values"),
    (numpy.ones(3, "longdouble"), "w holds long doubles, which are not read: give w.astype"),
    (numpy.ones(3, [("a", "f4"), ("b", "f4")]), "w holds records of several fields: give one field"),
    (numpy.ones(3, "c16"), "w holds complex numbers"),
    (numpy.ones(3, "i2"), 'if they are the bits of bfloat16, give dtype="bfloat16"'),
    (numpy.ones(3, ">i4"), "w holds integers, not floating-point numbers$"),
    (numpy.zeros(3, "V3"), "w holds elements of the format '3x', not floating-point numbers"),
    (memoryview(b"abc").cast("c"), "w holds elements of the format 'c'"),
    (memoryview(b"abc"), "w holds integers"),
    (numpy.zeros(2, "M8[s]"), "w holds datetime64"),
    (object(), "w is an array or a tensor, not object: give numpy.asarray"),
])
def test_elements_that_are_refused_are_named(bad, words):
    with pytest.raises(TypeError, match=words):
        array_of(bad, "w")


def test_a_table_says_how_it_becomes_an_array():
    class Table:
        def to_numpy(self):
            return numpy.ones(3)

    with pytest.raises(TypeError, match="give w.to_numpy"):
        array_of(Table(), "w")
