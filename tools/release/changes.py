#!/usr/bin/env python3
"""The changelog's section of a version, on standard output: that of the version, or of what is to become it while it is not released.

    changes.py VERSION
"""

from __future__ import annotations

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def section(text: str, version: str) -> str:
    """The lines below "## [VERSION]", or below "## [Unreleased]" for a version that ends in letters; exits where there are none."""
    name = "Unreleased" if re.search(r"[a-z]", version) else version
    found = re.search(rf"^## \[{re.escape(name)}\][^\n]*\n(.*?)(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        sys.exit(f"CHANGELOG.md has no section [{name}], which a release of {version} needs")
    return found[1].strip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), sys.argv[1]))
