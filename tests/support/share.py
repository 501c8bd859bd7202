"""The share of a long test's work that the fast tier does: every tenth piece, or one of as many as the test says, always the same
ones. With SIGPROP_WHOLE=1 a test does everything: so runs its twin in the slow tier (sigprop_whole in tests/CMakeLists.txt)."""
import os
import unittest


def share_of(everything, parts=10):
    """Every tenth of a list, or one of so many, from the first on."""
    return list(everything)[::1 if "SIGPROP_WHOLE" in os.environ else parts]


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
