"""What a stated number claims, and whether a value bears it out: written from the documentation of the conventions, by
fractions alone. It knows the tool's verdicts as little as the tool knows it.

    rounded          v in [s - u/2, s + u/2], u one unit of the last printed digit
    truncated        toward zero: |v| in [|s|, |s| + u), v of the sign of s (a zero has none)
    exact            v = s; within 10^-digits (of |s| where |s| < 1) equality is what proofs see, and either verdict may stand
    dtype            v and s round, to nearest with ties to even, to the same number of the type
    bound            v <= s (upper), v >= s (lower)
    tolerance        |v - s| <= t; relative: r |s|; ulps: k units in the last place of the type at s
    standard_error   |v - s| <= 6 e
"""
import re
from fractions import Fraction

import number_types

DECIMAL = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\Z")


class Printed:
    """A decimal as printed: its value, the unit of its last digit, and its sign, which a zero has, too."""

    def __init__(self, text):
        match = DECIMAL.match(text)
        if not match or not (match[2] or match[3]):
            raise ValueError(f"no decimal: {text}")
        whole, fraction, power = match[2], match[3] or "", int(match[4] or 0)
        self.unit = Fraction(10) ** (power - len(fraction))
        self.negative = match[1] == "-"
        self.value = int((whole + fraction) or "0") * self.unit * (-1 if self.negative else 1)


def within(low, high, left, right, left_inside=True, right_inside=True):
    """Whether [low, high] lies in the interval (True), outside of it (False), or across an end (None)."""
    above = low >= left if left_inside else low > left
    below = high <= right if right_inside else high < right
    if above and below:
        return True
    if (high < left if left_inside else high <= left) or (low > right if right_inside else low >= right):
        return False
    return None


def around(low, high, middle, radius):
    return within(low, high, middle - radius, middle + radius)


def of_type(low, high, stated, kind):
    """Rounding is monotone: where both ends round to one number, so does what lies between them."""
    first, last = number_types.nearest(kind, low), number_types.nearest(kind, high)
    number = number_types.nearest(kind, stated)
    if first == last:
        return first == number
    return None if first <= number <= last else False


def truncated(low, high, printed):
    size = abs(printed.value)
    if size == 0:
        return within(low, high, -printed.unit, printed.unit, left_inside=False, right_inside=False)
    if printed.negative:
        return within(low, high, -size - printed.unit, -size, left_inside=False)
    return within(low, high, size, size + printed.unit, right_inside=False)


def bears_out(claim, low, high, digits=30):
    """Whether a value in [low, high] bears out the claim: True, False, or None where it depends on the value."""
    printed = Printed(claim["stated"])
    stated = printed.value
    kind = number_types.TYPES.get(claim.get("dtype"))
    if "bound" in claim:
        if claim["bound"] == "upper":
            return True if high <= stated else False if low > stated else None
        return True if low >= stated else False if high < stated else None
    if "standard_error" in claim:
        return around(low, high, stated, 6 * Printed(claim["standard_error"]).value)
    if "tolerance" in claim:
        tolerance = claim["tolerance"]
        if isinstance(tolerance, str):
            return around(low, high, stated, Printed(tolerance).value)
        if "relative" in tolerance:
            return around(low, high, stated, Printed(tolerance["relative"]).value * abs(stated))
        if abs(stated) > kind.largest:
            return None  # the type has no numbers there, and so no units
        return around(low, high, stated, tolerance["ulps"] * number_types.unit(kind, stated))
    if kind:
        return of_type(low, high, stated, kind)
    convention = claim.get("convention", "rounded")
    if convention == "rounded":
        return around(low, high, stated, printed.unit / 2)
    if convention == "truncated":
        return truncated(low, high, printed)
    if convention == "exact":
        if low == high == stated:
            return True
        seen = around(low, high, stated, Fraction(1, 10**digits) * min(Fraction(1), abs(stated)))
        return False if seen is False else None
    raise ValueError(f"no convention: {claim}")
