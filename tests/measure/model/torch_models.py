#!/usr/bin/env python3
"""Models as PyTorch and torchvision make them, saved as .safetensors, with the init that their sources say they have.

    tools/requirements/run.sh torch torch_models.py FOLDER [--seed N]

For each it writes NAME.safetensors, NAME.spec.json (a rule for each tensor, in the form of `sigprop recipe --emit spec`) and
NAME.sources.json: which function of which file makes the tensor so. The rules were read in PyTorch 1.13.1 and
torchvision 0.14.1, and hold for those that tools/requirements/torch.txt pins;
nothing here calls the functions of torch.nn.init.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import laws
import safetensors_write

Shape = Tuple[int, ...]


class Init(NamedTuple):
    """Which tensors (all whose name ends so), their law, its scale from the shape, and where that is written."""

    pattern: str
    role: str
    law: str
    scale: Callable[[Shape], float]
    source: str
    cut: Optional[Callable[[Shape], float]] = None


def fan_in(shape: Shape) -> int:
    """Entries that one output sums over: W[fan_out, fan_in, kernel...]."""
    return math.prod(shape[1:])


def fan_out(shape: Shape) -> int:
    return shape[0] * math.prod(shape[2:])


def linear(shape: Shape) -> float:
    """kaiming_uniform_(a=sqrt(5)): sqrt(3) * sqrt(2/(1 + 5)) / sqrt(fan_in) = 1/sqrt(fan_in)."""
    return 1 / math.sqrt(fan_in(shape))


def xavier(shape: Shape) -> float:
    return math.sqrt(6 / (fan_in(shape) + fan_out(shape)))


def always(value: float) -> Callable[[Shape], float]:
    return lambda shape: value


LINEAR = "torch/nn/modules/linear.py, Linear.reset_parameters: kaiming_uniform_(weight, a=sqrt(5))"
LINEAR_BIAS = "torch/nn/modules/linear.py, Linear.reset_parameters: uniform_(bias, ±1/sqrt(fan_in))"
ATTENTION = "torch/nn/modules/activation.py, MultiheadAttention._reset_parameters: "
FUSED = ATTENTION + "xavier_uniform_(in_proj_weight), of the fused shape (3 d_model, d_model)"
NORM = "torch/nn/modules/normalization.py, LayerNorm.reset_parameters: ones_(weight), zeros_(bias)"
BATCH_NORM = "torch/nn/modules/batchnorm.py, _NormBase.reset_parameters and reset_running_stats"
RNN = "torch/nn/modules/rnn.py, RNNBase.reset_parameters: uniform_(±1/sqrt(hidden_size)), for weights and biases"
VIT = "torchvision/models/vision_transformer.py, "
RESNET = "torchvision/models/resnet.py, ResNet.__init__: "

WIDTH, HIDDEN, DEPTH = 256, 1024, 3  # of the models with attention
INPUTS, CELLS = 128, 192  # of the LSTM


def attention(prefix: str) -> List[Init]:
    return [
        Init(prefix + r"in_proj_weight", "query_key_value", "uniform", xavier, FUSED),
        Init(prefix + r"in_proj_bias", "bias", "constant", always(0), ATTENTION + "constant_(in_proj_bias, 0)"),
        Init(prefix + r"out_proj\.weight", "attention_output", "uniform", linear, LINEAR + ", left by attention"),
        Init(prefix + r"out_proj\.bias", "bias", "constant", always(0), ATTENTION + "constant_(out_proj.bias, 0)"),
    ]


def norms(pattern: str) -> List[Init]:
    return [Init(pattern + r"\.weight", "norm_gain", "constant", always(1), NORM),
            Init(pattern + r"\.bias", "bias", "constant", always(0), NORM)]


def dense(pattern: str, role: str, inputs: int) -> List[Init]:
    """A Linear as it is by default; a bias does not tell how many inputs there are."""
    return [Init(pattern + r"\.weight", role, "uniform", linear, LINEAR),
            Init(pattern + r"\.bias", "bias", "uniform", always(1 / math.sqrt(inputs)), LINEAR_BIAS)]


def encoder() -> Tuple[Any, List[Init]]:
    import torch
    layer = torch.nn.TransformerEncoderLayer(WIDTH, 4, HIDDEN)
    return torch.nn.TransformerEncoder(layer, DEPTH), [
        *attention(r"self_attn\."), *dense("linear1", "hidden", WIDTH), *dense("linear2", "hidden_output", HIDDEN),
        *norms(r"norm[12]")]


def lstm() -> Tuple[Any, List[Init]]:
    import torch
    return torch.nn.LSTM(INPUTS, CELLS, num_layers=2), [
        Init(r"weight_[ih]h_l\d", "other", "uniform", always(1 / math.sqrt(CELLS)), RNN),
        Init(r"bias_[ih]h_l\d", "bias", "uniform", always(1 / math.sqrt(CELLS)), RNN)]


def mlp() -> Tuple[Any, List[Init]]:
    import torch
    return torch.nn.Sequential(torch.nn.Linear(300, 500), torch.nn.ReLU(), torch.nn.Linear(500, 200), torch.nn.ReLU(),
                               torch.nn.Linear(200, 10)), [
        *dense("0", "hidden", 300), *dense("2", "hidden", 500), *dense("4", "head", 200)]


def vit() -> Tuple[Any, List[Init]]:
    from torchvision.models import VisionTransformer
    model = VisionTransformer(image_size=64, patch_size=16, num_layers=DEPTH, num_heads=4, hidden_dim=WIDTH,
                              mlp_dim=HIDDEN, num_classes=100)
    block = VIT + "MLPBlock.__init__: "
    return model, [
        Init(r"class_token", "other", "constant", always(0), VIT + "VisionTransformer.__init__: zeros"),
        # trunc_normal_ cuts at the absolute limits ±2, here dozens of std away
        Init(r"conv_proj\.weight", "patch_embedding", "truncated_normal", lambda shape: 1 / math.sqrt(fan_in(shape)),
             VIT + "VisionTransformer.__init__: trunc_normal_(conv_proj.weight, std=sqrt(1/fan_in))",
             lambda shape: 2 * math.sqrt(fan_in(shape))),
        Init(r"conv_proj\.bias", "bias", "constant", always(0), VIT + "VisionTransformer.__init__: zeros_"),
        Init(r"pos_embedding", "position", "normal", always(0.02), VIT + "Encoder.__init__: normal_(std=0.02)"),
        *attention(r"self_attention\."), *norms(r"ln_[12]"), *norms(r"encoder\.ln"),
        Init(r"mlp\.0\.weight", "hidden", "uniform", xavier, block + "xavier_uniform_(weight)"),
        Init(r"mlp\.3\.weight", "hidden_output", "uniform", xavier, block + "xavier_uniform_(weight)"),
        Init(r"mlp\.[03]\.bias", "bias", "normal", always(1e-6), block + "normal_(bias, std=1e-6)"),
        Init(r"heads\.head\.weight", "head", "constant", always(0), VIT + "VisionTransformer.__init__: zeros_"),
        Init(r"heads\.head\.bias", "bias", "constant", always(0), VIT + "VisionTransformer.__init__: zeros_")]


def resnet() -> Tuple[Any, List[Init]]:
    from torchvision.models import resnet18
    he = RESNET + 'kaiming_normal_(weight, mode="fan_out", nonlinearity="relu")'
    ones = RESNET + "constant_(weight, 1), constant_(bias, 0)"
    return resnet18(weights=None), [
        Init(r"(conv\d|downsample\.0)\.weight", "convolution", "normal",
             lambda shape: math.sqrt(2 / fan_out(shape)), he),
        Init(r"(bn\d|downsample\.1)\.weight", "norm_gain", "constant", always(1), ones),
        Init(r"(bn\d|downsample\.1)\.bias", "bias", "constant", always(0), ones),
        Init(r"running_mean", "other", "constant", always(0), BATCH_NORM),
        Init(r"running_var", "other", "constant", always(1), BATCH_NORM),
        *dense("fc", "head", 512)]


MODELS: Dict[str, Callable[[], Tuple[Any, List[Init]]]] = {
    "transformer_encoder": encoder, "lstm": lstm, "mlp": mlp, "vit": vit, "resnet18": resnet}

# TransformerEncoder deep-copies the layer it is given: torch/nn/modules/transformer.py, _get_clones.
COPIES = {"transformer_encoder": (r"layers\.[1-9]\d*\.", "layers.0.")}


def rules_of(state: Dict[str, Any], inits: Sequence[Init]) -> Tuple[List[Dict[str, Any]], Dict[str, str]]:
    """A rule and its source for each tensor of floating point; one that no init or two inits speak of is an error."""
    rules = []
    sources = {}
    for name, tensor in state.items():
        if not tensor.is_floating_point():
            continue  # batch norm's num_batches_tracked, an integer
        found = [init for init in inits if re.search(rf"(^|[.]){init.pattern}$", name)]
        if len(found) != 1:
            raise ValueError(f"tensor {name!r} has {len(found)} inits in the table: it needs one")
        (init,) = found
        shape = tuple(tensor.shape)
        rule: Dict[str, Any] = {"name": name, "pattern": f"^{re.escape(name)}$", "role": init.role,
                                "shape": list(shape), "law": init.law, "scale": repr(init.scale(shape))}
        if init.cut:
            rule["cut"] = repr(init.cut(shape))
        if init.law != "constant":
            std = laws.Law(init.law, init.scale(shape), init.cut(shape) if init.cut else math.inf).std
            rule.update({"std": repr(std), "expression": repr(std)})
        rules.append(rule)
        sources[name] = init.source
    return rules, sources


def make(name: str, folder: Path, seed: int) -> Dict[str, Any]:
    """Makes a model, writes it, and returns its specification."""
    import torch
    torch.manual_seed(seed)
    model, inits = MODELS[name]()
    state = model.state_dict()
    dtypes = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64"}
    safetensors_write.write(folder / f"{name}.safetensors", [
        safetensors_write.of_array(key, value.numpy(), dtypes[value.dtype]) for key, value in state.items()], {"format": "pt"})
    rules, sources = rules_of(state, inits)
    spec = {"spec": "1.0", "recipe": name, "sizes": {}, "tensors": rules}
    (folder / f"{name}.sources.json").write_text(json.dumps(sources, indent=2) + "\n")
    (folder / f"{name}.spec.json").write_text(json.dumps(spec, indent=2) + "\n")
    return spec


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args(words)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in MODELS:
        print(f"{name}: {len(make(name, arguments.folder, arguments.seed)['tensors'])} tensors")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
