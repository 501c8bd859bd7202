"""Classes whose objects are made by calls: to make one by hand is an error of Python's, never the end of it."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy
import pytest

import sigprop
from sigprop import _core

INSIDE = sorted(_core.Held.__subclasses__(), key=lambda one: one.__name__)


def one_of(made):
    """An object of each private class."""
    makers = {
        "Answer": lambda: _core.evaluate("1/3", {}),
        "Array": lambda: sigprop._arrays.array(numpy.ones(3), "x"),
        "Claims": _core.shipped_claims,
        "NormalRule": lambda: _core.normal_rule("relu", 1, 2, 0, 1, {}),
        "KernelBounds": lambda: _core.kernel_bounds({"x": sigprop._arrays.array(numpy.ones(3), "x")}, {}, operation="softmax", contract="strict", contract_json=None, contract_file=None, eps=None,
                                                    weight_offset=None, dtype="float32", scale=None, softcap=None, causal=False, window=None, smoothing=None, z_loss=None,
                                                    ignored=None, order=None, order_size=1, result="y"),
        "Recipe": lambda: _core.recipe("gpt2", "", [], {}, ("", "")),
        "Report": lambda: _core.recipe("gpt2", "", [], {}, ("", "")).report(0),
    }
    return makers[made.__name__]()


def uses(one):
    """What can be done with it: its attributes, and its methods with no argument, with itself and with a number."""
    for name in dir(type(one)):
        if not name.startswith("_") or name == "__call__":
            yield lambda: getattr(one, name)
            for given in ((), (one,), (1,)):
                yield lambda: getattr(one, name)(*given)


def test_all_private_classes_are_here():
    assert {one.__name__ for one in INSIDE} == {"Answer", "Array", "Claims", "KernelBounds", "NormalRule", "Recipe", "Report"}


@pytest.mark.parametrize("made", [_core.Held, *INSIDE])
def test_private_classes_cannot_be_made(made):
    ways = [lambda: made(), lambda: made.__new__(made), lambda: type("Own", (made,), {}), lambda: type("Own", (made, dict), {})]
    for way in ways:
        with pytest.raises(TypeError):
            way()
    with pytest.raises(TypeError, match="comes from functions of sigprop"):
        made.__new__(made)


@pytest.mark.parametrize("made", INSIDE)
@pytest.mark.parametrize("number", ["none", "freed", "another kind", 0, 2**64 - 1, -1, "text"])
def test_a_wrong_number_is_an_error_of_python(made, number):
    true, other = one_of(made), one_of(_core.Report if made is not _core.Report else _core.Claims)
    own = true._number
    one = object.__new__(made)
    if number == "freed":
        del true
        one._number = own
    elif number == "another kind":
        one._number = other._number
    elif number != "none":
        one._number = number
    for use in uses(one):
        try:
            use()
        except (AttributeError, TypeError, sigprop.SigpropError):
            pass
    if number == "another kind":
        assert other.text if isinstance(other, _core.Report) else other.without_experiments().ids  # it is as it was
    one._number = 0  # or what was forged would be freed


@pytest.mark.parametrize("made", INSIDE)
def test_an_object_is_not_copied(made):
    one = one_of(made)
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            way(one)


def test_what_is_freed_is_gone():
    answer = _core.evaluate("1/3", {})
    number = answer._number
    assert _core.call("answer.facts", answer=number)["decimal"].startswith("0.333")
    del answer
    with pytest.raises(TypeError, match="there is no object"):
        _core.call("answer.facts", answer=number)


def own_classes():
    for module in (sigprop, sigprop.measure):
        for name in module.__all__:
            if inspect.isclass(getattr(module, name)):
                yield getattr(module, name)


@pytest.mark.parametrize("made", sorted(set(own_classes()), key=repr))
def test_public_classes_without_their_init(made):
    try:
        one = made.__new__(made)
    except TypeError:
        return  # a tuple, say, whose fields are asked for
    for look in [repr, str, len, list, bool, float, copy.copy, pickle.dumps, hash, dir,
                 *(lambda one, name=name: getattr(one, name) for name in dir(made))]:
        try:
            look(one)
        except RecursionError:
            pytest.fail(f"{made.__name__} calls itself without end")
        except Exception as error:
            assert isinstance(error, (AttributeError, TypeError, KeyError, IndexError, NotImplementedError, ArithmeticError,
                                      ValueError)), error


def test_results_are_copied_and_pickled():
    w = numpy.random.default_rng(5).standard_normal((32, 32))
    x = w[:8, :16]
    results = {
        "weights": sigprop.measure.weights(w, 1),
        "described": sigprop.measure.weights(w),
        "attention": sigprop.measure.attention(x, x),
        "elementwise": sigprop.measure.elementwise(x, budget=0.01),
        "jacobian": sigprop.measure.jacobian(x=x, dy=x, layer="rms_norm", eps=1e-6, dx=x),
        "check": sigprop.check_backward(lambda x: x * x, lambda x, dy: 2 * x * dy, x),
        "rule": sigprop.NormalRule("relu", 1, 2),
        "value": sigprop.evaluate("1/3"),
        "report": sigprop.recipe("gpt2").report(),
        "claims": sigprop.verify([{"id": "a.b", "source": {"title": "ours"}, "expression": "1/3", "stated": "0.333"}]),
    }
    for name, one in results.items():
        for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert repr(other) == repr(one), name
            if hasattr(one, "to_json"):
                assert other.to_json() == one.to_json() and str(other) == str(one), name
                assert other.to_csv() == one.to_csv() and other.to_markdown() == one.to_markdown(), name
