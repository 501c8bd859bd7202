"""Recipes like a config.json, and against each other, in Python and by the tool."""

from __future__ import annotations

import json

import pytest

import sigprop

CONFIG = {"model_type": "qwen3", "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
          "num_key_value_heads": 2, "head_dim": 24, "vocab_size": 99, "max_position_embeddings": 128, "initializer_range": 0.03,
          "tie_word_embeddings": True}


def test_a_config_says_recipe_and_sizes(tmp_path):
    made = sigprop.recipe(like=CONFIG)
    assert made.name == "qwen3" and made.parameters["d_model"] == "64" and made.parameters["tied"] == "1"
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    for like in (tmp_path, tmp_path / "config.json", str(tmp_path)):
        assert sigprop.recipe("qwen3", like=like).parameters == made.parameters
    assert sigprop.recipe(like=CONFIG, d_model=128, tied=False).parameters["tied"] == "0"
    query = next(one for one in made.tensors if one.role == "query")
    assert query.shape == [96, 64] and float(query.std) == 0.03
    for name, like, message in (("gpt2", CONFIG, "the recipe qwen3 fits"), (None, {"model_type": "rwkv"}, "which no recipe covers"),
                                (None, {**CONFIG, "hidden_size": -1}, "whole number of 1 or more, not -1"),
                                (None, tmp_path / "none", "none")):
        with pytest.raises((sigprop.InputError, OSError), match=message):
            sigprop.recipe(name, like=like)
    (tmp_path / "config.json").unlink()
    with pytest.raises(sigprop.InputError, match="has no config.json"):
        sigprop.recipe(like=tmp_path)
    with pytest.raises(TypeError, match="a name, or like="):
        sigprop.recipe()


def test_recipes_differ_as_the_tool_says(tool):
    found = sigprop.diff("recipe:gpt_neox", "recipe:megatron", layers=2)
    assert not found.equal and [one["role"] for one in found.changed] == ["attention_output", "hidden_output", "head"]
    document = tool("diff", "recipe:gpt_neox", "recipe:megatron", "--layers=2")
    assert document == found.to_dict()
    assert sigprop.diff("recipe:gpt2", "recipe:megatron", layers=2).equal
    one, other = sigprop.recipe("gpt2", layers=2), sigprop.recipe("gpt2", layers=2, std="0.01")
    assert sigprop.diff(one, one).equal
    assert {change["differs"][0] for change in sigprop.diff(one, other).changed} == {"std"}
    with pytest.raises(TypeError, match="have their sizes"):
        sigprop.diff(one, other, layers=3)
    with pytest.raises(TypeError, match="two recipes"):
        sigprop.diff("recipe:gpt2", one)
    with pytest.raises(TypeError, match="takes no layers"):
        sigprop.diff({}, {}, layers=3)
    with pytest.raises(sigprop.InputError, match="did you mean 'gpt2'"):
        sigprop.diff("recipe:gtp2", "recipe:llama")
