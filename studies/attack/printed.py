"""Numbers as people print them, and how they go wrong: one digit, one unit, two digits exchanged, a sign, an exponent."""
from fractions import Fraction


def scale_of(value):
    """The k with 10^k <= |value| < 10^(k + 1); 0 for 0."""
    if value == 0:
        return 0
    value = abs(value)
    guess = len(str(value.numerator)) - len(str(value.denominator))
    while Fraction(10) ** guess > value:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= value:
        guess += 1
    return guess


def in_units(value, place, toward_zero):
    """|value| in units of 10^place, cut off or rounded (a half away from zero)."""
    size = abs(value) / Fraction(10) ** place
    return size.numerator // size.denominator if toward_zero else (2 * size.numerator + size.denominator) // (2 * size.denominator)


def with_point(count, place):
    """count times 10^place, place <= 0, without an exponent."""
    text = str(count).rjust(1 - place, "0")
    return text[:place] + "." + text[place:] if place < 0 else text + "."


def written(rng, count, place, negative):
    """count times 10^place in a notation that shows the last place; people have several."""
    sign = "-" if negative else rng.choice(("", "", "", "", "+"))
    if place <= 0 and len(str(count)) - place <= 60 and rng.random() < 0.7:
        text = with_point(count, place)
        if text.startswith("0.") and len(text) > 2 and rng.random() < 0.1:
            text = text[1:]
        return sign + text
    shift = rng.randrange(len(str(count)))
    mantissa = with_point(count, -shift) if shift else str(count)
    power = place + shift
    return f"{sign}{mantissa}{rng.choice('eE')}{rng.choice(('', '', '+')) if power >= 0 else ''}{power}"


def exact_decimal(value):
    """All digits of a fraction whose denominator divides a power of ten, without an exponent."""
    place, denominator = 0, value.denominator
    while denominator % 10 == 0:
        denominator //= 10
        place -= 1
    while denominator % 2 == 0:
        denominator //= 2
        place -= 1
    while denominator % 5 == 0:
        denominator //= 5
        place -= 1
    if denominator != 1:
        raise ValueError("an endless decimal")
    count = abs(value) * 10**-place
    return ("-" if value < 0 else "") + with_point(count.numerator, place)


def digits_of(text):
    """Where the digits of the mantissa stand."""
    end = next((i for i, letter in enumerate(text) if letter in "eE"), len(text))
    return [i for i in range(end) if text[i].isdigit()]


def another_digit(rng, text):
    at = rng.choice(digits_of(text))
    return text[:at] + rng.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1:]


def one_unit(rng, text):
    """The last digit one up or down, with its carry."""
    places = digits_of(text)
    count = int("".join(text[i] for i in places)) + rng.choice((-1, 1))
    if count < 0:
        count = 1
    moved = str(count).rjust(len(places), "0")
    letters = list(text)
    for i, digit in zip(reversed(places), reversed(moved)):
        letters[i] = digit
    return "".join(letters[:places[0]]) + moved[:len(moved) - len(places)] + "".join(letters[places[0]:])


def exchanged(rng, text):
    places = digits_of(text)
    pairs = [(a, b) for a, b in zip(places, places[1:]) if text[a] != text[b]]
    if not pairs:
        return one_unit(rng, text)
    a, b = rng.choice(pairs)
    return text[:a] + text[b] + text[a + 1:b] + text[a] + text[b + 1:]


def other_sign(rng, text):
    return text[1:] if text[0] == "-" else "-" + text.lstrip("+")


def other_exponent(rng, text):
    for mark in "eE":
        if mark in text:
            head, power = text.split(mark)
            return f"{head}{mark}{int(power) + rng.choice((-1, 1))}"
    return text + rng.choice(("e1", "e-1"))


def a_digit_fewer(rng, text):
    places = digits_of(text)
    if len(places) < 2:
        return another_digit(rng, text)
    return text[:places[-1]] + text[places[-1] + 1:]


def a_digit_more(rng, text):
    last = digits_of(text)[-1]
    return text[:last + 1] + rng.choice("0123456789") + text[last + 1:]


CHANGES = {"digit": another_digit, "unit": one_unit, "exchange": exchanged, "sign": other_sign, "exponent": other_exponent,
           "fewer": a_digit_fewer, "more": a_digit_more}
WEIGHTS = (8, 6, 3, 1, 1, 2, 2)


def changed(rng, text):
    """The text with one change, and the change's name."""
    name = rng.choices(list(CHANGES), WEIGHTS)[0]
    return CHANGES[name](rng, text), name
