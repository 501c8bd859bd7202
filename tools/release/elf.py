"""What a program or a library that was linked for a target must not have, read from the file itself; for wheel.py and tests/release.

GNU's readelf reads the files of every processor, objdump those of its own.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
from typing import Iterator, List, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What a Linux has that is as old as the target says (PEP 600).
SYSTEM = re.compile(r"(ld-linux-(x86-64|aarch64)|lib(c|m|dl|rt|pthread|util))\.so\.\d+$")


def readelf(file: pathlib.Path, *options: str) -> str:
    return subprocess.run(["readelf", "--wide", *options, str(file)], check=True, capture_output=True, text=True).stdout


def glibc_of(target: str) -> Tuple[int, int]:
    """The oldest glibc that the target runs with."""
    major, minor = target.split("-gnu.")[1].split(".")
    return int(major), int(minor)


def faults(file: pathlib.Path, target: str) -> Iterator[str]:
    dynamic = readelf(file, "--dynamic")
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    if target.endswith("-musl"):
        if needed or "INTERP" in readelf(file, "--program-headers"):
            yield "is linked dynamically"
    else:
        versions = readelf(file, "--version-info")
        yield from (f"needs {one}" for one in sorted(set(re.findall(r"GLIBC_ABI_\w+", versions))))
        for version in sorted({(int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", versions)}):
            if version > glibc_of(target):
                yield f"needs symbols of glibc {version[0]}.{version[1]}"
        yield from (f"needs {name}" for name in needed if not SYSTEM.match(name))
    # folders of the machine that it was linked on: the checkout, the home, wherever temporary files are
    content = file.read_bytes()
    for place in sorted({str(ROOT), os.path.expanduser("~"), "/tmp/", "/var/tmp/", "/build/parts/"} - {"/", "/root"}):
        if place.encode() in content:
            yield f"holds the path {place}"


def exported(library: pathlib.Path) -> List[str]:
    rows = [line.split() for line in readelf(library, "--dyn-syms").splitlines()]
    return sorted({row[7].split("@")[0] for row in rows if len(row) > 7 and row[4] in ("GLOBAL", "WEAK", "UNIQUE") and row[6] != "UND"})
