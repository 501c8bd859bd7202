#!/usr/bin/env python3
"""The committed notebooks as people get them: each picture once, at most 500 kB a notebook, and nbconvert makes a page of each.

    sizes.py [NOTEBOOK...]    those of results/notebooks, or these. Exits 77 where Debian's python3-nbconvert is missing.
"""
import json
import os
import sys
import tempfile
from pathlib import Path

largest = 500_000  # bytes


def faults(path):
    """What is wrong with a notebook, with its cell."""
    if path.stat().st_size > largest:
        yield f"has {path.stat().st_size:,} bytes, and {largest:,} are allowed"
    seen = {}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"], 1):
        for output in cell.get("outputs", []):
            kinds = sorted(kind for kind in output.get("data", {}) if kind.startswith("image/"))
            if len(kinds) > 1:
                yield f"cell {number} keeps one picture as {' and '.join(kinds)}"
            for kind in kinds:
                before = seen.setdefault("".join(output["data"][kind]), number)
                if before != number:
                    yield f"cell {number} keeps the picture of cell {before} again"
    from nbconvert import HTMLExporter
    try:
        page, _ = HTMLExporter().from_filename(str(path))
    except Exception as error:  # whatever ends nbconvert is what the reader sees
        yield f"nbconvert: {type(error).__name__}: {error}"
        return
    if page.count("<img") < len(seen):
        yield f"nbconvert shows {page.count('<img')} of {len(seen)} pictures"


def main(notebooks):
    try:
        import nbconvert  # noqa: F401
    except ImportError:
        print("skipped: there is no nbconvert: apt-get install --no-install-recommends python3-nbconvert")
        return 77
    found = [f"{path.name}: {fault}" for path in notebooks for fault in faults(path)]
    print("\n".join(found) or f"{len(notebooks)} notebooks are as people need them")
    return 1 if found or not notebooks else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # no configuration of the user
        os.environ |= {"JUPYTER_CONFIG_DIR": folder, "JUPYTER_NO_CONFIG": "1"}
        here = Path(__file__).resolve().parents[2] / "results" / "notebooks"
        sys.exit(main([Path(one) for one in sys.argv[1:]] or sorted(here.glob("*.ipynb"))))
