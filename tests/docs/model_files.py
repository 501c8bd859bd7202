"""The checkpoints that the pages speak of: a small GPT-2 as a .safetensors file, as shards, as an archive; before and after
some training. Seeds are fixed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from checkpoint_samples import WRITERS, index  # noqa: E402

LAYERS, WIDTH, VOCAB, CONTEXT = 4, 96, 500, 64


def safetensors(path: Path, tensors: Dict[str, numpy.ndarray]) -> None:
    path.write_bytes(WRITERS["safetensors"]({name: (one.shape, one.astype("<f4").tobytes()) for name, one in tensors.items()}))


def gpt2(seed: int) -> Dict[str, numpy.ndarray]:
    """As transformers initialises it; the head is the embedding."""
    random = numpy.random.default_rng(seed)
    scaled = 0.02 / (2 * LAYERS) ** 0.5
    model = {"wte.weight": random.normal(0, 0.02, (VOCAB, WIDTH)), "wpe.weight": random.normal(0, 0.02, (CONTEXT, WIDTH))}
    for layer in range(LAYERS):
        for name, shape, std in (("attn.c_attn", (WIDTH, 3 * WIDTH), 0.02), ("attn.c_proj", (WIDTH, WIDTH), scaled),
                                 ("mlp.c_fc", (WIDTH, 4 * WIDTH), 0.02), ("mlp.c_proj", (4 * WIDTH, WIDTH), scaled)):
            model[f"h.{layer}.{name}.weight"] = random.normal(0, std, shape)
        for name in ("ln_1", "ln_2"):
            model[f"h.{layer}.{name}.weight"] = numpy.ones(WIDTH)
    model["ln_f.weight"] = numpy.ones(WIDTH)
    return model


def make(folder: Path) -> None:
    model = gpt2(1)
    safetensors(folder / "model.safetensors", model)
    numpy.savez(folder / "checkpoint.npz", **{name: array.astype("float32") for name, array in model.items()})
    shards = folder / "shards"
    shards.mkdir(exist_ok=True)
    safetensors(shards / "model-00001-of-00001.safetensors", model)
    (shards / "model.safetensors.index.json").write_text(index({name: "model-00001-of-00001.safetensors" for name in model}))
    safetensors(folder / "before.safetensors", model)
    forgot = numpy.random.default_rng(3).normal(0, 0.02, (4 * WIDTH, WIDTH))
    safetensors(folder / "forgot.safetensors", {**model, "h.2.mlp.c_proj.weight": forgot})  # without 1/sqrt(2 layers)
    random = numpy.random.default_rng(2)
    moved = {name: array + random.normal(0, 0.002, array.shape) for name, array in model.items()}
    moved["h.1.mlp.c_fc.weight"] = random.normal(0, 0.02, model["h.1.mlp.c_fc.weight"].shape)
    safetensors(folder / "after.safetensors", moved)
