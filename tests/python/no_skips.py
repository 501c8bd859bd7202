"""A plugin of pytest for runs where everything that tests need is there: a test that is skipped fails the run."""

from __future__ import annotations

from typing import List

import pytest

skipped: List[str] = []


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        skipped.append(f"{report.nodeid}: {report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr}")


pytest_runtest_logreport = pytest_collectreport = _note


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if skipped:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for one in skipped:
        terminalreporter.write_line(f"skipped, where nothing may be: {one}", red=True)
