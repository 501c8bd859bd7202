#!/usr/bin/env python3
"""Runs the code that `sigprop recipe NAME --emit jax` writes: JAX initialises a tree of the recipe's names and shapes,
and every array is held against the specification (specified.py).

    tools/requirements/run.sh jax jax_check.py SIGPROP    exit 0: all as specified; 1: not
"""
import os
import subprocess
import sys

os.environ.update(JAX_PLATFORMS="cpu")
import jax
import numpy
from specified import Specified, printed, small_recipes

tool = sys.argv[1]
checked = Specified()
sizes = small_recipes()
for name, flags in sizes.items():
    spec = checked.read(tool, name, flags)
    lawless = [one for one, tensor in spec.items() if tensor["law"] == "any"]
    if lawless:
        refused = subprocess.run([tool, "recipe", name, *flags, "--emit", "jax"], capture_output=True, text=True)
        if refused.returncode != 2 or lawless[0].split(".")[-1] not in refused.stderr:
            checked.faults.append(f"{name}: JAX code for tensors without a law")
        continue
    code = {}
    exec(compile(printed(tool, name, *flags, "--emit", "jax"), name, "exec"), code)
    tree = {one: jax.ShapeDtypeStruct(tensor.get("shape", [300]), numpy.float32) for one, tensor in spec.items()}
    params = code["init_params"](jax.random.key(1), tree)
    for one, tensor in spec.items():
        checked.hold(f"{name} {one}", numpy.asarray(params[one]), tensor)
    try:
        code["init_params"](jax.random.key(1), {**tree, "unheard_of": tree[next(iter(tree))]})
        checked.faults.append(f"{name}: an array without a rule is accepted")
    except KeyError:
        pass
    print(f"{name}: {len(spec)} tensors", flush=True)
sys.exit(checked.finish(f"jax {jax.__version__}", len(sizes)))
