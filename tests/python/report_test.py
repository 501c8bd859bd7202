"""Claims are judged as by the tool, and reports are the tool's."""

from __future__ import annotations

import json
import os

import pytest
import sigprop

CLAIMS = {
    "defaults": {"source": {"title": "a test"}},
    "claims": [
        {"id": "right", "statement": "a gain", "expression": "activation.gain(silu)", "stated": "1.6765"},
        {"id": "wrong", "statement": "a gain", "expression": "activation.gain(silu)", "stated": "1.6775"},
    ],
}


def test_a_gate():
    result = sigprop.verify(CLAIMS)
    assert not result.ok and [one.id for one in result.failures] == ["wrong"]
    assert result["right"].verdict == "confirmed" and result["wrong"].verdict == "refuted"
    assert "1 FAILED" in str(result) and len(result) == 2
    assert "refuted" in result._repr_html_()
    with pytest.raises(TypeError, match=r"\.ok"):
        bool(result)
    with pytest.raises(KeyError):
        result["third"]
    assert sigprop.verify(CLAIMS, select="right").ok
    assert sigprop.verify([dict(CLAIMS["claims"][0], source={"title": "t"})]).ok


def test_the_report_is_the_tools(tool, tmp_path):
    path = tmp_path / "claims.json"
    path.write_text(json.dumps(CLAIMS))
    theirs = tool("verify", "--claims", str(path), "--reproducible")
    ours = sigprop.verify(path).to_dict()
    assert ours["records"] == theirs["records"] and ours["digest"] == theirs["digest"]


def test_shipped_claims_can_be_selected():
    result = sigprop.verify(select=["selu.alpha.printed", "selu.lambda.*"])
    assert result.ok and all(one.id.startswith("selu.") for one in result)
    with pytest.raises(sigprop.InputError, match="did you mean"):
        sigprop.verify(select="selu.alpha.printedd")


def test_forms_are_written_whole(tmp_path):
    result = sigprop.verify(CLAIMS)
    for write, start in ((result.to_json, "{"), (result.to_csv, "id,"), (result.to_markdown, ""), (result.to_junit, "<?xml"),
                         (result.to_html, "<!DOCTYPE html>")):
        path = tmp_path / write.__name__
        text = write(path)
        assert path.read_text() == text and text.startswith(start)
    assert sorted(os.listdir(tmp_path)) == ["to_csv", "to_html", "to_json", "to_junit", "to_markdown"]
    with pytest.raises(OSError):
        result.to_json(tmp_path / "missing" / "report.json")
    again = sigprop.read_report(tmp_path / "to_json")
    assert again.to_dict() == result.to_dict()
    assert list(result.to_pandas()["verdict"]) == ["confirmed", "refuted"]


def test_reports_are_compared_by_meaning(tmp_path):
    result = sigprop.verify(CLAIMS)
    assert sigprop.diff(result, result.to_dict()).equal
    other = json.loads(json.dumps(CLAIMS))
    other["claims"][1]["stated"] = "1.6765"
    changed = sigprop.diff(result, sigprop.verify(other))
    assert not changed.equal and "refuted → confirmed" in str(changed)


@pytest.mark.parametrize(
    "claims, error, words",
    [
        ("/", sigprop.InputError, "is a folder"),
        ("/nowhere.json", FileNotFoundError, "nowhere"),
        (3, TypeError, "a path, a dictionary"),
        ({}, sigprop.InputError, "claims"),
        ({"claims": []}, sigprop.InputError, "claims"),
        ([{"id": "a"}], sigprop.InputError, ""),
        ({"claims": [{"id": "a", "statement": "s", "source": {"title": "t"}, "expression": "nothing(1)", "stated": "1.0"},
                     {"id": "b", "statement": "s", "source": {"title": "t"}, "expression": "1+", "stated": "1.0"}]},
         sigprop.InputError, r"(?s)expected an operand.*unknown function or quantity 'nothing'"),
    ],
)
def test_bad_claims(claims, error, words):
    with pytest.raises(error, match=words):
        sigprop.verify(claims)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "claims.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(sigprop.InputError, match="not UTF-8"):
        sigprop.verify(path)
    path.write_text("{")
    with pytest.raises(sigprop.InputError, match="claims.json:1"):
        sigprop.verify(path)
    path.write_text(json.dumps({"records": []}))
    with pytest.raises(sigprop.InputError):
        sigprop.read_report(path)


def test_a_file_that_is_not_there_is_answered_by_the_one_beside_it(tmp_path):
    (tmp_path / "pre_norm.json").write_text("{}")
    for wrong, said in (("pre_nrom.json", "did you mean .*pre_norm.json"), ("pre_norm", "did you mean .*pre_norm.json"),
                        ("runs/a.json", "there is no folder .*runs")):
        with pytest.raises(FileNotFoundError, match=said):
            sigprop.read_report(tmp_path / wrong)
    with pytest.raises(FileNotFoundError) as error:  # control: nothing is near
        sigprop.verify(str(tmp_path / "gate.txt"))
    assert "did you mean" not in str(error.value)
