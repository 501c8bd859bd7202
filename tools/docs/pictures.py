#!/usr/bin/env python3
"""Draws the pictures of README.md and docs/ from results/series: docs/pictures/*.svg, the same bytes each time.

    /usr/bin/python3 tools/docs/pictures.py    (Debian's python3-matplotlib)
"""
import itertools
import json
import math
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

root = Path(__file__).resolve().parents[2]
plt.rcdefaults()
plt.rcParams.update({"svg.hashsalt": "sigprop", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
                     "axes.spines.top": False, "axes.spines.right": False, "savefig.facecolor": "white"})


def rows(file, series):
    """(axes' values, value) of the proved points of a series, the first proof of each."""
    found = {}
    for one in json.loads((root / "results" / "series" / file).read_text(encoding="utf-8"))["series"]:
        if one["id"] != series or one["kind"] != "enclosure":
            continue
        names = [axis["name"] for axis in one["axes"]]
        points = itertools.product(*(axis["values"] for axis in one["axes"]))
        for point, value, status in zip(points, one["double"], one["status"]):
            if status == "ok":
                found.setdefault((one["expression"], *point), (dict(zip(names, point)), value))
    return [(expression, *entry) for (expression, *_), entry in found.items()]


def save(figure, name):
    figure.savefig(root / "docs" / "pictures" / f"{name}.svg", metadata={"Date": None, "Creator": None})


def attention_entropy():
    lines = {}
    for expression, axes, value in rows("attention_rows.json", "attention.rows"):
        if expression.startswith("attention.entropy("):
            lines.setdefault(float(axes["s"]), []).append((int(axes["n"]), value))
    figure, panel = plt.subplots(figsize=(7.2, 3.6), layout="constrained")
    shades = plt.get_cmap("viridis")
    longest = max(n for line in lines.values() for n, _ in line)
    panel.plot([2, longest], [math.log(2), math.log(longest)], color="0.65", linewidth=1, label="equal weights, ln n")
    for i, (s, line) in enumerate(sorted(lines.items())):
        panel.plot(*zip(*sorted(line)), color=shades(0.9 * i / max(1, len(lines) - 1)), linewidth=1.8, label=f"s = {s:g}")
    panel.set_xscale("log", base=2)
    panel.set_xticks([2, 16, 128, 1024, 8192, 65536, 1048576], ["2", "16", "128", "1024", "8192", "65536", "2²⁰"])
    panel.minorticks_off()
    panel.set(xlabel="keys in the row, n", ylabel="mean entropy (nats)", ylim=(0, 14.5))
    panel.legend(frameon=False, title="std of the logits", loc="upper left")
    save(figure, "attention_entropy")


if __name__ == "__main__":
    attention_entropy()
