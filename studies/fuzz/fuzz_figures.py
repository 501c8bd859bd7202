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
        "what": "The readers of texts and files from strangers, under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, from "
                "the inputs in tests/fuzz/corpus. A finding is a crash, a leak, a hang, an error other than a refusal with its place, or a "
                "property of the result that does not hold (tests/fuzz/targets).",
        "script": "studies/fuzz/run.sh --put",
        "goal": f"{GOAL:,} executions of each target without a finding.",
        "met": all(executions >= GOAL and findings == 0 for _, executions, findings, _ in table),
        "columns": ["target", "executions of all runs", "findings in the last run", "corpus files"],
        "rows": table,
        "notes": ["The executions of all runs add up. Each run continues from the inputs that earlier runs found, with the readers of its day.",
                  "Inputs have at most 4,096 bytes; those of expression, formula and stated have at most 512. Longer ones take ten times as "
                  "long, and reached nothing new but places with four digits.",
                  "A run reports nothing unless it first finds a planted fault: a list's reader that reads one byte too far "
                  "(tests/fuzz/broken.cpp).",
                  "Inputs of repaired faults stay in the corpus. Every build's tests replay them, with and without sanitizers."],
    }


if __name__ == "__main__":
    known = figures.read().get("fuzzing", {"rows": []})["rows"]
    figures.put("fuzzing", topic(rows(sys.argv[1:], known)))
