#!/usr/bin/env python3
"""Fresh models of transformers' own classes beside sigprop's network.* of the same design: the same statistics?

    today.py SIGPROP [FAMILY ...]             a table of families and statistics, in standard errors; 0: all agree; 1: not
    today.py SIGPROP --faults [FAMILY ...]    sigprop is told a neighbouring design; 0: every one is seen; 1: not
    today.py SIGPROP --json FILE [FAMILY ...] every comparison as data, too

The Python is that of build/venv/torch (tools/requirements/run.sh). The library has 16 networks, sigprop 64 (it gives no
mean of few networks that are skewed), of hidden size 128 and 4 blocks, with a batch of 8 sequences of 32 uniformly random
tokens, and random targets at every position. The means are of logarithms; two agree if they differ by at most 4 standard
errors of their difference. The library's initializer_range is 0.1 here, so that
branches, scores and gates are of a size at which a wrong one shows; the laws are those of the library's _init_weights.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import subprocess
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
import transformers

LIMIT = 4.0
SEEDS, NETWORKS = 16, 64  # of the library and of sigprop
BLOCKS, WIDTH, HEADS, BATCH, LENGTH, VOCABULARY = 4, 128, 4, 8, 32, 96
HIDDEN = 256
STD = 0.1
T_95 = 1.998340542520741  # of Student's law with 63 degrees of freedom: what a report's interval of 95 % reaches
Sample = List[float]
Mean = Tuple[float, float]  # and its standard error


@dataclasses.dataclass
class Family:
    """How the library builds it, where its parts are, and how sigprop is told the same."""

    config: Callable[[], Any]
    model: str
    design: str  # sigprop's parameters
    blocks: str  # where the model has its blocks
    middle: str  # the module of a block that reads the stream between its branches; "": parallel, there is none
    faults: Sequence[Tuple[str, str]] = ()  # pieces of the design, and what a neighbour has instead
    slopes: Optional[Callable[[], torch.Tensor]] = None  # ALiBi: the library adds slope j, not slope (j - i)
    post_norm: bool = False
    before: Callable[[Any], None] = lambda model: None  # what is taken off the model


COMMON: Dict[str, Any] = dict(vocab_size=VOCABULARY, hidden_size=WIDTH, num_hidden_layers=BLOCKS,
                              num_attention_heads=HEADS, intermediate_size=HIDDEN, max_position_embeddings=LENGTH,
                              initializer_range=STD, pad_token_id=None, bos_token_id=None, eos_token_id=None)
LLAMA = "pre_norm, norm=rms_norm, unit=gated, activation=silu, positions=rotary"
LAYER_NORM = "norm=layer_norm, norm_bias=true, norm_epsilon=1e-5"


def config(name: str, **other: Any) -> Callable[[], Any]:
    return lambda: getattr(transformers, name)(**{key: value for key, value in {**COMMON, **other}.items()
                                                  if value is not ...})


def bloom_slopes() -> torch.Tensor:
    return torch.tensor([2.0 ** (-8 * (k + 1) / HEADS) for k in range(HEADS)])


def without_transform(model: Any) -> None:
    """BERT's masked head has a dense layer and a norm of its own before the table, which network.* does not: off."""
    model.cls.predictions.transform = torch.nn.Identity()


FAMILIES: Dict[str, Family] = {
    "gpt2": Family(
        config("GPT2Config", n_inner=HIDDEN, n_embd=WIDTH, n_layer=BLOCKS, n_head=HEADS, n_positions=LENGTH,
               resid_pdrop=0, embd_pdrop=0, attn_pdrop=0, hidden_size=..., num_hidden_layers=...,
               num_attention_heads=..., intermediate_size=..., max_position_embeddings=...),
        "GPT2LMHeadModel",
        f"pre_norm, {LAYER_NORM}, activation=gelu_tanh, positions=learned, biases=true, tied=true, "
        f"attention_output_std={STD}/sqrt(8), hidden_output_std={STD}/sqrt(8)", "transformer.h", "ln_2",
        [(f"hidden_output_std={STD}/sqrt(8)", f"hidden_output_std={STD}")]),
    "llama": Family(config("LlamaConfig", rms_norm_eps=1e-6), "LlamaForCausalLM", LLAMA, "model.layers",
                    "post_attention_layernorm", [("unit=gated", "unit=plain")]),
    "gemma2": Family(
        config("Gemma2Config", num_key_value_heads=HEADS, head_dim=32, query_pre_attn_scalar=32, sliding_window=8,
               attn_logit_softcapping=2.0, final_logit_softcapping=None),
        "Gemma2ForCausalLM",
        "pre_norm, placement=both, norm=rms_norm, unit=gated, activation=gelu_tanh, positions=rotary, tied=true, "
        "embedding_scale=sqrt(128), scores=softcap, cap=2, windows=[8, 0]", "model.layers",
        "pre_feedforward_layernorm", [("scores=softcap, cap=2", "scores=scaled"), ("windows=[8, 0]", "windows=[0, 8]")]),
    "opt": Family(
        config("OPTConfig", ffn_dim=HIDDEN, word_embed_proj_dim=WIDTH, dropout=0, init_std=STD, intermediate_size=...,
               initializer_range=...),
        "OPTForCausalLM",
        f"pre_norm, {LAYER_NORM}, activation=relu, positions=learned, biases=true, tied=true", "model.decoder.layers",
        "final_layer_norm", [("activation=relu", "activation=gelu")]),
    "granite": Family(
        config("GraniteConfig", rms_norm_eps=1e-6, embedding_multiplier=3.0, residual_multiplier=0.5,
               attention_multiplier=0.25, logits_scaling=2.0),
        "GraniteForCausalLM",
        "pre_norm, branch_scale=1/2, norm=rms_norm, unit=gated, activation=silu, positions=rotary, embedding_scale=3, "
        "scale=1/4, output_multiplier=1/2", "model.layers", "post_attention_layernorm",
        [("branch_scale=1/2", "branch_scale=1")]),
    "qwen3": Family(
        config("Qwen3Config", num_key_value_heads=2, head_dim=32, rms_norm_eps=1e-6,
               rope_parameters={"rope_type": "default", "rope_theta": 1e6}),
        "Qwen3ForCausalLM", f"{LLAMA}, kv_heads=2, scores=qk_norm, rotary_base=1e6", "model.layers",
        "post_attention_layernorm", [("scores=qk_norm", "scores=scaled"), ("rotary_base=1e6", "rotary_base=10")]),
    "olmo2": Family(
        config("Olmo2Config", rms_norm_eps=1e-6, rope_parameters={"rope_type": "default", "rope_theta": 500000.0}),
        "Olmo2ForCausalLM",
        "pre_norm, placement=branch, norm=rms_norm, unit=gated, activation=silu, positions=rotary, qk_norm=width, "
        "rotary_base=500000", "model.layers", "mlp", [("placement=branch", "placement=before")]),
    "gpt_neox": Family(
        config("GPTNeoXConfig"), "GPTNeoXForCausalLM",
        f"pre_norm, parallel=two_norms, {LAYER_NORM}, activation=gelu, positions=rotary, rotary_share=1/4, biases=true",
        "gpt_neox.layers", "", [("parallel=two_norms", "parallel=none"), ("rotary_share=1/4", "rotary_share=1")]),
    "phi": Family(
        config("PhiConfig"), "PhiForCausalLM",
        f"pre_norm, parallel=one_norm, {LAYER_NORM}, activation=gelu_tanh, positions=rotary, rotary_share=1/2, "
        "biases=true", "model.layers", "",
        [("parallel=one_norm", "parallel=none"), ("positions=rotary, rotary_share=1/2", "positions=none")]),
    "bloom": Family(
        config("BloomConfig", n_layer=BLOCKS, n_head=HEADS, layer_norm_epsilon=1e-5, num_hidden_layers=...,
               num_attention_heads=..., intermediate_size=..., max_position_embeddings=...),
        "BloomForCausalLM",
        f"pre_norm, {LAYER_NORM}, activation=gelu_tanh, positions=alibi, biases=true, embedding_norm=true, tied=true",
        "transformer.h", "post_attention_layernorm",
        [("positions=alibi", "positions=none"), ("embedding_norm=true", "embedding_norm=false")], slopes=bloom_slopes),
    "cohere": Family(
        config("CohereConfig", logit_scale=0.0625, use_qk_norm=True), "CohereForCausalLM",
        "pre_norm, parallel=one_norm, norm=layer_norm, norm_epsilon=1e-5, unit=gated, activation=silu, "
        "positions=rotary, tied=true, output_multiplier=1/16, qk_norm=head, qk_norm_kind=layer_norm", "model.layers",
        "", [("parallel=one_norm", "parallel=none"), ("qk_norm=head, qk_norm_kind=layer_norm", "qk_norm=none")]),
    "gemma3": Family(
        config("Gemma3TextConfig", num_key_value_heads=2, head_dim=32, query_pre_attn_scalar=32, sliding_window=4,
               layer_types=["sliding_attention"] * 3 + ["full_attention"]),
        "Gemma3ForCausalLM",
        "pre_norm, placement=both, norm=rms_norm, unit=gated, activation=gelu_tanh, positions=rotary, tied=true, "
        "embedding_scale=sqrt(128), kv_heads=2, qk_norm=head, windows=[4, 4, 4, 0], "
        "rotary_bases=[10000, 10000, 10000, 1e6]", "model.layers", "pre_feedforward_layernorm",
        [("windows=[4, 4, 4, 0]", "window=0"), ("qk_norm=head", "qk_norm=none"),
         ("rotary_bases=[10000, 10000, 10000, 1e6]", "rotary_base=2")]),
    "bert": Family(
        config("BertConfig", hidden_dropout_prob=0, attention_probs_dropout_prob=0), "BertForMaskedLM",
        "post_norm, norm=layer_norm, norm_bias=true, norm_epsilon=1e-12, activation=gelu, positions=learned, "
        "biases=true, tied=true, embedding_norm=true, token_types=2, causal=false", "bert.encoder.layer", "intermediate",
        [("embedding_norm=true, token_types=2", "embedding_norm=false, token_types=2"), ("token_types=2, ", "")],
        post_norm=True, before=without_transform),
    "mixtral": Family(
        config("MixtralConfig", num_key_value_heads=2, num_local_experts=8, num_experts_per_tok=2, rms_norm_eps=1e-6),
        "MixtralForCausalLM", f"{LLAMA}, kv_heads=2, experts=8, active_experts=2", "model.layers",
        "post_attention_layernorm", [("active_experts=2", "active_experts=2, gate=plain"), ("active_experts=2", "active_experts=1")]),
}


# ---- the library's side


def at(module: Any, path: str) -> Any:
    for name in path.split("."):
        module = getattr(module, name)
    return module


def square(x: torch.Tensor) -> float:
    return float((x.detach().double() ** 2).mean())


class Watch:
    """Streams, added branches, scores and weights of one forward pass, and the streams' gradients."""

    def __init__(self, family: Family, model: Any) -> None:
        self.family = family
        self.streams: Dict[int, torch.Tensor] = {}
        self.branches: Dict[int, torch.Tensor] = {}
        self.scores: List[torch.Tensor] = []
        self.gates: List[torch.Tensor] = []
        self.handles: List[Any] = []
        for number, block in enumerate(at(model, family.blocks)):
            self.watch(block, 2 * number, family)

    def watch(self, block: Any, place: int, family: Family) -> None:
        def reads(where: int) -> Callable[..., None]:
            def hook(module: Any, args: Any, kwargs: Any) -> None:
                self.keep(where, args[0] if args else kwargs["hidden_states"])
            return hook

        def gives(where: int) -> Callable[..., None]:
            def hook(module: Any, args: Any, output: Any) -> None:
                self.keep(where, output if torch.is_tensor(output) else output[0])
            return hook

        def branch(where: int) -> Callable[..., None]:
            def hook(module: Any, args: Any, output: Any) -> None:
                self.branches[where] = (output if torch.is_tensor(output) else output[0]).detach()
            return hook

        def gate(module: Any, args: Any, output: Any) -> None:
            self.gates.append(output[1].detach())

        self.handles.append(block.register_forward_pre_hook(reads(place), with_kwargs=True))
        self.handles.append(block.register_forward_hook(gives(place + 2)))
        if family.middle:
            self.handles.append(at(block, family.middle).register_forward_pre_hook(reads(place + 1), with_kwargs=True))
        else:
            attention = block.attention if hasattr(block, "attention") else block.self_attn
            self.handles.append(attention.register_forward_hook(branch(place)))
        if family.post_norm:
            self.handles.append(block.attention.output.dense.register_forward_hook(branch(place)))
            self.handles.append(block.output.dense.register_forward_hook(branch(place + 1)))
        if hasattr(getattr(block, "mlp", None), "gate"):
            self.handles.append(block.mlp.gate.register_forward_hook(gate))

    def keep(self, place: int, stream: torch.Tensor) -> None:
        if place not in self.streams:
            stream.retain_grad()
            self.streams[place] = stream

    def numbers(self) -> Dict[str, float]:
        """By the names that quantities have, with the sublayer behind them."""
        last = 2 * BLOCKS
        streams = {place: one.detach().reshape(BATCH, LENGTH, WIDTH) for place, one in self.streams.items()}
        gradients = {place: square(one.grad) for place, one in self.streams.items()}
        if not self.family.middle:  # attention adds first, and the sum has the gradient of the block's end
            for place in range(1, last, 2):
                streams[place] = streams[place - 1] + self.branches[place - 1]
                gradients[place] = gradients[place + 1]
        found = {}
        for place in range(last + 1):
            found[f"second_moment {place}"] = square(streams[place])
            if place < last:
                added = self.branches[place] if self.family.post_norm else streams[place + 1] - streams[place]
                found[f"branch_moment {place}"] = square(added)
                found[f"gradient_ratio {place}"] = gradients[place] / gradients[last]
        for number, one in enumerate(self.scores):
            found.update({f"{name} {2 * number}": value for name, value in self.attention(one.detach().double()).items()})
        for number, one in enumerate(self.gates):
            found[f"gate_square {2 * number + 1}"] = float((one.double() ** 2).sum(-1).mean())
        return found

    def attention(self, scores: torch.Tensor) -> Dict[str, float]:
        seen = scores > -1e20
        weights = torch.softmax(scores, -1)
        entropy = -torch.where(weights > 0, weights * torch.log(weights), 0.0).sum(-1).mean()
        if self.family.slopes is not None:  # the same softmax: a query's scores may have any constant
            scores = scores - self.family.slopes().double()[None, :, None, None] * torch.arange(LENGTH)[None, None, :, None]
        return {"attention_entropy": float(entropy), "score_second_moment": float((scores[seen] ** 2).mean())}


def of_library(name: str) -> Dict[str, Sample]:
    family = FAMILIES[name]
    found: Dict[str, Sample] = {}
    softmax = torch.nn.functional.softmax
    for seed in range(SEEDS):
        torch.manual_seed(1000 + seed)
        options = family.config()
        options._attn_implementation = "eager"
        model = getattr(transformers, family.model)(options).eval()
        family.before(model)
        watch = Watch(family, model)
        tokens, targets = torch.randint(VOCABULARY, (2, BATCH, LENGTH))

        def watched(x: torch.Tensor, *args: Any, **kwargs: Any) -> torch.Tensor:
            if x.dim() == 4 and x.shape[-1] == x.shape[-2] == LENGTH:
                watch.scores.append(x)
            return softmax(x, *args, **kwargs)

        torch.nn.functional.softmax = watched
        try:
            logits = model(input_ids=tokens).logits
        finally:
            torch.nn.functional.softmax = softmax
        loss = torch.nn.functional.cross_entropy(logits.reshape(-1, VOCABULARY), targets.reshape(-1))
        loss.backward()
        numbers = dict(watch.numbers(), loss=float(loss.detach()), logit_second_moment=square(logits))
        for key, value in numbers.items():
            found.setdefault(key, []).append(value)
    return found


# ---- sigprop's side


def of_sigprop(tool: str, design: str, names: Sequence[str]) -> Dict[str, Mean]:
    texts = []
    for name in names:
        quantity, _, sublayer = name.partition(" ")
        where = f", sublayer={sublayer}" if sublayer else ""
        texts.append(f"network.{quantity}({design}, layers={BLOCKS}, width={WIDTH}, heads={HEADS}, hidden_width={hidden_of(design)}, "
                     f"vocabulary={VOCABULARY}, batch={BATCH}, length={LENGTH}, init_std={STD}, "
                     f"networks={NETWORKS}, statistic=log_mean{where})")
    run = subprocess.run([tool, "eval", *texts, "--json", "--threads", "1", "--seed", "1"], capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        raise RuntimeError(f"sigprop eval exits {run.returncode}: {run.stderr.strip()}")
    means = {}
    for record, name in zip(json.loads(run.stdout)["records"], names):
        found = record["evidence"][0] if record["evidence"] else record
        if found["status"] != "ok":
            raise RuntimeError(f"{record['expression']}: {found['reason']}")
        interval = found["interval"]
        half = (float(interval["upper"]) - float(interval["lower"])) / 2
        means[name] = (found["double"], half / T_95)
    return means


def hidden_of(design: str) -> int:
    """BLOOM's feed-forward networks have no width of their own."""
    return 4 * WIDTH if "alibi" in design or "embedding_norm=false, tied=true" in design else HIDDEN


# ---- together


def mean(sample: Sample) -> Mean:
    """Of the logarithms, whose means a few networks do not carry."""
    x = torch.tensor(sample, dtype=torch.float64).log()
    return float(x.mean()), float(x.std()) / math.sqrt(len(sample))


def compared(theirs: Dict[str, Mean], ours: Dict[str, Mean]) -> Dict[str, float]:
    away = {}
    for name, (a, of_a) in theirs.items():
        b, of_b = ours[name]
        error = math.hypot(of_a, of_b)
        # The end of a stream over itself has no spread, nor has what a norm has just set, up to float32's rounding.
        away[name] = abs(a - b) / max(error, 1e-6)
    return away


COLUMNS = ("loss", "logit_second_moment", "second_moment", "branch_moment", "attention_entropy", "score_second_moment",
           "gradient_ratio", "gate_square")


def largest(away: Dict[str, float], column: str) -> str:
    own = [value for name, value in away.items() if name.partition(" ")[0] == column]
    return f"{max(own):.2f}" if own else ""


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sigprop")
    parser.add_argument("families", nargs="*", choices=[*FAMILIES, []], metavar="FAMILY")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--json")
    asked = parser.parse_intermixed_args(words)
    torch.set_num_threads(1)
    names = asked.families or list(FAMILIES)
    failures = 0
    kept: Dict[str, Any] = {}
    print("| family | " + " | ".join(column.replace("_", " ") for column in COLUMNS) + " | comparisons | within 4 |")
    print("|---|" + "---|" * (len(COLUMNS) + 2))
    for name in names:
        family = FAMILIES[name]
        theirs = {key: mean(sample) for key, sample in of_library(name).items()}
        designs = [("", family.design)]
        if asked.faults:
            designs = [(f" with {new}" if new else f" without {old.strip(', ')}", family.design.replace(old, new))
                       for old, new in family.faults]
        for label, design in designs:
            away = compared(theirs, of_sigprop(asked.sigprop, design, list(theirs)))
            within = sum(value <= LIMIT for value in away.values())
            failures += (within == len(away)) if asked.faults else (within < len(away))
            cells = " | ".join(largest(away, column) for column in COLUMNS)
            print(f"| {name}{label} | {cells} | {len(away)} | {within} |", flush=True)
            kept[name + label] = away
            if not asked.faults:
                for key, value in away.items():
                    if value > LIMIT:
                        print(f"{name}: {key} is {value:.2f} standard errors off", file=sys.stderr)
    if asked.json:
        with open(asked.json, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
