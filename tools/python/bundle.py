#!/usr/bin/env python3
"""Puts the shared libraries of an extension into its wheel, as auditwheel does on other systems.

    bundle.py IN.whl FOLDER

Libraries of the system's C and C++ stay outside: every Linux has them, from the version that the new wheel's tag names.
A bundled library gets a name of its own, so that another package's copy of it is no obstacle, and its Debian
copyright file goes along. Needs patchelf, objdump, dpkg and python3-wheel.
"""

from __future__ import annotations

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

#: Debian's FLINT offers an interface to NTL, which sigprop never calls; NTL brings gf2x, which is under the GPL. A
#: stand-in with the names that FLINT's loader asks for keeps both out.
STAND_INS = {"libntl.so": "libflint.so", "libgf2x.so": "libntl.so"}
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|stdc\+\+|gcc_s))\.so[.0-9]*$")


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(library: pathlib.Path) -> dict[str, pathlib.Path]:
    """The libraries that it needs beyond the system's, directly and through others, with the files that are found."""
    found = {}
    for line in output("ldd", str(library)).splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        if not arrow or SYSTEM.match(name):
            continue
        if rest.startswith("not found"):
            sys.exit(f"bundle.py: {library.name} needs {name}, which is not on this machine")
        found[name] = pathlib.Path(rest.split(" (")[0])
    return found


def symbols(library: pathlib.Path, *options: str) -> dict[str, str]:
    """The dynamic symbols with their kinds, as nm prints them."""
    found = {}
    for line in output("nm", "--dynamic", *options, str(library)).splitlines():
        *_, kind, name = line.split()
        found[name.split("@")[0]] = kind
    return found


def make_stand_in(library: pathlib.Path, user: pathlib.Path, target: pathlib.Path) -> None:
    """A library with the symbols of another that its user asks for, whose functions abort."""
    wanted = sorted(symbols(user, "--undefined-only").keys() & symbols(library, "--defined-only").keys())
    local = {line.split()[7].split("@")[0] for line in output("readelf", "-W", "--dyn-syms", str(library)).splitlines() if " TLS " in line}
    code = "#include <stdlib.h>\n"
    for name in wanted:
        code += f"__thread void* {name};\n" if name in local else f"void {name}(void) {{ abort(); }}\n"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-", "-o", str(target)], input=code, text=True, check=True)


def glibc_of(files: list[pathlib.Path]) -> tuple[int, int]:
    """The newest version of glibc whose symbols the files use."""
    versions = {(2, 17)}
    for file in files:
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", str(file))):
            versions.add((int(major), int(minor)))
    return max(versions)


def add_copyright(library: pathlib.Path, folder: pathlib.Path) -> None:
    # by name: dpkg knows some as /lib/…, which is /usr/lib/… where folders are merged
    package = output("dpkg", "-S", f"*/{library.resolve().name}").split(":")[0]
    source = pathlib.Path("/usr/share/doc") / package / "copyright"
    if not source.exists():
        sys.exit(f"bundle.py: no copyright file of {package}: {source}")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, folder / f"{package}.txt")


def bundle(root: pathlib.Path, info: pathlib.Path) -> list[pathlib.Path]:
    """Moves what the extension needs into sigprop.libs; all files of machine code."""
    (extension,) = (root / "sigprop").glob("_core*.so")
    libraries = needed(extension)
    folder = root / "sigprop.libs"
    folder.mkdir()
    renamed = {}
    for name, file in libraries.items():
        stem = name.partition(".so")[0] + ".so"
        if stem in STAND_INS:
            users = [user for other, user in libraries.items() if other.startswith(STAND_INS[stem])]
            if STAND_INS[stem] not in STAND_INS:
                renamed[name] = name.replace(".so", "-standin.so")
                make_stand_in(file, users[0], folder / renamed[name])
            continue
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        stem, _, version = name.partition(".so")
        renamed[name] = f"{stem}-{digest}.so{version}"
        shutil.copyfile(file, folder / renamed[name])
        add_copyright(file, info / "licenses")
    for target in [extension, *(folder / name for name in renamed.values())]:
        subprocess.run(["strip", "--strip-unneeded", str(target)], check=True)  # before patchelf, whose files it breaks
        direct = output("patchelf", "--print-needed", str(target)).split()
        for name in direct:
            if name in renamed:
                subprocess.run(["patchelf", "--replace-needed", name, renamed[name], str(target)], check=True)
        place = "$ORIGIN/../sigprop.libs" if target == extension else "$ORIGIN"
        subprocess.run(["patchelf", "--set-rpath", place, str(target)], check=True)
        if target != extension:
            subprocess.run(["patchelf", "--set-soname", target.name, str(target)], check=True)
    return [extension, *(folder / name for name in renamed.values())]


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", arguments[0], "-d", work], check=True, stdout=subprocess.DEVNULL)
        (root,) = pathlib.Path(work).iterdir()
        (info,) = root.glob("*.dist-info")
        files = bundle(root, info)
        major, minor = glibc_of(files)
        machine = output("uname", "-m").strip()
        words = (info / "WHEEL").read_text()
        words = re.sub(r"-linux_\w+", f"-manylinux_{major}_{minor}_{machine}", words)
        (info / "WHEEL").write_text(words)
        subprocess.run([sys.executable, "-m", "wheel", "pack", str(root), "-d", arguments[1]], check=True, stdout=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
