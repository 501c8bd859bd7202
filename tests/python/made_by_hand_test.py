"""Classes whose objects are made by calls: to make one by hand is an error of Python's, never the end of it."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy
import pytest

import sigprop
from sigprop import _core

INSIDE = [one for one in vars(_core).values() if isinstance(one, type)]


def test_all_private_classes_are_here():
    assert {one.__name__ for one in INSIDE} >= {"Answer", "Array", "Claims", "NormalRule", "Recipe", "Report"}


@pytest.mark.parametrize("made", INSIDE)
def test_private_classes_cannot_be_made(made):
    ways = [lambda: made(), lambda: made.__new__(made), lambda: made.__mro__[1].__new__(made), lambda: object.__new__(made),
            lambda: type("Own", (made,), {}), lambda: type("Own", (made, dict), {}), lambda: copy.copy(made.__new__(made)),
            lambda: made.__init__(_core.evaluate("1", {})), lambda: setattr(made, "__new__", None)]
    for way in ways:
        with pytest.raises(TypeError):
            way()
    with pytest.raises(TypeError, match="is made by the functions of sigprop"):
        made.__new__(made)


def test_an_object_stays_of_its_class():
    answer = _core.evaluate("1/3", {})
    for other in INSIDE:
        with pytest.raises(TypeError):
            answer.__class__ = other
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            way(answer)
    assert answer.decimal.startswith("0.333")


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
