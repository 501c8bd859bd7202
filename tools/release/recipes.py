#!/usr/bin/env python3
"""Fills the recipes of other package managers and the Containerfile with a release's version, hash and address.

    recipes.py DIST     the sdist is in DIST; recipe.yaml (conda-forge), sigprop.rb (Homebrew), Containerfile and licences.txt are written there
"""

from __future__ import annotations

import hashlib
import pathlib
import sys
from typing import Dict

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/build"), str(pathlib.Path(__file__).parent)]
import backend  # noqa: E402
from licences import licence_texts  # noqa: E402

RECIPES = {"conda.yaml.in": "recipe.yaml", "homebrew.rb.in": "sigprop.rb", "Containerfile.in": "Containerfile"}


def filled(text: str, values: Dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def main(folder: pathlib.Path) -> None:
    version = backend.version()
    sdist = folder / f"sigprop-{version}.tar.gz"
    if not sdist.is_file():
        sys.exit(f"tools/release/recipes.py: there is no {sdist}, whose hash the recipes name")
    values = {"VERSION": version, "HOMEPAGE": backend.cmake_setting("HOMEPAGE_URL"), "SUMMARY": backend.project()["description"],
              "SDIST_SHA256": hashlib.sha256(sdist.read_bytes()).hexdigest()}
    for source, target in RECIPES.items():
        text = (ROOT / "tools/release/recipes" / source).read_text(encoding="utf-8")
        (folder / target).write_text(filled(text, values), encoding="utf-8")
    texts = "\n\n".join(f"===== {name}\n\n{text}" for name, text in {"LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"), **licence_texts()}.items())
    (folder / "licences.txt").write_text(texts, encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
