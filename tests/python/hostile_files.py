"""Checkpoints of every format that is read, small ones whose bytes are known, and what strangers make of them."""

from __future__ import annotations

import pathlib
import random
import struct
import sys
import zlib
from typing import Callable, Dict, List

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from checkpoint_samples import WRITERS, gguf, index, old_pt, packed_npz, quantised_gguf, scaled_safetensors  # noqa: E402, F401

Arrays = Dict[str, "np.ndarray"]


def small() -> Arrays:
    draw = np.random.default_rng(1)
    return {"a.weight": draw.standard_normal((4, 3)).astype("f4"), "b": np.ones(3, "f4")}


def written(ending: str, arrays: Arrays) -> bytes:
    return WRITERS[ending]({name: (array.shape, array.tobytes()) for name, array in arrays.items()})


def _file(ending: str) -> Callable[[pathlib.Path, Arrays], pathlib.Path]:
    def write(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
        path = folder / f"w.{ending}"
        path.write_bytes(written(ending, arrays))
        return path

    return write


def _packed(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
    path = folder / "w.npz"
    path.write_bytes(packed_npz({name: (array.shape, array.tobytes()) for name, array in arrays.items()}))
    return path


def _old(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
    path = folder / "w.pt"
    path.write_bytes(old_pt({name: (array.shape, array.tobytes()) for name, array in arrays.items()}))
    return path


def _shards(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
    places = {name: f"m-{i}.safetensors" for i, name in enumerate(arrays)}
    for name, file in places.items():
        (folder / file).write_bytes(written("safetensors", {name: arrays[name]}))
    path = folder / "m.safetensors.index.json"
    path.write_text(index(places))
    return path


def _numbers(arrays: Arrays) -> int:
    return sum(one.size for one in arrays.values())


def _quantised(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
    path = folder / "w.gguf"
    path.write_bytes(quantised_gguf(rows=1 + _numbers(arrays) // 4096))  # some 4000 numbers in a row of each type
    return path


def _scaled(folder: pathlib.Path, arrays: Arrays) -> pathlib.Path:
    path = folder / "w.safetensors"
    path.write_bytes(scaled_safetensors(columns=8 + _numbers(arrays) // 4 // 8 * 8))
    return path


#: How a checkpoint of each format is written into an empty folder; the result is what is given to measure.model.
FORMATS: Dict[str, Callable[[pathlib.Path, Arrays], pathlib.Path]] = {
    **{ending: _file(ending) for ending in WRITERS},
    "npz, compressed": _packed,
    "pt, before PyTorch 1.6": _old,
    "shards": _shards,
    "gguf, quantised": _quantised,
    "safetensors, scaled": _scaled,
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
