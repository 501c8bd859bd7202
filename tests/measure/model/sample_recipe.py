#!/usr/bin/env python3
"""Samples a model as a recipe initialises it, and writes it as .safetensors.

    sample_recipe.py SIGPROP RECIPE FILE [--seed N] [--dtype F32|BF16|F64|F16] [flags of sigprop recipe, as --layers 2]

The names, shapes and laws are those of `sigprop recipe RECIPE --emit spec`. Each tensor has a stream of random numbers
of its own, from the seed and its name: leaving one out changes no other.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

import laws
import recipe_names
import safetensors_write

BLOCK = 1 << 21  # entries that are drawn at once: 16 MB in double precision

# entries of some rows, the number of the first of them, the whole tensor's plan -> other entries
Edit = Callable[[Any, int, "Planned"], Any]


@dataclasses.dataclass(frozen=True)
class Planned:
    """A tensor before it is drawn. `stream` names its random numbers: tensors with the same law and stream are equal."""

    name: str
    shape: Tuple[int, ...]
    law: laws.Law
    role: str = "other"
    fan_in: Optional[int] = None
    layer: Optional[int] = None
    stream: str = ""
    edits: Tuple[Edit, ...] = ()

    @property
    def count(self) -> int:
        return math.prod(self.shape)

    def blocks(self, seed: int) -> Iterator[Any]:
        """The entries, some rows at a time (an orthogonal matrix at once)."""
        generator = np.random.default_rng([seed, zlib.crc32((self.stream or self.name).encode())])
        rows = self.shape[0]
        row = self.count // rows
        step = rows if self.law.kind == "orthogonal" else max(1, BLOCK // row)
        for first in range(0, rows, step):
            block = laws.draw(self.law, (min(step, rows - first), *self.shape[1:]), generator)
            for edit in self.edits:
                block = edit(block, first, self)
            yield block

    def whole(self, seed: int) -> Any:
        """All entries in one array."""
        return np.concatenate(list(self.blocks(seed)))


Plan = Dict[str, Planned]


@dataclasses.dataclass(frozen=True)
class RecipeModel:
    """A recipe at sizes: the specification as emitted, and the tensors that a file of such a model stores."""

    spec: Dict[str, Any]
    sizes: Dict[str, Any]
    plan: Plan


def flags_of(sizes: Dict[str, Any]) -> List[str]:
    """Sizes as the flags of `sigprop recipe`."""
    return [word for name, value in sizes.items() for word in ("--set", f"{name}={value}")]


def read_recipe(tool: str, recipe: str, flags: Sequence[str] = ()) -> RecipeModel:
    """The recipe at the sizes that the flags give."""
    run = subprocess.run([tool, "recipe", recipe, *flags, "--emit", "spec"], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(f"sigprop recipe {recipe} {' '.join(flags)} fails: {run.stderr.strip()}")
    return planned_of(json.loads(run.stdout))


def planned_of(spec: Dict[str, Any]) -> RecipeModel:
    """Every tensor of a specification, by the first rule whose pattern is found in its name."""
    recipe = spec["recipe"]
    sizes = {name: int(value) if re.fullmatch(r"\d+", value) else value for name, value in spec["sizes"].items()}
    plan: Plan = {}
    for name, shape, layer in places_of(spec, sizes):
        rule = rule_of(spec, name)
        if name not in recipe_names.TIED.get(recipe, {}):
            plan[name] = Planned(name, shape, law_of(rule), rule["role"], rule.get("fan_in"), layer)
    return RecipeModel(spec, sizes, plan)


def places_of(spec: Dict[str, Any], sizes: Dict[str, Any]) -> Iterator[Tuple[str, Tuple[int, ...], Optional[int]]]:
    """Names with shapes and layers: rules without **, then the places that rules with ** stand for."""
    named = [(rule["name"], rule.get("shape")) for rule in spec["tensors"] if "**" not in rule["name"]]
    known = {name for name, _ in named}
    if spec["recipe"] not in recipe_names.PLACES:
        raise ValueError(f"recipe {spec['recipe']!r} has no entry in recipe_names.PLACES: add the tensors of its rules with **")
    places = recipe_names.PLACES[spec["recipe"]]
    shapes = {name: shape(sizes) for name, shape in places}
    every = [(name, tuple(shape) if shape else shapes[name]) for name, shape in named]
    for name, shape in every + [(name, shape) for name, shape in shapes.items() if name not in known]:
        if "*" not in name:
            number = re.search(r"[./](\d+)[./]", name)
            yield name, shape, int(number.group(1)) if number else None
            continue
        for layer in range(sizes["layers"]):
            yield name.replace("*", str(layer)), shape, layer


def rule_of(spec: Dict[str, Any], name: str) -> Dict[str, Any]:
    """Returns the first rule whose pattern matches in the name."""
    for rule in spec["tensors"]:
        if re.search(rule["pattern"], name):
            return rule
    raise ValueError(f"tensor {name!r} has no rule in the specification of {spec['recipe']}")


def law_of(rule: Dict[str, Any]) -> laws.Law:
    """The law that a rule of a specification states; its std is held against the rule's own."""
    law = laws.Law(rule["law"], float(rule["scale"]), float(rule.get("cut", "inf")))
    if "std" in rule and abs(law.std / float(rule["std"]) - 1) > 1e-9:
        raise ValueError(f"rule {rule['name']!r} states std {rule['std']}, its law has {law.std}")
    return law


def stored(plan: Plan, seed: int, dtype: str = "F32") -> List[safetensors_write.Stored]:
    """The plan as tensors to write, drawn when they are written."""
    return [safetensors_write.Stored(one.name, one.shape, dtype, lambda one=one: one.blocks(seed))
            for one in plan.values()]


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("recipe")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dtype", default="F32", choices=list(safetensors_write.BYTES))
    arguments, flags = parser.parse_known_args(words)
    model = read_recipe(arguments.tool, arguments.recipe, flags)
    safetensors_write.write(arguments.file, stored(model.plan, arguments.seed, arguments.dtype), {"format": "pt"})
    print(f"{arguments.file}: {len(model.plan)} tensors, {sum(one.count for one in model.plan.values())} entries")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
