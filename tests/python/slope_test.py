"""The slope of a user's own numbers by width: what is confirmed, refuted and left undecided, and what is refused."""

from __future__ import annotations

import math

import numpy
import pytest

import sigprop
from sigprop._slope import student_quantile
from sigprop.testing import assert_slope

WIDTHS = (64, 128, 256, 512)


def grown(exponent, scatter=0.02, seeds=3):
    random = numpy.random.default_rng(5)
    return {width: [float(0.3 * width**exponent * math.exp(scatter * random.standard_normal())) for _ in range(seeds)] for width in WIDTHS}


def test_quantiles_are_those_of_the_tables():
    # Abramowitz and Stegun, table 26.10: A(t|n) = 0.99, and 0.95
    for freedom, confidence, value in ((1, 0.99, 63.657), (2, 0.99, 9.925), (3, 0.99, 5.841), (10, 0.99, 3.169), (4, 0.95, 2.776), (120, 0.95, 1.980)):
        assert student_quantile(confidence, freedom) == pytest.approx(value, abs=6e-4)


def test_the_exponent_that_was_planted_is_found_and_others_are_refuted():
    for exponent in (-0.5, 0.0, 0.5, 1.0):
        found = sigprop.measure.slope(grown(exponent), expected=exponent)
        assert abs(found.slope - exponent) < 0.03
        assert found.ok and found.verdict == "confirmed"
        for other in (exponent - 0.5, exponent + 0.5):
            assert sigprop.measure.slope(grown(exponent), expected=other).verdict == "refuted"


def test_the_least_squares_are_those_of_numpy():
    values = grown(0.3, 0.2)
    points = numpy.array([(math.log(width), math.log(one)) for width, runs in values.items() for one in runs])
    (slope, _), covariance = numpy.polyfit(*points.T, 1, cov=True)
    found = sigprop.measure.slope(values)
    assert found.slope == pytest.approx(slope, rel=1e-10)
    assert found.standard_error == pytest.approx(math.sqrt(covariance[0][0]), rel=1e-10)


def test_the_interval_holds_the_truth_as_often_as_it_says():
    random = numpy.random.default_rng(11)
    outside = 0
    for _ in range(2000):
        values = {width: float(math.exp(0.1 * random.standard_normal())) for width in WIDTHS}
        low, high = sigprop.measure.slope(values, confidence=0.9).interval
        outside += not low < 0 < high
    assert abs(outside - 200) < 5 * math.sqrt(2000 * 0.1 * 0.9)


def test_a_fall_is_right_where_only_growth_is_wrong():
    assert sigprop.measure.slope(grown(-0.4), at_most=0).verdict == "confirmed"
    assert sigprop.measure.slope(grown(-0.4), expected=0).verdict == "refuted"
    assert sigprop.measure.slope(grown(0.5), at_most=0).verdict == "refuted"
    assert "grows with the width" in str(sigprop.measure.slope(grown(0.5), at_most=0))


def test_what_two_points_or_a_wide_interval_say_is_undecided():
    two = sigprop.measure.slope({64: 1.0, 128: 1.0}, expected=0)
    assert two.verdict == "undecided" and "three widths" in two.reason
    assert sigprop.measure.slope(grown(0.0, 1.0, 1), expected=0).verdict == "undecided"
    assert sigprop.measure.slope(grown(0.0)).verdict is None
    with pytest.raises(sigprop.UndecidedError):
        assert_slope({64: 1.0, 128: 1.0}, expected=0)


def test_arrays_are_taken_by_their_root_mean_square():
    random = numpy.random.default_rng(3)
    arrays = {width: width**0.5 * random.standard_normal((32, width)) for width in WIDTHS}
    numbers = {width: float(numpy.sqrt(numpy.mean(one**2))) for width, one in arrays.items()}
    assert sigprop.measure.slope(arrays).slope == pytest.approx(sigprop.measure.slope(numbers).slope, rel=1e-9)
    assert sigprop.measure.slope({width: [one, one] for width, one in arrays.items()}, expected=0.5).ok


def test_the_assertion_passes_and_fails():
    assert assert_slope(grown(0.0), 0).ok
    with pytest.raises(AssertionError, match="expected 0: refuted"):
        assert_slope(grown(0.5), expected=0)
    with pytest.raises(sigprop.InputError, match="at_most=0"):
        assert_slope(grown(0.5))


@pytest.mark.parametrize(
    ("values", "options", "words"),
    [
        ([1, 2], {}, "by_width is a dictionary"),
        ({}, {}, "two widths"),
        ({64: [1, 2, 3]}, {}, "two widths"),
        ({64: 1, 128: 0}, {}, r"by_width\[128\] is 0"),
        ({64: 1, 128: [1, -1]}, {}, r"by_width\[128\]\[1\] is -1"),
        ({64: 1, 128: math.nan}, {}, "is nan"),
        ({64: 1, 128: []}, {}, r"by_width\[128\] is empty"),
        ({64: 1, 128: "wide"}, {}, r"by_width\[128\] is a number"),
        ({64: 1, 128: None}, {}, r"by_width\[128\] is a number"),
        ({"wide": 1, 128: 1}, {}, "a width of by_width is a number"),
        ({-64: 1, 128: 1}, {}, "widths are positive"),
        ({64: 1, math.inf: 1}, {}, "widths are positive"),
        ({64: 1, 128: 1}, {"expected": 0, "at_most": 0}, "exclude each other"),
        ({64: 1, 128: 1}, {"expected": math.inf}, "expected is a finite exponent"),
        ({64: 1, 128: 1}, {"expected": "flat"}, "expected is a number"),
        ({64: 1, 128: 1}, {"confidence": 1}, "confidence lies between"),
        ({64: 1, 128: 1}, {"tolerance": 0}, "tolerance lies between"),
        ({64: numpy.zeros((4, 4)), 128: 1}, {}, r"root mean square of by_width\[64\] is 0"),
    ],
)
def test_what_has_no_slope_is_refused(values, options, words):
    with pytest.raises(sigprop.InputError, match=words):
        sigprop.measure.slope(values, **options)
