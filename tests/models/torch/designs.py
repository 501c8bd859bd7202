"""What a combination says about its networks: sigprop's parameters by name, with the defaults of `sigprop show
training.loss`, and what follows from them: residual steps, how every matrix starts, and its learning rate.

Several networks are computed at once: every parameter has one more dimension in front, the network.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Dict, FrozenSet, Tuple

import torch

DEFAULTS: Dict[str, Any] = dict(
    branch_scale=1.0, width=64, hidden_ratio=4, activation="relu", unit="plain", biases=False, dropout=0.0,
    norm="rms_norm", norm_bias=False, norm_epsilon=1e-6, epsilon_place="inside", groups=1, norm_start=0.5,
    parallel="none", experts=0, active_experts=2, shared_experts=0, gate="renormalised", bias_places="all",
    qk_norm="none", qk_norm_kind="rms_norm", windows=None, rotary_bases=None, rotary_share=1.0, token_types=0, segments=1,
    running_momentum=0.1, embedding_norm=False, head_transform="none", norm_root="none", scores="scaled", cap=50.0, log_base=512,
    causal=True, window=0,
    positions="rotary", rotary_base=10000, vocabulary=64, embedding_scale=1.0, tied=False, init="", embedding_std=1.0,
    base_width=64, base_std=None, batch=8, length=32, task="markov", objective="causal", mask_rate=0.15, states=16,
    reach=16, validation_batches=4, steps=100, optimizer="adam", rate=1e-3, warmup=0, decay="constant", final_rate=0.0,
    clip=0.0, weight_decay=0.0, momentum=0.9, beta1=0.9, beta2=0.999, adam_epsilon=1e-8,
    decay_share=0.2, decay_form="linear", muon_scale="original", nesterov=True, newton_schulz_steps=5, adam_rate=3e-4)

# norms of (the branch's input, the branch's output, the sum), and whether one stands before the head
SCHEMES = {"pre_norm": (True, False, False, True), "post_norm": (False, False, True, False),
           "rezero": (False, False, False, False)}
PLACEMENTS = {"before": (True, False, False, True), "after": (False, False, True, False),
              "both": (True, True, False, True), "branch": (False, True, False, True)}


@dataclasses.dataclass(frozen=True)
class Start:
    """How a matrix starts: W = multiplier V, W of that std, V what the optimiser sees."""

    std: float
    multiplier: float = 1.0
    rate: float = 1.0
    orthogonal: bool = False


class Design:
    """A combination's parameters as attributes, and what follows from them. `faults` are planted mistakes by name."""

    def __init__(self, parameters: Dict[str, Any], faults: FrozenSet[str] = frozenset()) -> None:
        more = {"scheme", "placement", "branch_gain", "sublayers", "heads", "kv_heads"}
        unknown = set(parameters) - set(DEFAULTS) - more
        if unknown:
            raise ValueError(f"no network here knows {', '.join(sorted(unknown))}")
        self.faults = faults
        for name, value in {**DEFAULTS, **parameters}.items():
            setattr(self, name, value)
        self.kv_heads = parameters.get("kv_heads", self.heads)
        self.head_width = self.width // self.heads
        self.hidden_width = self.hidden_ratio * self.width
        norms = PLACEMENTS[parameters["placement"]] if "placement" in parameters else SCHEMES[self.scheme]
        self.norms_input, self.norms_branch, self.norms_sum, self.final_norm = norms
        self.branch_gain = parameters.get("branch_gain", "scalar" if self.scheme == "rezero" else "fixed")

    def normalises_input(self, sublayer: int) -> bool:
        """Whether the branch reads a norm of its own."""
        return self.norms_input and not (self.parallel == "one_norm" and sublayer % 2 == 1)

    def of_block(self, name: str, sublayer: int) -> Any:
        """The window or the rotary base of the block that the sublayer belongs to."""
        pattern = getattr(self, f"{'windows' if name == 'window' else 'rotary_bases'}")
        shift = "a pattern one layer late" in self.faults
        return getattr(self, name) if pattern is None else pattern[(sublayer // 2 + shift) % len(pattern)]

    @property
    def query_norm(self) -> str:
        """The features that a norm of queries and keys is over: of a head, of the width, or none."""
        return "head" if self.scores == "qk_norm" and self.qk_norm == "none" else self.qk_norm

    def has_bias(self, name: str) -> bool:
        """Of the matrix of that name."""
        role = name.split()[-1]
        attention = ("query", "key", "value", "output")
        places = {"all": (*attention, "hidden", "up", "hidden_output"), "attention": attention,
                  "query_key_value": attention[:3], "feed_forward": ("hidden", "up", "hidden_output")}
        return self.biases and role in places[self.bias_places]

    @property
    def networks_of_block(self) -> Tuple[str, ...]:
        """What stands before the names of a block's feed-forward matrices: one network's, or its experts'."""
        if self.experts == 0:
            return ("",)
        return tuple(f"expert{e} " for e in range(self.experts)) + tuple(f"shared{e} " for e in range(self.shared_experts))

    @property
    def score_scale(self) -> float:
        """The factor of q . k."""
        if self.scores == "unscaled" or "no 1/sqrt(d)" in self.faults:
            return 1.0
        if self.init == "mup":
            # 1/d in place of 1/sqrt(d), and the same where the width is base_width
            return math.sqrt(self.base_width / self.heads) / self.head_width
        return 1 / math.sqrt(self.head_width)

    @property
    def output_multiplier(self) -> float:
        return self.base_width / self.width if self.init == "mup" else 1.0

    def activate(self, x: torch.Tensor) -> torch.Tensor:
        return {"relu": torch.relu, "gelu": torch.nn.functional.gelu, "silu": torch.nn.functional.silu,
                "tanh": torch.tanh}[self.activation](x)

    def second_moment_of_activation(self) -> float:
        """E f(z)^2 for a standard normal z, by a sum."""
        z = torch.linspace(-12, 12, 200_001, dtype=torch.float64)
        density = torch.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        return float((self.activate(z) ** 2 * density).sum() * (z[1] - z[0]))

    def matrices(self) -> Dict[str, Tuple[int, int]]:
        """Rows (outputs) and columns (inputs) of every matrix."""
        keys = self.kv_heads * self.head_width
        shapes = {"embedding": (self.vocabulary, self.width)}
        if self.positions == "learned":
            shapes["position"] = (self.length, self.width)
        if self.token_types:
            shapes["token_type"] = (self.token_types, self.width)
        for sublayer in range(0, self.sublayers, 2):
            for name, rows in (("query", self.width), ("key", keys), ("value", keys), ("output", self.width)):
                shapes[f"{sublayer} {name}"] = (rows, self.width)
            if self.experts:
                shapes[f"{sublayer + 1} router"] = (self.experts, self.width)
            for network in self.networks_of_block:
                shapes[f"{sublayer + 1} {network}hidden"] = (self.hidden_width, self.width)
                if self.unit == "gated":
                    shapes[f"{sublayer + 1} {network}up"] = (self.hidden_width, self.width)
                shapes[f"{sublayer + 1} {network}hidden_output"] = (self.width, self.hidden_width)
        if self.head_transform != "none":
            shapes["head dense"] = (self.width, self.width)
        if not self.tied:
            shapes["head"] = (self.vocabulary, self.width)
        return shapes

    def start(self, name: str) -> Start:
        """How that matrix starts. By default a branch keeps the second moment of its input, at any width."""
        role = name.split()[-1]
        ratio = self.base_width / self.width if self.init == "mup" else 1.0
        adaptive = self.optimizer.startswith("adam")
        outer_rate = 1.0 if adaptive else 1 / ratio
        if role in ("embedding", "position", "token_type"):
            return Start(self.embedding_std, rate=outer_rate)
        if role == "head":
            multiplier = 1 / math.sqrt(self.width) if self.init == "ntk" else 1.0
            return Start(1 / math.sqrt(ratio * self.width), multiplier, outer_rate)
        rows, columns = self.matrices()[name]
        if role == "dense":
            return Start(1 / math.sqrt(columns), rate=ratio if self.init == "mup" and adaptive else 1.0)
        if self.init == "ntk":  # standard normal V, the std stands in the layer
            return Start(1 / math.sqrt(columns), 1 / math.sqrt(columns))
        if self.init == "orthogonal":
            return Start(1 / math.sqrt(max(rows, columns)), orthogonal=True)
        if self.init == "xavier":
            squared_gain = 1 / self.second_moment_of_activation() if role == "hidden_output" else 1.0
            return Start(math.sqrt(2 * squared_gain / (rows + columns)))
        if self.init == "mup":
            std = 1 / math.sqrt(columns) if self.base_std is None else self.base_std * math.sqrt(ratio)
            return Start(std, rate=ratio if adaptive else 1.0)
        kept = self.second_moment_of_activation() if role == "hidden_output" else 1.0
        return Start(1 / math.sqrt(columns * kept))
