"""A neighbouring design for every statistic: told it, sigprop must differ from torch in that statistic, or the comparison could
not see a mistake there. Both sides train the small networks of combinations.CONTROLS."""

from __future__ import annotations

from typing import Any, Dict, Tuple

LOUD_HEAD = {"head_std": 0.5}  # three times the usual one
SHORT_BRANCHES = {"branch_scale": 0.6}
ONE_SIDED = {"causal": False}
SHARP_SCORES = {"scores": "unscaled"}
SMALL_STEPS = {"rate": 1e-3}
LARGE_BATCH = {"batch": 12}
LANGUAGE = {"task": "markov", "states": 3, "reach": 3}

# statistic: the design, and what is changed in it
NEIGHBOURS: Dict[str, Tuple[str, Dict[str, Any]]] = {
    "network.loss": ("small", LOUD_HEAD),
    "network.logit_second_moment": ("small", LOUD_HEAD),
    "network.second_moment": ("small", SHORT_BRANCHES),
    "network.branch_moment": ("small", SHORT_BRANCHES),
    "network.sublayer_cosine": ("small", SHORT_BRANCHES),
    "network.gradient_ratio": ("small", SHORT_BRANCHES),
    "network.token_similarity": ("small", ONE_SIDED),
    "network.attention_entropy": ("small", SHARP_SCORES),
    "network.score_second_moment": ("small", SHARP_SCORES),
    "network.gate_square": ("small_experts", {"gate": "renormalised"}),
    "training.loss": ("small", LOUD_HEAD),
    "training.sharpness": ("small", LOUD_HEAD),
    "training.smoothness": ("small", LOUD_HEAD),
    "training.loss_along_gradient": ("small", LOUD_HEAD),
    "training.branch_moment": ("small", SHORT_BRANCHES),
    "training.sublayer_cosine": ("small", SHORT_BRANCHES),
    "training.attention_entropy": ("small", SHARP_SCORES),
    "training.score_second_moment": ("small", SHARP_SCORES),
    "training.largest_logit": ("small", SHARP_SCORES),
    "training.second_moment": ("small", SMALL_STEPS),
    "training.coordinate_size": ("small", SMALL_STEPS),
    "training.coordinate_change": ("small", SMALL_STEPS),
    "training.update_ratio": ("small", SMALL_STEPS),
    "training.covariate_shift": ("small", SMALL_STEPS),
    "training.covariate_shift_cosine": ("small", SHORT_BRANCHES),
    "training.drift": ("small", SMALL_STEPS),
    "training.validation_loss": ("small", SMALL_STEPS),
    "training.accuracy": ("small", SMALL_STEPS),
    "training.then_loss": ("small", SMALL_STEPS),
    "training.forgotten_nats": ("small", SMALL_STEPS),
    "training.norm_gain_ratio": ("small", SMALL_STEPS),
    "training.gradient_signal": ("small", LARGE_BATCH),
    "training.embedding_rows": ("small", LARGE_BATCH),
    "training.batch_fluctuation": ("small", LANGUAGE),
}
