"""Checkpoints of every format that is read, small ones whose bytes are known, and what strangers make of them."""

from __future__ import annotations

import json
import pathlib
import random
import struct
import zlib
from typing import Callable, Dict, List

import numpy as np


def _arrays() -> Dict[str, "np.ndarray"]:
    draw = np.random.default_rng(1)
    return {"a.weight": draw.standard_normal((4, 3)).astype("f4"), "b": np.ones(3, "f4")}


def safetensors(arrays: Dict[str, "np.ndarray"]) -> bytes:
    header, data = {}, b""
    for name, array in arrays.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def gguf(arrays: Dict[bytes, "np.ndarray"]) -> bytes:
    """As llama.cpp writes it; names are bytes, which need not be UTF-8."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(arrays), 0)
    data = b""
    for name, array in arrays.items():
        head += struct.pack("<Q", len(name)) + name + struct.pack("<I", array.ndim)
        head += b"".join(struct.pack("<Q", length) for length in reversed(array.shape))
        head += struct.pack("<IQ", 0, len(data))
        data += array.tobytes() + b"\0" * (-array.nbytes % 32)
    return head + b"\0" * (-len(head) % 32) + data


def _shards(folder: pathlib.Path) -> pathlib.Path:
    arrays = _arrays()
    places = {name: f"m-{i}.safetensors" for i, name in enumerate(arrays)}
    for name, file in places.items():
        (folder / file).write_bytes(safetensors({name: arrays[name]}))
    path = folder / "m.safetensors.index.json"
    path.write_text(json.dumps({"metadata": {}, "weight_map": places}))
    return path


def _written(name: str, content: Callable[[], bytes]) -> Callable[[pathlib.Path], pathlib.Path]:
    def write(folder: pathlib.Path) -> pathlib.Path:
        path = folder / name
        path.write_bytes(content())
        return path

    return write


def _saved(name: str, save: Callable[..., None]) -> Callable[[pathlib.Path], pathlib.Path]:
    def write(folder: pathlib.Path) -> pathlib.Path:
        path = folder / name
        save(path, **_arrays())
        return path

    return write


def _npy(folder: pathlib.Path) -> pathlib.Path:
    path = folder / "w.npy"
    np.save(path, _arrays()["a.weight"])
    return path


#: How a checkpoint of each format is written into an empty folder; the result is what is given to measure.model.
FORMATS: Dict[str, Callable[[pathlib.Path], pathlib.Path]] = {
    "npy": _npy,
    "npz": _saved("w.npz", np.savez),
    "npz, compressed": _saved("w.npz", np.savez_compressed),
    "safetensors": _written("w.safetensors", lambda: safetensors(_arrays())),
    "shards": _shards,
    "gguf": _written("w.gguf", lambda: gguf({name.encode(): one for name, one in _arrays().items()})),
}


def mutated(bytes_: bytes, draw: random.Random) -> bytes:
    """One to four changes: bits, bytes that mean much, lengths, pieces cut, doubled and moved."""
    data = bytearray(bytes_)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(data)) if data else 0
        kind = draw.randrange(7)
        if not data or kind == 0:
            data[at:at] = draw.randbytes(draw.randint(1, 16))
        elif kind == 1:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 2:
            data[at] = draw.choice(b"\x00\x01\x7f\x80\xff\"{}[],:'09-")
        elif kind == 3:
            del data[at:]
        elif kind == 4:
            del data[at : at + draw.randint(1, 32)]
        elif kind == 5:
            data[at : at + 8] = struct.pack("<Q", draw.choice([0, 1, 2**31, 2**32 - 1, 2**62, 2**64 - 1, len(data)]))
        else:
            piece = data[at : at + draw.randint(1, 64)]
            place = draw.randrange(len(data))
            data[place:place] = piece
    return bytes(data)


def stored_entries(path: pathlib.Path) -> List[range]:
    """Where the payloads of a zip archive's entries lie."""
    import zipfile

    places = []
    with zipfile.ZipFile(path) as archive:
        for one in archive.infolist():
            with open(path, "rb") as file:
                file.seek(one.header_offset + 26)
                name, extra = struct.unpack("<HH", file.read(4))
            begin = one.header_offset + 30 + name + extra
            places.append(range(begin, begin + one.compress_size))
            with open(path, "rb") as file:
                file.seek(begin)
                packed = file.read(one.compress_size)
            assert one.compress_type or zlib.crc32(packed) == one.CRC
    return places
