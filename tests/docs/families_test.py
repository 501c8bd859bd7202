#!/usr/bin/env python3
"""docs/reference/families.md lists the rows of src/architectures, and a row that is changed is seen."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/docs"))
import families  # noqa: E402

page = families.PAGE.read_text(encoding="utf-8")
assert families.page_with(page) == page, "python3 tools/docs/families.py --write"
with tempfile.TemporaryDirectory() as folder:
    for path in families.ROWS.glob("*.json"):
        text = path.read_text(encoding="utf-8")
        (Path(folder) / path.name).write_text(text.replace('"scale": "initializer_range/sqrt(2*n_layer)"', '"scale": "initializer_range"', 1), encoding="utf-8")
    assert families.page_with(page, Path(folder)) != page
