"""How a whole model is initialised, tensor by tensor."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Union

from . import _core
from ._groups import OPTIONS, argument_text
from ._report import PathLike, Report, json_text, read_text, shown_path
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
        for row in self._held.tensors():
            std = Value(row[6], Value.SUM, self._options) if row[6] else None
            made.append(Tensor(*row[:6], std, *row[7:]))
        return made

    def report(self, networks: int = 0) -> Report:
        """Records of the stds and curves of the stream; ``networks`` of them are sampled beside the theory."""
        return Report(self._held.report(networks))

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


def recipe(name: Union[PathLike, dict], **sizes_and_options: Any) -> Recipe:
    """A recipe by name (``recipe_names()``), a file ``*.json`` or a dictionary of the same form, at the given sizes:
    ``recipe("gpt2", layers=24, d_model=1024)``. Options as of ``evaluate``.
    """
    options = {key: value for key, value in sizes_and_options.items() if key in OPTIONS}
    sizes = [
        (key, argument_text(value, "activation" if callable(value) else "real", key))
        for key, value in sizes_and_options.items()
        if key not in OPTIONS
    ]
    own = ""
    if isinstance(name, dict):
        title, own = "the dictionary", json_text(name, "the dictionary")
    else:
        title = shown_path(name, "the name of a recipe")
        if title.endswith(".json"):
            own = read_text(name)
    return _sized(title, own, sizes, options)


def _sized(title: str, own: str, sizes: list, options: dict) -> Recipe:
    return Recipe(_core.recipe(title, own, sizes, options), options, (title, own, sizes, options))


def recipe_names() -> list[str]:
    """The recipes that are shipped."""
    return _core.recipe_names()


