"""What the tests of the Python package share."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def tool():
    """Runs the tool, and gives the JSON of its report."""
    path = os.environ.get("SIGPROP_TOOL", str(ROOT / "build" / "release" / "sigprop"))

    def run(*arguments: str) -> dict:
        done = subprocess.run([path, *arguments, "--json=-", "--quiet"], capture_output=True, text=True)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return run
