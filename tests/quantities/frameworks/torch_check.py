#!/usr/bin/env python3
"""Holds the quantities torch.* and timm.* against PyTorch and timm themselves (judge.py).

    tools/requirements/run.sh torch torch_check.py SIGPROP    exit 0: all as stated; 1: not
"""
import math
import sys

import timm.layers
import torch
import transformers.initialization
from judge import Judge, Row
from transformers.pytorch_utils import Conv1D

init, nn = torch.nn.init, torch.nn
many = (1024, 1024)  # entries enough to see a std that is off by 1 %


def filled(fill, *arguments, shape=many, **named):
    return fill(torch.empty(shape), *arguments, **named)


def in_shape(shape):
    return f"shape=[{', '.join(map(str, shape))}]"


# (call, weights, law, parent): `parent` is the std before truncation where the law is truncated
kernel = (512, 64, 5, 5)
grouped = nn.Conv2d(256, 1024, [3, 2], groups=4)
linear = nn.Linear(700, 1500)
rows = [
    ("torch.normal_(0.5, 0.02)", lambda: filled(init.normal_, 0.5, 0.02), "normal", None),
    ("torch.uniform_()", lambda: filled(init.uniform_), "uniform", None),
    ("torch.uniform_(-1, 3)", lambda: filled(init.uniform_, -1, 3), "uniform", None),
    ("torch.trunc_normal_()", lambda: filled(init.trunc_normal_), "truncated", 1),
    ("torch.trunc_normal_(std=0.02)", lambda: filled(init.trunc_normal_, std=0.02), "truncated", 0.02),
    ("torch.trunc_normal_(0, 0.02, -0.04, 0.04)", lambda: filled(init.trunc_normal_, 0, 0.02, -0.04, 0.04),
     "truncated", 0.02),
    ("torch.trunc_normal_(0, 0.02, -0.02, 0.05)", lambda: filled(init.trunc_normal_, 0, 0.02, -0.02, 0.05),
     "truncated", 0.02),
    ("torch.orthogonal_([1024, 1024], 2)", lambda: filled(init.orthogonal_, 2), "orthogonal", None),
    ("torch.orthogonal_([512, 128, 3, 3])", lambda: filled(init.orthogonal_, shape=(512, 128, 3, 3)), "orthogonal", None),
    ("torch.Linear(700, 1500)", lambda: linear.weight, "uniform", None),
    ("torch.Linear(9, 1000000, parameter=bias)", lambda: nn.Linear(9, 1000000).bias, "uniform", None),
    ("torch.Conv2d(256, 1024, [3, 2], groups=4)", lambda: grouped.weight, "uniform", None),
    ("torch.Conv2d(2, 1000000, 1, groups=2, parameter=bias)", lambda: nn.Conv2d(2, 1000000, 1, groups=2).bias,
     "uniform", None),
    ("torch.Embedding(2000, 512)", lambda: nn.Embedding(2000, 512).weight, "normal", None),
]
for law in ("normal", "uniform"):
    kaiming, xavier = getattr(init, f"kaiming_{law}_"), getattr(init, f"xavier_{law}_")
    for shape in (many, kernel):
        rows += [
            (f"torch.kaiming_{law}_({in_shape(shape)})", lambda k=kaiming, s=shape: filled(k, shape=s), law, None),
            (f"torch.kaiming_{law}_(sqrt(5), fan_out, {in_shape(shape)})",
             lambda k=kaiming, s=shape: filled(k, math.sqrt(5), "fan_out", shape=s), law, None),
            (f"torch.xavier_{law}_(5/3, {in_shape(shape)})",
             lambda x=xavier, s=shape: filled(x, init.calculate_gain("tanh"), shape=s), law, None),
        ]
    for name in ("tanh", "selu", "sigmoid", "linear", "relu"):
        rows.append((f"torch.kaiming_{law}_(nonlinearity={name}, {in_shape(many)})",
                     lambda k=kaiming, n=name: filled(k, nonlinearity=n), law, None))



def by_timm(name, *arguments, shape=many, **named):
    weights = torch.empty(shape)
    getattr(timm.layers, name)(weights, *arguments, **named)  # some return None
    return weights


rows += [
    ("timm.trunc_normal_(std=0.02)", lambda: by_timm("trunc_normal_", std=0.02), "truncated", 0.02),
    ("timm.trunc_normal_(std=0.02, a=-0.04, b=0.04)", lambda: by_timm("trunc_normal_", std=0.02, a=-0.04, b=0.04),
     "truncated", 0.02),
    ("timm.trunc_normal_tf_(std=0.02)", lambda: by_timm("trunc_normal_tf_", std=0.02), "truncated", 0.02),
    ("timm.variance_scaling_(shape=[512, 64, 5, 5])", lambda: by_timm("variance_scaling_", shape=kernel), "normal", None),
    ("timm.variance_scaling_(2, fan_out, uniform, shape=[512, 64, 5, 5])",
     lambda: by_timm("variance_scaling_", 2, "fan_out", distribution="uniform", shape=kernel), "uniform", None),
    ("timm.lecun_normal_(shape=[512, 64, 5, 5])", lambda: by_timm("lecun_normal_", shape=kernel), "truncated",
     (64 * 25) ** -0.5 / 0.87962566103423978),
]


def filled_by(function, *arguments, shape=many, **named):
    weights = torch.empty(shape)
    function(weights, *arguments, **named)
    return weights


def parameter(layer, name):
    """The first parameter whose name ends so; of all layers of a recurrent network or a Transformer."""
    return next(tensor for found, tensor in layer.named_parameters() if name in found)


def module(function, name, **named):
    """The weight or bias of a large Linear, as timm's functions for whole modules leave it."""
    layer = nn.Linear(1000, 1500)
    function(layer, name, **named)
    return layer


for d, (convolution, transposed) in enumerate(((nn.Conv1d, nn.ConvTranspose1d), (nn.Conv2d, nn.ConvTranspose2d),
                                               (nn.Conv3d, nn.ConvTranspose3d)), 1):
    for kind, layer in (("Conv", convolution), ("ConvTranspose", transposed)):
        wide = (512, 512, 5) if d == 1 else (192, 640, 3)
        in_groups = (1024, 2048, 3, 4) if d == 1 else (512, 1024, 3, 4)
        rows += [
            (f"torch.{kind}{d}d({', '.join(map(str, wide))})", lambda t=layer, a=wide: t(*a).weight, "uniform", None),
            (f"torch.{kind}{d}d({', '.join(map(str, in_groups[:3]))}, groups={in_groups[3]})",
             lambda t=layer, a=in_groups: t(*a[:3], groups=a[3]).weight, "uniform", None)]
    rows.append((f"torch.Conv{d}d(4, 1000000, 1, parameter=bias)", lambda t=convolution: t(4, 1000000, 1).bias, "uniform", None))
for kind in ("LSTM", "GRU", "RNN", "LSTMCell", "GRUCell", "RNNCell"):
    for name, sizes in (("weight_ih", (1200, 1024)), ("weight_hh", (64, 1024)), ("weight_hh", (7, 1500))):
        rows.append((f"torch.{kind}({', '.join(map(str, sizes))}, parameter={name})",
                     lambda k=kind, n=name, s=sizes: parameter(getattr(nn, k)(*s), n), "uniform", None))
attention, apart = nn.MultiheadAttention(1024, 8), nn.MultiheadAttention(1024, 8, kdim=1536, vdim=2048)
rows += [
    ("torch.Bilinear(32, 64, 1024)", lambda: nn.Bilinear(32, 64, 1024).weight, "uniform", None),
    ("torch.Bilinear(100, 30, 1024)", lambda: nn.Bilinear(100, 30, 1024).weight, "uniform", None),
    ("torch.MultiheadAttention(1024, 8)", lambda: attention.in_proj_weight, "uniform", None),
    ("torch.MultiheadAttention(1024, 8, parameter=out_proj.weight)", lambda: attention.out_proj.weight, "uniform", None),
    ("torch.MultiheadAttention(1024, 8, kdim=1536, vdim=2048)", lambda: apart.q_proj_weight, "uniform", None),
    ("torch.MultiheadAttention(1024, 8, kdim=1536, vdim=2048, parameter=k_proj_weight)", lambda: apart.k_proj_weight, "uniform", None),
    ("torch.MultiheadAttention(1024, 8, kdim=1536, vdim=2048, parameter=v_proj_weight)", lambda: apart.v_proj_weight, "uniform", None),
    ("torch.TransformerEncoderLayer(768, 8)", lambda: nn.TransformerEncoderLayer(768, 8).linear1.weight, "uniform", None),
    ("torch.TransformerEncoderLayer(1024, 8, 1500, parameter=linear2.weight)",
     lambda: nn.TransformerEncoderLayer(1024, 8, 1500).linear2.weight, "uniform", None),
    ("torch.TransformerEncoderLayer(1024, 8, parameter=self_attn.in_proj_weight)",
     lambda: nn.TransformerEncoderLayer(1024, 8).self_attn.in_proj_weight, "uniform", None),
    ("torch.TransformerEncoderLayer(1024, 8, parameter=self_attn.out_proj.weight)",
     lambda: nn.TransformerEncoderLayer(1024, 8).self_attn.out_proj.weight, "uniform", None),
    ("torch.TransformerDecoderLayer(1024, 8, parameter=multihead_attn.in_proj_weight)",
     lambda: nn.TransformerDecoderLayer(1024, 8).multihead_attn.in_proj_weight, "uniform", None),
    ("torch.Transformer()", lambda: parameter(nn.Transformer(), "linear1.weight"), "uniform", None),
    ("torch.Transformer(1024, 8, 1, 1, 1536, parameter=self_attn.in_proj_weight)",
     lambda: parameter(nn.Transformer(1024, 8, 1, 1, 1536), "in_proj_weight"), "uniform", None),
    ("torch.Transformer(1024, 8, 1, 1, 1536, parameter=self_attn.out_proj.weight)",
     lambda: parameter(nn.Transformer(1024, 8, 1, 1, 1536), "out_proj.weight"), "uniform", None),
    ("torch.EmbeddingBag(2000, 512)", lambda: nn.EmbeddingBag(2000, 512).weight, "normal", None),
    ("torch.PReLU(1000000)", lambda: nn.PReLU(1000000).weight, "exact", None),
    ("torch.PReLU(1000, 0.1)", lambda: nn.PReLU(1000, 0.1).weight, "exact", None),
    ("torch.constant_(val=-3)", lambda: filled(init.constant_, -3), "exact", None),
    ("torch.ones_()", lambda: filled(init.ones_), "exact", None),
    ("torch.zeros_()", lambda: filled(init.zeros_), "exact", None),
    ("torch.eye_(shape=[1000, 1500])", lambda: filled(init.eye_, shape=(1000, 1500)), "exact", None),
    ("torch.dirac_(shape=[256, 512, 3, 3])", lambda: filled(init.dirac_, shape=(256, 512, 3, 3)), "exact", None),
    ("torch.dirac_(shape=[512, 64, 5], groups=4)", lambda: filled(init.dirac_, 4, shape=(512, 64, 5)), "exact", None),
    ("torch.sparse_(shape=[1000, 4000], sparsity=0.1)", lambda: filled(init.sparse_, 0.1, shape=(1000, 4000)), "sparse", None),
    ("torch.sparse_(shape=[7, 600000], sparsity=0.25, std=2)", lambda: filled(init.sparse_, 0.25, 2, shape=(7, 600000)), "sparse", None),
    ("transformers.lecun_normal_(shape=[1024, 2048])",
     lambda: filled_by(transformers.initialization.lecun_normal_, shape=(1024, 2048)), "normal", None),
    ("transformers.lecun_normal_(shape=[512, 64, 5, 5])",
     lambda: filled_by(transformers.initialization.lecun_normal_, shape=kernel), "normal", None),
    ("transformers.default_flax_embed_init_(shape=[5000, 300])",
     lambda: filled_by(transformers.initialization.default_flax_embed_init_, shape=(5000, 300)), "normal", None),
    ("transformers.trunc_normal_(std=0.02)", lambda: filled_by(transformers.initialization.trunc_normal_, std=0.02), "truncated", 0.02),
    ("transformers.Conv1D(2304, 768)", lambda: Conv1D(2304, 768).weight, "normal", None),
    ("timm.init_weight_vit(shape=[1500, 1000])", lambda: module(timm.layers.init_weight_vit, "blocks.0").weight, "normal", None),
    ("timm.init_weight_vit(shape=[1500, 1000], parameter=bias, of=upper)",
     lambda: module(timm.layers.init_weight_vit, "blocks.0").bias, "value", None),
    ("timm.init_weight_jax(shape=[1500, 1000])", lambda: module(timm.layers.init_weight_jax, "blocks.0").weight, "uniform", None),
]

judge = Judge(sys.argv[1])
torch.manual_seed(20240229)
judge.hold([Row(call, lambda draw=draw: draw().detach(), law, parent) for call, draw, law, parent in rows])
# types of 8 and 11 bits; 2^29 weights, so that a std of which a few large ones are most is seen to less than 1 %
def narrow(fill, dtype, **named):
    total, squares, fourth, count = 0.0, 0.0, 0.0, 0
    for _ in range(64):
        weights = torch.empty(2**23, dtype=dtype)
        fill(weights, **named)
        weights = weights.double()
        total, squares, fourth = total + float(weights.sum()), squares + float((weights**2).sum()), fourth + float((weights**4).sum())
        count += weights.numel()
    mean, square = total / count, squares / count
    return mean, math.sqrt(square - mean**2), math.sqrt((fourth / count - square**2) / count) / (2 * math.sqrt(square))


for call, fill, named in (("timm.trunc_normal_(std=0.02", timm.layers.trunc_normal_, {"std": 0.02}),
                          ("timm.trunc_normal_(std=1, a=-5, b=5", timm.layers.trunc_normal_, {"std": 1, "a": -5, "b": 5}),
                          ("timm.trunc_normal_(std=0.02, a=-0.04, b=0.04", timm.layers.trunc_normal_, {"std": 0.02, "a": -0.04, "b": 0.04}),
                          ("torch.trunc_normal_(std=0.02, a=-0.04, b=0.04", init.trunc_normal_, {"std": 0.02, "a": -0.04, "b": 0.04})):
    for dtype in ("bfloat16", "float16"):
        mean, std, error = narrow(fill, getattr(torch, dtype), **named)
        ours = judge.value(f"{call}, dtype={dtype})")
        allowed = 6 * error + 2e-3 * std  # the types' own rounding, here and in between
        judge.expect(abs(std - ours) <= allowed, f"{call}, dtype={dtype}): std {std}, not {ours}")
        judge.expect(abs(std - 1.01 * ours) > allowed, f"{call}, dtype={dtype}): std {std} cannot be told from 1.01 * {ours}")
        ours = judge.value(f"{call}, dtype={dtype}, of=mean)")
        below = 0.01 * std if "a=-0.04" in call and call.startswith("timm") else 2e-3 * std  # as its warning says
        judge.expect(-below - 6 * std / math.sqrt(2**29) <= mean - ours <= 6 * std / math.sqrt(2**29) + 2e-3 * std, f"{call}, dtype={dtype}): mean {mean}, not {ours}")
for name in ("linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
    ours = judge.value(f"torch.calculate_gain({name})")
    judge.expect(math.isclose(ours, init.calculate_gain(name), rel_tol=1e-15),
                 f"torch.calculate_gain({name}): {ours}, and torch says {init.calculate_gain(name)}")
judge.expect(math.isclose(judge.value("torch.calculate_gain(leaky_relu, 0.2)"), init.calculate_gain("leaky_relu", 0.2),
                          rel_tol=1e-15), "torch.calculate_gain(leaky_relu, 0.2)")

# What `show timm.trunc_normal_` says of float32 where nothing is cut: one weight in 2^24 is a limit. Limits that cut have no such
# weights beyond what the law has there, and PyTorch, which rejects instead of inverting the cdf, has none at all.
for name, fill, limit, expected in (("timm", timm.layers.trunc_normal_, 2, 8), ("timm", timm.layers.trunc_normal_, 0.08, 0),
                                    ("torch", init.trunc_normal_, 2, 0)):
    found = 0
    for _ in range(8):
        weights = torch.empty(2**24)
        fill(weights, std=0.02, a=-limit, b=limit)
        found += int((weights.abs() >= limit).sum())
    judge.expect((expected > 0) == (found > 0) and found <= expected + 6 * math.sqrt(expected),
                 f"{name}'s trunc_normal_ within +-{limit}: {found} of 2^27 weights are a limit, not about {expected}")

sys.exit(judge.finish(f"torch {torch.__version__}, timm {timm.__version__}", len(rows)))
