"""Bytes of small checkpoints as other programs write them, by their formats' own rules and with the standard library alone.

A writer takes what a file of its format may hold, right or not; `WRITERS` has one for each format from the same few tensors of float32.
"""
import io
import json
import struct
import zipfile
from typing import Any, Callable, Dict, Iterable, Optional, Sequence, Tuple

Pair = Tuple[bytes, int, bytes]
Tensors = Dict[str, Tuple[Sequence[int], bytes]]  # shape and float32, little-endian


def npy(descr: str, shape: Sequence[int], data: bytes, version: int = 1, fortran: bool = False) -> bytes:
    """As numpy.save: the header is padded to a multiple of 64."""
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {tuple(shape)}, }}".encode()
    fixed = 10 if version == 1 else 12
    length = (len(text) + 1 + fixed + 63) // 64 * 64 - fixed
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", length) + text.ljust(length - 1) + b"\n" + data


def archive(entries: Dict[str, bytes], method: int = zipfile.ZIP_STORED, zip64: bool = False) -> bytes:
    """A zip archive, as numpy.savez makes of .npy files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = method
            with made.open(info, "w", force_zip64=zip64) as entry:
                entry.write(content)
    return file.getvalue()


def safetensors(tensors: Iterable[Tuple[str, str, Sequence[int], bytes]], metadata: Optional[Dict[str, str]] = None) -> bytes:
    """Of names, dtypes, shapes and bytes. https://github.com/huggingface/safetensors#format"""
    header: Dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    data = b""
    for name, dtype, shape, some in tensors:
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(some)]}
        data += some
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def gguf(tensors: Sequence[Tuple[bytes, Sequence[int], int, bytes]], pairs: Sequence[Pair] = (), version: int = 3, alignment: int = 32) -> bytes:
    """As llama.cpp writes it, of names, shapes, types of ggml and bytes; names are bytes, which need not be UTF-8."""
    def text(value: bytes) -> bytes:
        return struct.pack("<Q", len(value)) + value
    pairs = [(b"general.alignment", 4, struct.pack("<I", alignment)), *pairs]
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(pairs))
    for key, kind, value in pairs:
        head += text(key) + struct.pack("<I", kind) + value
    data = b""
    for name, shape, kind, some in tensors:
        data += bytes(-len(data) % alignment)
        head += text(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", n) for n in reversed(shape)) + struct.pack("<IQ", kind, len(data))
        data += some
    return head + bytes(-len(head) % alignment) + data


def _integer(value: int) -> bytes:
    return b"\x8a\x08" + struct.pack("<q", value)


def _text(value: str) -> bytes:
    return b"X" + struct.pack("<I", len(value.encode())) + value.encode()


def _tuple(*items: bytes) -> bytes:
    return b"(" + b"".join(items) + b"t"


def torch_pickle(tensors: Tensors) -> bytes:
    """The state dict of torch.save, protocol 2: a storage for each tensor, with the keys 0, 1, …"""
    items = b""
    for key, (name, (shape, data)) in enumerate(tensors.items()):
        strides = [1] * len(shape)
        for axis in reversed(range(len(shape) - 1)):
            strides[axis] = strides[axis + 1] * shape[axis + 1]
        storage = _tuple(_text("storage"), b"ctorch\nFloatStorage\n", _text(str(key)), _text("cpu"), _integer(len(data) // 4)) + b"Q"
        items += _text(name) + b"ctorch._utils\n_rebuild_tensor_v2\n" + _tuple(
            storage, _integer(0), _tuple(*map(_integer, shape)), _tuple(*map(_integer, strides)), b"\x89", b"ccollections\nOrderedDict\n)R") + b"R"
    return b"\x80\x02ccollections\nOrderedDict\n)R(" + items + b"u."


def pt(tensors: Tensors) -> bytes:
    """As torch.save."""
    storages = {f"archive/data/{key}": data for key, (_, data) in enumerate(tensors.values())}
    return archive({"archive/data.pkl": torch_pickle(tensors), "archive/byteorder": b"little", **storages, "archive/version": b"3\n"})


#: What torch.save began a file with before PyTorch 1.6: pickles of a number, of its protocol and of the machine.
OLD_PT_HEAD = (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19." + b"\x80\x02M\xe9\x03." + b"\x80\x02}" + _text("little_endian") + b"\x88s.")


def old_pt(tensors: Tensors) -> bytes:
    """As torch.save before PyTorch 1.6: the storages stand behind the pickles."""
    keys = b"\x80\x02](" + b"".join(_text(str(key)) for key in range(len(tensors))) + b"e."
    storages = b"".join(struct.pack("<q", len(data) // 4) + data for _, data in tensors.values())
    return OLD_PT_HEAD + torch_pickle(tensors) + keys + storages


def _npz(tensors: Tensors, method: int = zipfile.ZIP_STORED) -> bytes:
    return archive({f"{name}.npy": npy("<f4", shape, data) for name, (shape, data) in tensors.items()}, method)


#: A file of each format that is read, named as its files end. A format of one array takes the first tensor.
WRITERS: Dict[str, Callable[[Tensors], bytes]] = {
    "npy": lambda tensors: npy("<f4", *next(iter(tensors.values()))),
    "npz": _npz,
    "pt": pt,
    "safetensors": lambda tensors: safetensors((name, "F32", *one) for name, one in tensors.items()),
    "gguf": lambda tensors: gguf([(name.encode(), shape, 0, data) for name, (shape, data) in tensors.items()]),
}


#: Types of ggml with the elements and the bytes of a block.
GGML_BLOCKS = {2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176),
               14: (256, 210), 15: (256, 292), 16: (256, 66), 20: (32, 18), 23: (256, 136), 34: (256, 54), 35: (256, 66), 39: (32, 17)}


def quantised_gguf(rows: int = 1) -> bytes:
    """A tensor of each type, whose blocks count up from 1, so that scales are finite."""
    return gguf([(b"t%d" % kind, [rows, elements], kind, bytes(1 + i % 60 for i in range(rows * size))) for kind, (elements, size) in GGML_BLOCKS.items()],
                [(b"general.architecture", 8, struct.pack("<Q", 5) + b"llama")])


def scaled_safetensors(columns: int = 8) -> bytes:
    """Numbers of 8 bits with a scale for each row, one for all, and none."""
    numbers = bytes(range(0x20, 0x40))
    return safetensors([("a.weight", "F8_E4M3", [4, columns], numbers * (columns // 8)), ("a.weight_scale_inv", "F32", [4, 1], struct.pack("<4f", 1, 2, 3, 4)),
                        ("b.weight", "F8_E5M2", [32], numbers), ("b.weight_scale", "BF16", [], b"\x80\x3f"), ("c.weight", "F8_E4M3", [1], b"8")])


def packed_npz(tensors: Tensors) -> bytes:
    """As numpy.savez_compressed."""
    return _npz(tensors, zipfile.ZIP_DEFLATED)


def index(places: Dict[str, str]) -> str:
    """The index of shards: the file of each tensor."""
    return json.dumps({"metadata": {}, "weight_map": places})
