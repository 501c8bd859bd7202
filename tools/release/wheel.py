#!/usr/bin/env python3
"""Writes a wheel from a library that was built for a target; tools/release/wheel.sh calls it.

    wheel.py TARGET LIBRARY STUBS OUTPUT_FOLDER

The tag promises a version of glibc, so that pip refuses an older system. What the library really needs is read from it first: no symbol of a
newer glibc, no other library than glibc's own, no name but those of the interface, no path of the machine that built it.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
from typing import List, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/build"))
import backend  # noqa: E402
from licences import licence_expression, licence_texts  # noqa: E402
from wheel_file import write_wheel  # noqa: E402

#: What a Linux has that is as old as the tag says (PEP 600).
SYSTEM = re.compile(r"(ld-linux-(x86-64|aarch64)|lib(c|m|dl|rt|pthread|util))\.so\.\d+$")


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tag_of(target: str) -> Tuple[str, Tuple[int, int]]:
    """The tag of a wheel for the target, and the version of glibc."""
    found = re.fullmatch(r"(x86_64|aarch64)-linux-gnu\.(\d+)\.(\d+)", target)
    if not found:
        sys.exit(f"tools/release/wheel.sh: '{target}' is no target of a wheel: give one such as x86_64-linux-gnu.2.28")
    machine, major, minor = found.groups()
    return f"py3-none-manylinux_{major}_{minor}_{machine}", (int(major), int(minor))


def faults(library: pathlib.Path, glibc: Tuple[int, int]) -> List[str]:
    """Why the library is not what its tag says; nothing where it is."""
    found = []
    symbols = output("objdump", "-T", str(library))
    headers = output("objdump", "-p", str(library))
    found += [f"needs {one}" for one in sorted(set(re.findall(r"GLIBC_ABI_\w+", headers)))]
    for version in sorted({(int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols + headers)}):
        if version > glibc:
            found.append(f"needs symbols of glibc {version[0]}.{version[1]}")
    for needed in re.findall(r"NEEDED +(\S+)", headers):
        if not SYSTEM.match(needed):
            found.append(f"needs {needed}")
    names = {line.split()[-1] for line in symbols.splitlines() if re.match(r"[0-9a-f]{8,} +[gwu]", line) and "*UND*" not in line}
    found += [f"exports {name}" for name in sorted(names) if not name.startswith("sigprop_")]
    for place in {str(ROOT), str(pathlib.Path.home())} - {"/", "/root"}:
        if place.encode() in library.read_bytes():
            found.append(f"holds the path {place}")
    return found


def main(arguments: List[str]) -> None:
    target, library, stubs, folder = arguments[0], *map(pathlib.Path, arguments[1:])
    tag, glibc = tag_of(target)
    wrong = faults(library, glibc)
    if wrong:
        sys.exit("\n".join(f"tools/release/wheel.sh: {library.name} {one}" for one in wrong))
    added = licence_texts()
    texts = {**backend.texts(), **{f"licenses/{name}": text for name, text in added.items()}}
    texts["METADATA"] = backend.metadata(licence_expression(), ["LICENSE", *sorted(added)])
    print(write_wheel(folder, "sigprop", backend.version(), tag, backend.package_files(library, stubs), texts))


if __name__ == "__main__":
    main(sys.argv[1:])
