#!/usr/bin/env python3
"""Disturbs sigprop while it writes files: kill -9, a full disk, calls that fail, clocks that jump, two writers, limits, closed pipes.

    faults.py TOOL LIBRARY [--quick] [--row WORDS] [--put]

LIBRARY is preload.c, compiled. Prints a line for each sort of fault and for each problem. --row runs those whose name has these
words. --put writes the topic `faults` of results/trust.json. Exits 1 when a file was torn or lost or an ending was unclear. What is
disturbed, and when, is the same in every run: moments are fractions of the time that an undisturbed run took.
"""
import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trust"))
import by_calls  # noqa: E402
import by_limits  # noqa: E402
import by_sharing  # noqa: E402
import by_signals  # noqa: E402
import figures  # noqa: E402
from place import Place  # noqa: E402
from running import Runner  # noqa: E402
from scenarios import prepare, scenarios  # noqa: E402

ROWS = {
    "kill -9 at random moments": by_signals.kills,
    "kill -9 at and within calls that change files": by_signals.kills_at_calls,
    "Ctrl-C and SIGTERM at random moments": by_signals.interruptions,
    "full disk": by_sharing.full_disk,
    "calls that fail: ENOSPC, EIO, EDQUOT, EMFILE": by_calls.failing_calls,
    "EINTR, short reads and writes": by_calls.harmless_calls,
    "clock jumps": by_calls.clock_jumps,
    "two writers": by_sharing.two_writers,
    "memory limits": by_limits.memory_limits,
    "limits of file size, open files, threads": by_limits.other_limits,
    "closed pipes, closed and full outputs": by_limits.closed_outputs,
}


def topic(rows, skipped, texts):
    bad = sum(sum(row[2:]) for row in rows)
    notes = [
        "Commands: " + ", ".join(f"`{' '.join(one.words[:2])}`" for one in scenarios()) + "; half of the runs find older files.",
        "A run without enough memory exits with 4 and says so. Less memory than the loader of programs needs was not tried.",
        "If standard error takes no output there is no message. Then only the files and the exit code count.",
        *(f"Not run here: {name}." for name in skipped),
        *sorted(texts)[:20],
    ]
    return {
        "what": "Commands that write reports, baselines, claims, certificates, pages and checkpoints, with a fault while they write.",
        "script": "studies/faults/run.sh",
        "goal": "no file torn; nothing lost (a command that continues ends with the bytes of an undisturbed one); a clear end (a "
                "documented exit code, and a message with the file and the reason).",
        "met": bad == 0 and not skipped,
        "columns": ["fault", "runs", "torn", "lost", "unclear"],
        "rows": rows,
        "notes": notes,
    }


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--row", default="")
    parser.add_argument("--put", action="store_true")
    asked = parser.parse_args(arguments)
    rows, skipped, texts = [], [], []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # how fast a disk syncs is of no interest
    with tempfile.TemporaryDirectory(prefix="sigprop-faults-", dir=memory) as folder:
        run = Runner(asked.tool.resolve(), asked.library.resolve())
        every = [one for one in scenarios() if one.in_quick or not asked.quick]
        for scenario in every:
            prepare(scenario, Path(folder) / "scenarios" / scenario.name.replace(" ", "_"), run)
            print(f"{scenario.name}: {scenario.seconds:.2f} s", file=sys.stderr, flush=True)
        place = Place(run, every, folder, asked.quick)
        for name, row in ROWS.items():
            if asked.row not in name:
                continue
            found = row(place)
            if found is None:
                skipped.append(name)
                print(f"{name}: skipped, this machine does not allow it", flush=True)
                continue
            rows.append(found.row(name))
            texts += [f"{name}: {text}" for text in found.texts]
            print("{}: {} runs, {} torn, {} lost, {} unclear".format(*rows[-1]), flush=True)
            print("  ended with " + ", ".join(f"{code}: {count}" for code, count in sorted(found.endings.items())), flush=True)
            for text in found.texts:
                print("  " + text, flush=True)
    if asked.put:
        figures.put("faults", topic(rows, skipped, texts))
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
