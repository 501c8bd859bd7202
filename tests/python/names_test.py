"""list, show, constants and search say what the command line says, by name, with errors in words."""

from __future__ import annotations

import copy
import json
import math
import pickle

import pytest
from tool_process import run_tool

import sigprop


def printed(*arguments: str) -> dict:
    """The JSON that a command prints."""
    done = run_tool(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("words", [(), ("dead units",), ("xavier", "std"), ("claims", "truncated"), ("quantities", "selu.*")])
def test_list_is_the_list_of_the_tool(words):
    told = printed("list", *words, "--json")
    found = sigprop.list(*words)
    assert found.to_dict() == told == json.loads(found.to_json())
    assert [one.call for one in found] == [one["name"] for entries in told.values() for one in entries]
    other = {kind: entries[:-1] for kind, entries in told.items()}  # control
    assert found.to_dict() != other


def test_a_list_has_its_kinds_and_names():
    assert [one.name for one in sigprop.list("selu.*").quantities] == ["selu.alpha", "selu.lambda"]
    assert sigprop.list("selu")["selu"].kind == "activation"
    everything = sigprop.list()
    assert len(everything) == sum(map(len, (everything.quantities, everything.activations, everything.layers, everything.claims,
                                            everything.experiments)))
    gain = everything["activation.gain"]
    assert gain.kind == "quantity" and gain.call.startswith("activation.gain(f") and gain.formula and "activation.gain" in everything
    assert gain in everything and "activation.gian" not in everything
    with pytest.raises(KeyError):
        everything["activation.gian"]
    assert list(everything)[0] == everything[0] and everything[:2] == list(everything)[:2]


def test_what_is_shown_of_a_list_fits_a_screen():
    for found in (sigprop.list(), sigprop.list("std"), sigprop.list("claims"), sigprop.search("temperature")):
        lines = repr(found).split("\n")
        assert max(map(len, lines)) <= 100 and len(lines) < 110
    assert "activation" in repr(sigprop.list()) and "claims (" in repr(sigprop.list())
    assert "… and" in repr(sigprop.list("std")) and "<table>" in sigprop.list("std")._repr_html_()


def test_a_number_finds_the_constants_that_have_its_digits():
    (found,) = sigprop.list("0.8796").constants
    assert found.call == found.name == "truncated_normal.std(-2, 2)" and found.about.startswith("0.879625661034")
    assert sigprop.search("0.8796")[0] == found and "constants" not in sigprop.list().to_dict()
    with pytest.raises(sigprop.InputError, match="nothing matches '0.8797'"):  # another digit
        sigprop.list("0.8797")


@pytest.mark.parametrize("question, name", [("how sharp is attention", "attention.entropy"), ("dead units", "activation.derivative_second_moment"),
                                            ("initial loss", "network.loss"), ("where is 1.702 from?", "activation.best_parameter")])
def test_search_answers_questions(question, name):
    found = sigprop.search(question)
    assert name in [one.name for one in found[:5]]
    assert {one.kind for one in found} <= {"constant", "quantity", "activation", "layer"}


def test_search_has_claims_only_where_nothing_computes():
    claim = next(one for one in sigprop.list("claims") if one.name == "yarn.drift")
    assert {one.kind for one in sigprop.search("yarn.drift")} == {"claim"} and claim in sigprop.search("yarn.drift")


@pytest.mark.parametrize("name", ["selu.alpha", "gelu", "rms_norm", "recipe.gpt2", "family.gpt2", "truncated_normal.std", "yarn.drift",
                                  "Qwen3RMSNorm", "normalization", "deepnorm"])
def test_show_is_what_the_tool_shows(name):
    shown = sigprop.show(name)
    assert [shown.to_dict()] == printed("show", name, "--json")["shown"]
    assert shown.text == run_tool("show", name).stdout
    assert repr(shown) == str(shown) and shown._repr_html_().startswith("<pre>")
    assert shown.kind in ("quantity", "activation", "layer", "layers", "recipe", "family", "claim", "implementation", "group")


def test_facts_are_attributes():
    alpha = sigprop.show("selu.alpha")
    assert (alpha.kind, alpha.name, alpha.summary.split()[0]) == ("quantity", "selu.alpha", "SELU's")
    assert [one["name"] for one in alpha.parameters] == ["mean", "variance", "input_mean", "input_variance"]
    assert alpha.parameters[0] == {"name": "mean", "kind": "real", "default": "0", "optional": True, "meaning": "mean of the output",
                                   "choices": []}
    assert sigprop.show("gelu").units is None  # which activations do not have
    with pytest.raises(AttributeError, match="has no 'unit'; it has kind, name"):
        sigprop.show("gelu").unit
    assert {"formula", "source", "to_dict"} <= set(dir(alpha))
    for way in (copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        assert way(alpha).to_dict() == alpha.to_dict()


def test_functions_and_groups_stand_for_their_names():
    for given, name in ((sigprop.activation.gain, "activation.gain"), (sigprop.selu.lambda_, "selu.lambda"), (sigprop.gelu, "gelu"),
                        (sigprop.torch.nn.init.normal_, "torch.normal_"), (sigprop.deepnorm, "deepnorm")):
        assert sigprop.show(given).name == name
    for wrong in (sigprop.sweep, sigprop.Value, len, 5, None):
        with pytest.raises(TypeError, match="the name is a text"):
            sigprop.show(wrong)


def test_a_pattern_and_a_name_of_several_things_are_sequences():
    both = sigprop.show("selu")
    assert [one.kind for one in both] == ["activation", "group"] and both[1].quantities == ["selu.alpha", "selu.lambda"]
    assert len(sigprop.show("truncated_normal.*")) > 5
    with pytest.raises(AttributeError, match=r"these are 2 things \(activation selu, group selu\): take one, such as \[0\].formula"):
        both.formula


def test_constants_are_those_of_the_tool():
    told = printed("constants", "selu*", "--json")
    assert told == printed("constants", "selu*", "--emit", "json")
    found = sigprop.constants("selu*")
    assert found.to_dict() == told and [one.name for one in found] == [one["name"] for one in told["constants"]]
    alpha = found["selu_alpha"]
    assert float(alpha) == 1.6732632423543772 and alpha.decimal == "1.67326324235437728481704299167" and alpha.digits == 30
    assert math.isclose(float(sigprop.selu.alpha()), float(alpha), rel_tol=0)
    for language in ("python", "cpp"):
        assert found.code(language) == run_tool("constants", "selu*", "--emit", language).stdout
    assert sigprop.constants("selu_alpha", digits=50)[0].decimal.startswith(alpha.decimal[:-1])
    assert repr(found).startswith("selu_alpha         = 1.673") and "<table>" in found._repr_html_()
    assert len(sigprop.constants()) > 40


@pytest.mark.parametrize("call, error, words", [
    (lambda: sigprop.list("zzz"), sigprop.InputError, "nothing matches 'zzz'; 'zzz' occurs nowhere"),
    (lambda: sigprop.list("gian"), sigprop.InputError, "did you mean 'gain'"),
    (lambda: sigprop.list(3), TypeError, r"a word of list\(\) is a text, not int"),
    (lambda: sigprop.search("zzz"), sigprop.InputError, "nothing matches 'zzz'"),
    (lambda: sigprop.show("gelv"), sigprop.InputError, "did you mean 'gelu'"),
    (lambda: sigprop.constants("selu_alfa"), sigprop.InputError, "no constant matches 'selu_alfa'; did you mean 'selu_alpha'"),
    (lambda: sigprop.constants(seed=1), TypeError, "no option 'seed'; it has digits"),
    (lambda: sigprop.constants(digits=0), sigprop.InputError, "digits"),
    (lambda: sigprop.constants("selu*")["selu"], KeyError, "selu"),
    (lambda: sigprop.constants("selu*").code("rust"), sigprop.InputError, "'python' or 'cpp', not 'rust'"),
])
def test_errors_are_in_words(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_the_package_lists_what_it_has():
    assert {"list", "show", "constants", "search", "check_backward", "measure", "BackwardCheck"} <= set(dir(sigprop))
    assert "list" not in sigprop.__all__  # as abs, max and min: import * leaves Python's own alone
    names: dict = {}
    exec("from sigprop import *", names)
    assert "list" not in names and names["show"] is sigprop.show and names["check_backward"] is sigprop.check_backward
    assert not set(sigprop.__all__) - set(dir(sigprop))
