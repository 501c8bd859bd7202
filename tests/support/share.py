"""The share of a long test's work that this run does: SIGPROP_TEST_SHARE=K/N, which tests/share.cmake sets for tests that
share their own work. Without it, all."""
import os
import re
import unittest


def share_of(everything):
    """Every N-th of a list, from the K-th on."""
    text = os.environ.get("SIGPROP_TEST_SHARE", "")
    if not text:
        return list(everything)
    if not re.fullmatch(r"\d+/[1-9]\d*", text):
        raise ValueError(f"SIGPROP_TEST_SHARE is K/N, not '{text}'")
    part, parts = map(int, text.split("/"))
    return list(everything)[part % parts::parts]


def cases_of(suite):
    """The test cases of a suite of suites, in order."""
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from cases_of(one)
        else:
            yield one


def shared_cases(loader, tests, pattern):
    """unittest's load_tests: a share of a module's test cases."""
    return unittest.TestSuite(share_of(cases_of(tests)))
