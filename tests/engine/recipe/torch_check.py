#!/usr/bin/env python3
"""Runs the code that `sigprop recipe NAME --emit python` writes: PyTorch initialises a model with the recipe's names
and shapes, and every tensor's moments and extremes are held against the specification (`--emit spec`).

    torch_check.py SIGPROP    exit 0: all as specified; 1: not; 77: skipped, since python3 has no torch

Each tensor is also held against 1.03 times its std, which must be seen. JAX is not packaged by Debian: its code is
compiled, not run.
"""
import json
import math
import subprocess
import sys

try:
    import torch
except ImportError as error:
    print(f"skipped: {error}; apt-get install --no-install-recommends python3-torch adds it")
    sys.exit(77)

tool = sys.argv[1]
faults = []
sizes = {
    "gpt2": ["--d-model=256", "--layers=2", "--heads=4", "--vocab=999", "--context=99"],
    "llama": ["--d-model=256", "--d-ff=700", "--layers=2", "--heads=4", "--kv-heads=2", "--vocab=999"],
    "llama_torchtitan": ["--d-model=256", "--d-ff=700", "--layers=3", "--heads=4", "--kv-heads=2", "--vocab=999"],
    "t5": ["--d-model=256", "--layers=2", "--heads=4", "--vocab=999"],
    "bert_transformers": ["--d-model=256", "--layers=2", "--heads=4", "--vocab=999"],
    "deepnorm": ["--d-model=256", "--layers=3", "--heads=4", "--vocab=999"],
    "mup": ["--d-model=256", "--layers=2", "--heads=4", "--vocab=999", "--set", "base_width=64"],
}


def printed(*words):
    return subprocess.run([tool, "recipe", *words], capture_output=True, text=True, check=True).stdout


def named(name):
    """A name that the pattern with stars stands for."""
    return name.replace("**", "some.block").replace("*", "1")


def model_of(spec):
    """A module with one parameter for each tensor, all 7."""
    model = torch.nn.Module()
    for tensor in spec["tensors"]:
        module = model
        *path, last = ("model." + named(tensor["name"])).split(".")
        for part in path:
            if not hasattr(module, part):
                module.add_module(part, torch.nn.Module())
            module = getattr(module, part)
        if not hasattr(module, last):
            shape = tensor.get("shape", [300])
            module.register_parameter(last, torch.nn.Parameter(torch.full(shape, 7.0)))
    return model


def distance(weights, tensor, factor=1.0):
    """How many standard errors the second moment lies from what the law has."""
    std = factor * float(tensor["std"])
    kurtosis = {"normal": 3.0, "uniform": 1.8, "truncated_normal": 3.0}[tensor["law"]]
    error = math.sqrt((kurtosis - 1) / weights.numel())
    return abs(float((weights.double() ** 2).mean()) / std**2 - 1) / error


for name, flags in sizes.items():
    spec = json.loads(printed(name, *flags, "--emit", "spec"))
    code = {}
    exec(compile(printed(name, *flags, "--emit", "python"), name, "exec"), code)
    model = model_of(spec)
    code["init_weights"](model, generator=torch.Generator().manual_seed(1))
    parameters = dict(model.named_parameters())
    for tensor in spec["tensors"]:
        weights = parameters["model." + named(tensor["name"])].detach()
        where = f"{name} {tensor['name']}"
        scale = float(tensor["scale"])
        if tensor["law"] == "constant":
            if not bool((weights == scale).all()):
                faults.append(f"{where}: not all {scale}")
            continue
        if distance(weights, tensor) > 6:
            faults.append(f"{where}: {float(weights.std())}, not {tensor['std']}")
        if weights.numel() > 60_000 and distance(weights, tensor, 1.03) < 6:
            faults.append(f"{where}: 3 % more goes unnoticed")
        limit = scale if tensor["law"] == "uniform" else scale * float(tensor.get("cut", "inf"))
        if float(weights.abs().max()) > limit * (1 + 1e-6):
            faults.append(f"{where}: beyond {limit}")
        if tensor["law"] == "truncated_normal" and float(tensor["cut"]) < 4:
            if float(weights.abs().max()) < 0.97 * limit:
                faults.append(f"{where}: nothing near the cut {limit}")
    model.register_parameter("unheard_of", torch.nn.Parameter(torch.full([2], 7.0)))
    before = {key: value.clone() for key, value in model.named_parameters()}
    try:
        code["init_weights"](model)
        faults.append(f"{name}: a parameter without a rule is accepted")
    except KeyError:
        if not all(bool((before[key] == value).all()) for key, value in model.named_parameters()):
            faults.append(f"{name}: refused, but written to")
    print(f"{name}: {len(spec['tensors'])} tensors", flush=True)

groups = {}
exec(compile(printed("mup", *sizes["mup"], "--emit", "python"), "mup", "exec"), groups)
rates = sorted(group["lr"] for group in groups["parameter_groups"](model_of(
    json.loads(printed("mup", *sizes["mup"], "--emit", "spec"))), 0.01))
if rates != [0.0025, 0.01]:
    faults.append(f"mup: learning rates {rates}")
for name in ("vit", "bert", "gpt2"):
    compile(printed(name, "--emit", "jax"), name, "exec")

print(f"torch {torch.__version__}: {len(sizes)} recipes, {len(faults)} faults")
print("\n".join(faults))
sys.exit(1 if faults else 0)
