"""A wheel of sigprop that is small: its command is a script that runs a tool which is built already. For the scripts that install the
wheels of releases, and, as the backend of a repository, for what `pip install .` of ours gives."""
import zipfile
from pathlib import Path


def write(folder, tool, version, tag="py3-none-any"):
    path = Path(folder) / f"sigprop-{version}-{tag}.whl"
    info = f"sigprop-{version}.dist-info"
    files = {f"sigprop-{version}.data/scripts/sigprop": f'#!/bin/sh\nexec "{tool}" "$@"\n',
             f"{info}/METADATA": f"Metadata-Version: 2.1\nName: sigprop\nVersion: {version}\n",
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: small_wheel\nRoot-Is-Purelib: true\nTag: {tag}\n"}
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16  # pip keeps who may run it
            archive.writestr(entry, text)
    return path
