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
    "llama": ["--vocab=999", "--d-ff=700", "--kv-heads=2"],
    "llama_torchtitan": ["--vocab=999", "--d-ff=700", "--kv-heads=2"],
    "mup": ["--vocab=999", "--set", "base_width=64"],
    "vit": ["--set", "classes=99"],
}


def small_recipes() -> Dict[str, List[str]]:
    """The flags of every shipped recipe at small sizes."""
    names = sorted(path.stem for path in (Path(__file__).resolve().parents[3] / "src/recipes").glob("*.json"))
    return {name: ["--d-model=256", "--layers=3", "--heads=4"] + OWN_SIZES.get(name, ["--vocab=999"]) for name in names}


def printed(tool: str, *words: str) -> str:
    return subprocess.run([tool, "recipe", *words], capture_output=True, text=True, check=True).stdout


def named(name: str) -> str:
    """A name that the pattern with stars stands for."""
    return name.replace("**", "some.block").replace("*", "1")


class Specified:
    def __init__(self) -> None:
        self.faults: List[str] = []

    @staticmethod
    def read(tool: str, recipe: str, flags: Sequence[str]) -> Dict[str, Any]:
        """The specified tensors by name."""
        tensors = json.loads(printed(tool, recipe, *flags, "--emit", "spec"))["tensors"]
        return {named(tensor["name"]): tensor for tensor in tensors}

    def hold(self, where: str, weights: numpy.ndarray, tensor: Dict[str, Any]) -> None:
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
