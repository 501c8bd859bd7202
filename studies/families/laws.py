"""The law of a pattern of tensors, inferred from all that were seen of it in several draws.

    normal, truncated_normal, uniform, constant    with a scale that holds in every draw
    any                                            where there is none: fixed tables, logarithms, what is too small to tell

What falls under one law is pooled: the tensors of one draw with the same fans have the same scale. A test that one tensor of
sixteen numbers could never decide, those of twenty layers and three draws do.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

from hints import fixed, hint
from scales import CUT, expression, number_text

CORRECTED = "({})/truncated_normal.std(-2, 2)"
LEAST = 64                 # numbers below which nothing is said of their law
# mean of the fourth power of the standardised law, and the std of its estimate from one number
FOURTH = {"normal": (3.0, 4.9), "truncated_normal": (2.3684, 1.79), "uniform": (1.8, 1.15)}
# a number that never is the extreme of a law: standard deviations, chances
FAR, NEVER = 6.0, 1e-9
MOST_CONSTANTS = 4  # that the architectures of a class may have for one tensor: of more, any other may be right, too
SURE = 8.0  # difference of log-likelihoods by which one law excludes another


@dataclass
class Tensor:
    """One that was seen, with the draw it is of and the fans that its scale may have."""
    draw: int
    fans: tuple | None
    seen: object
    name: str = ""  # without the prefix of a base model: the same in all classes


@dataclass
class Law:
    law: str
    scale: str = ""
    note: str = ""  # why it is any; which other scales fit as well
    others: tuple = ()  # scales that the draws leave possible as well, and that only other sizes would exclude
    mixed: bool = False  # whether tensors of one model have several of them

    @property
    def row(self):
        return self.law, self.scale

    @property
    def alternatives(self):
        """The law and every scale that it may have, the likeliest first, and whether one model may have several."""
        return self.law, (self.scale, *self.others), self.mixed


@dataclass
class Pool:
    draw: int
    fans: tuple | None
    count: int
    mean: float
    std: float
    third: float
    fourth: float
    top: float  # the largest absolute value
    precision: float


def pooled(tensors):
    """The tensors of each draw with the same fans, as one sample. Copies count once."""
    groups = {}
    for one in tensors:
        groups.setdefault((one.draw, one.fans), {})[one.seen.key] = one.seen
    pools = []
    for (draw, fans), members in groups.items():
        some = list(members.values())
        count = sum(one.count for one in some)
        mean = sum(one.count * one.mean for one in some) / count
        second = third = fourth = 0.0
        for one in some:
            share, away = one.count / count, one.mean - mean
            second += share * (one.std ** 2 + away ** 2)
            third += share * (one.third * one.std ** 3 + 3 * away * one.std ** 2 + away ** 3)
            fourth += share * (one.fourth * one.std ** 4 + 4 * away * one.third * one.std ** 3 + 6 * (away * one.std) ** 2 + away ** 4)
        std = math.sqrt(second)
        pools.append(Pool(draw, fans, count, mean, std, third / std ** 3, fourth / std ** 4,
                          max(max(-one.low, one.high) for one in some), max(one.precision for one in some)))
    return pools


def may_be(law, mean, std, third, fourth, count, top, smallest=None):
    """Whether so many numbers of the law may have these moments and this extreme, in units of the std of a pool of `smallest`."""
    if abs(mean) > FAR * std / math.sqrt(count):
        return False
    if abs(third) > FAR * math.sqrt(6 / count) + 0.01:
        return False
    middle, spread = FOURTH[law]
    if abs(fourth - middle * (count - 1) / (count + 1)) > FAR * spread / math.sqrt(count) + 0.01:
        return False
    slack = 1 + FAR * math.sqrt((middle - 1) / 4 / (smallest or count))
    if law == "uniform":
        return top <= math.sqrt(3) * slack and top * slack >= math.sqrt(3) * (1 + math.log(NEVER) / count)
    inside = math.erf(min(top * slack, 37.0) / math.sqrt(2))
    if law == "truncated_normal":
        if top > 2 / CUT * slack:
            return False
        inside = min(1.0, math.erf(top * slack * CUT / math.sqrt(2)) / math.erf(math.sqrt(2)))
    return count * math.log(max(inside, 1e-300)) >= math.log(NEVER)


def possible_laws(pools):
    count = sum(pool.count for pool in pools)
    if count < LEAST:
        return []
    third = sum(pool.count * pool.third for pool in pools) / count
    fourth = sum(pool.count * pool.fourth for pool in pools) / count
    top = max(pool.top / pool.std for pool in pools)
    laws = []
    for law in FOURTH:
        alone = all(may_be(law, pool.mean, pool.std, pool.third, pool.fourth, pool.count, pool.top / pool.std)
                    for pool in pools if pool.count >= LEAST)
        if alone and may_be(law, 0.0, 1.0, third, fourth, count, top, min(pool.count for pool in pools)):
            laws.append(law)
    return laws


def fits(law, std, pool):
    """Whether the pool may be drawn from the law with this realised standard deviation."""
    if not std or not math.isfinite(std):
        return False
    rounding = 8 * pool.precision
    if abs(pool.std / std - 1) > 5 * math.sqrt((FOURTH[law][0] - 1) / 4 / pool.count) + rounding:
        return False
    if law == "uniform":  # its extreme tells more than its moments
        bound = math.sqrt(3) * std
        return bound * (1 + math.log(NEVER) / pool.count) <= pool.top * (1 + rounding) and pool.top <= bound * (1 + rounding)
    return law == "normal" or pool.top <= 2 * std / CUT * (1 + rounding)


def likelihood(law, std, pool):
    """The logarithm of the density of the pool's numbers, which of these laws the second moment alone tells."""
    second = pool.std ** 2 + pool.mean ** 2
    if law == "uniform":
        return -pool.count * math.log(2 * math.sqrt(3) * std)
    parent, inside = (std / CUT, math.erf(math.sqrt(2))) if law == "truncated_normal" else (std, 1.0)
    return -pool.count * (0.5 * math.log(2 * math.pi) + math.log(parent * inside) + 0.5 * second / parent ** 2)


def fitting(law, pools, scales):
    """(cost, text, scale, log-likelihood) of the scales that fit all pools."""
    found = []
    for scale in scales:
        realised = [("{}", 0, 1.0)]  # (the text, its cost, realised std of a unit)
        if law == "truncated_normal":  # the parent's std is given, or that of what remains
            realised = [("{}", 0, CUT), (CORRECTED, 0.5, 1.0)]
        elif law == "normal" and scale.of_fans:  # corrected for a cut that never was made
            realised += [(CORRECTED, 3, 1 / CUT)]
        for form, more, factor in realised:
            if all(fits(law, (scale(pool.draw, pool.fans) or 0) * factor, pool) for pool in pools):
                chance = sum(likelihood(law, scale(pool.draw, pool.fans) * factor, pool) for pool in pools)
                found.append((scale.cost + more, form.format(scale.text), scale, chance))
    return found


def constant_law(tensors, configs):
    values = {one.seen.value for one in tensors}
    keys = []
    for path in set.intersection(*(set(configs[draw]) for draw in {one.draw for one in tensors})):
        if all(abs(one.seen.value - configs[one.draw][path]) <= 1e-6 * abs(configs[one.draw][path]) for one in tensors):
            keys.append((path.count("."), len(path), path))
    key = min(keys)[2] if keys else ""
    if len(values) > 1:
        some = ", ".join(f"{value:.6g}" for value in sorted(values)[:4])
        texts = sorted(filter(None, map(number_text, values)), key=float)
        others = tuple(texts) if len(texts) == len(values) <= MOST_CONSTANTS else ()
        return Law("constant", key) if key else Law("any", note=f"constants that differ: {some}", others=others)
    text = number_text(next(iter(values)))
    named = key and ("init" in key or "scale" in key) and text not in ("0", "1")
    if named:
        return Law("constant", key, note=f"ambiguous: {text}")
    return Law("constant", text) if text else Law("any", note="a constant without a short decimal")


def nearness(scale, pattern):
    """A key of a part of the configuration that the tensor's name speaks of is likelier."""
    stems = [stem for stem in scale.prefix.replace("_config", "").replace("_cfg", "").split(".") if len(stem) > 2]
    return -1.5 if stems and any(stem in pattern for stem in stems) else 0.0


def law_of(pattern, tensors, configs, scales, likely=None):
    """The law of all tensors of a pattern. Of several that fit, one comes first that `likely` gives the lower number: the laws that
    other patterns of the family have, beyond doubt (0) or as their likeliest (1)."""
    likely = likely or {}
    tensors = [one for one in tensors if one.seen.form != "empty"]
    if not tensors:
        return Law("any", note="no numbers")
    forms = {one.seen.form for one in tensors}
    if forms == {"constant"}:
        law = constant_law(tensors, configs)
        if law.law == "any" and all(one.seen.count == 1 for one in tensors):
            law.note, law.others = "too small to tell: single numbers", ()
        return law
    # of a law with a density, one number alone is a constant and tells nothing
    tensors = [one for one in tensors if not (one.seen.form in ("constant", "constant_rows") and one.seen.count == 1)]
    forms = {one.seen.form for one in tensors}
    if forms != {"random"}:
        return Law("any", note="forms differ: " + ", ".join(sorted(forms)))
    if any(one.seen.zeros > 1 for one in tensors):
        return Law("any", note=hint(pattern, tensors) or "rows of zeros")
    if fixed(tensors):
        return Law("any", note=hint(pattern, tensors))
    if any(one.seen.orthogonal for one in tensors):
        return Law("any", note="orthogonal rows or columns")
    pools = pooled(tensors)
    laws = possible_laws(pools)
    if not laws:
        few = sum(pool.count for pool in pools) < LEAST
        return Law("any", note=hint(pattern, tensors) or ("too small to tell" if few else "no law that is known"))
    found, chances, values = [], {}, []
    for law in laws:
        for cost, text, scale, chance in fitting(law, pools, scales):
            found.append(((likely.get((law, text), 2), cost + nearness(scale, pattern), len(text), text), law, text))
            values.append(scale(pools[0].draw, pools[0].fans))
            chances[law] = max(chance, chances.get(law, chance))
    if len(chances) > 1:
        first, second = sorted(chances, key=chances.get, reverse=True)[:2]
        if chances[first] - chances[second] > SURE:
            found = [one for one in found if one[1] == first]
    if not found:
        stds = ", ".join(f"{pool.std:.5g}" for pool in pools[:4])
        return Law("any", note=hint(pattern, tensors) or f"{' or '.join(laws)} of a std that no expression gives: {stds}")
    found.sort()
    if found[0][0][0] == 2 and max(values) > 1.5 * min(values):  # no other pattern of the family says which
        return Law("any", note=hint(pattern, tensors) or f"too small to tell: stds from {min(values):.3g} to {max(values):.3g}")
    of_rank = {law: min(order[0] for order, one, _ in found if one == law) for law in {one for _, one, _ in found}}
    if len(of_rank) > 1 and sorted(of_rank.values())[0] == sorted(of_rank.values())[1]:
        return Law("any", note="too small to tell: " + " or ".join(f"{law} {text}" for _, law, text in found[:3]))
    others = [text if law == found[0][1] else f"{law} {text}" for _, law, text in found[1:4]]
    same = tuple(text for _, law, text in found[1:] if law == found[0][1])
    return Law(found[0][1], found[0][2], "ambiguous: " + ", ".join(others) if others else "", same if found[0][0][0] else ())


def holds(row, tensors, configs):
    """Whether the tensors may have the law and scale of a row: nothing is chosen, only what it says is tested."""
    law, text = row
    tensors = [one for one in tensors if one.seen.form != "empty"]
    scale = expression(text, configs) if law != "any" else None
    if law == "any" or not tensors:
        return True
    if law == "constant":
        return all(one.seen.form == "constant" and (value := scale(one.draw, one.fans)) is not None
                   and abs(one.seen.value - value) <= 1e-6 * abs(value) for one in tensors)
    tensors = [one for one in tensors if one.seen.count > 1 or one.seen.form == "random"]
    if any(one.seen.form != "random" or one.seen.zeros > 1 for one in tensors):
        return False
    pools = pooled(tensors)
    factor = CUT if law == "truncated_normal" else 1.0
    return all(fits(law, (scale(pool.draw, pool.fans) or 0) * factor, pool)
               and (pool.count < LEAST or may_be(law, pool.mean, pool.std, pool.third, pool.fourth, pool.count, pool.top / pool.std))
               for pool in pools)
