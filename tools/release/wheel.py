#!/usr/bin/env python3
"""Writes a wheel from a library that was built for a target; tools/release/wheel.sh calls it.

    wheel.py TARGET LIBRARY STUBS OUTPUT_FOLDER

The tag promises a version of glibc, so that pip refuses an older system. What the library really needs is read from it first: no symbol of a
newer glibc, no other library than glibc's own, no name but those of the interface, no path of the machine that built it.
"""

from __future__ import annotations

import pathlib
import re
import sys
from typing import List

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/build"))
import backend  # noqa: E402
import elf  # noqa: E402
from licences import licence_expression, licence_texts  # noqa: E402
from wheel_file import write_wheel  # noqa: E402

def tag_of(target: str) -> str:
    """The tag of a wheel for the target."""
    found = re.fullmatch(r"(x86_64|aarch64)-linux-gnu\.(\d+)\.(\d+)", target)
    if not found:
        sys.exit(f"tools/release/wheel.sh: '{target}' is no target of a wheel: give one such as x86_64-linux-gnu.2.28")
    machine, major, minor = found.groups()
    return f"py3-none-manylinux_{major}_{minor}_{machine}"


def faults(library: pathlib.Path, target: str) -> List[str]:
    """Why the library is not what the tag of the target says; nothing where it is."""
    return [*elf.faults(library, target), *(f"exports {name}" for name in elf.exported(library) if not name.startswith("sigprop_"))]


def main(arguments: List[str]) -> None:
    target, library, stubs, folder = arguments[0], *map(pathlib.Path, arguments[1:])
    tag = tag_of(target)
    wrong = faults(library, target)
    if wrong:
        sys.exit("\n".join(f"tools/release/wheel.sh: {library.name} {one}" for one in wrong))
    added = licence_texts()
    texts = {**backend.texts(), **{f"licenses/{name}": text for name, text in added.items()}}
    texts["METADATA"] = backend.metadata(licence_expression(), ["LICENSE", *sorted(added)])
    print(write_wheel(folder, "sigprop", backend.version(), tag, backend.package_files(library, stubs), texts, deflate=smaller))


def smaller(content: bytes) -> bytes:
    """Deflated by Zopfli, 3 % smaller than by zlib, in half a minute."""
    from zopfli.zlib import compress

    return compress(content, numiterations=1)[2:-4]  # without the header and the sum of zlib's format


if __name__ == "__main__":
    main(sys.argv[1:])
