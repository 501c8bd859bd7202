"""Planted mistakes: what goes wrong in inits, each a function that changes the plan of a right model.

A mistake names the recipe that it is planted in, says what went wrong and what an audit should say. What it hits, and
the law that stands there instead, follow from the two plans. Models come in two sizes: `small` has layers as wide as
GPT-2 small, `large` as those of a 7B model.
"""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Any, Callable, Dict, List, Optional, Tuple

import laws
import sample_recipe
from sample_recipe import Edit, Plan, Planned, RecipeModel

SIZES: Dict[str, Dict[str, int]] = {
    "small": {"d_model": 768, "d_ff": 3072, "heads": 12, "vocab": 3000, "context": 512},
    "large": {"d_model": 4096, "d_ff": 11008, "heads": 32, "vocab": 3000, "context": 512},
}

# what a recipe has beside the sizes above, or instead of them
OWN_SIZES: Dict[str, Callable[[Dict[str, int]], Dict[str, Optional[int]]]] = {
    "llama_torchtitan": lambda sizes: {"kv_heads": sizes["heads"] // 4},
    "mup": lambda sizes: {"base_width": sizes["d_model"] // 4},
    "vit": lambda sizes: {"vocab": None, "context": None, "classes": 1000},
}

Plant = Callable[[RecipeModel], Plan]

# Instead of words: a number within 1 % of the std that was planted, or of its ratio to the right one. Words as "std" would
# stand in any finding.
NUMBER = ("a number",)


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A planted mistake.

    words    what must stand in the findings about the tensors that are hit: one of the texts of each group, or NUMBER
    layers   blocks of the model at each size
    stored   the dtype that shows the mistake, where only one does
    trained  the model around the tensors that are hit has been trained
    extra    tensors that the recipe does not have, with their right laws
    remark   whether it is a mistake, only a specification can say: else a remark is enough
    """

    name: str
    recipe: str
    wrong: str
    says: str
    words: Tuple[Tuple[str, ...], ...]
    plant: Plant
    layers: int = 2
    stored: Optional[str] = None
    trained: bool = False
    extra: Optional[Callable[[RecipeModel], Plan]] = None
    remark: bool = False

    def model(self, tool: str, size: str) -> RecipeModel:
        """The right model that the mistake is planted in; its specification has rules for extra tensors."""
        sizes: Dict[str, Optional[int]] = {**SIZES[size], "layers": self.layers}
        if self.recipe in OWN_SIZES:
            sizes.update(OWN_SIZES[self.recipe](SIZES[size]))
        flags = sample_recipe.flags_of({name: value for name, value in sizes.items() if value is not None})
        model = sample_recipe.read_recipe(tool, self.recipe, flags)
        if self.extra:
            added = self.extra(model)
            rules = [{"name": one.name, "pattern": re.escape(one.name) + "$", "role": one.role,
                      "shape": list(one.shape), "fan_in": one.fan_in, "law": one.law.kind,
                      "scale": repr(one.law.scale), "std": repr(one.law.std), "expression": repr(one.law.std)}
                     for one in added.values()]
            spec = {**model.spec, "tensors": rules + model.spec["tensors"]}
            model = RecipeModel(spec, model.sizes, {**model.plan, **added})
        return model

    def hit(self, model: RecipeModel, wrong: Plan) -> List[str]:
        """The tensors that the mistake has changed."""
        right = trained(model.plan) if self.trained else model.plan
        return [name for name, one in wrong.items() if right.get(name) != one]


MISTAKES: Dict[str, Mistake] = {}


def mistake(name: str, recipe: str, wrong: str, says: str, words: Tuple[Any, ...], **more: Any) -> Callable[[Plant], Plant]:
    """Registers the function below it as the planting of a mistake. A group of one word may stand as the word."""
    def register(plant: Plant) -> Plant:
        if name in MISTAKES:
            raise ValueError(f"mistake {name!r} stands twice")
        groups = tuple((group,) if isinstance(group, str) else tuple(group) for group in words)
        MISTAKES[name] = Mistake(name, recipe, wrong, says, groups, plant, **more)
        return plant
    return register


def where(plan: Plan, pattern: str, layer: Optional[int] = None) -> Plan:
    """The tensors in whose names the pattern is found, of one layer where it is given."""
    found = {name: one for name, one in plan.items()
             if re.search(pattern, name) and (layer is None or one.layer == layer)}
    if not found:
        raise ValueError(f"no tensor's name has {pattern!r} (layer {layer}): {', '.join(list(plan)[:8])}, …")
    return found


def with_law(model: RecipeModel, pattern: str, law: Callable[[Planned], laws.Law],
             layer: Optional[int] = None) -> Plan:
    """The plan in which the tensors that the pattern finds have other laws."""
    changed = {name: dataclasses.replace(one, law=law(one)) for name, one in where(model.plan, pattern, layer).items()}
    return {**model.plan, **changed}


def with_edit(model: RecipeModel, pattern: str, edit: Edit, layer: Optional[int] = None) -> Plan:
    """The plan in which the entries of the tensors that the pattern finds are changed after they are drawn."""
    changed = {name: dataclasses.replace(one, edits=(*one.edits, edit))
               for name, one in where(model.plan, pattern, layer).items()}
    return {**model.plan, **changed}


def normal(std: float) -> laws.Law:
    return laws.Law("normal", std)


def times(factor: float) -> Callable[[Planned], laws.Law]:
    """The tensor's own law, wider by a factor; limits in multiples of the scale stay."""
    return lambda one: dataclasses.replace(one.law, scale=one.law.scale * factor)


def linear_default(one: Planned) -> laws.Law:
    """PyTorch's default of nn.Linear, kaiming_uniform_(a=sqrt(5)): uniform on ±1/sqrt(fan_in)."""
    if one.fan_in is None:
        raise ValueError(f"tensor {one.name!r} has no fan_in")
    return laws.Law("uniform", 1 / math.sqrt(one.fan_in))


def trained_entries(block: Any, first_row: int, one: Planned) -> Any:
    """What training makes of a matrix, roughly: rows of unlike scale and a direction that all rows share."""
    import numpy as np

    rows = np.arange(first_row, first_row + block.shape[0])
    scale = np.exp(0.25 * np.sin(1.7 * rows)).reshape(-1, *[1] * (block.ndim - 1))
    columns = np.arange(block[0].size).reshape(block.shape[1:])
    return block * scale + 0.3 * one.law.std * np.cos(0.9 * rows).reshape(scale.shape) * np.sin(0.37 * columns)


def trained(plan: Plan) -> Plan:
    """The plan of a model whose matrices have been trained."""
    return {name: dataclasses.replace(one, edits=(*one.edits, trained_entries))
            if len(one.shape) > 1 and one.law.kind != "constant" else one for name, one in plan.items()}


def every() -> Dict[str, Mistake]:
    """All mistakes, by name."""
    import planted_laws  # noqa: F401  (these register what they hold)
    import planted_scales  # noqa: F401
    import planted_tensors  # noqa: F401

    return MISTAKES
