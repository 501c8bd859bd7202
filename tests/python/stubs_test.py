"""The stubs that editors read have every quantity of the catalogue, with its parameters and the options of every call."""

from __future__ import annotations

import ast
import os
import pathlib

import pytest

import sigprop
from sigprop import _core
from sigprop._groups import OPTIONS, python_name

if "SIGPROP_SANITIZED" in os.environ:
    pytest.skip("stubs are not written in sanitized builds", allow_module_level=True)

FOLDER = pathlib.Path(sigprop.__file__).parent
NAMES = [name for name in _core.quantity_names() if "." not in name.rpartition(".")[0]]


def functions_of(text: str) -> dict[str, list[str]]:
    """The parameters of each function; an alias has those of what it stands for."""
    found: dict[str, list[str]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = [one.arg for one in node.args.args + node.args.kwonlyargs]
        elif isinstance(node, ast.Assign):
            found[node.targets[0].id] = found.get(node.value.id, [])
    return found


def missing_in(stubs: dict[str, dict[str, list[str]]]) -> list[str]:
    missing = []
    for name in NAMES:
        group, _, member = name.rpartition(".")
        entry = _core.quantity(name)
        own = stubs.get(group, {}).get(python_name(member))
        wanted = [python_name(one["name"]) for one in entry["parameters"]]
        if own is None or any(one not in own for one in [*wanted, *OPTIONS]):
            missing.append(name)
    return missing


def test_every_quantity_has_a_stub_with_its_parameters() -> None:
    stubs = {place.stem: functions_of(place.read_text("utf-8")) for place in FOLDER.glob("*.pyi")}
    assert len(NAMES) > 200 and not missing_in(stubs)
    del stubs["selu"]["alpha"]
    stubs["activation"]["gain"].remove("std")
    assert missing_in(stubs) == ["activation.gain", "selu.alpha"]  # control
    assert not [place for place in FOLDER.glob("*.pyi") if place.is_symlink()]
