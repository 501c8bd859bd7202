"""Mistakes that show in a tensor's entries or beside other tensors: constants, copies, entries that are no numbers."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import laws
from mistakes import Plan, RecipeModel, mistake, trained, trained_entries, where, with_edit, with_law
from sample_recipe import Planned


@mistake("position_zeros", "gpt2", "The table of positions was allocated and never initialised.",
         "all entries are 0", (("zero", "constant", "0"),))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"^wpe", lambda one: laws.Law("constant", 0.0))


@mistake("norm_gain_zero", "llama", "One norm's gain is 0: the branch behind it is silent.",
         "the gain of layer 1's input_layernorm is 0, not 1", (("gain", "norm", "constant"), "0"))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"input_layernorm", lambda one: laws.Law("constant", 0.0), layer=1)


@mistake("norm_gains_zero_centred", "llama", "All gains are stored as 1 + w, which this model's code does not add.",
         "all norm gains are 0: zero-centred", (("gain", "norm", "constant", "zero-centred"), "0"))
def _(model: RecipeModel) -> Plan:
    return with_law(model, r"norm\.weight$", lambda one: laws.Law("constant", 0.0))


@mistake("head_tied", "llama", "The head holds the embedding's weights; the recipe has two. Many tie them by design: without a "
         "specification it is a remark.",
         "lm_head.weight equals embed_tokens.weight", (("equal", "tied", "copy", "same", "duplicate"), "embed_tokens"), remark=True)
def _(model: RecipeModel) -> Plan:
    (head,) = where(model.plan, r"^lm_head").values()
    return {**model.plan, head.name: dataclasses.replace(head, stream="embed_tokens.weight")}


@mistake("layer_copied", "gpt2", "A layer is a deep copy of another.",
         "the matrices of layer 1 equal those of layer 0", (("equal", "tied", "copy", "same", "duplicate"), "h.0."))
def _(model: RecipeModel) -> Plan:
    copied = {name: dataclasses.replace(one, stream=name.replace("h.1.", "h.0."))
              for name, one in where(model.plan, r"\.weight$", 1).items() if one.law.kind != "constant"}
    return {**model.plan, **copied}


@mistake("same_seed", "llama", "The generator is seeded anew for each matrix: queries, keys and values are equal.",
         "q_proj, k_proj and v_proj of each layer are equal", (("equal", "tied", "copy", "same", "duplicate"),))
def _(model: RecipeModel) -> Plan:
    same = {name: dataclasses.replace(one, stream=f"seeded anew {one.layer}")
            for name, one in where(model.plan, r"[qkv]_proj\.weight$").items()}
    return {**model.plan, **same}


@mistake("zero_rows", "llama", "Eight rows of a matrix are zero.",
         "8 rows are zero", (("zero", "rows"), "row"))
def _(model: RecipeModel) -> Plan:
    def edit(block: Any, first: int, one: Planned) -> Any:
        if first == 0:
            block[16:24] = 0
        return block
    return with_edit(model, r"up_proj", edit, layer=0)


def one_entry(value: float) -> Any:
    """An edit that puts a value into row 5."""
    def edit(block: Any, first: int, one: Planned) -> Any:
        if first == 0:
            block[5, 17] = value
        return block
    return edit


@mistake("nan_entry", "gpt2", "One entry is NaN.", "one entry is NaN, at [5, 17]", (("nan", "not finite"),))
def _(model: RecipeModel) -> Plan:
    return with_edit(model, r"mlp\.c_fc\.weight$", one_entry(math.nan), layer=0)


@mistake("infinite_entry", "gpt2", "One entry is infinite.", "one entry is infinite, at [5, 17]", (("inf", "not finite"),))
def _(model: RecipeModel) -> Plan:
    return with_edit(model, r"attn\.c_proj\.weight$", one_entry(math.inf), layer=1)


@mistake("initialised_again", "llama", "A trained checkpoint is loaded, then one matrix silently initialised again.",
         "up_proj of layer 1 is fresh, the other matrices are trained", (("fresh", "initialised again", "untrained"),), trained=True)
def _(model: RecipeModel) -> Plan:
    around = trained(model.plan)
    return {**around, **where(model.plan, r"up_proj", 1)}


@mistake("trained_left_over", "llama", "One matrix of a fresh model holds trained weights.",
         "o_proj of layer 0 looks trained, the other matrices are fresh", (("trained", "rows", "kurtosis"),))
def _(model: RecipeModel) -> Plan:
    return with_edit(model, r"o_proj", trained_entries, layer=0)
