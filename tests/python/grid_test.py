"""Grids, roots and recipes in Python are those of the tool."""

from __future__ import annotations

import fractions
import json

import pytest
import sigprop


def test_a_sweep_is_the_tools(tool):
    numpy = pytest.importorskip("numpy")
    swept = sigprop.sweep("attention.entropy(n, std=s)", n=[2, 4, 8], s=[1, 8])
    series = tool("sweep", "attention.entropy(n, std=s)", "--over", "n=2,4,8", "--over", "s=1,8", "--digits", "30")
    proved = next(one for one in series["series"] if one["kind"] == "enclosure")
    assert [one.decimal for one in swept._answers] == proved["value"]
    assert list(swept.value) == proved["double"]
    assert list(swept["n"]) == [2, 2, 4, 4, 8, 8] and list(swept["s"]) == [1, 8] * 3
    assert swept.shape == (3, 2) and len(swept) == 6 and set(swept.status) == {"ok"}
    assert numpy.all(swept.lower <= swept.value) and numpy.all(swept.value <= swept.upper)
    assert numpy.all(swept.upper - swept.lower < 1e-15)
    at, value = swept[-1]
    assert at == {"n": 8, "s": 8} and value == sigprop.attention.entropy(8, std=8)
    assert [point.at["n"] for point in swept] == [2, 2, 4, 4, 8, 8]


def test_columns_become_a_table():
    pytest.importorskip("pandas")
    table = sigprop.sweep("activation.gain(f, std=s)", f=["gelu", "silu"], s=[fractions.Fraction(1, 3), 0.1]).to_pandas()
    assert list(table.columns) == ["f", "s", "value", "lower", "upper", "decimal", "status"]
    assert list(table["f"]) == ["gelu", "gelu", "silu", "silu"]
    assert table["decimal"][1] == str(sigprop.activation.gain("gelu", std=0.1))


def test_points_without_a_value_keep_their_status():
    swept = sigprop.sweep("1/(n - 2)", n=[1, 2, 3])
    assert list(swept.status) == ["ok", "domain", "ok"]
    assert swept.value[1] != swept.value[1] and swept.lower[1] != swept.lower[1]


def test_ranges_as_the_tool_takes_them():
    swept = sigprop.sweep("attention.entropy(n)", n="64:1024:x2")
    assert swept.axes == {"n": [64, 128, 256, 512, 1024]}


def test_evidence_on_request():
    swept = sigprop.sweep("activation.gain(gelu, std=s)", s=[1, 2], evidence=True, samples=1000)
    assert {one.kind for one in swept[0].value.evidence} == {"enclosure", "estimate", "sample"}
    assert len(sigprop.sweep("activation.gain(gelu, std=s)", s=[1, 2])[0].value.evidence) == 1


def test_samples_and_seed_may_be_axes():
    swept = sigprop.sweep("activation.gain(gelu, std=s)", s=[1, 2], seed=[0, 1, 2], samples=100_000, methods="monte_carlo")
    assert swept.shape == (2, 3)
    means = [point.value.evidence[0].value for point in swept]
    assert len(set(means)) == 6


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: sigprop.sweep("activation.gain(gelu)"), TypeError, "needs an axis"),
        (lambda: sigprop.sweep("activation.gain(gelu)", n=[1]), sigprop.InputError, "n"),
        (lambda: sigprop.sweep("activation.gain(gelu, std=s)", s=1), TypeError, "axis s takes a sequence"),
        (lambda: sigprop.sweep("activation.gain(gelu, std=s)", s=[]), sigprop.InputError, "s"),
        (lambda: sigprop.sweep("activation.gain(gelu, std=s)", s=[[1]]), TypeError, "s: a number"),
        (lambda: sigprop.sweep("activation.gain(gelu, std=s)", s=[float("nan")]), sigprop.InputError, "NaN"),
        (lambda: sigprop.sweep("activation.gain(gelu, std=s)", s="1:2"), sigprop.InputError, ""),
        (lambda: sigprop.sweep(3, s=[1]), TypeError, "expression as text"),
        (lambda: sigprop.sweep("n", n=range(2_000_000)), sigprop.InputError, "points"),
        (lambda: sigprop.sweep("n", n=[1])["m"], KeyError, "no axis"),
        (lambda: sigprop.sweep("n", n=[1])[1], IndexError, ""),
    ],
)
def test_bad_grids(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_roots_are_all_roots():
    roots = sigprop.solve("activation.gain(gelu, std=s) = 2", "s", 0.1, 8, digits=40)
    assert len(roots) == 1 and roots.complete and not roots.undecided
    assert abs(sigprop.activation.gain("gelu", std=roots[0], digits=40) - 2) < "1e-35"
    both = sigprop.solve("x^2 = 2", "x", -2, 2)
    assert [round(float(root), 12) for root in both] == [-1.414213562373, 1.414213562373]
    none = sigprop.solve("x^2 = -1", "x", -2, 2)
    assert none == () and none.complete and "no root" in repr(none)
    double = sigprop.solve("(x - 1/3)^2 = 0", "x", 0, 1)
    assert not double.complete and len(double.undecided) == 1 and not double
    with pytest.raises(sigprop.InputError, match="="):
        sigprop.solve("x^2", "x", 0, 1)
    with pytest.raises(TypeError, match="the unknown is a text"):
        sigprop.solve("x = 1", 3, 0, 1)


def test_recipes_have_proved_stds(tool):
    gpt2 = sigprop.recipe("gpt2", layers=24)
    assert gpt2.parameters["layers"] == "24"
    by_name = {one.name: one for one in gpt2.tensors}
    scaled = by_name["h.*.mlp.c_proj.weight"]
    assert str(scaled.std) == str(sigprop.evaluate("0.02/sqrt(48)")) and scaled.law == "normal"
    assert by_name["wte.weight"].shape == [50257, 768]
    report = gpt2.report()
    theirs = tool("recipe", "gpt2", "--layers", "24", "--digits", "30")
    assert [one.to_dict() for one in report] == theirs["records"]
    assert any("c_proj" in json.dumps(rule) for rule in gpt2.spec()["tensors"])
    compile(gpt2.torch_code(), "init.py", "exec")
    compile(gpt2.jax_code(), "init.py", "exec")
    assert set(sigprop.recipe_names()) >= {"gpt2", "llama", "bert", "vit"}
    with pytest.raises(sigprop.InputError, match="gpt2"):
        sigprop.recipe("gtp2")
    with pytest.raises(sigprop.InputError, match="layers"):
        sigprop.recipe("gpt2", layer=3)
