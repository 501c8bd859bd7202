"""Right kernels that bounds without a term of theirs would call wrong: each of these was outside once."""

import numpy
import pytest
import sigprop

f32 = numpy.float32


def normal(*shape, scale=1.0, seed=1):
    return (scale * numpy.random.default_rng(seed).standard_normal(shape)).astype(f32)


def inside(operation, out, **given):
    found = sigprop.kernels.check(operation, out, **given)
    (one,) = found.outputs.values()
    assert one.outside == 0, one.reason
    return one


def test_a_sum_that_starts_from_the_bias():
    x, w, bias = normal(8, 512), normal(6, 512, seed=2), normal(6, scale=10, seed=3)
    total = numpy.broadcast_to(bias, (8, 6)).astype(f32)
    for k in range(512):
        total = total + x[:, k : k + 1] * w[:, k]
    inside("linear", total, x=x, weight=w, bias=bias)
    tiny = numpy.full((1, 64), 2.0**-24, dtype=f32)  # each addition to 1 is lost
    inside("linear", numpy.ones((1, 1), dtype=f32), x=tiny, weight=numpy.ones((1, 64), dtype=f32), bias=numpy.ones(1, dtype=f32))
    assert sigprop.kernels.check("linear", numpy.full((1, 1), 0.999, dtype=f32), x=tiny, weight=numpy.ones((1, 64), dtype=f32),
                                 bias=numpy.ones(1, dtype=f32)).outside == 1  # the control


@pytest.mark.parametrize("size", [1.0, 30.0, 300.0, 2000.0])
def test_attention_with_large_scores(size):
    one = numpy.full((1, 16), size, dtype=f32)
    v = normal(1, 5)
    inside("attention", v, q=one, k=one, v=v)
    q, k, v = normal(4, 16, scale=size), normal(64, 16, scale=size, seed=2), normal(64, 5, seed=3)
    scores = q.astype(float) @ k.T.astype(float) / 4
    p = numpy.exp(scores - scores.max(-1, keepdims=True))
    inside("attention", ((p / p.sum(-1, keepdims=True)) @ v.astype(float)).astype(f32), q=q, k=k, v=v)


@pytest.mark.parametrize("offset", [0, -503, 1000])
def test_a_cross_entropy_by_the_exponential_of_a_difference(offset):
    x = normal(50, 10, scale=3) + f32(offset)
    target = numpy.arange(50) % 10
    lse = (x.max(-1) + numpy.log(numpy.exp(x - x.max(-1, keepdims=True)).sum(-1))).astype(f32)[:, None]
    p = numpy.exp(x - lse)
    dy, hot = numpy.ones(50, dtype=f32), numpy.eye(10, dtype=f32)[target]
    inside("cross_entropy", None, x=x, target=target, dy=dy, dx=p - hot)
    z = f32(1e-3)
    inside("cross_entropy", None, x=x, target=target, dy=dy, dx=p + f32(2) * z * lse * p - hot, z_loss="0.001")
    exact = x.astype(float)
    right = numpy.exp(exact - exact.max(-1, keepdims=True))
    wrong = right / right.sum(-1, keepdims=True) * 1.01 - hot
    assert sigprop.kernels.check("cross_entropy", dx=wrong.astype(f32), x=x, target=target, dy=dy).outside > 100  # the control


def test_a_smoothed_loss_of_a_large_mean():
    x = numpy.full((1, 4000), 1000.02, dtype=f32)
    total = f32(0)
    for one in x[0]:
        total = f32(total + one)
    lse = f32(x[0, 0] + numpy.log(f32(4000)))
    loss = f32(lse - f32(0.9) * x[0, 0] - f32(0.1) * f32(total / f32(4000)))
    inside("cross_entropy", numpy.array([loss]), x=x, target=numpy.array([0]), smoothing=0.1)


def test_products_that_underflow_on_the_way():
    x, dy = normal(4, 32, scale=1e15), normal(4, 32, seed=2)
    r = f32(1) / numpy.sqrt((x * x).mean(-1, keepdims=True) + f32(1e-6))
    along = (dy * x).sum(-1, keepdims=True)
    with numpy.errstate(under="ignore"):
        dx = r * dy - x * (along * (r * r * r) / f32(32))
    inside("rms_norm", None, x=x, dy=dy, dx=dx, eps=1e-6)
    x, g = normal(4, 32, scale=1e17), numpy.full(32, 1e-26, dtype=f32)
    with numpy.errstate(under="ignore"):
        r = f32(1) / numpy.sqrt((x * x).mean(-1, keepdims=True))
        inside("rms_norm", x * (r * g), x=x, weight=g, eps=1e-6)
        x = numpy.linspace(-88, -80, 4001, dtype=f32)[None]
        dy = f32(0.37) * numpy.ones_like(x)
        s = f32(1) / (f32(1) + numpy.exp(-x))
        inside("silu", None, x=x, dy=dy, dx=(dy * s) * (f32(1) + x * (f32(1) - s)))


def test_what_overflows_on_the_way_is_not_judged():
    infinite = numpy.array([[numpy.inf]], dtype=f32)
    for formula, x in (("exp(x) * 1e-30", 100), ("exp(x) / x^10", 100), ("sinh(x) * 1e-30", 100)):
        assert sigprop.kernels.check(formula, infinite, x=f32([[x]])).outputs["y"].unclaimed == 1
    assert sigprop.kernels.check("sqrt(x)", f32([[numpy.nan]]), x=f32([[-1]])).outputs["y"].unclaimed == 1
    assert sigprop.kernels.check("elu", f32([[100]]), x=f32([[100]])).ok  # the branch not taken overflows
    big, equal = numpy.full((8, 1), 1e38, dtype=f32), numpy.zeros((8, 4), dtype=f32)
    assert sigprop.kernels.check("attention", infinite, q=equal[:1], k=equal, v=big).outputs["y"].unclaimed == 1
    x, g = numpy.full((1, 4), 1e-15, dtype=f32), numpy.full(4, 1e30, dtype=f32)
    assert sigprop.kernels.check("rms_norm", numpy.full((1, 4), numpy.inf, dtype=f32), x=x, weight=g, eps=0).outputs["y"].unclaimed == 4


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_root_within_two_units_of_its_last_place(sign):
    x = normal(200_000, 1)
    exact = 1 / numpy.sqrt((x * x + f32(1e-6)).astype(float))
    unit = 2.0 ** (numpy.floor(numpy.log2(exact)) - 23)
    r = (numpy.trunc(exact / unit + 2 * sign) if sign > 0 else numpy.ceil(exact / unit + 2 * sign)) * unit
    r = r.astype(f32)
    inside("rms_norm", x * r, x=x, eps=1e-6)


def test_wide_inputs_have_rounded_products():
    a, b = normal(2000, 1), normal(1, 50, seed=2)
    inside("matmul", (a @ b).astype(numpy.float16), a=a, b=b)
    with pytest.raises(sigprop.InputError, match="which is no number of float32"):
        sigprop.kernels.check("softmax", f32([[0.5, 0.5]]), x=numpy.array([[0.1, 0.1]]))
    with pytest.raises(sigprop.InputError, match="do not fit"):
        sigprop.kernels.check("attention", normal(4, 2, 3, 5), q=normal(4, 2, 3, 8), k=normal(2, 2, 6, 8), v=normal(2, 2, 6, 5))
    with pytest.raises(sigprop.InputError, match="there is no result to check"):
        sigprop.kernels.check("softmax")


def test_unfused_code_under_composite():
    """NumPy stores each step in float16, and accumulates sums in float32."""
    x = normal(8, 256).astype(numpy.float16)
    dy = normal(8, 256, seed=2).astype(numpy.float16)
    half = numpy.float16
    composite = {"contract": "composite"}
    y = x / numpy.sqrt((x * x).mean(-1, keepdims=True) + half(1e-3))
    inside("rms_norm", y, x=x, eps=1e-3, **composite)
    centred = x - x.mean(-1, keepdims=True)
    y = centred / numpy.sqrt((centred * centred).mean(-1, keepdims=True) + half(1e-3))
    inside("layer_norm", y, x=x, eps=1e-3, **composite)
    t = x - x.max(-1, keepdims=True)
    e = numpy.exp(t)
    s = e.sum(-1, keepdims=True)
    y = e / s
    inside("softmax", y, x=x, **composite)
    inside("log_softmax", t - numpy.log(s), x=x, **composite)
    inside("softmax", y * (dy - (y * dy).sum(-1, keepdims=True)), y=y, dy=dy, **composite)
    gelu = half(0.5) * x * (half(1) + numpy.tanh(half(0.7979) * (x + half(0.0447) * x * x * x)))
    assert sigprop.kernels.check("gelu_tanh", gelu, x=x).outside > 0  # the control: not under strict
    inside("gelu_tanh", half(0.5) * x * (half(1) + numpy.tanh(half(numpy.sqrt(2 / numpy.pi)) * (x + half(0.044715) * x**3))), x=x, **composite)


def attention_gradients(q, k, v, dy, seen, dtype, choice):
    """In float32, rounded at the end: p kept or by the logarithm of the sum, D in three ways, the scale in three places."""
    q, k, v, dy = (one.astype(f32) for one in (q, k, v, dy))
    group = len(q) // len(k)
    keys, values = numpy.repeat(k, group, 0), numpy.repeat(v, group, 0)
    scale = f32(1) / numpy.sqrt(f32(q.shape[-1]))
    with numpy.errstate(under="ignore"):
        s = numpy.where(seen, ((q * scale) @ keys.swapaxes(1, 2)) if choice % 2 else (q @ keys.swapaxes(1, 2)) * scale, -numpy.inf)
        e = numpy.exp(s - s.max(-1, keepdims=True))
        total = e.sum(-1, keepdims=True)
        p = e / total
        y = p @ values
        if choice % 3 == 1:
            p = numpy.exp(s - (s.max(-1, keepdims=True) + numpy.log(total)))
        dp = dy @ values.swapaxes(1, 2)
        along = [(p * dp).sum(-1, keepdims=True), (dy * y).sum(-1, keepdims=True), (dy * y.astype(dtype).astype(f32)).sum(-1, keepdims=True)][choice % 3]
        ds = p * (dp - along) if choice % 2 else p * dp - p * along
        dq, dk, dv = (ds * scale) @ keys, (ds.swapaxes(1, 2) @ q) * scale, p.swapaxes(1, 2) @ dy
    shared = lambda one: one.reshape(len(k), group, *one.shape[1:]).sum(1)  # noqa: E731
    return y.astype(dtype), dq.astype(dtype), shared(dk).astype(dtype), shared(dv).astype(dtype)


@pytest.mark.parametrize("dtype", [f32, numpy.float16])
@pytest.mark.parametrize("choice", range(6))
def test_gradients_of_attention(dtype, choice):
    queries, keys = 9, 12
    q, dy = normal(4, queries, 8, seed=4).astype(dtype), normal(4, queries, 5, seed=5).astype(dtype)
    k, v = normal(2, keys, 8, seed=6).astype(dtype), normal(2, keys, 5, seed=7).astype(dtype)
    ahead = numpy.arange(keys) - (numpy.arange(queries)[:, None] + keys - queries)
    given = {"q": q, "k": k, "v": v, "dy": dy}
    padding = numpy.ones((4, 1, keys))
    padding[1, 0, 3:7] = 0
    for seen, more in ((numpy.ones_like(ahead) > 0, {}), (ahead <= 0, {"causal": True}), (numpy.abs(ahead) < 3, {"window": 3}),
                       ((ahead <= 0) & (ahead > -5) & (padding > 0), {"causal": True, "window": 5, "mask": padding})):
        y, dq, dk, dv = attention_gradients(q, k, v, dy, seen, dtype, choice)
        found = sigprop.kernels.check("attention", y=y, dq=dq, dk=dk, dv=dv, **given, **more)
        assert found.ok and set(found.outputs) == {"y", "dq", "dk", "dv"}, found
        for lanes in ("lanes:4", "blocks:8") if not more else ():  # a mask leaves some lanes with less than others
            for name in ("dq", "dk", "dv"):
                wide, narrow = (sigprop.kernels.bounds("attention", name, **given, **more, order=one) for one in ("any", lanes))
                assert (narrow.lower >= wide.lower).all() and (narrow.upper <= wide.upper).all()
        wrong = sigprop.kernels.check("attention", y=y, dq=2 * dq, dk=dk[::-1], dv=dv * dtype(1.01), **given, **more)
        assert all(wrong.outputs[one].outside > 50 for one in ("dq", "dk", "dv")) and wrong.outputs["y"].ok


def test_gradients_of_attention_that_cannot_be():
    q, k, v = normal(2, 3, 4), normal(2, 5, 4), normal(2, 5, 6)
    given = {"q": q, "k": k, "v": v}
    for message, arrays in (("dq of attention is computed from q, k, v and dy: give dy", {"dq": q}),
                            ("dq has the shape \\[2, 5, 4\\]: dq of q has \\[2, 3, 4\\]", {"dq": k, "dy": normal(2, 3, 6)}),
                            ("dy has the shape \\[2, 3, 4\\], and q has \\[2, 3, 6\\]: they must agree", {"dq": q, "dy": q}),
                            ("a mask has \\[2, 3, 5\\]", {"dq": q, "dy": normal(2, 3, 6), "mask": normal(3, 4)}),
                            ("a mask has 1 where a query sees a key, and 0 elsewhere", {"dq": q, "dy": normal(2, 3, 6), "mask": normal(3, 5)}),
                            ("window must be a number of keys, 1 or more", {"dq": q, "dy": normal(2, 3, 6), "window": 0}),
                            ("attention has no dx", {"dx": q, "dy": normal(2, 3, 6)})):
        with pytest.raises(sigprop.InputError, match=message):
            sigprop.kernels.check("attention", **given, **arrays)
    blind = numpy.zeros((3, 5))
    assert sigprop.kernels.check("attention", dk=k, dy=normal(2, 3, 6), mask=blind, **given).outputs["dk"].unclaimed == 40
    hidden = sigprop.kernels.bounds("attention", "dk", dy=normal(2, 3, 6), mask=numpy.eye(3, 5), **given)
    assert (hidden.lower[:, 3:] == 0).all() and (hidden.upper[:, 3:] == 0).all()  # keys that no query sees


@pytest.mark.parametrize("dtype", [f32, numpy.float16])
def test_gradients_of_weights(dtype):
    x, dy, w = (normal(12, 20, seed=i).astype(dtype) for i in (1, 2, 3))
    wide = [one.astype(f32) for one in (x, dy)]
    for operation in ("rms_norm", "layer_norm"):
        mean = wide[0].mean(-1, keepdims=True) if operation == "layer_norm" else f32(0)
        rstd = 1 / numpy.sqrt(((wide[0] - mean) ** 2).mean(-1, keepdims=True) + f32(1e-5))
        dweight, dbias = (wide[1] * ((wide[0] - mean) * rstd)).sum(0).astype(dtype), wide[1].sum(0).astype(dtype)
        saved = {"rstd": rstd, **({"mean": mean} if operation == "layer_norm" else {})}
        for more in ({}, saved, {name: one[:, 0] for name, one in saved.items()}):
            assert sigprop.kernels.check(operation, x=x, dy=dy, dweight=dweight, dbias=dbias, eps=1e-5, **more).ok
        wrong = sigprop.kernels.check(operation, x=x, dy=dy, dweight=dweight[::-1], dbias=dbias / dtype(12), eps=1e-5)
        assert [one.outside for one in wrong.outputs.values()] == [20, 20]
        h = wide[1] * w[0].astype(f32)
        along = (h * (wide[0] - mean)).sum(-1, keepdims=True) * rstd * rstd / f32(20)
        centre = h.mean(-1, keepdims=True) if operation == "layer_norm" else f32(0)
        dx = (rstd * (h - centre - (wide[0] - mean) * along)).astype(dtype)
        given = {"x": x, "dy": dy, "weight": w[0], "eps": 1e-5}
        assert sigprop.kernels.check(operation, dx, **given, **saved).ok
        stale = {**saved, "rstd": rstd[::-1]}
        assert sigprop.kernels.check(operation, dx, **given, **stale).outside > 100
    rows = numpy.ones((1000, 3), dtype=f32)
    for value, contract, ok in ((1000, "strict", True), (256, "strict", False), (256, "torch_cpu", True)):
        found = sigprop.kernels.check("layer_norm", dy=rows, dbias=numpy.full(3, value, dtype=f32), dtype="bfloat16", eps=1e-5, contract=contract)
        assert found.ok == ok, (value, contract)


def test_gradients_of_products():
    x, w, dy = normal(2, 3, 8), normal(5, 8, seed=2), normal(2, 3, 5, seed=3)
    flat = [one.reshape(6, -1) for one in (x, dy)]
    found = sigprop.kernels.check("linear", x=x, weight=w, dy=dy, dx=dy @ w, dweight=flat[1].T @ flat[0], dbias=flat[1].sum(0))
    assert found.ok and set(found.outputs) == {"dx", "dweight", "dbias"}, found
    b = w.T.copy()
    assert sigprop.kernels.check("matmul", a=x, b=b, dy=dy, da=dy @ b.T, db=flat[0].T @ flat[1]).ok
    assert sigprop.kernels.check("matmul", a=x, b=b, dy=dy, da=dy @ b.T * f32(1.001), db=flat[0].T @ flat[1]).outside > 30
    for message, operation, given in (
            ("dy must have 5 numbers a row", "linear", {"dx": x, "dy": x, "weight": w}),
            ("dweight has the shape \\[8, 5\\]: dweight of dy has \\[5, 8\\]", "linear", {"dweight": b, "dy": dy, "x": x}),
            ("x has the shape \\[6, 8\\], and dy has \\[2, 3, 8\\]: they must agree", "linear", {"dweight": w, "dy": dy, "x": flat[0]}),
            ("db of matmul is computed from dy and a: give a", "matmul", {"db": b, "dy": dy}),
            ("a layer_norm saves both its mean and its rstd: give mean", "layer_norm", {"dx": x, "x": x, "dy": x, "rstd": x[..., 0], "eps": 1e-5}),
            ("rstd has the shape \\[2\\], and x has \\[2, 3\\]", "rms_norm", {"dx": x, "x": x, "dy": x, "rstd": f32([1, 1]), "eps": 1e-5})):
        with pytest.raises(sigprop.InputError, match=message):
            sigprop.kernels.check(operation, **given)


def of_erf(x):
    """An approximation of erf with a relative error below 1.2e-7 would not do: the sum of its series, in float64."""
    n = numpy.arange(60)
    factorial = numpy.cumprod(numpy.concatenate([[1.0], n[1:]]))
    terms = (-1.0) ** n * x[..., None].astype(float) ** (2 * n + 1) / factorial / (2 * n + 1)
    return 2 / numpy.sqrt(numpy.pi) * terms.sum(-1)


@pytest.mark.parametrize("dtype", [f32, numpy.float16])
def test_gated_units(dtype):
    gate, up, dy = (numpy.clip(normal(6, 50, seed=i), -2, 2).astype(dtype) for i in (1, 2, 3))
    g = gate.astype(float)
    s, cdf = 1 / (1 + numpy.exp(-g)), (1 + of_erf(g / numpy.sqrt(2))) / 2
    inner = numpy.sqrt(2 / numpy.pi) * (g + 0.044715 * g**3)
    t, d = numpy.tanh(inner), numpy.sqrt(2 / numpy.pi) * (1 + 3 * 0.044715 * g**2)
    for operation, f, slope in (("swiglu", g * s, s * (1 + g * (1 - s))), ("geglu", g * cdf, cdf + g * numpy.exp(-g * g / 2) / numpy.sqrt(2 * numpy.pi)),
                                ("tanh_geglu", g * (1 + t) / 2, (1 + t) / 2 + g * (1 - t * t) / 2 * d), ("reglu", numpy.maximum(g, 0), g > 0)):
        given = {"gate": gate, "up": up, "dy": dy}
        y, dgate, dup = (one.astype(dtype) for one in (f * up, dy * up.astype(float) * slope, dy * f))
        assert sigprop.kernels.check(operation, y=y, dgate=dgate, dup=dup, **given).ok, operation
        wrong = sigprop.kernels.check(operation, y=(g * up).astype(dtype), dgate=dup, dup=dgate, **given)
        assert all(one.outside > 50 for one in wrong.outputs.values()), operation
        exchanged = sigprop.kernels.bounds(operation, gate=up, up=gate)
        found = sigprop.kernels.check(operation, y=exchanged.lower.astype(dtype), gate=gate, up=up).outputs["y"]
        assert found.looks_like[0] == "gate and up exchanged"
        for one in sigprop.kernels.power(operation, gate=gate, up=up):
            assert one.shown > 0 or dtype != f32, one
    with pytest.raises(sigprop.InputError, match="dgate of swiglu is computed from gate, up and dy: give up and dy"):
        sigprop.kernels.check("swiglu", dgate=gate, gate=gate)
    with pytest.raises(sigprop.InputError, match="they must agree"):
        sigprop.kernels.check("swiglu", y=gate, gate=gate, up=up[:3])


@pytest.mark.parametrize("dtype", [f32, numpy.float16])
@pytest.mark.parametrize("width", [8, 16])
def test_rotary_positions(dtype, width):
    x, dy = (normal(2, 3, 5, 16, seed=i).astype(dtype) for i in (1, 2))
    angle = numpy.arange(5)[:, None] / 10.0 ** (numpy.arange(8) / 4)
    for interleaved in (False, True):
        operation = "rotary_interleaved" if interleaved else "rotary"
        full = numpy.repeat(angle, 2, -1) if interleaved else numpy.concatenate([angle, angle], -1)
        cos, sin = (f(angle if width == 8 else full).astype(f32) for f in (numpy.cos, numpy.sin))
        wide = [f(full).astype(f32) for f in (numpy.cos, numpy.sin)]

        def turned(v, sign, interleaved=interleaved, wide=wide):
            v = v.astype(f32)
            a, b = (v[..., ::2], v[..., 1::2]) if interleaved else (v[..., :8], v[..., 8:])
            half = numpy.stack([-b, a], -1).reshape(v.shape) if interleaved else numpy.concatenate([-b, a], -1)
            return (v * wide[0] + f32(sign) * half * wide[1]).astype(dtype)

        given = {"cos": cos, "sin": sin}
        assert sigprop.kernels.check(operation, turned(x, 1), x=x, **given).ok
        assert sigprop.kernels.check(operation, turned(dy, -1), dy=dy, **given).ok
        batched = {name: one[None, None] for name, one in given.items()}
        assert sigprop.kernels.check(operation, turned(x, 1), x=x, **batched).ok
        found = sigprop.kernels.check(operation, turned(x, -1), x=x, **given).outputs["y"]
        assert found.outside > 200 and found.looks_like == ["a rotation by the negative angle"]
        other = "rotary" if interleaved else "rotary_interleaved"
        assert sigprop.kernels.check(other, turned(x, 1), x=x, **given).outside > 200
    with pytest.raises(sigprop.InputError, match="rows of 8 or 16"):
        sigprop.kernels.check("rotary", x, x=x, cos=cos[:, :5], sin=sin[:, :5])
    with pytest.raises(sigprop.InputError, match="rotated in pairs"):
        sigprop.kernels.check("rotary", x[..., :5], x=x[..., :5], cos=cos, sin=sin)


def test_sums_by_an_index():
    index = numpy.array([0, 2, 2, 5, 0, 2])
    x, source = normal(6, 4, 3), normal(6, 4, 3, seed=2)
    y = x.copy()
    numpy.add.at(y, index, source)
    assert sigprop.kernels.check("index_add", y, x=x, index=index, source=source).ok
    flat = x[:, 0, 0].copy()
    numpy.add.at(flat, index, source[:, 0, 0])
    assert sigprop.kernels.check("index_add", flat, x=x[:, 0, 0], index=index, source=source[:, 0, 0]).ok
    last = x.copy()
    last[index] += source
    found = sigprop.kernels.check("index_add", last, x=x, index=index, source=source).outputs["y"]
    assert found.outside == 24 and found.looks_like == ["the last row of each index alone, not their sum"]
    weight, dy = normal(6, 4), normal(2, 3, 4, seed=3)
    dweight = numpy.zeros_like(weight)
    numpy.add.at(dweight, index, dy.reshape(6, 4))
    given = {"weight": weight, "index": index.reshape(2, 3), "dy": dy}
    assert sigprop.kernels.check("embedding", dweight=dweight, **given).ok
    assert sigprop.kernels.check("embedding", dweight=dweight, ignored=5, **given).outside == 4
    dweight[5] = 0
    assert sigprop.kernels.check("embedding", dweight=dweight, ignored=5, **given).ok
    ones = {"weight": numpy.zeros((2, 1), dtype=f32), "index": numpy.zeros(1000), "dy": numpy.ones((1000, 1), dtype=f32), "dtype": "bfloat16"}
    for value, contract, ok in ((1000, "strict", True), (256, "strict", False), (256, "torch_cpu", True), (1000, "torch_cpu", False)):
        assert sigprop.kernels.check("embedding", dweight=f32([[value], [0]]), contract=contract, **ones).ok == ok, (value, contract)
    for message, operation, arrays in (
            ("index 3 of index is 5: a row from 0 to 4", "index_add", {"y": x[:5], "x": x[:5], "index": index, "source": source}),
            ("rows of x for an index of shape \\[6\\] have \\[6, 4, 3\\]", "index_add", {"y": x, "x": x, "index": index, "source": source[:5]}),
            ("dweight of embedding is computed from dy, index and weight: give weight", "embedding", {"dweight": weight, "index": index, "dy": dy})):
        with pytest.raises(sigprop.InputError, match=message):
            sigprop.kernels.check(operation, **arrays)
