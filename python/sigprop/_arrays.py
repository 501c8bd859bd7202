"""Arrays of one's own on their way to the library: no copy is made, and what cannot be read is named.

NumPy and whatever else exports a buffer is read through it, torch and others through DLPack. NumPy and torch are never
imported here: who has an array of theirs has imported them.
"""

from __future__ import annotations

import sys
from typing import Any, Optional

from . import _core
from ._errors import InputError

#: What a number of an array may be, as the tool names it.
DTYPES = ("float16", "bfloat16", "float32", "float64")


def is_torch(value: Any) -> bool:
    """Whether it is a tensor of torch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def dtype_name(dtype: Any, name: str = "dtype") -> Optional[str]:
    """The name of a dtype given as text, or as NumPy, torch or ml_dtypes have it."""
    if dtype is None:
        return None
    text = dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", str(dtype))
    text = str(text).replace("torch.", "")
    if text not in DTYPES:
        raise InputError(f"{name} is one of {', '.join(DTYPES)}, not {dtype!r}")
    return text


def array(value: Any, name: str, bfloat16: bool = False) -> Any:
    """The array for the library, which holds a reference; ``name`` is how messages call it."""
    if is_torch(value):
        source = _of_torch(value, name)
    elif isinstance(value, (list, tuple, dict, set, str, bytes, bytearray)) or value is None:
        hint = f": give numpy.asarray({name}, dtype=float)" if isinstance(value, (list, tuple)) else ""
        raise TypeError(f"{name} is an array or a tensor, not {type(value).__name__}{hint}")
    else:
        source = _of_numpy(value, name)
    if source is value and not hasattr(value, "__dlpack__") and not _has_buffer(value):
        hint = f": give {name}.to_numpy()" if hasattr(value, "to_numpy") else f": give numpy.asarray({name})"
        raise TypeError(f"{name} is an array or a tensor, not {type(value).__name__}{hint}")
    if source is value and not _has_buffer(value):
        source = _capsule(value, name)
    bits = bfloat16 or getattr(getattr(value, "dtype", None), "name", "") == "bfloat16"
    return _core.Array(source, name, bits)


def _has_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except (TypeError, ValueError, BufferError):
        # An array of NumPy whose elements have no format, such as dates, still says so better itself.
        return _is_numpy(value)
    return True


def _is_numpy(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic))


def _of_numpy(value: Any, name: str) -> Any:
    if not _is_numpy(value):
        return value
    numpy = sys.modules["numpy"]
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array, whose mask would be lost: give {name}.compressed() or .filled(…)")
    if value.dtype.name == "bfloat16":  # of ml_dtypes, which exports no buffer
        return value.view(numpy.uint16)
    if value.dtype.kind in "USMm":
        raise TypeError(f"{name} holds {value.dtype}, not floating-point numbers")
    return value


def _of_torch(tensor: Any, name: str) -> Any:
    """The capsule of a tensor; one that requires grad is read without its graph."""
    if tensor.device.type != "cpu":
        if tensor.device.type == "meta":
            raise InputError(f"{name} is on the device meta, where tensors have no numbers")
        raise InputError(f"{name} is on the device {tensor.device}: give {name}.cpu()")
    if str(tensor.layout) != "torch.strided":
        raise TypeError(f"{name} is sparse ({tensor.layout}): give {name}.to_dense()")
    if getattr(tensor, "is_quantized", False):
        raise TypeError(f"{name} is quantised ({tensor.dtype}): give {name}.dequantize()")
    if tensor.is_complex():
        raise TypeError(f"{name} holds complex numbers: give {name}.real and {name}.imag apart")
    if str(tensor.dtype) == "torch.bool":
        raise TypeError(f"{name} holds truth values, not floating-point numbers")
    if hasattr(tensor, "is_neg") and tensor.is_neg():
        raise InputError(f"{name} is a negated view, whose numbers are stored with the other sign: "
                         f"give {name}.resolve_neg()")
    return _capsule(tensor.detach(), name)


def _capsule(value: Any, name: str) -> Any:
    if hasattr(value, "__dlpack_device__"):
        kind = int(value.__dlpack_device__()[0])
        if kind != 1:
            raise InputError(f"{name} is on a device (kind {kind} of DLPack): give a copy in the processor's memory")
    try:
        return value.__dlpack__()
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise TypeError(f"{name} cannot be read through DLPack: {error}") from None
