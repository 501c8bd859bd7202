"""What the tests of tools/check share: certificates as the tool makes them, and the checker as a module, whole or with a
piece of its source exchanged."""
import copy
import json
import subprocess
import sys
import tempfile
import types
from fractions import Fraction
from pathlib import Path

root = Path(__file__).resolve().parents[2]
program = root / "tools" / "check" / "check.py"
source = program.read_text(encoding="utf-8")
sys.setrecursionlimit(20_000)


def checker(*exchanges):
    """The checker with each (old, new) exchanged in its source; old must stand there once."""
    text = source
    for old, new in exchanges:
        if text.count(old) != 1:
            raise AssertionError(f"the checker's source has {text.count(old)} times: {old}")
        text = text.replace(old, new)
    module = types.ModuleType("checker")
    exec(compile(text, str(program), "exec"), module.__dict__)
    return module


def verdict(module, certificate):
    """ACCEPT, or the outcome's name with its reason."""
    try:
        module.check(module.parse(json.dumps(certificate)))
        return "ACCEPT"
    except (module.Reject, module.Malformed, module.Undefined) as reason:
        return f"{type(reason).__name__}: {reason}"


def enclosure(module, certificate):
    """What the module proves, whatever the certificate states; its exceptions pass."""
    loose = dict(certificate, radius="1e1000")
    return module.check(module.parse(json.dumps(loose)))


def written_by(tool, expression, *flags):
    """The certificate of an expression, or what the tool says instead."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        run = subprocess.run([tool, "eval", expression, "--quiet", "--samples", "1000", "--threads", "1",
                              "--certificate", str(path), *flags], capture_output=True, text=True)
        if path.exists():
            return json.loads(path.read_text(encoding="utf-8"))
        raise RuntimeError(f"exit {run.returncode}: {run.stderr.strip()}")


def panel(lower, upper, nodes=40, rho="7/2", log2_bound=14):
    """A panel whose ends are multiples of 2^-16."""
    ends = [f"{'-' if x < 0 else ''}0x{abs(int(x * 2 ** 16)):x}p-16" for x in (lower, upper)]
    return {"lower": ends[0], "upper": ends[1], "nodes": nodes, "rho": rho, "log2_bound": log2_bound}


def mean(integrand, panels, law="normal"):
    return {"integrand": integrand, "law": law, "panels": panels}


def certificate(*means, formula="x", bits=128, value="0", radius="1"):
    """One about a single quantity, written by hand."""
    return {"format": "sigprop certificate 1", "expression": "by hand", "value": value, "radius": radius,
            "formula": "q0", "bits": bits,
            "quantities": [{"name": "by hand", "formula": formula, "means": list(means)}]}


def cell(lower, upper, shows, *plans):
    """One whose ends are multiples of 2^-16."""
    ends = panel(lower, upper)
    return {"lower": ends["lower"], "upper": ends["upper"], "shows": shows, "plans": list(plans)}


def root_of(equation, integrands, bracket, signs, cells, bits=128, formula="q0"):
    """A certificate about the root of an equation in q0, between ends that are multiples of 2^-16, by hand: `signs` are the
    plans of its means at both ends; all means are under the normal law."""
    ends = panel(*bracket)
    means = [{"integrand": one, "law": "normal"} for one in integrands]
    new = certificate(bits=bits, formula=formula)
    new["quantities"] = [{"name": "by hand", "root": {"equation": equation, "means": means, "bracket": [ends["lower"], ends["upper"]],
                                                      "signs": [signs, signs], "cells": cells}}]
    return new


def row(keys, s, step, stride, reach, outer, strips, *means, formula="x", bits=128):
    """A certificate about means over rows of softmax by hand: the step is 2^-step, the sums end at z = reach and at u = -outer[0]
    and outer[1]."""
    new = certificate(formula=formula, bits=bits)
    plan = {"keys": keys, "s": s, "step": f"0x1p-{step}", "stride": stride, "reach": int(reach * Fraction(s) * 2 ** step),
            "outer": [end * 2 ** step // stride for end in outer], "strips": list(strips), "means": [list(one) for one in means]}
    new["quantities"] = [{"name": "by hand", "formula": formula, "row": plan}]
    return new


def changed(certificate_or_part, *path_and_value):
    """A copy with one value exchanged: changed(c, "quantities", 0, "formula", "x")."""
    *path, last, value = path_and_value
    new = copy.deepcopy(certificate_or_part)
    place = new
    for key in path:
        place = place[key]
    place[last] = value
    return new
