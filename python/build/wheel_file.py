"""Writes wheels: a zip file with a few texts beside the files, the same bytes for the same files, in whichever folder and whenever.

They are written here, since a tool that packs them would be one more thing to install and would put its own version into the bytes.
Reference: https://packaging.python.org/en/latest/specifications/binary-distribution-format/.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import zipfile
import zlib
from typing import Callable, Dict, Optional

#: The first date that a zip file can have.
DATE = (1980, 1, 1, 0, 0, 0)


def write_wheel(folder: pathlib.Path, name: str, version: str, tag: str, files: Dict[str, bytes], texts: Dict[str, str], compressed: bool = True,
                deflate: Optional[Callable[[bytes], bytes]] = None) -> pathlib.Path:
    """The wheel NAME-VERSION-TAG.whl in the folder, whole or not at all.

    ``files`` have their paths in site-packages; ``texts`` are those of the folder of metadata, METADATA among them. Files that begin
    as programs do are executable. ``deflate`` makes raw deflated data of those, in place of zlib.
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
    with open(new, "w+b") as out, zipfile.ZipFile(out, "w") as archive:
        for path, content in written.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            is_program = content[:4] == b"\x7fELF"
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.create_system = 3  # Unix, on whichever machine this runs
            if deflate is None or not is_program or not compressed:
                archive.writestr(entry, content, compresslevel=9)  # an entry does not take over the archive's
                continue
            # zipfile takes no compressor: stored as it is, the data gets the header of what it was made from.
            data = deflate(content)
            archive.writestr(entry, data, zipfile.ZIP_STORED)
            entry.compress_type, entry.CRC = zipfile.ZIP_DEFLATED, zlib.crc32(content)
            entry.file_size, entry.compress_size = len(content), len(data)
            out.seek(entry.header_offset)
            out.write(entry.FileHeader())
    new.replace(made)
    return made
