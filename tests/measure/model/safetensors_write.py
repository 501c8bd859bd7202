"""Writes .safetensors files by the format's own rules, a block of rows at a time: memory does not grow with the file.

A file is eight bytes with the length of the header (little-endian), the header (JSON, padded with spaces to a multiple
of eight), then the tensors without holes, little-endian and in C order. Each entry names dtype, shape and its place
relative to the end of the header. https://github.com/huggingface/safetensors#format
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import struct
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np

BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8}


@dataclasses.dataclass(frozen=True)
class Stored:
    """A tensor to write: `blocks()` yields its entries in order, in arrays of any shape."""

    name: str
    shape: Tuple[int, ...]
    dtype: str
    blocks: Callable[[], Iterable[Any]]

    @property
    def count(self) -> int:
        return math.prod(self.shape)

    @property
    def size(self) -> int:
        """Bytes in the file."""
        if self.dtype not in BYTES:
            raise ValueError(f"tensor {self.name!r}: there is no dtype '{self.dtype}' here: {', '.join(BYTES)}")
        return self.count * BYTES[self.dtype]


def of_array(name: str, array: Any, dtype: str = "F32") -> Stored:
    """An array in memory as a tensor to write."""
    return Stored(name, tuple(int(n) for n in array.shape), dtype, lambda: [array])


def bfloat16_bits(values: Any) -> Any:
    """The upper halves of the float32 nearest to the values, rounded to nearest, ties to even. NaN stays NaN."""
    single = np.ascontiguousarray(values, dtype="<f4")
    bits = single.view("<u4")
    rounded = ((bits.astype("<u8") + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")
    return np.where(np.isnan(single), np.uint16(0x7FC0), rounded)


def encoded(values: Any, dtype: str) -> bytes:
    """The bytes of the values in a dtype of the format."""
    if dtype == "BF16":
        return bfloat16_bits(values).astype("<u2").tobytes()
    return np.ascontiguousarray(values, dtype={"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8"}[dtype]).tobytes()


def header(tensors: Sequence[Stored], metadata: Optional[Dict[str, str]] = None) -> bytes:
    """The length and the padded header of a file with these tensors, in this order."""
    entries: Dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    begin = 0
    for tensor in tensors:
        if tensor.name in entries or tensor.name == "__metadata__":
            raise ValueError(f"tensor {tensor.name!r} stands twice: names are unique in a file")
        end = begin + tensor.size
        entries[tensor.name] = {"dtype": tensor.dtype, "shape": list(tensor.shape), "data_offsets": [begin, end]}
        begin = end
    text = json.dumps(entries, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text


def write(path: Path, tensors: Sequence[Stored], metadata: Optional[Dict[str, str]] = None) -> None:
    """Writes a file; it appears under its name only when it is whole."""
    path = Path(path)
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with open(unfinished, "wb") as file:
            file.write(header(tensors, metadata))
            for tensor in tensors:
                count = 0
                for block in tensor.blocks():
                    count += block.size
                    file.write(encoded(block, tensor.dtype))
                if count != tensor.count:
                    raise ValueError(f"tensor {tensor.name!r} yields {count} entries, its shape has {tensor.count}")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_sharded(folder: Path, tensors: Sequence[Stored], shard_bytes: int,
                  metadata: Optional[Dict[str, str]] = None) -> Path:
    """Writes shards of at most shard_bytes (a larger tensor is a shard of its own) and the index that names them,
    model.safetensors.index.json, as transformers does; returns the path of the index."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shards: List[List[Stored]] = [[]]
    for tensor in tensors:
        if shards[-1] and sum(one.size for one in shards[-1]) + tensor.size > shard_bytes:
            shards.append([])
        shards[-1].append(tensor)
    places: Dict[str, str] = {}
    for number, shard in enumerate(shards, 1):
        name = f"model-{number:05}-of-{len(shards):05}.safetensors"
        write(folder / name, shard, metadata)
        for tensor in shard:
            if tensor.name in places:
                raise ValueError(f"tensor {tensor.name!r} stands twice: names are unique in a model")
            places[tensor.name] = name
    index = folder / "model.safetensors.index.json"
    total = sum(tensor.size for tensor in tensors)
    index.write_text(json.dumps({"metadata": {"total_size": total}, "weight_map": places}, indent=2) + "\n")
    return index
