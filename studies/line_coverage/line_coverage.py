#!/usr/bin/env python3
"""Reads what llvm-cov export says of all programs (stdin) and gives the figures of results/trust.json, or what never ran.

Every line and every outcome of a condition counts once: llvm-cov's own sums count the lines of a lambda twice, and of a
template the best instantiation alone, where this adds all of them up. Two branches that clang invents do not count:
  - of a switch without default, that no case is taken: -Wswitch makes sure that each enumerator has a case
  - of a condition that the compiler decides (if constexpr), the outcomes: clang counts neither, though the code around runs

gcovr 8.8 reads the same counters (--llvm-profdata-executable) and is no substitute: it takes the count of a line from one of the pieces
that begin on it, so that a return behind a switch that never runs counts as run and the brace behind one that runs as never run; it
counts the outcomes named above; and it knows one goal for everything, not one for a room.

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


def starts(segment):
    """Whether a piece of code with a counter begins at the segment."""
    _, _, _, counted, entry, gap = segment
    return counted and entry and not gap


def lines_of(one):
    """{line: how often it ran}, for lines with code; as llvm-cov takes it, the most of the pieces on it. A brace behind a
    return is no code."""
    by_line = {}
    for segment in one["segments"]:
        by_line.setdefault(segment[0], []).append(segment)
    counts, before = {}, None  # the last segment above the line
    for line in range(min(by_line, default=0), max(by_line, default=-1) + 1):
        here = by_line.get(line, [])
        begun = [segment[2] for segment in here if starts(segment)]
        left_out = bool(here) and not here[0][3] and here[0][4]
        goes_on = before is not None and before[3] and not before[5]
        if not left_out and (begun or goes_on):
            counts[line] = max(begun + ([before[2]] if goes_on else []))
        before = here[-1] if here else before
    return counts


def runs_at(one, line, column):
    """How often the piece of code at the place ran."""
    count = 0
    for segment in one["segments"]:
        if (segment[0], segment[1]) > (line, column):
            break
        count = segment[2]
    return count


def is_switch(source, line, column):
    return 0 < line <= len(source) and source[line - 1][:column - 1].endswith("switch (")


def branches_of(path, one):
    """{(line, column): [times true, times false]} of the conditions; instantiations of a template add up."""
    file = ROOT / path
    source = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = {}
    for line, column, _, _, taken, not_taken, *_ in one.get("branches", []):
        seen = found.setdefault((line, column), [0, 0])
        seen[0] += taken
        seen[1] += not_taken
    return {(line, column): seen for (line, column), seen in found.items()
            if not is_switch(source, line, column) and (any(seen) or runs_at(one, line, column) == 0)}


def totals(export):
    """{room: [lines, lines run, branches, branches taken]}."""
    rooms = {}
    for path, one in files(export):
        room = rooms.setdefault(room_of(path), [0, 0, 0, 0])
        lines, branches = lines_of(one), branches_of(path, one)
        room[0] += len(lines)
        room[1] += sum(count > 0 for count in lines.values())
        room[2] += 2 * len(branches)
        room[3] += sum((taken > 0) + (not_taken > 0) for taken, not_taken in branches.values())
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
    notes = ["Vector code is compiled for several instruction sets. A line counts as run if one of them ran it.",
             "Not counted: the missing default of a switch (the compiler refuses a switch that leaves out an enumerator), and conditions "
             "whose outcome the compiler decides.",
             "A process that ends by a signal, or ends itself at once, leaves no counts. The code that handles signals therefore counts as not run."]
    if failed:
        notes.append("Some tests failed while they were counted.")
    return {
        "what": "Lines and branches of our sources that the fast tier of tests runs, as clang counts them, without the tests of pages and of "
                "single claims.",
        "script": "studies/line_coverage/run.sh",
        "goal": "95 % of all lines and 85 % of all branches; every line and branch of judgement.",
        "met": met,
        "columns": ["room", "lines", "run", "branches", "taken"],
        "rows": rows,
        "notes": notes,
    }


def never_run(path, one):
    """Lines on which a piece begins that no test ran, then the branches that were never taken."""
    for line in sorted({segment[0] for segment in one["segments"] if starts(segment) and segment[2] == 0}):
        yield line, "never run"
    for (line, column), (taken, not_taken) in sorted(branches_of(path, one).items()):
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
                for line, what in never_run(path, one):
                    print(f"{path}:{line}: {what}")
        return 0
    result = figures(export, options.failed)
    json.dump(result, sys.stdout, indent=1)
    for row in result["rows"]:
        print(f"{row[0]:20} {row[1]:7} lines {row[2]:>8}  {row[3]:7} branches {row[4]:>8}", file=sys.stderr)
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
