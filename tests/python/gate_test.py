"""Claims as tests of pytest: each test runs pytest itself on a small project."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from share import share_of  # noqa: E402

pytest_plugins = ["pytester"]

PLUGIN = "pytest_sigprop"
SOURCE = {"title": "our model"}
GAIN = {"id": "model.silu_gain", "expression": "activation.gain(silu)", "stated": "1.6765", "source": SOURCE}
WRONG = {
    "id": "model.selu_alpha",
    "expression": "selu.alpha",
    "dtype": "float64",
    "stated_from": {"path": "src/init.py", "regex": "SELU_ALPHA = ([0-9.]+)"},
    "source": SOURCE,
}
OTHER = {"id": "relu.gain", "expression": "activation.gain(relu)", "stated": "1.7128585504", "source": SOURCE}
EXTERNAL = {
    "id": "model.loss",
    "kind": "external",
    "external": "needs_training",
    "stated": "3.5",
    "reason": "only a run says.",
    "source": SOURCE,
}
EXPERIMENT = {
    "id": "model.learns",
    "kind": "experiment",
    "expression": "training.learned_nats(pre_norm, 1, width=16, steps=20, networks=24, heads=1, length=16)",
    "stated": "3",
    "bound": "upper",
    "source": SOURCE,
}


def is_installed() -> bool:
    """Whether pytest finds the plugin by itself, as in an environment with the wheel."""
    points = (point for one in importlib.metadata.distributions() for point in one.entry_points)
    return any(point.group == "pytest11" and point.value == PLUGIN for point in points)


class Project:
    """A folder with claims and code, in which pytest runs."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path
        (self.path / "src").mkdir()
        (self.path / "src" / "init.py").write_text("\nSELU_ALPHA = 1.6732632423543778\n")

    def claims(self, *claims: dict, name: str = "claims.json") -> None:
        (self.path / name).write_text(json.dumps({"claims": list(claims)}, indent=1))

    def pyproject(self, text: str) -> None:
        (self.path / "pyproject.toml").write_text(text)

    def run(self, *arguments: str, apart: bool = False) -> pytest.RunResult:
        plugin = () if is_installed() else ("-p", PLUGIN)
        run = self.pytester.runpytest_subprocess if apart else self.pytester.runpytest
        return run(*plugin, *arguments)


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    return Project(pytester)


def outcomes(result: pytest.RunResult) -> dict:
    return {word.rstrip("s"): count for word, count in result.parseoutcomes().items()}


def test_each_claim_is_one_test_with_the_words_of_the_tool(project: Project) -> None:
    project.claims(GAIN, WRONG, OTHER, EXTERNAL)
    result = project.run("--sigprop", "claims.json", "-v", "-rsf")
    assert result.ret == 1
    assert outcomes(result) == {"passed": 1, "failed": 2, "skipped": 1}
    result.stdout.fnmatch_lines(
        [
            "claims.json::model.silu_gain PASSED*",
            "claims.json::model.selu_alpha FAILED*",
            "claims.json::model.loss SKIPPED*",
            "model.selu_alpha: refuted (expected: confirmed)",
            "  expression  selu.alpha()",
            "  stated      1.6732632423543778 (float64); +3.08e-16",
            "                               ^ first wrong digit, 16th after the point",
            "  computed    1.67326324235437728481704299167",
            "  source      our model, src/init.py:2",
            "1 FAILED: model.selu_alpha (src/init.py:2)",
            "  is          activation.variance_gain(relu): *",
            "SKIPPED * claims.json:*: external, needs_training: only a run says.",
            "FAILED claims.json::model.selu_alpha - refuted (expected: confirmed) (src/ini*",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_an_experiment_runs_where_it_is_asked_for(project: Project) -> None:
    import sigprop

    project.claims(GAIN, EXPERIMENT)
    path = project.path / "claims.json"
    bare = project.run("--sigprop", "claims.json", "-rs")
    assert outcomes(bare) == {"passed": 1, "skipped": 1}
    bare.stdout.fnmatch_lines(["SKIPPED * claims.json:*: experiment: trains networks, takes minutes; *"])
    assert outcomes(project.run("--sigprop", "claims.json", "--sigprop-select", "model.learns")) == {"passed": 1}
    assert [one.id for one in sigprop.verify(path).records] == ["model.silu_gain"]
    assert [one.kind for one in sigprop.verify(path, select="*.learns").records] == ["experiment"]


def test_the_failure_text_is_that_of_the_tool(project: Project) -> None:
    import sigprop

    project.claims(WRONG)
    printed = str(sigprop.verify(project.path / "claims.json"))
    paragraph = printed.split("\n\n")[1]
    assert "first wrong digit" in paragraph
    assert paragraph in project.run("--sigprop", "claims.json").stdout.str()


def test_what_is_not_decided_fails_with_this_word(project: Project) -> None:
    """An enclosure of 2 that is no point never decides whether 2.0 was cut or rounded up."""
    number = {"expression": "sqrt(2)^2", "stated": "2.0", "source": SOURCE}
    project.claims({"id": "open", "convention": "truncated", **number}, {"id": "closed", **number})
    result = project.run("--sigprop", "claims.json")
    assert outcomes(result) == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(["open: undecided (expected: confirmed)", "1 UNDECIDED: open"])


def test_digits_are_those_asked_for(project: Project) -> None:
    project.claims(GAIN)
    option = ("--sigprop-digits", "40")
    for table, arguments, digits in [("", (), 30), ("", option, 40), ("digits = 50", (), 50)]:
        project.pyproject(f"[tool.sigprop]\n{table}\n")
        project.run("--sigprop", "claims.json", "--junitxml=out.xml", *arguments)
        values = [one.get("value") for one in xml.parse(project.path / "out.xml").iter("property")]
        assert len(values[1]) == digits + 1  # and the point


def test_a_wrong_number_that_is_expected_passes(project: Project) -> None:
    project.claims({**OTHER, "expected": "refuted"}, {**GAIN, "expected": "refuted"})
    result = project.run("--sigprop", "claims.json")
    assert outcomes(result) == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(["model.silu_gain: confirmed (expected: refuted)"])


@pytest.mark.parametrize("claim", share_of([WRONG, GAIN], 2))
def test_workers_judge_as_one_process_does(project: Project, claim: dict) -> None:
    pytest.importorskip("xdist")
    copies = [{**claim, "id": f"copy.{i}"} for i in range(6)]
    project.claims(*copies, EXTERNAL)
    result = project.run("--sigprop", "claims.json", "-n", "2", "-p", "no:cacheprovider", apart=True)
    word = "passed" if claim is GAIN else "failed"
    assert outcomes(result) == {word: 6, "skipped": 1}
    if claim is WRONG:
        result.stdout.fnmatch_lines(["  source      our model, src/init.py:2"])
        result.stdout.fnmatch_lines(["FAILED *copy.? - refuted (expected*"])


def test_what_selects_tests_selects_claims(project: Project) -> None:
    project.claims(GAIN, WRONG, OTHER)
    project.pytester.makepyfile("def test_of_code(): pass")
    both = ("--sigprop", "claims.json")
    for arguments, expected in [
        ((*both, "-k", "silu"), {"passed": 1, "deselected": 3}),
        ((*both, "-m", "sigprop"), {"passed": 1, "failed": 2, "deselected": 1}),
        ((*both, "--sigprop-select", "relu.*"), {"passed": 1, "failed": 1}),
        ((*both, "--sigprop-select", "relu.*", "--sigprop-select", "*silu*"), {"passed": 2, "failed": 1}),
        ((*both, "claims.json::model.silu_gain"), {"passed": 1}),
        (("-m", "sigprop"), {"deselected": 1}),
    ]:
        assert outcomes(project.run(*arguments)) == expected, arguments
    again = outcomes(project.run(*both, "--lf", "-m", "sigprop"))
    again.pop("deselected", None)  # pytest 9 leaves out what passed before it is collected
    assert again == {"failed": 2}


def test_a_selection_of_nothing_is_an_error(project: Project) -> None:
    project.claims(GAIN)
    result = project.run("--sigprop", "claims.json", "--sigprop-select", "model.silu_gian")
    assert result.ret == 2
    result.stdout.fnmatch_lines(["no claim matches 'model.silu_gian'; did you mean 'model.silu*"])


def test_a_selection_may_be_of_another_file(project: Project) -> None:
    project.claims(GAIN)
    project.claims(OTHER, name="others.json")
    files = ("--sigprop", "claims.json", "--sigprop", "others.json")
    assert outcomes(project.run(*files, "--sigprop-select", "relu.gain")) == {"failed": 1}


def test_a_file_that_is_named_several_times_is_collected_once(project: Project) -> None:
    project.claims(GAIN)
    project.pyproject('[tool.sigprop]\nclaims = ["claims.json"]\n')
    for arguments in [(), (".",), ("claims.json",), (".", "claims.json")]:
        result = project.run("--sigprop", "claims.json", "--sigprop", "./src/../claims.json", *arguments)
        assert outcomes(result) == {"passed": 1}, arguments


def test_claims_of_the_project(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.claims(GAIN)
    table = '[tool.sigprop]\nclaims = ["claims.json"]\n'
    project.pyproject(f'[tool.pytest.ini_options]\ntestpaths = ["tests"]\n{table}')
    (project.path / "tests").mkdir()
    (project.path / "tests" / "test_code.py").write_text("def test_of_code(): pass")
    assert outcomes(project.run()) == {"passed": 2}
    assert outcomes(project.run("tests")) == {"passed": 1}
    assert outcomes(project.run("claims.json::model.silu_gain")) == {"passed": 1}
    monkeypatch.chdir(project.path / "src")
    assert outcomes(project.run()) == {"passed": 1}  # the path is that from pyproject.toml


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('claim = ["claims.json"]', "*no key 'claim'; it has claims and digits*"),
        ('claims = "claims.json"', '*claims must be a list of files: claims = ?"claims.json"?*'),
        ('claims = ["missing.json"]', "*there is no file missing.json in *; 'sigprop init*"),
        ('claims = ["src"]', "*src is a folder: give a claims file in it*"),
        ('digits = "many"', "*digits must be a whole number: digits = 30*"),
    ],
)
def test_a_table_that_cannot_be_meant(project: Project, text: str, message: str) -> None:
    project.pyproject(f"[tool.sigprop]\n{text}\n")
    result = project.run()
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


def test_files_that_are_not_there(project: Project) -> None:
    for arguments, message in [
        (("--sigprop", "missing.json"), "*--sigprop: there is no file missing.json in *'sigprop init *'*"),
        (("--sigprop", "src"), "*--sigprop: src is a folder: give a claims file in it*"),
        (("--sigprop-select", "a"), "*no claims file is given: add --sigprop claims.json*"),
    ]:
        result = project.run(*arguments)
        assert result.ret == 4
        result.stderr.fnmatch_lines([message])


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ('{"claims": [', ["claims.json:1:13: the text ends too early in claims*"]),
        ("[]", ["claims.json:1:1: a claims file must be an object*"]),
        (
            json.dumps({"claims": [GAIN, GAIN, {**GAIN, "id": "b", "expression": "no.such(1)"}]}),
            ["claims.json:1:*: claim 'model.silu_gain': the id is already used in line 1*", "*claim 'b': unknown function*"],
        ),
        (json.dumps({"claims": [{**WRONG, "stated_from": {"path": "no.py", "regex": "x"}}]}), ["*no.py*"]),
    ],
)
def test_a_bad_file_is_a_collection_error_with_all_messages(
    project: Project, text: str, messages: list
) -> None:
    (project.path / "claims.json").write_text(text)
    result = project.run("--sigprop", "claims.json")
    assert result.ret == 2
    assert outcomes(result) == {"error": 1}
    result.stdout.fnmatch_lines(["*ERROR collecting claims.json*", *messages])
    assert "Traceback" not in result.stdout.str()


def test_junit_has_the_verdicts(project: Project) -> None:
    project.claims(GAIN, WRONG, EXTERNAL)
    project.run("--sigprop", "claims.json", "--junitxml=out.xml")
    cases: Any = {one.get("name"): one for one in xml.parse(project.path / "out.xml").iter("testcase")}
    assert set(cases) == {"model.silu_gain", "model.selu_alpha", "model.loss"}
    properties = {one.get("name"): one.get("value") for one in cases["model.silu_gain"].iter("property")}
    assert properties["verdict"] == "confirmed"
    assert properties["computed"].startswith("1.676532470331091158604257543")
    failure = cases["model.selu_alpha"].find("failure")
    assert failure.get("message").startswith("refuted (expected: confirmed) (src/init.py:2)")
    assert "^ first wrong digit, 16th after the point" in failure.text
    assert "external, needs_training" in cases["model.loss"].find("skipped").get("message")


def test_nothing_is_read_or_imported_where_nothing_is_asked(project: Project) -> None:
    project.pytester.makepyfile(
        """
        import sys

        def test_of_code():
            assert "numpy" not in sys.modules
            assert "sigprop.testing" not in sys.modules
        """
    )
    assert outcomes(project.run("-p", "no:randomly", apart=True)) == {"passed": 1}


def test_the_fixture_holds_numbers_of_a_test(project: Project) -> None:
    project.pytester.makepyfile(
        """
        def test_right(sigprop_claim):
            record = sigprop_claim("activation.gain(silu)", "1.6765")
            assert record.verdict == "confirmed"
            sigprop_claim("activation.gain(silu)", 1.676532470331091)
            sigprop_claim("activation.gain(silu)", 1.68, tolerance="0.01")

        def test_wrong(sigprop_claim):
            sigprop_claim("activation.gain(silu)", 1.6765)
        """
    )
    result = project.run("--junitxml=out.xml")
    assert outcomes(result) == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(
        [
            "E *AssertionError: refuted (expected: confirmed)",
            "E *stated      1.6765 (float64)*",
            "E *source *.py:8",
        ]
    )
    assert "pytest_sigprop.py" not in result.stdout.str()  # the traceback ends in the test
    names = [one.get("name") for one in xml.parse(project.path / "out.xml").iter("property")]
    assert names == ["activation.gain(silu)"] * 3
