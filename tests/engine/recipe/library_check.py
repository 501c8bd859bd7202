#!/usr/bin/env python3
"""Holds recipes against models that their libraries have just made: each tensor of a model is one of its recipe, with
that shape and law, and each tensor of the recipe is in the model.

    tools/requirements/run.sh torch library_check.py SIGPROP [RECIPE...]    exit 0: all as the recipes say; 1: not

Sizes come from the config.json that the library writes (--like) where it writes one. Names are those of the module and
those of the file that it saves. Three things must be found: a tensor of another std, one of another shape, one that
the recipe does not know.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import diffusers
import numpy
import torch
import torchvision
import transformers

Tensors = Dict[str, numpy.ndarray]


class Made(NamedTuple):
    """A recipe's model, and the flags beside its config.json."""

    recipe: str
    flags: List[str]
    model: Callable[[], Any]


TEXT = dict(vocab_size=640, hidden_size=192, num_hidden_layers=3, num_attention_heads=4, initializer_range=0.03)


def text(**more: Any) -> Dict[str, Any]:
    return {**TEXT, "num_key_value_heads": 2, "intermediate_size": 320, **more}


def of_config(model: str, config: str, **sizes: Any) -> Callable[[], Any]:
    """A model of transformers by the names of its classes."""
    return lambda: getattr(transformers, model)(getattr(transformers, config)(**sizes))


LLAMA = of_config("LlamaForCausalLM", "LlamaConfig", **text(tie_word_embeddings=True))
DEEPSEEK = text(num_key_value_heads=4, moe_intermediate_size=96, n_routed_experts=8, n_shared_experts=2, kv_lora_rank=72,
                qk_nope_head_dim=32, qk_rope_head_dim=16, v_head_dim=40, first_k_dense_replace=1, n_group=2, topk_group=1,
                num_experts_per_tok=2)
TOWERS = dict(text_config=dict(hidden_size=192, intermediate_size=320, num_hidden_layers=2, num_attention_heads=4, vocab_size=640,
                               max_position_embeddings=80, eos_token_id=2),
              vision_config=dict(hidden_size=256, intermediate_size=384, num_hidden_layers=3, num_attention_heads=4, image_size=64,
                                 patch_size=8), projection_dim=160)
MAMBA = dict(vocab_size=640, hidden_size=192, num_heads=12, head_dim=32, state_size=32, n_groups=2, num_hidden_layers=3, expand=2,
             initializer_range=0.07)
WHISPER = dict(d_model=192, encoder_layers=2, decoder_layers=3, encoder_attention_heads=4, decoder_attention_heads=4,
               encoder_ffn_dim=320, decoder_ffn_dim=256, vocab_size=640, num_mel_bins=40, max_source_positions=90,
               max_target_positions=80, pad_token_id=1, bos_token_id=2, eos_token_id=2, decoder_start_token_id=2, init_std=0.03)

MODELS = [
    Made("llama", [], of_config("LlamaForCausalLM", "LlamaConfig", **text())),
    Made("llama3", ["llama3"], LLAMA),
    Made("gpt2", [], of_config("GPT2LMHeadModel", "GPT2Config", vocab_size=640, n_embd=192, n_layer=3, n_head=4, n_positions=80)),
    Made("qwen3", [], of_config("Qwen3ForCausalLM", "Qwen3Config", **text(head_dim=56))),
    Made("qwen3", [], of_config("Qwen3ForCausalLM", "Qwen3Config", **text(head_dim=56, attention_bias=True, tie_word_embeddings=True))),
    Made("gemma3", [], of_config("Gemma3ForCausalLM", "Gemma3TextConfig", **text(head_dim=56))),
    Made("olmo2", [], of_config("Olmo2ForCausalLM", "Olmo2Config", **text())),
    Made("mixtral", [], of_config("MixtralForCausalLM", "MixtralConfig", **text(num_local_experts=4))),
    Made("deepseek_v3", [], of_config("DeepseekV3ForCausalLM", "DeepseekV3Config", **DEEPSEEK, q_lora_rank=88)),
    Made("deepseek_v3", [], of_config("DeepseekV3ForCausalLM", "DeepseekV3Config", **DEEPSEEK, q_lora_rank=None)),
    Made("gpt_neox", [], of_config("GPTNeoXForCausalLM", "GPTNeoXConfig", **TEXT, intermediate_size=320)),
    Made("mamba2", [], of_config("Mamba2ForCausalLM", "Mamba2Config", **MAMBA)),
    Made("mamba2", [], of_config("Mamba2ForCausalLM", "Mamba2Config", **MAMBA, rescale_prenorm_residual=True, use_bias=True)),
    Made("vit_transformers", ["--set", "classes=40"],
         of_config("ViTForImageClassification", "ViTConfig", hidden_size=192, num_hidden_layers=3, num_attention_heads=4,
                   intermediate_size=320, image_size=64, patch_size=8, initializer_range=0.03, num_labels=40)),
    Made("clip", [], of_config("CLIPModel", "CLIPConfig", **TOWERS)),
    Made("convnext", ["--set", "classes=40"],
         of_config("ConvNextForImageClassification", "ConvNextConfig", hidden_sizes=[32, 64, 96, 160], depths=[2, 1, 3, 1],
                   initializer_range=0.03, num_labels=40)),
    Made("whisper", [], of_config("WhisperForConditionalGeneration", "WhisperConfig", **WHISPER)),
    Made("resnet", ["resnet", "--set", "classes=40"], lambda: torchvision.models.resnet50(num_classes=40)),
    Made("resnet", ["resnet", "--set", "zero_last=1"], lambda: torchvision.models.resnet101(zero_init_residual=True)),
    Made("dit", [], lambda: diffusers.DiTTransformer2DModel(
        num_attention_heads=4, attention_head_dim=48, in_channels=4, out_channels=8, num_layers=3, sample_size=16, patch_size=2,
        num_embeds_ada_norm=99)),
    Made("unet", [], lambda: diffusers.UNet2DConditionModel(
        sample_size=8, block_out_channels=(32, 64, 96, 160), cross_attention_dim=72, attention_head_dim=8)),
]


# rules for what models of this recipe may have, and these do not
SPARE = {"llama": {"**.bias"}, "llama3": {"**.bias"}}


def tensors_of(model: Any, folder: Path) -> Tuple[Tensors, Tensors]:
    """Those of the module, and those of the file that its library writes."""
    module = {name: tensor.detach().float().numpy() for name, tensor in model.state_dict().items()}
    saved: Tensors = {}
    if hasattr(model, "save_pretrained"):
        model.save_pretrained(folder)
        from safetensors.numpy import load_file

        for file in folder.glob("*.safetensors"):
            saved.update(load_file(file))
    return module, saved


def distance(weights: numpy.ndarray, tensor: Dict[str, Any]) -> float:
    """How many standard errors the second moment lies from the law's; infinite beyond the limits of the law."""
    values = weights.astype(numpy.float64).ravel()
    std = float(tensor["std"])
    if tensor["law"] == "uniform" and numpy.abs(values).max() > float(tensor["scale"]) * (1 + 1e-6):
        return math.inf
    kurtosis = 1.8 if tensor["law"] == "uniform" else 3.0
    return abs(float((values**2).mean()) / std**2 - 1) / math.sqrt((kurtosis - 1) / values.size)


def fault_of(name: str, weights: numpy.ndarray, tensor: Dict[str, Any]) -> str:
    """What is wrong with a tensor of the model, or nothing."""
    shape = tensor.get("shape")
    if shape and list(weights.shape) != shape:
        return f"{name} has the shape {list(weights.shape)}, not {shape}"
    if tensor["law"] == "any":
        return ""
    if tensor["law"] == "constant":
        right = bool((weights == numpy.float32(float(tensor["scale"]))).all())
        return "" if right else f"{name} is not all {tensor['scale']}"
    rows = weights.reshape(weights.shape[0], -1)
    # a padding row
    zeros = (rows == 0).all(axis=1)
    if tensor["role"] == "embedding" and zeros.sum() == 1:
        weights = rows[~zeros]
    away = distance(weights, tensor)
    return "" if away < 6 else f"{name} has std {weights.std():.6g}, not {tensor['std']} ({tensor['law']}; {away:.1f} standard errors)"


def faults_of(spec: List[Dict[str, Any]], module: Tensors, saved: Tensors) -> List[str]:
    """What differs between a specification and a model."""
    faults, met = [], set()
    patterns = [(re.compile(tensor["pattern"]), number) for number, tensor in enumerate(spec)]
    for name, weights in [*module.items(), *saved.items()]:
        number = next((number for pattern, number in patterns if pattern.search(name)), None)
        if number is None:
            faults.append(f"{name}, {list(weights.shape)}, is not in the recipe")
            continue
        met.add(number)
        fault = fault_of(name, weights, spec[number])
        if fault:
            faults.append(fault)
    faults += [f"{tensor['name']} is in no model" for number, tensor in enumerate(spec) if number not in met]
    return faults


def specified(tool: str, made: Made, folder: Path) -> List[Dict[str, Any]]:
    words = [tool, "recipe", *made.flags, "--emit", "spec"]
    if (folder / "config.json").exists():
        words += ["--like", str(folder)]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{made.recipe}: {run.stderr}")
    document = json.loads(run.stdout)
    if document["recipe"] != made.recipe:
        raise SystemExit(f"{made.recipe}: its config.json is taken for {document['recipe']}")
    return document["tensors"]


def blind(spec: List[Dict[str, Any]], module: Tensors, saved: Tensors) -> List[str]:
    """Which of three mistakes would not be found."""
    large = max((name for name in module), key=lambda name: module[name].size)
    wider = {**module, large: module[large] * numpy.float32(1.5)}
    longer = {**module, large: numpy.concatenate([module[large], module[large]])}
    strange = {**module, "unheard_of": numpy.ones(3, "f4")}
    missed = []
    for what, changed in (("1.5 times the std", wider), ("another shape", longer), ("an unknown tensor", strange)):
        if not faults_of(spec, changed, saved):
            missed.append(f"{what} goes unnoticed in {large}")
    return missed


def main() -> int:
    tool, wanted = sys.argv[1], sys.argv[2:]
    failed = 0
    for made in MODELS:
        if wanted and made.recipe not in wanted:
            continue
        torch.manual_seed(1)
        with tempfile.TemporaryDirectory() as place:
            module, saved = tensors_of(made.model(), Path(place))
            spec = [one for one in specified(tool, made, Path(place)) if one["name"] not in SPARE.get(made.recipe, set())]
        faults = faults_of(spec, module, saved) + blind(spec, module, saved)
        failed += len(faults)
        print(f"{made.recipe}: {len(module)} tensors, {len(spec)} of the recipe, {len(faults)} faults", flush=True)
        for fault in faults[:20]:
            print("  " + fault)
    print(f"transformers {transformers.__version__}, diffusers {diffusers.__version__}, torchvision {torchvision.__version__}: {failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
