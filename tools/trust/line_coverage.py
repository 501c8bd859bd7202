#!/usr/bin/env python3
"""Reads what llvm-cov export says of all programs (stdin) and gives the figures of results/trust.json, or what never ran.

    line_coverage.py [--failed STATUS]   the figures; exits 1 when a goal is missed. STATUS is CTest's: other than 0 it is told
    line_coverage.py --show TEXT         the lines and branches never run in sources whose path has TEXT
"""
import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOALS = {"judgement": (100.0, 100.0)}
USUAL = (95.0, 85.0)


def room_of(path):
    """The room of a source of ours; None for tests and for what is not ours."""
    parts = Path(path).parts
    if parts[:2] == ("tools", "sigprop"):
        return "the command line"
    if parts[0] == "python":
        return "the Python package"
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("include", "sigprop"):
        return parts[2] if len(parts) > 3 else "core"
    return None


def files(export):
    """(path below the root, what llvm-cov says of it), each source of ours once."""
    for one in export["data"][0]["files"]:
        path = Path(one["filename"])
        if path.is_relative_to(ROOT) and room_of(path.relative_to(ROOT)):
            yield str(path.relative_to(ROOT)), one


def share(covered, count):
    return 100.0 if count == 0 else 100.0 * covered / count


def totals(export):
    """{room: [lines, lines run, branches, branches run]}."""
    rooms = {}
    for path, one in files(export):
        room = rooms.setdefault(room_of(path), [0, 0, 0, 0])
        summary = one["summary"]
        for place, (kind, what) in enumerate((("lines", "count"), ("lines", "covered"), ("branches", "count"), ("branches", "covered"))):
            room[place] += summary[kind][what]
    return rooms


def figures(export, failed=0):
    rooms = totals(export)
    whole = [sum(values) for values in zip(*rooms.values())] or [0, 0, 0, 0]
    rows, met = [], bool(rooms) and failed == 0
    for room, (lines, run, branches, taken) in [*sorted(rooms.items()), ("all", whole)]:
        goal = GOALS.get(room, USUAL)
        reached = share(run, lines), share(taken, branches)
        # a single room may stay below what holds for all, except where it has a goal of its own
        if room == "all" or room in GOALS:
            met = met and all(value >= least for value, least in zip(reached, goal))
        rows.append([room, lines, f"{reached[0]:.1f} %", branches, f"{reached[1]:.1f} %"])
    notes = ["Vector code is compiled for several instruction sets: a line counts as run when one of them ran it."]
    if failed:
        notes.append("Some tests failed while they were counted.")
    return {
        "what": "Lines and branches of our sources that the fast tier of tests runs, as clang counts them.",
        "script": "tools/line_coverage.sh",
        "goal": "95 % of all lines and 85 % of all branches; every line and branch of judgement.",
        "met": met,
        "columns": ["room", "lines", "run", "branches", "taken"],
        "rows": rows,
        "notes": notes,
    }


def never_run(one):
    """Lines on which a piece begins that no test ran, then the branches that were never taken."""
    lines = sorted({line for line, _, count, counted, entry, gap in one["segments"] if counted and entry and not gap and count == 0})
    branches = {}
    for line, column, _, _, taken, not_taken, *_ in one.get("branches", []):
        seen = branches.setdefault((line, column), [0, 0])  # instantiations of a template add up
        seen[0] += taken
        seen[1] += not_taken
    for line in lines:
        yield line, "never run"
    for (line, column), (taken, not_taken) in sorted(branches.items()):
        if taken == 0 or not_taken == 0:
            side = "neither way" if taken == not_taken else "never true" if taken == 0 else "never false"
            yield line, f"column {column}: {side}"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", metavar="TEXT")
    parser.add_argument("--failed", type=int, default=0, metavar="STATUS")
    options = parser.parse_args(arguments)
    export = json.load(sys.stdin)
    if options.show is not None:
        for path, one in files(export):
            if options.show in path:
                for line, what in never_run(one):
                    print(f"{path}:{line}: {what}")
        return 0
    result = figures(export, options.failed)
    json.dump(result, sys.stdout, indent=1)
    for row in result["rows"]:
        print(f"{row[0]:20} {row[1]:7} lines {row[2]:>8}  {row[3]:7} branches {row[4]:>8}", file=sys.stderr)
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
