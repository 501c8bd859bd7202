"""Random expressions held against an oracle or against each other: drawn from a seed, evaluated in batches, compared.

An enclosure misses where it is disjoint from the oracle's interval, or from an enclosure that must overlap it. Every enclosure of
every method counts, as its midpoint and radius say.
"""
import json
import random
import signal
import subprocess
from contextlib import contextmanager
from typing import Any, NamedTuple

from mpmath import iv, mp, mpf

import cases
import oracle_attention  # noqa: F401
import oracle_frameworks  # noqa: F401
import oracle_laws  # noqa: F401
import oracle_means
import oracle_streams  # noqa: F401
import relations
from attacking import called
from gaussian import Unfit

METHODS = "arb_*,closed_form,recursion,interval_newton"
SPARE = 60  # digits in which intervals are compared
PATIENCE = 120  # seconds for the oracle of a case, and for each expression of a batch


class Drawn(NamedTuple):
    group: str          # "single", "composite" or a relation's name
    expressions: tuple  # one, or the two sides of a relation
    judge: Any          # () -> (value, error) for an oracle, "=" or "<=" for a relation


COMPOSITES = ("({}) + ({})", "({}) - ({})", "({})*({})", "({})/({})", "sqrt(abs({}))", "log(abs({}))", "exp(-abs({}))", "({})^2", "1/(1 + ({})^2)")

OPERATIONS = {
    "({}) + ({})": lambda a, b: a + b, "({}) - ({})": lambda a, b: a - b, "({})*({})": lambda a, b: a * b, "({})/({})": lambda a, b: a / b,
    "sqrt(abs({}))": lambda a: iv.sqrt(abs(a)), "log(abs({}))": lambda a: iv.log(abs(a)), "exp(-abs({}))": lambda a: iv.exp(-abs(a)),
    "({})^2": lambda a: a * a, "1/(1 + ({})^2)": lambda a: 1 / (1 + a * a),
}


def composed(rng):
    """One or two operations on cases of the oracle."""
    operation = rng.choice(COMPOSITES)
    parts = [single(rng) if rng.random() < 0.8 else composed(rng) for _ in range(operation.count("{}"))]

    def known():
        iv.dps = SPARE
        with mp.workdps(SPARE):
            balls = []
            for part in parts:
                value, error = part.known()
                balls.append(iv.mpf([value - error, value + error]))
            if "/({})" in operation and 0 in balls[1] or operation[:3] == "log" and 0 in balls[0]:
                raise Unfit("the oracle's divisor may be zero")
            return oracle_means.of_ball(OPERATIONS[operation](*balls))
    return cases.Case(operation.format(*(part.expression for part in parts)), known)


def single(rng):
    families = cases.FAMILIES
    return rng.choices(families, [weight for _, _, weight in families])[0][1](rng)


def drawn(seed, number):
    rng = random.Random(f"{seed}:{number}")
    pick = rng.random()
    if pick < 0.55:
        case = single(rng)
        return Drawn("single", (case.expression,), case.known)
    if pick < 0.70:
        case = composed(rng)
        return Drawn("composite", (case.expression,), case.known)
    entries = relations.RELATIONS
    one = rng.choices(entries, [weight for _, _, weight in entries])[0][1](rng)
    return Drawn(one.name, (one.left, one.right), one.kind)


def evaluated(expressions, digits):
    """The record of each expression; {"status": "input", "reason": …} for what the tool does not take."""
    status, reason = "unable", f"the tool did not end within {PATIENCE} s"
    try:
        done = called(["eval", *expressions, "--digits", str(digits), "--json", "--threads", "1", "--methods", METHODS],
                      accepted=(0, 2, 3, 4), timeout=PATIENCE * len(expressions))
        if done.returncode != 2:
            return json.loads(done.stdout)["records"]
        status, reason = "input", done.stderr.strip().split("\n")[0]
    except subprocess.TimeoutExpired:
        pass
    if len(expressions) == 1:
        return [{"status": status, "reason": reason, "evidence": []}]
    middle = len(expressions) // 2
    return evaluated(expressions[:middle], digits) + evaluated(expressions[middle:], digits)


class within:
    """Stops what runs in it after PATIENCE seconds of this process. mpmath has loops that need hours at unlucky places."""

    def __enter__(self):
        signal.signal(signal.SIGVTALRM, self.stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)

    def __exit__(self, *_):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    @staticmethod
    def stop(*_):
        raise Unfit(f"the oracle did not end within {PATIENCE} s")


def enclosures(record):
    """(method, lower, upper) of every proof, rounded outwards where the record's decimals are read. Fractions would be exact, but one
    of 1e-1282017766 fills the memory."""
    found = []
    with digits_of(2 * SPARE):
        for one in record["evidence"]:
            if one["kind"] == "enclosure" and one["status"] == "ok":
                middle, radius = iv.mpf(one["midpoint"]), iv.mpf(one["radius"])
                found.append((one["method"], mpf((middle - radius).a), mpf((middle + radius).b)))
    return found


@contextmanager
def digits_of(number):
    """Intervals of mpmath have a precision of their own."""
    before, iv.dps = iv.dps, number
    try:
        with mp.workdps(number):
            yield
    finally:
        iv.dps = before


class Result(NamedTuple):
    outcome: str   # holds, coarse, misses, unable, domain, input, unfit, contradiction
    compared: int  # enclosures
    text: str


def against_oracle(found, known):
    try:
        with mp.workdps(SPARE), within():
            value, error = known()
            if not (mp.isfinite(value) and mp.isfinite(error)):
                raise Unfit("the oracle has no finite value")
            low, high = value - error, value + error
    except (Unfit, ZeroDivisionError, OverflowError, ValueError, mp.NoConvergence) as reason:
        return Result("unfit", 0, f"{type(reason).__name__}: {reason}")
    missing = [f"{method}: [{mp.nstr(a, 20)}, {mp.nstr(b, 20)}]"
               for method, a, b in found if b < low or high < a]
    if missing:
        return Result("misses", len(found), f"oracle {mp.nstr(value, 25)} +- {mp.nstr(error, 3)}; " + "; ".join(missing))
    with mp.workdps(SPARE):
        sharp = any(high - low <= b - a for _, a, b in found) or error <= abs(value) * mpf(10) ** -20
    return Result("holds" if sharp else "coarse", len(found), "")


def against_each_other(left, kind, right):
    for method, a, b in left:
        for other, c, d in right:
            if d < a or (kind == "=" and b < c):
                return Result("misses", len(left) + len(right), f"{method} [{mp.nstr(a, 17)}, {mp.nstr(b, 17)}] {kind} {other} [{mp.nstr(c, 17)}, {mp.nstr(d, 17)}]")
    return Result("holds", len(left) + len(right), "")


def compared(case, records):
    statuses = [record.get("status", "ok") for record in records]
    for status, record in zip(statuses, records):
        if status not in ("ok", ""):
            return Result(status, 0, record.get("reason", ""))
    proofs = [enclosures(record) for record in records]
    if not all(proofs):
        return Result("unable", 0, "no enclosure")
    for found in proofs:
        for i, (method, a, b) in enumerate(found):
            for other, c, d in found[i + 1:]:
                if b < c or d < a:
                    return Result("misses", len(found), f"{method} and {other} are disjoint")
    if isinstance(case.judge, str):
        return against_each_other(proofs[0], case.judge, proofs[1])
    return against_oracle(proofs[0], case.judge)


def batch(seed, begin, size, judge=compared):
    """[(number, case, digits, result)] of a batch; its digits depend on its place alone."""
    found = [drawn(seed, number) for number in range(begin, begin + size)]
    digits = random.Random(f"{seed}/{begin // size}").choice((12, 15, 15, 15, 18, 20, 25))
    records = evaluated([text for case in found for text in case.expressions], digits)
    results, at = [], 0
    for number, case in enumerate(found, begin):
        part = records[at:at + len(case.expressions)]
        at += len(case.expressions)
        results.append((number, case, digits, judge(case, part)))
    return results
