#!/usr/bin/env python3
"""Finds what each normalisation class of a library computes, by running it, and keeps or checks the rows of src/norms.

    observe.py transformers --write src/norms/transformers.json   writes the rows
    observe.py transformers --check src/norms/transformers.json   compares; exit 1 where a row and the class disagree
      --log FILE   what has no row, and why (else to stdout)

A class is made with its own defaults and given numbers whose outputs tell apart: a mean that is subtracted or not, an epsilon of the size of
the spread and its place, a gain of weight or 1 + weight, and, bit for bit in bfloat16 and by the digits of float64, the type that it computes
in and where it rounds. What no rule gives exactly has no row. Needs the torch environment (tools/requirements).
"""

import argparse
import contextlib
import importlib
import inspect
import json
import pkgutil
import sys
import warnings
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import torch

WIDTH, ROWS = 64, 512
SAME, SAME_GRADIENT = 0.99, 0.9  # shares of equal bits
ASKED = 1e-5  # the epsilon of classes that have no default
SIZES = ("hidden_size", "dim", "normalized_shape", "size", "n_embd", "c_in", "num_channels", "channels", "embedding_dim", "num_features", "embed_dim")
GAINS = ("weight", "gamma", "scale", "g")
# The class of a row that people know best stands first in it, and in the tables that show the row by one name.
KNOWN = ("LlamaRMSNorm", "GemmaRMSNorm", "Olmo2RMSNorm", "OlmoeRMSNorm", "ConvNextLayerNorm", "CohereLayerNorm", "NanoChatRMSNorm")
LIBRARIES = {"transformers": "transformers.models", "timm": "timm.layers", "diffusers": "diffusers.models"}


class NoRow(Exception):
    """Why a class has none."""


@dataclass(frozen=True)
class Law:
    """What a row says: y = (x - centre) / spread * (offset + weight) + bias."""

    layer: str
    epsilon: str
    place: str
    gain: str  # "weight", "1 + weight" or "none"
    casts: str  # as NormCasts

    def hat(self, x):
        epsilon = float(self.epsilon)
        if self.layer == "layer_norm":
            x = x - x.mean(-1, keepdim=True)
        square = x.pow(2).sum(-1, keepdim=True) if self.layer == "l2_norm" else x.pow(2).mean(-1, keepdim=True)
        if self.place == "inside_root":
            return x / (square + epsilon).sqrt()
        if self.place == "outside_root":
            return x / (square.sqrt() + epsilon)
        return x / square.sqrt().clamp_min(epsilon)

    def __call__(self, x, weight, bias):
        """In the order of its casts."""
        kind = x.dtype
        wide = torch.float64 if kind == torch.float64 and self.casts == "own_type" else torch.float32
        if self.casts == "float32_statistics":
            hat = x * torch.rsqrt(x.to(wide).pow(2).mean(-1, keepdim=True) + float(self.epsilon))
        else:
            hat = self.hat(x.to(wide))
        if self.casts in ("float32_before_gain", "float32_statistics"):
            hat = hat.to(kind)
        if weight is not None:
            if self.casts != "own_type":
                weight = weight.to(hat.dtype)
            hat = hat * (1 + weight if self.gain == "1 + weight" else weight)
        if bias is not None:
            hat = hat + bias.to(hat.dtype)
        return hat.to(kind)


def modules(library):
    """Those that may define classes, imported; one that cannot be imported is left out."""
    package = importlib.import_module(LIBRARIES[library])
    if not hasattr(package, "__path__"):
        return [package]
    found = []
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        short = info.name.rsplit(".", 1)[-1]
        if info.ispkg or (library == "transformers" and not short.startswith("modeling_")):
            continue
        with contextlib.suppress(Exception):
            found.append(importlib.import_module(info.name))
    return found


def classes(library):
    """{name: class} of what is called a norm."""
    found = {}
    for module in modules(library):
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, torch.nn.Module) and "norm" in name.lower() and kind.__module__ == module.__name__:
                found.setdefault(name, kind)
    return dict(sorted(found.items()))


def made(kind):
    """The class with its defaults."""
    options = {}
    for name, one in list(inspect.signature(kind.__init__).parameters.items())[1:]:
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if name in SIZES:
            options[name] = WIDTH
        elif one.default is one.empty and "eps" in name:
            options[name] = ASKED
        elif one.default is one.empty:
            if name in ("config", "layer_id", "layer_idx"):
                raise NoRow("it is made from a configuration")
            raise NoRow(f"its argument {name} has no default")
    forward = list(inspect.signature(kind.forward).parameters.items())[1:]
    if sum(one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for _, one in forward) != 1:
        raise NoRow("its forward pass takes more than x")
    if any(name == "gate" for name, _ in forward):
        raise NoRow("it takes a gate")
    if not options and "eps" not in inspect.signature(kind.__init__).parameters:
        raise NoRow("no argument is its width or its epsilon")
    return kind(**options).eval()


def written(number):
    return f"{number:.0e}".replace("e-0", "e-").replace("e+00", "") if float(f"{number:.0e}") == number else repr(number)


def asks_for_epsilon(kind):
    return any("eps" in name and one.default is one.empty for name, one in inspect.signature(kind.__init__).parameters.items())


def epsilon_of(layer, kind):
    for name in ("variance_epsilon", "eps", "epsilon", "norm_eps", "layer_norm_epsilon"):
        value = getattr(layer, name, None)
        if isinstance(value, float):
            return written(value)
    for name, one in inspect.signature(kind.__init__).parameters.items():
        if "eps" in name and isinstance(one.default, float):
            return written(one.default)
    return None


def inputs(epsilon):
    """float64; rows whose spread is the epsilon's size, rows far from 0, and rows of either kind."""
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(ROWS, WIDTH, generator=generator, dtype=torch.float64)
    scales = torch.logspace(-1, 4, ROWS, dtype=torch.float64)[:, None] * max(epsilon, 1e-12) ** 0.5
    x = x * scales + scales * torch.randn(ROWS, 1, generator=generator, dtype=torch.float64)
    return x, torch.rand(WIDTH, generator=generator, dtype=torch.float64) + 0.5, torch.randn(WIDTH, generator=generator, dtype=torch.float64)


def parameters(layer):
    own = dict(layer.named_parameters()) | {name: one for name, one in layer.named_buffers() if name in GAINS}
    gain = next((name for name in GAINS if name in own and own[name].dim() == 1), None)
    others = set(own) - {gain, "bias"}
    if others:
        raise NoRow(f"it has {', '.join(sorted(others))}, too")
    if any(one.shape != (WIDTH,) for one in own.values()):
        raise NoRow("its parameters are no vectors of the width")
    return gain, "bias" in own and own["bias"] is not None


def given(layer, dtype, gain, weight, bias):
    layer = layer.to(dtype)
    with torch.no_grad():
        for name, one in list(layer.named_parameters()) + list(layer.named_buffers()):
            if name == gain:
                one.copy_(weight)
            elif name == "bias":
                one.copy_(bias)
    return layer


def run(layer, x, dtype, *parameters):
    with torch.no_grad():
        return given(layer, dtype, *parameters)(x.to(dtype))


def law_of(kind):
    layer = made(kind)
    gain, has_bias = parameters(layer)
    epsilon = epsilon_of(layer, kind)
    if epsilon is None:
        raise NoRow("it has no epsilon, or one of its type")
    x, weight, bias = inputs(float(epsilon))
    answers = {}
    for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
        y = run(layer, x, dtype, gain, weight, bias)
        if not isinstance(y, torch.Tensor) or y.shape != x.shape:
            raise NoRow("its output is no tensor of the shape of x")
        answers[dtype] = y
    apart = x.view(8, -1, WIDTH)  # axes before the last share nothing
    if not torch.equal(run(layer, apart, torch.float32, gain, weight, bias), run(layer, x, torch.float32, gain, weight, bias).view_as(apart)):
        raise NoRow("its features are not on the last axis")
    if any(y.dtype != dtype for dtype, y in answers.items()):
        raise NoRow("its output is of another type than x")
    rounded = {dtype: (weight.to(dtype) if gain else None, bias.to(dtype) if has_bias else None) for dtype in answers}
    possible = [
        Law(name, epsilon, place, gain_text, "own_type")
        for name in ("rms_norm", "layer_norm", "l2_norm")
        for place in ("inside_root", "outside_root", "floor")
        for gain_text in (("weight", "1 + weight") if gain else ("none",))
    ]
    exact = {law: law(x.float().double(), *(one if one is None else one.float().double() for one in (rounded[torch.float32]))) for law in possible}
    scale = answers[torch.float32].double().abs().amax(-1, keepdim=True)
    fits = [law for law in possible if ((answers[torch.float32].double() - exact[law]).abs() <= 2e-5 * scale + 1e-30).all()]
    if len(fits) != 1:
        raise NoRow("no rule gives its numbers" if not fits else f"{len(fits)} rules give its numbers")
    law = fits[0]
    halves = (torch.bfloat16, torch.float16)

    def share(casts, backward=False):
        """Of equal bits in 16 bits: a sum of float32 in another order changes few roundings; another cast changes many."""
        one = Law(law.layer, law.epsilon, law.place, law.gain, casts)
        if backward:
            return min(
                float((gradient(one, x, dtype, *rounded[dtype]) == gradient(given(layer, dtype, gain, weight, bias), x, dtype)).double().mean())
                for dtype in halves
            )
        return min(float((one(x.to(dtype), *rounded[dtype]) == answers[dtype]).double().mean()) for dtype in halves)

    wide = (answers[torch.float64] - law(x, *rounded[torch.float64])).abs() / scale
    if float(wide.max()) < 1e-12:
        return law if share("own_type") > SAME else replace(law, casts="own_type_sums")
    shares = {casts: share(casts) for casts in ("float32_before_gain", "float32")}
    best = max(shares, key=shares.get)
    if shares[best] <= SAME or (gain and sum(one > SAME for one in shares.values()) > 1):
        raise NoRow("where it rounds is not known: " + ", ".join(f"{casts} has {100 * one:.1f} % of its numbers" for casts, one in shares.items()))
    if best == "float32_before_gain" and law.layer == "rms_norm" and share("float32_statistics", True) > max(SAME_GRADIENT, share(best, True)):
        best = "float32_statistics"
    return replace(law, casts=best)


def gradient(layer, x, dtype, *parameters):
    """That of x, for a dy of one."""
    x = x.to(dtype).requires_grad_()
    layer(x, *parameters).backward(torch.ones_like(x))
    return x.grad


def rows_of(library, log):
    """{(law, whether its caller must give the epsilon): names}."""
    found, none = {}, 0
    for name, kind in classes(library).items():
        try:
            found.setdefault((law_of(kind), asks_for_epsilon(kind)), []).append(name)
        except Exception as error:  # whatever a class raises of arguments it cannot have
            none += 1
            print(f"{name}: {error if isinstance(error, NoRow) else repr(error).splitlines()[0]}", file=log)
    return found, none


def text_of(library, found):
    def row(law, asks, names):
        fields = {"layer": law.layer, "epsilon": "" if asks else law.epsilon}
        if law.place != "inside_root":
            fields["place"] = law.place
        if law.gain != "weight":
            fields["gain"] = law.gain
        if law.casts != "own_type":
            fields["casts"] = law.casts
        return json.dumps(fields | {"names": sorted(names, key=lambda name: (name not in KNOWN, name))}, ensure_ascii=False)

    ordered = sorted(found.items(), key=lambda one: (-len(one[1]), one[1]))
    lines = ",\n    ".join(row(law, asks, names) for (law, asks), names in ordered)
    return f'{{\n  "library": "{library}", "version": "{version(library)}",\n  "norms": [\n    {lines}\n  ]\n}}\n'


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", choices=LIBRARIES)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path)
    action.add_argument("--check", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args(arguments)
    warnings.filterwarnings("ignore")
    with options.log.open("w", encoding="utf-8") if options.log else contextlib.nullcontext(sys.stdout) as log:
        found, none = rows_of(options.library, log)
    text, names = text_of(options.library, found), sum(map(len, found.values()))
    print(f"{options.library} {version(options.library)}: {names} classes, {len(found)} laws; {none} have no row")
    if options.write:
        options.write.write_text(text, encoding="utf-8")
        return 0
    kept = {
        name: {key: value for key, value in row.items() if key != "names"}
        for row in json.loads(options.check.read_text(encoding="utf-8"))["norms"]
        for name in row["names"]
    }
    seen = {name: {key: value for key, value in row.items() if key != "names"} for row in json.loads(text)["norms"] for name in row["names"]}
    differ = [
        f"{name}: the row says {kept.get(name, 'nothing')}, the class {seen.get(name, 'nothing')}"
        for name in sorted(kept.keys() | seen.keys())
        if kept.get(name) != seen.get(name)
    ]
    print("".join(f"{line}\n" for line in differ), end="")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
