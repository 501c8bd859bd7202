#!/usr/bin/env python3
"""Holds what `sigprop measure model` says of PyTorch's and torchvision's models against the tables of torch_models.

    tools/requirements/run.sh torch torch_test.py SIGPROP    exit 0: as it should be; 1: not

With the table as specification no tensor is refuted, and each matrix is with a std 5 % off. Without one, each tensor has
the law of the table, what names an initialiser names one with the table's std, each matrix has a name, and the only
odd things are the copies that TransformerEncoder makes of its layer and matrices that the table says are zero.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Sequence

import audit_json
import torch
import torch_models


def audited(tool: str, file: Path, *flags: str) -> audit_json.Audit:
    run = subprocess.run([tool, "measure", "model", str(file), "--json", "--quiet", *flags], capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        raise ValueError(f"sigprop measure model {file.name} {' '.join(flags)} exits {run.returncode}: {run.stderr.strip()}")
    return audit_json.read(run.stdout)


def faults_of(tool: str, name: str, folder: Path) -> List[str]:
    """What the tool says of a model that it should not say, and does not say that it should."""
    spec = torch_models.make(name, folder, 0)
    file, rules = folder / f"{name}.safetensors", folder / f"{name}.spec.json"
    copied, original = torch_models.COPIES.get(name, ("$^", "none"))
    faults = [f"{name}, by its table: {one.tensor}: {one.text}"
              for one in audited(tool, file, "--spec", str(rules)).findings
              if one.refuted and f"the same numbers as {original}" not in one.text]
    whole = audited(tool, file)
    plain, described = whole.findings, whole.described
    zeros = [rule["name"] for rule in spec["tensors"] if rule["law"] == "constant" and float(rule["scale"]) == 0]
    faults += [f"{name}: {one.tensor}: {one.text}" for one in plain if f"as {original}" not in one.text
               and not (one.text.startswith("zeros: ") and any(f" {zero}: " in one.text for zero in zeros))]
    faults += [f"{name}: {fault}" for fault in misnamed(spec, described)]
    if name in torch_models.COPIES and not any(re.search(copied, one.text) for one in plain):
        faults.append(f"{name}: nobody says that its layers are copies")
    rules.write_text(json.dumps(wider(spec)))
    refuted = {one.tensor for one in audited(tool, file, "--spec", str(rules)).findings if one.refuted}
    faults += [f"{name}: {rule['name']} with a std 5 % off is not refuted" for rule in spec["tensors"]
               if is_large(rule) and rule["name"] not in refuted]
    print(f"{name}: {len(spec['tensors'])} tensors, {sum(map(is_large, spec['tensors']))} of them matrices, "
          f"{len(faults)} faults", flush=True)
    return faults


def misnamed(spec: Dict[str, Any], described: Sequence[audit_json.Described]) -> List[str]:
    """The tensors whose law or initialiser is not the table's; equal numbers may have several names."""
    rules = {rule["name"]: rule for rule in spec["tensors"]}
    faults = [f"{name} is not described" for name in sorted(set(rules) - {one.tensor for one in described})]
    for one in described:
        rule = rules[one.tensor]
        if rule["law"] == "constant":
            right = one.law == f"constant {float(rule['scale']):g}"
        else:
            law = "normal" if float(rule.get("cut", "inf")) > 8 and rule["law"] != "uniform" else rule["law"]
            # few entries do not tell a uniform law from a normal one; they must not be called neither
            right = one.law.startswith(law) if is_large(rule) else not one.law.startswith("neither")
            if one.likely is not None:
                right = right and one.std is not None and abs(one.std / float(rule["std"]) - 1) < 1e-6
            elif is_large(rule):
                right = False
        if not right:
            faults.append(f"{one.tensor} is {rule['law']} {rule['scale']}, and called {one.law}, {one.likely} ({one.std})")
    return faults


def is_large(rule: Dict[str, Any]) -> bool:
    """Whether 5 % are more than 6 standard errors, and more than the tool's own."""
    return rule["law"] != "constant" and math.prod(rule["shape"]) > 12_000


def wider(spec: Dict[str, Any]) -> Dict[str, Any]:
    """The specification with a std that is 5 % larger in each rule."""
    tensors = []
    for rule in spec["tensors"]:
        more = dict(rule)
        if rule["law"] != "constant":
            for key in ("scale", "std", "expression"):
                more[key] = repr(1.05 * float(rule[key]))
        tensors.append(more)
    return {**spec, "tensors": tensors}


def main(words: Sequence[str]) -> int:
    (tool,) = words
    faults: List[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in torch_models.MODELS:
            faults += faults_of(tool, name, Path(folder))
    print(f"torch {torch.__version__}: {len(torch_models.MODELS)} models, {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
