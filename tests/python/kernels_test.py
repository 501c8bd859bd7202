"""sigprop.kernels: arrays of NumPy against what rounding may do, and what is refused."""

import numpy
import pytest
import sigprop


def softmax(x):
    e = numpy.exp(x - x.max(-1, keepdims=True), dtype=numpy.float32)
    return (e / e.sum(-1, keepdims=True)).astype(x.dtype)


@pytest.fixture
def x():
    return numpy.random.default_rng(1).standard_normal((6, 40)).astype(numpy.float32)


def test_a_right_kernel_is_inside(x):
    found = sigprop.kernels.check("softmax", softmax(x), x=x)
    assert found.ok and found.outside == 0
    one = found.outputs["y"]
    assert (one.verdict, one.elements, one.shape, one.dtype) == ("confirmed", 240, (6, 40), "float32")
    assert 1 <= one.median_allowed < 1000
    narrow = sigprop.kernels.check("softmax", softmax(x), x=x, order="lanes:8").outputs["y"]
    assert narrow.ok and narrow.median_allowed <= one.median_allowed


def test_a_wrong_element_is_named(x):
    y = softmax(x)
    y[2, 5] *= numpy.float32(1.001)
    found = sigprop.kernels.check("softmax", y, x=x)
    one = found.outputs["y"]
    assert not found.ok and found.outside == 1
    assert one.worst_at == (2, 5)
    assert one.worst_lower < one.worst_upper < one.worst_value == y[2, 5]
    assert "all are in row 2 of 6" in one.reason
    assert found.table[0]["at"] == (2, 5)
    assert "outside" in str(found)


def test_half_precision_and_gradients(x):
    half = x.astype(numpy.float16)
    y = softmax(half)
    dy = numpy.random.default_rng(2).standard_normal(x.shape).astype(numpy.float16)
    along = (y.astype(numpy.float32) * dy.astype(numpy.float32)).sum(-1, keepdims=True)
    dx = (y.astype(numpy.float32) * (dy.astype(numpy.float32) - along)).astype(numpy.float16)
    assert sigprop.kernels.check("softmax", dx, y=y, dy=dy).ok
    without = (y.astype(numpy.float32) * dy.astype(numpy.float32)).astype(numpy.float16)
    assert sigprop.kernels.check("softmax", without, y=y, dy=dy).outside > 100


def test_norms_and_products(x):
    w = numpy.linspace(0.5, 1.5, 40, dtype=numpy.float32)
    y = x / numpy.sqrt((x * x).mean(-1, keepdims=True) + numpy.float32(1e-6)) * w
    assert sigprop.kernels.check("rms_norm", y, x=x, weight=w, eps=1e-6).ok
    assert not sigprop.kernels.check("rms_norm", y, x=x, weight=w, eps=1e-6, weight_offset=1).ok
    assert not sigprop.kernels.check("rms_norm", y, x=x, weight=w, eps="1e-3").ok
    matrix = numpy.random.default_rng(3).standard_normal((7, 40)).astype(numpy.float32)
    assert sigprop.kernels.check("linear", x @ matrix.T, x=x, weight=matrix).ok
    assert sigprop.kernels.check("matmul", (x @ matrix.T)[:, ::-1], a=x, b=matrix.T[:, ::-1]).ok  # any strides


def test_attention_and_a_loss(x):
    q, k, v = (numpy.random.default_rng(i).standard_normal((2, 5, 8)).astype(numpy.float32) for i in (4, 5, 6))
    y = softmax(q @ k.swapaxes(1, 2) / numpy.float32(8) ** numpy.float32(0.5)) @ v
    assert sigprop.kernels.check("attention", y, q=q, k=k, v=v).ok
    assert not sigprop.kernels.check("attention", y, q=q, k=k, v=v, causal=True).ok
    assert not sigprop.kernels.check("attention", y, q=q, k=k, v=v, scale="1/8").ok
    target = numpy.array([3, 0, 39, -100, 7, 7])
    log_sum = numpy.log(numpy.exp(x).sum(-1))
    loss = numpy.where(target < 0, 0, log_sum - x[numpy.arange(6), numpy.maximum(target, 0)]).astype(numpy.float32)
    assert sigprop.kernels.check("cross_entropy", loss, x=x, target=target).ok
    assert not sigprop.kernels.check("cross_entropy", loss, x=x, target=target, smoothing=0.1).ok
    with pytest.raises(sigprop.InputError, match="target 3 of target is -100: a class from 0 to 39, or -1"):
        sigprop.kernels.check("cross_entropy", loss, x=x, target=target, ignored=-1)


def test_the_assertion(x):
    from sigprop.testing import assert_within_rounding

    assert assert_within_rounding("softmax", softmax(x), x=x).ok
    with pytest.raises(AssertionError, match="outside of what rounding may do"):
        assert_within_rounding("softmax", softmax(x * 2), x=x)
    with pytest.raises(sigprop.UndecidedError, match="nothing is claimed"):
        assert_within_rounding("softmax", softmax(x), x=x * numpy.float32(numpy.inf))


def test_what_does_not_fit_is_refused(x):
    y = softmax(x)
    with pytest.raises(sigprop.InputError, match="did you mean 'softmax'"):
        sigprop.kernels.check("softmacks", y, x=x)
    with pytest.raises(sigprop.InputError, match="there is no contract 'loose'"):
        sigprop.kernels.check("softmax", y, x=x, contract="loose")
    with pytest.raises(sigprop.InputError, match="order takes any, lanes:N or blocks:N"):
        sigprop.kernels.check("softmax", y, x=x, order="lanes")
    with pytest.raises(sigprop.InputError, match="y is given twice"):
        sigprop.kernels.check("softmax", y, x=x, y=y)
    with pytest.raises(sigprop.InputError, match="needs its epsilon"):
        sigprop.kernels.check("rms_norm", y, x=x)
    with pytest.raises(sigprop.InputError, match="has the shape"):
        sigprop.kernels.check("softmax", y[:3], x=x)
    with pytest.raises(sigprop.InputError, match="float64 has no bounds yet"):
        sigprop.kernels.check("softmax", y.astype(float), x=x.astype(float))
    with pytest.raises(TypeError, match="the operation is a name"):
        sigprop.kernels.check(numpy.tanh, y, x=x)


def test_bounds_are_what_a_result_is_held_against(x):
    y = softmax(x)
    lower, upper, dtype = sigprop.kernels.bounds("softmax", x=x)
    assert (dtype, lower.shape, lower.dtype) == ("float32", x.shape, numpy.float64)
    assert ((lower <= y) & (y <= upper)).all() and (lower < upper).any()
    for at, value in (((2, 5), lower), ((3, 7), upper)):  # the very ends are inside, and the next number is outside
        inside, outside = y.copy(), y.copy()
        inside[at] = value[at]
        outside[at] = numpy.nextafter(numpy.float32(value[at]), numpy.float32(-1 if value is lower else 2))
        assert sigprop.kernels.check("softmax", inside, x=x).ok
        found = sigprop.kernels.check("softmax", outside, x=x).outputs["y"]
        assert found.outside == 1 and found.worst_at == at
        assert (found.worst_lower, found.worst_upper) == (lower[at], upper[at])
    narrow = sigprop.kernels.bounds("softmax", x=x, order="lanes:8", options={"threads": 1})
    assert (narrow.lower >= lower).all() and (narrow.upper <= upper).all()


def test_bounds_of_every_kind_of_result(x):
    w = numpy.linspace(0.5, 1.5, 40, dtype=numpy.float32)
    one = lambda *shape: numpy.ones(shape, dtype=numpy.float32)  # noqa: E731
    target = numpy.zeros(6, dtype=numpy.int64)
    for shape, arguments, keywords in (
            ((6,), ("sum",), {"x": x}),
            ((6, 40), ("rms_norm",), {"x": x, "weight": w, "eps": 1e-6}),
            ((6, 40), ("layer_norm",), {"x": x, "dy": x, "eps": 1e-6}),
            ((6, 40), ("softmax", "dx"), {"y": softmax(x), "dy": x}),
            ((6, 7), ("linear",), {"x": x, "weight": one(7, 40)}),
            ((6, 7), ("matmul",), {"a": x, "b": one(40, 7)}),
            ((2, 5, 3), ("attention",), {"q": one(2, 5, 4), "k": one(2, 6, 4), "v": one(2, 6, 3)}),
            ((6,), ("cross_entropy",), {"x": x, "target": target}),
            ((6, 40), ("cross_entropy",), {"x": x, "target": target, "dy": one(6)}),
            ((6, 40), ("gelu",), {"x": x}),
            ((6, 40), ("tanh", "dx"), {"y": numpy.tanh(x), "dy": x})):
        found = sigprop.kernels.bounds(*arguments, **keywords)
        assert found.lower.shape == shape and (found.lower <= found.upper).all(), arguments
    assert sigprop.kernels.bounds("gelu", x=x, dtype="bfloat16").dtype == "bfloat16"


def test_bounds_that_cannot_be(x):
    for message, arguments, keywords in (
            ("softmax has no result 'dz'; it has y and dx", ("softmax", "dz"), {"x": x}),
            ("sum has no result 'dx'; it has y", ("sum", "dx"), {"x": x}),
            ("the bounds of y are asked for, and y is given", ("softmax",), {"x": x, "y": x}),
            ("y of softmax is computed from x: give x", ("softmax",), {}),
            ("dx of softmax is computed from y and dy: give y", ("softmax",), {"dy": x})):
        with pytest.raises(sigprop.InputError, match=message):
            sigprop.kernels.bounds(*arguments, **keywords)
    with pytest.raises(TypeError, match="epsilon"):
        sigprop.kernels.bounds("rms_norm", x=x, epsilon=1e-6)


def silu(x):
    x = x.astype(numpy.float64)
    return (x / (1 + numpy.exp(numpy.minimum(-x, 700)))).astype(numpy.float16)


def test_a_sweep_visits_every_number_of_16_bits():
    found = sigprop.kernels.sweep(silu, "silu", dtype=numpy.float16)
    assert found.ok and set(found.found) == {"y", "y strided"}
    assert len(found.x) == 2 * 0x7C00 and (numpy.diff(found.x.astype(float)) >= 0).all()
    assert found.table[0]["outside"] == 0 and found.table[0]["numbers"] == len(found.x)

    def flushed(x):  # wrong at one number alone, and where memory is strided
        y = silu(x)
        if x.strides != (2,):
            y[x == numpy.float16(-3.5)] = 0
        return y

    wrong = sigprop.kernels.sweep(flushed, "silu", dtype=numpy.float16)
    assert [row["outside"] for row in wrong.table] == [0, 1] and not wrong.ok
    assert wrong.table[1]["worst x"] == -3.5
    assert "y strided: 1 of 63488 outside; at x = -3.5 it is 0.0, allowed are -0.1" in str(wrong)


def test_a_sweep_of_a_gradient():
    def slope(x, dy):
        x = x.astype(numpy.float64)
        s = 1 / (1 + numpy.exp(numpy.minimum(-x, 700)))
        return (dy * s * (1 + x * (1 - s))).astype(numpy.float16)

    found = sigprop.kernels.sweep(silu, "silu", dtype=numpy.float16, backward=slope)
    assert found.found["dx"].ok and found.found["dx strided"].ok
    wrong = sigprop.kernels.sweep(silu, "silu", dtype=numpy.float16, backward=lambda x, dy: silu(x))
    assert not wrong.found["dx"].ok and wrong.found["y"].ok


def test_what_a_sweep_cannot_be():
    for error, message, arguments in ((sigprop.InputError, "dtype is torch.bfloat16", {"dtype": "float16x"}),
                                      (sigprop.InputError, "dtype is torch.bfloat16", {"dtype": numpy.float32}),
                                      (sigprop.InputError, "saved is 'x' or 'y'", {"dtype": numpy.float16, "saved": "z"})):
        with pytest.raises(error, match=message if arguments["dtype"] != "float16x" else "dtype is one of"):
            sigprop.kernels.sweep(silu, "silu", **arguments)
    with pytest.raises(TypeError, match="cannot be called"):
        sigprop.kernels.sweep("silu", "silu", dtype=numpy.float16)


def test_what_was_computed_instead_is_named(x):
    w = numpy.linspace(0.5, 1.5, 40, dtype=numpy.float32)
    small = x * numpy.float32(1e-2)
    one = lambda *shape: numpy.random.default_rng(7).standard_normal(shape).astype(numpy.float32)  # noqa: E731
    heads = {"q": one(2, 5, 8), "k": one(2, 9, 8), "v": one(2, 9, 3)}
    target = numpy.arange(6, dtype=numpy.int64)
    norm, logits = {"x": small, "weight": w, "eps": 1e-6}, {"x": x, "target": target}
    for operation, right, wrong, text in (
            ("rms_norm", norm, {"eps": 1e-5}, "eps 1e-5 instead of 1e-6"),
            ("rms_norm", norm, {"weight_offset": 1}, "a gain of 1 + weight instead of weight"),
            ("layer_norm", {**norm, "bias": w}, {"bias": None}, "the bias left out"),
            ("rms_norm", norm, {"weight": None}, "the weight left out"),
            ("attention", {**heads, "causal": True}, {"causal": False}, "no causal mask"),
            ("attention", heads, {"scale": 1}, "no scale"),
            ("attention", heads, {"scale": 1 / 8}, "the scale applied twice"),
            ("attention", {**heads, "softcap": 2}, {"softcap": None}, "no softcap"),
            ("cross_entropy", {**logits, "smoothing": 0.1}, {"smoothing": None}, "no label smoothing"),
            ("cross_entropy", {**logits, "z_loss": 0.01}, {"z_loss": 0.005}, "half of the z-loss"),
            ("linear", {"x": x, "weight": one(7, 40), "bias": one(7)}, {"bias": None}, "the bias left out"),
            ("gelu", {"x": x}, "gelu_tanh", "gelu_tanh instead of gelu"),
            ("softmax", {"x": x}, "log_softmax", "log_softmax instead of softmax"),
            ("mean", {"x": x}, "sum", "the sum instead of the mean")):
        other = (wrong, right) if isinstance(wrong, str) else (operation, {**right, **wrong})
        made = sigprop.kernels.bounds(other[0], **other[1]).lower.astype(numpy.float32)
        found = sigprop.kernels.check(operation, made, **right).outputs["y"]
        assert found.outside > 0 and found.looks_like == [text], (operation, found.looks_like)
        assert f"it looks like {text}: with that all elements of" in found.reason
    torn = softmax(x)
    torn[3, 4] = 0.5
    assert sigprop.kernels.check("softmax", torn, x=x).outputs["y"].looks_like == []


def test_the_other_norm_the_other_mask_and_the_other_divisor(x):
    x = x + numpy.float32(0.2)
    n = x.shape[1]
    exact = x.astype(numpy.float64)
    centred = exact - exact.mean(-1, keepdims=True)
    looks = lambda y, **more: sigprop.kernels.check("layer_norm", y.astype(numpy.float32), x=x, eps=1e-5, **more).outputs["y"].looks_like  # noqa: E731
    assert looks(exact / numpy.sqrt((exact**2).mean(-1, keepdims=True) + 1e-5)) == ["the mean not subtracted, as in rms_norm"]
    variance = (centred**2).sum(-1, keepdims=True) / (n - 1)
    assert looks(centred / numpy.sqrt(variance + 1e-5)) == ["the variance divided by n - 1"]
    assert looks(centred / numpy.sqrt(variance + 1e-5) * 3, weight=numpy.full(n, 3, dtype=numpy.float32)) == ["the variance divided by n - 1"]
    assert looks(centred / (centred.std(-1, keepdims=True) + 1e-5)) == ["eps outside of the root"]
    arrays = {name: numpy.random.default_rng(i).standard_normal((4, m, 8)).astype(numpy.float32) for name, i, m in (("q", 1, 5), ("k", 2, 7), ("v", 3, 7))}
    q, k, v = (one.astype(numpy.float64) for one in arrays.values())
    scores = q @ k.transpose(0, 2, 1) / numpy.sqrt(8)
    for shift, text in ((-1, "a mask that hides the own key"), (1, "a mask that shows one key too many"),
                        (-2, "a mask that is aligned with the first key instead of the last")):
        seen = numpy.arange(7) <= numpy.arange(5)[:, None] + 2 + shift
        p = numpy.where(seen, numpy.exp(scores), 0)
        y = ((p / p.sum(-1, keepdims=True)) @ v).astype(numpy.float32)
        found = sigprop.kernels.check("attention", y, **arrays, causal=True).outputs["y"]
        assert found.outside > 0 and found.looks_like == [text]


def test_power_says_what_inputs_cannot_show(x):
    of = lambda rows: {one.mistake: one.shown for one in rows}  # noqa: E731
    w = numpy.full(40, 1.5, dtype=numpy.float32)
    large = of(sigprop.kernels.power("rms_norm", x=100 * x, weight=w, eps=1e-6))
    small = of(sigprop.kernels.power("rms_norm", x=x * numpy.float32(1e-3), weight=w, eps=1e-6))
    assert large["eps 1e-5 instead of 1e-6"] == 0 and small["eps 1e-5 instead of 1e-6"] == 240
    assert large["the weight left out"] == 240 and large["the mean subtracted, as in layer_norm"] > 0
    # What power says is shown, check proves; what it says is not, the wrong result need not show.
    right = sigprop.kernels.bounds("rms_norm", x=100 * x, weight=w, eps=1e-6)
    wrong = sigprop.kernels.bounds("rms_norm", x=100 * x, weight=w, eps=1e-5)
    assert ((wrong.lower <= right.upper) & (right.lower <= wrong.upper)).all()
    softmax_of = of(sigprop.kernels.power("softmax", x=x, dtype="bfloat16"))
    assert softmax_of["log_softmax instead of softmax"] == 240 and softmax_of["no maximum subtracted"] == 0
    assert softmax_of["the exponentials rounded to storage"] > 0
    assert "the exponentials rounded to storage" not in of(sigprop.kernels.power("softmax", x=x))  # storage is what is computed in
    half = sigprop.kernels.power("gelu", x=numpy.float32([0, 30]), dtype="float16")
    assert {one.mistake for one in half if one.shown == 0} >= {"gelu_tanh instead of gelu", "relu instead of gelu"}
    with pytest.raises(sigprop.InputError, match="give x"):
        sigprop.kernels.power("softmax")


@pytest.mark.parametrize("operation, more, hidden", [
    ("rms_norm", {"eps": 1e-6}, set()),
    ("layer_norm", {"eps": 1e-5, "weight_offset": 1}, set()),
    ("softmax", {}, set()), ("log_softmax", {}, set()), ("sum", {}, set()), ("mean", {}, set()), ("linear", {}, set()),
    ("attention", {"causal": True, "softcap": 20}, set()), ("cross_entropy", {"smoothing": 0.1, "z_loss": 1e-4}, set()),
    ("gelu", {}, set()), ("silu", {}, set()), ("swiglu", {}, set()), ("geglu", {}, set()), ("tanh_geglu", {}, set()), ("reglu", {}, set()),
    ("rotary", {}, set()), ("rotary_interleaved", {}, set()), ("index_add", {}, set())])
def test_telling_inputs_show_every_mistake_that_has_a_name(operation, more, hidden):
    shown = {}
    for _, given in sigprop.kernels.inputs(operation):
        queries_fit = operation != "attention" or given["q"].shape[1] <= given["k"].shape[1]
        assert queries_fit
        for one in sigprop.kernels.power(operation, **given, **more):
            shown[one.mistake] = shown.get(one.mistake, 0) + one.shown
    assert {mistake for mistake, count in shown.items() if count == 0} == hidden
    assert len(shown) >= 1


@pytest.mark.parametrize("operation, result", [("attention", "dq"), ("attention", "dk"), ("attention", "dv"), ("swiglu", "dgate"), ("geglu", "dup"),
                                               ("rotary", "dx"), ("embedding", "dweight")])
def test_telling_inputs_of_a_gradient_with_a_name(operation, result):
    shown = {}
    for name, given in sigprop.kernels.inputs(operation, backward=True, seed=1):
        if operation == "attention" and given["q"].shape[1] * given["k"].shape[1] > 1000:
            continue  # as telling as the others, and slower
        more = {"softcap": 20, "causal": True, "window": 20} if operation == "attention" else {}
        assert numpy.isfinite(sigprop.kernels.bounds(operation, result, **given, **more).lower).mean() > 0.99, name
        for one in sigprop.kernels.power(operation, result, **given, **more):
            shown[one.mistake] = shown.get(one.mistake, 0) + one.shown
    assert shown and all(shown.values()), shown


@pytest.mark.parametrize("operation", ["rms_norm", "layer_norm", "softmax", "log_softmax", "cross_entropy", "gelu"])
def test_telling_inputs_of_a_backward_pass(operation):
    eps = {"eps": 1e-6} if operation.endswith("_norm") else {}
    names = []
    for name, given in sigprop.kernels.inputs(operation, backward=True, dtype=numpy.float16, seed=3):
        assert "dy" in given and all(one.dtype == numpy.float16 or role == "target" for role, one in given.items())
        found = sigprop.kernels.bounds(operation, **given, **eps)
        assert found.dtype == "float16" and numpy.isfinite(found.lower).mean() > 0.99, name
        names.append(name)
    assert len(names) == len(set(names)) == (21 if operation.endswith("softmax") or operation == "cross_entropy" else 18)
    again = [numpy.array_equal(a["dy"], b["dy"]) for (_, a), (_, b) in zip(*(sigprop.kernels.inputs(operation, backward=True, seed=k) for k in (0, 0)))]
    assert all(again)
    with pytest.raises(sigprop.InputError, match="dtype is numpy.float32"):
        next(sigprop.kernels.inputs(operation, dtype="bfloat16"))


def test_a_contract_of_ones_own(x, tmp_path):
    mine = sigprop.kernels.contract("strict")
    assert mine["order"] == "any" and mine["storage"] == "float32"
    mine.update(name="mine", order="lanes:8")
    y = softmax(x)
    found = sigprop.kernels.check("softmax", y, x=x, contract=mine)
    assert found.ok
    assert found.outputs["y"].median_allowed == sigprop.kernels.check("softmax", y, x=x, order="lanes:8").outputs["y"].median_allowed
    path = tmp_path / "mine.json"
    path.write_text('{"name": "mine", "like": "torch_cpu"}')
    assert sigprop.kernels.check("softmax", y, x=x, contract=path).ok
    assert sigprop.kernels.check("softmax", y, x=x, contract=str(path)).ok
    assert sigprop.kernels.contract(path, dtype="float16")["rounded"]["log_softmax.sum"] == "must"
    y[2, 5] *= numpy.float32(1.001)
    assert "under the contract mine" in sigprop.kernels.check("softmax", y, x=x, contract=mine).outputs["y"].reason
    with pytest.raises(sigprop.InputError, match="unknown key 'oder' in a contract: did you mean 'order'"):
        sigprop.kernels.check("softmax", y, x=x, contract={"name": "mine", "oder": "any"})
    with pytest.raises(sigprop.InputError, match="the contract is of float32, and the result has float16"):
        sigprop.kernels.contract(mine, dtype="float16")
    with pytest.raises(sigprop.InputError, match="the contract is no JSON"):
        sigprop.kernels.contract({"name": {1}})
    with pytest.raises(TypeError, match="a contract is a name such as 'strict'"):
        sigprop.kernels.check("softmax", y, x=x, contract=3)
    with pytest.raises((OSError, sigprop.InputError), match="none.json"):
        sigprop.kernels.contract(tmp_path / "none.json")
