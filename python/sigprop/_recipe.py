"""How a whole model is initialised, tensor by tensor."""

from __future__ import annotations

import json
import operator
import os
import pathlib
from typing import Any, NamedTuple, Optional, Union

from . import _core
from ._errors import InputError, shown
from ._groups import OPTIONS, argument_text
from ._report import Comparison, PathLike, Report, json_text, path_bytes, read_text, shown_path
from ._value import Value


class Tensor(NamedTuple):
    """One tensor, or one kind of them (* is a layer's number); ``std`` is None for constants."""

    name: str
    role: str
    layer: Optional[int]
    shape: list
    fan_in: Optional[int]
    law: str
    std: Optional[Value]
    scale: str
    cut: str
    learning_rate: str
    why: str


class Recipe:
    """A recipe at given sizes. ``tensors`` have proved stds; ``report()`` has the stream block by block."""

    def __init__(self, held: Any, options: dict, arguments: tuple = ()) -> None:
        self._held = held
        self._options = options
        self._arguments = arguments

    def __reduce__(self) -> tuple:
        return (_sized, self._arguments)

    @property
    def name(self) -> str:
        return self._held.name

    @property
    def summary(self) -> str:
        return self._held.summary

    @property
    def parameters(self) -> dict[str, str]:
        return dict(self._held.parameters)

    @property
    def notes(self) -> list[str]:
        return self._held.notes

    @property
    def tensors(self) -> list[Tensor]:
        """Every tensor; a std is evaluated when somebody looks."""
        made = []
        for row in self._held.tensors:
            std = Value(row[6], Value.SUM, self._options) if row[6] else None
            made.append(Tensor(*row[:6], std, *row[7:]))
        return made

    def report(self, networks: int = 0) -> Report:
        """Records of the stds and curves of the stream; ``networks`` of them are sampled beside the theory."""
        try:
            count = operator.index(networks)
        except TypeError:
            raise TypeError(f"networks is a whole number, not {shown(networks)}") from None
        return Report(self._held.report(min(count, 1 << 62)))

    def torch_code(self) -> str:
        """Python with init_weights(model) for PyTorch, its numbers the doubles next to the proved ones."""
        return self._held.code("torch")

    def jax_code(self) -> str:
        """Python with init_params(key, tree) for JAX."""
        return self._held.code("jax")

    def spec(self) -> dict:
        """Patterns of names, shapes and laws, as a checkpoint is held against."""
        return json.loads(self._held.code("spec"))

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, one row a tensor."""
        import pandas

        rows = [{**one._asdict(), "std": None if one.std is None else float(one.std)} for one in self.tensors]
        return pandas.DataFrame(rows)

    def _repr_html_(self) -> str:
        return self.to_pandas()[["name", "shape", "law", "std", "why"]]._repr_html_()

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        return f"<sigprop.Recipe {self.name}: {sizes}>"


def recipe(
    name: Union[PathLike, dict, None] = None, *, like: Union[PathLike, dict, None] = None, **sizes_and_options: Any
) -> Recipe:
    """A recipe by name (``recipe_names()``), a file ``*.json`` or a dictionary of the same form, at the given sizes:
    ``recipe("gpt2", layers=24, d_model=1024)``. Options as of ``evaluate``.

    ``like`` is a model's ``config.json``, a folder that has one, or its dictionary: it says the sizes that are not given,
    and without a name which recipe it is.
    """
    if name is None and like is None:
        raise TypeError("recipe() needs a name, or like= with the config.json of a model")
    sizes, options = sizes_of(sizes_and_options)
    title, own = ("", "") if name is None else named_recipe(name)
    return _sized(title, own, sizes, options, config_text(like))


def sizes_of(sizes_and_options: dict) -> tuple[list, dict]:
    """Sizes as texts, and the options."""
    options = {key: value for key, value in sizes_and_options.items() if key in OPTIONS}
    sizes = [
        (key, str(int(value)) if isinstance(value, bool) else argument_text(value, "activation" if callable(value) else "real", key))
        for key, value in sizes_and_options.items()
        if key not in OPTIONS
    ]
    return sizes, options


def named_recipe(name: Union[PathLike, dict]) -> tuple[str, str]:
    """The name of a shipped recipe, or the name and the text of one's own."""
    if isinstance(name, dict):
        return "the dictionary", json_text(name, "the dictionary")
    title = shown_path(name, "the name of a recipe")
    return title, read_text(name) if title.endswith(".json") else ""


def config_text(like: Union[PathLike, dict, None]) -> tuple[str, str]:
    """The text of a config.json and its name; two empty texts for None."""
    if like is None:
        return "", ""
    if isinstance(like, dict):
        return json_text(like, "like"), "the dictionary"
    path = pathlib.Path(os.fsdecode(path_bytes(like, "like")))
    if path.is_dir():
        if not (path / "config.json").exists():
            raise InputError(f"{shown_path(like)} has no config.json: give a folder that has one, or the file")
        path = path / "config.json"
    return read_text(path, "like") or " ", shown_path(path)


def _sized(title: str, own: str, sizes: list, options: dict, like: tuple) -> Recipe:
    return Recipe(_core.recipe(title, own, sizes, options, like), options, (title, own, sizes, options, like))


class RecipeComparison(Comparison):
    """Where two recipes differ; ``equal`` is the gate, str() the lines that the tool prints, ``to_dict()`` its JSON."""

    def __init__(self, equal: bool, text: str, document: str) -> None:
        super().__init__(equal, text)
        self._document = document

    def to_dict(self) -> dict:
        """As ``sigprop diff recipe:A recipe:B --json`` writes it (``sigprop schema recipe_diff``)."""
        return json.loads(self._document)

    @property
    def changed(self) -> list[dict]:
        """The pairs of tensors whose laws differ."""
        return self.to_dict()["changed"]


def diff_recipes(before: Any, after: Any, like: Union[PathLike, dict, None], sizes_and_options: dict) -> RecipeComparison:
    """Two recipes as they stand, or "recipe:NAME" and "recipe:NAME" at the same sizes."""
    sizes, options = sizes_of(sizes_and_options)
    if isinstance(before, Recipe) and isinstance(after, Recipe):
        if sizes or like is not None:
            raise TypeError("recipes that were made have their sizes: give names, \"recipe:gpt2\", or make them anew")
        return RecipeComparison(*_core.diff_recipes(before._held, after._held, {"digits": 12, **options}))
    both = []
    for one in (before, after):
        if not isinstance(one, str) or not one.startswith(PREFIX):
            raise TypeError("diff compares two reports, or two recipes: \"recipe:gpt2\" and \"recipe:megatron\"")
        both.append(named_recipe(one[len(PREFIX):]))
    return RecipeComparison(*_core.diff_recipes_alike(both[0], both[1], sizes, {"digits": 12, **options}, config_text(like)))


#: Before the name of a recipe where reports may stand, too.
PREFIX = "recipe:"


def is_recipe(one: Any) -> bool:
    """Whether it is a recipe, or names one where a report may stand."""
    return isinstance(one, Recipe) or (isinstance(one, str) and one.startswith(PREFIX))


def recipe_names() -> list[str]:
    """The recipes that are shipped."""
    return _core.recipe_names()


