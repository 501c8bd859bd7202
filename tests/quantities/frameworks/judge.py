"""Holds the standard deviations of a framework's initialisers against weights that it draws: `sigprop measure weights` judges them by the
quantity's number, which must pass, and by 1.01 times it, which must be refused, so that a judge that sees nothing is seen."""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Callable, List, NamedTuple, Optional, Sequence

import numpy


class Row(NamedTuple):
    """A call and what draws its weights; ``parent`` is the std before truncation where the law is truncated."""

    call: str
    draw: Callable[[], Any]
    law: str
    parent: Optional[float] = None


# what has a law that the judge of weights does not know: entries that are one number or 0 (exact: the call says their root mean square;
# value: it says the number itself), and normal ones among zeros
COUNTED = ("exact", "sparse", "value")


def with_of(call: str, of: str) -> str:
    return call[:-1] + ("" if call.endswith("()") else ", ") + f"of={of})"


class Judge:
    def __init__(self, tool: str) -> None:
        self.tool = str(Path(tool).resolve())
        self.faults: List[str] = []

    def value(self, expression: str) -> float:
        run = subprocess.run([self.tool, "eval", expression, "--digits", "17", "--methods", "closed_form", "--json"],
                             capture_output=True, text=True, check=True)
        return float(json.loads(run.stdout)["records"][0]["computed"]["decimal"])

    def expect(self, is_right: bool, fault: str) -> None:
        if not is_right:
            self.faults.append(fault)

    def hold(self, rows: Sequence[Row]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for row in rows:
                if row.law in COUNTED:
                    self._count(row)
                else:
                    self._hold(row, str(Path(folder) / "w.npy"))

    def finish(self, title: str, count: int) -> int:
        print(f"{title}: {count} calls judged twice, {len(self.faults)} faults")
        print("\n".join(self.faults))
        return 1 if self.faults else 0

    def _hold(self, row: Row, path: str) -> None:
        weights = numpy.asarray(row.draw()).astype(numpy.float64)
        mean = self.value(with_of(row.call, "mean")) if row.law != "orthogonal" else 0.0
        # the judge's laws are about 0; of an asymmetric truncated one, before truncation
        numpy.save(path, weights - (mean if row.law != "truncated" else 0.0))
        error = 6 * weights.std() / math.sqrt(weights.size)
        self.expect(abs(weights.mean() - mean) <= error, f"{row.call}: mean {weights.mean()}, not {mean} to {error}")
        for factor, is_right in (("1", True), ("1.01", False)):
            run = self._judged(path, row, factor)
            if row.law == "orthogonal":  # whose entries are not independent, which the judge sees, whatever their std
                told = " ".join(run.stdout.split())  # over line ends
                agrees = "It looks like torch.nn.init.orthogonal_" in told and ("the std is" not in told) == is_right
            else:
                agrees = run.returncode == (0 if is_right else 1)
            print(f"{'ok ' if agrees else 'BAD'} {factor} * {row.call}", flush=True)
            self.expect(agrees, f"{factor} * {row.call}: exit {run.returncode}\n{run.stdout}{run.stderr}")

    def _count(self, row: Row) -> None:
        """Root mean square of the entries: to float32's rounding where all of them are known, else to six standard errors."""
        squares = numpy.asarray(row.draw()).astype(numpy.float64) ** 2
        seen = squares.mean()
        error = 1e-6 * seen if row.law != "sparse" else 6 * squares.std() / math.sqrt(squares.size)
        expected = self.value(with_of(row.call, "rms") if row.law == "exact" else row.call)
        for factor, is_right in ((1.0, True), (1.01, False)):
            agrees = (abs(seen - (factor * expected) ** 2) <= error) == is_right or (expected == 0 and seen == 0)
            print(f"{'ok ' if agrees else 'BAD'} {factor:g} * {row.call}", flush=True)
            self.expect(agrees, f"{factor:g} * {row.call}: root mean square {math.sqrt(seen)}, not {factor * expected}")

    def _judged(self, path: str, row: Row, factor: str) -> subprocess.CompletedProcess[str]:
        """What the judge says of the weights, if `factor` times the quantity is their std."""
        flags = ["--std", f"{factor} * {row.call}"]
        if row.law == "uniform":
            flags += ["--distribution", "uniform"]
        if row.law == "truncated":  # the judge takes the std before truncation: the one that realises the quantity
            limits = [with_of(row.call, of) for of in ("lower", "upper")]
            parent = row.parent
            flags = ["--std", f"{factor} * {parent} * {row.call} / truncated_normal.std({', '.join(limits)}, 0, {parent})",
                     "--limits", "absolute", "--lower", limits[0], "--upper", limits[1]]
        return subprocess.run([self.tool, "measure", "weights", "--w", path, *flags], capture_output=True, text=True)
