"""What a tensor's numbers look like: the statistics from which a law is inferred.

Reads safetensors itself, with numpy alone. One tensor gives one Seen: its form, its first four moments and its extremes, and the
first numbers, by which a fixed table is known. Of a tensor with more than SAMPLE numbers an evenly spread part is taken.
"""
import hashlib
import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path

SAMPLE = 1 << 17
STRIDE = 65537  # a prime: the sample does not keep to columns
KEPT = 12       # numbers kept of the first and of the second row
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass
class Seen:
    name: str
    shape: list
    form: str        # empty, not_finite, constant, or random: what is not constant
    count: int = 0   # numbers that the moments are of
    value: float = 0.0
    mean: float = 0.0
    std: float = 0.0
    third: float = 0.0   # central moments divided by powers of the std
    fourth: float = 0.0
    low: float = 0.0
    high: float = 0.0
    zero_rows: list = field(default_factory=list)  # the first of them; they are left out of the moments
    zeros: int = 0                                 # how many they are
    precision: float = 0.0                         # of the file's type
    orthogonal: bool = False                       # rows, or columns where there are fewer
    key: str = ""                                  # equal for equal numbers
    head: list = field(default_factory=list)       # the first numbers of the first two rows


def numbers_of(path):
    """(name, shape, type, array) of each tensor of floating-point numbers in a safetensors file."""
    import numpy
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
    data = numpy.memmap(path, dtype=numpy.uint8, mode="r") if Path(path).stat().st_size > 8 + size else numpy.zeros(0, numpy.uint8)
    for name, one in header.items():
        if name == "__metadata__" or one["dtype"] not in TYPES:
            continue
        begin, end = one["data_offsets"]
        raw = numpy.frombuffer(data[8 + size + begin:8 + size + end].tobytes(), dtype=TYPES[one["dtype"]])
        if one["dtype"] == "BF16":
            raw = (raw.astype(numpy.uint32) << 16).view(numpy.float32)
        yield name, one["shape"], one["dtype"], raw.reshape(one["shape"])


def is_orthogonal(array):
    """Whether the first rows, or columns where there are fewer, are orthogonal and equally long, as no independent numbers are."""
    import numpy
    matrix = array.reshape(len(array), -1).astype(numpy.float64)
    few = matrix[:8] if len(matrix) <= matrix.shape[1] else matrix[:, :8].T
    products = few @ few.T
    lengths = numpy.sqrt(numpy.diag(products))
    off = products / numpy.maximum(numpy.outer(lengths, lengths), 1e-300) - numpy.eye(len(few))
    return len(few) == 8 and float(abs(off).max()) < 1e-3 and float(lengths.max()) < float(lengths.min()) * 1.001


def without_strays(array):
    """The numbers without those that trunc_normal_ of timm, and of torch before 2.12, clamps to -2, wherever its std is: its uniform_
    returns -1 once in 2^24 draws, of which erfinv makes minus infinity."""
    flat = array.reshape(-1)
    if flat.size < 64 or flat.min() != -2:
        return flat
    kept = flat[flat != -2]
    few = flat.size - kept.size <= 2 + flat.size / 2 ** 22
    return kept if few and kept.size and abs(kept).max() < 1 else flat


def see(name, array, precision=2.0 ** -24):
    import numpy
    seen = Seen(name, list(array.shape), "empty", precision=precision)
    if array.size == 0:
        return seen
    flat = array.reshape(-1)
    low, high = float(flat.min()), float(flat.max())
    if not (math.isfinite(low) and math.isfinite(high)):
        seen.form = "not_finite"
        return seen
    if low == high:
        seen.form, seen.count, seen.value = "constant", flat.size, low
        return seen
    rows = array
    if array.ndim == 2:
        zero = ~array[:, :4].any(axis=1)
        zero[zero] = ~array[zero].any(axis=1)
        if zero.any():
            seen.zeros = int(zero.sum())
            seen.zero_rows = [int(i) for i in numpy.flatnonzero(zero)[:4]]
            rows = array[~zero]
    flat = without_strays(rows)
    first = rows.reshape(-1, array.shape[-1])
    seen.head = [float(x) for row in first[:2] for x in row[:KEPT]]
    extremes = float(flat.min()), float(flat.max())
    if flat.size > SAMPLE:
        flat = flat[(numpy.arange(SAMPLE, dtype=numpy.int64) * STRIDE) % flat.size]
    sample = flat.astype(numpy.float64)
    seen.form, seen.count = "random", int(sample.size)
    seen.low, seen.high = extremes
    seen.mean = float(sample.mean())
    away = sample - seen.mean
    second = float((away ** 2).mean())
    seen.std = math.sqrt(second)
    if second > 0:
        seen.third, seen.fourth = float((away ** 3).mean()) / second ** 1.5, float((away ** 4).mean()) / second ** 2
    else:  # one number beside rows of zeros
        seen.form, seen.value = "constant_rows", float(sample[0])
    seen.orthogonal = array.ndim > 1 and min(len(rows), rows.size // len(rows)) >= 8 and is_orthogonal(rows)
    seen.key = hashlib.sha256(repr(seen.shape).encode() + flat.tobytes()).hexdigest()[:16]
    return seen


def look(folder):
    """Each tensor of a folder's safetensors, seen."""
    precision = {"F64": 2.0 ** -53, "F32": 2.0 ** -24, "F16": 2.0 ** -11, "BF16": 2.0 ** -8}
    return [see(name, array, precision[kind]) for path in sorted(Path(folder).glob("*.safetensors"))
            for name, _, kind, array in numbers_of(path)]


def look_once(folder, kept=None):
    """As look; in the folder `kept` the statistics stay, a thousandth of the weights' size, and are read the next time."""
    path = Path(kept) / f"{Path(folder).name}.json" if kept else None
    if path and path.exists():
        return [Seen(**one) for one in json.loads(path.read_text())]
    seen = look(folder)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([asdict(one) for one in seen]))
    return seen
