#!/usr/bin/env python3
"""Puts the figures of studies/fuzz/run.sh: fuzz_figures.py TARGET,EXECUTIONS,FINDINGS,FILES... Executions of runs add up, since each goes on
from the inputs that those before have found; findings are those of the last run. A target that was not run keeps its row."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trust"))
import figures  # noqa: E402

GOAL = 10_000_000


def rows(arguments, before):
    known = {row[0]: row for row in before}
    for one in arguments:
        target, *counts = one.split(",")
        executions, findings, files = map(int, counts)
        known[target] = [target, executions + (known[target][1] if target in known else 0), findings, files]
    return [known[target] for target in sorted(known)]


def topic(table):
    return {
        "what": "Readers of texts and files of strangers, by libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, from the "
                "corpus in tests/fuzz/corpus. A finding is a crash, a leak, a hang, an error that is no refusal with a place, or a property "
                "of what was read that does not hold (tests/fuzz/targets).",
        "script": "studies/fuzz/run.sh --put",
        "goal": f"{GOAL:,} executions of each target without a finding.",
        "met": all(executions >= GOAL and findings == 0 for _, executions, findings, _ in table),
        "columns": ["target", "executions of all runs", "findings in the last run", "corpus files"],
        "rows": table,
        "notes": ["Executions of runs add up: each goes on from the inputs that those before have found, with the readers as they are then.",
                  "Inputs have at most 4,096 bytes; those of expression, formula and stated have at most 512 since longer ones, which take "
                  "ten times as long, were seen to reach nothing beyond them but places with four digits.",
                  "A run reports nothing unless it first finds a fault that was planted: a list's reader that reads one byte too far "
                  "(tests/fuzz/broken.cpp).",
                  "Inputs of faults that were found and mended stay in the corpus, which every build's tests replay, with sanitizers and "
                  "without."],
    }


if __name__ == "__main__":
    known = figures.read().get("fuzzing", {"rows": []})["rows"]
    figures.put("fuzzing", topic(rows(sys.argv[1:], known)))
