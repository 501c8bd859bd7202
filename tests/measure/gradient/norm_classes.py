#!/usr/bin/env python3
"""Every normalisation class of transformers, timm and diffusers that src/norms has, and torch's own, forwards and backwards by autograd, in
four types, held by `sigprop measure jacobian` against what its name alone says: right ones are confirmed. Then the same numbers against
another epsilon and another offset of the gain, which must be refuted, and, in 16 bits, against a class that rounds in another order, which
must be named.

    norm_classes.py SIGPROP [NAME...]
"""

import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "studies" / "norms"))
from observe import GAINS, WIDTH, classes, made  # noqa: E402

TYPES = {torch.float32: "<f4", torch.float64: "<f8", torch.bfloat16: "<u2", torch.float16: "<f2"}
ROWS = 24
# A class of the same gain that rounds in the other order.
OTHER_CASTS = {("float32", False): "LlamaRMSNorm", ("float32_before_gain", False): "Olmo2RMSNorm", ("float32_statistics", False): "Olmo2RMSNorm"}


def write(path, tensor):
    """bfloat16 as the 16 bits that sigprop reads from <u2."""
    tensor = tensor.detach().contiguous()
    np.save(path, tensor.view(torch.uint16).numpy() if tensor.dtype == torch.bfloat16 else tensor.numpy())


def answer(kind, dtype, scale, folder, shape=(ROWS, WIDTH)):
    """Writes x, dy, y, dx and, where there is a weight, weight and dweight; the names of the arrays."""
    generator = torch.Generator().manual_seed(3)
    layer = (made(kind) if isinstance(kind, type) else kind()).to(dtype)
    gain = next((name for name in GAINS if isinstance(getattr(layer, name, None), torch.nn.Parameter)), None)
    x = (scale * torch.randn(shape, generator=generator, dtype=torch.float64)).to(dtype).requires_grad_()
    dy = torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)
    with torch.no_grad():
        if gain:
            weight = getattr(layer, gain)
            weight.copy_(0.5 * torch.randn(len(weight), generator=generator, dtype=torch.float64).to(dtype) + (weight.mean() != 0))
    y = layer(x)
    y.backward(dy)
    arrays = {"x": x, "dy": dy, "y": y, "dx": x.grad}
    if gain:
        arrays |= {"weight": getattr(layer, gain), "dweight": getattr(layer, gain).grad}
    for name, tensor in arrays.items():
        write(folder / f"{name}.npy", tensor)
    return list(arrays)


def judged(tool, name, arrays, folder, *more):
    command = [tool, "measure", "jacobian", "--layer", name, *more]
    for one in arrays:
        command += [f"--{one}", str(folder / f"{one}.npy")]
    if np.load(folder / "x.npy").dtype == np.uint16:
        command.append("--bfloat16")
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = subprocess.run(command + [f"--json={report}"], capture_output=True, text=True, check=False)
    if not report.exists():
        return done.returncode, {"": done.stderr.strip()}
    casts = [line for line in done.stdout.splitlines() if line.startswith("warning: y is rounded")]
    records = json.loads(report.read_text(encoding="utf-8"))["records"]
    return done.returncode, {one["id"]: f"{one['verdict']}: {one.get('reason', '')}" for one in records} | ({"casts": casts[0]} if casts else {})


def rows():
    """(name, class, row), of the classes that have one."""
    for library in ("transformers", "timm", "diffusers"):
        kept = json.loads((ROOT / "src" / "norms" / f"{library}.json").read_text(encoding="utf-8"))["norms"]
        found = classes(library)
        for row in kept:
            for index, name in enumerate(row["names"]):
                yield f"{library} {name}", found[name], row, index == 0
    for name in ("LayerNorm", "RMSNorm"):
        yield f"torch.nn.{name}", getattr(torch.nn, name), {"epsilon": "1e-5"}, True


# Layers whose statistics are those of channels: (class of PyTorch, its arguments, shape of x, flags).
CHANNELS = (
    ("BatchNorm1d", (16,), (12, 16), ()),
    ("BatchNorm1d", (16,), (6, 16, 8), ()),
    ("BatchNorm2d", (16,), (6, 16, 4, 4), ()),
    ("InstanceNorm1d", (16, 1e-5, 0.1, True), (6, 16, 32), ()),
    ("InstanceNorm2d", (16,), (6, 16, 4, 8), ()),
    ("GroupNorm", (4, 16), (6, 16, 8), ("--groups", "4")),
    ("GroupNorm", (1, 16), (6, 16), ("--groups", "1")),
)


def of_channels(tool, folder, missed):
    """How many questions about CHANNELS were asked; what is not as it should be goes to missed."""
    asked = 0
    for name, arguments, shape, flags in CHANNELS:
        for dtype, descr in TYPES.items():
            for scale, more, right in ((1, (), 0), (1e-5**0.5, ("--eps", "1e-4"), 1)):
                asked += 1
                arrays = answer(lambda name=name, arguments=arguments: getattr(torch.nn, name)(*arguments), dtype, scale, folder, shape)
                code, found = judged(tool, f"torch.nn.{name}", arrays, folder, *flags, *more)
                if code != right:
                    missed.append(f"torch.nn.{name} of {shape} in {descr} {' '.join(more)}: exit {code}, {found}")
    return asked


def main(tool, *only):
    warnings.filterwarnings("ignore")
    names, right, wrong, missed = 0, 0, 0, []
    with tempfile.TemporaryDirectory() as made_folder:
        folder = Path(made_folder)
        for name, kind, row, is_first in rows():
            if only and name not in only and name.split(" ")[-1] not in only:
                continue
            names += 1
            for dtype, descr in TYPES.items():
                more = () if row["epsilon"] else ("--eps", "1e-5")
                arrays = answer(kind, dtype, 1, folder)
                code, found = judged(tool, name, arrays, folder, *more)
                if code == 0 and "casts" not in found:
                    right += 1
                else:
                    missed.append(f"{name} in {descr}: exit {code}, {found}")
                if not is_first:
                    continue
                # The control: x as small as the root of the epsilon, against ten times the epsilon; a gain of another offset.
                small = answer(kind, dtype, float(row["epsilon"] or "1e-5") ** 0.5, folder)
                code, found = judged(tool, name, small, folder, "--eps", f"{10 * float(row['epsilon'] or '1e-5'):g}")
                wrong += 1
                if code != 1:
                    missed.append(f"{name} in {descr} with ten times its epsilon: exit {code}, {found}")
                if "weight" in arrays:
                    answer(kind, dtype, 1, folder)
                    code, found = judged(tool, name, arrays, folder, *more, "--weight-offset", "0" if "gain" in row else "1")
                    wrong += 1
                    if code != 1:
                        missed.append(f"{name} in {descr} with the other offset: exit {code}, {found}")
                other = OTHER_CASTS.get((row.get("casts"), "gain" in row))
                if other and row["layer"] == "rms_norm" and "weight" in arrays and dtype in (torch.bfloat16, torch.float16):
                    _, found = judged(tool, other, ["x", "dy", "y", "weight"], folder, "--eps", row["epsilon"] or "1e-5")
                    wrong += 1
                    if "casts" not in found:
                        missed.append(f"{name} in {descr} as {other}: {found}")
        asked = 0 if only else of_channels(tool, folder, missed)
    print("\n".join(missed))
    print(
        f"{names} classes in {len(TYPES)} types: {right} of {names * len(TYPES)} confirmed by their names, {wrong} controls, "
        f"{asked} questions to layers of channels, {len(missed)} not as they should be"
    )
    return 1 if missed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
