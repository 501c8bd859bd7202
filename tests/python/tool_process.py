"""The tool as a process, for tests that hold Python against it."""

from __future__ import annotations

import os
import pathlib
import subprocess
from typing import Any

TOOL = os.environ.get("SIGPROP_TOOL", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "sigprop"))


def run_tool(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Its own sanitizer, if it has one, comes with it, and not from the interpreter's environment."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True, env=environment, **options)
