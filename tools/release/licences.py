#!/usr/bin/env python3
"""The licences of all that stands in a package: the table of docs/licences.md, and the texts that go along.

    licences.py            prints what docs/licences.md lacks; exit 1 if it lacks anything
    licences.py --write    writes it
"""

from __future__ import annotations

import pathlib
import re
import sys
from typing import Dict, List, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: Texts that every Debian has.
COMMON = pathlib.Path("/usr/share/common-licenses")


class Part(NamedTuple):
    name: str
    licence: str
    what: str
    #: Debian's source package, whose copyright file says all in detail.
    package: str


LINKED = [
    Part("GMP", "LGPL-3.0-or-later", "integers and rationals", "gmp"),
    Part("MPFR", "LGPL-3.0-or-later", "floating-point numbers of any precision", "mpfr4"),
    Part("FLINT", "LGPL-2.1-or-later", "what Arb is built on", "flint"),
    Part("Arb", "LGPL-2.1-or-later", "balls: every proof", "flint-arb"),
    Part("Nettle", "LGPL-3.0-or-later", "SHA-256 of a report", "nettle"),
    Part("RE2", "BSD-3-Clause", "regular expressions", "re2"),
    Part("fmt", "MIT", "text", "fmtlib"),
    Part("zlib", "Zlib", "compressed arrays", "zlib"),
    Part("Highway", "Apache-2.0", "vector code", "highway"),
]
COMPILED_IN = [
    Part("Boost", "BSL-1.0", "quadrature by other authors", "boost1.74"),
    Part("Eigen", "MPL-2.0", "matrices", "eigen3"),
    Part("PEGTL", "MIT", "the grammar of expressions", "pegtl"),
    Part("nlohmann/json", "MIT", "JSON", "nlohmann-json3"),
    Part("toml++", "MIT", "pyproject.toml", "tomlplusplus"),
    Part("Random123", "BSD-3-Clause", "random numbers", "random123"),
    Part("CLI11", "BSD-3-Clause", "the command line", "cli11"),
    Part("uPlot", "MIT", "curves in pages, copied into them", ""),
    Part("LLVM's libc++, libc++abi, libunwind and compiler-rt", "Apache-2.0 WITH LLVM-exception", "the C++ library", ""),
    Part("musl", "MIT", "the C library of the static program alone", ""),
]


def versions() -> Dict[str, List[str]]:
    """Version, file and SHA-256 of each source package that libraries.sh builds."""
    rows = {}
    for line in (ROOT / "tools/release/sources.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            package, *rest = line.split()
            rows[package] = rest
    return rows


def table() -> str:
    """The parts as Markdown."""
    built = versions()
    lines = ["| linked | licence | for | exact source |", "|---|---|---|---|"]
    for one in LINKED:
        version, file, digest = built[one.package]
        lines.append(f"| {one.name} | {one.licence} | {one.what} | Debian's `{one.package}` {version}: `{file}`, SHA-256 `{digest}` |")
    lines += ["", "| compiled in | licence | for |", "|---|---|---|"]
    lines += [f"| {one.name} | {one.licence} | {one.what} |" for one in COMPILED_IN]
    return "\n".join(lines)


def page(text: str) -> str:
    """docs/licences.md with the table of today."""
    return re.sub(r"(?s)(<!-- parts -->\n).*?(<!-- /parts -->)", lambda found: f"{found[1]}{table()}\n{found[2]}", text)


def licence_texts() -> Dict[str, str]:
    """The texts of the licences by the names of their files, for a package that holds the parts."""
    texts = {f"{name}.txt": (COMMON / name).read_text(encoding="utf-8") for name in ("LGPL-2.1", "LGPL-3", "GPL-3", "Apache-2.0", "MPL-2.0")}
    notices = (ROOT / "tools/debian/copyright.in").read_text(encoding="utf-8")
    texts["THIRD_PARTY.md"] = page((ROOT / "docs/licences.md").read_text(encoding="utf-8"))
    texts["NOTICES.txt"] = notices[notices.index("Files: src/report"):]
    return texts


def main(arguments: List[str]) -> int:
    path = ROOT / "docs/licences.md"
    text = path.read_text(encoding="utf-8")
    if arguments == ["--write"]:
        path.write_text(page(text), encoding="utf-8")
    elif page(text) != text:
        print("docs/licences.md differs from tools/release: python3 tools/release/licences.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
