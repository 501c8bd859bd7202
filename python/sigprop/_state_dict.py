"""A model's ``state_dict()``, or another dictionary of arrays by name, as the file that the library measures.

The file is a temporary one in the format of safetensors, whose header is JSON and whose numbers lie behind it as they are.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import tempfile
from typing import Any, BinaryIO, Iterator, Mapping, Tuple

from ._arrays import is_numpy
from ._errors import InputError
from ._tensors import is_torch, loaded, plain, plainly

#: What safetensors calls the types of torch and NumPy.
_TYPES = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2",
    "int64": "I64", "int32": "I32", "int16": "I16", "int8": "I8", "uint64": "U64", "uint32": "U32", "uint16": "U16", "uint8": "U8",
    "bool": "BOOL",
}


@contextlib.contextmanager
def stored(value: Any, name: str) -> Iterator[Any]:
    """A path as it is; of a dictionary of arrays, the path of a file that holds them until the end."""
    if not isinstance(value, Mapping):
        if not isinstance(value, (str, bytes, os.PathLike)):
            raise TypeError(f"{name} is a path or a dictionary of arrays, not {type(value).__name__}{_instead(value)}")
        yield value
        return
    arrays = dict(_flat(value, name, ""))
    if not arrays:
        raise InputError(f"{name} is a dictionary without arrays")
    with tempfile.TemporaryDirectory(prefix="sigprop-") as folder:
        path = os.path.join(folder, "state_dict.safetensors")
        with open(path, "wb") as file:
            _write(file, arrays)
        yield path


def _instead(value: Any) -> str:
    """What to give instead of what is neither a path nor a dictionary."""
    if hasattr(value, "state_dict"):
        return ": give its .state_dict()"
    if callable(value) and getattr(value, "__name__", "") == "state_dict":
        return ": call it, .state_dict()"
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return ": for one array, sigprop.measure.weights(w)"
    if isinstance(value, (list, tuple)):
        return ": give names, too, such as dict(model.named_parameters())"
    return ""


def _flat(value: Mapping, name: str, above: str) -> Iterator[Tuple[str, Any]]:
    """The arrays by name, those of dictionaries inside with the names above them: layers.0.weight."""
    for key, one in value.items():
        if not isinstance(key, str):
            raise TypeError(f"{name} has the key {key!r}: the names of arrays must be strings")
        if isinstance(one, Mapping):
            yield from _flat(one, name, above + key + ".")
        elif hasattr(one, "shape") and hasattr(one, "dtype"):
            yield above + key, one
        else:
            inside = next((name for name in ("state_dict", "model", "params") if isinstance(value.get(name), Mapping)), None)
            hint = f"give {name}[{inside!r}]" if inside else "leave it out"
            raise TypeError(f"{name}[{above + key!r}] is {type(one).__name__}, not an array or a tensor: {hint}")


def _write(file: BinaryIO, arrays: dict) -> None:
    held, header, end = [], {}, 0
    for name, one in arrays.items():
        kind, shape, count, array = _laid_out(one, name)
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [end, end + count]}
        end += count
        held.append((array, count))
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write(len(text).to_bytes(8, "little") + text)
    for array, count in held:
        if is_torch(array):
            file.write((ctypes.c_char * count).from_address(array.data_ptr()) if count else b"")
        else:
            file.write(array.tobytes())


def _laid_out(value: Any, name: str) -> Tuple[str, list, int, Any]:
    """The type, the shape, the number of bytes, and the array with its numbers in order."""
    if is_torch(value):
        with plainly():
            value = plain(value.detach().cpu() if value.device.type not in ("cpu", "meta") else value, name).contiguous()
        count = value.numel() * value.element_size()
    else:
        numpy = loaded("numpy")
        if not is_numpy(value) and numpy is not None:
            value = numpy.asarray(value)
        if not is_numpy(value):
            raise TypeError(f"{name} is {type(value).__name__}, not an array of NumPy or a tensor of torch")
        count = value.nbytes
    text = str(value.dtype).rpartition(".")[2]
    if text not in _TYPES:
        raise InputError(f"{name} holds {text}, which no checkpoint has")
    return _TYPES[text], [int(one) for one in value.shape], count, value
