"""Two equations in two unknowns, from Python."""

from __future__ import annotations

import pytest

import sigprop


def test_points_are_pairs_and_all_of_them():
    found = sigprop.solve(["a + b = 3", "a * b = 1"], ["a", "b"], [0, 0], [3, 3], digits=15)
    assert found.complete
    assert not found.undecided
    root = 5**0.5
    small, large = sorted((float(a), float(b)) for a, b in found)
    assert small == pytest.approx(((3 - root) / 2, (3 + root) / 2), rel=1e-14)
    assert large == pytest.approx(((3 + root) / 2, (3 - root) / 2), rel=1e-14)
    assert all(value.kind == "enclosure" for point in found for value in point)
    assert "a + b = 3" in repr(found)
    none = sigprop.solve(["a + b = 3", "a * b = 5"], ["a", "b"], [0, 0], [3, 3])  # control
    assert len(none) == 0
    assert none.complete


def test_the_half_stable_point_is_where_variances_and_gradients_are_kept():
    """chi_1 = 1 and V'(q) = 1 in the std s and the weight variance w, against the quantity, which searches E f f'' = 0."""
    found = sigprop.solve(
        ["w * activation.derivative_second_moment(gelu, std=s) = 1",
         'w * activation.mean("x * gelu(x) * (normal_cdf(x) + x * normal_pdf(x))", std=s) = s^2'],
        ["s", "w"], [1.8, 1.9], [2, 2.05], digits=12,
    )
    assert found.complete
    assert len(found) == 1
    std, weight_variance = found[0]
    assert float(std) ** 2 == pytest.approx(float(sigprop.activation.half_stable("gelu", of="variance")), rel=1e-10)
    assert float(weight_variance) == pytest.approx(float(sigprop.activation.half_stable("gelu")), rel=1e-10)
    assert float(weight_variance) != pytest.approx(float(sigprop.activation.half_stable("silu")), rel=1e-3)  # control


@pytest.mark.parametrize(
    "given",
    [
        (["a = 1"], ["a"], [0], [3]),
        (["a = 1", "b = 1"], "ab", [0, 0], [3, 3]),
        (["a = 1", "b = 1"], ["a", "b"], 0, [3, 3]),
        (["a = 1", "a = 2"], ["a", "a"], [0, 0], [3, 3]),
        (["a = 1", "b = 1"], ["a", "b"], [3, 0], [0, 3]),
    ],
)
def test_what_is_no_system_is_refused(given):
    with pytest.raises(sigprop.InputError):
        sigprop.solve(*given)


def test_a_number_is_no_equation():
    with pytest.raises(TypeError):
        sigprop.solve(["a = 1", 2], ["a", "b"], [0, 0], [3, 3])
