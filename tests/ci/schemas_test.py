#!/usr/bin/env python3
"""The files that continuous integration, pre-commit and other services read of us hold to the schemas of those services, as
check-jsonschema carries them, and to pre-commit's own check; and each planted fault is refused. lint.py has what no schema says.

Exits 77, skipped, where build/venv/tools is missing: bash tools/setup.sh --tools makes it.
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
tools = root / "build" / "venv" / "tools" / "bin"
schemas = {"action.yml": "github-actions", "tools/ci/gitlab.yml": "gitlab-ci", ".github/ISSUE_TEMPLATE/config.yml": "github-issue-config",
           "CITATION.cff": "citation-file-format"}
manifest, configuration = ".pre-commit-hooks.yaml", ".pre-commit-config.yaml"


def files():
    found = {*schemas, manifest, configuration}
    found |= {str(file.relative_to(root)) for file in (root / ".github").rglob("*.yml")}
    return sorted(found)


def command(path):
    if path == manifest:
        return [tools / "pre-commit", "validate-manifest"]
    if path == configuration:
        return [tools / "pre-commit", "validate-config"]
    folder = {"workflows": "github-workflows", "ISSUE_TEMPLATE": "github-issue-forms"}.get(Path(path).parent.name)
    return [tools / "check-jsonschema", "--output-format", "json", "--builtin-schema", f"vendor.{schemas.get(path, folder)}"]


def refusals(given):
    """What the schema of each path says of the files that are given for it, as {file: words}: each schema is asked once."""
    asked = {}
    for path, file in given:
        asked.setdefault(tuple(command(path)), []).append(str(file))
    said = dict.fromkeys((str(file) for _, file in given), "")
    for words, some in asked.items():
        done = subprocess.run([*words, *some], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if words[0].name == "pre-commit":
            for part in done.stdout.split("==> File ")[1:]:
                said[part.split("\n")[0]] += part
        else:
            answer = json.loads(done.stdout)
            for one in answer["errors"]:
                said[one["filename"]] += f"{one['path']}: {one['message']}\n"
            for one in answer.get("parse_errors", []):
                said[one["filename"]] += one["message"]
        if done.returncode != 0 and not any(said[file] for file in some):
            raise AssertionError(done.stdout)  # for another reason than a fault
    return said


# file, what stands there, what is put instead, a word of the message
planted = [
    ("action.yml", "      shell: bash\n", "", "$.runs"),
    ("action.yml", "      shell: bash\n", "      shel: bash\n", "$.runs"),
    ("action.yml", "name: sigprop verify\n", "", "'name' is a required property"),
    ("action.yml", "using: composite", "using: docker", "$.runs"),
    ("action.yml", "inputs:\n", "input:\n", "'input' was unexpected"),
    ("action.yml", "    default: ''\n", "    defaults: ''\n", "'defaults' was unexpected"),
    ("action.yml", "default: claims.json", "default: 1.0", "1.0 is not of type 'string'"),
    ("action.yml", "  claims:\n    description:", "  2claims:\n    description:", "'2claims' does not match"),
    ("action.yml", "run: bash \"$GITHUB_ACTION_PATH/tools/ci/gate.sh\"", "run:", "$.runs"),
    ("action.yml", "  junit:\n", "  claims:\n", "Failed to parse"),
    ("action.yml", "  steps:\n", "  steps: {\n", "Failed to parse"),
    ("tools/ci/gitlab.yml", "  image: python:3.13", "  images: python:3.13", "'images' was unexpected"),
    ("tools/ci/gitlab.yml", "      junit:", "      junits:", "'junits' was unexpected"),
    ("tools/ci/gitlab.yml", "    - folder=", "    - {a: b}\n    - folder=", "$.sigprop.before_script"),
    (".github/workflows/ci.yml", "runs-on:", "runs_on:", "$.jobs.tests"),
    (".github/workflows/release.yml", "      attestations: write", "      attestation: write", "$.jobs.publish"),
    (".github/workflows/docs.yml", "    environment:\n", "    environments:\n", "$.jobs.deploy"),
    (".github/workflows/nightly.yml", "schedule:\n    - cron:", "schedule:\n    - crons:", "$.on: "),
    (".github/ISSUE_TEMPLATE/crash.yml", "  - type: textarea\n", "  - type: text\n", "$.body"),
    (".github/ISSUE_TEMPLATE/request.yml", "description: A quantity", "about: A quantity", "'description' is a required property"),
    (".github/ISSUE_TEMPLATE/config.yml", "blank_issues_enabled", "blank_issue_enabled", "'blank_issue_enabled' was unexpected"),
    ("CITATION.cff", "title:", "name:", "'title' is a required property"),
    (manifest, "  entry: sigprop verify\n", "", "Missing required key: entry"),
    (manifest, "language: python", "language: cpp", "Expected one of"),
    (manifest, "always_run: true", "files: '(claims'", "is not a valid python regex"),
    (manifest, "pass_filenames: false", "pass_filenames: 'no'", "Expected bool"),
    (manifest, "args: [--claims, claims.json]", "args: --claims", "Expected array"),
    (manifest, "always_run: true", "stages: [commits]", "Expected one of"),
    (configuration, "repo: local", "repository: local", "Missing required key: repo"),
]


class Schemas(unittest.TestCase):
    def test_the_files_as_they_are_and_each_planted_fault(self):
        given, rows = [(path, root / path) for path in files()], []
        with tempfile.TemporaryDirectory() as folder:
            for number, (path, good, bad, words) in enumerate(planted):
                text = (root / path).read_text(encoding="utf-8")
                self.assertIn(good, text)
                file = Path(folder) / f"{number}.yaml"
                file.write_text(text.replace(good, bad, 1), encoding="utf-8")
                rows.append((path, file, bad, words))
            said = refusals(given + [row[:2] for row in rows])
        for path, file in given:
            self.assertEqual(said[str(file)], "", path)
        for path, file, bad, words in rows:
            with self.subTest(path=path, bad=bad):
                self.assertIn(words, said[str(file)])


if __name__ == "__main__":
    if not (tools / "check-jsonschema").exists():
        print(f"skipped: there is no {tools}/check-jsonschema: bash tools/setup.sh --tools makes it")
        sys.exit(77)
    unittest.main()
