#!/usr/bin/env python3
"""The norms over the last axis of Keras and Flax, forwards and backwards by jax.vjp, in four types, held by `sigprop measure jacobian` against
what their names alone say: right ones are confirmed; ten times their epsilon is refuted.

    norm_classes_jax.py SIGPROP
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_ENABLE_X64"] = "1"

import flax.linen  # noqa: E402
import jax  # noqa: E402
import keras  # noqa: E402
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
from flax import nnx  # noqa: E402

ROWS, WIDTH = 24, 64
TYPES = {"float32": np.float32, "float64": np.float64, "bfloat16": ml_dtypes.bfloat16, "float16": np.float16}


def of_keras(kind):
    def make(dtype):
        layer = kind(dtype=dtype)
        layer.build((ROWS, WIDTH))
        names = [one.path.rsplit("/", 1)[-1] for one in layer.trainable_variables]
        return names, lambda parameters, x: layer.stateless_call(parameters, [], x)[0]

    return make


def of_flax(kind):
    def make(dtype):
        layer = kind(param_dtype=dtype)
        names = list(layer.init(jax.random.key(0), np.zeros((ROWS, WIDTH), TYPES[dtype]))["params"])
        return names, lambda parameters, x: layer.apply({"params": dict(zip(names, parameters))}, x)

    return make


def of_nnx(kind):
    def make(dtype):
        graph, state = nnx.split(kind(WIDTH, param_dtype=dtype, rngs=nnx.Rngs(0)))
        _, tree = jax.tree.flatten(state)
        names = [path[-1] for path, _ in nnx.to_flat_state(state)]
        return names, lambda parameters, x: nnx.merge(graph, jax.tree.unflatten(tree, parameters))(x)

    return make


CLASSES = {
    "keras.layers.LayerNormalization": (of_keras(keras.layers.LayerNormalization), 1e-3),
    "keras.layers.RMSNormalization": (of_keras(keras.layers.RMSNormalization), 1e-6),
    "keras.layers.UnitNormalization": (of_keras(keras.layers.UnitNormalization), None),
    "flax.linen.LayerNorm": (of_flax(flax.linen.LayerNorm), 1e-6),
    "flax.linen.RMSNorm": (of_flax(flax.linen.RMSNorm), 1e-6),
    "flax.nnx.LayerNorm": (of_nnx(nnx.LayerNorm), 1e-6),
    "flax.nnx.RMSNorm": (of_nnx(nnx.RMSNorm), 1e-6),
}
ROLES = {"gamma": "weight", "scale": "weight", "beta": "bias", "bias": "bias"}


def write(path, array):
    array = np.asarray(array)
    np.save(path, array.view(np.uint16) if array.dtype == ml_dtypes.bfloat16 else array)


def judged(tool, name, make, dtype, scale, folder, *more):
    generator = np.random.default_rng(5)
    x = (scale * generator.standard_normal((ROWS, WIDTH))).astype(TYPES[dtype])
    dy = generator.standard_normal((ROWS, WIDTH)).astype(TYPES[dtype])
    names, apply = make(dtype)
    parameters = [(0.5 * generator.standard_normal(WIDTH) + (ROLES[one] == "weight")).astype(TYPES[dtype]) for one in names]
    y, back = jax.vjp(apply, parameters, x)
    assert y.dtype == TYPES[dtype], (y.dtype, dtype)
    gradients, dx = back(dy)
    arrays = {"x": x, "dy": dy, "y": y, "dx": dx}
    for one, value, gradient in zip(names, parameters, gradients):
        arrays |= {ROLES[one]: value, "d" + ROLES[one]: gradient}
    command = [tool, "measure", "jacobian", "--layer", name, *more]
    for role, array in arrays.items():
        write(folder / f"{role}.npy", array)
        command += [f"--{role}", str(folder / f"{role}.npy")]
    if dtype == "bfloat16":
        command.append("--bfloat16")
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = subprocess.run([*command, f"--json={report}"], capture_output=True, text=True, check=False)
    if not report.exists():
        return done.returncode, done.stderr.strip()
    return done.returncode, {Path(one["id"]).stem: f"{one['verdict']} {one.get('reason', '')}" for one in json.loads(report.read_text())["records"]}


def main(tool):
    missed, asked = [], 0
    with tempfile.TemporaryDirectory() as made:
        for name, (make, epsilon) in CLASSES.items():
            for dtype in TYPES:
                asked += 1
                code, found = judged(tool, name, make, dtype, 1, Path(made))
                if code != 0:
                    missed.append(f"{name} in {dtype}: exit {code}, {found}")
                if epsilon:
                    asked += 1
                    code, found = judged(tool, name, make, dtype, epsilon**0.5, Path(made), "--eps", f"{10 * epsilon:g}")
                    if code != 1:
                        missed.append(f"{name} in {dtype} with ten times its epsilon: exit {code}, {found}")
    print("\n".join(missed))
    print(f"{len(CLASSES)} classes, {asked} questions, {len(missed)} not as they should be")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
