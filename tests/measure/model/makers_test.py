"""The makers of models to audit: laws have the moments they say, files are what their headers say, mistakes show."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

import numpy as np
import pytest

import audit_json
import audit_test
import laws
import mistakes
import reference_auditor
import safetensors_write
import sample_recipe

TOOL = os.environ["SIGPROP_TOOL"]

LAWS = [laws.Law("normal", 0.02), laws.Law("truncated_normal", 0.02, 2), laws.Law("truncated_normal", 0.02, 100),
        laws.Law("truncated_normal", 0.5, 0.7), laws.Law("uniform", 0.3), laws.Law("clipped_normal", 0.02, 2)]


def named(law: laws.Law) -> str:
    return f"{law.kind}-{law.cut}"


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_samples_have_the_moments_of_the_law_and_not_those_of_one_2_percent_wider(law: laws.Law) -> None:
    values = laws.draw(law, (500, 400), np.random.default_rng(3))
    found = reference_auditor.distances(values, law, "F64")
    assert max(found.values()) < 5, found
    wider = reference_auditor.distances(values, dataclasses.replace(law, scale=1.02 * law.scale), "F64")
    assert wider["std"] > 6


def test_moments_are_the_known_ones() -> None:
    # J. Burkardt, The Truncated Normal Distribution, and E|z| = sqrt(2/pi)
    assert laws.Law("truncated_normal", 1, 2).std == pytest.approx(0.87962566103423978, rel=1e-13)
    assert laws.Law("normal", 1).shape == pytest.approx(math.sqrt(2 / math.pi), rel=1e-12)
    assert laws.Law("normal", 2).kurtosis == pytest.approx(3, rel=1e-11)
    assert laws.Law("uniform", 2).kurtosis == pytest.approx(1.8, rel=1e-13)
    assert laws.Law("uniform", 2).std == pytest.approx(2 / math.sqrt(3), rel=1e-13)


def test_an_orthogonal_matrix_is_one() -> None:
    for shape in ((40, 30), (30, 40)):
        matrix = laws.draw(laws.Law("orthogonal", 3), shape, np.random.default_rng(1)) / 3
        product = matrix.T @ matrix if shape[0] > shape[1] else matrix @ matrix.T
        assert np.abs(product - np.eye(30)).max() < 1e-14
        assert math.sqrt((matrix**2).mean()) == pytest.approx(laws.orthogonal_std(1, shape), rel=1e-12)


def test_bfloat16_is_the_nearest_with_ties_to_even() -> None:
    torch = pytest.importorskip("torch")
    special = [0.0, -0.0, math.inf, -math.inf, 1 + 2.0**-8, 1 + 3 * 2.0**-8, 3.4e38, 1e-40, 1e-45]
    values = np.concatenate([np.random.default_rng(2).standard_normal(10_000), special]).astype("f4")
    expected = torch.from_numpy(values).to(torch.bfloat16).view(torch.int16).numpy().view("u2")
    assert (safetensors_write.bfloat16_bits(values) == expected).all()
    assert np.isnan((safetensors_write.bfloat16_bits([math.nan]).astype("u4") << 16).view("f4")).all()


@pytest.mark.parametrize("dtype", ["F64", "F32", "F16", "BF16"])
def test_a_file_is_read_back_as_it_was_drawn(dtype: str, tmp_path: Path) -> None:
    arrays = {"a.weight": np.linspace(-1, 1, 35).reshape(5, 7), "名/\n": np.ones(3), "none": np.zeros((0, 4))}
    path = tmp_path / "a.safetensors"
    safetensors_write.write(path, [safetensors_write.of_array(name, one, dtype) for name, one in arrays.items()])
    assert int.from_bytes(path.read_bytes()[:8], "little") % 8 == 0
    read = {name: values for name, values, _ in reference_auditor.read_tensors(path)}
    assert list(read) == list(arrays)
    error = {"F64": 0, "F32": 2.0**-24, "F16": 2.0**-11, "BF16": 2.0**-8}[dtype]
    for name, one in arrays.items():
        assert read[name].shape == one.shape
        assert (np.abs(read[name] - one) <= error * np.abs(one)).all()


def test_what_does_not_fit_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    one = safetensors_write.of_array("w", np.ones(3))
    for wrong in ([one, one], [dataclasses.replace(one, shape=(4,))], [dataclasses.replace(one, dtype="F8")]):
        with pytest.raises(ValueError, match="tensor 'w'"):
            safetensors_write.write(tmp_path / "w.safetensors", wrong)
        assert list(tmp_path.iterdir()) == []


def test_shards_hold_each_tensor_once(tmp_path: Path) -> None:
    tensors = [safetensors_write.of_array(f"w{i}", np.full(10, float(i))) for i in range(5)]
    index = json.loads(safetensors_write.write_sharded(tmp_path, tensors, 100).read_text())
    assert index["metadata"]["total_size"] == 200
    assert sorted(set(index["weight_map"].values())) == [f"model-0000{n}-of-00003.safetensors" for n in (1, 2, 3)]
    for name, file in index["weight_map"].items():
        read = {key: values for key, values, _ in reference_auditor.read_tensors(tmp_path / file)}
        assert (read[name] == float(name[1:])).all()


@pytest.mark.parametrize("recipe", audit_test.RECIPES)
def test_every_recipe_can_be_sampled(recipe: str, tmp_path: Path) -> None:
    model = sample_recipe.read_recipe(TOOL, recipe, ["--layers", "2", "--d-model", "96", "--d-ff", "200", "--heads", "4"]
                                      + (["--kv-heads", "2"] if recipe == "llama_torchtitan" else [])
                                      + ([] if recipe == "vit" else ["--vocab", "500"]))
    used = {sample_recipe.rule_of(model.spec, name)["name"] for name in model.plan}
    left = {rule["name"] for rule in model.spec["tensors"]} - used
    assert left <= {"**.bias", "lm_head.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"}
    path = tmp_path / "model.safetensors"
    safetensors_write.write(path, sample_recipe.stored(model.plan, 4))
    assert audit_json.of_document(reference_auditor.audit(path, model.spec)).findings == ()
    # another seed gives other entries, the same seed the same
    matrix = next(one for one in model.plan.values() if one.law.kind != "constant")
    assert (matrix.whole(4) == matrix.whole(4)).all() and (matrix.whole(4) != matrix.whole(5)).any()


def test_a_tensor_is_as_specified_for_measure_weights(tmp_path: Path) -> None:
    plan = sample_recipe.read_recipe(TOOL, "bert", ["--layers", "1"]).plan
    path = tmp_path / "w.npy"
    np.save(path, plan["encoder/layer_0/attention/self/key/kernel"].whole(1).astype("f4"))
    words = [TOOL, "measure", "weights", "--w", str(path), "--lower", "-2", "--upper", "2", "--quiet", "--std"]
    assert subprocess.run([*words, "0.02"]).returncode == 0
    assert subprocess.run([*words, "0.0203"]).returncode == 1


@pytest.mark.parametrize("name", list(mistakes.every()))
def test_a_mistake_changes_what_it_says_and_nothing_else(name: str) -> None:
    one = mistakes.every()[name]
    model = one.model(TOOL, "small")
    before = dict(model.plan)
    wrong = one.plant(model)
    hit = one.hit(model, wrong)
    assert hit and len(hit) < len(wrong) and list(wrong) == list(model.plan) and model.plan == before
    # the smallest of them: other entries, or those of another tensor
    first = min(hit, key=lambda key: wrong[key].count)
    right = (mistakes.trained(model.plan) if one.trained else model.plan)[first]
    assert (right.whole(1) != wrong[first].whole(1)).any()


def test_findings_are_named_by_their_words_or_numbers() -> None:
    one = mistakes.every()["residual_scaling_twice"]
    say: Any = lambda text: [audit_json.Finding("w", text)]  # noqa: E731
    assert audit_test.is_named(one, {0.5, 2.0}, say("residual scaling: std is 0.501 of it"))
    assert not audit_test.is_named(one, {0.5, 2.0}, say("residual scaling: std is 0.51 of it"))
    assert not audit_test.is_named(one, {0.5, 2.0}, say("std is 0.5 of it"))


def test_warnings_accuse_and_remarks_do_not() -> None:
    def record(name: str, kind: str, **more: Any) -> Dict[str, Any]:
        return {"id": name, "verdict": "", "described": {"kind": kind}, **more}
    found = audit_json.of_document({"records": [
        record("m", "model", warnings=["copy: a"], remarks=["zeros: b", "skipped: mask: a mask, not weights"]),
        record("a", "tensor", warnings=["copy: a"]), record("b[key]", "tensor", remarks=["zeros: b"])]})
    assert [(one.tensor, one.text, one.accuses) for one in found.findings] == [
        (None, "copy: a", True), (None, "zeros: b", False), ("a", "copy: a", True), ("b", "zeros: b", False)]
    assert len(found.accusations) == 2
    # a mistake of which there is but a remark is not found
    one = mistakes.every()["residual_scaling_twice"]
    model = one.model(TOOL, "small")
    wrong = one.plant(model)
    hit = one.hit(model, wrong)[0]
    for accuses in (True, False):
        audit = audit_json.Audit((audit_json.Finding(hit, "std", accuses=accuses),))
        assert audit_test.outcome(one, model, wrong, audit).found == accuses


def torch_specs(folder: Path) -> Iterator[Tuple[str, Dict[str, Any]]]:
    pytest.importorskip("torch")
    import torch_models
    for name in torch_models.MODELS:
        yield name, torch_models.make(name, folder, 0)


def test_models_of_torch_are_initialised_as_their_tables_say(tmp_path: Path) -> None:
    import torch_models
    for name, spec in torch_specs(tmp_path):
        findings = audit_json.of_document(reference_auditor.audit(tmp_path / f"{name}.safetensors", spec)).findings
        copies = [one for one in findings if one.text.startswith("equal to layers.0.")]
        assert len(findings) == len(copies)
        assert bool(copies) == (name in torch_models.COPIES)
        # a std 5 % off would have been seen in every matrix
        for rule in spec["tensors"]:
            if len(rule["shape"]) > 1 and rule["law"] != "constant":
                rule["scale"] = repr(1.05 * float(rule["scale"]))
                rule.pop("std")
        far = reference_auditor.audit(tmp_path / f"{name}.safetensors", spec)["distances"]
        assert all(far[rule["name"]] > 6 for rule in spec["tensors"]
                   if len(rule["shape"]) > 1 and rule["law"] != "constant" and math.prod(rule["shape"]) > 9000)


def test_torch_and_safetensors_read_the_same(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    layer = torch.nn.Linear(30, 20)
    path = tmp_path / "w.safetensors"
    safetensors_write.write(path, [safetensors_write.of_array(key, value.numpy()) for key, value in layer.state_dict().items()])
    read = pytest.importorskip("safetensors.torch").load_file(str(path))
    assert all(torch.equal(read[key], value) for key, value in layer.state_dict().items())
