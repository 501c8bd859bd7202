#!/usr/bin/env python3
"""What a call from Python costs beside the library's own time for the same number, interleaved in one run.

    PYTHONPATH=build/release/python python3 tools/bench/python_calls.py [ROUNDS]

A row has medians over the rounds: microseconds in the library, in Python, their difference (goal: 20) and ratio.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import sigprop

ROWS = [
    ('sigprop.activation.gain("gelu")', lambda: sigprop.activation.gain("gelu")),
    ('sigprop.activation.gain("mish", std=2)', lambda: sigprop.activation.gain("mish", std=2)),
    ("sigprop.truncated_normal.std(-2, 2)", lambda: sigprop.truncated_normal.std(-2, 2)),
    ("sigprop.attention.entropy(512, std=2)", lambda: sigprop.attention.entropy(512, std=2)),
    ('sigprop.evaluate("1/3")', lambda: sigprop.evaluate("1/3")),
]


def seconds(call, repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats


def main(arguments: list[str]) -> None:
    rounds = int(arguments[0]) if arguments else 15
    print(f"{'call':42} {'library':>9} {'Python':>9} {'more':>7} {'ratio':>6}   (µs)")
    for name, call in ROWS:
        text = call().expression
        repeats = max(3, int(0.02 / max(seconds(call, 3), 1e-6)))
        ours, theirs = [], []
        for _ in range(rounds):
            theirs.append(sigprop._core.seconds_of(text, repeats, {}))
            ours.append(seconds(call, repeats))
        library, python = statistics.median(theirs) * 1e6, statistics.median(ours) * 1e6
        print(f"{name:42} {library:9.1f} {python:9.1f} {python - library:7.1f} {python / library:6.2f}")
    code = "import time; t = time.perf_counter(); import sigprop; print(time.perf_counter() - t)"
    imports = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(rounds)]
    print(f"import sigprop: {statistics.median(imports) * 1e3:.0f} ms (goal: 50)")


if __name__ == "__main__":
    main(sys.argv[1:])
