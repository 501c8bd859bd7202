"""Tensors of torch of every class that can be made: measured as a plain one is, or refused in words. Skipped without torch."""

from __future__ import annotations

import importlib
import warnings

import pytest

import sigprop
from sigprop import measure
from sigprop._errors import TraceError

torch = pytest.importorskip("torch", reason="torch is not installed: NONE of its tensors is tested")
warnings.simplefilter("ignore")
pytestmark = pytest.mark.filterwarnings("ignore")

for module in ("torch.distributed.tensor", "torch.masked", "torch.nested", "torch._subclasses", "torch.sparse.semi_structured",
               "torch.testing._internal.two_tensor", "torch.testing._internal.subclasses", "torch.testing._internal.logging_tensor",
               "torch.testing._internal.composite_compliance", "torch.distributed._functional_collectives", "torch.ao.quantization",
               "torch._higher_order_ops", "torch.nn.parameter", "torchao", "torchao.dtypes", "torchao.quantization"):
    try:
        importlib.import_module(module)
    except Exception:  # of this version, or of what it needs
        pass

W = torch.randn(8, 16, generator=torch.Generator().manual_seed(43))
PLACES = {
    "w": lambda one: measure.weights(one),
    "q": lambda one: measure.attention(one, one),
    "x": lambda one: measure.jacobian(x=one, dy=one, layer="layer_norm", eps=1e-6, dx=one),
}
RAW = ("incompatible function arguments", "has no attribute", "INTERNAL ASSERT", "Cannot access", "meta tensors")


def outcome(name, one):
    try:
        return [record.to_dict() for record in PLACES[name](one).records]
    except (sigprop.InputError, TypeError) as error:
        assert str(error).startswith(name + " ") and not any(words in str(error) for words in RAW), error
        return error


def freed(tensor, left=0):
    tensor.untyped_storage().resize_(left)
    return tensor


def viewed(tensor, look, left):
    view = look(tensor)
    freed(tensor, left)
    return view


def zeros_without_memory():
    return torch._efficientzerotensor(8, 16)


REFUSED = {
    "freed": (lambda: freed(W.clone()), "no memory behind it"),
    "a freed parameter": (lambda: torch.nn.Parameter(freed(W.clone())), "no memory behind it"),
    "a view of a freed one": (lambda: viewed(W.clone(), lambda one: one[2:, ::2], 0), "no memory behind it"),
    "cut": (lambda: freed(W.clone(), 64), "needs 512 bytes of its storage, which has 64"),
    "cut behind an offset": (lambda: viewed(torch.cat([W, W]), lambda one: one[8:], 512), "needs 1024 bytes of its storage, which has 512"),
    "zeros without memory": (zeros_without_memory, r"give .\.clone\(\)"),
    "meta": (lambda: W.to("meta"), "on the device meta"),
    "lazy": (lambda: torch.nn.LazyLinear(3).weight, "call the module once"),
    "sparse": (lambda: W.to_sparse(), r"give .\.to_dense\(\)"),
    "compressed": (lambda: W.to_sparse_csr(), r"give .\.to_dense\(\)"),
    "nested": (lambda: torch.nested.nested_tensor([W, W[:3]]), r"give .\.values\(\)"),
    "jagged": (lambda: torch.nested.nested_tensor([W, W[:3]], layout=torch.jagged), r"give .\.values\(\)"),
    "masked": (lambda: torch.masked.masked_tensor(W, W > 0), "mask would be lost"),
    "quantised": (lambda: torch.quantize_per_tensor(W, 0.1, 0, torch.qint8), r"give .\.dequantize\(\)"),
    "float8": (lambda: W.to(torch.float8_e4m3fn), r"give .\.float\(\)"),
    "complex": (lambda: W.to(torch.complex64), "complex numbers"),
    "truth": (lambda: W > 0, "truth values"),
    "integers": (lambda: W.int(), "holds integers"),
    "negated": (lambda: torch.view_as_complex(torch.randn(8, 16, 2)).conj().imag, r"give .\.resolve_neg\(\)"),
    "a class": (lambda: torch.Tensor, "the class Tensor"),
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("kind", REFUSED)
def test_what_has_no_numbers_of_its_own_is_refused(kind, name):
    make, words = REFUSED[kind]
    with pytest.raises((sigprop.InputError, TypeError), match=f"^{name} .*{words}"):
        PLACES[name](make())


@pytest.mark.parametrize("make", [lambda w: w, lambda w: w.clone().requires_grad_(), torch.nn.Parameter, lambda w: w.t().contiguous().t(),
                                  lambda w: torch.cat([w, w])[8:], lambda w: w.clone().share_memory_(), torch.nn.Buffer])
def test_plain_tensors_are_measured(make):
    assert outcome("x", make(W)) == outcome("x", W)
    assert not isinstance(outcome("x", W), Exception)


def test_what_happens_to_torch_around_it_is_not_seen():
    plain = outcome("w", W)
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode():
        assert outcome("w", W) == plain
        assert isinstance(outcome("w", torch.randn(8, 16)), TypeError)
    with torch.device("meta"), torch.inference_mode():
        assert outcome("w", W) == plain
    seen = []
    torch.func.grad(lambda x: (seen.append((outcome("w", x), outcome("w", W))), x.sum())[1])(W)
    torch.func.vmap(lambda x: (seen.append((outcome("w", x), outcome("w", W))), x)[1])(W)
    torch.func.functionalize(lambda x: (seen.append((outcome("w", x), plain)), x.sum())[1])(W)
    torch.func.jvp(lambda x: (seen.append((outcome("w", x), plain)), x.sum())[1], (W,), (W,))
    assert len(seen) == 4 and all(isinstance(inside, TypeError) and outside == plain for inside, outside in seen)


def test_a_tensor_that_is_spread_over_processes():
    from torch.distributed.tensor import DTensor, Replicate, init_device_mesh

    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    try:
        spread = DTensor.from_local(W, init_device_mesh("cpu", (1,)), [Replicate()])
        assert "give w.full_tensor(), or w.to_local()" in str(outcome("w", spread))
        assert outcome("w", spread.to_local()) == outcome("w", W)
    finally:
        torch.distributed.destroy_process_group()


def classes(kind=torch.Tensor):
    for one in kind.__subclasses__():
        yield one
        yield from classes(one)


CLASSES = sorted(set(classes()), key=lambda one: (one.__module__, one.__qualname__))
WAYS = {
    "as a subclass": lambda kind: W.clone().as_subclass(kind),
    "made of data": lambda kind: torch.Tensor._make_subclass(kind, W.clone()),
    "wrapper": lambda kind: torch.Tensor._make_wrapper_subclass(kind, (8, 16)),
    "constructor": lambda kind: kind(W.clone()),
    "constructor of two": lambda kind: kind(W.clone(), W.clone()),
    "of no storage": lambda kind: freed(W.clone()).as_subclass(kind),
}


def test_every_subclass():
    assert len(CLASSES) >= 8
    plain = outcome("w", W)
    made = refused = 0
    for kind in CLASSES:
        for way, make in WAYS.items():
            try:
                one = make(kind)
            except Exception:
                continue  # cannot be made so
            if not isinstance(one, torch.Tensor):
                continue
            made += 1
            found = outcome("w", one)
            refused += isinstance(found, Exception)
            assert isinstance(found, Exception) or found == plain, (kind, way)
            assert way != "of no storage" or isinstance(found, Exception), kind
    assert made >= 2 * len(CLASSES) and 0 < refused < made


def test_what_a_subclass_overrides_is_not_asked():
    class Boasting(torch.Tensor):  # such as torch's ExpandedWeight, once it is made by hand
        @property
        def device(self):
            return self.original.device

        shape = dtype = device

    assert outcome("w", W.clone().as_subclass(Boasting)) == outcome("w", W)


def test_numbers_in_tensors():
    number = torch.tensor(2.0)
    assert str(sigprop.activation.gain("relu", std=number)) == str(sigprop.activation.gain("relu", std=2))
    freed(number)
    with pytest.raises(sigprop.InputError, match="std: the tensor has a shape, but no memory"):
        sigprop.activation.gain("relu", std=number)
    with pytest.raises(TraceError, match="the tensor has a shape, but no memory"):
        sigprop.formula_of(lambda x: x * number)
    with pytest.raises(sigprop.InputError, match="x has a shape, but no memory"):
        sigprop.check_backward(torch.tanh, None, freed(W.clone()))
    with pytest.raises(sigprop.InputError, match="what forward returned has a shape, but no memory"):
        sigprop.check_backward(lambda x: freed(W.clone()), None, W.double())
    rule = sigprop.NormalRule("relu", 0.1, 10)
    assert rule(torch.tensor([1.0, 2.0])).value.tolist() == rule([1, 2]).value
    with pytest.raises(sigprop.InputError, match="std has a shape, but no memory"):
        rule(freed(torch.ones(3)))
