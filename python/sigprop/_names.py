"""What has a name: the answers of ``sigprop list``, ``show`` and ``constants``.

The function of ``sigprop list`` is called ``names_of`` here: ``sigprop.list`` is a name of the package alone, so that
``list`` stays Python's own in every module.
"""

from __future__ import annotations

import json
import keyword
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Type, TypeVar, Union, overload

from . import _core
from ._errors import InputError, UndecidedError
from ._html import escaped, html_table
from ._text import check_text

#: The kinds of things in a list, in its order, and those among them that compute something.
KINDS = {"constants": "constant", "quantities": "quantity", "activations": "activation", "layers": "layer", "claims": "claim",
         "experiments": "experiment"}
COMPUTABLE = ("constants", "quantities", "activations", "layers")

#: A list longer than this is summed up, and a line is cut where a terminal ends.
_LONG = 40
_WIDTH = 100


class Named(NamedTuple):
    """A thing that can be asked for: ``name``, ``kind``, how it is called, what it is about, its formula where it has one."""

    name: str
    kind: str
    call: str
    about: str
    formula: str


_One = TypeVar("_One", "Named", "Constant")


class _ByName(Sequence[_One]):
    """Entries by position or by name, and as data."""

    _entry: Type[_One]
    _found: dict
    _all: List[_One]

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, key: Union[int, str]) -> _One: ...

    @overload
    def __getitem__(self, key: slice) -> List[_One]: ...

    def __getitem__(self, key: Union[int, str, slice]) -> Union[_One, List[_One]]:
        """By position, or by name."""
        if isinstance(key, str):
            for one in self._all:
                if one.name == key:
                    return one
            raise KeyError(key)
        return self._all[key]

    def to_dict(self) -> dict:
        return self._found

    def to_json(self) -> str:
        return json.dumps(self._found, ensure_ascii=False, indent=2)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, one row an entry."""
        import pandas

        return pandas.DataFrame(self._all, columns=self._entry._fields)

    def __repr__(self) -> str:
        return str(self)


class Names(_ByName[Named]):
    """What ``list()`` and ``search()`` find, the best of each kind first. ``constants``, ``quantities``, ``activations``,
    ``layers``, ``claims`` and ``experiments`` are those of one kind; ``to_dict()`` is what ``sigprop list --json`` prints."""

    _entry = Named

    def __init__(self, found: dict, is_everything: bool = False) -> None:
        self._found = found
        self._is_everything = is_everything
        self._all = [
            Named(one["name"].partition("(")[0] if kind in COMPUTABLE and kind != "constants" else one["name"], KINDS[kind], one["name"], one["about"],
                  one.get("formula_text", ""))
            for kind, entries in found.items()
            for one in entries
        ]

    @property
    def constants(self) -> List[Named]:
        """Those with the digits of a number among the words."""
        return self._of("constant")

    @property
    def quantities(self) -> List[Named]:
        return self._of("quantity")

    @property
    def activations(self) -> List[Named]:
        return self._of("activation")

    @property
    def layers(self) -> List[Named]:
        return self._of("layer")

    @property
    def claims(self) -> List[Named]:
        return self._of("claim")

    @property
    def experiments(self) -> List[Named]:
        return self._of("experiment")

    def _of(self, kind: str) -> List[Named]:
        return [one for one in self._all if one.kind == kind]

    def __contains__(self, one: object) -> bool:
        return any(one in (each, each.name) for each in self._all)

    def __str__(self) -> str:
        parts = []
        for title, kind in KINDS.items():
            entries = self._of(kind)
            if not entries:
                continue
            head = f"{title} ({len(entries)})"
            if title not in COMPUTABLE and len(entries) < len(self) and self._all[0].kind != kind:
                parts.append(f"{head}: .{title}")
            elif self._is_everything and len(entries) > _LONG:
                parts.append("\n".join([head, *_summary(entries)]))
            else:
                parts.append("\n".join([head, *_lines(entries)]))
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        return html_table([{"kind": one.kind, "name": one.name, "about": one.about} for one in self._all])


def _lines(entries: List[Named]) -> Iterator[str]:
    """A line for each of the best."""
    width = min(44, max(len(one.name) for one in entries[:_LONG]))
    for one in entries[:_LONG]:
        yield _cut(f"  {one.name:<{width}}  {one.about}")
    if len(entries) > _LONG:
        yield f"  … and {len(entries) - _LONG} more"


def _summary(entries: List[Named]) -> Iterator[str]:
    """A line for each group of names: "activation  36  mean, second_moment, …"."""
    groups: Dict[str, List[str]] = {}
    for one in entries:
        group, _, member = one.name.partition(".")
        groups.setdefault(group, []).append(member or group)
    width = max(map(len, groups))
    for group, members in groups.items():
        yield _cut(f"  {group:<{width}}  {len(members):>3}  {', '.join(members)}")


def _cut(line: str) -> str:
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def _words_of(words: Sequence[Any], function: str) -> List[str]:
    return [check_text(one, f"a word of {function}()") for one in words]


def names_of(*words: str) -> Names:
    """What can be asked for, as ``sigprop list``: every name, or those that all the words find.

    Words are looked for in names, summaries, formulas and sources; ``"selu.*"`` is a pattern of names, and a first word
    such as ``"quantities"`` or ``"claims"`` chooses a kind. Raises InputError where nothing matches.
    """
    found = _core.names(_words_of(words, "list"))
    return Names(found, not words or (len(words) == 1 and words[0] in KINDS))


names_of.__name__ = names_of.__qualname__ = "list"  # as help() shows it


def search(question: str) -> Names:
    """What answers a question in people's own words, the best first: ``search("how sharp is attention")``.

    Claims are among the answers only where nothing that can be computed is one. Raises InputError where nothing matches.
    """
    found = _core.names([check_text(question, "the question")])
    computable = {kind: found[kind] for kind in COMPUTABLE if found.get(kind)}
    return Names(computable or {kind: entries for kind, entries in found.items() if entries})


class Shown:
    """What is known of one name. ``kind`` says of what: a quantity, an activation, a layer, a recipe, …; the other facts are
    attributes, too (``formula``, ``units``, ``source``, ``parameters``), those that it does not have None. str() is what
    ``sigprop show`` prints."""

    def __init__(self, facts: dict) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._facts:
            return self._facts[name]
        if name in _FACTS:
            return None
        raise AttributeError(f"{self._facts['kind']} {self._facts['name']} has no '{name}'; it has {', '.join(self._facts)}")

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._facts]

    def to_dict(self) -> dict:
        """The facts as ``sigprop show --json`` prints them."""
        return self._facts

    def __str__(self) -> str:
        return self._facts["text"].rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escaped(str(self))}</pre>"


#: What some kinds of things have and others do not.
_FACTS = frozenset(("call", "summary", "formula", "units", "limit", "source", "aliases", "parameters", "routes", "theorems", "statement",
                    "expression", "stated", "expected", "quote", "url", "note", "quantities", "layer", "library"))


class AllShown(Sequence[Shown]):
    """Several things with their facts, of a pattern or of a name that has more than one."""

    def __init__(self, shown: List[Shown]) -> None:
        self._shown = shown

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, key: Any) -> Any:
        return self._shown[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        names = ", ".join(f"{one.kind} {one.name}" for one in self._shown[:4]) + (", …" if len(self) > 4 else "")
        raise AttributeError(f"these are {len(self)} things ({names}): take one, such as [0].{name}")

    def to_dict(self) -> dict:
        return {"shown": [one.to_dict() for one in self._shown]}

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._shown))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self._shown)


def show(name: Any) -> Union[Shown, AllShown]:
    """One quantity, activation, layer, recipe, family of models or claim in full, as ``sigprop show``: ``show("selu.alpha")``.

    A function of the package stands for its quantity: ``show(sigprop.activation.gain)``. A pattern, ``"selu.*"``, and a name
    with several meanings give them all, as a sequence. Raises InputError for an unknown name, with the nearest one.
    """
    shown = [Shown(one) for one in _core.show([_name_of(name)])]
    return shown[0] if len(shown) == 1 else AllShown(shown)


#: Where the functions of formulas are, whose names stand alone.
_FUNCTIONS = ("sigprop._activations", "sigprop.functions")


def _name_of(name: Any) -> str:
    """The name of a quantity's function, of an activation's or of a group of quantities; or a text."""
    module = getattr(name, "__module__", None)
    if callable(name) and isinstance(module, str) and (module in _FUNCTIONS or module.startswith("sigprop.") and "._" not in module):
        own = name.__name__[:-1] if keyword.iskeyword(name.__name__[:-1]) else name.__name__
        return own if module in _FUNCTIONS else f"{module[len('sigprop.'):]}.{own}"
    group = getattr(name, "__dict__", {}).get("_group")
    return group if isinstance(group, str) else check_text(name, "the name")


class Constant(NamedTuple):
    """A constant that people paste: its proved digits, the nearest double, and what it is. float() is the double; both are
    None where nothing is proved, as the budget was too small."""

    name: str
    expression: str
    definition: str
    decimal: Optional[str]
    double: Optional[float]
    digits: int

    def __float__(self) -> float:
        if self.double is None:
            raise UndecidedError(f"{self.expression}: nothing is proved")
        return self.double

    def __str__(self) -> str:
        return f"{self.name} = {self.decimal or 'nothing is proved'}"


class Constants(_ByName[Constant]):
    """Constants by position or by name: ``constants()["selu_alpha"]``. ``to_dict()`` is what ``sigprop constants --json``
    prints."""

    _entry = Constant

    def __init__(self, pattern: str, options: dict, found: dict) -> None:
        self._pattern = pattern
        self._options = options
        self._found = found
        self._all = [Constant(**one) for one in found["constants"]]

    def code(self, language: str = "python") -> str:
        """Lines to paste, "python" or "cpp", as ``sigprop constants --emit`` prints them."""
        if language not in ("python", "cpp"):
            raise InputError(f"code() writes 'python' or 'cpp', not {language!r}")
        return _core.constants([self._pattern], language, self._options)

    def __str__(self) -> str:
        width = max(len(one.name) for one in self._all)
        return "\n".join(f"{one.name:<{width}} = {one.decimal or 'nothing is proved'}" for one in self._all)

    def _repr_html_(self) -> str:
        return html_table([{"name": one.name, "value": one.decimal, "definition": one.definition} for one in self._all])


def constants(pattern: str = "*", **options: Any) -> Constants:
    """The constants that people paste into code, each proved anew: ``constants("selu*", digits=50)``.

    Options: ``digits``, ``threads``, ``budget``. Raises InputError where no name matches.
    """
    check_text(pattern, "the pattern")
    for name in options:
        if name not in ("digits", "threads", "budget"):
            raise TypeError(f"constants() has no option '{name}'; it has digits, threads and budget")
    return Constants(pattern, options, _core.constants([pattern], "json", options))
