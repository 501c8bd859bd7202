"""Numbers held against proofs in a test: what each type promises, and that one unit more is refused."""

from __future__ import annotations

import decimal
import fractions
import math
import types

import numpy
import pytest

import sigprop
import sigprop.testing
from sigprop.testing import assert_proved

MODERATE = ["activation.gain(silu)", "truncated_normal.std(-2, 2)", "-selu.alpha", "pi * 10^-5"]
EXPRESSIONS = [*MODERATE, "10^20 / 3"]


def refused(*arguments: object, **terms: object) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_proved(*arguments, **terms)  # type: ignore[arg-type]
    return str(caught.value)


def nearest(expression: str, kind: type) -> numpy.floating:
    """The nearest number of a type, by exact fractions: among the neighbours of the double as that type."""
    value = sigprop.evaluate(expression)
    start = kind(float(value))
    around = [start, numpy.nextafter(start, kind(numpy.inf)), numpy.nextafter(start, kind(-numpy.inf))]
    finite = [one for one in around if numpy.isfinite(one)]
    return min(finite, key=lambda one: abs(fractions.Fraction(float(one)) - value.lower))


@pytest.mark.parametrize("kind", [numpy.float16, numpy.float32, numpy.float64])
@pytest.mark.parametrize("expression", MODERATE)
def test_the_nearest_number_of_a_type_and_its_neighbours(expression: str, kind: type) -> None:
    right = nearest(expression, kind)
    name = numpy.dtype(kind).name
    assert assert_proved(right, expression).verdict == "confirmed"
    assert_proved(float(right), expression, dtype=name)
    assert_proved(float(right), expression, dtype=kind)
    for limit in (numpy.inf, -numpy.inf):
        wrong = numpy.nextafter(right, kind(limit))
        assert f"({name})" in refused(wrong, expression)
        refused(float(wrong), expression, dtype=name)
        assert_proved(wrong, expression, tolerance={"ulps": 2})


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_float_is_the_nearest_double(expression: str) -> None:
    right = float(sigprop.evaluate(expression))
    assert_proved(right, expression)
    assert_proved(right, sigprop.evaluate(expression))
    for limit in (math.inf, -math.inf):
        assert "(float64)" in refused(float(numpy.nextafter(right, limit)), expression)


def test_texts_promise_their_printed_digits() -> None:
    record = assert_proved("1.6765", "activation.gain(silu)")
    assert {one["kind"] for one in record.evidence} == {"enclosure"}  # no estimate and no sample was asked
    assert_proved(decimal.Decimal("1.67653247"), "activation.gain(silu)")
    assert_proved("0.8796", "truncated_normal.std(-2, 2)", convention="rounded")
    assert_proved("0.87962", "truncated_normal.std(-2, 2)", convention="truncated")
    refused("0.87962", "truncated_normal.std(-2, 2)")
    message = refused("1.6766", "activation.gain(silu)")
    assert message.startswith("refuted (expected: confirmed)\n  expression  activation.gain(silu)\n")
    assert "^ first wrong digit, 4th after the point" in message
    assert "computed    1.676532470331091158604257543" in message
    assert "source      assert_proved_test.py:" in message


def test_it_says_what_the_number_is_instead() -> None:
    assert "activation.variance_gain(relu)" in refused("1.7128585504", "activation.gain(relu)")


def test_exact_numbers() -> None:
    assert_proved(2, "sqrt(4)")
    assert_proved(fractions.Fraction(1, 3), "1/3")
    assert_proved(sigprop.evaluate("sqrt(2)"), "activation.gain(relu)")
    assert_proved("sqrt(2)", "activation.gain(relu)")
    for value in (3, fractions.Fraction(1, 4), sigprop.evaluate("sqrt(3)"), "sqrt(3)"):
        refused(value, "activation.gain(relu)")


def test_tolerances() -> None:
    gain = "activation.gain(silu)"  # 1.67653247…
    assert_proved(1.68, gain, tolerance=0.01)
    assert_proved(1.68, gain, tolerance={"relative": "0.01"})
    assert_proved(numpy.float32(1.68), gain, tolerance=decimal.Decimal("0.01"))
    for terms in ({"tolerance": 0.001}, {"tolerance": {"relative": 0.001}}, {"tolerance": {"ulps": 4}}):
        refused(1.68, gain, **terms)


def test_no_number() -> None:
    for value in (math.nan, math.inf, numpy.float32("nan"), decimal.Decimal("nan")):
        assert "activation.gain(silu) is a finite number" in refused(value, "activation.gain(silu)")
    assert_proved("none", "1/0")
    assert "division by zero" in refused("1.5", "1/0")


def test_what_is_not_proved_raises_another_error() -> None:
    with pytest.raises(sigprop.UndecidedError, match="undecided"):
        assert_proved("1.6765", "activation.gain(silu)", methods="monte_carlo")


def test_evidence_that_contradicts_itself_is_another_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """No evidence does, so a refuted report is rewritten."""
    judge = sigprop.testing._core.verify

    class Rewritten:
        def __init__(self, held: object, options: dict) -> None:
            self.held = judge(held, options)
            self.text = self.held.text

        def json(self) -> str:
            return self.held.json().replace('"refuted"', '"inconsistent"')

    core = types.SimpleNamespace(read_claims=sigprop.testing._core.read_claims, verify=Rewritten)
    monkeypatch.setattr(sigprop.testing, "_core", core)
    with pytest.raises(sigprop.ContradictionError):
        assert_proved("1.6766", "activation.gain(silu)")


def test_what_cannot_be_meant() -> None:
    for arguments, error, words in [
        (("1.6", "activation.gian(silu)"), sigprop.InputError, "did you mean 'activation.gain'"),
        (("16", "activation.gain(silu)"), sigprop.InputError, "without '.' or exponent"),
        ((1.6, 2.0), TypeError, "the value is the first argument"),
        ((True, "1"), TypeError, "truth value"),
        ((numpy.ones(2), "1"), TypeError, "take one entry"),
        ((numpy.longdouble(1), "1"), TypeError, "unknown rounding"),
        (([1.0], "1"), TypeError, "a number is expected"),
    ]:
        with pytest.raises(error, match=words):
            assert_proved(*arguments)


def test_scalars_of_torch() -> None:
    torch = pytest.importorskip("torch")
    for kind in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        right = torch.tensor(float(sigprop.activation.gain("silu")), dtype=kind)
        assert_proved(right, "activation.gain(silu)")
        wrong = right * (1 + 2 * torch.finfo(kind).eps)
        assert wrong != right
        assert str(kind).rpartition(".")[2] in refused(wrong, "activation.gain(silu)")
