"""The ten combinations: what sigprop and torch are asked for, 172 numbers each."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

SIZES = dict(sublayers=6, width=32, heads=4, batch=4, length=16, vocabulary=16, steps=40)
EACH = 172

COMBINATIONS: Dict[str, Dict[str, Any]] = {
    "pre_norm": dict(scheme="pre_norm", norm="rms_norm", scores="scaled", positions="rotary", activation="relu",
                     task="copy", optimizer="adam", rate=3e-3, warmup=8),
    "post_norm": dict(scheme="post_norm", norm="layer_norm", norm_epsilon=0.05, epsilon_place="outside", norm_bias=True,
                      embedding_norm=True, scores="unscaled", positions="learned", biases=True, activation="gelu",
                      head_transform="dense_norm", init="ntk", task="recall", optimizer="momentum", rate=0.2, clip=0.5, decay="linear"),
    "dyt": dict(scheme="pre_norm", norm="dyt", norm_root="explicit", norm_start=0.8, branch_scale=0.5, scores="softcap", cap=2, positions="sinusoidal",
                unit="gated", activation="silu", tied=True, embedding_std=0.3, embedding_scale=2,
                init="xavier", dropout=0.1, task="markov", reach=5, states=4, optimizer="adamw", rate=3e-3,
                weight_decay=3, decay="cosine", final_rate=0.2),
    "both": dict(scheme="pre_norm", placement="both", norm="group_norm", groups=4, norm_epsilon=0.1,
                 branch_gain="feature", branch_scale=0.7, scores="qk_norm", positions="rotary", rotary_base=100,
                 activation="tanh", init="orthogonal", task="copy", optimizer="sgd", rate=0.5,
                 decay="inverse_sqrt", warmup=4, weight_decay=0.02),
    "batch_norm": dict(scheme="pre_norm", norm="batch_norm", norm_bias=True, running_momentum=0.2, scores="log_n",
                       log_base=8, causal=False, window=4, positions="learned", objective="masked", mask_rate=0.3,
                       task="markov", reach=3, states=4, biases=True, optimizer="adam", rate=2e-3, weight_decay=0.05,
                       beta2=0.95),
    "rezero": dict(scheme="rezero", norm="none", branch_scale=0.4, scores="realformer", positions="none",
                   kv_heads=1, activation="relu", init="mup", base_width=16, base_std=0.25, task="recall",
                   optimizer="adam", rate=1e-2, clip=1, decay="linear", final_rate=0.5),
    "muon": dict(scheme="pre_norm", norm="rms_norm", scores="scaled", positions="rotary", activation="relu",
                 unit="gated", task="copy", optimizer="muon", muon_scale="match_rms_adamw", rate=3e-3, adam_rate=2e-3,
                 momentum=0.8, weight_decay=1, warmup=4, decay="wsd", decay_share=0.6, decay_form="sqrt",
                 final_rate=0.5),
    "lion": dict(scheme="pre_norm", norm="layer_norm", norm_bias=True, scores="scaled", positions="rotary",
                 activation="relu", task="copy", optimizer="lion", rate=1e-3, beta1=0.6, beta2=0.95, weight_decay=1,
                 decay="wsd", decay_share=0.5),
    # what today's families have: Phi's and Cohere's blocks, OLMo 2's norm of queries, Gemma 3's pattern of layers
    "parallel": dict(scheme="pre_norm", parallel="one_norm", norm="layer_norm", norm_epsilon=0.05, qk_norm="width",
                     qk_norm_kind="layer_norm", scores="softcap", cap=2, kv_heads=2, positions="rotary", rotary_share=0.5,
                     windows=[4, 4, 0], rotary_bases=[20, 20, 500], biases=True, bias_places="query_key_value",
                     unit="gated", activation="silu", task="copy", optimizer="adamw", rate=3e-3, warmup=8),
    # Mixtral's and DeepSeek's experts, BLOOM's positions, BERT's types of tokens, GPT-NeoX's blocks
    "experts": dict(scheme="pre_norm", parallel="two_norms", norm="rms_norm", experts=4, active_experts=2, shared_experts=1,
                    gate="plain", positions="alibi", token_types=2, segments=2, embedding_std=0.5, hidden_ratio=2, dropout=0.1,
                    activation="gelu", task="recall", optimizer="adam", rate=3e-3, decay="linear"),
}

# small ones, of which every statistic has a neighbour that it must tell apart (controls.py)
CONTROLS: Dict[str, Dict[str, Any]] = {
    "small": dict(scheme="pre_norm", norm="rms_norm", scores="scaled", positions="rotary", activation="relu", task="copy",
                  optimizer="adam", rate=3e-3),
    "small_experts": dict(scheme="pre_norm", norm="rms_norm", scores="scaled", positions="rotary", activation="relu", experts=3,
                          active_experts=2, gate="plain", task="copy", optimizer="adam", rate=3e-3),
}
SMALL = dict(sublayers=4, width=32, heads=4, batch=4, length=8, vocabulary=16, steps=12)


def parameters(name: str) -> Dict[str, Any]:
    return {**SMALL, **CONTROLS[name]} if name in CONTROLS else {**SIZES, **COMBINATIONS[name]}


def questions(name: str) -> List[Tuple[str, Dict[str, Any], str]]:
    """(quantity, its own parameters, the name of its number here). What a design fixes but for rounding is not asked
    for: second moments behind a norm at the start. Losses of steps fill up to 128."""
    told = parameters(name)
    sublayers = told["sublayers"]
    behind_norm = told["scheme"] == "post_norm" or told.get("embedding_norm", False)
    asked: List[Tuple[str, Dict[str, Any], str]] = []

    def ask(room: str, quantity: str, sublayer: int) -> None:
        asked.append((f"{room}.{quantity}", {"sublayer": sublayer}, f"{quantity} {sublayer}"))

    def check(what: str, which: Any) -> None:
        for quantity in ("coordinate_size", "coordinate_change"):
            own = {"activation_at": what, **({} if which is None else {"sublayer": which})}
            asked.append((f"training.{quantity}", own, f"{quantity} {what}" + ("" if which is None else f" {which}")))

    for sublayer in range(sublayers):
        for room in ("network", "training"):
            ask(room, "branch_moment", sublayer)
            ask(room, "sublayer_cosine", sublayer)
            if sublayer % 2 == 0:
                ask(room, "attention_entropy", sublayer)
            if room == "training" or not behind_norm:
                ask(room, "second_moment", sublayer)
        if told.get("experts") and sublayer % 2 == 1:
            ask("network", "gate_square", sublayer)
        ask("network", "token_similarity", sublayer)
        ask("network", "gradient_ratio", sublayer)
        for what in ("key", "value", "mixed", "branch", "stream") if sublayer % 2 == 0 else ("hidden", "branch", "stream"):
            check(what, sublayer)
        if sublayer % 2 == 0:
            ask("network", "score_second_moment", sublayer)
            ask("training", "largest_logit", sublayer)
            asked.append(("training.score_second_moment", {"sublayer": sublayer}, f"training_score_second_moment {sublayer}"))
        if sublayer in (0, sublayers - 1):
            for quantity in ("gradient_signal", "update_ratio"):
                ask("training", quantity, sublayer)
            asked.append(("training.covariate_shift", {"sublayer": sublayer, "statistic": "log_mean"}, f"log covariate_shift {sublayer}"))
    if not told.get("experts"):  # a token that changes its experts turns the gradient: a few networks carry the mean
        ask("training", "covariate_shift_cosine", sublayers - 1)
    asked += [(f"training.{one}", {}, one) for one in ("gradient_signal", "update_ratio")]
    if told.get("dropout", 0) == 0:
        asked += [(f"training.{one}", {"statistic": "log_mean"}, f"log {one}") for one in ("sharpness", "smoothness")]
        asked.append(("training.loss_along_gradient", {}, "loss_along_gradient"))
    check("logits", None)
    check("embedding", None)
    asked += [(f"network.{one}", {}, one) for one in ("loss", "logit_second_moment")]
    asked += [(f"training.{one}", {}, one) for one in ("validation_loss", "accuracy")]
    for sublayer in (0, sublayers // 2, sublayers):
        for of in ("mean", "variance"):
            own = {"sublayer": sublayer, "drift_of": of, "statistic": "log_mean"}
            if sublayer > 0 or not told.get("embedding_norm", False):
                asked.append(("training.drift", own, f"log drift {of} {sublayer}"))
        own = {"sublayer": sublayer, "statistic": "log_mean"}
        asked.append(("training.batch_fluctuation", own, f"log batch_fluctuation {sublayer}"))
    asked.append(("training.embedding_rows", {"rows_that": "carry"}, "embedding_rows"))
    then = {"then_steps": 12}
    asked += [("training.then_loss", {**then, "when": "start"}, "then_loss start"),
              ("training.then_loss", then, "then_loss"), ("training.forgotten_nats", then, "forgotten_nats")]
    if told["norm"] != "none":
        asked.append(("training.norm_gain_ratio", {}, "norm_gain_ratio"))
    return asked + losses(told["steps"], 4 if name in CONTROLS else EACH - len(asked))


def losses(steps: int, count: int) -> List[Tuple[str, Dict[str, Any], str]]:
    """The training losses of so many steps, the last one among them."""
    chosen = [(k + 1) * steps // count - 1 for k in range(count)]
    return [("training.loss", {"step": step}, f"loss {step}") for step in chosen]


def text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace(" ", "")


TRAINING_ONLY = ("steps", "task", "objective", "mask_rate", "states", "reach", "validation_batches", "optimizer",
                 "rate", "warmup", "decay", "final_rate", "clip", "weight_decay", "momentum", "beta1", "beta2",
                 "adam_epsilon", "decay_share", "decay_form", "muon_scale", "nesterov", "newton_schulz_steps",
                 "adam_rate")


def expression(name: str, quantity: str, own: Dict[str, Any], networks: int, changes: Optional[Dict[str, Any]] = None) -> str:
    """`changes` of the design are told to sigprop alone."""
    told = {**parameters(name), **(changes or {})}
    scheme = told.pop("scheme")
    kept = {key: value for key, value in told.items() if quantity.startswith("training") or key not in TRAINING_ONLY}
    words = [f"{key}={text(value)}" for key, value in {**kept, **own, "networks": networks}.items()]
    return f"{quantity}({scheme}, {', '.join(words)})"
