"""Training runs from Python are the tool's."""

from __future__ import annotations

import json

import pytest
import sigprop

SMALL = {"width": 16, "steps": 12, "networks": 2, "batch": 4, "length": 16}
WORDS = ["width=16", "steps=12", "networks=2", "batch=4", "length=16"]


def test_the_report_is_the_tools(tool):
    theirs = tool("train", "scheme=pre_norm", "layers=2", *WORDS, "--seed=3", "--reproducible")
    ours = sigprop.train("pre_norm", 2, **SMALL, seed=3, threads=2).to_dict()
    assert ours["records"] == theirs["records"] and ours["series"] == theirs["series"]
    assert ours["digest"] == theirs["digest"]


def test_records_are_the_quantities():
    report = sigprop.train("pre_norm", 2, **SMALL, norm="dyt", biases=True)
    loss = sigprop.training.validation_loss("pre_norm", 2, **SMALL, norm="dyt", biases=True)
    assert report.records[0].evidence[0]["double"] == loss.evidence[0].value
    assert report.series[0]["id"] == "train.loss" and len(report.series[0]["value"]) == 12


def test_a_text_is_learned(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("to be, or not to be: " * 40)
    report = sigprop.train("pre_norm", 1, **SMALL, text=path)
    assert "840 bytes" in report.records[0].statement and "text: " in str(report)
    path.write_bytes(b"\xff" * 100)
    with pytest.raises(sigprop.InputError, match="not UTF-8: no character begins at byte 0"):
        sigprop.train("pre_norm", 1, **SMALL, text=path)
    with pytest.raises(OSError, match="nosuch"):
        sigprop.train("pre_norm", 1, text=tmp_path / "nosuch")


def test_mistakes_are_named():
    with pytest.raises(TypeError, match="did you mean 'width'"):
        sigprop.train("pre_norm", 2, widht=16)
    with pytest.raises(sigprop.InputError, match="3 does not divide 16"):
        sigprop.train("pre_norm", 2, width=16, heads=3)
    with pytest.raises(TypeError, match="two values for 'layers'"):
        sigprop.train("pre_norm", 2, layers=2)


def test_series_hold_no_nan():
    report = sigprop.train("fixup", 2, norm="none", width=16, networks=2, batch=4, length=16, steps=40,
                           optimizer="sgd", rate=1e9, init_std=0.3)
    text = json.dumps(report.to_dict())
    assert "NaN" not in text and "Infinity" not in text
    assert report.series[0]["status"][-1] == "unable" and "2 diverged" in str(report)
