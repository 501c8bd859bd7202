#!/usr/bin/env python3
"""tests/share.cmake and tests/support/share.py: each test, and each part of a test's work, is in one share of N, in all of them without
a share, and a share that cannot be read is refused."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))
import share  # noqa: E402
NAMES = [f"cli.test_{k}" for k in range(60)]


def cmake(share, names=()):
    lines = [f'include("{TESTS}/share.cmake")']
    lines += [f'sigprop_in_share({name} inside)\nif(inside)\nmessage("{name}")\nendif()' for name in names]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "names.cmake"
        script.write_text("\n".join(lines))
        return subprocess.run(["cmake", f"-DSIGPROP_TEST_SHARE={share}", "-P", script], capture_output=True, text=True)


class Share(unittest.TestCase):
    def test_each_is_in_one_share(self):
        shares = [cmake(f"{k}/3", NAMES).stderr.split() for k in range(3)]
        self.assertEqual(sorted(sum(shares, [])), sorted(NAMES))
        self.assertTrue(all(10 <= len(one) <= 30 for one in shares), [len(one) for one in shares])

    def test_a_number_beyond_the_parts_counts_on(self):
        self.assertEqual(cmake("4/3", NAMES).stderr, cmake("1/3", NAMES).stderr)

    def test_without_a_share_and_with_one_part_all_are_in(self):
        self.assertEqual(cmake("", NAMES).stderr.split(), NAMES)
        self.assertEqual(cmake("0/1", NAMES).stderr.split(), NAMES)

    def test_what_cannot_be_read_is_refused(self):
        for wrong in ("1", "1/0", "-1/3", "a/3", "1/3/5"):
            done = cmake(wrong)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"not '{wrong}'", " ".join(done.stderr.split()))


class ShareOfWork(unittest.TestCase):
    def of(self, text):
        with mock.patch.dict(os.environ, SIGPROP_TEST_SHARE=text):
            return share.share_of(range(10))

    def test_shares_are_everything(self):
        self.assertEqual(sorted(self.of("0/3") + self.of("1/3") + self.of("2/3")), list(range(10)))
        self.assertEqual(self.of("4/3"), self.of("1/3"))
        self.assertEqual(self.of(""), list(range(10)))

    def test_what_cannot_be_read_is_refused(self):
        for wrong in ("1", "1/0", "a/3"):
            with self.assertRaisesRegex(ValueError, "SIGPROP_TEST_SHARE is K/N"):
                self.of(wrong)


if __name__ == "__main__":
    unittest.main()
