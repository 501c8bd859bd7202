#!/usr/bin/env python3
"""tests/support/share.py: the fast tier does a tenth of a long test's work, always the same one, the slow tier all of it. Each test that
shares its work has a twin in the slow tier."""
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))
import share  # noqa: E402

build = sys.argv.pop(1)


class ShareOfWork(unittest.TestCase):
    def test_a_tenth_or_everything(self):
        with mock.patch.dict(os.environ):
            os.environ.pop("SIGPROP_WHOLE", None)
            self.assertEqual(share.share_of(range(25)), [0, 10, 20])
            self.assertEqual(share.share_of(range(7), 3), [0, 3, 6])
            os.environ["SIGPROP_WHOLE"] = "1"
            self.assertEqual(share.share_of(range(25)), list(range(25)))
            self.assertEqual(share.share_of(range(7), 3), list(range(7)))

    def test_each_has_a_twin(self):
        shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
        commands = {}
        for one in json.loads(shown.stdout)["tests"]:
            properties = {each["name"]: each["value"] for each in one["properties"]}
            whole = "SIGPROP_WHOLE=1" in properties.get("ENVIRONMENT", [])
            self.assertEqual(whole and properties["LABELS"] != ["slow"], False, one["name"])
            commands.setdefault(" ".join(one.get("command", [])), set()).add(whole)
        sharing = [path for path in sorted(TESTS.rglob("*_test.cpp")) + sorted(TESTS.rglob("*.py"))
                   if re.search(r'^#include "tests/support/share.hpp"|^from share import', path.read_text(encoding="utf-8"), re.M)]
        self.assertGreater(len(sharing), 7)
        for path in sharing:
            of_it = [whole for command, whole in commands.items() if str(path.relative_to(TESTS)) in command and len(whole) > 1]
            self.assertTrue(of_it, f"{path}: no test in the slow tier does all of its work")


if __name__ == "__main__":
    unittest.main()
