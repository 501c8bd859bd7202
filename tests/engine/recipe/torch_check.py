#!/usr/bin/env python3
"""Runs the code that `sigprop recipe NAME --emit python` writes: PyTorch initialises a model with the recipe's names
and shapes, and every tensor is held against the specification (specified.py).

    tools/requirements/run.sh torch torch_check.py SIGPROP    exit 0: all as specified; 1: not
"""
import sys

import torch
from specified import Specified, printed, small_recipes

tool = sys.argv[1]
checked = Specified()
sizes = small_recipes()


def model_of(spec):
    """A module with one parameter for each tensor, all 7."""
    model = torch.nn.Module()
    for name, tensor in spec.items():
        module = model
        *path, last = ("model." + name).split(".")
        for part in path:
            if not hasattr(module, part):
                module.add_module(part, torch.nn.Module())
            module = getattr(module, part)
        if not hasattr(module, last):
            shape = tensor.get("shape", [300])
            module.register_parameter(last, torch.nn.Parameter(torch.full(shape, 7.0)))
    return model


for name, flags in sizes.items():
    spec = checked.read(tool, name, flags)
    code = {}
    exec(compile(printed(tool, name, *flags, "--emit", "python"), name, "exec"), code)
    model = model_of(spec)
    code["init_weights"](model, generator=torch.Generator().manual_seed(1))
    parameters = dict(model.named_parameters())
    for one, tensor in spec.items():
        checked.hold(f"{name} {one}", parameters["model." + one].detach().numpy(), tensor)
    model.register_parameter("unheard_of", torch.nn.Parameter(torch.full([2], 7.0)))
    before = {key: value.clone() for key, value in model.named_parameters()}
    try:
        code["init_weights"](model)
        checked.faults.append(f"{name}: a parameter without a rule is accepted")
    except KeyError:
        if not all(bool((before[key] == value).all()) for key, value in model.named_parameters()):
            checked.faults.append(f"{name}: refused, but written to")
    print(f"{name}: {len(spec)} tensors", flush=True)

groups = {}
exec(compile(printed(tool, "mup", *sizes["mup"], "--emit", "python"), "mup", "exec"), groups)
rates = sorted(group["lr"] for group in groups["parameter_groups"](model_of(checked.read(tool, "mup", sizes["mup"])), 0.01))
if rates != [0.0025, 0.01]:
    checked.faults.append(f"mup: learning rates {rates}")

sys.exit(checked.finish(f"torch {torch.__version__}", len(sizes)))
