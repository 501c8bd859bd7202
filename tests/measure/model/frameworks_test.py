#!/usr/bin/env python3
"""Holds what `sigprop measure model` says of models of Keras and Flax, which no file names: right ones and wrong ones.

    tools/requirements/run.sh jax frameworks_test.py SIGPROP [--seeds N] [--folder FOLDER] [--table]
                                                             exit 0: as it should be; 1: not

No right model is accused, half of them have no more than one remark, and those that a framework's defaults describe in
full are described so. Of the mistakes that need no family each is planted in every model that has siblings for it: all are
accused, but for those that REMARKS says, of which nobody knows that they are none. --table prints a row a model.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import flax_models
import keras_models
import numpy as np
import reference_auditor
import safetensors_write

Arrays = Dict[str, Any]
BLOCK = re.compile(r"(block_?|Block_|blocks\.|layers\.|layer_|convs\.|cells\.|expanded_conv_|Cell_)(\d+)")

# What describes the models that have one law in all of their random tensors.
DESCRIBED = {
    "Keras's defaults": "ResNet50 ResNet50V2 MobileNet MobileNetV2 MobileNetV3Small MobileNetV3Large DenseNet121 ConvNeXtTiny Xception InceptionV3 "
                        "VGG11like MLP LSTM GRU SimpleRNN Encoder Decoder NamedTransformer EinsumAttention Convolutions".split(),
    "Flax's defaults": "linen_MLP linen_CNN linen_Transformer linen_LSTM linen_OptimizedLSTM linen_GRU nnx_MLP nnx_CNN nnx_Transformer nnx_LSTM "
                       "nnx_OptimizedLSTM nnx_GRU linen_Mixer linen_Scanned".split(),
    "a normal law of std 0.02": ["Decoder_normal"],
    "He's normal law by fan_in, truncated": ["MLP_he_normal"],
}
# Gains of 0 in all layers are right where a layer adds 1, and nothing says what adds to it here.
REMARKS = {"all gains 0"}


def audited(tool: str, file: Path) -> Tuple[int, Dict[str, Any]]:
    run = subprocess.run([tool, "measure", "model", str(file), "--json", "--quiet", "--no-config"], capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        raise ValueError(f"sigprop measure model {file.name} exits {run.returncode}: {run.stderr.strip()}")
    return run.returncode, json.loads(run.stdout)["records"]


def siblings(arrays: Arrays, wanted: Callable[[str, Any], bool], least: int) -> Optional[List[str]]:
    """The most tensors of one name but for the number of the block, and of one shape."""
    groups: Dict[Tuple[str, Tuple[int, ...]], List[str]] = {}
    for name, one in arrays.items():
        if BLOCK.search(name) and wanted(name, one):
            groups.setdefault((BLOCK.sub(r"\1*", name, count=1), one.shape), []).append(name)
    best = max(groups.values(), key=len, default=[])
    return best if len(best) >= least else None


def is_kernel(name: str, one: Any) -> bool:
    return name.endswith("kernel") and one.size >= 2000 and one.min() < one.max()


def is_gain(name: str, one: Any) -> bool:
    return re.search(r"(gamma|scale)$", name) is not None and one.ndim == 1 and one.min() == one.max() == 1


def mistakes(arrays: Arrays, seed: int) -> Iterator[Tuple[str, List[str], Arrays]]:
    """(what it is, the tensors that it is about, the arrays with it)."""
    rng = np.random.default_rng(seed)
    kernels, gains = siblings(arrays, is_kernel, 3), siblings(arrays, is_gain, 3)
    if kernels:
        first, victim = kernels[0], kernels[len(kernels) // 2]
        one = arrays[victim]
        yield "zeroed", [victim], {**arrays, victim: np.zeros_like(one)}
        yield "copied", [victim, first], {**arrays, victim: arrays[first]}
        yield "1.5 times wider", [victim], {**arrays, victim: np.float32(1.5) * one}
        bad = one.copy()
        bad.flat[bad.size // 3] = np.nan
        yield "NaN", [victim], {**arrays, victim: bad}
        block = BLOCK.search(victim)
        assert block is not None
        prefix = victim[:block.end()]
        skipped = [name for name in arrays if name.startswith(prefix) and (len(name) == len(prefix) or not name[len(prefix)].isdigit())
                   and is_kernel(name, arrays[name])]
        drawn = {name: (rng.standard_normal(arrays[name].shape) * 0.02 * (3 if arrays[name].std() < 0.03 else 1)).astype("f4") for name in skipped}
        yield "a block skipped", skipped, {**arrays, **drawn}
    if gains:
        victim = gains[len(gains) // 2]
        yield "one gain 0", [victim], {**arrays, victim: np.zeros_like(arrays[victim])}
        every = [name for name, one in arrays.items() if is_gain(name, one)]
        yield "all gains 0", every, {**arrays, **{name: np.zeros_like(arrays[name]) for name in every}}


def write(file: Path, arrays: Arrays) -> None:
    safetensors_write.write(file, [safetensors_write.of_array(name, one) for name, one in arrays.items()])


def names_one_of(records: List[Dict[str, Any]], tensors: List[str]) -> bool:
    """Whether an accusation is about one of them."""
    return any(record["id"] in tensors and record.get("warnings") for record in records[1:])


def models(folder: Path, seed: int) -> Iterator[Tuple[str, Path, Arrays]]:
    for name in keras_models.MODELS:
        file = folder / f"{name}.npz"
        if not file.exists():
            keras_models.make(name, folder, seed)
        with np.load(file) as archive:
            yield name, file, {key: archive[key] for key in archive.files}
    for name in flax_models.MODELS:
        file = folder / f"{name}.safetensors"
        if not file.exists():
            flax_models.make(name, folder, seed)
        yield name, file, {key: values.astype("f4") for key, values, _ in reference_auditor.read_tensors(file)}


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args(words)
    faults: List[str] = []
    remarks: List[int] = []
    planted: Dict[str, List[int]] = {}
    hosts = set()
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(given.seeds):
            folder = (given.folder or Path(temporary)) / f"s{seed}"
            folder.mkdir(parents=True, exist_ok=True)
            for name, file, arrays in models(folder, seed):
                code, records = audited(given.tool, file)
                whole = records[0]
                said = [one for one in whole.get("remarks", []) if not one.startswith("skipped:")]
                remarks.append(len(said))
                faults += [f"{name}, seed {seed}, is accused: {one}" for one in whole.get("warnings", [])]
                if code != 0:
                    faults.append(f"{name}, seed {seed}: exit {code}")
                described = whole["described"].get("generic")
                expected = next((law for law, those in DESCRIBED.items() if name in those), None)
                if expected and (described != expected or not re.search(rf"{re.escape(expected)}: (\d+) of \1 random", whole["statement"])):
                    faults.append(f"{name}, seed {seed}, is {expected}, and described so: {whole['statement']}")
                if given.table:
                    print(f"{name}\t{seed}\t{len(records) - 1}\t{len(whole.get('warnings', []))}\t{len(said)}\t{whole['statement']}", flush=True)
                    for one in said:
                        print(f"    {one[:200]}")
                for mistake, tensors, wrong in mistakes(arrays, seed):
                    hosts.add(name)
                    path = Path(temporary) / "planted.safetensors"
                    write(path, wrong)
                    code, records = audited(given.tool, path)
                    found = code != 0 and names_one_of(records, tensors)
                    planted.setdefault(mistake, []).append(found)
                    if not found and mistake not in REMARKS:
                        faults.append(f"{name}, seed {seed}, {mistake} in {tensors[0]} is not accused")
    for mistake, found in planted.items():
        print(f"{mistake}: accused in {sum(found)} of {len(found)}")
    if statistics.median(remarks) > 1:
        faults.append(f"the median of remarks is {statistics.median(remarks)}")
    print(f"{len(remarks)} right models, {statistics.median(remarks):g} remarks in the middle, {max(remarks)} at most; mistakes in {len(hosts)} models; "
          f"{len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
