#!/usr/bin/env python3
"""Of the tests of a CTest preset, a share that follows from the commit: prints a regular expression of those left out.

    share.py PRESET PARTS LABEL…    of the tests with one of these labels one in PARTS runs, all others do

Which share follows from the commit's hash, so that a run can be repeated, and commits take turns; the slow tier has all.
SIGPROP_SHARE=0 to PARTS - 1 chooses one.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def part_of(name, parts):
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % parts


def left_out(tests, labels, share, parts):
    """The names of the tests that do not run; tests is CTest's own list."""
    for test in tests:
        own = next((one["value"] for one in test.get("properties", []) if one["name"] == "LABELS"), [])
        if set(own) & set(labels) and part_of(test["name"], parts) != share:
            yield test["name"]


def chosen(parts):
    if share := os.environ.get("SIGPROP_SHARE"):
        return int(share) % parts
    git = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True)
    return int(git.stdout.strip(), 16) % parts if git.returncode == 0 else 0  # a tree without history


def main(arguments):
    if len(arguments) < 3 or not arguments[1].isdigit() or int(arguments[1]) < 1:
        print(__doc__, file=sys.stderr)
        return 2
    preset, parts, labels = arguments[0], int(arguments[1]), arguments[2:]
    listed = subprocess.run(["ctest", "--preset", preset, "--show-only=json-v1"], capture_output=True, text=True, cwd=ROOT, check=True)
    names = list(left_out(json.loads(listed.stdout)["tests"], labels, chosen(parts), parts))
    print("^(" + "|".join(map(re.escape, names)) + ")$" if names else "^$")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
