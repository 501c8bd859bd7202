"""Holds the arrays that a recipe's code has made against the recipe's specification (`--emit spec`): moments and
extremes. 1.03 times its std must be seen in every large array. Each shipped recipe is asked for, at small sizes."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Sequence

import numpy

OWN_SIZES = {
    "gpt2": ["--vocab=999", "--context=99"],
    "complete_p": ["--vocab=999", "--set", "base_width=64"],
    "llama": ["--vocab=999", "--d-ff=700", "--kv-heads=2"],
    "llama3": ["--vocab=999", "--d-ff=700", "--kv-heads=2"],
    "llama_torchtitan": ["--vocab=999", "--d-ff=700", "--kv-heads=2"],
    "mup": ["--vocab=999", "--set", "base_width=64"],
    "gpt_neox": ["--vocab=999", "--d-ff=700"],
    "gpt_neox_20b": ["--vocab=999", "--d-ff=700"],
    "vit": ["--set", "classes=99"],
    "vit_transformers": ["--set", "classes=99"],
}


DECODER = ["--d-model=256", "--d-ff=700", "--layers=3", "--heads=4", "--vocab=999"]

# recipes whose sizes have other names, or more of them
ALL_SIZES = {
    "clip": "text_width=256 text_layers=3 vision_width=320 vision_layers=3 vocab=999 image=64 patch=8 projection=256",
    "convnext": "width1=32 classes=99",
    "deepseek_v3": "q_rank=96 kv_rank=64 nope_dim=32 rope_dim=16 v_dim=32 expert_d_ff=200 experts=4 dense_layers=1",
    "dit": "heads=4 head_dim=64 layers=3 classes=99",
    "gemma3": "head_dim=64 kv_heads=2",
    "mamba2": "d_model=256 layers=3 heads=8 state=16 groups=2 vocab=999",
    "mixtral": "kv_heads=2 experts=4",
    "olmo2": "kv_heads=2",
    "qwen3": "head_dim=64 kv_heads=2",
    "resnet": "classes=99",
    "unet": "width1=32 width2=64 width3=96 width4=96 context_width=40",
    "whisper": "d_model=256 encoder_layers=3 decoder_layers=3 mels=16 audio_context=99 context=99 vocab=999",
}


def small_recipes() -> Dict[str, List[str]]:
    """The flags of every shipped recipe at small sizes."""
    names = sorted(path.stem for path in (Path(__file__).resolve().parents[3] / "src/recipes").glob("*.json"))
    made = {}
    for name in names:
        made[name] = ["--d-model=256", "--layers=3", "--heads=4"] + OWN_SIZES.get(name, ["--vocab=999"])
        if name in ALL_SIZES:
            sizes = ALL_SIZES[name].split()
            own = {"deepseek_v3", "gemma3", "mixtral", "olmo2", "qwen3"}
            made[name] = (DECODER if name in own else []) + [word for size in sizes for word in ("--set", size)]
    return made


def printed(tool: str, *words: str) -> str:
    return subprocess.run([tool, "recipe", *words], capture_output=True, text=True, check=True).stdout


def named(name: str, number: int = 1) -> str:
    """A name that the pattern with stars stands for."""
    return name.replace("**", "some.block").replace("*", str(number))


class Specified:
    def __init__(self) -> None:
        self.faults: List[str] = []

    @staticmethod
    def read(tool: str, recipe: str, flags: Sequence[str]) -> Dict[str, Any]:
        """The specified tensors by name."""
        tensors = json.loads(printed(tool, recipe, *flags, "--emit", "spec"))["tensors"]
        made: Dict[str, Any] = {}
        for tensor in tensors:
            # the first rule that fits a name holds: numbers that rules before it name are theirs
            names = (named(tensor["name"], number) for number in (1, 2, 3, 0))
            made[next(name for name in names if name not in made or "*" not in tensor["name"])] = tensor
        return made

    def hold(self, where: str, weights: numpy.ndarray, tensor: Dict[str, Any]) -> None:
        if tensor["law"] == "any":
            if not (weights == 7).all():
                self.faults.append(f"{where}: written to, and has no law")
            return
        scale = float(tensor["scale"])
        if tensor["law"] == "constant":
            if not (weights == numpy.float32(scale)).all():
                self.faults.append(f"{where}: not all {scale}")
            return
        if _distance(weights, tensor) > 6:
            self.faults.append(f"{where}: {weights.std()}, not {tensor['std']}")
        if weights.size > 60_000 and _distance(weights, tensor, 1.03) < 6:
            self.faults.append(f"{where}: 3 % more goes unnoticed")
        limit = scale if tensor["law"] == "uniform" else scale * float(tensor.get("cut", "inf"))
        largest = float(numpy.abs(weights).max())
        if largest > limit * (1 + 1e-6):
            self.faults.append(f"{where}: beyond {limit}")
        if tensor["law"] == "truncated_normal" and float(tensor["cut"]) < 4 and largest < 0.97 * limit:
            self.faults.append(f"{where}: nothing near the cut {limit}")

    def finish(self, title: str, recipes: int) -> int:
        print(f"{title}: {recipes} recipes, {len(self.faults)} faults")
        print("\n".join(self.faults))
        return 1 if self.faults else 0


def _distance(weights: numpy.ndarray, tensor: Dict[str, Any], factor: float = 1.0) -> float:
    """How many standard errors the second moment lies from what the law has."""
    std = factor * float(tensor["std"])
    kurtosis = {"normal": 3.0, "uniform": 1.8, "truncated_normal": 3.0}[tensor["law"]]
    error = math.sqrt((kurtosis - 1) / weights.size)
    return abs(float((weights.astype(numpy.float64) ** 2).mean()) / std**2 - 1) / error
