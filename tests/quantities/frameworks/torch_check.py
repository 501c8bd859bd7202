#!/usr/bin/env python3
"""Holds the quantities torch.* against PyTorch itself: torch draws the weights, `sigprop measure weights` judges
them by the quantity's numbers.

    torch_check.py SIGPROP    exit 0: all as stated; 1: not; 77: skipped, since python3 has no torch

Each row is judged twice: by the quantity, which must pass, and by 1.01 times its std, which must be refused, so
that a judge that sees nothing is seen. Needs Debian's python3-torch (1.13.1), which nothing else needs.
"""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy
    import torch
except ImportError as error:
    print(f"skipped: {error}; apt-get install --no-install-recommends python3-torch adds it")
    sys.exit(77)

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
    ("torch.orthogonal_([1024, 1024], 2)", lambda: filled(init.orthogonal_, 2), "normal", None),
    ("torch.orthogonal_([512, 128, 3, 3])", lambda: filled(init.orthogonal_, shape=(512, 128, 3, 3)), "normal",
     None),
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

tool = str(Path(sys.argv[1]).resolve())
faults = []


def with_of(call, of):
    return call[:-1] + ("" if call.endswith("()") else ", ") + f"of={of})"


def value(expression):
    run = subprocess.run([tool, "eval", expression, "--digits", "17", "--methods", "closed_form", "--json"],
                         capture_output=True, text=True, check=True)
    return float(json.loads(run.stdout)["records"][0]["computed"]["decimal"])


def judged(path, call, law, parent, factor):
    """What the judge says of the weights, if `factor` times the quantity is their std."""
    flags = ["--std", f"{factor} * {call}"]
    if law == "uniform":
        flags += ["--distribution", "uniform"]
    if law == "truncated":  # the judge takes the std before truncation: the one that realises the quantity
        limits = [with_of(call, of) for of in ("lower", "upper")]
        flags = ["--std", f"{factor} * {parent} * {call} / truncated_normal.std({', '.join(limits)}, 0, {parent})",
                 "--limits", "absolute", "--lower", limits[0], "--upper", limits[1]]
    return subprocess.run([tool, "measure", "weights", "--w", path, *flags], capture_output=True, text=True)


torch.manual_seed(20240229)
with tempfile.TemporaryDirectory() as folder:
    path = str(Path(folder) / "w.npy")
    for call, draw, law, parent in rows:
        weights = draw().detach().numpy().astype(numpy.float64)
        has_mean = "orthogonal" not in call
        mean = value(with_of(call, "mean")) if has_mean else 0.0
        # the judge's laws are about 0; of an asymmetric truncated one, before truncation
        numpy.save(path, weights - (mean if law != "truncated" else 0.0))
        error = 6 * weights.std() / math.sqrt(weights.size)
        if abs(weights.mean() - mean) > error:
            faults.append(f"{call}: mean {weights.mean()}, not {mean} to {error}")
        right = judged(path, call, law, parent, "1")
        wrong = judged(path, call, law, parent, "1.01")
        print(f"{'ok ' if (right.returncode, wrong.returncode) == (0, 1) else 'BAD'} {call}", flush=True)
        if right.returncode != 0:
            faults.append(f"{call}: exit {right.returncode}\n{right.stdout}{right.stderr}")
        if wrong.returncode != 1:
            faults.append(f"1.01 * {call}: exit {wrong.returncode} instead of 1")

for name in ("linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
    ours = value(f"torch.calculate_gain({name})")
    if not math.isclose(ours, init.calculate_gain(name), rel_tol=1e-15):
        faults.append(f"torch.calculate_gain({name}): {ours}, and torch says {init.calculate_gain(name)}")
if not math.isclose(value("torch.calculate_gain(leaky_relu, 0.2)"), init.calculate_gain("leaky_relu", 0.2),
                    rel_tol=1e-15):
    faults.append("torch.calculate_gain(leaky_relu, 0.2)")

# What `show torch.trunc_normal_` says of float32 where nothing is cut: one weight in 2^24 is a limit. Limits that
# cut have no such weights beyond what the law has there.
for limit, expected in ((2, 8), (0.08, 0)):
    found = 0
    for _ in range(8):
        weights = torch.empty(2**24)
        init.trunc_normal_(weights, std=0.02, a=-limit, b=limit)
        found += int((weights.abs() >= limit).sum())
    if not (expected > 0) == (found > 0) or found > expected + 6 * math.sqrt(expected):
        faults.append(f"trunc_normal_ within +-{limit}: {found} of 2^27 weights are a limit, not about {expected}")

print(f"torch {torch.__version__}: {len(rows)} calls judged twice, {len(faults)} faults")
print("\n".join(faults))
sys.exit(1 if faults else 0)
