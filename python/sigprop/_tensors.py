"""Tensors of torch on their way to the library: those whose memory holds their numbers, and words for all others.

Many classes of torch have no numbers of their own, or none where a tensor has them: parts of a tensor that is spread over
processes, shapes without numbers, parameters whose storage was freed. To read these ends the process, in torch itself, too.
torch is never imported here.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any, Iterator, NoReturn

from ._errors import InputError

#: What to give instead of a tensor of a class that keeps its numbers elsewhere, by the name of the class or of a base.
_INSTEAD = {
    "DTensor": "is spread over processes: give {name}.full_tensor(), or {name}.to_local() for the part of this one",
    "AsyncCollectiveTensor": "waits for other processes: give {name}.wait()",
    "FakeTensor": "is a fake tensor, which has a shape and no numbers: measure outside of FakeTensorMode and torch.compile",
    "FunctionalTensor": "is inside of torch's functionalization: measure outside of it",
    "MaskedTensor": "is a masked tensor, whose mask would be lost: give {name}.to_tensor(0), or the numbers without the mask",
    "NestedTensor": "is nested, of parts of different lengths: give {name}.values(), or one part after the other",
    "SparseSemiStructuredTensor": "is sparse (semi-structured): give {name}.to_dense()",
}

#: Methods by which classes that are not known here may give their numbers.
_CONVERSIONS = ("dequantize", "full_tensor", "to_local", "to_dense", "to_tensor")


def loaded(module: str) -> Any:
    """A library that somebody has imported; None where it is not there, barred, or a stand-in without a type of arrays."""
    found = sys.modules.get(module)
    return found if isinstance(getattr(found, {"torch": "Tensor", "numpy": "ndarray"}[module], None), type) else None


def is_torch(value: Any) -> bool:
    """Whether it is a tensor of torch."""
    torch = loaded("torch")
    return torch is not None and isinstance(value, torch.Tensor)


@contextlib.contextmanager
def plainly() -> Iterator[None]:
    """Inside, torch's functions do what they do for plain tensors: no mode and no subclass changes them."""
    torch = loaded("torch")
    with contextlib.ExitStack() as stack:
        dispatch = sys.modules.get("torch.utils._python_dispatch")
        for owner, name in ((torch._C, "DisableTorchFunction"), (dispatch, "_disable_current_modes"),
                            (torch._C, "_DisableFuncTorch")):
            if hasattr(owner, name):
                stack.enter_context(getattr(owner, name)())
        yield


def plain(tensor: Any, name: str) -> Any:
    """The same numbers as a plain tensor without a graph, in the same memory. Raises InputError or TypeError, in words that
    begin with the name, unless the tensor's own memory holds its numbers."""
    torch = loaded("torch")
    with plainly(), torch.no_grad():
        _check_class(torch, tensor, name)
        tensor = torch.Tensor.detach(tensor)
        if type(tensor) is not torch.Tensor:  # which may answer in its own words where its numbers are, or not at all
            tensor = torch.Tensor.as_subclass(tensor, torch.Tensor)
        _check_place(tensor, name)
        _check_elements(tensor, name)
        _check_storage(torch, tensor, name)
    return tensor


def _refuse(error: type, name: str, problem: str) -> NoReturn:
    raise error(f"{name} {problem.format(name=name)}")


def _check_class(torch: Any, tensor: Any, name: str) -> None:
    kind = type(tensor)
    functorch = getattr(torch._C, "_functorch", None)
    if getattr(functorch, "is_functorch_wrapped_tensor", lambda one: False)(tensor):
        _refuse(TypeError, name, "is a tensor inside of torch.func or vmap, which has no numbers there: measure outside of it")
    if getattr(torch, "_is_functional_tensor", lambda one: False)(tensor):
        _refuse(TypeError, name, _INSTEAD["FunctionalTensor"])
    if any(base.__name__ in ("UninitializedParameter", "UninitializedBuffer") for base in kind.__mro__):
        _refuse(InputError, name, "is a parameter of a lazy module, without a shape so far: call the module once before")
    for base in kind.__mro__:
        if base.__name__ in _INSTEAD and base.__module__.split(".")[0] in ("torch", "torchao"):
            _refuse(TypeError, name, _INSTEAD[base.__name__])
    ours = getattr(kind, "__torch_dispatch__", None)
    if ours is not None and ours != getattr(torch.Tensor, "__torch_dispatch__", None):
        _refuse_class(torch, kind, name)


def _refuse_class(torch: Any, kind: type, name: str) -> NoReturn:
    """Of a class that does torch's operations in its own way: only it knows where its numbers are."""
    conversion = "a plain torch.Tensor of them"
    for method in _CONVERSIONS:
        if getattr(kind, method, None) is not getattr(torch.Tensor, method, None):
            conversion = f"{name}.{method}()"
            break
    raise TypeError(f"{name} is a tensor of the class {kind.__module__}.{kind.__qualname__}, which stores its numbers in its own format: give {conversion}")


def _check_place(tensor: Any, name: str) -> None:
    if tensor.device.type != "cpu":
        if tensor.device.type == "meta":
            _refuse(InputError, name, "is on the device meta, where tensors have no numbers")
        raise InputError(f"{name} is on the device {tensor.device}: give {name}.cpu()")
    if getattr(tensor, "is_nested", False) or str(tensor.layout) == "torch.jagged":
        _refuse(TypeError, name, _INSTEAD["NestedTensor"])
    if str(tensor.layout) != "torch.strided":
        kind = "sparse" if "sparse" in str(tensor.layout) else "in an order of its own"
        raise TypeError(f"{name} is {kind} ({tensor.layout}): give {name}.to_dense()")


def _check_elements(tensor: Any, name: str) -> None:
    dtype = str(tensor.dtype)
    if getattr(tensor, "is_quantized", False):
        raise TypeError(f"{name} is quantised ({dtype}): give {name}.dequantize()")
    if getattr(tensor, "is_neg", bool)():
        _refuse(InputError, name, "is a negated view, whose numbers are stored with the other sign: give {name}.resolve_neg()")
    if getattr(tensor, "_is_zerotensor", bool)():
        _refuse(InputError, name, "is a tensor of zeros without memory (torch._efficientzerotensor): give {name}.clone()")
    if dtype.startswith("torch.bits"):
        raise TypeError(f"{name} holds bits ({dtype}), not floating-point numbers")


def check_floating(tensor: Any, name: str) -> None:
    """Raises TypeError unless elements are floating-point numbers, or integers, which may be bits of bfloat16."""
    dtype = str(tensor.dtype)
    if tensor.dtype.is_complex:
        raise TypeError(f"{name} holds complex numbers: give {name}.real and {name}.imag separately")
    if dtype == "torch.bool":
        raise TypeError(f"{name} holds truth values, not floating-point numbers")
    if tensor.dtype.is_floating_point and tensor.element_size() == 1:
        hint = "unpack it first" if dtype.endswith("_x2") else f"give {name}.float()"
        raise TypeError(f"{name} holds {dtype.replace('torch.', '')}, numbers of fewer than 16 bits: {hint}")


def _check_storage(torch: Any, tensor: Any, name: str) -> None:
    """The last element must end within the storage, and the storage must be there."""
    if tensor.numel() == 0:
        return
    last = tensor.storage_offset() + sum((length - 1) * step for length, step in zip(tensor.shape, tensor.stride()))
    needed = (last + 1) * tensor.element_size()
    try:
        held = tensor.untyped_storage().nbytes() if torch._C._has_storage(tensor) else 0
        address = tensor.data_ptr() if held else 0
    except (RuntimeError, NotImplementedError, AttributeError):
        held = address = 0
    if held == 0 or address == 0:
        _refuse(InputError, name, "has a shape, but no memory behind it: its storage was freed, or never made; where FSDP "
                                  "frees parameters, measure inside of summon_full_params")
    if needed > held:
        raise InputError(f"{name} needs {needed} bytes of its storage, which has {held}: the storage was shrunk, and the numbers are lost")
