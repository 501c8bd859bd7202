"""Where the memory of an array is: address, shape and strides, as another library states them.

CPython's own protocols are read as C has them, through ctypes: the protocol of buffers, and the capsules of
DLPack. PyPy has no such interface; there NumPy says where its arrays are. Nothing that is stated is believed here: the library
checks it before it reads a byte.
"""

from __future__ import annotations

import ctypes
from typing import Any, NoReturn, Optional, Tuple

from . import _core
from ._errors import InputError

#: Element, layout and what keeps the memory, as ``_core.array`` takes them.
Layout = Tuple[str, dict, Any]

#: Lengths and strides are read of so many axes; the library refuses more (NumPy 2 and torch have as many).
_MAX_AXES = 64


class _Buffer(ctypes.Structure):
    """Py_buffer, whose layout is part of Python's stable interface."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


_INTEGER, _UNSIGNED, _FLOATING, _BFLOAT, _COMPLEX, _BOOLEAN = 0, 1, 2, 4, 5, 6
_PROCESSOR = 1  # kDLCPU
_RECORDS_RO = 0x0010 | 0x0008 | 0x0004  # strides, shape and format; writing is not asked for

if _core.python_api is not None:
    _get_buffer = _core.python_api.PyObject_GetBuffer
    _get_buffer.argtypes = (ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int)
    _release_buffer = _core.python_api.PyBuffer_Release
    _release_buffer.argtypes = (ctypes.POINTER(_Buffer),)
    _release_buffer.restype = None
    _capsule_pointer = _core.python_api.PyCapsule_GetPointer
    _capsule_pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    _capsule_pointer.restype = ctypes.c_void_p
    _name_capsule = _core.python_api.PyCapsule_SetName
    _name_capsule.argtypes = (ctypes.py_object, ctypes.c_char_p)

#: The names of a capsule before and after its tensor was taken; it points to them.
_EXPORTED, _TAKEN = b"dltensor", b"used_dltensor"


def _taken(capsule: Any, name: str) -> Tuple[dict, Any]:
    """What the tensor of a capsule states, and what gives it back when it dies: a capsule of our own, whose destructor is the library's."""
    try:
        address = _capsule_pointer(capsule, _EXPORTED)
    except ValueError:
        raise TypeError(f"{name} cannot be read through DLPack: its capsule is already used") from None
    keeper = _core.tensor_keeper(address)
    _name_capsule(capsule, _TAKEN)
    return _core.call("stated_tensor", address=address), keeper


def buffer_of(source: Any, name: str, bfloat16: bool) -> Layout:
    """Of what exports a buffer. Errors   TypeError for elements that are no real floating-point numbers."""
    if _core.python_api is None:
        return _without_pointers(source, name, bfloat16)
    buffer = _Buffer()
    try:
        held = memoryview(source)  # which keeps the memory, and gives it back without code of ours
        _get_buffer(held, ctypes.byref(buffer), _RECORDS_RO)
    except Exception as error:
        raise TypeError(f"{name} cannot be read: {error}") from None
    try:
        element, big_endian = _element_of((buffer.format or b"B").decode("latin-1"), buffer.itemsize, name, bfloat16)
        layout = {
            "big_endian": big_endian,
            "address": buffer.buf or 0,
            "offset": 0,
            "axes": buffer.ndim,
            "shape": _list_of(buffer.shape, buffer.ndim),
            "strides": _list_of(buffer.strides, buffer.ndim),
            "stride_unit": 1,
            "bytes": buffer.len,
        }
    finally:
        _release_buffer(ctypes.byref(buffer))
    return element, layout, held


def tensor_of(capsule: Any, name: str, bfloat16: bool) -> Layout:
    """Of a capsule of DLPack. Errors   InputError where it is on a device; TypeError for its elements."""
    stated, keeper = _taken(capsule, name)
    try:
        if stated.pop("device") != _PROCESSOR:
            raise InputError(f"{name} is on a device: give {name}.cpu()")
        code, bits, lanes = (stated.pop(one) for one in ("code", "bits", "lanes"))
        element = _element_of_tensor(code, bits, lanes, name, bfloat16)
    except BaseException:
        del keeper  # the tensor is given back now, not with the traceback
        raise
    return element, {**stated, "big_endian": False, "stride_unit": bits // 8, "bytes": None}, keeper


def _without_pointers(source: Any, name: str, bfloat16: bool) -> Layout:
    import numpy

    held = numpy.asarray(memoryview(source) if not hasattr(source, "__array_interface__") else source)
    stated = held.__array_interface__
    element, big_endian = _element_of(held.data.format, held.itemsize, name, bfloat16)
    layout = {
        "big_endian": big_endian,
        "address": stated["data"][0],
        "offset": 0,
        "axes": held.ndim,
        "shape": list(held.shape),
        "strides": list(held.strides),
        "stride_unit": 1,
        "bytes": held.nbytes,
    }
    return element, layout, held


def _list_of(pointer: Any, axes: int) -> Optional[list]:
    """What a pointer of a layout points at; None for a null pointer, and nothing is read of axes that no array has."""
    if not pointer:
        return None
    return pointer[:axes] if 0 <= axes <= _MAX_AXES else []


def _refuse(name: str, problem: str) -> NoReturn:
    raise TypeError(f"{name} {problem}")


def _refuse_integers(name: str, size: int) -> NoReturn:
    bits = '; if they are the bits of bfloat16, give dtype="bfloat16"' if size == 2 else ""
    _refuse(name, f"holds integers, not floating-point numbers{bits}")


def _refuse_complex(name: str) -> NoReturn:
    _refuse(name, f"holds complex numbers: give {name}.real and {name}.imag separately")


def _element_of(form: str, size: int, name: str, bfloat16: bool) -> Tuple[str, bool]:
    """The element that a format of the module struct stands for, and whether its first byte is the highest."""
    big_endian = form[:1] in (">", "!")
    text = form[1:] if form[:1] in ("@", "=", "<", ">", "!") else form
    element = {("e", 2): "float16", ("f", 4): "float32", ("d", 8): "float64"}.get((text, size))
    if element is not None:
        return element, big_endian
    integers = len(text) == 1 and text in "bBhHiIlLqQnN"
    if bfloat16 and size == 2 and (integers or text == "2x"):
        return "bfloat16", big_endian
    if integers:
        _refuse_integers(name, size)
    if text.startswith("Z"):
        _refuse_complex(name)
    if text == "?":
        _refuse(name, "holds truth values, not floating-point numbers")
    if text == "O":
        _refuse(name, f"holds Python objects: give {name}.astype(float)")
    if text == "g":
        _refuse(name, f"holds long doubles, which are not read: give {name}.astype(float)")
    if text.startswith("T"):
        _refuse(name, "holds records of several fields: give one field")
    _refuse(name, f"holds elements of the format '{text[:20]}', not floating-point numbers of 16, 32 or 64 bits")


def _element_of_tensor(code: int, bits: int, lanes: int, name: str, bfloat16: bool) -> str:
    if lanes != 1:
        _refuse(name, "holds vectors, not numbers")
    if code == _FLOATING and bits in (16, 32, 64):
        return f"float{bits}"
    integers = code in (_INTEGER, _UNSIGNED)
    if bits == 16 and (code == _BFLOAT or bfloat16 and integers):
        return "bfloat16"
    if integers:
        _refuse_integers(name, bits // 8)
    if code == _COMPLEX:
        _refuse_complex(name)
    if code == _BOOLEAN:
        _refuse(name, "holds truth values, not floating-point numbers")
    _refuse(name, "holds elements that are not floating-point numbers of 16, 32 or 64 bits")
