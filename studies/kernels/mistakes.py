#!/usr/bin/env python3
"""Plants the mistakes that kernels have in practice, and counts who finds them.

    mistakes.py                    the table, and what is found in all, as Markdown
    mistakes.py --tsv FILE         every case as a row, too: studies/kernels/mistakes.tsv
    mistakes.py --only softmax     one operation

Rows of 1,024 and 4,096 numbers of scale 1, three seeds, float32, bfloat16 and float16. Each kernel computes in float32 and sums by 64
accumulators (products and attention: in blocks of 64 terms), so that both contracts are true of the right kernel: strict in any
order, and strict with that order. A mistake counts as found in a type only where it is found with each of the three seeds. The last
columns are what torch.testing.assert_close and the tolerances of four libraries say of the same arrays against the right kernel; where
a library has no test of an operation in a type there is a dash. (p): a choice of precision, which a contract alone makes wrong.

The Python is that of build/venv/torch, with PYTHONPATH=build/release/python. Exits 1 where a right kernel is called wrong.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import sigprop
import torch

TYPES = (torch.float32, torch.bfloat16, torch.float16)
SEEDS = (0, 1, 2)
LANES = 64
Arrays = Dict[str, Any]


def lane_sum(t: torch.Tensor) -> torch.Tensor:
    """Along the last axis, by 64 accumulators that are then added in pairs: the order lanes:64."""
    rest = -t.shape[-1] % LANES
    t = torch.nn.functional.pad(t, (0, rest)).unflatten(-1, (-1, LANES))
    sums = t[..., 0, :]
    for i in range(1, t.shape[-2]):
        sums = sums + t[..., i, :]
    while sums.shape[-1] > 1:
        half = sums.shape[-1] // 2
        sums = sums[..., :half] + sums[..., half:]
    return sums


def block_product(a: torch.Tensor, b: torch.Tensor, keep: Callable[[torch.Tensor], torch.Tensor] = lambda t: t, block: int = LANES) -> torch.Tensor:
    """a @ b by blocks of the inner axis, whose sums are added one after another: the order blocks:64."""
    total = keep(a[..., :block] @ b[..., :block, :])
    for first in range(block, a.shape[-1], block):
        total = keep(total + a[..., first:first + block] @ b[..., first:first + block, :])
    return total


def stored(dtype: torch.dtype) -> Callable[[torch.Tensor], torch.Tensor]:
    return lambda t: t.to(dtype).float()


# The kernels: right, or with one mistake.


def softmax(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    x = g["x"].float()
    m = x.amax(-1, keepdim=True)
    if bug == "stale maximum":
        m = x[..., :LANES].amax(-1, keepdim=True)
    e = torch.exp(x - m)
    if bug == "exp off by 1e-4":
        e = e * (1 + 1e-4 * torch.cos(1e3 * x))
    total = lane_sum(e)
    if bug == "last element dropped":
        total = lane_sum(e[..., :-1])
    if bug == "sum in storage":
        total = stored(dtype)(total)
    if bug == "online sum not rescaled":
        total, largest = torch.zeros_like(m), torch.full_like(m, -math.inf)
        for block in x.split(LANES, -1):
            largest = torch.maximum(largest, block.amax(-1, keepdim=True))
            total = total + lane_sum(torch.exp(block - largest))
    return e / total


def softmax_back(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    y, dy = g["y"].float(), g["dy"].float()
    along = lane_sum(y * dy)
    if bug == "correction missing":
        along = torch.zeros_like(along)
    if bug == "first block only":
        along = lane_sum((y * dy)[..., : y.shape[-1] // 2])
    if bug == "last element dropped":
        along = lane_sum((y * dy)[..., :-1])
    return y * (dy - along)


def log_sum(x: torch.Tensor) -> torch.Tensor:
    m = x.amax(-1, keepdim=True)
    return m + torch.log(lane_sum(torch.exp(x - m)))


def loss(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    x, target = g["x"].float(), g["target"].clamp(min=0)[:, None]
    v, a = x.shape[-1], g.get("smoothing", 0.0)
    l, own = log_sum(x), x.gather(-1, target)
    if bug == "smoothing over V - 1":
        each = a / (v - 1)
        y = l - (1 - a - each) * own - each * lane_sum(x)
    else:
        y = l - (1 - a) * own - (a * (lane_sum(x) / v) if a else 0)
    return torch.where(g["target"] < 0, torch.zeros(()), y[:, 0])


def loss_back(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    x, target, dy = g["x"].float(), g["target"], g["dy"].float()[:, None]
    v, a, z = x.shape[-1], g.get("smoothing", 0.0), g.get("z_loss", 0.0)
    m = x.amax(-1, keepdim=True)
    e = torch.exp(x - m)
    p = e / lane_sum(e)
    if z:
        p = p * (1 + (1 if bug == "z-loss with factor 1" else 2) * z * log_sum(x))
    if bug == "smoothing missing":
        a = 0.0
    each, own = a / v, 1 - a + a / v
    if bug == "smoothing over V - 1":
        each, own = a / (v - 1), 1 - a
    wanted = torch.full_like(x, each).scatter(-1, target.clamp(min=0)[:, None], own)
    if bug == "ignored rows counted":
        dy = dy * int((target >= 0).sum()) / len(target)
    return torch.where(target[:, None] < 0, torch.zeros(()), (p - wanted) * dy)


def norm(g: Arrays, dtype: torch.dtype, bug: str = "", centred: bool = False) -> torch.Tensor:
    keep, x, n = stored(dtype), g["x"].float(), g["x"].shape[-1]
    weight, eps = g["weight"].float(), g["eps"]
    gain = weight + g.get("weight_offset", 0)
    if bug == "w for 1 + w":
        gain = weight
    if bug == "1 + w rounded":
        gain = keep(gain)
    if bug == "gain dropped":
        gain = torch.ones(())
    bias = g["bias"].float() if "bias" in g else torch.zeros(())
    if bug == "bias dropped":
        bias = torch.zeros(())
    mean = lane_sum(x) / n if centred else torch.zeros(())
    squares = lane_sum((x - mean) ** 2)
    if bug == "one-pass variance":
        squares = (lane_sum(x * x) / n - mean * mean).clamp(min=0) * n
    if bug == "mean dropped":
        mean = torch.zeros(())
    if bug == "last element missing":
        squares = lane_sum((x * x)[..., :-1])
    if bug == "squares summed in storage":
        squares = keep(squares)
    variance = squares / (n - 1 if bug == "variance over n - 1" else n)
    r = torch.rsqrt(variance + float(bug[4:].split()[0] if bug.startswith("eps ") else eps))
    if bug == "epsilon outside":
        r = 1 / (variance.sqrt() + eps)
    if bug in ("statistics in storage", "rsqrt rounded"):
        mean, r = keep(mean), keep(r)
    xh = (x - mean) * r
    if bug == "rounded before the gain":
        xh = keep(xh)
    return xh * gain + bias


def norm_back(g: Arrays, dtype: torch.dtype, bug: str = "", centred: bool = False) -> torch.Tensor:
    x, dy, w, n = g["x"].float(), g["dy"].float(), g["weight"].float(), g["x"].shape[-1]
    mean = lane_sum(x) / n if centred else torch.zeros(())
    r = torch.rsqrt(lane_sum((x - mean) ** 2) / n + g["eps"])
    xh, h = (x - mean) * r, dy * w
    if bug == "normalised x rounded":
        xh = stored(dtype)(xh)
    inside = dy if bug == "gain missing in the means" else h
    along = lane_sum(inside * xh) / n
    middle = lane_sum(inside) / n if centred and bug != "mean of g missing" else torch.zeros(())
    if bug in ("x-hat term missing", "second term dropped"):
        along = torch.zeros_like(along)
    if bug == "rstd^2 for rstd^3":
        return r * h - x * r * along
    return r * (h - middle - xh * along)


def gelu_slope(x: torch.Tensor, form: str, cubic: float = 0.044715, three: float = 3) -> torch.Tensor:
    if form == "erf":
        return 0.5 * (1 + torch.erf(x * math.sqrt(0.5))) + x * torch.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    c = math.sqrt(2 / math.pi)
    t = torch.tanh(c * (x + cubic * x ** 3))
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + three * cubic * x * x)


def activation(g: Arrays, dtype: torch.dtype, bug: str = "", name: str = "gelu") -> torch.Tensor:
    x = g["x"].float()
    if name == "silu":
        s = torch.sigmoid(x)
        return x * (stored(dtype)(s) if bug == "sigmoid rounded" else s)
    is_tanh = (name == "gelu_tanh") != (bug == "the other form")
    if not is_tanh:
        return 0.5 * x * (1 + torch.erf(x * math.sqrt(0.5)))
    cubic = 0.0447 if bug == "0.0447 for 0.044715" else 0.044715
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + cubic * x ** 3)))


def activation_back(g: Arrays, dtype: torch.dtype, bug: str = "", name: str = "gelu") -> torch.Tensor:
    x, dy = g["x"].float(), g["dy"].float()
    if name == "silu":
        s = torch.sigmoid(x)
        return dy * (s if bug == "second term missing" else s * (1 + x * (1 - s)))
    is_tanh = (name == "gelu_tanh") != (bug == "the other form")
    return dy * gelu_slope(x, "tanh" if is_tanh else "erf", three=1 if bug == "factor 3 missing" else 3)


def matmul(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    a, b, keep = g["a"].float(), g["b"].float(), stored(dtype)
    if bug == "partial sums of 128 in storage":
        y = block_product(a, b, keep, 128)
    elif bug == "split-K in storage":
        part = max(1, a.shape[-1] // 4)
        y = sum(keep(block_product(a[:, i:i + part], b[i:i + part])) for i in range(0, a.shape[-1], part))
    elif bug == "last k dropped":
        y = block_product(a[:, :-1], b[:-1])
    else:
        y = block_product(a, b)
    return (keep(y) if bug == "rounded before the bias" else y) + g["bias"].float()


def attention(g: Arrays, dtype: torch.dtype, bug: str = "") -> torch.Tensor:
    keep = stored(dtype)
    q, k, v = (g[one].float() for one in "qkv")
    scale = 1 / math.sqrt(q.shape[-1])
    if bug == "1/d for 1/sqrt(d)":
        scale = scale * scale
    if bug == "last key dropped":
        k, v = k[..., :-1, :], v[..., :-1, :]
    if bug == "one padded key too many":
        k, v = (torch.nn.functional.pad(t, (0, 0, 0, 1)) for t in (k, v))
    q = keep(q * scale) if bug == "q rounded" else q * scale
    s = q @ k.transpose(-1, -2)
    if g.get("softcap") and bug != "softcap left out":
        s = g["softcap"] * torch.tanh(s / g["softcap"])
    if bug == "scores rounded":
        s = keep(s)
    if g.get("causal"):
        shift = {"mask off by one, one more": 1, "mask off by one, one fewer": -1}.get(bug, 0)
        seen = torch.ones(s.shape[-2:], dtype=torch.bool).tril(s.shape[-1] - s.shape[-2] + shift)
        s = s.masked_fill(~seen, -math.inf)
    if bug == "accumulator not rescaled":
        m = torch.full_like(s[..., :1], -math.inf)
        total, out = torch.zeros_like(m), torch.zeros(*s.shape[:-1], v.shape[-1])
        for i in range(0, s.shape[-1], LANES):
            block = s[..., i:i + LANES]
            new = torch.maximum(m, block.amax(-1, keepdim=True))
            e = torch.exp(block - new)
            total, out, m = total * torch.exp(m - new) + e.sum(-1, keepdim=True), out + e @ v[..., i:i + LANES, :], new
        return out / total
    e = torch.exp(s - s.amax(-1, keepdim=True))
    total = e[..., :LANES].sum(-1, keepdim=True)
    for i in range(LANES, e.shape[-1], LANES):
        total = total + e[..., i:i + LANES].sum(-1, keepdim=True)
    p = e / total
    if bug == "p rounded":
        p = keep(p)
    return block_product(p, v, keep if bug == "PV in storage" else lambda t: t)


# What is planted.


class Planted(NamedTuple):
    """`numbers` are those of sigprop.kernels.check; `more` says what the inputs are."""

    operation: str
    bug: str
    kernel: Callable
    is_precision: bool = False
    backward: bool = False
    numbers: Dict[str, Any] = {}
    n: int = 0  # of a row; 0: 1,024 and 4,096, and found is what one of them shows
    scale: float = 1
    mean: float = 0
    more: Tuple[str, ...] = ()
    named: str = ""  # of the mistake, where the scale is said, too

    @property
    def text(self) -> str:
        return self.named or self.bug


def of(function: Callable, **options: Any) -> Callable:
    return lambda g, dtype, bug="": function(g, dtype, bug, **options)


LAYER, LAYER_BACK = of(norm, centred=True), of(norm_back, centred=True)
LOSS = {"more": ("target",)}


def planted() -> Iterator[Planted]:
    yield Planted("softmax", "last element dropped", softmax, n=4096)
    yield Planted("softmax", "sum in storage", softmax, True)
    yield Planted("softmax", "online sum not rescaled", softmax)
    yield Planted("softmax", "stale maximum", softmax, scale=60, named="stale maximum at scale 60")
    yield Planted("softmax", "exp off by 1e-4", softmax, True)
    for bug in ("correction missing", "first block only", "last element dropped"):
        yield Planted("softmax", bug, softmax_back, backward=True)
    smooth, z = {"smoothing": 0.1}, {"z_loss": 0.01}
    yield Planted("cross_entropy", "ignored rows counted", loss, more=("target", "mean"), named="ignored rows counted in the mean")
    yield Planted("cross_entropy", "ignored rows counted", loss_back, backward=True, named="ignored rows counted in the mean", **LOSS)
    yield Planted("cross_entropy", "smoothing over V - 1", loss, numbers=smooth, **LOSS)
    yield Planted("cross_entropy", "smoothing over V - 1", loss_back, backward=True, numbers=smooth, **LOSS)
    yield Planted("cross_entropy", "smoothing missing", loss_back, backward=True, numbers=smooth, **LOSS)
    yield Planted("cross_entropy", "z-loss with factor 1", loss_back, backward=True, numbers=z, named="z-loss with factor 1 for 2", **LOSS)
    five, six = {"eps": 1e-5}, {"eps": 1e-6}
    with_bias = ("weight", "bias")
    for scale in (1, 0.02):
        yield Planted("layer_norm", "eps 1e-6 for 1e-5", LAYER, numbers=five, scale=scale, more=with_bias, named=f"eps 1e-6 for 1e-5, scale {scale}")
        yield Planted("layer_norm", "epsilon outside", LAYER, numbers=five, scale=scale, more=with_bias, named=f"epsilon outside of the root, scale {scale}")
    for n in (1024, 4096):
        yield Planted("layer_norm", "variance over n - 1", LAYER, numbers=five, n=n, more=with_bias, named=f"variance over n - 1, n = {n}")
    for bug in ("gain dropped", "bias dropped", "mean dropped"):
        yield Planted("layer_norm", bug, LAYER, numbers=five, more=with_bias)
    yield Planted("layer_norm", "one-pass variance", LAYER, numbers=five, mean=30, more=with_bias, named="E x^2 - mean^2 at 30 std")
    for bug in ("rounded before the gain", "statistics in storage"):
        yield Planted("layer_norm", bug, LAYER, True, numbers=five, more=with_bias)
    for bug in ("mean of g missing", "x-hat term missing", "gain missing in the means"):
        yield Planted("layer_norm", bug, LAYER_BACK, backward=True, numbers=five, more=("weight",))
    yield Planted("layer_norm", "normalised x rounded", LAYER_BACK, True, True, five, more=("weight",))
    for scale in (1, 0.01):
        yield Planted("rms_norm", "epsilon outside", norm, numbers=six, scale=scale, more=("weight",), named=f"epsilon beside the root, scale {scale}")
        yield Planted("rms_norm", "eps 1e-5 for 1e-6", norm, numbers=six, scale=scale, more=("weight",), named=f"eps 1e-5 for 1e-6, scale {scale}")
    offset = {**six, "weight_offset": 1}
    yield Planted("rms_norm", "w for 1 + w", norm, numbers=offset, more=("offset weight",))
    yield Planted("rms_norm", "last element missing", norm, numbers=six, more=("weight",))
    yield Planted("rms_norm", "rounded before the gain", norm, True, numbers=six, more=("weight",), named="cast order")
    yield Planted("rms_norm", "1 + w rounded", norm, True, numbers=offset, more=("offset weight",))
    yield Planted("rms_norm", "rsqrt rounded", norm, True, numbers=six, more=("weight",))
    yield Planted("rms_norm", "squares summed in storage", norm, True, numbers=six, more=("weight",))
    for bug in ("rstd^2 for rstd^3", "second term dropped", "gain missing in the means"):
        yield Planted("rms_norm", bug, norm_back, backward=True, numbers=six, more=("weight",))
    for name in ("gelu", "gelu_tanh"):
        yield Planted(name, "the other form", of(activation, name=name), named="tanh form for erf" if name == "gelu" else "erf for tanh form")
        yield Planted(name, "the other form", of(activation_back, name=name), backward=True, named="tanh form for erf" if name == "gelu" else "erf for tanh form")
    yield Planted("gelu_tanh", "0.0447 for 0.044715", of(activation, name="gelu_tanh"))
    yield Planted("gelu_tanh", "factor 3 missing", of(activation_back, name="gelu_tanh"), backward=True)
    yield Planted("silu", "sigmoid rounded", of(activation, name="silu"), True)
    yield Planted("silu", "second term missing", of(activation_back, name="silu"), backward=True)
    for bug in ("partial sums of 128 in storage", "split-K in storage", "rounded before the bias"):
        yield Planted("matmul", bug, matmul, True, n=1024)
    yield Planted("matmul", "last k dropped", matmul, n=1024)
    causal, cap = {"causal": True}, {"softcap": 30.0}
    for bug in ("1/d for 1/sqrt(d)", "last key dropped", "accumulator not rescaled", "one padded key too many"):
        yield Planted("attention", bug, attention, n=1024)
    for bug in ("mask off by one, one more", "mask off by one, one fewer"):
        yield Planted("attention", bug, attention, numbers=causal, n=1024)
    yield Planted("attention", "softcap left out", attention, numbers=cap, n=1024)
    for bug in ("p rounded", "scores rounded", "q rounded", "PV in storage"):
        yield Planted("attention", bug, attention, True, n=1024)


#: Of cases of the list that no operation here has, or none of them by itself.
LEFT_OUT = {"rotary": 6, "AdamW": 4, "layer_norm, dw's partial sums in storage": 1, "cross_entropy, softcap's factor missing": 1}


def usual(one: Planted, dtype: torch.dtype, seed: int) -> Iterator[Arrays]:
    """Inputs as in practice."""
    for n in (one.n,) if one.n else (1024, 4096):
        yield usual_of(one, dtype, seed, n)


def usual_of(one: Planted, dtype: torch.dtype, seed: int, n: int) -> Arrays:
    draw = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=draw)

    if one.operation == "attention":
        return {role: normal(1, rows, 128).to(dtype) for role, rows in (("q", 256), ("k", n), ("v", n))}
    if one.operation == "matmul":
        return {"a": normal(64, n).to(dtype), "b": normal(n, 64).to(dtype), "bias": normal(64).to(dtype)}
    rows = 128 if one.operation == "cross_entropy" else 16  # tokens are many
    made = {"x": (one.mean + one.scale * normal(rows, n)).to(dtype)}
    return with_more(one, made, dtype, draw)


def with_more(one: Planted, made: Arrays, dtype: torch.dtype, draw: torch.Generator) -> Arrays:
    x = made["x"]
    rows, n = x.shape

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=draw).to(dtype)

    if "weight" in one.more:
        made["weight"] = (1 + 0.3 * torch.randn(n, generator=draw)).to(dtype)
    if "offset weight" in one.more:
        made["weight"] = (0.3 * torch.randn(n, generator=draw)).to(dtype)
    if "bias" in one.more:
        made["bias"] = normal(n)
    if "target" in one.more:
        made["target"] = torch.randint(n, (rows,), generator=draw)
        if one.bug == "ignored rows counted":
            made["target"][::4] = -100
    if one.backward:
        made["dy"] = normal(rows) if "target" in one.more else normal(rows, n)
        if one.operation == "softmax":
            made["y"] = softmax(made, dtype).to(dtype)
            del made["x"]
    return made


def telling(one: Planted, dtype: torch.dtype) -> Iterator[Arrays]:
    """sigprop.kernels.inputs: short rows, scales of 1e-4 to 20, a mean of 30, one huge entry."""
    draw = torch.Generator().manual_seed(7)
    for _, given in sigprop.kernels.inputs(one.operation, dtype=dtype, seed=5):
        if one.operation == "attention":
            yield dict(given)
        elif one.operation == "matmul":
            yield {**given, "bias": torch.randn(16, generator=draw).to(dtype)}
        else:
            yield with_more(one, {"x": given["x"]}, dtype, draw)


class Enclosure(NamedTuple):
    lower: Any
    upper: Any

    def outside(self, result: torch.Tensor) -> int:
        """Elements that no kernel under the contract returns; where nothing is claimed there are none."""
        value = result.double().numpy()
        claimed = (self.lower > -math.inf) | (self.upper < math.inf)
        return int((claimed & ~((self.lower <= value) & (value <= self.upper))).sum())


def enclosure(one: Planted, given: Arrays, dtype: torch.dtype, order: str) -> Enclosure:
    if "mean" in one.more:
        return enclosure_of_mean(given, dtype, order)
    options = {role: value for role, value in given.items()}
    lower, upper, _ = sigprop.kernels.bounds(one.operation, order=order, dtype=str(dtype)[6:], **options, **one.numbers)
    return Enclosure(lower, upper)


def enclosure_of_mean(given: Arrays, dtype: torch.dtype, order: str) -> Enclosure:
    """The mean over the rows that count: that of the ends of each row's loss in float32, which it grows with."""
    kept = given["target"] >= 0
    lower, upper, _ = sigprop.kernels.bounds("cross_entropy", x=given["x"][kept].float(), target=given["target"][kept], order=order)
    low, _, _ = sigprop.kernels.bounds("mean", x=lower.astype("float32"), dtype=str(dtype)[6:])
    _, high, _ = sigprop.kernels.bounds("mean", x=upper.astype("float32"), dtype=str(dtype)[6:])
    return Enclosure(low, high)


def computed(one: Planted, given: Arrays, dtype: torch.dtype, bug: str) -> torch.Tensor:
    whole = {**given, **one.numbers}
    if "mean" in one.more:
        losses, kept = loss(whole, dtype), given["target"] >= 0
        return (losses.sum() / (len(losses) if bug else int(kept.sum()))).to(dtype)
    return one.kernel(whole, dtype, bug).to(dtype)


# What others' tests allow: (atol, rtol) for results and gradients, from their sources.


class Allowed(NamedTuple):
    where: str
    tolerance: Dict[str, Tuple[float, float]]  # by type
    backward: Optional[Dict[str, Tuple[float, float]]] = None  # the same, if none


F32, BF16, F16 = "float32", "bfloat16", "float16"
DEFAULTS = {F32: (1e-5, 1.3e-6), BF16: (1e-5, 1.6e-2), F16: (1e-5, 1e-3)}  # of torch.testing.assert_close
LIGER = {
    "softmax": Allowed("test/transformers/test_softmax.py:30", {F32: (1e-5, 1e-5), BF16: (5e-2, 5e-2)}),
    "rms_norm": Allowed("test/transformers/test_rms_norm.py:114", {F32: (1e-4, 1e-6), BF16: (2e-1, 2e-2)}),
    "layer_norm": Allowed("test/transformers/test_layer_norm.py:25", {F32: (1e-5, 1e-5), BF16: (2e-2, 2e-2)}),
    "cross_entropy": Allowed("test/transformers/test_cross_entropy.py:544", {F32: (1e-8, 1e-6), BF16: (1e-8, 5e-2)}),
    "gelu_tanh": Allowed("test/transformers/test_geglu.py:41", {F32: (1.0, 2e-6), BF16: (1e-2, 1e-2)}),
    "silu": Allowed("test/transformers/test_swiglu.py:62", {F32: (1.0, 1e-5), BF16: (1e4, 1e-2)}),
}
APEX = {
    "layer_norm": Allowed("tests/L0/run_fused_layer_norm/test_fused_layer_norm.py:35,295,328",
                          {F32: DEFAULTS[F32], F16: (1e-3, 1e-3), BF16: (3e-4, 1.6e-2)}, {F32: DEFAULTS[F32], F16: (1e-3, 1e-3), BF16: (3e-3, 1.6e-2)}),
    "rms_norm": Allowed("tests/L0/run_fused_layer_norm/test_fused_layer_norm.py:109,393,448,480",
                        {F32: DEFAULTS[F32], F16: DEFAULTS[F16], BF16: (3e-4, 1.6e-2)}, {F32: (2e-4, 2e-3), F16: (3e-3, 1.6e-2), BF16: (3e-2, 1.6e-2)}),
    "cross_entropy": Allowed("apex/contrib/test/xentropy/test_label_smoothing.py:98", {F32: DEFAULTS[F32], F16: DEFAULTS[F16]}),
    "matmul": Allowed("apex/contrib/test/fused_dense/test_fused_dense.py:43", {F16: (1e-3, 1e-3)}),
}
XFORMERS = {
    "attention": Allowed("xformers/ops/fmha/common.py:509 of bed3978b", {F32: (3e-4, 2e-5), F16: (4e-3, 4e-4), BF16: (2e-2, 5e-3)}),
    "rms_norm": Allowed("tests/test_rmsnorm.py:49", {F32: (1e-8, 1e-5), BF16: (1e-4, 1e-2), F16: (1e-4, 1e-2)}),
}
FLASH_LOSS = Allowed("tests/losses/test_cross_entropy.py:41,78", {F32: (1e-6, 1e-5), BF16: (1e-6, 1e-5), F16: (1e-6, 1e-5)},
                     {F32: (1e-6, 1e-5), BF16: (1e-4, 1e-3), F16: (1e-4, 1e-3)})
FLASH_DENSE = Allowed("tests/ops/test_fused_dense.py:18", {BF16: (1e-2, 3e-3), F16: (1e-3, 3e-3)})
#: max |out - ref| <= 2 max |torch in the type - ref| + atol, ref in float32
FLASH_NORM = ("tests/ops/triton/test_layer_norm.py:64", {F32: 1e-4, F16: 1e-2, BF16: 5e-2})
FLASH_ATTENTION = ("tests/test_flash_attn.py:704", {F16: 0.0, BF16: 0.0})
SOURCES = {"Liger": "linkedin/Liger-Kernel ead96b61", "Apex": "NVIDIA/apex 6424da3b", "flash-attention": "Dao-AILab/flash-attention 0251105a",
           "xformers": "facebookresearch/xformers ca6d2aa0"}


def misses(allowed: Optional[Allowed], one: Planted, dtype: torch.dtype, wrong: torch.Tensor, right: torch.Tensor) -> Optional[bool]:
    """Whether a test with these tolerances fails; None where there is no such test."""
    if allowed is None:
        return None
    table = allowed.backward if one.backward and allowed.backward else allowed.tolerance
    if str(dtype)[6:] not in table:
        return None
    atol, rtol = table[str(dtype)[6:]]
    return not torch.allclose(wrong.float(), right.float(), atol=atol, rtol=rtol)


def flash_misses(one: Planted, given: Arrays, dtype: torch.dtype, wrong: torch.Tensor, right: torch.Tensor) -> Optional[bool]:
    name = str(dtype)[6:]
    if one.operation == "cross_entropy":
        return misses(FLASH_LOSS, one, dtype, wrong, right)
    if one.operation == "matmul":
        return misses(FLASH_DENSE, one, dtype, wrong, right)
    if one.operation == "attention" and name in FLASH_ATTENTION[1]:
        atol = FLASH_ATTENTION[1][name]
    elif one.operation.endswith("_norm"):
        atol = FLASH_NORM[1][name]
    else:
        return None
    exact = one.kernel({**{role: value.float() for role, value in given.items()}, **one.numbers}, torch.float32, "")
    off, torch_off = (wrong.float() - exact).abs().max(), (by_torch(one, given) .float() - exact).abs().max()
    return bool(not off <= 2 * torch_off + atol)


def by_torch(one: Planted, given: Arrays) -> torch.Tensor:
    """What these tests call pt: torch's operations in the type."""
    if one.operation == "attention":
        q, k, v = given["q"], given["k"], given["v"]
        s = (q / math.sqrt(q.shape[-1])) @ k.transpose(-1, -2)
        if one.numbers.get("softcap"):
            s = torch.tanh(s / one.numbers["softcap"]) * one.numbers["softcap"]
        if one.numbers.get("causal"):
            s = s.masked_fill(~torch.ones(s.shape[-2:], dtype=torch.bool).tril(s.shape[-1] - s.shape[-2]), -math.inf)
        return torch.softmax(s, -1, dtype=torch.float32).to(v.dtype) @ v
    x = given["x"].clone().requires_grad_()
    weight = given["weight"] + one.numbers.get("weight_offset", 0)
    shape, eps = (x.shape[-1],), one.numbers["eps"]
    functional = torch.nn.functional
    y = functional.layer_norm(x, shape, weight, given.get("bias"), eps) if one.operation == "layer_norm" else functional.rms_norm(x, shape, weight, eps)
    return torch.autograd.grad(y, x, given["dy"])[0] if one.backward else y.detach()


COLUMNS = ("any order", "stated order", "telling, any order", "assert_close", "Liger", "Apex", "flash-attention", "xformers")


def judge(one: Planted, dtype: torch.dtype) -> Tuple[List[Optional[bool]], int]:
    """What each column says, and how many elements of right kernels were called wrong."""
    stated = "blocks:64" if one.operation in ("matmul", "attention") else "lanes:64"
    found: List[Optional[bool]] = [True, True, False, True, None, None, None, None]
    blamed = 0
    for seed in SEEDS:
        shown: List[Optional[bool]] = [False, False, False, False, None, None, None, None]
        for given in usual(one, dtype, seed):
            right, wrong = computed(one, given, dtype, ""), computed(one, given, dtype, one.bug)
            for i, order in enumerate(("any", stated)):
                allowed = enclosure(one, given, dtype, order)
                shown[i] = shown[i] or allowed.outside(wrong) > 0
                blamed += allowed.outside(right)
            others = [misses(Allowed("", DEFAULTS), one, dtype, wrong, right),
                      *(misses(table.get(one.operation), one, dtype, wrong, right) for table in (LIGER, APEX)),
                      flash_misses(one, given, dtype, wrong, right), misses(XFORMERS.get(one.operation), one, dtype, wrong, right)]
            for i, said in enumerate(others, 3):
                shown[i] = None if said is None else said or bool(shown[i])
        for i, said in enumerate(shown):
            if i != 2:
                found[i] = said if seed == SEEDS[0] else (said and found[i])
    for given in telling(one, dtype):
        if one.bug == "last key dropped" and given["k"].shape[-2] == 1:
            continue
        right, wrong = computed(one, given, dtype, ""), computed(one, given, dtype, one.bug)
        allowed = enclosure(one, given, dtype, "any")
        blamed += allowed.outside(right)
        found[2] = found[2] or allowed.outside(wrong) > 0
    return found, blamed


def main() -> int:
    words = sys.argv[1:]
    only = words[words.index("--only") + 1] if "--only" in words else ""
    tsv = words[words.index("--tsv") + 1] if "--tsv" in words else ""
    if len(words) != 2 * bool(only) + 2 * bool(tsv):
        print(__doc__)
        return 2
    torch.set_num_threads(1)
    rows, blamed = [], 0
    for one in planted():
        if only and one.operation != only:
            continue
        for dtype in TYPES:
            if one.is_precision and dtype == torch.float32 and one.bug != "exp off by 1e-4":
                continue
            found, wrongly = judge(one, dtype)
            rows.append((one, str(dtype)[6:], found))
            if wrongly:
                print(f"right {one.operation}{' backward' if one.backward else ''}, {one.text}, {dtype}: {wrongly} elements outside", file=sys.stderr)
            blamed += wrongly
    said = {True: "found", False: "-", None: ""}
    lines = ["\t".join(("operation", "pass", "mistake", "precision", "type", *COLUMNS))]
    for one, dtype, found in rows:
        lines.append("\t".join((one.operation, "backward" if one.backward else "forward", one.text, "p" if one.is_precision else "", dtype,
                                *(said[each] for each in found))))
    if tsv:
        with open(tsv, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print(summary(rows))
    print(f"{len(rows)} cases of {len({(one.operation, one.backward, one.text) for one, _, _ in rows})} mistakes; right kernels: {blamed} elements outside")
    return 1 if blamed else 0


def summary(rows: list) -> str:
    """Cases found of those that a column can say something about, by operation and in all, and ours among those alone."""
    text = "| operation | cases | " + " | ".join(COLUMNS) + " |\n|---|---:|" + "---:|" * len(COLUMNS) + "\n"
    names = list(dict.fromkeys(one.operation for one, _, _ in rows))
    for name in [*names, "all"]:
        own = [found for one, _, found in rows if name in (one.operation, "all")]
        cells = []
        for i in range(len(COLUMNS)):
            told = [found for found in own if found[i] is not None]
            seen = sum(bool(found[i]) for found in told)
            cells.append(f"{seen} of {len(told)}" if told and len(told) < len(own) else str(seen) if told else "")
        text += f"| {name} | {len(own)} | " + " | ".join(cells) + " |\n"
    ours = []
    for i in range(len(COLUMNS)):
        told = [found for _, _, found in rows if found[i] is not None]
        ours.append(f"{sum(bool(found[0]) for found in told)}, {sum(bool(found[1]) for found in told)}" if told else "")
    return text + "| any order, stated order on the same cases | | " + " | ".join(ours) + " |\n"


if __name__ == "__main__":
    sys.exit(main())
