"""Whatever is handed over where a text, a name or a path is expected: an answer, or an error in words that names the place."""

from __future__ import annotations

import inspect
import itertools
import sys
from pathlib import Path

import numpy
import pytest

import sigprop
import sigprop.measure
import sigprop.testing

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from share import share_of  # noqa: E402

W = numpy.random.default_rng(43).standard_normal((16, 16))
OPTIONS = {"methods": "*", "digits": 10, "evidence": False}
CLAIM = {"id": "half", "expression": "0.5", "stated": "0.5", "source": {"title": "a test"}}


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """Of every public function that takes texts one call, which works: its arguments are replaced one after the other."""
    folder = tmp_path_factory.mktemp("texts")
    weights, report, spec, words = (str(folder / name) for name in ("w.npy", "report.json", "spec.json", "words.txt"))
    numpy.save(weights, W)
    held = sigprop.verify([CLAIM])
    held.to_json(report)
    (folder / "spec.json").write_text('{"spec": "1.0", "tensors": [{"pattern": "w", "law": "normal", "scale": "1"}]}')
    (folder / "words.txt").write_text("to be or not to be " * 50)
    measured = sigprop.measure.weights(W)
    attention = sigprop.measure.attention(W, W)
    x = numpy.ones((2, 4)) * [1, 2, 3, 5]
    elementwise = sigprop.measure.elementwise(x, eps="1e-5")
    jacobian = {"x": x, "dy": x, "dx": x, "layer": "rms_norm", "eps": "1e-5", "dtype": None, "methods": "*"}
    model = {"path": weights, "spec": spec, "layout": "torch", "dtype": None, "methods": "*"}
    named = {"path": weights, "recipe": "gpt2", "sizes": {"heads": "2"}, "roles": {"roles": [{"pattern": "w", "role": "head"}]}}
    gpt2 = sigprop.recipe("gpt2", layers=2)
    own = {"recipe": "mine", "summary": "a matrix", "notes": ["none"], "sources": [{"what": "a test", "url": "https://example.org"}],
           "sizes": [{"name": "d_model", "default": "64", "meaning": "width"}, {"name": "d_ff", "default": "4 * d_model", "meaning": "width"},
                     {"name": "layers", "default": 2, "meaning": "blocks"}, {"name": "heads", "default": 2, "meaning": "heads"},
                     {"name": "context", "default": 8, "meaning": "positions"},
                     {"name": "activation", "kind": "activation", "default": "relu", "meaning": "what units do"}],
           "tensors": [{"name": "w.weight", "role": "head", "shape": ["d_model", "d_model"], "law": "normal", "scale": "1/sqrt(d_model)"}],
           "stream": {"scheme": "pre_norm", "norm": "layer_norm", "causal": True, "initial": "1"}}
    writers = ("to_csv", "to_html", "to_json", "to_markdown")
    all_calls = {
        "evaluate": (sigprop.evaluate, {"expression": "1 + 1", **OPTIONS}),
        "Value.with_evidence": (sigprop.evaluate("2").with_evidence, {"methods": "*"}),
        "solve": (sigprop.solve, {"equation": "x = 1", "unknown": "x", "lower": "0", "upper": "2", "methods": "*"}),
        "sweep": (sigprop.sweep, {"expression": "a + b", "a": "1:2:+1", "b": ["1", 2], "methods": "*"}),
        "recipe": (sigprop.recipe, {"name": "gpt2", "layers": "2", "activation": "relu", "methods": "*"}),
        "recipe of a dictionary": (sigprop.recipe, {"name": own}),
        "train": (sigprop.train, {"scheme_and_layers": ("pre_norm", "1"), "width": "16", "heads": "2", "task": "copy", "steps": 2,
                                  "networks": 2, "length": 8, "batch": 2, "norm": "rms_norm", "methods": "*"}),
        "train a text": (sigprop.train, {"scheme_and_layers": ("pre_norm", 1), "width": 16, "heads": 2, "text": words, "steps": 2,
                                         "networks": 2, "length": 8, "batch": 2}),
        "verify": (sigprop.verify, {"claims": [CLAIM], "select": "half", "methods": "*"}),
        "verify some": (sigprop.verify, {"claims": {"claims": [CLAIM]}, "select": ["half"]}),
        "diff": (sigprop.diff, {"before": report, "after": report}),
        "read_report": (sigprop.read_report, {"report": report}),
        "formula_of": (sigprop.formula_of, {"function": lambda x, t: x * t, "names": ("x", "t")}),
        "NormalRule": (sigprop.NormalRule, {"f": "tanh", "lower_std": 1, "upper_std": 2, "power": 1, "mean": 0.0}),
        "activation.gain": (sigprop.activation.gain, {"f": "tanh", "std": "1", **OPTIONS}),
        "init.std": (sigprop.init.std, {"scheme": "he", "fan_in": "16", "mode": "fan_in"}),
        "constants": (sigprop.constants, {"pattern": "selu_alpha", "digits": 20}),
        "search": (sigprop.search, {"question": "dead units"}),
        "show": (sigprop.show, {"name": "selu.alpha"}),
        "what": (sigprop.what, {"number": "0.8796", "words": "std"}),
        "check_backward": (sigprop.check_backward, {"forward": lambda x: x, "backward": lambda x, dy: dy, "x": W, "directions": 1}),
        "assert_proved": (sigprop.testing.assert_proved, {"value": "0.5", "expression": "1/2", "dtype": "float64", "methods": "*"}),
        "assert_proved within": (sigprop.testing.assert_proved, {"value": "0.5", "expression": "1/2", "tolerance": "0.1"}),
        "assert_proved a decimal": (sigprop.testing.assert_proved, {"value": "0.5", "expression": "1/2", "convention": "exact"}),
        "measure.attention": (sigprop.measure.attention, {"q": W, "k": W, "scale": "1/4", "softcap": "30", "dtype": None, **OPTIONS}),
        "measure.elementwise": (sigprop.measure.elementwise, {"x": x, "layer": "rms_norm", "eps": "1e-5", "rms": None, "dtype": None}),
        "measure.jacobian": (sigprop.measure.jacobian, jacobian),
        "measure.slope": (sigprop.measure.slope, {"by_width": {64: 1.0, 128: 1.5, 256: 2.0}, "expected": 0.5}),
        "measure.model": (sigprop.measure.model, model),
        "measure.model by a recipe": (sigprop.measure.model, named),
        "measure.weights": (sigprop.measure.weights, {"w": W, "std": "1", "lower": "-2", "upper": "2", "limits": "absolute",
                                                      "distribution": "normal", "layout": "torch", "dtype": "float64", "name": "w"}),
    }
    for kind, one in (("Report", held), ("AttentionMeasurement", attention), ("ElementwiseMeasurement", elementwise),
                      ("WeightsMeasurement", measured), ("Recipe", gpt2.report())):
        for writer in writers + (("to_junit",) if kind == "Report" else ()):
            all_calls[f"{kind}.{writer}"] = (getattr(one, writer), {"path": str(folder / "written")})
    return all_calls


def answered_by_commands():
    """The functions that the command line answers, where this build, of the sanitized readers, has none."""
    try:
        sigprop.show("selu.alpha")
    except sigprop.InternalError as error:
        assert "there is no function" in str(error)
        return {"constants", "search", "show", "what"}
    return set()


def test_the_table_has_every_function_with_a_text(calls):
    tested = {name.split(" ")[0] for name in calls}
    for module, prefix in ((sigprop, ""), (sigprop.measure, "measure.")):
        for name in module.__all__:
            one = getattr(module, name)
            if inspect.isfunction(one) and not hasattr(sigprop.functions, name):
                assert prefix + name in tested or not inspect.signature(one).parameters, name


#: What stands where a text is expected. Half a character (a lone surrogate) is in no text that UTF-8 holds.
SURROGATES = ("\ud800", "1\udfff")
HOSTILE = (*SURROGATES, "\ud83d\ude00", "", "\0", "x\0y", " ", "--", "\u202e", "9" * 5000, "(" * 5000, 3, -1, 1.5, True, None, float("nan"), 10**400, 10**5000, 1j,
           b"1", b"\xff", [], [1], ["\ud800"], {}, {"a": 1}, {"\ud800": 1}, (), object(), int, numpy.ones(3), numpy.str_("\ud800"),
           lambda x: x)
#: What must not be shown to people: the words of ctypes and of the JSON library, and Python's for a missing case.
RAW = ("incompatible", "Unable to", "has no attribute", "not callable", "ctypes", "json.exception", "Invoked with", "codec", "not iterable", "encode",
       "subscriptable", "unhashable", "unsupported operand", "positional argument", "object is not", "must be str",
       "cannot convert", "JSON serializable", "embedded null")


def leaves(value, place):
    """The texts in an argument, each as (where, the name of its place, what puts another value there)."""
    if isinstance(value, str):
        yield (), place, lambda other: other
    elif isinstance(value, (list, tuple)):
        for i, one in enumerate(value):
            for where, name, put in leaves(one, place):
                yield (i, *where), name, lambda other, i=i, put=put: type(value)([*value[:i], put(other), *value[i + 1 :]])
    elif isinstance(value, dict):
        for key, one in value.items():
            for where, name, put in leaves(one, place):
                yield (key, *where), name, lambda other, key=key, put=put: {**value, key: put(other)}


def shown(value):
    return f"an int of {value.bit_length()} bits" if isinstance(value, int) and value.bit_length() > 10_000 else repr(value)


def called(function, arguments):
    arguments = dict(arguments)
    return function(*arguments.pop("scheme_and_layers", ()), **arguments)


def test_each_call_works(calls):
    without = answered_by_commands()
    for function, arguments in (call for name, call in calls.items() if name not in without):
        called(function, arguments)


def test_whatever_stands_where_a_text_is_expected(calls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of these are names of files
    faults = []
    tried = 0
    number = itertools.count()  # of the place: each meets another share of the values, so that all of them are handed over
    without = answered_by_commands()
    for name, (function, arguments) in calls.items():
        if name in without:
            continue
        for argument, value in arguments.items():
            for where, _, put in leaves(value, argument):
                first = next(number) % len(HOSTILE)
                for hostile in share_of((*HOSTILE[first:], *HOSTILE[:first])):
                    try:
                        if len(where) and isinstance(hostile, dict) and not isinstance(value, dict):
                            continue
                        tried += 1
                        called(function, {**arguments, argument: put(hostile)})
                    except (sigprop.SigpropError, TypeError, OSError) as error:
                        words = [word for word in RAW if word in str(error)]
                        said = repr(error)
                    except AssertionError:
                        words = [] if name.startswith("assert_proved") and argument == "value" else ["AssertionError"]
                        said = "a verdict"
                    except Exception as error:
                        words, said = [type(error).__name__], repr(error)
                    else:
                        words, said = ["taken"] if isinstance(hostile, str) and hostile in SURROGATES else [], ""
                    if words:
                        faults.append(f"{name}({argument}{list(where)}={shown(hostile):.20}): {words}: {said:.200}")
    assert not faults, "\n".join(faults)
    assert tried > len(share_of(range(2500)))
