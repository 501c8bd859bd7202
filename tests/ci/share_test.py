#!/usr/bin/env python3
"""tools/share.py: each test runs in one share of its label's, others in all; the labels must be whole words."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import share  # noqa: E402


def test(name, *labels):
    return {"name": name, "properties": [{"name": "TIMEOUT", "value": 600.0}, {"name": "LABELS", "value": list(labels)}]}


class Share(unittest.TestCase):
    tests = [*(test(f"cli.{k}", "cli") for k in range(60)), test("core.ball", "unit"), test("a.client", "client"), {"name": "bare"}]

    def test_each_runs_in_one_share(self):
        runs = [{one["name"] for one in self.tests} - set(share.left_out(self.tests, ["cli", "model"], k, 3)) for k in range(3)]
        for name in ("core.ball", "a.client", "bare"):
            self.assertTrue(all(name in one for one in runs), name)
        for k in range(60):
            self.assertEqual(sum(f"cli.{k}" in one for one in runs), 1)
        self.assertTrue(all(10 <= len(one) - 3 <= 30 for one in runs), [len(one) for one in runs])

    def test_one_part_is_all(self):
        self.assertEqual(list(share.left_out(self.tests, ["cli"], 0, 1)), [])

    def test_arguments(self):
        for wrong in ([], ["asan", "3"], ["asan", "0", "cli"], ["asan", "x", "cli"]):
            self.assertEqual(share.main(wrong), 2)


if __name__ == "__main__":
    unittest.main()
