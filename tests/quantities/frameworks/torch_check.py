#!/usr/bin/env python3
"""Holds the quantities torch.* and timm.* against PyTorch and timm themselves (judge.py).

    tools/requirements/run.sh torch torch_check.py SIGPROP    exit 0: all as stated; 1: not
"""
import math
import sys

import timm.layers
import torch
from judge import Judge, Row

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
    ("torch.Linear(9, 1000000, bias)", lambda: nn.Linear(9, 1000000).bias, "uniform", None),
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

judge = Judge(sys.argv[1])
torch.manual_seed(20240229)
judge.hold([Row(call, lambda draw=draw: draw().detach(), law, parent) for call, draw, law, parent in rows])
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
