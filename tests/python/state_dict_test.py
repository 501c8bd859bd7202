"""A dictionary of arrays is measured as the checkpoint that it would be saved as."""

import json
import tempfile
from pathlib import Path

import pytest

import sigprop

np = pytest.importorskip("numpy")


def _arrays(std=0.02):
    random = np.random.default_rng(1)
    return {"fc.weight": (std * random.standard_normal((200, 300))).astype(np.float32), "fc.bias": np.zeros(200, np.float32)}


def test_a_dictionary_is_measured_as_its_file_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arrays = _arrays()
    np.savez("model.npz", **arrays)
    of_file = {one["tensor"]: (one["std"], one["law"]) for one in sigprop.measure.model("model.npz").table}
    of_arrays = {one["tensor"]: (one["std"], one["law"]) for one in sigprop.measure.model(arrays).table}
    assert of_arrays == of_file and len(of_file) == 2
    other = {one["tensor"]: one["std"] for one in sigprop.measure.model(_arrays(0.03)).table}
    assert other["fc.weight"] != of_file["fc.weight"][0]  # the numbers are read, not the names alone


def test_the_report_does_not_know_the_temporary_file():
    one, two = (json.loads(sigprop.measure.model(_arrays()).report.to_json()) for _ in range(2))
    assert one["records"] == two["records"]
    assert one["records"][0]["id"] == "state_dict"
    assert tempfile.gettempdir() + "/" not in json.dumps(one["records"])
    assert not list(Path(tempfile.gettempdir()).glob("sigprop-*/state_dict.safetensors"))


def test_dictionaries_inside_are_parts_of_the_name():
    table = sigprop.measure.model({"layers": {"0": _arrays()}}).table
    assert [one["tensor"] for one in table][0].startswith("layers.0.fc.")


@pytest.mark.parametrize("given, message", [
    ({}, "without arrays"),
    ({"state_dict": _arrays(), "epoch": 3}, r"path\['epoch'\] is int, not an array or a tensor: give path\['state_dict'\]"),
    ({"a": "text"}, "leave it out"),
    ({3: np.zeros(2)}, "has the key 3"),
    ({"a": np.zeros(2, complex)}, "complex128"),
])
def test_what_is_no_checkpoint_is_named(given, message):
    with pytest.raises((TypeError, ValueError), match=message):
        sigprop.measure.model(given)


class Module:
    def state_dict(self):
        return _arrays()


def test_a_module_is_told_what_to_give():
    with pytest.raises(TypeError, match=r"give its \.state_dict\(\)"):
        sigprop.measure.model(Module())


def test_a_tensor_of_no_axes_is_a_number():
    weights = _arrays()["fc.weight"]
    assert sigprop.measure.weights(weights, std=np.array(0.02)).verdict == "confirmed"
    assert sigprop.measure.weights(weights, std=np.array(0.03)).verdict == "refuted"
    torch = pytest.importorskip("torch")
    assert sigprop.measure.weights(weights, std=torch.tensor(0.02)).verdict == "confirmed"
    assert sigprop.activation.gain("gelu", std=torch.tensor(2.0)) == sigprop.activation.gain("gelu", std=2)
    assert [one["tensor"] for one in sigprop.measure.model({"w": torch.zeros(3, 4)}).table] == ["w"]


def test_weights_are_held_against_their_own_fans():
    weights = _arrays(std=(2 / 300) ** 0.5)["fc.weight"]
    assert sigprop.measure.weights(weights, std="sqrt(2/fan_in)").verdict == "confirmed"
    assert sigprop.measure.weights(weights, std="sqrt(2/fan_out)").verdict == "refuted"
    assert sigprop.measure.weights(weights, std="sqrt(2/fan_out)", layout="keras").verdict == "confirmed"
