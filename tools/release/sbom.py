#!/usr/bin/env python3
"""Writes what a release of sigprop is made of, as CycloneDX 1.6 in JSON: every part of the wheels, of the static tool and of the pages,
with its version, its licence and where its source is.

    python3 tools/release/sbom.py FILE    "-" prints it

The static libraries are those of tools/release/sources.txt, headers have the versions of Debian's packages that are installed here, the
rest comes with the compiler, which tools/requirements/release.txt pins. The same tree and packages give the same bytes: the only time in
it is that of SOURCE_DATE_EPOCH, where it is set.
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.parse
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/build"))
import backend  # noqa: E402

# Debian's source package: what its authors call it, the licence in SPDX's words
STATIC = {
    "gmp": ("GMP", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "mpfr4": ("MPFR", "LGPL-3.0-or-later"),
    "flint": ("FLINT", "LGPL-2.1-or-later"),
    "flint-arb": ("Arb", "LGPL-2.1-or-later"),
    "nettle": ("Nettle", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "unicode-data": ("Unicode Character Database", "Unicode-DFS-2016"),
    "re2": ("RE2", "BSD-3-Clause"),
    "fmtlib": ("fmt", "MIT"),
    "zlib": ("zlib", "Zlib"),
    "highway": ("Highway", "Apache-2.0"),
}
# The binary package, since nothing but headers is taken: Debian's source package, name, licence
HEADERS = {
    "libboost1.74-dev": ("boost1.74", "Boost", "BSL-1.0"),
    "libeigen3-dev": ("eigen3", "Eigen", "MPL-2.0"),
    "tao-pegtl-dev": ("tao-pegtl", "PEGTL", "MIT"),
    "nlohmann-json3-dev": ("nlohmann-json3", "JSON for Modern C++", "MIT"),
    "librandom123-dev": ("random123", "Random123", "BSD-3-Clause"),
    "libcli11-dev": ("cli11", "CLI11", "BSD-3-Clause"),
    "libtomlplusplus-dev": ("tomlplusplus", "toml++", "MIT"),
}
# What comes with zig, whose package names no versions of its parts: lib/libcxx/include/__config and lib/libc/musl/src/internal/version.h do.
ZIG = {"0.17.1": {"llvm": "22.1.8", "musl": "1.2.5"}}
LLVM = "Apache-2.0 WITH LLVM-exception"
UPLOT = "src/report/page/uplot/uPlot.iife.min.js"


class Unknown(Exception):
    """Something whose licence or version nobody has written down, or that is not here."""


def found(pattern, path, what):
    match = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise Unknown(f"{path} has no {what}")
    return match[1]


def upstream(version):
    """The authors' part of a version of Debian's: 6.2.1 of 2:6.2.1+dfsg1-1.1."""
    return re.sub(r"[.+]dfsg.*|\+ds.*", "", version.partition(":")[2] or version).rsplit("-", 1)[0]


def purl(package, version, kind):
    return f"pkg:deb/debian/{package}@{urllib.parse.quote(version, safe='')}?arch={kind}&distro=bookworm"


def component(reference, name, version, licence, role, **more):
    expression = " OR " in licence or " WITH " in licence
    return {"type": "library", "bom-ref": reference, "name": name, "version": version,
            "licenses": [{"expression": licence} if expression else {"license": {"id": licence}}], **more,
            "properties": [{"name": "sigprop:part", "value": role}]}


def sources(path):
    """The rows of sources.txt: package, version, file, SHA-256."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 4 or not re.fullmatch("[0-9a-f]{64}", words[3]):
            raise Unknown(f"{path.name}:{number}: a row is a package, its version, a file and its SHA-256")
        yield words


def from_sources(path):
    """A component for each row; packages of headers may stand there, too, and are then taken from there."""
    for package, version, file, digest in sources(path):
        if package in STATIC:
            source, (name, licence), role = package, STATIC[package], "linked statically, symbols hidden"
        elif package in HEADERS:
            source, name, licence = HEADERS[package]
            role = "compiled in from headers"
        else:
            raise Unknown(f"nobody has written down the licence of {package}: add a row to STATIC or HEADERS in tools/release/sbom.py")
        yield package, component(purl(package, version, "all" if file.endswith(".deb") else "source"), name, upstream(version), licence, role,
                                 purl=purl(package, version, "all" if file.endswith(".deb") else "source"),
                                 externalReferences=[{"type": "source-distribution", "url": f"https://sources.debian.org/src/{source}/{urllib.parse.quote(version)}/", "comment": file,
                                                      "hashes": [{"alg": "SHA-256", "content": digest}]}])


def installed(package):
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status} ${Version} ${Architecture}", package], capture_output=True, text=True)
    except OSError:
        raise Unknown("there is no dpkg-query, which knows the versions of the headers: a release is made on Debian") from None
    status, *words = done.stdout.split()[:3] or ["missing"]
    if status != "installed" or len(words) != 2:
        raise Unknown(f"{package} is not installed, whose version is wanted: bash tools/setup.sh")
    return words


def from_headers(already):
    for package, (_, name, licence) in HEADERS.items():
        if package not in already:
            version, kind = installed(package)
            yield component(purl(package, version, kind), name, upstream(version), licence, "compiled in from headers", purl=purl(package, version, kind))


def from_compiler():
    zig = found(r"^ziglang==(\S+)", "tools/requirements/release.txt", "line ziglang==VERSION")
    if zig not in ZIG:
        raise Unknown(f"nobody has written down which LLVM and musl zig {zig} has: add a row to ZIG in tools/release/sbom.py")
    of_zig = {"externalReferences": [{"type": "website", "url": "https://ziglang.org", "comment": f"pkg:pypi/ziglang@{zig}: the compiler, which has it"}]}
    for name in ("libc++", "libc++abi", "libunwind"):
        yield component(f"zig-{name}", name, ZIG[zig]["llvm"], LLVM, "linked statically, with the compiler", **of_zig)
    yield component("zig-compiler-rt", "zig's compiler-rt", zig, "MIT", "linked statically, with the compiler", **of_zig)
    yield component("zig-musl", "musl", ZIG[zig]["musl"], "MIT", "linked statically, in what is built for musl", **of_zig)


def own_files():
    digest = hashlib.sha256((ROOT / UPLOT).read_bytes()).hexdigest()
    version = found(r"uPlot \(v([0-9.]+)\)", UPLOT, "version of uPlot")
    yield component("uplot", "uPlot", version, "MIT", "copied into pages of reports that have curves", purl=f"pkg:npm/uplot@{version}",
                    hashes=[{"alg": "SHA-256", "content": digest}])


def bill(source_list, epoch):
    version = backend.version()
    homepage = backend.cmake_setting("HOMEPAGE_URL")
    listed = dict(from_sources(source_list))
    components = sorted([*listed.values(), *from_headers(listed), *from_compiler(), *own_files()], key=lambda one: one["name"].lower())
    whole = {"type": "application", "bom-ref": "sigprop", "name": "sigprop", "version": version, "licenses": [{"license": {"id": "MIT"}}],
             "description": backend.cmake_setting("DESCRIPTION"),
             "externalReferences": [{"type": "vcs", "url": homepage}]}
    metadata = {"component": whole}
    if epoch is not None:
        moment = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
        metadata = {"timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), **metadata}
    body = {"version": 1, "metadata": metadata, "components": components,
            "dependencies": [{"ref": "sigprop", "dependsOn": [one["bom-ref"] for one in components]}]}
    # The number of a bill is to differ where the bill does, and only there.
    number = uuid.uuid5(uuid.NAMESPACE_URL, homepage + json.dumps(body, sort_keys=True))
    return {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
            "serialNumber": f"urn:uuid:{number}", **body}


def main(words):
    if len(words) != 1 or words[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not re.fullmatch("[0-9]{1,11}", epoch):
        print(f"tools/release/sbom.py: SOURCE_DATE_EPOCH is '{epoch}', and no number of seconds", file=sys.stderr)
        return 2
    try:
        text = json.dumps(bill(ROOT / "tools/release/sources.txt", None if epoch is None else int(epoch)), indent=2, ensure_ascii=False) + "\n"
        if words[0] == "-":
            sys.stdout.write(text)
        else:
            Path(words[0]).write_text(text, encoding="utf-8")
    except Unknown as error:
        print(f"tools/release/sbom.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"tools/release/sbom.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
