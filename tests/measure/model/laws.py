"""Laws that weights are drawn from: their moments and their samples.

A law is that of one entry, around 0. Moments are integrals of the density (Gauss-Legendre), never sample means, so
that samples can be held against them. Entries are drawn in double precision; what stores them rounds once.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any, Tuple

import numpy as np


@dataclasses.dataclass(frozen=True)
class Law:
    """The law of an entry.

    scale   normal: its std; truncated_normal: the std before the cut; uniform: half the width; constant: the value;
            orthogonal: the gain that multiplies a matrix with orthonormal rows or columns; clipped_normal: the std
            before entries beyond the cut were moved onto it
    cut     the limit in multiples of scale; infinite where there is none
    """

    kind: str
    scale: float
    cut: float = math.inf

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"there is no law '{self.kind}': {', '.join(KINDS)}")
        if self.kind != "constant" and not self.scale > 0:
            raise ValueError(f"the scale of a {self.kind} law must be positive, and {self.scale} is not")

    @property
    def limit(self) -> float:
        """The largest magnitude that an entry can have."""
        if self.kind in ("truncated_normal", "clipped_normal"):
            return self.scale * self.cut
        return {"uniform": self.scale, "constant": abs(self.scale)}.get(self.kind, math.inf)

    def magnitude_moment(self, power: int) -> float:
        """The mean of |w|^power; of an orthogonal matrix this depends on its shape, and is refused."""
        if self.kind == "orthogonal":
            raise ValueError("the moments of an orthogonal matrix follow from its shape: see orthogonal_std")
        return self.scale**power * _unit_moment(self.kind, self.cut, power) if self.scale else 0.0

    @property
    def std(self) -> float:
        """The standard deviation of an entry; a constant has 0."""
        return 0.0 if self.kind == "constant" else math.sqrt(self.magnitude_moment(2))

    @property
    def kurtosis(self) -> float:
        """E w^4 / (E w^2)^2: 3 for a normal law."""
        return self.magnitude_moment(4) / self.magnitude_moment(2) ** 2

    @property
    def shape(self) -> float:
        """E |w| / rms (Geary 1935): 0.798 for a normal law, 0.866 for a uniform one."""
        return self.magnitude_moment(1) / self.std


KINDS = ("normal", "truncated_normal", "uniform", "constant", "orthogonal", "clipped_normal")

# Beyond 8 std lies 1e-15 of a normal law: a cut there changes no moment in double precision.
FAR = 8.0


@functools.lru_cache(maxsize=None)
def _unit_moment(kind: str, cut: float, power: int) -> float:
    """The mean of |w|^power for scale 1."""
    if kind == "constant":
        return 1.0
    end = 1.0 if kind == "uniform" else min(cut, FAR)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    x = (nodes + 1) * end / 2  # laws are symmetric: half of them is enough
    density = np.ones_like(x) if kind == "uniform" else np.exp(-x * x / 2)
    mean = float((weights * density * x**power).sum() / (weights * density).sum())
    if kind == "clipped_normal":
        inside = math.erf(cut / math.sqrt(2))
        return inside * mean + (1 - inside) * cut**power
    return mean


def orthogonal_std(gain: float, shape: Tuple[int, ...]) -> float:
    """The rms of the entries of gain times a matrix with orthonormal rows or columns: gain / sqrt(longer side)."""
    rows, columns = shape[0], math.prod(shape[1:])
    return gain / math.sqrt(max(rows, columns))


def draw(law: Law, shape: Tuple[int, ...], generator: Any) -> Any:
    """An array of independent entries of the law (of an orthogonal matrix: the whole matrix), in double precision."""
    if law.kind == "constant":
        return np.full(shape, law.scale)
    if law.kind == "uniform":
        return generator.uniform(-law.scale, law.scale, shape)
    if law.kind == "orthogonal":
        return law.scale * _orthogonal(shape, generator)
    values = generator.standard_normal(shape)
    if law.kind == "clipped_normal":
        np.clip(values, -law.cut, law.cut, out=values)
    elif law.kind == "truncated_normal" and law.cut < 40:
        _redraw(values.reshape(-1), law.cut, generator)
    values *= law.scale
    return values


def _redraw(values: Any, cut: float, generator: Any) -> None:
    """Draws entries beyond the cut again until none is left: the law given that no entry lies beyond."""
    if cut < 0.1:
        raise ValueError(f"a cut at {cut} std would take {0.8 * cut:.2g} of all draws: rejection is the wrong way")
    beyond = np.flatnonzero(np.abs(values) > cut)
    while beyond.size:
        values[beyond] = generator.standard_normal(beyond.size)
        beyond = beyond[np.abs(values[beyond]) > cut]


def _orthogonal(shape: Tuple[int, ...], generator: Any) -> Any:
    """As torch.nn.init.orthogonal_ makes it: Q of a normal matrix, with the signs of R's diagonal."""
    rows, columns = shape[0], math.prod(shape[1:])
    q, r = np.linalg.qr(generator.standard_normal((max(rows, columns), min(rows, columns))))
    q *= np.sign(np.diagonal(r))
    return (q if rows >= columns else q.T).reshape(shape)
