"""Measurements of arrays in memory are, to the bit, those of the same arrays saved for the tool."""

from __future__ import annotations

import json

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tool_process import run_tool

import sigprop


def records_of_tool(folder, subject, arrays, *flags):
    command = ["measure", subject]
    for name, one in arrays.items():
        with open(folder / name, "wb") as file:
            numpy.save(file, one)
        command += ["--" + name, name]
    run = run_tool(*command, *flags, "--json", cwd=folder)
    assert run.returncode in (0, 1, 3), run.stderr
    return json.loads(run.stdout)["records"]


def view_of(seed, dtype, rows, columns, step, flip, transposed):
    whole = 0.02 * numpy.random.default_rng(seed).standard_normal((3 * rows, 3 * columns))
    view = whole.astype(dtype)[: rows * step : step, : columns * step : step]
    view = view[::-1] if flip else view
    return view.T if transposed else view


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 99), st.sampled_from(["<f8", ">f8", "<f4", "<f2"]), st.integers(2, 70), st.integers(2, 70),
       st.integers(1, 3), st.booleans(), st.booleans())
def test_weights_with_any_strides(tmp_path_factory, seed, dtype, rows, columns, step, flip, transposed):
    w = view_of(seed, dtype, rows, columns, step, flip, transposed)
    measured = sigprop.measure.weights(w, "0.02")
    assert measured.tested.startswith(("std and law of the entries; correlation of", "the limits of the entries"))
    expected = records_of_tool(tmp_path_factory.mktemp("w"), "weights", {"w": w}, "--std", "0.02")
    assert [one.to_dict() for one in measured.records] == expected


def test_bits_of_bfloat16(tmp_path):
    bits = (0.02 * numpy.random.default_rng(1).standard_normal((40, 40)).astype("f4")).view("u4") >> 16
    w = bits.astype("u2")[:, ::2]
    measured = sigprop.measure.weights(w, "0.02", dtype="bfloat16")
    assert [measured.record.to_dict()] == records_of_tool(tmp_path, "weights", {"w": w}, "--std", "0.02", "--bfloat16")


@pytest.mark.parametrize("dtype", ["foo.bfloat16", "numpy.bfloat16", "bfloat", ".bfloat16"])
def test_a_dtype_is_no_word_with_one_at_its_end(dtype):
    with pytest.raises(sigprop.InputError, match=f"float64, not '{dtype}'"):
        sigprop.measure.weights(numpy.zeros((40, 40), "u2"), "0.02", dtype=dtype)


def test_attention_and_elementwise_and_jacobian(tmp_path):
    rng = numpy.random.default_rng(2)
    q, k, dy = (rng.standard_normal((2, 12, 8)) for _ in range(3))
    found = sigprop.measure.attention(q, k, causal=True)
    assert [one.to_dict() for one in found.records] == records_of_tool(
        tmp_path, "attention", {"q": q, "k": k}, "--causal")
    assert found.entropy.shape == (2,) and found.ok
    x = rng.standard_normal((16, 60)).T  # Fortran order, which the tool refuses in a file
    assert [one.to_dict() for one in sigprop.measure.elementwise(x).records] == records_of_tool(
        tmp_path, "elementwise", {"x": numpy.ascontiguousarray(x)})
    r = numpy.sqrt((q * q).mean(-1, keepdims=True) + 1e-6)
    wrong = sigprop.measure.jacobian(x=q, dy=dy, dx=dy / r, layer="rms_norm", eps=1e-6)
    assert wrong.verdict == "refuted" and wrong.mistakes[0].startswith("the y y^T term missing")


def test_kernels_by_name_and_activations(tmp_path):
    rng = numpy.random.default_rng(4)
    x, dy, skip = (rng.standard_normal((16, 24)) for _ in range(3))
    w = 0.2 * rng.standard_normal(24)
    r = numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)

    def backward(gain):
        g = dy * gain
        return (g - x * (g * x).mean(-1, keepdims=True) / r**2) / r

    arrays = {"x": x, "dy": dy, "weight": w}
    right = sigprop.measure.jacobian(layer="GemmaRMSNorm", dx=backward(1 + w) + skip, dskip=skip, **arrays)
    assert right.verdict == "confirmed"
    assert [one.to_dict() for one in right.records] == records_of_tool(
        tmp_path, "jacobian", {**arrays, "dskip": skip, "dx": backward(1 + w) + skip}, "--layer", "GemmaRMSNorm")
    wrong = sigprop.measure.jacobian(layer="GemmaRMSNorm", dx=backward(w), **arrays)
    assert wrong.mistakes == ["1 not added to the weight"]
    silent = sigprop.measure.jacobian(layer="rms_norm", eps=1e-6, x=x, dy=dy, dx=backward(1 + w))
    assert silent.verdict == "undecided" and "give --weight" in silent.dx.reason
    slope = dy * numpy.where(x < 0, 0.01, 1)
    assert sigprop.measure.jacobian(layer="leaky_relu", x=x, dy=dy, dx=slope).ok
    assert sigprop.measure.jacobian(layer="max(x, x/5)", x=x, dy=dy, dx=slope).verdict == "refuted"
    with pytest.raises(sigprop.InputError, match="needs the epsilon"):
        sigprop.measure.jacobian(layer="rms_norm", x=x, dy=dy, dx=slope)


@pytest.mark.parametrize("bad, words", [
    ([[1.0]], "not list"), (None, "not NoneType"), ("w", "not str"), (numpy.ones(3, int), "integers"),
    (numpy.ones(3, object), "Python objects"), (numpy.ones(3) * 1j, "complex"), (numpy.zeros((0, 3)), "no weights"),
    (numpy.ma.array([1.0]), "masked"), (numpy.ones(3, "u2"), "bfloat16"), (numpy.array(["a"]), "floating-point"),
])
def test_bad_arrays_are_named(bad, words):
    with pytest.raises((TypeError, sigprop.InputError), match=words):
        sigprop.measure.weights(bad, 1)


def test_nan_refutes_and_read_only_is_read():
    w = numpy.random.default_rng(3).standard_normal(10000)
    w.flags.writeable = False
    assert sigprop.measure.weights(w, 1).ok
    bad = w.copy()
    bad[7] = numpy.nan
    assert "NaN" in sigprop.measure.weights(bad, 1).reason


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    w = torch.randn(100, 100, generator=torch.Generator().manual_seed(0)).requires_grad_(True)
    assert sigprop.measure.weights(w.t(), 1).std == sigprop.measure.weights(w.detach().numpy().T, 1).std
    with pytest.raises(sigprop.InputError, match="meta"):
        sigprop.measure.weights(torch.ones(3, device="meta"), 1)
