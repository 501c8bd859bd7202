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
