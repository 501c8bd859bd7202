#!/usr/bin/env python3
"""The licences of all that stands in a package: the table of docs/reference/licences.md, and the texts that go along.

    licences.py            prints what docs/reference/licences.md lacks; exit 1 if it lacks anything
    licences.py --write    writes it
    licences.py --sources  prints the names of the files of sources that go along with a release
"""

from __future__ import annotations

import pathlib
import re
import sys
from typing import Dict, List

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from sbom import HEADERS, LLVM, STATIC, sources  # noqa: E402

#: Texts that every Debian has.
COMMON = pathlib.Path("/usr/share/common-licenses")

#: What each part is for, by Debian's source package.
PURPOSES = {
    "gmp": "integers and rationals", "mpfr4": "floating-point numbers of any precision", "flint": "what Arb is built on", "flint-arb": "balls: every proof",
    "nettle": "SHA-256 of a report", "unicode-data": "tables of RE2", "re2": "regular expressions", "fmtlib": "text", "zlib": "compressed arrays",
    "highway": "vector code", "boost1.74": "quadrature by other authors", "eigen3": "matrices", "tao-pegtl": "the grammar of expressions",
    "nlohmann-json3": "JSON", "tomlplusplus": "pyproject.toml", "random123": "random numbers", "cli11": "the command line",
}


def versions() -> Dict[str, List[str]]:
    """Version, file and SHA-256 of each source package that libraries.sh builds."""
    return {package: rest for package, *rest in sources(ROOT / "tools/release/sources.txt")}


def sources_to_attach() -> List[str]:
    """The files of the parts under the LGPL, which asks for them."""
    return [versions()[package][1] for package, (_, licence) in STATIC.items() if "LGPL" in licence]


def table() -> str:
    """The parts as Markdown."""
    built = versions()
    lines = ["| linked | licence | for | exact source |", "|---|---|---|---|"]
    for package, (name, licence) in STATIC.items():
        version, file, digest = built[package]
        lines.append(f"| {name} | {licence} | {PURPOSES[package]} | Debian's `{package}` {version}: `{file}`, SHA-256 `{digest}` |")
    lines += ["", "| compiled in | licence | for |", "|---|---|---|"]
    lines += [f"| {name} | {licence} | {PURPOSES[package]} |" for package, name, licence in HEADERS.values()]
    lines += ["| uPlot | MIT | curves in pages, copied into them |", f"| libc++, libc++abi, libunwind | {LLVM} | the C++ library |", "| zig's compiler-rt | MIT | arithmetic that processors lack |",
              "| musl | MIT | the C library of the static program alone |"]
    return "\n".join(lines)


def page(text: str) -> str:
    """docs/reference/licences.md with the table of today."""
    return re.sub(r"(?s)(<!-- parts -->\n).*?(<!-- /parts -->)", lambda found: f"{found[1]}{table()}\n{found[2]}", text)


def licence_expression() -> str:
    """What a wheel is under, of our part and all others, as SPDX writes it."""
    parts = {licence for _, licence in STATIC.values()} | {licence for _, _, licence in HEADERS.values()} | {LLVM, "MIT"}
    return " AND ".join(f"({one})" if " OR " in one else one for one in sorted(parts))


def licence_texts() -> Dict[str, str]:
    """The texts of the licences by the names of their files, for a package that holds the parts."""
    texts = {f"{name}.txt": (COMMON / name).read_text(encoding="utf-8") for name in ("LGPL-2.1", "LGPL-3", "GPL-3", "Apache-2.0", "MPL-2.0")}
    notices = (ROOT / "tools/debian/copyright.in").read_text(encoding="utf-8")
    texts["THIRD_PARTY.md"] = page((ROOT / "docs/reference/licences.md").read_text(encoding="utf-8"))
    texts["NOTICES.txt"] = notices[notices.index("Files: src/report"):]
    return texts


def main(arguments: List[str]) -> int:
    path = ROOT / "docs/reference/licences.md"
    text = path.read_text(encoding="utf-8")
    if arguments == ["--sources"]:
        print("\n".join(sources_to_attach()))
    elif arguments == ["--write"]:
        path.write_text(page(text), encoding="utf-8")
    elif page(text) != text:
        print("docs/reference/licences.md differs from tools/release: python3 tools/release/licences.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
