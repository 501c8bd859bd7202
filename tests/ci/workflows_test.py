#!/usr/bin/env python3
"""What two programs that know GitHub find in our workflows and in action.yml: zizmor, how strangers could misuse them, and actionlint, what
the runner would not understand. They find nothing, and each planted fault. lint.py has the rules of this house.

Exits 77, skipped, where build/venv/tools has no zizmor: bash tools/setup.sh --tools makes it. actionlint is a program of Go and runs where
it is in PATH: go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
built = root / "build/venv/tools/bin/zizmor"
zizmor = str(built) if built.exists() else shutil.which("zizmor")
actionlint = shutil.which("actionlint")

# file, what stands there, what is put instead, how zizmor calls it
misused = [
    (".github/workflows/ci.yml", "        with:\n          persist-credentials: false\n", "", "artipacked"),
    (".github/workflows/ci.yml", "  pull_request:\n", "  pull_request_target:\n", "dangerous-triggers"),
    (".github/workflows/ci.yml", "run: bash tools/test.sh", "run: bash tools/test.sh '${{ github.head_ref }}'", "template-injection"),
    (".github/workflows/release.yml", "    permissions:\n      contents: read\n", "    permissions: write-all\n", "excessive-permissions"),
    (".github/workflows/release.yml", "@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c", "@v8", "unpinned-uses"),
    ("action.yml", "run: bash \"$GITHUB_ACTION_PATH/tools/ci/gate.sh\"", "run: bash \"$GITHUB_ACTION_PATH/tools/ci/gate.sh\" ${{ inputs.claims }}",
     "template-injection"),
]
# the same, with words of actionlint
misunderstood = [
    (".github/workflows/release.yml", "    needs: build\n", "    needs: builds\n", 'needs job "builds" which does not exist'),
    (".github/workflows/release.yml", "github.ref_name", "github.refname", 'property "refname" is not defined'),
    (".github/workflows/docs.yml", "steps.pages.outputs", "steps.page.outputs", 'property "page" is not defined'),
    (".github/workflows/wheels.yml", "hashFiles(", "hashFile(", 'undefined function "hashFile"'),
]


def said(command, change=None):
    """What a program says of a copy of these files, one of them with a fault; and its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for path in [Path("action.yml"), *(file.relative_to(root) for file in (root / ".github/workflows").glob("*.yml"))]:
            text = (root / path).read_text(encoding="utf-8")
            if change and change[0] == str(path):
                if change[1] not in text:
                    raise AssertionError(f"{path} does not have: {change[1]}")
                text = text.replace(change[1], change[2], 1)
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text, encoding="utf-8")
        (Path(folder) / ".git").mkdir()  # which is how actionlint finds the workflows
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.stdout, done.returncode


class Workflows(unittest.TestCase):
    def found(self, command, planted):
        text, code = said(command)
        self.assertEqual(code, 0, text)
        for row in planted:
            with self.subTest(row[0], bad=row[2]):
                text, code = said(command, row)
                self.assertNotEqual(code, 0)
                self.assertIn(row[3], text)

    def test_zizmor(self):
        self.found([zizmor, "--offline", "--no-progress", "."], misused)

    @unittest.skipIf(actionlint is None, "there is no actionlint")
    def test_actionlint(self):
        self.found([actionlint, "-no-color"], misunderstood)


if __name__ == "__main__":
    if zizmor is None:
        print(f"skipped: there is no {built}: bash tools/setup.sh --tools makes it")
        sys.exit(77)
    unittest.main()
