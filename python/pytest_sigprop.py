"""Claims as tests of pytest.

    pytest --sigprop claims.json                 # each claim is one test, claims.json::its.id
    pytest -m sigprop                            # only the claims, with this in pyproject.toml:

    [tool.sigprop]
    claims = ["claims.json"]

Claims named in pyproject.toml belong to the tests of the project: they are collected when pytest runs without
paths, or with a path that holds them (``pytest claims.json::model.gain``). Those of ``--sigprop`` are always
collected. An external claim is skipped with its reason, an experiment unless ``--sigprop-select`` is given; every other
one passes, or fails in the words of ``sigprop verify``.

The fixture ``sigprop_claim`` holds a number of a test against a proof. This module stands beside the package, which it
imports when there is a claim: pytest imports every plugin in every run.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any, Callable, Generator, Iterator, Optional, Union

import pytest

OPTION, KEYS = "--sigprop", ("claims", "digits")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("sigprop", "claims about numbers, verified by proofs")
    group.addoption(
        OPTION,
        action="append",
        default=[],
        dest="sigprop_files",
        metavar="FILE",
        help="a claims file, in which each claim is a test; may repeat, and adds to [tool.sigprop] claims",
    )
    group.addoption(
        "--sigprop-select",
        action="append",
        default=[],
        metavar="GLOB",
        help="run only the claims with such an id, 'model.*'; may repeat",
    )
    group.addoption(
        "--sigprop-digits", type=int, metavar="N", help="digits that a proof starts with (default: 30)"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sigprop: a claim that sigprop verifies (pytest -m sigprop)")
    settings = _settings(config.rootpath / "pyproject.toml")
    if config.getoption("sigprop_digits") is None:
        config.option.sigprop_digits = settings.get("digits")
    here, project = config.invocation_params.dir, config.rootpath
    given = [_existing(OPTION, here, one) for one in config.getoption("sigprop_files")]
    of_project = [_existing("[tool.sigprop] claims", project, one) for one in settings.get("claims", [])]
    if not given and not of_project:
        if config.getoption("sigprop_select"):
            raise pytest.UsageError("--sigprop-select: no claims file is given: add --sigprop claims.json")
        return
    config.pluginmanager.register(Gate(config, given, of_project), "sigprop-gate")


def _existing(where: str, folder: pathlib.Path, name: str) -> pathlib.Path:
    path = pathlib.Path(os.path.abspath(folder / name))
    if path.is_dir():
        raise pytest.UsageError(f"{where}: {name} is a folder: give a claims file in it")
    if not path.exists():
        raise pytest.UsageError(
            f"{where}: there is no file {name} in {folder}; "
            f"'sigprop init src/*.py --output {name}' writes a first one"
        )
    return path


def _settings(path: pathlib.Path) -> dict:
    """The table [tool.sigprop]; a file that does not speak of sigprop is not even parsed."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    if "sigprop" not in text:
        return {}
    toml = _toml_reader()
    if toml is None:
        raise pytest.UsageError(f"{path} has settings for sigprop, but this Python cannot read TOML: pip install tomli")
    try:
        table = toml.loads(text).get("tool", {}).get("sigprop", {})
    except toml.TOMLDecodeError as error:
        raise pytest.UsageError(f"{path.name}: {error}") from None
    for key in table:
        if key not in KEYS:
            known = " and ".join(KEYS)
            raise pytest.UsageError(f"{path.name}: [tool.sigprop] has no key '{key}'; it has {known}")
    claims, digits = table.get("claims", []), table.get("digits")
    if not isinstance(claims, list) or not all(isinstance(one, str) for one in claims):
        raise pytest.UsageError(
            f'{path.name}: [tool.sigprop] claims must be a list of files: claims = ["claims.json"]'
        )
    if digits is not None and (isinstance(digits, bool) or not isinstance(digits, int)):
        raise pytest.UsageError(f"{path.name}: [tool.sigprop] digits must be a whole number: digits = 30")
    return dict(table)


def _toml_reader() -> Any:
    try:
        import tomllib
    except ImportError:
        try:
            import tomli as tomllib  # pytest itself needs it where Python has none
        except ImportError:
            return None
    return tomllib


class Gate:
    """The claims files of a run; the package is imported when the first of them is read."""

    def __init__(
        self, config: pytest.Config, given: list[pathlib.Path], of_project: list[pathlib.Path]
    ) -> None:
        self._known = {os.path.realpath(path): path for path in [*of_project, *given]}
        no_paths = not getattr(config.option, "file_or_dir", None)
        self._demanded = [*given, *(of_project if no_paths else [])]
        self._globs: list[str] = config.getoption("sigprop_select")
        self.takes_experiments = bool(self._globs)
        self._held: dict[pathlib.Path, Any] = {}
        self.collected: set[str] = set()
        self.options: dict[str, Any] = {"digits": config.getoption("sigprop_digits")}  # None: the default
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        if workers > 1:  # xdist: the cores are shared
            self.options["threads"] = max(1, (os.cpu_count() or 1) // workers)

    def pytest_collect_file(
        self, file_path: pathlib.Path, parent: pytest.Collector
    ) -> Optional[pytest.Collector]:
        if os.path.realpath(file_path) not in self._known:
            return None
        return ClaimsFile.from_parent(parent, path=file_path)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Adds the files that no path led to; a file to which two paths led is collected once."""
        for path in self._demanded:
            if os.path.realpath(path) not in self.collected:
                items.extend(session.genitems(ClaimsFile.from_parent(session, path=path)))
        seen = set()
        once = []
        for item in items:
            key = (os.path.realpath(item.path), item.name) if isinstance(item, Claim) else item
            if key not in seen:
                once.append(item)
            seen.add(key)
        items[:] = once

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, None]:
        """A claim is skipped at its own line, not at that of this file."""
        outcome = yield
        report = outcome.get_result()
        if isinstance(item, Claim) and report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (str(item.path), item.line, report.longrepr[2])

    def held(self, path: pathlib.Path) -> Any:
        """The claims of a file; raises InputError with everything that is wrong in it, or OSError."""
        from sigprop._report import held_claims

        if path not in self._held:
            shown = os.path.relpath(path)
            self._held[path] = held_claims(str(path) if shown.startswith(os.pardir) else shown)
        return self._held[path]

    def selected(self, path: pathlib.Path) -> set[str]:
        """The ids of a file that are to be judged. Raises InputError for a glob that selects none at all."""
        from sigprop._errors import InputError

        held = self.held(path)
        chosen: set[str] = set() if self._globs else set(held.ids)
        for glob in self._globs:
            misses = []
            for other in [path, *self._known.values()]:
                try:
                    ids = self.held(other).select([glob]).ids
                except (InputError, OSError) as error:
                    misses.append(error)
                    continue
                if other == path:
                    chosen.update(ids)
                break
            else:
                raise misses[0]
        return chosen


class ClaimsFile(pytest.File):
    """A claims file: one item for each claim, in the order of the file."""

    def collect(self) -> Iterator[pytest.Item]:
        from sigprop._errors import InputError

        gate = self.config.pluginmanager.get_plugin("sigprop-gate")
        gate.collected.add(os.path.realpath(self.path))
        try:
            held = gate.held(self.path)
            selected = gate.selected(self.path)
        except (InputError, OSError) as error:
            raise self.CollectError(str(error)) from None
        for name, line in zip(held.ids, held.lines):
            if name in selected:
                item = Claim.from_parent(self, name=name)
                item.line = line
                yield item


class ClaimFailed(Exception):
    """A claim without its expected verdict: what the tool says of it, in one line and in full."""

    def __init__(self, line: str, text: str) -> None:
        super().__init__(line)
        self.text = text


class Claim(pytest.Item):
    """One claim: it runs by being judged."""

    line = 1

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.add_marker("sigprop")

    def runtest(self) -> None:
        from sigprop import _core
        from sigprop._report import Verification
        from sigprop.testing import words_of_failure

        gate = self.config.pluginmanager.get_plugin("sigprop-gate")
        if not gate.takes_experiments and self.name not in gate.held(self.path).without_experiments().ids:
            pytest.skip("experiment: trains networks, takes minutes; select it by name with --sigprop-select")
        report = Verification(_core.verify(gate.held(self.path).select([self.name]), dict(gate.options)))
        record = report[0]
        if record.kind == "external":
            pytest.skip(", ".join(filter(None, ["external", record.external])) + f": {record.reason}")
        self.user_properties.append(("verdict", record.verdict))
        if record.computed and record.computed.get("decimal"):
            self.user_properties.append(("computed", record.computed["decimal"]))
        if record.ok:
            return
        words = words_of_failure(report)
        verdict = words.partition("\n")[0].partition(": ")[2]
        where = record.source.get("where")
        last = str(report).strip("\n").rpartition("\n")[2]  # "1 FAILED: model.gain (src/init.py:12)"
        raise ClaimFailed(f"{verdict}{f' ({where})' if where else ''}: {record.reason}", f"{words}\n\n{last}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo, style: Optional[str] = None) -> Any:
        """The words of the tool in place of a traceback, also for reports of JUnit and of xdist's workers."""
        if not isinstance(excinfo.value, ClaimFailed):
            return super().repr_failure(excinfo)
        shown = excinfo.getrepr(style="native")
        shown.reprtraceback.reprentries[0].lines = [excinfo.value.text + "\n"]
        if shown.reprcrash is not None:
            shown.reprcrash.path, shown.reprcrash.lineno = str(self.path), self.line
            shown.reprcrash.message = str(excinfo.value)
        return shown

    def reportinfo(self) -> tuple[Union[os.PathLike[str], str], Optional[int], str]:
        return self.path, self.line - 1, f"claim {self.name}"


@pytest.fixture
def sigprop_claim(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Holds numbers against proofs: sigprop_claim(expression, value, dtype=…, convention=…, tolerance=…).

    A text promises its printed digits, a float the nearest number of its dtype (float64 unless given);
    as of ``sigprop.testing.assert_proved``, which does the work. Returns the record; its verdict is written to
    the properties of the test's report.
    """
    digits = request.config.getoption("sigprop_digits")

    def judge(expression: Any, value: Any, **terms: Any) -> Any:
        __tracebackhide__ = True
        from sigprop.testing import assert_proved

        terms.setdefault("digits", digits)
        record = assert_proved(value, expression, **terms)
        computed = (record.computed or {}).get("decimal") or record.status
        request.node.user_properties.append((record.expression, f"{record.verdict}: {computed}"))
        return record

    return judge
