#!/usr/bin/env python3
"""Compares what other machines gave (folders of studies/machines/run.sh) with results/claims.json: the figures of results/trust.json.

    machines.py FOLDER [REPORT]    FOLDER/NAME/ holds claims.json and the output of each test program, FLOOR.txt; and usual.json,
                                   where not results/claims.json is to be compared with, but what fewer methods give here

Exits 1 when a verdict or a sample differs, when two enclosures of one value do not overlap, or when a test failed.
"""
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"baseline": "x86-64, without vector instructions", "avx2": "x86-64, AVX2", "avx512": "x86-64, AVX-512",
         "flint3": "x86-64, Debian testing with FLINT 3", "aarch64": "aarch64 by qemu"}
FLOORS = ("core", "formats", "methods", "quantities", "judgement")
COUNTS = re.compile(r"test cases:\s*(\d+)\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed")


def records(path):
    return {record["id"]: record for record in json.loads(path.read_text(encoding="utf-8"))["records"]}


def by_method(record, kind):
    return {(one.get("route"), one["method"]): one for one in record.get("evidence", []) if one["kind"] == kind and one["status"] == "ok"}


def differences(usual, other):
    """What differs between two records of one claim, in the words of the table's columns."""
    if other is None or usual.get("verdict") != other.get("verdict"):
        yield "verdicts"
        return
    ours, theirs = by_method(usual, "sample"), by_method(other, "sample")
    if ours.keys() != theirs.keys() or any(ours[key] != theirs[key] for key in ours):
        yield "samples"
    ours, theirs = by_method(usual, "enclosure"), by_method(other, "enclosure")
    for key in ours.keys() & theirs.keys():
        one, two = ours[key], theirs[key]
        if one.get("midpoint") is None or two.get("midpoint") is None:
            if one.get("midpoint") != two.get("midpoint"):
                yield "enclosures"
            continue
        apart = abs(Fraction(one["midpoint"]) - Fraction(two["midpoint"]))
        if apart > Fraction(one["radius"]) + Fraction(two["radius"]):
            yield "enclosures"
    if ours.keys() != theirs.keys():
        yield "methods"


def tests(folder):
    """(passed, failed) of all programs; one that gave no count has failed as a whole."""
    passed = failed = 0
    for floor in FLOORS:
        path = folder / f"{floor}.txt"
        counts = COUNTS.search(path.read_text(encoding="utf-8", errors="replace")) if path.exists() else None
        if counts is None:
            failed += 1
        else:
            passed, failed = passed + int(counts[2]), failed + int(counts[3])
    return passed, failed


def row(name, folder, usual):
    passed, failed = tests(folder)
    if (folder / "usual.json").exists():
        usual = records(folder / "usual.json")
    report = folder / "claims.json"
    other = records(report) if report.exists() else {}
    counts = dict.fromkeys(("verdicts", "samples", "enclosures", "methods"), 0)
    for identity, record in usual.items():
        for kind in differences(record, other.get(identity)):
            counts[kind] += 1
    return [NAMES[name], passed, failed, len(other), *counts.values()]


def main(arguments):
    if len(arguments) not in (1, 2) or not Path(arguments[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    usual = records(Path(arguments[1]) if len(arguments) == 2 else ROOT / "results" / "claims.json")
    folder = Path(arguments[0])
    rows = [row(name, folder / name, usual) for name in NAMES if (folder / name).is_dir()]
    missing = [NAMES[name] for name in NAMES if not (folder / name).is_dir()]
    figures = {
        "what": "Machines other than the one that made results/claims.json: they run the test programs and verify every shipped claim again.",
        "script": "studies/machines/run.sh",
        "goal": "the same verdicts, the same samples to the bit, overlapping enclosures, no failing test.",
        "met": not missing and all(row[2] == 0 and row[3] == len(usual) and not any(row[4:]) for row in rows),
        "columns": ["machine", "tests passed", "failed", "claims", "other verdicts", "other samples", "disjoint enclosures", "other methods"],
        "rows": rows,
        "notes": [f"not run: {name}" for name in missing] +
                 [f"{NAMES[name]}: sampled networks would take a day there. Claims are verified without them, and compared with this "
                  "processor's results without them. The networks' own tests are among those of quantities."
                  for name in NAMES if (folder / name / "usual.json").exists()],
    }
    json.dump(figures, sys.stdout, indent=1)
    return 0 if figures["met"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
