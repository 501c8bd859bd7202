"""sigprop.measure.model: a checkpoint from Python, as the tool reads it."""

from __future__ import annotations

import json

import numpy
import pytest

import sigprop
from hostile_files import written


def write(path, tensors):
    path.write_bytes(written("safetensors", {name: numpy.asarray(array, dtype="<f4") for name, array in tensors.items()}))
    return path


@pytest.fixture
def linear(tmp_path):
    draw = numpy.random.default_rng(1)
    weights = {f"layers.{layer}.linear1.weight": draw.uniform(-1, 1, (64, 96)) / 96 ** 0.5 for layer in range(3)}
    return write(tmp_path / "model.safetensors", {**weights, "norm.weight": numpy.ones(96)})


def test_what_a_model_is(linear):
    found = sigprop.measure.model(linear)
    assert found.ok and found.verdict is None and found.findings == []
    assert found.layers == 3 and found.weights == 3 * 64 * 96 + 96
    roles = {one["tensor"]: one["role"] for one in found.tensors}
    assert roles == {**{f"layers.{layer}.linear1.weight": "hidden" for layer in range(3)}, "norm.weight": "norm_gain"}
    assert {one["likely"] for one in found.tensors if one["role"] == "hidden"} == {
        "the default of torch.nn.Linear and Conv, uniform ±1/sqrt(fan_in)"
    }
    assert "freshly initialised" in found.summary and "linear1" in str(found)
    assert len(found.to_pandas()) == 4


def test_a_specification_as_a_dictionary_and_as_a_file(linear, tmp_path):
    spec = {"spec": "1.0", "tensors": [{"pattern": "norm", "law": "constant", "scale": 1},
                                       {"pattern": "linear1", "law": "uniform", "scale": "1/sqrt(fan_in)"}]}
    assert sigprop.measure.model(linear, spec=spec).verdict == "confirmed"
    spec["tensors"][1]["scale"] = "sqrt(6/fan_in)"
    file = tmp_path / "init.json"
    file.write_text(json.dumps(spec))
    found = sigprop.measure.model(linear, spec=file)
    assert found.verdict == "refuted" and not found.ok
    assert "layers.0.linear1.weight" in found.reason


def test_what_is_odd_has_its_tensors(linear, tmp_path):
    draw = numpy.random.default_rng(2)
    copied = draw.normal(size=(64, 96))
    right = draw.normal(size=(64, 96))
    path = write(tmp_path / "copy.safetensors", {"h.0.w.weight": copied, "h.1.w.weight": copied, "h.2.w.weight": right})
    found = sigprop.measure.model(path)
    assert [(one["kind"], one["accuses"]) for one in found.findings] == [("copy", True)] and not found.ok
    assert found.findings[0]["tensors"] == ["h.0.w.weight", "h.1.w.weight"]
    assert found.accusations == 1 and "h.1.w.weight has the same numbers as h.0.w.weight" in found.reason


def test_a_remark_is_no_fault_unless_someone_says_what_the_model_is(tmp_path):
    draw = numpy.random.default_rng(2)
    copied = draw.normal(size=(64, 96))
    path = write(tmp_path / "shared.safetensors", {"a.weight": copied, "b.weight": copied, "c.weight": draw.normal(size=(64, 96))})
    found = sigprop.measure.model(path)
    assert [(one["kind"], one["accuses"]) for one in found.findings] == [("copy", False)]
    assert found.ok and found.reason == "" and found.accusations == 0
    embedding = write(tmp_path / "model.safetensors", {"embeddings.word_embeddings.weight": numpy.zeros((300, 64))})
    assert sigprop.measure.model(embedding).ok
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    found = sigprop.measure.model(embedding)
    assert not found.ok and found.findings[0]["kind"] == "unlike its family"


def test_what_is_ignored(tmp_path):
    draw = numpy.random.default_rng(2)
    copied = draw.normal(size=(64, 96))
    path = write(tmp_path / "copy.safetensors", {"h.0.w.weight": copied, "h.1.w.weight": copied, "h.2.w.weight": draw.normal(size=(64, 96))})
    assert sigprop.measure.model(path, ignore=["copy"]).ok
    assert sigprop.measure.model(path, ignore=["copy:h.*"]).findings == []
    assert not sigprop.measure.model(path, ignore=["copy:k.*", "zeros"]).ok
    with pytest.raises(sigprop.InputError, match="no finding has the id 'copi'; did you mean 'copy'"):
        sigprop.measure.model(path, ignore=["copi"])
    with pytest.raises(TypeError, match="ignore is a list of findings"):
        sigprop.measure.model(path, ignore="copy")


def test_bad_input(linear, tmp_path):
    with pytest.raises(sigprop.InputError, match="no recipe has a size 'haeds'"):
        sigprop.measure.model(linear, sizes={"haeds": 3})
    with pytest.raises(sigprop.InputError, match="did you mean 'tensors'"):
        sigprop.measure.model(linear, spec={"spec": "1.0", "tensor": []})
    with pytest.raises(sigprop.InputError, match="pickle"):
        (tmp_path / "model.pt").write_bytes(b"\x80\x02}q\x00.")
        sigprop.measure.model(tmp_path / "model.pt")


def test_weights_without_a_claim():
    found = sigprop.measure.weights(numpy.random.default_rng(3).normal(0, 0.02, (100, 100)))
    assert found.verdict is None and found.law.startswith("normal, std 0.0")
    assert "a normal of std 0.02 (BERT, GPT-2)" in [name for name, _, _ in found.likely]
    with pytest.raises(sigprop.InputError, match="needs its std"):
        sigprop.measure.weights(numpy.ones((10, 10)), lower=-2)


def test_a_pyproject_leaves_findings_out(tmp_path, monkeypatch):
    draw = numpy.random.default_rng(1)
    weights = {f"layers.{layer}.linear1.weight": draw.uniform(-1, 1, (64, 96)) / 96 ** 0.5 for layer in range(3)}
    weights["layers.1.linear1.weight"][:] = 0
    path = write(tmp_path / "model.safetensors", weights)
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert not sigprop.measure.model(path).ok
    (tmp_path / "pyproject.toml").write_text("[tool.sigprop]\nignore = ['zeros:layers.1.*', 'unlike-its-layers:layers.1.*']\n")
    found = sigprop.measure.model(path)
    assert found.ok and found.findings == []
    assert "zeros:layers.1.* (../pyproject.toml:2): 1 finding" in str(found)
    assert not sigprop.measure.model(path, config=False).ok
    (tmp_path / "pyproject.toml").write_text("[tool.sigprop]\nignore = ['zeros:layers.1.*', 'copy']\nunused = 'refuse'\n")
    with pytest.raises(sigprop.InputError, match="pyproject.toml:2: 'copy' matches no finding"):
        sigprop.measure.model(path)
    with pytest.raises(TypeError, match="config takes True or False"):
        sigprop.measure.model(path, config="pyproject.toml")
