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
import flax.nnx
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
    Row("jax.truncated_normal(0.02, lower=-3, upper=1)", of_jax(init.truncated_normal(0.02, lower=-3.0, upper=1.0), MANY), "truncated", 0.02),
    Row("flax.Dense(fan_in=700)", of_flax(flax.linen.Dense(1500), numpy.ones((1, 700))), "truncated", parent(1, 700)),
    Row("flax.Conv(shape=[3, 3, 128, 512])", of_flax(flax.linen.Conv(512, (3, 3)), numpy.ones((1, 9, 9, 128))), "truncated",
        parent(1, 9 * 128)),
    Row("flax.Embed(2000, 512)", of_flax(flax.linen.Embed(2000, 512), numpy.ones((1, 1), int), "embedding"), "normal"),
    Row("keras.RandomNormal()", of_keras("RandomNormal", MANY), "normal"),
    Row("keras.RandomUniform()", of_keras("RandomUniform", MANY), "uniform"),
    Row("keras.TruncatedNormal()", of_keras("TruncatedNormal", MANY), "truncated", 0.05),
    Row("keras.TruncatedNormal(0, 0.02)", of_keras("TruncatedNormal", MANY, stddev=0.02), "truncated", 0.02),
    Row("tf.normal([1024, 1024], 5, 0.02)", lambda: tf.random.normal(MANY, 5, 0.02, seed=next(seeds)).numpy(), "normal"),
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


def text(shape):
    return f"[{', '.join(map(str, shape))}]"


def flat(draw, columns=-1):
    """The matrix whose rows or columns are orthonormal."""
    return lambda: numpy.moveaxis(numpy.asarray(draw()), columns, -1).reshape(-1, numpy.asarray(draw()).shape[columns])


for shape in ((1200, 900), (900, 1200), (3, 3, 160, 768)):
    rows += [Row(f"jax.orthogonal(shape={text(shape)})", flat(of_jax(init.orthogonal(), shape)), "orthogonal"),
             Row(f"keras.Orthogonal(gain=2, shape={text(shape)})", flat(of_keras("Orthogonal", shape, gain=2.0)), "orthogonal")]
rows += [
    Row("jax.orthogonal(3, 0, shape=[1200, 900])", flat(of_jax(init.orthogonal(3, 0), (1200, 900)), 0), "orthogonal"),
    Row("jax.delta_orthogonal(shape=[3, 3, 400, 500])", of_jax(init.delta_orthogonal(), (3, 3, 400, 500)), "value"),
    Row("jax.delta_orthogonal(2, shape=[5, 512, 512])", of_jax(init.delta_orthogonal(2), (5, 512, 512)), "value"),
    Row("jax.constant(-3)", of_jax(init.constant(-3), MANY), "exact"),
    Row("keras.Constant(0.1)", lambda: keras.ops.convert_to_numpy(keras.initializers.Constant(0.1)(MANY)), "exact"),
    Row("keras.Identity(shape=[1000, 1500])",
        lambda: keras.ops.convert_to_numpy(keras.initializers.Identity()((1000, 1500))), "exact"),
    Row("keras.Identity(2, shape=[1500, 1000])",
        lambda: keras.ops.convert_to_numpy(keras.initializers.Identity(2.0)((1500, 1000))), "exact"),
    Row("tf.uniform([1024, 1024], -0.1, 0.3)", lambda: tf.random.uniform(MANY, -0.1, 0.3, seed=next(seeds)).numpy(), "uniform"),
    Row("tf.stateless_uniform([1024, 1024], 5)", lambda: tf.random.stateless_uniform(MANY, (5, 6)).numpy(), "uniform"),
    Row("tf.stateless_normal([1024, 1024], 5, 1, 0.02)", lambda: tf.random.stateless_normal(MANY, (5, 7), 1, 0.02).numpy(), "normal"),
    Row("tf.stateless_truncated_normal(stddev=0.02)",
        lambda: tf.random.stateless_truncated_normal(MANY, (5, 8), stddev=0.02).numpy(), "truncated", 0.02),
]
# axes that a call names instead of the last two
for name, scale in (("lecun", 1), ("he", 2), ("glorot", 1)):
    heads, fan = (512, 16, 192), 512 if name != "glorot" else (512 + 16 * 192) / 2
    stack, each = (64, 150, 160), 150 if name != "glorot" else (150 + 160) / 2
    for law in ("normal", "uniform"):
        ours, above = ("truncated", parent(scale, fan)) if law == "normal" else (law, None)
        rows.append(Row(f"jax.{name}_{law}(0, (1, 2), shape={text(heads)})", of_jax(getattr(init, f"{name}_{law}")(0, (1, 2)), heads), ours, above))
        ours, above = ("truncated", parent(scale, each)) if law == "normal" else (law, None)
        rows.append(Row(f"jax.{name}_{law}(batch_axis=0, shape={text(stack)})", of_jax(getattr(init, f"{name}_{law}")(batch_axis=0), stack), ours, above))
        ours, above = ("truncated", parent(scale, fan)) if law == "normal" else (law, None)
        rows.append(Row(f"keras.{name.title()}{law.title()}(input_axes=[0], output_axes=[1, 2], shape={text(heads)})",
                        of_keras(name.title() + law.title(), heads, input_axes=[0], output_axes=[1, 2]), ours, above))
rows.append(Row("jax.variance_scaling(1, fan_in, truncated_normal, shape=[512, 16, 192], in_axis=0, out_axis=[1, 2])",
                of_jax(init.variance_scaling(1, "fan_in", "truncated_normal", in_axis=0, out_axis=(1, 2)), (512, 16, 192)), "truncated", parent(1, 512)))


def flax_parameter(layer, tokens, *path):
    def draw():
        found = layer.init(next(keys), *tokens)["params"]
        for name in path:
            found = found[name]
        return found
    return draw


def ones(*shape):
    return numpy.ones(shape, numpy.float32)


linen, nnx = flax.linen, flax.nnx
rows += [
    Row("flax.Dense(1500, in_features=700)", of_flax(linen.Dense(1500), ones(1, 700)), "truncated", parent(1, 700)),
    Row("flax.DenseGeneral(features=[8, 256], in_features=700)", of_flax(linen.DenseGeneral((8, 256)), ones(1, 700)), "truncated", parent(1, 700)),
    Row("flax.DenseGeneral(2048, in_features=[8, 64])", of_flax(linen.DenseGeneral(2048, axis=(-2, -1)), ones(1, 8, 64)), "truncated",
        parent(1, 512)),
    Row("flax.Conv(512, (3, 3), in_channels=512, feature_group_count=2)", of_flax(linen.Conv(512, (3, 3), feature_group_count=2), ones(1, 5, 5, 512)),
        "truncated", parent(1, 9 * 256)),
    Row("flax.ConvTranspose(512, (3, 3), in_channels=256)", of_flax(linen.ConvTranspose(512, (3, 3)), ones(1, 5, 5, 256)), "truncated",
        parent(1, 9 * 256)),
    Row("flax.MultiHeadDotProductAttention(num_heads=8, qkv_features=1024)",
        flax_parameter(linen.MultiHeadDotProductAttention(8, qkv_features=1024), (ones(1, 3, 1024), ones(1, 3, 1024)), "query", "kernel"),
        "truncated", parent(1, 1024)),
    Row("flax.MultiHeadDotProductAttention(num_heads=8, qkv_features=1536, in_features=768, parameter=out_kernel)",
        flax_parameter(linen.MultiHeadDotProductAttention(8, qkv_features=1536), (ones(1, 3, 768), ones(1, 3, 768)), "out", "kernel"),
        "truncated", parent(1, 1536)),
]
for name in ("LSTMCell", "OptimizedLSTMCell", "GRUCell", "SimpleCell"):
    def parts(name=name):
        cell = getattr(linen, name)(1024)
        carry = cell.initialize_carry(next(keys), (1, 1100))
        return cell.init(next(keys), carry, ones(1, 1100))["params"]
    inner, outer = ("i", "h") if name == "SimpleCell" else (("ir", "hr") if name == "GRUCell" else ("if", "hf"))
    rows += [Row(f"flax.{name}(1024, in_features=1100)", lambda p=parts, i=inner: p()[i]["kernel"], "truncated", parent(1, 1100)),
             Row(f"flax.{name}(1024, parameter=recurrent_kernel)", lambda p=parts, o=outer: p()[o]["kernel"], "orthogonal")]
streams = nnx.Rngs(20240229)
rows += [
    Row("flax.nnx.Linear(700, 1500)", lambda: nnx.Linear(700, 1500, rngs=streams).kernel[...], "truncated", parent(1, 700)),
    Row("flax.nnx.LinearGeneral(700, [8, 256])", lambda: nnx.LinearGeneral(700, (8, 256), rngs=streams).kernel[...], "truncated", parent(1, 700)),
    Row("flax.nnx.LinearGeneral([8, 64], 8192)", lambda: nnx.LinearGeneral((8, 64), 8192, axis=(-2, -1), rngs=streams).kernel[...], "truncated",
        parent(1, 512)),
    Row("flax.nnx.Conv(512, 512, (3, 3), feature_group_count=2)",
        lambda: nnx.Conv(512, 512, (3, 3), feature_group_count=2, rngs=streams).kernel[...], "truncated", parent(1, 9 * 256)),
    Row("flax.nnx.ConvTranspose(256, 512, (3, 3))", lambda: nnx.ConvTranspose(256, 512, (3, 3), rngs=streams).kernel[...], "truncated",
        parent(1, 9 * 256)),
    Row("flax.nnx.Embed(8000, 256)", lambda: nnx.Embed(8000, 256, rngs=streams).embedding[...], "normal"),
    Row("flax.nnx.LoRA(50000, 32, 30)", lambda: nnx.LoRA(50000, 32, 30, rngs=streams).lora_a[...], "uniform"),
    Row("flax.nnx.LoRA(50, 32, 50000, parameter=lora_b, of=upper)", lambda: nnx.LoRA(50, 32, 50000, rngs=streams).lora_b[...], "value"),
    Row("flax.nnx.MultiHeadAttention(8, 768, 1536)", lambda: nnx.MultiHeadAttention(8, 768, 1536, rngs=streams).query.kernel[...], "truncated",
        parent(1, 768)),
    Row("flax.nnx.MultiHeadAttention(8, 768, 1536, parameter=out_kernel)",
        lambda: nnx.MultiHeadAttention(8, 768, 1536, rngs=streams).out.kernel[...], "truncated", parent(1, 1536)),
]


def keras_weight(layer, input_shape, number=0):
    def draw():
        made = layer()
        made.build(input_shape)
        return keras.ops.convert_to_numpy(made.weights[number])
    return draw


layers = keras.layers
rows += [
    Row("keras.Dense(1500, input_dim=700)", keras_weight(lambda: layers.Dense(1500), (1, 700)), "uniform"),
    Row("keras.Conv1D(1024, 5, in_channels=256)", keras_weight(lambda: layers.Conv1D(1024, 5), (1, 9, 256)), "uniform"),
    Row("keras.Conv2D(512, (3, 5), in_channels=256, groups=2)", keras_weight(lambda: layers.Conv2D(512, (3, 5), groups=2), (1, 9, 9, 256)), "uniform"),
    Row("keras.Conv3D(256, 3, in_channels=192)", keras_weight(lambda: layers.Conv3D(256, 3), (1, 9, 9, 9, 192)), "uniform"),
    Row("keras.Conv1DTranspose(1024, 5, in_channels=256)", keras_weight(lambda: layers.Conv1DTranspose(1024, 5), (1, 9, 256)), "uniform"),
    Row("keras.Conv2DTranspose(512, 3, in_channels=300)", keras_weight(lambda: layers.Conv2DTranspose(512, 3), (1, 9, 9, 300)), "uniform"),
    Row("keras.Conv3DTranspose(256, 3, in_channels=192)", keras_weight(lambda: layers.Conv3DTranspose(256, 3), (1, 9, 9, 9, 192)), "uniform"),
    Row("keras.DepthwiseConv1D(31, in_channels=40000)", keras_weight(lambda: layers.DepthwiseConv1D(31), (1, 99, 40000)), "uniform"),
    Row("keras.DepthwiseConv2D(7, in_channels=12000, depth_multiplier=2)",
        keras_weight(lambda: layers.DepthwiseConv2D(7, depth_multiplier=2), (1, 9, 9, 12000)), "uniform"),
    Row("keras.SeparableConv1D(30, 31, in_channels=40000)", keras_weight(lambda: layers.SeparableConv1D(30, 31), (1, 99, 40000)), "uniform"),
    Row("keras.SeparableConv2D(1000, 3, in_channels=700, depth_multiplier=2, parameter=pointwise_kernel)",
        keras_weight(lambda: layers.SeparableConv2D(1000, 3, depth_multiplier=2), (1, 9, 9, 700), 1), "uniform"),
    Row("keras.EinsumDense('abc,cd->abd', (None, 2048), input_dim=512)",
        keras_weight(lambda: layers.EinsumDense("abc,cd->abd", (None, 2048)), (1, 5, 512)), "uniform"),
    Row("keras.EinsumDense('abc,cde->abde', (None, 16, 192), input_dim=512)",
        keras_weight(lambda: layers.EinsumDense("abc,cde->abde", (None, 16, 192)), (1, 5, 512)), "uniform"),
    Row("keras.Embedding(5000, 256)", keras_weight(lambda: layers.Embedding(5000, 256), (1, 5)), "uniform"),
]
for number, name in ((0, "query_kernel"), (4, "value_kernel"), (6, "output_kernel")):
    def made(number=number):
        layer = layers.MultiHeadAttention(8, 192, 128)
        layer.build((1, 5, 768), (1, 5, 768))
        return keras.ops.convert_to_numpy(layer.weights[number])
    rows.append(Row(f"keras.MultiHeadAttention(8, 192, 128, input_dim=768, parameter={name})", made, "uniform"))
for name in ("LSTM", "GRU", "SimpleRNN"):
    for cell in ("", "Cell"):
        shape = (1, 1100) if cell else (1, 5, 1100)
        make = lambda n=name + cell: getattr(layers, n)(1024)
        rows += [Row(f"keras.{name}{cell}(1024, input_dim=1100)", keras_weight(make, shape), "uniform"),
                 Row(f"keras.{name}{cell}(1024, input_dim=1100, parameter=recurrent_kernel)", keras_weight(make, shape, 1), "orthogonal")]

judge = Judge(sys.argv[1])
judge.hold(rows)
for dtype, count in (("bfloat16", 128), ("float16", 1024)):  # types of 8 and 11 bits
    weights = numpy.asarray(init.normal(0.02, dtype)(next(keys), (2**24,)).astype("float32")).astype(float)
    judge.expect(len(numpy.unique(weights)) == count, f"jax.normal in {dtype}: {len(numpy.unique(weights))} values, not {count}")
    for of, seen in (("std", weights.std()), ("mean", weights.mean())):
        ours = judge.value(f"jax.normal(0.02, {dtype}, of={of})")
        error = 6 * 0.02 / math.sqrt(2**24) + 2**-9 * 0.02  # of the sample, and of the weights' own rounding
        judge.expect(abs(seen - ours) <= error, f"jax.normal(0.02, {dtype}): {of} {seen}, not {ours}")
        judge.expect(of == "mean" or abs(seen - 1.01 * ours) > error, f"jax.normal(0.02, {dtype}): {seen} cannot be told from 1.01 * {ours}")
title = ", ".join(f"{one.__name__} {one.__version__}" for one in (jax, flax, keras, tf))
sys.exit(judge.finish(title, len(rows)))
