#!/usr/bin/env python3
"""Moments and gains of every activation of the catalogue have certificates that are accepted: smooth ones and those with
kinks and jumps, narrow, wide and shifted inputs.

    every_activation.py SIGPROP
"""
import csv
import io
import subprocess
import sys
import unittest

import checking

tool = sys.argv.pop(1)
questions = ("activation.mean({})", "activation.second_moment({}, std=3)", "activation.variance_gain({}, std=1/10)",
             "activation.derivative_second_moment({})", "activation.mean({}, mean=2)", "activation.linear_share({})",
             "activation.chi_ratio({}, std=2)")


def catalogue():
    """Every question about every activation."""
    table = subprocess.run([tool, "sweep", "activation.mean(f)", "--over", "f=*", "--methods", "closed_form", "--csv", "--evidence"],
                           capture_output=True, text=True).stdout
    activations = [row["f"] for row in csv.DictReader(io.StringIO(table))]
    return [question.format(activation) for activation in activations for question in questions]


class EveryActivation(unittest.TestCase):
    def test_each_has_certificates(self):
        check = checking.checker()
        expressions = catalogue()
        self.assertGreater(len(expressions), 30 * len(questions))
        for expression in expressions:
            with self.subTest(expression):
                self.assertEqual(checking.verdict(check, checking.written_by(tool, expression)), "ACCEPT")


if __name__ == "__main__":
    unittest.main()
