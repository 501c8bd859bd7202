#!/usr/bin/env python3
"""What PyTorch itself writes with torch.save, read by `sigprop measure model FILE --against` a .safetensors file of the same tensors.

    tools/requirements/run.sh torch torch_save_test.py SIGPROP    exit 0: as it should be; 1: not

Each tensor has the same numbers in both, in today's format with each protocol, in that from before PyTorch 1.6, and from a
checkpoint of training; a file whose numbers differ is noticed; whole modules, sparse tensors and programs are refused by name.
"""

from __future__ import annotations

import collections
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from checkpoint_samples import safetensors  # noqa: E402

Tensors = Dict[str, torch.Tensor]
SAME = "the same numbers"  # in the words of measure model --against
DTYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16",
          torch.float8_e4m3fn: "F8_E4M3", torch.float8_e5m2: "F8_E5M2"}


def model() -> torch.nn.Module:
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Linear(7, 5), torch.nn.BatchNorm1d(5), torch.nn.Conv2d(3, 4, 3), torch.nn.Embedding(11, 6))


def state_dict() -> Tensors:
    return model().state_dict()


def views() -> Tensors:
    """All of them, but the last few, of one storage."""
    base = torch.randn(10, 12)
    return collections.OrderedDict(
        whole=base, transposed=base.t(), row=base[2], column=base[:, 3], cut=base[2:8, 1:9:2], scalar=base[3, 4], empty=base[:0],
        expanded=torch.randn(4, 1).expand(4, 6), permuted=torch.randn(2, 3, 4).permute(2, 0, 1), column_vector=torch.randn(1, 5).t(),
        channels_last=torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last))


def tied() -> Tensors:
    weight = torch.nn.Parameter(torch.randn(6, 4))
    return {"wte.weight": weight, "lm_head.weight": weight, "copy.weight": weight.detach()}


def parameters() -> Tensors:
    made: Tensors = {name: torch.nn.Parameter(one) for name, one in state_dict().items() if one.is_floating_point()}
    made["with_state"] = torch.nn.Parameter(torch.randn(3, 3))
    made["with_attribute"] = torch.randn(3, 2)
    for name in ("with_state", "with_attribute"):
        made[name].note = "a word"  # type: ignore[attr-defined]
    return made


def types() -> Tensors:
    return {str(dtype)[6:]: torch.randn(5, 3).to(dtype) for dtype in DTYPES}


CASES: Dict[str, Callable[[], Tensors]] = {"state_dict": state_dict, "views": views, "tied": tied, "parameters": parameters, "types": types}


def ways() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for protocol in (2, 3, 4, 5):
        yield f"protocol {protocol}", {"pickle_protocol": protocol}
        yield f"the old format, protocol {protocol}", {"pickle_protocol": protocol, "_use_new_zipfile_serialization": False}


def plain(tensors: Tensors) -> bytes:
    """The floating-point tensors as a .safetensors file."""
    rows = []
    for name, one in tensors.items():
        if one.is_floating_point():
            held = one.detach().contiguous().clone()
            rows.append((name, DTYPES[held.dtype], held.shape, held.reshape(-1).view(torch.uint8).numpy().tobytes()))
    return safetensors(rows)


def training() -> Tuple[Dict[str, Any], Tensors]:
    made = model()
    optimizer = torch.optim.Adam(made[0].parameters())
    made[0](torch.randn(2, 7)).sum().backward()
    optimizer.step()
    schedule = torch.optim.lr_scheduler.MultiStepLR(optimizer, [1, 2])
    return {"epoch": 3, "model": made.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict(),
            "rng": torch.get_rng_state(), "loss": 0.5}, made.state_dict()


def compared(tool: str, file: Path, other: Path) -> Dict[str, str]:
    """What became of each floating-point tensor; an empty dictionary and the error under "" where the file is refused."""
    run = subprocess.run([tool, "measure", "model", str(file), "--against", str(other), "--json", "--quiet"], capture_output=True, text=True)
    if run.returncode != 0:
        return {"": run.stderr.strip()}
    return {one["id"]: one["statement"] for one in json.loads(run.stdout)["records"]}


def faults_of(tool: str, folder: Path) -> List[str]:
    faults: List[str] = []
    file, other = folder / "model.pt", folder / "model.safetensors"

    def check(name: str, tensors: Tensors) -> None:
        known = {one for one, tensor in tensors.items() if tensor.is_floating_point() and tensor.numel() > 0}
        found = compared(tool, file, other)
        wrong = {one: found.get(one, found.get("", "is missing")) for one in known if found.get(one) != SAME}
        faults.extend(f"{name}: {one}: {text}" for one, text in wrong.items())

    for name, make in CASES.items():
        tensors = make()
        other.write_bytes(plain(tensors))
        for way, options in ways():
            torch.save(tensors, file, **options)
            check(f"{name}, {way}", tensors)
    whole, weights = training()
    other.write_bytes(plain(weights))
    torch.save(whole, file)
    check("a checkpoint of training", weights)
    torch.serialization.set_crc32_options(False)
    torch.save(weights, file)
    torch.serialization.set_crc32_options(True)
    check("without checksums", weights)
    # the control: a number that differs is no longer the same tensor
    weights["0.weight"][2, 3] += 1
    torch.save(weights, file)
    if compared(tool, file, other).get("0.weight") == SAME:
        faults.append("a number that was changed is not noticed")
    faults += [fault for fault in refusals(tool, file, other) if fault]
    return faults


def refusals(tool: str, file: Path, other: Path) -> Iterator[str]:
    refused = {"torch.nn.modules.container.Sequential": model(), "torch._utils._rebuild_sparse_tensor": torch.eye(3).to_sparse(),
               "argparse.Namespace": {"model": state_dict(), "args": __import__("argparse").Namespace()},
               "the state of an optimizer": training()[0]["optimizer"]}
    for name, saved in refused.items():
        torch.save(saved, file)
        said = compared(tool, file, other).get("", "it is read")
        yield "" if name in said else f"{name} is not refused by name: {said}"
    torch.jit.script(torch.nn.Linear(2, 2)).save(str(file))
    said = compared(tool, file, other).get("", "it is read")
    yield "" if "TorchScript" in said else f"a program of TorchScript is not refused by name: {said}"


def main(words: Sequence[str]) -> int:
    (tool,) = words
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        faults = faults_of(tool, Path(folder))
    print(f"torch {torch.__version__}: {len(CASES)} cases, {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
