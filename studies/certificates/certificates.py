#!/usr/bin/env python3
"""The figures of certificates for studies/trust/figures.py, from the folder that studies/certificates/run.sh has filled.

    certificates.py FOLDER
"""
import json
import re
import sys
from collections import Counter
from pathlib import Path


def reason(line):
    """The quantity without a certificate, or that no digit is proved."""
    why = line.partition(": ")[2]
    if why.startswith("no digit of "):
        return "no digit is proved"
    found = re.match(r"(?:no route of )?([a-z_.0-9]+)", why)
    return found[1] if found else why


def figures(folder):
    verdicts = (folder / "verdicts.txt").read_text(encoding="utf-8").splitlines()
    none = [reason(line) for line in (folder / "none.txt").read_text(encoding="utf-8").splitlines()]
    accepted = sum(line.startswith("ACCEPT") for line in verdicts)
    changed = json.loads((folder / "mutations.txt").read_text(encoding="utf-8"))
    rows = [["shipped claims that certificates were asked for", len(verdicts) + len(none)], ["claims with a certificate", len(verdicts)],
            ["of these accepted by tools/check/check.py", accepted], ["claims without a certificate", len(none)]]
    rows += [[f"without: {what}", count] for what, count in sorted(Counter(none).items(), key=lambda one: (-one[1], one[0]))]
    rows += [["changed certificates tried", changed["tried"]],
             ["changed in their plan alone, accepted and still true", changed["accepted and still true"]],
             ["changed certificates falsely accepted", changed["falsely accepted"]]]
    missing = [f"Only {changed['tried']:,} changed certificates were tried so far."] if changed["tried"] < 10_000 else []
    return {
        "what": "The proofs of the shipped claims. A program that shares no code with sigprop checks each.",
        "script": "SIGPROP_MUTATIONS=10000 bash studies/certificates/run.sh",
        "goal": "every certificate accepted, and none of at least 10,000 changed ones falsely accepted.",
        "met": accepted == len(verdicts) and changed["falsely accepted"] == 0 and changed["tried"] >= 10_000,
        "columns": ["what", "count"], "rows": rows,
        "notes": ["A claim without a certificate is proved by sigprop alone, or has no proof. docs/guides/certificates.md lists the values that "
                  "have certificates.",
                  "tests/check/weakened_test.py weakens each clause of the checker's theorems in turn; a false certificate then passes.",
                  *missing],
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(figures(Path(sys.argv[1])), sys.stdout)
