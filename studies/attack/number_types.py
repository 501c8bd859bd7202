"""Binary floating-point types by integers and fractions alone: which number a value rounds to, and its unit in the last place.

IEEE 754-2019, sections 3.3 and 4.3.1: precision p, exponents emin to emax with emin = 1 - emax, subnormal numbers in multiples of
2^(emin - p + 1), to nearest with ties to even. bfloat16 has the exponents of float32 and 8 bits.
"""
from fractions import Fraction
from typing import NamedTuple


class Type(NamedTuple):
    precision: int
    emax: int

    @property
    def emin(self):
        return 1 - self.emax

    @property
    def smallest(self):
        return Fraction(2) ** (self.emin - self.precision + 1)

    @property
    def largest(self):
        return (2 - Fraction(2) ** (1 - self.precision)) * Fraction(2) ** self.emax


TYPES = {"float16": Type(11, 15), "bfloat16": Type(8, 127), "float32": Type(24, 127), "float64": Type(53, 1023)}


def exponent(value):
    """The e with 2^e <= |value| < 2^(e + 1); value is not 0."""
    value = abs(value)
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if Fraction(2) ** guess <= value else guess - 1


def unit(kind, value):
    """The distance of neighbouring numbers of the type at this value: of the binade that contains it."""
    if value == 0:
        return kind.smallest
    return Fraction(2) ** (max(exponent(value), kind.emin) - kind.precision + 1)


def to_even(value):
    """The nearest integer, the even one of two."""
    floor = value.numerator // value.denominator
    rest = value - floor
    if rest * 2 == 1:
        return floor + floor % 2
    return floor + (rest * 2 > 1)


def nearest(kind, value):
    """The number of the type that the value rounds to: a fraction, or +-inf as a float."""
    if value == 0:
        return Fraction(0)
    step = unit(kind, value)
    rounded = to_even(value / step) * step
    if abs(rounded) > kind.largest:
        return float("inf") if value > 0 else float("-inf")
    return rounded


def neighbour(kind, number, direction):
    """The next number of the type above (+1) or below (-1) a number of it."""
    step = unit(kind, number)
    if number != 0 and abs(number) == Fraction(2) ** exponent(number) and (number > 0) != (direction > 0):
        step = max(step / 2, kind.smallest)
    return number + direction * step
