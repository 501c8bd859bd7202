#!/usr/bin/env python3
"""Claims with a changed digit, in every convention and type, held against a judge that shares nothing with the tool's.

    mutate_claims.py [--claims N] [--seed S] [--keep FILE] [--small] [--put]    runs batches of K claims until N are changed ones
    mutate_claims.py --case SEED:BATCH:INDEX [--size K] [--small]             one case again: claim, what is right, what the tool says

--put writes the topic `claims` of results/trust.json. Exits 1 on a false verdict or a contradiction.
"""
import json
import sys
from collections import Counter

import attacking
import claim_cases
import claim_run
from kept import Kept

BAD = ("falsely confirmed", "falsely refuted", "inconsistent")
RESULTS = {"undecided": "are undecided", "refused": "are refused", "not told": "have no verdict"}
COLUMNS = ["convention", "changed claims", "of them true", "decided rightly", "falsely confirmed", "falsely refuted", "undecided",
           "refused as unreadable", "unchanged claims, decided rightly"]


def shown(row, seed):
    (value, claim, convention, change), truth, verdict, reason, result = row
    return (f"{result}: {claim['id']} ({convention}, {change} changed): {json.dumps(claim)}\n  right: {truth}, tool: {verdict} ({reason})\n"
            f"  again: studies/attack/claims.sh --case {seed}:{claim['id'][5:].replace('.', ':')}")


def summary(task):
    """A batch in short: what counts, and in full what is at fault."""
    values, seed, number, size = task
    cases = claim_run.batch(values, seed, number, size)
    rows = claim_run.judged(cases, claim_run.verdicts([case[1] for case in cases]))
    short = [[case[2], "control" if case[3] == "nothing" else "changed", truth, result, "" if result == "right" else claim_run.why(case, result, reason)]
             for case, truth, _, reason, result in rows]
    return number, {"rows": short, "faults": [shown(row, seed) for row in rows if row[4] in BAD]}


def run(values, seed, wanted, size, jobs, keep):
    """Batches until so many claims are changed ones: (counts, faults as texts, reasons of what was not decided)."""
    kept = Kept(keep, f"claims {seed} {size} {len(values[0])}")
    counts, faults, reasons, changed, number = Counter(), [], Counter(), 0, 0
    while changed < wanted:
        numbers = range(number, number + -(-(wanted - changed) // size))
        kept.run(summary, [(values, seed, one, size) for one in kept.missing(numbers)], jobs)
        for one in numbers:
            faults += kept.found[one]["faults"]
            for convention, group, truth, result, reason in kept.found[one]["rows"]:
                counts[convention, group, result] += 1
                counts[convention, group, "true" if truth else "false" if truth is False else "open"] += 1
                changed += group == "changed"
                if result in ("undecided", "refused", "not told"):
                    reasons[result, convention, reason[:90].rstrip(": ")] += 1
        number = numbers.stop
    return counts, faults, reasons


def table(counts):
    rows = []
    for name in claim_cases.CONVENTIONS:
        def count(group, *results):
            return sum(counts[name, group, result] for result in results)
        rows.append([name, count("changed", "true", "false", "open"), count("changed", "true"), count("changed", "right"),
                     count("changed", "falsely confirmed"), count("changed", "falsely refuted"), count("changed", "undecided", "inconsistent", "not told"),
                     count("changed", "refused"), count("control", "right")])
    return rows + [["all", *(sum(row[i] for row in rows) for i in range(1, len(COLUMNS)))]]


def figures(counts, reasons, seed, values):
    rows = table(counts)
    last = dict(zip(COLUMNS, rows[-1]))
    notes = [f"Seed {seed}. The values are {len({value.expression for part in values for value in part})} expressions over quantities, those of shipped claims among them, "
             "scaled to sizes from 1e-50 to 1e30 and of either sign. Half of the claims lie at 1e-3 to 1e-45 from a border of their convention, or on it.",
             "studies/attack/stated_judge.py decides what is right, from 60 proved digits, with fractions and integers alone."]
    kinds = {}
    for (result, convention, reason), found in sorted(reasons.items()):
        kinds.setdefault((result, reason), [0, set()])
        kinds[result, reason][0] += found
        kinds[result, reason][1].add(convention)
    for (result, reason), (number, conventions) in sorted(kinds.items(), key=lambda item: -item[1][0])[:6]:
        notes.append(f"Of changed and unchanged claims together, {number:,} {RESULTS[result]} ({', '.join(sorted(conventions))}): {reason}")
    return {"what": "The verdicts on claims: numbers printed in every convention and type, with a digit, a unit, the sign or the exponent changed.",
            "script": "studies/attack/claims.sh", "goal": "of 100,000 changed claims, none falsely confirmed and none falsely refuted.",
            "met": last["changed claims"] >= 100_000 and last["falsely confirmed"] == last["falsely refuted"] == 0,
            "columns": COLUMNS, "rows": rows, "notes": notes}


def one(values, place, size):
    seed, number, index = place.split(":")
    cases = claim_run.batch(values, int(seed), int(number), size)[int(index):int(index) + 1]
    row = claim_run.judged(cases, claim_run.verdicts([case[1] for case in cases]))[0]
    print(shown(row, seed))
    return 1 if row[4] in BAD else 0


def main(arguments):
    parser = attacking.parser_of(__doc__, "--claims")
    parser.add_argument("--size", type=int, default=400)
    parser.add_argument("--small", action="store_true", help="few values, at once at hand")
    chosen = parser.parse_args(arguments)
    values = claim_run.pool(chosen.small)
    if chosen.case:
        return one(values, chosen.case, chosen.size)
    counts, faults, reasons = run(values, chosen.seed, chosen.claims, chosen.size, chosen.jobs, chosen.keep)
    print("\n".join(faults[:40]))
    attacking.ended("claims", figures(counts, reasons, chosen.seed, values), chosen.put)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
