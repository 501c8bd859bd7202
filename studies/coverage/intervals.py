#!/usr/bin/env python3
"""The topic `intervals` of results/trust.json, from the three files that studies/coverage/run.sh writes: how often intervals miss the truth.

Cells are added up by kind and level. A cell is out of bounds where its misses are more than `allowed` (or fewer, where the file
says so): exact intervals would be so once in a thousand cells at most. The control counts the misses of worse intervals, which
must stand out.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trust"))
import figures  # noqa: E402

RESULTS = figures.ROOT / "results"
COLUMNS = ["intervals of", "level", "cells", "intervals claimed", "of them miss", "miss, %", "not claimed", "cells out of bounds", "control", "misses of the control",
           "cells of unknown truth"]
CONTROLS = {"misses_if_10_percent_shorter": "10 % shorter", "misses_if_a_third_shorter": "a third shorter", "misses_without_judgement": "all claimed",
            "misses_if_all_were_claimed": "all claimed"}
METHODS = {"monte_carlo": "means, by Monte Carlo", "quasi_monte_carlo": "means, by quasi-Monte Carlo"}
NETWORKS = {"residual": "residual.simulated_*, 32 networks", "network": "network.*, 16 networks", "training": "training.*, 4 networks"}


def out_of_bounds(row):
    allowed = row["allowed"]
    least, most = allowed if isinstance(allowed, list) else (0, allowed)
    # where nothing is claimed nothing can miss, and that is no fault
    return row["misses"] > most or (row["misses"] < least and not row.get("unable"))


def kind_of(row):
    """(what the intervals are of, their level in %)"""
    if "method" in row:
        return METHODS[row["method"]], f"{100 * row['level']:g}"
    return NETWORKS[row["expression"].split(".")[0]], "95"


def table(files):
    """Rows of the table from the files' contents: {"seeds": …, "rows": […]} each."""
    kinds = {}
    for file in files:
        for row in file["rows"]:
            kinds.setdefault(kind_of(row), []).append((row, row.get("seeds", file["seeds"])))
    body = []
    for (name, level), every in sorted(kinds.items()):
        cells = [(row, seeds) for row, seeds in every if "misses" in row]
        claimed = sum(row.get("claimed", seeds - row.get("unable", 0)) for row, seeds in cells)
        misses = sum(row["misses"] for row, _ in cells)
        control = next(key for key in CONTROLS if any(key in row for row, _ in cells))
        body.append([name, f"{level} %", len(cells), claimed, misses, f"{100 * misses / claimed:.3g}" if claimed else "", sum(seeds for _, seeds in cells) - claimed,
                     sum(out_of_bounds(row) for row, _ in cells), CONTROLS[control], sum(row.get(control, row["misses"]) for row, _ in cells), len(every) - len(cells)])
    return body


def topic(files):
    body = table(files)
    return {
        "what": "The intervals of samples: for how many seeds do they hold the proved value, or the value of all seeds together?",
        "script": "studies/coverage/run.sh, with --networks and with --training",
        "goal": "within binomial bounds, quasi-Monte Carlo and networks included.",
        "met": all(row[COLUMNS.index("cells out of bounds")] == 0 for row in body),
        "columns": COLUMNS,
        "rows": body,
        "notes": ["A cell is one expression with one method, number of samples and level. results/coverage.json (10,000 seeds a cell), network_coverage.json and "
                  "training_coverage.json (200 seeds a cell) hold all cells with their bounds.",
                  "Not claimed: a few networks carry the number, or there are too few samples; the answer is `unable` instead of an interval.",
                  "Of unknown truth: even all networks of all seeds together give no reliable mean; for these cells the script checks that intervals are hardly ever claimed.",
                  "The control counts the misses of intervals that are deliberately worse. The scripts say where this would go unnoticed."],
    }


def committed():
    return [json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8")) for name in ("coverage", "network_coverage", "training_coverage")]


if __name__ == "__main__":
    figures.put("intervals", topic(committed()))
