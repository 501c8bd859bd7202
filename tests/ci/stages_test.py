#!/usr/bin/env python3
"""tools/test.sh --all on make-believe programs: what it runs, that two commits of one tree run the same, and that each stage that
fails makes it fail and is named."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSED = "100% tests passed, 0 tests failed out of 12"
FAILED = "75% tests passed, 3 tests failed out of 12\n\nThe following tests FAILED:\n\t  7 - core.a_test (Failed)\nErrors while running CTest"


class Stages(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-stages-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree = self.folder / "tree"
        (self.tree / "tools").mkdir(parents=True)
        (self.folder / "bin").mkdir()
        shutil.copy(ROOT / "tools" / "test.sh", self.tree / "tools")
        self.program(self.tree / "tools" / "setup.sh", "")
        self.program(self.tree / "tools" / "fresh.sh", 'exit "${FRESH:-0}"')
        self.program(self.folder / "bin" / "cmake", 'if [[ "$*" == "$BROKEN_BUILD" ]]; then exit 1; fi')
        self.program(self.folder / "bin" / "ctest",
                     f'if [[ "$*" == "$BROKEN_TESTS" ]]; then echo "{FAILED}"; exit 8; fi; echo "{PASSED}"; echo "1/12 a ...***Skipped"')
        (self.tree / ".gitignore").write_text("build/\n")
        self.git("init", "-q")
        self.commit("one")

    def program(self, path, lines):
        path.write_text(f'#!/usr/bin/env bash\necho "{path.name} $*" >> "{self.folder}/log"\n{lines}\n')
        path.chmod(0o755)

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.invalid", *words], cwd=self.tree, check=True)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def run_all(self, **environment):
        (self.folder / "log").write_text("")
        shutil.rmtree(self.tree / "build", ignore_errors=True)
        environment = {**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "BROKEN_BUILD": "-", "BROKEN_TESTS": "-",
                       "SIGPROP_JOBS": "2", **environment}
        done = subprocess.run(["bash", "tools/test.sh", "--all"], cwd=self.tree, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr, (self.folder / "log").read_text().splitlines()

    def test_all_is_well(self):
        code, said, ran = self.run_all()
        self.assertEqual(code, 0, said)
        self.assertIn("26 passed, 0 failed, 2 skipped", said)  # twice 11 tests, three builds, the bare machine
        for one in ("ctest --preset release", "ctest --preset readers", "fresh.sh --keep build/release"):
            self.assertEqual(ran.count(one), 1, ran)

    def test_another_commit_of_the_tree_runs_the_same(self):
        before = sorted(self.run_all()[2])  # two of them run beside each other
        self.commit("two")
        self.assertEqual(sorted(self.run_all()[2]), before)

    def test_a_tree_that_is_not_committed_is_compiled_here(self):
        (self.tree / "new").touch()
        code, said, ran = self.run_all()
        self.assertEqual(code, 0, said)
        self.assertEqual(ran[-1], "fresh.sh ")

    def test_a_stage_that_fails(self):
        faults = {"release: build": {"BROKEN_BUILD": "--build --preset release -j 2"},
                  "release: tests": {"BROKEN_TESTS": "--preset release"},
                  "sanitized readers: objects": {"BROKEN_BUILD": "--build --preset readers -j 2 --target sigprop_readers_objects"},
                  "sanitized readers: build": {"BROKEN_BUILD": "--build --preset readers -j 2"},
                  "sanitized readers: tests": {"BROKEN_TESTS": "--preset readers"},
                  "a bare machine: the first command of README.md": {"FRESH": "1"}}
        for stage, environment in faults.items():
            with self.subTest(stage):
                code, said, _ = self.run_all(**environment)
                self.assertEqual(code, 1, said)
                self.assertIn(f"FAILED:\n{stage}\n", said)
                if "BROKEN_TESTS" in environment:
                    self.assertIn("core.a_test (Failed)", said.split("FAILED:\n" + stage)[1])
                    self.assertIn(", 3 failed", said)

    def test_what_is_skipped_has_not_passed(self):
        code, said, _ = self.run_all(FRESH="77")
        self.assertEqual(code, 0)
        self.assertIn("25 passed, 0 failed, 3 skipped", said)

    def test_there_is_one_option(self):
        done = subprocess.run(["bash", "tools/test.sh", "--fast"], cwd=self.tree, capture_output=True, text=True)
        self.assertEqual((done.returncode, "there is --all" in done.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
