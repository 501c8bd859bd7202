#!/usr/bin/env python3
"""Writes the type stubs of the quantities from the catalogue; the build of the Python package runs it.

    PYTHONPATH=build/release/python python3 tools/python/stubs.py FOLDER
"""

from __future__ import annotations

import pathlib
import sys
import textwrap

from sigprop import _core, functions
from sigprop._groups import OPTIONS, docstring, in_order
from sigprop._text import python_name

HEAD = '"""The quantities {group}.*. Written by tools/python/stubs.py from the catalogue."""\n\n'
TYPES = {
    "real": "Number",
    "integer": "Number",
    "reals": "Numbers",
    "choice": "str",
    "activation": "Function",
    "family": "Function",
}
OPTION_TYPES = {
    "digits": "int",
    "evidence": "bool",
    "methods": "Union[str, Sequence[str]]",
    "samples": "int",
    "seed": "int",
    "threads": "int",
    "confidence": "float",
    "budget": "float",
}
IMPORTS = """\
from typing import Optional, Sequence, Union

from ._types import Function, Number, Numbers
from ._value import Value
"""


def parameter(one: dict) -> str:
    kind = TYPES[one["kind"]]
    if one["choices"]:
        words = [f'"{choice}"' for choice in one["choices"]]
        kind = "bool" if sorted(one["choices"]) == ["false", "true"] else "Literal[" + ", ".join(words) + "]"
    if not one["optional"]:
        return f"{python_name(one['name'])}: {kind}"
    return f"{python_name(one['name'])}: Optional[{kind}] = ..."


def function(entry: dict, name: str) -> str:
    """One function. A parameter that must be given, behind one with a default, is given by its name, and so is one without a place."""
    parameters = []
    after_default = False
    star = False
    placed, named = in_order(entry)
    for one in placed + named:
        if not star and (one in named or (after_default and not one["optional"])):
            parameters.append("*")
            star = True
        parameters.append(parameter(one))
        after_default = after_default or one["optional"]
    if not star:
        parameters.append("*")
    taken = {one["name"] for one in entry["parameters"]}
    parameters += [f"{option}: Optional[{OPTION_TYPES[option]}] = ..." for option in OPTIONS if option not in taken]
    lines = "".join(f"    {one},\n" for one in parameters)
    words = docstring(entry).replace("\\", "\\\\").replace('"""', "'''")
    text = "\n".join(textwrap.fill(line, 106, subsequent_indent="    ") for line in words.split("\n"))
    body = textwrap.indent(text, "    ").lstrip()
    return f'def {name}(\n{lines}) -> Value:\n    """{body}\n    """\n    ...\n'


def member_stub(group: str, name: str) -> str:
    entry = _core.quantity(f"{group}.{name}")
    owner, _, own = entry["name"].rpartition(".")
    if owner == group and own != name:
        return f"{python_name(name)} = {python_name(own)}\n"
    return function(entry, python_name(name))


def stub(group: str, members: list[str]) -> str:
    text = "\n".join(member_stub(group, name) for name in members)
    imports = IMPORTS.replace("import Optional", "import Literal, Optional") if "Literal[" in text else IMPORTS
    for name in ("Function", "Numbers"):
        if f"[{name}]" not in text and f": {name}" not in text:
            imports = imports.replace(f"{name}, ", "").replace(f", {name}\n", "\n")
    if "Number]" not in text and ": Number" not in text:
        imports = imports.replace("from ._types import Number\n", "").replace("Number, ", "").replace(", Number\n", "\n")
    return HEAD.format(group=group) + imports + "\n" + text


def activations_stub() -> str:
    text = '"""The named activations. Written by tools/python/stubs.py from the catalogue."""\n\nfrom typing import Any\n\n'
    text += "from .functions import Number\n\nNAMED: tuple[str, ...]\nGATED: tuple[str, ...]\n"
    for name in functions.NAMED:
        row = next(one for one in _core.activations() if one["name"] == name)
        parameters = "".join(
            f", {python_name(one['name'])}: Number{' = ...' if one['optional'] else ''}" for one in row["parameters"]
        )
        text += f'\ndef {name}(x: Number{parameters}) -> Any:\n    """{row["formula"]}"""\n'
    for row in (one for one in _core.activations() if one["gated"]):
        gate = ", f: object = ..." if row["parameters"] else ""
        text += f'\ndef {row["name"]}(a: Number, b: Number{gate}) -> Any:\n    """{row["formula"]}"""\n'
    return text


def stubs() -> dict[str, str]:
    groups: dict[str, list[str]] = {}
    for name in _core.quantity_names():
        group, _, member = name.rpartition(".")
        if "." not in group:  # torch.nn.init.normal_ is an alias of torch.normal_: editors know the short name
            groups.setdefault(group, []).append(member)
    written = {f"{group}.pyi": stub(group, members) for group, members in groups.items()}
    return {**written, "_activations.pyi": activations_stub()}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not pathlib.Path(arguments[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    wanted = stubs()
    for old in folder.glob("*.pyi"):
        old.unlink()  # it may be of a group that is no more, or a link into another folder
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
