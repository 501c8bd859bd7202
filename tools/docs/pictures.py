#!/usr/bin/env python3
"""Draws the pictures of README.md and docs/ from results/series: docs/pictures/*.svg, the same bytes each time.

    /usr/bin/python3 tools/docs/pictures.py            (Debian's python3-matplotlib)
    /usr/bin/python3 tools/docs/pictures.py --check    exit 1 where the committed pictures are others
"""
import itertools
import json
import math
import sys
import tempfile
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


folder = root / "docs" / "pictures"


def save(figure, name):
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


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


def curves(panel, points, expression, line, x, names, **style):
    """A curve for each value of the axis `line` that has a name; the first of Okabe and Ito's colours for the first."""
    colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
    for colour, (value, label) in zip(colours, names.items()):
        some = sorted((float(axes[x]), y) for what, axes, y in points if what == expression and axes.get(line, "") == value)
        panel.plot(*zip(*some), color=colour, linewidth=1.8, label=label, **style)


def gains():
    points = rows("activation_moments.json", "activation.gains")
    figure, panel = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
    curves(panel, points, "s*activation.gain(f, std=s)", "f", "s", {name: name for name in ["relu", "gelu", "silu", "tanh", "selu"]})
    panel.axvline(1, color="0.8", linewidth=0.8, zorder=0)
    panel.set(xscale="log", yscale="log", xlabel="std of the pre-activation, s (dimensionless)",
              ylabel="s × gain = s / sqrt(E f(s z)²)", title="z ~ N(0, 1)")
    panel.legend(frameon=False)
    save(figure, "gains")


def truncated_normal():
    points = rows("truncated_normal.json", "truncated_normal.symmetric")
    figure, panel = plt.subplots(figsize=(7.2, 3.2), layout="constrained")
    curves(panel, points, "truncated_normal.std(-b, b)", "", "b", {"": "std after the cut / std before"})
    panel.axhline(1, color="0.8", linewidth=0.8, zorder=0)
    value = next(y for what, axes, y in points if what == "truncated_normal.std(-b, b)" and float(axes["b"]) == 2)
    panel.plot([2], [value], "o", color="black", markersize=4)
    panel.annotate(f"cut at 2: {value:.4f}", (2, value), xytext=(8, -12), textcoords="offset points")
    panel.set(xlabel="the normal is cut at ±b (in its standard deviations)", ylabel="std after / std before", ylim=(0, 1.05))
    panel.legend(frameon=False, loc="lower right")
    save(figure, "truncated_normal")


def residual_gradient():
    points = rows("residual_streams.json", "residual.gradient.96")
    figure, panel = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
    curves(panel, points, "residual.gradient_ratio(scheme, sublayers=96, sublayer=l)", "scheme", "l",
           {"pre_norm": "pre_norm, and sandwich", "post_norm": "post_norm", "layer_norm_scaling": "layer_norm_scaling"})
    panel.set(yscale="log", xlabel="sublayer, of 96 (48 layers)",
              ylabel="squared gradient there\n/ squared gradient at the output")
    panel.legend(frameon=False)
    save(figure, "residual_gradient")


def jacobian_steps():
    points = rows("jacobian_steps.json", "norm.jacobian_steps")
    points = [(what, axes, y) for what, axes, y in points if axes["layer"] == "rms_norm" and y]
    figure, panel = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
    schemes = list(dict.fromkeys(axes["scheme"] for _, axes, _ in points))
    curves(panel, points, "norm.jacobian_error(layer, 16, scheme=scheme, step=h)", "scheme", "h", {name: name for name in schemes})
    panel.set(xscale="log", yscale="log", xlabel="step of the difference, h", ylabel="largest error of an entry of\nRMSNorm's Jacobian (d = 16)")
    panel.legend(frameon=False)
    save(figure, "jacobian_steps")


def monte_carlo():
    figure, panel = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
    colours = {"activation.second_moment(sigmoid)": "#0072B2", "activation.second_moment(relu)": "#D55E00",
               "truncated_normal.variance(-2, 2)": "#009E73"}
    report = json.loads((root / "results" / "series" / "monte_carlo_error.json").read_text(encoding="utf-8"))
    exact = {one["expression"]: one["double"][0] for one in report["series"] if one["kind"] == "enclosure"}
    for one in report["series"]:
        if one["id"] != "monte_carlo.error" or one["method"] != "monte_carlo" or one["expression"] not in colours:
            continue
        axes = {axis["name"]: axis["values"] for axis in one["axes"]}
        errors = [None if value is None else value - exact[one["expression"]] for value in one["double"]]
        seeds = len(axes["seed"])
        points = []  # where the sample is too small for the law no seed has a number
        for k, n in enumerate(axes["samples"]):
            some = [error for error in errors[k * seeds:(k + 1) * seeds] if error is not None]
            if len(some) == seeds:
                points.append((float(n), math.sqrt(sum(error * error for error in some) / seeds)))
        panel.plot(*zip(*points), "o-", color=colours[one["expression"]], linewidth=1.6,
                   markersize=4, label=one["expression"])
    panel.set(xscale="log", yscale="log", xlabel="samples", ylabel=f"root mean square error\nover {seeds} seeds")
    panel.legend(frameon=False, title="independent samples: the error falls like n^(-1/2)")
    save(figure, "monte_carlo")


def samples(file, series):
    """(expression, axis' values, means, standard errors) of each curve of samples, without points that have no mean."""
    report = json.loads((root / "results" / "series" / file).read_text(encoding="utf-8"))
    found = []
    for one in report["series"]:
        if one["id"] != series or len(one["axes"]) != 1:
            continue
        points = zip(map(float, one["axes"][0]["values"]), one["double"], one["radius"], one["status"])
        some = [(x, y, error) for x, y, error, status in points if status == "ok"]
        found.append((one["expression"], *map(list, zip(*some))))
    return found


def band(panel, curve, label, colour, **style):
    _, x, y, error = curve
    panel.plot(x, y, color=colour, linewidth=1.6, label=label, **style)
    panel.fill_between(x, [v - e for v, e in zip(y, error)], [v + e for v, e in zip(y, error)], color=colour, alpha=0.2,
                       linewidth=0)


def training_loss():
    figure, panel = plt.subplots(figsize=(7.2, 3.8), layout="constrained")
    labels = ["Pre-Norm", "Post-Norm", "Post-Norm, 100 steps of warm-up", "ReZero, no norm", "DyT for the norm"]
    colours = ["#0072B2", "#D55E00", "#CC79A7", "#009E73", "#56B4E9"]
    for curve, label, colour in zip(samples("training.json", "training.loss"), labels, colours, strict=True):
        band(panel, curve, label, colour)
    (_, _, flat, _), = samples("training.json", "training.flat_loss")
    panel.axhline(flat[0], color="0.55", linewidth=1, linestyle="--", label="knowing how often tokens occur")
    panel.set(xlabel="step of Adam at rate 4e-3", ylabel="loss (nats)", xlim=(0, 198), title="6 layers, width 32, eight networks each")
    panel.legend(frameon=False, fontsize=9)
    save(figure, "training_loss")


def coordinate_check():
    figure, panels = plt.subplots(1, 2, figsize=(7.2, 3.2), layout="constrained", sharey=True)
    found = samples("training.json", "training.coordinate_check")
    for panel, start, title in ((panels[0], "init=mup", "µP"), (panels[1], "init=lecun", "standard weights")):
        for at, colour in (("logits", "#0072B2"), ("hidden", "#D55E00"), ("scores", "#009E73")):
            curve, = (one for one in found if start in one[0] and f"activation_at={at}" in one[0])
            band(panel, curve, at, colour, marker="o", markersize=4)
        panel.set_xscale("log", base=2)
        panel.set_xticks([64, 128, 256, 512], ["64", "128", "256", "512"])
        panel.minorticks_off()
        panel.set(title=title, xlabel="width", yscale="log")
    panels[0].set(ylabel="change in 3 steps\n(root mean square)")
    panels[0].legend(frameon=False)
    save(figure, "coordinate_check")


def quantisers():
    figure, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4), layout="constrained")
    points = rows("pasted_constants.json", "quantizer.bits")
    for expression, label, colour in (("quantizer.sqnr_db(lloyd_max, bits=b)", "Lloyd–Max", "#0072B2"),
                                      ("quantizer.sqnr_db(uniform, bits=b)", "best uniform", "#D55E00")):
        curves(left, [one for one in points if one[0] == expression], expression, "", "b", {"": label})
        left.lines[-1].set_color(colour)
    left.set(xlabel="bits", ylabel="signal to noise (dB)", title="normal numbers")
    left.legend(frameon=False)
    scales = rows("pasted_constants.json", "quantizer.scale")
    names = ["e4m3fn", "e5m2", "e2m1", "e3m2", "e2m3", "int8"]
    curves(right, scales, "quantizer.format_mse(f, s)", "f", "s", {name: name for name in names})
    right.set(xscale="log", yscale="log", xlabel="std before rounding, in the format's units", ylabel="relative mean squared error",
              ylim=(1e-5, 2))
    right.legend(frameon=False, fontsize=8, loc="lower left", ncols=3, columnspacing=1)
    save(figure, "quantisers")


def muon():
    figure, panel = plt.subplots(figsize=(7.2, 3.4), layout="constrained")
    points = rows("pasted_constants.json", "muon.best")
    for expression, label, colour in (("1 - muon.smallest_singular_value(lower=l)", "3.4445, -4.7750, 2.0315, five times", "#D55E00"),
                                      ("muon.best_error(5, lower=l)", "the best five steps", "#0072B2")):
        curves(panel, [one for one in points if one[0] == expression], expression, "", "l", {"": label})
        panel.lines[-1].set_color(colour)
    panel.set(xscale="log", xlabel="least singular value before, of at most 1", ylabel="how far below 1\nthe least one is left", ylim=(0, 1))
    panel.legend(frameon=False)
    save(figure, "muon")


def laws_of_code():
    """What samplers draw, what unit scaling multiplies, what a sink takes."""
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(9.6, 3.2), layout="constrained")
    points = rows("pasted_constants.json", "sampler.inversion")
    for call, label, colour in (("bfloat16, bits=8", "bfloat16, torch ≤ 2.14", "#E69F00"), ("bfloat16", "bfloat16", "#D55E00"), ("float16", "float16", "#0072B2")):
        expression = f"sampler.std(inversion, {call}, std=s, lower=-2, upper=2)/s"
        curves(left, [one for one in points if one[0] == expression], expression, "", "s", {"": label})
        left.lines[-1].set_color(colour)
    left.set(xscale="log", yscale="log", xlabel="std asked for", ylabel="std drawn / asked for", title="trunc_normal_ by inversion")
    factors = rows("pasted_constants.json", "unit_scaling.rows")
    for expression, label, colour in (("unit_scaling.forward(softmax, n=n)/n", "softmax / n", "#0072B2"),
                                      ("unit_scaling.backward(softmax, n=n)/n", "its gradient / n", "#009E73"),
                                      ("unit_scaling.forward(attention, n=n)/sqrt(n)", "attention / √n", "#D55E00"),
                                      ("unit_scaling.forward(attention, n=n, causal=true)/sqrt(n)", "causal / √n", "#CC79A7")):
        curves(middle, [one for one in factors if one[0] == expression], expression, "", "n", {"": label})
        middle.lines[-1].set_color(colour)
    middle.set(xscale="log", xlabel="keys n", ylabel="factor", title="unit scaling", ylim=(0, None))
    curves(right, rows("pasted_constants.json", "attention.sink"), "attention.sink_weight(n, sink=b)", "b", "n",
           {b: f"logit {b}" for b in (0, 3, 6, 9)})
    right.set(xscale="log", xlabel="keys n", ylabel="weight of the sink", title="a sink", xlim=(2, 2e6), ylim=(0, 1))
    for panel in (left, middle, right):
        panel.legend(frameon=False, fontsize=8)
    save(figure, "laws_of_code")


def draw_all():
    for draw in (attention_entropy, gains, truncated_normal, residual_gradient, jacobian_steps, monte_carlo, training_loss,
                 coordinate_check, quantisers, muon, laws_of_code):
        draw()


if __name__ == "__main__":
    if "--check" not in sys.argv:
        draw_all()
        sys.exit()
    with tempfile.TemporaryDirectory() as name:
        committed, folder = folder, Path(name)
        draw_all()
        drawn = {one.name: one.read_bytes() for one in folder.iterdir()}
        kept = {one.name: one.read_bytes() for one in committed.glob("*.svg")}  # report.png is report_picture.sh's
    wrong = sorted(one for one in drawn.keys() | kept.keys() if drawn.get(one) != kept.get(one))
    print("\n".join(f"docs/pictures/{one} is not what results/series gives: run tools/docs/pictures.py" for one in wrong))
    sys.exit(1 if wrong else 0)
