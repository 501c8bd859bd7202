"""What the tests of the Python package share."""

from __future__ import annotations

import json

import pytest
from tool_process import run_tool


@pytest.fixture(scope="session")
def tool():
    """Runs the tool, and gives the JSON of its report."""
    def run(*arguments: str) -> dict:
        done = run_tool(*arguments, "--json=-", "--quiet")
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return run
