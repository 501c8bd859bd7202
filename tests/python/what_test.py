"""What a number is, from Python."""

from __future__ import annotations

import json

import pytest
from tool_process import run_tool

import sigprop


def test_what_is_what_the_tool_says():
    told = json.loads(run_tool("what", "0.8796", "--json").stdout)["numbers"][0]["matches"]
    found = sigprop.what("0.8796")
    assert [one.expression for one in found] == [one["expression"] for one in told]
    assert found[0].expression == "truncated_normal.std(-2, 2)"
    assert found[0].certainty == "likely"
    assert 0 < found[0].chance <= 0.01
    assert sigprop.what(0.8796) == found
    assert repr(found).startswith("<sigprop.Matches of 0.8796: likely: truncated_normal.std(-2, 2) = 0.8796257")


def test_words_and_wrong_digits():
    assert sigprop.what("1.6667", words="TANH_GAIN =")[0].mentioned
    assert not sigprop.what("1.6667")[0].mentioned
    wrong = sigprop.what("0.3989422803")[0]
    assert (wrong.reading, wrong.first_wrong_digit, wrong.expression) == ("wrong", 10, "1/sqrt(2*pi)")
    assert not sigprop.what("0.73915462")  # control


@pytest.mark.parametrize("given", ["gelu", "", "0.0", None, True, b"0.5"])
def test_no_number_is_refused(given):
    with pytest.raises(sigprop.InputError):
        sigprop.what(given)
