#!/usr/bin/env python3
"""Random expressions over every quantity against mpmath, and relations that enclosures must satisfy among themselves.

    attack.py [--expressions N] [--seed S] [--keep FILE] [--put]  runs N cases (an expression, or a relation of two)
    attack.py --case SEED:NUMBER [--digits D]                     one case again, with what the tool and the oracle say
    attack.py --list                                              which quantities have an oracle, which relations alone, which none

--put writes the topic `expressions` of results/trust.json. Exits 1 when an enclosure misses.
"""
import json
import re
import sys
from collections import Counter

import attack_run
import attacking
import cases
import relations
from kept import Kept

SIZE = 25
COLUMNS = ["cases", "number", "hold", "hold to fewer digits than the enclosure has", "miss", "not proved", "no value", "not taken", "left out by the oracle",
           "enclosures compared"]
ORDER = ("holds", "coarse", "misses", "unable", "domain", "input", "unfit")


def quantities():
    listed = attacking.called(["list", "quantities", "--json"])
    return sorted({one["name"].split("(")[0] for one in json.loads(listed.stdout)["quantities"]})


def covered():
    """(with an oracle, with relations alone, with neither)"""
    oracle = {name for names, _, _ in cases.FAMILIES for name in names}
    related = {name for names, _, _ in relations.RELATIONS for name in names} - oracle
    every = quantities()
    return [one for one in every if one in oracle], [one for one in every if one in related], [one for one in every if one not in oracle | related]


def work(task):
    seed, begin, size = task
    return begin, [(number, case.group, case.expressions, digits, tuple(result)) for number, case, digits, result in attack_run.batch(seed, begin, size)]


def shown(seed, row):
    number, group, expressions, digits, (outcome, _, text) = row
    return f"{outcome}: {'  ~  '.join(expressions)}\n  {group}, {digits} digits: {text}\n  again: studies/attack/run.sh --case {seed}:{number} --digits {digits}"


def run(seed, wanted, jobs, keep):
    kept = Kept(keep, f"expressions {seed} {SIZE}")
    begins = range(0, wanted, SIZE)
    tasks = [(seed, begin, SIZE) for begin in kept.missing(begins)]
    kept.run(work, tasks, jobs)
    counts, compared, rows = Counter(), Counter(), []
    for row in (row for begin in begins for row in kept.found[begin]):
        group = row[1] if row[1] in ("single", "composite") else "relation"
        counts[group, row[4][0]] += 1
        compared[group] += row[4][1]
        if row[4][0] not in ("holds", "coarse"):
            rows.append(row)
    return counts, compared, rows


def table(counts, compared):
    names = {"single": "a quantity against mpmath", "composite": "a composite against mpmath", "relation": "a relation of two expressions"}
    rows = []
    for group, name in names.items():
        other = sum(number for (one, outcome), number in counts.items() if one == group and outcome not in ORDER)
        by = [counts[group, outcome] for outcome in ORDER]
        by[3] += other
        rows.append([name, sum(by), *by, compared[group]])
    return rows + [["all", *(sum(row[i] for row in rows) for i in range(1, len(COLUMNS)))]]


def groups_of(names):
    found = {}
    for name in names:
        group, quantity = name.split(".", 1)
        found.setdefault(group, []).append(quantity)
    return "; ".join(f"{group}.{{{', '.join(found[group])}}}" for group in sorted(found))


def figures(counts, compared, rows, seed):
    oracle, related, neither = covered()
    body = table(counts, compared)
    last = dict(zip(COLUMNS, body[-1]))
    reasons = Counter((row[4][0], re.sub(r"[-0-9./()^*]+|'[^']*'|\"[^\"]*\"", "…", row[4][2])[:80]) for row in rows if row[4][0] in ("unable", "domain", "input"))
    notes = [f"Seed {seed}, 12 to 25 digits. Formulas come from a grammar of {len(__import__('formulas').SMOOTH)} smooth functions, kinks, steps, products, quotients and compositions; "
             "standard deviations from 1e-3 to 20.",
             f"Definitions in mpmath cover {len(oracle)} of {len(oracle) + len(related) + len(neither)} quantities. Relations alone cover {len(related)}: {groups_of(related)}.",
             f"Neither covers {len(neither)}, of which the simulated ones have nothing but sampling: {groups_of([one for one in neither if not re.match(r'(training|network)[.]|residual[.]simulated', one)])}, "
             "and training.*, network.*, residual.simulated_*."]
    notes += [f"{outcome}: {number} times {reason}" for (outcome, reason), number in reasons.most_common(6)]
    return {"what": "Each method's enclosures of random expressions over the quantities, compared with definitions in mpmath and with each other.",
            "script": "studies/attack/run.sh", "goal": "of 100,000 expressions, no enclosure that misses.",
            "met": last["number"] >= 100_000 and last["miss"] == 0, "columns": COLUMNS, "rows": body, "notes": notes}


def one(place, digits):
    seed, number = place.split(":")
    case = attack_run.drawn(int(seed), int(number))
    records = attack_run.evaluated(list(case.expressions), digits)
    for text, record in zip(case.expressions, records):
        print(text, record.get("status"), record.get("reason", ""))
        for proof in record["evidence"]:
            print("   ", proof["method"], proof["kind"], proof["status"], proof.get("midpoint"), "+-", proof.get("radius"), proof.get("reason", ""))
    if not isinstance(case.judge, str):
        try:
            print("oracle", *case.judge())
        except Exception as reason:  # shown, as everything here is for a reader
            print("oracle", repr(reason))
    result = attack_run.compared(case, records)
    print(*result)
    return 1 if result.outcome == "misses" else 0


def main(arguments):
    parser = attacking.parser_of(__doc__, "--expressions")
    parser.add_argument("--digits", type=int, default=15)
    parser.add_argument("--list", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        for name, names in zip(("with an oracle", "with relations alone", "with neither"), covered()):
            print(f"{name} ({len(names)}):\n  " + "\n  ".join(names))
        return 0
    if chosen.case:
        return one(chosen.case, chosen.digits)
    counts, compared, rows = run(chosen.seed, chosen.expressions, chosen.jobs, chosen.keep)
    for row in rows:
        if row[4][0] in ("misses", "input", "domain", "contradiction"):
            print(shown(chosen.seed, row))
    attacking.ended("expressions", figures(counts, compared, rows, chosen.seed), chosen.put)
    return 1 if any(row[4][0] == "misses" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
