"""Writes wheels: a zip file with a few texts beside the files, the same bytes for the same files, in whichever folder and whenever.

They are written here, since a tool that packs them would be one more thing to install and would put its own version into the bytes.
Reference: https://packaging.python.org/en/latest/specifications/binary-distribution-format/.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import zipfile
from typing import Dict

#: The first date that a zip file can have.
DATE = (1980, 1, 1, 0, 0, 0)


def write_wheel(folder: pathlib.Path, name: str, version: str, tag: str, files: Dict[str, bytes], texts: Dict[str, str], compressed: bool = True) -> pathlib.Path:
    """The wheel NAME-VERSION-TAG.whl in the folder, whole or not at all.

    ``files`` have their paths in site-packages; ``texts`` are those of the folder of metadata, METADATA among them. Files that begin
    as programs do are executable.
    """
    info = f"{name}-{version}.dist-info"
    pure = "true" if tag.endswith("-any") else "false"
    wheel = f"Wheel-Version: 1.0\nGenerator: sigprop python/build/wheel_file.py\nRoot-Is-Purelib: {pure}\nTag: {tag}\n"
    written = dict(sorted(files.items()))
    for path, text in sorted({**texts, "WHEEL": wheel}.items()):
        written[f"{info}/{path}"] = text.encode()
    record = ""
    for path, content in written.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    written[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()

    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{name}-{version}-{tag}.whl"
    new = made.with_suffix(".whl.new")
    with zipfile.ZipFile(new, "w") as archive:
        for path, content in written.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            entry.external_attr = (0o100755 if content[:4] == b"\x7fELF" else 0o100644) << 16
            entry.create_system = 3  # Unix, on whichever machine this runs
            archive.writestr(entry, content, compresslevel=9)  # an entry does not take over the archive's
    new.replace(made)
    return made
