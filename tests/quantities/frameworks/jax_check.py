#!/usr/bin/env python3
"""Holds the quantities jax.*, flax.*, keras.* and tf.* against JAX, Flax, Keras and TensorFlow themselves (judge.py).

    tools/requirements/run.sh jax jax_check.py SIGPROP    exit 0: all as stated; 1: not
"""
import itertools
import math
import os
import sys

os.environ.update(JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3")
import flax
import jax
import keras
import numpy
import tensorflow as tf
from judge import Judge, Row

CORRECTION = 0.87962566103423978  # the std of the normal truncated at 2, as the three sources print it
SHAPE = (5, 5, 64, 512)  # a convolution's kernel
FAN_IN, FAN_OUT = 25 * 64, 25 * 512
IN_SHAPE = f"shape=[{', '.join(map(str, SHAPE))}]"
MANY = (1024, 1024)

keys = (jax.random.key(number) for number in itertools.count(1))
seeds = itertools.count(1)
init = jax.nn.initializers


def of_jax(initializer, shape=SHAPE):
    return lambda: initializer(next(keys), shape)


def of_keras(name, shape=SHAPE, **named):
    return lambda: keras.ops.convert_to_numpy(getattr(keras.initializers, name)(seed=next(seeds), **named)(shape))


def of_flax(layer, tokens, parameter="kernel"):
    return lambda: layer.init(next(keys), tokens)["params"][parameter]


def parent(scale, fan):
    return math.sqrt(scale / fan) / CORRECTION


rows = [
    Row("jax.normal()", of_jax(init.normal(), MANY), "normal"),
    Row("jax.uniform()", of_jax(init.uniform(), MANY), "uniform"),
    Row("jax.truncated_normal()", of_jax(init.truncated_normal(), MANY), "truncated", 0.01),
    Row("jax.truncated_normal(0.02, -3, 1)", of_jax(init.truncated_normal(0.02, lower=-3.0, upper=1.0), MANY), "truncated", 0.02),
    Row("flax.Dense(fan_in=700)", of_flax(flax.linen.Dense(1500), numpy.ones((1, 700))), "truncated", parent(1, 700)),
    Row("flax.Conv(shape=[3, 3, 128, 512])", of_flax(flax.linen.Conv(512, (3, 3)), numpy.ones((1, 9, 9, 128))), "truncated",
        parent(1, 9 * 128)),
    Row("flax.Embed(2000, 512)", of_flax(flax.linen.Embed(2000, 512), numpy.ones((1, 1), int), "embedding"), "normal"),
    Row("keras.RandomNormal()", of_keras("RandomNormal", MANY), "normal"),
    Row("keras.RandomUniform()", of_keras("RandomUniform", MANY), "uniform"),
    Row("keras.TruncatedNormal()", of_keras("TruncatedNormal", MANY), "truncated", 0.05),
    Row("keras.TruncatedNormal(0, 0.02)", of_keras("TruncatedNormal", MANY, stddev=0.02), "truncated", 0.02),
    Row("tf.normal(5, 0.02)", lambda: tf.random.normal(MANY, 5, 0.02, seed=next(seeds)).numpy(), "normal"),
    Row("tf.truncated_normal()", lambda: tf.random.truncated_normal(MANY, seed=next(seeds)).numpy(), "truncated", 1),
]
for mode, fan in (("fan_in", FAN_IN), ("fan_out", FAN_OUT), ("fan_avg", (FAN_IN + FAN_OUT) / 2),
                  ("fan_geo_avg", math.sqrt(FAN_IN * FAN_OUT))):
    for law, plain in (("normal", "untruncated_normal"), ("truncated_normal", "truncated_normal"), ("uniform", "uniform")):
        ours, above = ("truncated", parent(2, fan)) if law == "truncated_normal" else (law, None)
        rows.append(Row(f"jax.variance_scaling(2, {mode}, {law}, {IN_SHAPE})", of_jax(init.variance_scaling(2, mode, law)), ours, above))
        if mode != "fan_geo_avg":
            rows.append(Row(f"keras.VarianceScaling(2, {mode}, {plain}, {IN_SHAPE})",
                            of_keras("VarianceScaling", scale=2.0, mode=mode, distribution=plain), ours, above))
for name, scale, fan in (("glorot", 1, (FAN_IN + FAN_OUT) / 2), ("lecun", 1, FAN_IN), ("he", 2, FAN_IN)):
    for law in ("normal", "uniform"):
        ours, above = ("truncated", parent(scale, fan)) if law == "normal" else (law, None)
        rows.append(Row(f"jax.{name}_{law}({IN_SHAPE})", of_jax(getattr(init, f"{name}_{law}")()), ours, above))
        in_keras = name.title() + law.title()
        rows.append(Row(f"keras.{in_keras}({IN_SHAPE})", of_keras(in_keras), ours, above))

judge = Judge(sys.argv[1])
judge.hold(rows)
title = ", ".join(f"{one.__name__} {one.__version__}" for one in (jax, flax, keras, tf))
sys.exit(judge.finish(title, len(rows)))
