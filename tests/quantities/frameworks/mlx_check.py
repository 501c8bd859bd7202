#!/usr/bin/env python3
"""Holds the quantities haiku.*, equinox.* and mlx.* against Haiku, Equinox and MLX themselves (judge.py).

    tools/requirements/run.sh mlx mlx_check.py SIGPROP    exit 0: all as stated; 1: not
"""
import itertools
import math
import os
import sys

os.environ.update(JAX_PLATFORMS="cpu")
import equinox
import haiku
import jax
import mlx.core
import mlx.nn
import numpy
from judge import Judge, Row

CORRECTION = 0.87962566103423978  # the std of the normal truncated at 2, as the source prints it
MANY = (1024, 1024)
keys = (jax.random.key(number) for number in itertools.count(1))


def of_haiku(function, *inputs):
    """The first parameter that the function makes."""
    return lambda: jax.tree_util.tree_leaves({name: parts["w" if "w" in parts else "embeddings"] for name, parts in
                                              haiku.transform(function).init(next(keys), *inputs).items()})[0]


def by_haiku(initializer, shape=MANY):
    def draw():
        return haiku.transform(lambda: haiku.get_parameter("w", shape, init=initializer)).init(next(keys))["~"]["w"]
    return draw


def ones(*shape):
    return numpy.ones(shape, numpy.float32)


init = haiku.initializers
rows = [
    Row("haiku.Linear(1500, input_size=700)", of_haiku(lambda x: haiku.Linear(1500)(x), ones(1, 700)), "truncated", 700**-0.5),
    Row("hk.Linear(30000, input_size=40)", of_haiku(lambda x: haiku.Linear(30000)(x), ones(1, 40)), "truncated", 40**-0.5),
    Row("haiku.Conv1D(1024, 5, in_channels=256)", of_haiku(lambda x: haiku.Conv1D(1024, 5)(x), ones(1, 9, 256)), "truncated", 1280**-0.5),
    Row("haiku.Conv2D(512, (3, 3), in_channels=512, feature_group_count=2)",
        of_haiku(lambda x: haiku.Conv2D(512, (3, 3), feature_group_count=2)(x), ones(1, 5, 5, 512)), "truncated", (9 * 256) ** -0.5),
    Row("haiku.Conv3D(512, 3, in_channels=128)", of_haiku(lambda x: haiku.Conv3D(512, 3)(x), ones(1, 3, 3, 3, 128)), "truncated",
        (27 * 128) ** -0.5),
    Row("haiku.Embed(8000, 256)", of_haiku(lambda x: haiku.Embed(8000, 256)(x), numpy.zeros((1,), int)), "truncated", 1),
    Row("haiku.LSTM(512, input_size=300)", of_haiku(lambda x: haiku.LSTM(512)(x, haiku.LSTM(512).initial_state(1))[0], ones(1, 300)),
        "truncated", 812**-0.5),
    Row("haiku.TruncatedNormal(0.02)", by_haiku(init.TruncatedNormal(0.02)), "truncated", 0.02),
    Row("haiku.TruncatedNormal(0.02, lower=-3, upper=1)", by_haiku(init.TruncatedNormal(0.02, lower=-3.0, upper=1.0)), "truncated", 0.02),
    Row("haiku.RandomNormal(0.02, 5)", by_haiku(init.RandomNormal(0.02, 5.0)), "normal"),
    Row("haiku.RandomUniform()", by_haiku(init.RandomUniform()), "uniform"),
    Row("haiku.RandomUniform(-1, 3)", by_haiku(init.RandomUniform(-1.0, 3.0)), "uniform"),
    Row("haiku.UniformScaling(2, shape=[512, 4096])", by_haiku(init.UniformScaling(2.0), (512, 4096)), "uniform"),
    Row("haiku.UniformScaling(shape=[3, 3, 64, 2048])", by_haiku(init.UniformScaling(), (3, 3, 64, 2048)), "uniform"),
    Row("haiku.Orthogonal(shape=[1200, 900])", by_haiku(init.Orthogonal(), (1200, 900)), "orthogonal"),
    Row("haiku.Orthogonal(2, shape=[900, 1200])", by_haiku(init.Orthogonal(2.0), (900, 1200)), "orthogonal"),
    Row("haiku.Identity(2, shape=[1000, 1500])", by_haiku(init.Identity(2.0), (1000, 1500)), "exact"),
]
for mode, fan in (("fan_in", 9 * 64), ("fan_out", 9 * 2048), ("fan_avg", 9 * (64 + 2048) / 2)):
    for law in ("truncated_normal", "normal", "uniform"):
        parent = math.sqrt(2 / fan) / CORRECTION if law == "truncated_normal" else None
        rows.append(Row(f"haiku.VarianceScaling(2, {mode}, {law}, shape=[3, 3, 64, 2048])",
                        by_haiku(init.VarianceScaling(2.0, mode, law), (3, 3, 64, 2048)), law.removesuffix("_normal"), parent))

eqx = equinox.nn
rows += [
    Row("equinox.Linear(700, 1500)", lambda: eqx.Linear(700, 1500, key=next(keys)).weight, "uniform"),
    Row("eqx.nn.Linear(9, 1000000, parameter=bias)", lambda: eqx.Linear(9, 1000000, key=next(keys)).bias, "uniform"),
    Row("equinox.Embedding(8000, 256)", lambda: eqx.Embedding(8000, 256, key=next(keys)).weight, "normal"),
    Row("equinox.LSTMCell(300, 1024)", lambda: eqx.LSTMCell(300, 1024, key=next(keys)).weight_ih, "uniform"),
    Row("equinox.LSTMCell(30, 1024, parameter=weight_hh)", lambda: eqx.LSTMCell(30, 1024, key=next(keys)).weight_hh, "uniform"),
    Row("equinox.GRUCell(30, 1024, parameter=weight_hh)", lambda: eqx.GRUCell(30, 1024, key=next(keys)).weight_hh, "uniform"),
]
for d in (1, 2, 3):
    wide = (512, 512, 5) if d == 1 else (192, 640, 3)
    grouped = (1024, 2048, 3, 4) if d == 1 else (512, 1024, 3, 4)
    for kind in ("Conv", "ConvTranspose"):
        layer = getattr(eqx, f"{kind}{d}d")
        rows += [
            Row(f"equinox.{kind}{d}d({', '.join(map(str, wide))})", lambda t=layer, a=wide: t(*a, key=next(keys)).weight, "uniform"),
            Row(f"equinox.{kind}{d}d({', '.join(map(str, grouped[:3]))}, groups={grouped[3]})",
                lambda t=layer, a=grouped: t(*a[:3], groups=a[3], key=next(keys)).weight, "uniform")]

nn = mlx.nn


def filled(initializer, shape=MANY, **named):
    return lambda: initializer(mlx.core.zeros(shape), **named)


rows += [
    Row("mlx.Linear(700, 1500)", lambda: nn.Linear(700, 1500).weight, "uniform"),
    Row("mlx.Linear(9, 1000000, parameter=bias)", lambda: nn.Linear(9, 1000000).bias, "uniform"),
    Row("mlx.Embedding(8000, 256)", lambda: nn.Embedding(8000, 256).weight, "normal"),
    Row("mlx.normal(5, 0.02)", filled(nn.init.normal(5, 0.02)), "normal"),
    Row("mlx.uniform()", filled(nn.init.uniform()), "uniform"),
    Row("mlx.uniform(-1, 3)", filled(nn.init.uniform(-1, 3)), "uniform"),
    Row("mlx.orthogonal(2, shape=[1200, 900])", filled(nn.init.orthogonal(2), (1200, 900)), "orthogonal"),
    Row("mlx.sparse(0.25, shape=[600000, 7])", filled(nn.init.sparse(0.25), (600000, 7)), "sparse"),
    Row("mlx.identity(shape=[1000, 1000])", filled(nn.init.identity(), (1000, 1000)), "exact"),
    Row("mlx.constant(-3)", filled(nn.init.constant(-3)), "exact"),
]
for d in (1, 2, 3):
    wide = (512, 512, 5) if d == 1 else (192, 640, 3)
    for kind in ("Conv", "ConvTranspose"):
        layer = getattr(nn, f"{kind}{d}d")
        rows.append(Row(f"mlx.{kind}{d}d({', '.join(map(str, wide))})", lambda t=layer, a=wide: t(*a).weight, "uniform"))
rows += [
    Row("mlx.Conv1d(1024, 2048, 3, groups=4)", lambda: nn.Conv1d(1024, 2048, 3, groups=4).weight, "uniform"),
    Row("mlx.Conv2d(512, 1024, 3, groups=4)", lambda: nn.Conv2d(512, 1024, 3, groups=4).weight, "uniform"),
]
for name, inner, outer in (("LSTM", "Wx", "Wh"), ("GRU", "Wx", "Wh"), ("RNN", "Wxh", "Whh")):
    rows += [Row(f"mlx.{name}(1100, 1024)", lambda n=name, i=inner: getattr(nn, n)(1100, 1024)[i], "uniform"),
             Row(f"mlx.{name}(30, 1024, parameter={outer})", lambda n=name, o=outer: getattr(nn, n)(30, 1024)[o], "uniform")]
for law in ("normal", "uniform"):
    for shape in ((1024, 2048), (512, 3, 3, 300)):
        in_shape = f"shape=[{', '.join(map(str, shape))}]"
        he, glorot = getattr(nn.init, f"he_{law}")(), getattr(nn.init, f"glorot_{law}")()
        rows += [Row(f"mlx.he_{law}({in_shape})", filled(he, shape), law),
                 Row(f"mlx.he_{law}({in_shape}, mode=fan_out, gain=sqrt(2))", filled(he, shape, mode="fan_out", gain=2**0.5), law),
                 Row(f"mlx.glorot_{law}({in_shape}, gain=2)", filled(glorot, shape, gain=2.0), law)]

judge = Judge(sys.argv[1])
mlx.core.random.seed(20240229)
numpy.random.seed(20240229)
judge.hold(rows)
versions = f"Haiku {haiku.__version__}, Equinox {equinox.__version__}, MLX {mlx.core.__version__}"
sys.exit(judge.finish(versions, len(rows)))
