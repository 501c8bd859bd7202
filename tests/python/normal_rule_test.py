"""NormalRule: bounds that hold, arrays of every shape, and what is refused."""

import math
from array import array

import pytest
import sigprop

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("f", ["gelu", "tanh", "relu", "mish", "selu", "x * sigmoid(1.702 * x)"])
@pytest.mark.parametrize("power", [1, 2])
def test_bounds_cover_the_proved_numbers(f, power):
    rule = sigprop.NormalRule(f, 0.2, 5, power=power)
    assert rule.proved
    exact = sigprop.activation.mean if power == 1 else sigprop.activation.second_moment
    for std in (0.2, 0.7, 1.0, 3.3, 5.0):
        value, bound = rule(std)
        number = exact(f, std=std)
        assert number.lower - bound <= value <= number.upper + bound
        assert 0 < bound < 1e-12


def test_a_shifted_value_would_be_seen():
    rule = sigprop.NormalRule("tanh", 1, 2, power=2)
    value, bound = rule(1.5)
    number = sigprop.activation.second_moment("tanh", std=1.5)
    assert not number.lower - bound <= value + 4 * bound <= number.upper + bound


def test_arrays_have_the_bits_of_single_numbers():
    rule = sigprop.NormalRule(lambda x: x * sigprop.sigmoid(x), 0.1, 10, power=2, mean=0.25)
    stds = numpy.linspace(0.1, 10, 24).reshape(2, 3, 4)
    found = rule(stds)
    assert found.value.shape == found.bound.shape == stds.shape
    for index in numpy.ndindex(stds.shape):
        assert rule(stds[index]) == (found.value[index], found.bound[index])
    strided = rule(stds.T[::-1])
    assert (strided.value == found.value.T[::-1]).all()
    listed = rule([0.1, 1, 10])
    assert listed.value == [rule(s).value for s in (0.1, 1, 10)] and isinstance(listed.bound, list)
    assert rule(numpy.float32(0.5)) == rule(0.5) and rule(numpy.array(0.5)).value == rule(0.5).value
    assert rule(numpy.array([])).value.shape == (0,) and rule([]) == ([], [])
    assert rule(array("d", [2.0])).value == [rule(2.0).value]


def test_nodes_and_the_proof():
    assert 8 <= sigprop.NormalRule("tanh", 1, 1).nodes(1) <= 400
    assert not sigprop.NormalRule("sin(x)", 1, 1).proved
    assert "not proved to the last bit" in repr(sigprop.NormalRule("atan(x)", 1, 1))
    assert repr(sigprop.NormalRule("gelu", 1, 2, power=2)) == (
        "<sigprop.NormalRule E f(x)^2 with f = gelu, std 1 to 2, mean 0.0>"
    )


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("gelu", 0, 1), "0 < lower_std"),
        (("gelu", 2, 1), "lower_std <= upper_std"),
        (("gelu", 1, 1e7), "10^6"),
        (("gelu", float("nan"), 1), "0 < lower_std"),
        (("gleu", 1, 2), "gelu"),
        (("swiglu", 1, 2), "two inputs"),
        (("x +", 1, 2), "x +"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments, message):
    with pytest.raises(sigprop.InputError) as refused:
        sigprop.NormalRule(*arguments)
    assert message in str(refused.value)


def test_other_refusals():
    with pytest.raises(sigprop.InputError, match="power"):
        sigprop.NormalRule("gelu", 1, 2, power=5)
    with pytest.raises(sigprop.DomainError, match="diverges"):
        sigprop.NormalRule("exp(x^2)", 1, 2)
    with pytest.raises(sigprop.DomainError, match="diverges near z = 0"):
        sigprop.NormalRule("1/x", 1, 2)
    with pytest.raises(sigprop.UndecidedError, match="integrable singularity"):
        sigprop.NormalRule("log(abs(x))", 1, 2)
    with pytest.raises(TypeError, match="activation"):
        sigprop.NormalRule(3, 1, 2)
    rule = sigprop.NormalRule("gelu", 1, 2)
    for outside in (0.5, 2.5, math.nan, math.inf, -1.0):
        with pytest.raises(sigprop.InputError, match="outside"):
            rule(outside)
    with pytest.raises(sigprop.InputError, match="outside"):
        rule(numpy.array([1.0, 3.0]))
    with pytest.raises((TypeError, ValueError)):
        rule(numpy.array(["one"]))
