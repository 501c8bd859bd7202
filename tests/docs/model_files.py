"""The checkpoints that the pages speak of: a small GPT-2 as a .safetensors file, as shards, as an archive; before and after
some training. Seeds are fixed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Dict, Tuple

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


def mlp(random: numpy.random.Generator) -> Dict[str, numpy.ndarray]:
    """He's normal law by fan_in, but for the last layer, whose std is that of its fan_out."""
    model = {}
    for layer, (inputs, outputs, fan) in enumerate(((64, 256, 64), (256, 128, 256), (128, 50, 50))):
        model[f"{2 * layer}.weight"] = random.normal(0, (2 / fan) ** 0.5, (outputs, inputs))
        model[f"{2 * layer}.bias"] = numpy.zeros(outputs)
    return model


def never_written(random: numpy.random.Generator, shape: Tuple[int, ...]) -> numpy.ndarray:
    """Random bits, as memory has them that nothing was written to, without the patterns of NaN and infinity."""
    bits = random.integers(0, 2 ** 32, shape, dtype=numpy.uint32)
    exponent = numpy.uint32(0x7F800000)
    return numpy.where(bits & exponent == exponent, numpy.uint32(0), bits).view("<f4")


def questions(folder: Path) -> None:
    """What guides/questions.md measures. x.npy, dy.npy and w.npy are in the folder."""
    random = numpy.random.default_rng(3)
    few = {name: array for name, array in gpt2(3).items() if "mlp" in name or name == "wte.weight"}
    plain = {name: random.normal(0, 0.02, array.shape) if "c_proj" in name else array for name, array in few.items()}
    safetensors(folder / "no_depth_scaling.safetensors", plain)
    safetensors(folder / "tied.safetensors", {"wte.weight": few["wte.weight"], "h.0.mlp.c_fc.weight": few["h.0.mlp.c_fc.weight"],
                                              "lm_head.weight": few["wte.weight"]})
    safetensors(folder / "classifier.safetensors",
                {"dense.weight": random.normal(0, 0.02, (WIDTH, WIDTH)), "dense.bias": numpy.zeros(WIDTH),
                 "classifier.weight": never_written(random, (3, WIDTH)), "classifier.bias": numpy.zeros(3)})
    before = mlp(random)
    after = {**before, "2.weight": before["2.weight"] + random.normal(0, 0.01, before["2.weight"].shape),
             "4.weight": random.normal(0, 0.1, before["4.weight"].shape)}
    safetensors(folder / "mlp.safetensors", before)
    safetensors(folder / "mlp_tuned.safetensors", after)
    laws = [{"pattern": "weight$", "law": "normal", "scale": "sqrt(2/fan_in)"}, {"pattern": "bias$", "law": "constant", "scale": 0}]
    rules = ",\n ".join(json.dumps(law) for law in laws)
    (folder / "he.json").write_text(f'{{"spec": "1.0", "tensors": [\n {rules}]}}\n')
    clamped = random.normal(0, 0.02, (256, 256))
    clamped[random.random(clamped.shape) < 1 / 256] = -2  # as trunc_normal_ leaves them in bfloat16
    numpy.save(folder / "bf16_init.npy", clamped.astype(numpy.float32))
    x, dy, weight = (numpy.load(folder / name) for name in ("x.npy", "dy.npy", "w.npy"))
    r, g = numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-6), dy * weight  # Gemma's gain is 1 + weight
    y = x / r
    numpy.save(folder / "gemma_dx.npy", (g - y * (g * y).mean(-1, keepdims=True)) / r)
    (folder / "layers.py").write_text("TRUNC_STD = 0.87962566103423978\nGELU_GAIN = 1.53353\nSELU_ALPHA = 1.6732632423543772\n")


def make(folder: Path) -> None:
    questions(folder)
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
