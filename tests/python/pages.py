#!/usr/bin/env python3
"""Runs the lines of pages that begin with >>> and compares what Python answers with what the page shows.

    pages.py PAGE.md...     exit 1 where an answer differs, or a page shows no line
"""

from __future__ import annotations

import doctest
import os
import pathlib
import sys
import tempfile


def lines_of(page: pathlib.Path) -> str:
    """The blocks of a page that Python can run, each at its line; everything else is empty lines."""
    lines = []
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
        lines.append(line if inside and not line.startswith("```") else "")
    return "\n".join(lines)


def main(names: list[str]) -> int:
    pages = [pathlib.Path(name).resolve() for name in names]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for page in pages:
            test = doctest.DocTestParser().get_doctest(lines_of(page), {}, page.name, str(page), 0)
            if not test.examples:
                print(f"{page.name} shows no line of Python")
                failed = True
            outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
            print(f"{page.name}: {outcome.attempted} lines, {outcome.failed} with another answer")
            failed = failed or outcome.failed > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
