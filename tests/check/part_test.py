#!/usr/bin/env python3
"""One in thirty of the certificates of the catalogue and of the shipped claims: the slow tier has all of them. SIGPROP_PART=0 to 29
chooses another part than the first.

    part_test.py SIGPROP
"""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import checking
import every_activation
from checking import changed

tool = every_activation.tool
check = checking.checker()


PARTS = 30


def part(everything, number):
    return everything[number::PARTS]


def claims():
    """The ids of claims about formulas: those of simulated networks have no certificate."""
    all_of_them = [one for file in sorted((checking.root / "src" / "claims").glob("*.json"))
                   for one in json.loads(file.read_text(encoding="utf-8"))["claims"] if "expression" in one]
    return sorted(one["id"] for one in all_of_them if "simulated_" not in one["expression"] and "training." not in one["expression"])


def of_claims(ids):
    """The certificates of those that have one, by id."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, "verify", *ids, "--samples", "1000", "--quiet", "--certificates", folder], capture_output=True)
        found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob("*.json"))}
        none = (Path(folder) / "none.txt").read_text(encoding="utf-8").splitlines()
    if len(found) + len(none) != len(ids):
        raise AssertionError(f"{len(ids)} claims, but {len(found)} certificates and {len(none)} reasons why there is none")
    return found


def not_accepted(certificates):
    verdicts = {name: checking.verdict(check, one) for name, one in certificates.items()}
    return {name: verdict for name, verdict in verdicts.items() if verdict != "ACCEPT"}


class Part(unittest.TestCase):
    def test_a_part_is_accepted(self):
        number = int(os.environ.get("SIGPROP_PART", "0"))
        certificates = of_claims(part(claims(), number))
        certificates.update((expression, checking.written_by(tool, expression)) for expression in part(every_activation.catalogue(), number))
        print(f"part {number}: {len(certificates)} certificates", flush=True)
        self.assertGreater(len(certificates), 13)
        self.assertEqual(not_accepted(certificates), {})
        # one of them, tampered with, is found
        name = sorted(certificates)[number % len(certificates)]
        wrong = {**certificates, name: changed(certificates[name], "formula", f"({certificates[name]['formula']}) * 1.001 + 1/1000")}
        self.assertEqual(list(not_accepted(wrong)), [name])

    def test_all_parts_are_everything(self):
        everything = claims()
        self.assertEqual(sorted(one for number in range(PARTS) for one in part(everything, number)), everything)
        self.assertGreater(len(everything), 400)


if __name__ == "__main__":
    unittest.main()
