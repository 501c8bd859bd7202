"""Arrays of one's own on their way to the library: no copy is made, and what cannot be read is named.

NumPy and whatever else exports a buffer is read through it, torch and others through DLPack (``_memory``). NumPy and torch are
never imported here: who has an array of theirs has imported them. What a tensor of torch must be is said in ``_tensors``; that
shapes and strides stay inside of memory is checked by the library.
"""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._errors import InputError, shown
from ._memory import buffer_of, tensor_of
from ._tensors import check_floating, is_torch, loaded, plain, plainly
from ._text import check_text

#: What a number of an array may be, as the tool names it.
DTYPES = ("float16", "bfloat16", "float32", "float64")


def dtype_text(dtype: Any) -> str:
    """"float32" for that text, numpy.float32, numpy.dtype("float32"), torch.float32."""
    if isinstance(dtype, str):
        return dtype
    text = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or shown(dtype)
    return str(text).rpartition(".")[2]


def dtype_name(dtype: Any, name: str = "dtype") -> Optional[str]:
    """The same for a dtype that is known here, or None."""
    if dtype is None:
        return None
    text = dtype_text(dtype).removeprefix("torch.")
    if text not in DTYPES:
        raise InputError(f"{name} is one of {', '.join(DTYPES)}, not {shown(dtype)}")
    return text


def array(value: Any, name: str, bfloat16: bool = False) -> Any:
    """The array for the library, which holds a reference; ``name`` is how messages call it."""
    check_text(name, "the name of an array")
    if is_torch(value):
        value = plain(value, name)
        check_floating(value, name)
        with plainly():
            source = _capsule(value, name)
    elif isinstance(value, type):
        raise TypeError(f"{name} is an array or a tensor, not the class {value.__name__}")
    elif isinstance(value, (list, tuple, dict, set, str, bytes, bytearray)) or value is None:
        hint = f": give numpy.asarray({name}, dtype=float)" if isinstance(value, (list, tuple)) else ""
        raise TypeError(f"{name} is an array or a tensor, not {type(value).__name__}{hint}")
    else:
        source = _of_numpy(value, name)
        if source is value and not has_buffer(value):
            if not hasattr(value, "__dlpack__"):
                hint = f": give {name}.to_numpy()" if hasattr(value, "to_numpy") else f": give numpy.asarray({name})"
                raise TypeError(f"{name} is an array or a tensor, not {type(value).__name__}{hint}")
            source = _capsule(value, name)
    bits = bfloat16 or getattr(getattr(value, "dtype", None), "name", "") == "bfloat16"
    read = tensor_of if type(source).__name__ == "PyCapsule" else buffer_of
    return _core.array(name, *read(source, name, bits))


def has_buffer(value: Any) -> bool:
    """Whether it exports its memory by the protocol of buffers."""
    try:
        memoryview(value)
    except Exception:
        # An array of NumPy whose elements have no format, such as dates, still says so better itself.
        return is_numpy(value)
    return True


def is_numpy(value: Any) -> bool:
    """Whether it is an array or a scalar of NumPy."""
    numpy = loaded("numpy")
    return numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic))


def _of_numpy(value: Any, name: str) -> Any:
    if not is_numpy(value):
        return value
    numpy = loaded("numpy")
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array, and its mask would be lost: give {name}.compressed() or .filled(…)")
    if value.dtype.name == "bfloat16":  # of ml_dtypes, which exports no buffer
        return value.view(numpy.uint16)
    if value.dtype.itemsize == 1 and "float" in value.dtype.name:
        raise TypeError(f"{name} holds {value.dtype.name}, numbers of fewer than 16 bits: give {name}.astype(numpy.float32)")
    if value.dtype.kind in "USMm":
        raise TypeError(f"{name} holds {value.dtype}, not floating-point numbers")
    return value


def _capsule(value: Any, name: str) -> Any:
    """What ``__dlpack__`` hands out; whatever others raise there becomes words."""
    try:
        kind = int(value.__dlpack_device__()[0]) if hasattr(value, "__dlpack_device__") else 1
        if kind == 1:
            made = value.__dlpack__()
    except Exception as error:
        raise TypeError(f"{name} cannot be read through DLPack: {error or type(error).__name__}") from None
    if kind != 1:
        raise InputError(f"{name} is on a device (kind {kind} of DLPack): give a copy in CPU memory")
    if type(made).__name__ != "PyCapsule":
        raise TypeError(f"{name} cannot be read through DLPack: its __dlpack__ gives {type(made).__name__}, not a capsule")
    return made
