#!/usr/bin/env python3
"""Blocks of ggml's quantised types and what they stand for, as ggml's own code reads them.

    python3 ggml_blocks.py write LIBRARY > ggml_blocks.txt   with numpy, gguf 0.19.0, and ggml as a library
    python3 ggml_blocks.py errors LIBRARY                    how far quantising moves weights, of each type

LIBRARY is ggml's src/ggml-quants.c as a shared library, at ggml-org/ggml d99724f2:

    gcc -O2 -ffp-contract=off -shared -fPIC -Iinclude -Isrc src/ggml-quants.c stub.c -lm -o libquants.so

where stub.c has the few functions that it calls elsewhere (ggml_abort, allocation). Random blocks have finite scales; the others are
what ggml makes of normal weights. Each block is read by ggml and by the package gguf, which must agree to the last bit (gguf reads no
Q8_K), and kept with the CRC-32 of its float32 and, where it was
made of weights, how far these lie from it.
"""
import ctypes
import sys
import zlib

import numpy as np
from gguf import GGMLQuantizationType, quants
from gguf.constants import GGML_QUANT_SIZES

TYPES = ("q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q2_K", "q3_K", "q4_K", "q5_K", "q6_K", "q8_K", "tq1_0", "tq2_0", "iq4_nl", "iq4_xs", "mxfp4")


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


class Ggml:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def read(self, name, blocks):
        elements, size = GGML_QUANT_SIZES[GGMLQuantizationType[name.upper()]]
        made = np.empty(blocks.size // size * elements, "f4")
        getattr(self.library, f"dequantize_row_{name}")(pointer(blocks), pointer(made), ctypes.c_int64(made.size))
        return made

    def write(self, name, weights):
        elements, size = GGML_QUANT_SIZES[GGMLQuantizationType[name.upper()]]
        weights = np.ascontiguousarray(weights, "f4")
        made = np.zeros(weights.size // elements * size, "u1")
        getattr(self.library, f"quantize_row_{name}_ref")(pointer(weights), pointer(made), ctypes.c_int64(weights.size))
        return made


def random_blocks(ggml, name, draw, count):
    size = GGML_QUANT_SIZES[GGMLQuantizationType[name.upper()]][1]
    while count > 0:
        block = draw.integers(0, 256, size, dtype="u1")
        if np.isfinite(ggml.read(name, block)).all():
            count -= 1
            yield block


def vectors(ggml):
    draw = np.random.default_rng(1)
    print("# type, what it is, the block, CRC-32 of its float32, rms and largest distance of the weights: ggml-org/ggml d99724f2 and gguf 0.19.0; tests/vectors/ggml_blocks.py")
    for name in TYPES:
        kind = GGMLQuantizationType[name.upper()]
        elements = GGML_QUANT_SIZES[kind][0]
        made = [("random", one, None) for one in random_blocks(ggml, name, draw, 3)]
        for std in (0.02, 3e-5):
            weights = (draw.standard_normal(elements) * std).astype("f4")
            made.append(("normal", ggml.write(name, weights), weights))
        for origin, block, weights in made:
            values = ggml.read(name, block)
            if name != "q8_K":
                other = quants.dequantize(block.reshape(1, -1), kind).ravel().astype("f4")
                assert (values.view("u4") == other.view("u4")).all(), name
            moved = np.zeros(1) if weights is None else np.abs(values.astype("f8") - weights)
            print(kind.name, origin, block.tobytes().hex(), f"{zlib.crc32(values.astype('<f4').tobytes()):08x}",
                  f"{np.sqrt(np.mean(moved**2)):.6g} {moved.max():.6g}")


def errors(ggml):
    draw = np.random.default_rng(2)
    laws = {"normal": draw.standard_normal(1 << 18) * 0.02, "uniform": draw.uniform(-0.05, 0.05, 1 << 18), "t of 3": draw.standard_t(3, 1 << 18) * 0.02}
    for name in TYPES:
        for law, weights in laws.items():
            weights = weights.astype("f4")
            moved = ggml.read(name, ggml.write(name, weights)).astype("f8") - weights
            rms = np.sqrt(np.mean(np.square(weights, dtype="f8")))
            print(f"{name:7} {law:8} rms of the distances / rms of the weights {np.sqrt(np.mean(moved**2)) / rms:.4f}, "
                  f"std moved by {np.sqrt(np.mean((weights + moved) ** 2)) / rms - 1:+.2e}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "errors"):
        sys.exit(__doc__)
    (vectors if sys.argv[1] == "write" else errors)(Ggml(sys.argv[2]))
