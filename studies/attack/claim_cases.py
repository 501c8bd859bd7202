"""Claims to attack the judgement with: a value that is known, printed in some convention, and then changed.

A value is an expression over quantities with an interval that contains it: 60 digits of the tool's own for its core (the values
are not what is attacked here), exact fractions around that. Half of the claims sit next to a border of what their convention
allows, at 10^-3 to 10^-45 from it or exactly on it.
"""
from fractions import Fraction
from typing import NamedTuple

import number_types
import printed
from stated_judge import Printed

CONVENTIONS = ("rounded", "truncated", "exact", "float16", "bfloat16", "float32", "float64", "upper bound", "lower bound",
               "tolerance", "relative tolerance", "ulps", "standard error")

# Values that are fractions, from the formulas of the documentation: they may lie exactly on a border.
EXACT = [("1/2", Fraction(1, 2)), ("0", Fraction(0)), ("3/8", Fraction(3, 8)), ("-5/4", Fraction(-5, 4)), ("1/3", Fraction(1, 3)),
         ("2^(-14)", Fraction(1, 2**14)), ("0.1", Fraction(1, 10)), ("1000000", Fraction(10**6)), ("65504", Fraction(65504)),
         ("activation.second_moment(relu)", Fraction(1, 2)), ("activation.second_moment(identity, std=3/2)", Fraction(9, 4)),
         ("norm.diagonal_share(rms_norm, 16)", Fraction(17, 18)), ("norm.unbiased_ratio(5)", Fraction(5, 4)),
         ("residual.second_moment(pre_norm, sublayers=24)", Fraction(25)), ("init.kurtosis(uniform)", Fraction(9, 5)),
         ("attention.frozen_participation(1/4)", Fraction(3, 4)), ("optimizer.gradient_descent_rate(9)", Fraction(4, 5)),
         ("activation.mean(tanh)", Fraction(0)), ("torch.calculate_gain(tanh)", Fraction(5, 3))]


class Value(NamedTuple):
    expression: str
    low: Fraction
    high: Fraction

    def times(self, factor, text):
        ends = sorted((self.low * factor, self.high * factor))
        return Value(f"({self.expression})*{text}", *ends)

    def plus(self, summand, text):
        return Value(f"{text} + {self.expression}", self.low + summand, self.high + summand)

    @property
    def middle(self):
        return (self.low + self.high) / 2


def exact(expression, fraction):
    return Value(expression, fraction, fraction)


def dyadic_text(value):
    """An expression of a fraction whose denominator is a power of two."""
    power = value.denominator.bit_length() - 1
    return f"({value.numerator}*2^(-{power}))" if power else f"({value.numerator})"


def shaped(rng, core):
    """The core at another size, of either sign."""
    kind = rng.randrange(5)
    if kind == 0:
        return core
    sign = rng.choice((1, 1, -1))
    if kind < 3:
        power = rng.randint(-12, 9)
        return core.times(sign * Fraction(10) ** power, f"({sign}e{power})")
    if kind == 3:
        power = rng.choice((rng.randint(-28, -8), rng.randint(-160, -100), rng.randint(-30, 15)))
        return core.times(sign * Fraction(2) ** power, f"({sign}*2^({power}))")
    factor = Fraction(rng.randint(1, 999), rng.randint(1, 99))
    return core.times(sign * factor, f"({sign * factor.numerator}/{factor.denominator})")


def beside(rng, core, border, text):
    """A value next to the border, or on it."""
    if rng.random() < 0.2:
        return exact(text, border)
    power, sign = rng.randint(3, 45), rng.choice((1, -1))
    size = printed.scale_of(border) if border else 0
    moved = core.times(sign * Fraction(10) ** (size - power), f"({sign}e{size - power})")
    return moved.plus(border, text)


def random_decimal(rng):
    """A decimal of a random number of digits as (count, place); zero at times."""
    length = rng.choice((1, 2, 3, 4, 6, 8, 12, 17, 20))
    count = rng.choice((rng.randrange(10**length), 10 ** (length - 1), 10**length - 1, rng.randrange(1, 10) * 10 ** (length - 1)))
    if rng.random() < 0.03:
        count = 0
    return count, -rng.choice((length, length, length - 1, length + 3, rng.randint(0, 30), -3))


def value_of(count, place):
    return count * Fraction(10) ** place


def decimal_of(rng, value, length, toward_zero, negative):
    place = printed.scale_of(value) - length + 1
    return printed.written(rng, printed.in_units(value, place, toward_zero), place, negative)


def number_of_type(rng, kind):
    """A random number of the type: of any size, subnormal, a power of two, the largest, zero."""
    style = rng.randrange(6)
    if style == 0:
        number = rng.randrange(2 ** (kind.precision - 1)) * kind.smallest
    elif style == 1:
        number = Fraction(2) ** rng.randint(max(kind.emin, -180), min(kind.emax, 60))
    elif style == 2 and kind.precision < 50:
        number = kind.largest - rng.randrange(3) * Fraction(2) ** (kind.emax - kind.precision + 1)
    else:
        scale = Fraction(2) ** (rng.randint(max(kind.emin, -40), min(kind.emax, 20)) - kind.precision + 1)
        number = rng.randrange(2 ** (kind.precision - 1), 2**kind.precision) * scale
    return number * rng.choice((1, -1))


def literal_of(rng, number, kind):
    """How source code spells a number of a type: all digits, or 3 to 25 of them."""
    if number == 0:
        return rng.choice(("0.0", "-0.0", "0", "0e-5", "-0.000"))
    if rng.random() < 0.3 and number.denominator.bit_length() < 1200:
        return printed.exact_decimal(number)
    enough = {11: 5, 8: 4, 24: 9, 53: 17}[kind.precision]
    return decimal_of(rng, number, rng.choice((enough, enough, enough - 1, enough + 3, 25, 3)), False, number < 0)


def typed(rng, core, name):
    kind = number_types.TYPES[name]
    if rng.random() < 0.5:
        number = number_of_type(rng, kind)
        other = number_types.neighbour(kind, number, rng.choice((1, -1)))
        border = rng.choice(((number + other) / 2, (number + other) / 2, number))
        if border.denominator.bit_length() > 1400:
            border = Fraction(0)
        value = beside(rng, core, border, dyadic_text(border))
        shown = rng.choice((number, other, border, border))
    else:
        value = shaped(rng, core)
        shown = number_types.nearest(kind, value.middle)
        if isinstance(shown, float):
            shown = kind.largest
        if rng.random() < 0.3:
            shown = number_types.neighbour(kind, shown, rng.choice((1, -1)))
    return value, {"stated": literal_of(rng, shown, kind), "dtype": name}


def printed_claim(rng, core, convention):
    """rounded, truncated and exact: the value in a random number of digits."""
    toward_zero = convention == "truncated"
    if rng.random() < 0.5:
        count, place = random_decimal(rng)
        sign = rng.choice((1, -1))
        half = Fraction(1, 2) if convention == "rounded" else Fraction(0)
        border = sign * (count + half) * Fraction(10) ** place
        if convention == "exact":
            size = min(Fraction(1), abs(border))
            border += rng.choice((0, 1, -1)) * size * Fraction(1, 10**30)
        value = beside(rng, core, border, f"({border.numerator}/{border.denominator})")
        if convention == "exact":
            place = min(place, 0)
        if value.middle == 0 or abs(value.middle) < Fraction(10) ** (place - 3):
            negative = rng.random() < 0.5
        else:
            negative = value.middle < 0
        text = printed.written(rng, printed.in_units(value.middle, place, toward_zero), place, negative)
    else:
        value = shaped(rng, core)
        length = rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 16, 17, 18, 20, 25, 29, 31, 35, 40))
        text = decimal_of(rng, value.middle, length, toward_zero, value.middle < 0)
    return value, {"stated": text, "convention": convention}


def inequality(rng, core, which):
    if rng.random() < 0.5:
        count, place = random_decimal(rng)
        border = value_of(count, place) * rng.choice((1, -1))
        value = beside(rng, core, border, f"({border.numerator}/{border.denominator})")
        text = printed.written(rng, count, place, border < 0)
    else:
        value = shaped(rng, core)
        text = decimal_of(rng, value.middle, rng.randint(1, 20), rng.random() < 0.5, value.middle < 0)
    return value, {"stated": text, "bound": which.split()[0]}


def with_tolerance(rng, core, which):
    """|v - s| against a tolerance: s and the tolerance are drawn, the value is put beside an end, or somewhere."""
    count, place = random_decimal(rng)
    negative = rng.random() < 0.5
    text = printed.written(rng, count, place, negative)
    stated = Printed(text).value
    error = printed.written(rng, rng.randint(1, 999), rng.randint(-25, 2), False).lstrip("+")
    if which == "tolerance":
        claim, radius = {"tolerance": error}, Printed(error).value
    elif which == "relative tolerance":
        claim, radius = {"tolerance": {"relative": error}}, Printed(error).value * abs(stated)
    elif which == "standard error":
        claim, radius = {"standard_error": error}, 6 * Printed(error).value
    else:
        name, units = rng.choice(list(number_types.TYPES)), rng.choice((1, 1, 2, 4, 10))
        claim = {"dtype": name, "tolerance": {"ulps": units}}
        radius = units * number_types.unit(number_types.TYPES[name], stated)
    border = stated + radius * rng.choice((1, -1))
    if rng.random() < 0.5 and border.denominator.bit_length() < 1400:
        value = beside(rng, core, border, f"({border.numerator}/{border.denominator})")
    else:
        shift = radius * Fraction(rng.randint(-2000, 2000), 1000)
        if shift.denominator.bit_length() > 1400:
            shift = Fraction(0)
        value = exact(f"({stated.numerator}/{stated.denominator}) + ({shift.numerator}/{shift.denominator})", stated + shift)
    return value, {"stated": text, **claim}


def drawn(rng, core):
    """A value, a claim about it, its convention's name and what was changed ("nothing" for a control)."""
    convention = rng.choice(CONVENTIONS)
    if convention in number_types.TYPES:
        value, claim = typed(rng, core, convention)
    elif convention.endswith("bound"):
        value, claim = inequality(rng, core, convention)
    elif convention in ("rounded", "truncated", "exact"):
        value, claim = printed_claim(rng, core, convention)
    else:
        value, claim = with_tolerance(rng, core, convention)
    change = "nothing"
    if rng.random() < 0.8:
        claim["stated"], change = printed.changed(rng, claim["stated"])
    return value, {"expression": value.expression, **claim}, convention, change
