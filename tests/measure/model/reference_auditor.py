"""How many standard errors each tensor of a file lies from the law that a specification gives it.

An auditor that knows the truth: it shows that planted mistakes can be found at all, by how much, and that right models
give no cause for alarm. It reads files by its own means (numpy.memmap), so that the writer is tested, too. Memory
holds one tensor in double precision.
"""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

import laws
import sample_recipe

# An exact finding, as a NaN or a copy, is infinitely many standard errors away.
EXACT = math.inf
# The familywise error over 10^4 tensors with 6 tests each is 1e-4 when each has 2e-9: 6 standard errors.
ALARM = 6.0


def read_tensors(path: Path) -> Iterator[Tuple[str, Any, str]]:
    """Names, entries in double precision, and the dtypes that the file has them in; integers are left out."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        entries = json.loads(file.read(length))
    entries.pop("__metadata__", None)
    data = np.memmap(path, np.uint8, "r", offset=8 + length)
    for name, entry in entries.items():
        if entry["dtype"] == "I64":
            continue
        begin, end = entry["data_offsets"]
        part = data[begin:end]
        if entry["dtype"] == "BF16":
            values = (part.view("<u2").astype("<u4") << 16).view("<f4").astype("<f8")
        else:
            values = part.view({"F64": "<f8", "F32": "<f4", "F16": "<f2"}[entry["dtype"]]).astype("<f8")
        yield name, values.reshape(entry["shape"]), entry["dtype"]


def distances(values: Any, law: laws.Law, dtype: str) -> Dict[str, float]:
    """Standard errors between what the entries show and what the law says, by the statistic."""
    if law.kind == "constant":
        return {} if bool((values == law.scale).all()) else {f"not all entries are {law.scale}": EXACT}
    found: Dict[str, float] = {}
    bad = values.size - int(np.isfinite(values).sum())
    if bad:
        found[f"{bad} entries are not finite (NaN or inf)"] = EXACT
        values = values[np.isfinite(values)]
    rounding = {"BF16": 2.0**-8, "F16": 2.0**-10}.get(dtype, 2.0**-23)
    largest = float(np.abs(values).max())
    if largest > law.limit * (1 + rounding):
        found[f"an entry is beyond the limit ±{law.limit:.6g}"] = EXACT
    n, std, kurtosis, shape = values.size, law.std, law.kurtosis, law.shape
    mean_magnitude = float(np.abs(values).mean())
    squares = values * values
    second = float(squares.mean())
    if second == 0:
        return {"all entries are zero": EXACT}
    found["mean"] = abs(float(values.mean())) / std * math.sqrt(n)
    found["std"] = abs(math.sqrt(second) / std - 1) / math.sqrt((kurtosis - 1) / (4 * n))
    # the variance of E|w| / rms to first order, from the law's moments up to the fourth
    third = law.magnitude_moment(3) / std**3
    variance = 1 - shape**2 + shape**2 * (kurtosis - 1) / 4 - shape * (third - shape)
    found["shape"] = abs(mean_magnitude / math.sqrt(second) - shape) / math.sqrt(variance / n)
    if not bad and values.ndim > 1:
        found.update(unlike_rows(squares.reshape(values.shape[0], -1), second, kurtosis))
    if dtype == "F32" and n >= 1 << 14:
        few = values.reshape(-1)[: 1 << 16]
        if np.unique(few).size < few.size / 2:
            found["few distinct values: rounded to fewer bits before they were scaled"] = EXACT
    return found


def unlike_rows(squares: Any, second: float, kurtosis: float) -> Dict[str, float]:
    """Whether rows, and columns, have the same scale: chi-square of their mean squares; a zero row is exact."""
    found: Dict[str, float] = {}
    for name, axis in (("rows", 1), ("columns", 0)):
        means = squares.mean(axis=axis) / second
        count, length = means.size, squares.shape[axis]
        zeros = int((means == 0).sum())
        if zeros:
            found[f"{zeros} {name} are zero"] = EXACT
        if count >= 30 and length >= 100:
            statistic = float(((means - 1) ** 2).sum()) * length / (kurtosis - 1)
            found[f"unlike {name}"] = abs(statistic - (count - 1)) / math.sqrt(count * (2 + 12 / length))
    return found


def audit(path: Path, spec: Dict[str, Any]) -> Dict[str, Any]:
    """Findings on a file, in the form that audit_json reads; `distances` gives the largest of each tensor."""
    findings: List[Dict[str, str]] = []
    seen: Dict[str, str] = {}
    far: Dict[str, float] = {}
    fresh: List[str] = []
    for name, values, dtype in read_tensors(path):
        law = sample_recipe.law_of(sample_recipe.rule_of(spec, name))
        found = distances(values, law, dtype)
        if law.kind != "constant":
            digest = hashlib.sha256(np.ascontiguousarray(values)).hexdigest()
            twin = seen.setdefault(digest, name)
            if twin != name:
                found[f"equal to {twin} (a copy, or tied)"] = EXACT
            if values.ndim > 1 and values.size > 10_000:
                fresh.append(name)
        far[name] = max(found.values(), default=0.0)
        findings += [{"tensor": name, "text": f"{what}: {one:.1f} standard errors"}
                     for what, one in found.items() if one > ALARM]
        if found.get("std", 0) > ALARM:
            rms = math.sqrt(float(np.square(values[np.isfinite(values)]).mean()))
            findings.append({"tensor": name, "text": f"std is {rms:.6g}, {rms / law.std:.6g} times that of the law"})
    # where most matrices lie far from the law, it is the one that follows it that needs an explanation
    follows = [name for name in fresh if far[name] <= ALARM]
    if fresh and len(follows) < len(fresh) / 2 and min(far[name] for name in fresh if name not in follows) > 20:
        if 4 * len(follows) <= len(fresh):
            findings += [{"tensor": name, "text": "fresh: initialised again, while the others are trained"}
                         for name in follows]
    records = [{"id": name, "verdict": "", "warnings": [one["text"] for one in findings if one["tensor"] == name]}
               for name in far]
    return {"records": records, "distances": far}
