"""What an oracle gives for a case: a text in the tool's language and its value with an error, and what families of quantities share."""
from fractions import Fraction
from typing import Callable, NamedTuple

from mpmath import mp, mpf

from formulas import text_of


class Case(NamedTuple):
    expression: str
    known: Callable  # () -> (value, error), mpf


FAMILIES = []  # (names of quantities, their generator: rng -> Case, its weight)


def family(*names, weight=1):
    """Registers a generator as the oracle of these quantities."""
    def keep(generate):
        FAMILIES.append((names, generate, weight))
        return generate
    return keep


def closed(compute):
    """(value, error) of a formula that has no error but rounding: computed at 45 and at 60 digits."""
    with mp.workdps(45):
        first = +compute()
    with mp.workdps(60):
        second = +compute()
        return second, 4 * abs(first - second) + abs(second) * mpf(10) ** -44


def fraction(rng, low, high, steps=40):
    """A random short fraction of [low, high]."""
    low, high = Fraction(low), Fraction(high)
    return low + (high - low) * Fraction(rng.randint(0, steps), steps)


def positive(rng, low=-3, high=3):
    """A positive fraction of any size between powers of ten."""
    return Fraction(rng.randint(1, 99), 10) * Fraction(10) ** rng.randint(low, high)


def wide(rng):
    """A standard deviation: often near 1, at times tiny or large."""
    if rng.random() < 0.75:
        return fraction(rng, Fraction(1, 4), 4, 30)
    return Fraction(rng.randint(1, 20), 10) * Fraction(10) ** rng.choice((-3, -2, -1, 1))


def real(value):
    """A fraction in mpmath, at the precision of the moment."""
    value = Fraction(value)
    return mpf(value.numerator) / value.denominator


def argument(**values):
    """key=value, … as text."""
    return ", ".join(f"{name}={text_of(value) if isinstance(value, (int, Fraction)) else value}" for name, value in values.items())
