#!/usr/bin/env python3
"""A tenth of the certificates of the catalogue and of the shipped claims: the slow tier has all of them. SIGPROP_TENTH=0 to 9
chooses another one than the first.

    tenth_test.py SIGPROP
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


def part(everything, tenth):
    return everything[tenth::10]


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


class Tenth(unittest.TestCase):
    def test_a_tenth_is_accepted(self):
        tenth = int(os.environ.get("SIGPROP_TENTH", "0"))
        certificates = of_claims(part(claims(), tenth))
        certificates.update((expression, checking.written_by(tool, expression)) for expression in part(every_activation.catalogue(), tenth))
        print(f"tenth {tenth}: {len(certificates)} certificates", flush=True)
        self.assertGreater(len(certificates), 40)
        self.assertEqual(not_accepted(certificates), {})
        # one of them, tampered with, is found
        name = sorted(certificates)[tenth]
        wrong = {**certificates, name: changed(certificates[name], "formula", f"({certificates[name]['formula']}) * 1.001 + 1/1000")}
        self.assertEqual(list(not_accepted(wrong)), [name])

    def test_ten_of_them_are_everything(self):
        everything = claims()
        self.assertEqual(sorted(one for tenth in range(10) for one in part(everything, tenth)), everything)
        self.assertGreater(len(everything), 400)


if __name__ == "__main__":
    unittest.main()
