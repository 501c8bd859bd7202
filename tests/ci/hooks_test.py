#!/usr/bin/env python3
"""The hooks of .pre-commit-config.yaml: ruff finds nothing in the tree, and each hook refuses what it is for.

Exits 77, skipped, where build/venv/tools or git is missing: bash tools/setup.sh --tools makes the first.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import lint

tools = lint.root / "build" / "venv" / "tools" / "bin"
hooks = {hook["id"]: hook for hook in lint.parsed(".pre-commit-config.yaml")["repos"][0]["hooks"]}

# hook, file, what pre-commit must say of it; the third is what stands in it
planted = [
    ("ruff", "tools/new.py", "F401", "import os\n"),
    ("ruff", "python/new.py", "F821", "print(nothing)\n"),
    ("ruff", "tests/new.py", "B008", "def f(x=[].copy()):\n    return x\n"),
    ("clang-format", "src/new.cpp", "files were modified by this hook", "int  f( ) {return 1 ;}\n"),
]
good = {"tools/new.py": "import os\n\nprint(os.name)\n", "src/new.cpp": "int f() { return 1; }\n"}


class Hooks(unittest.TestCase):
    def setUp(self):
        """A repository of git with the configuration, the tools and nothing else."""
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-hooks-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for name in (".pre-commit-config.yaml", ".clang-format", "pyproject.toml", ".gitignore"):
            shutil.copy(lint.root / name, self.folder)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "venv").symlink_to(lint.root / "build" / "venv")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
        self.environment |= {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache"), "GIT_CONFIG_NOSYSTEM": "1"}
        self.run_in("git", "init", "--quiet")
        self.run_in("git", "add", ".")

    def run_in(self, *words):
        done = subprocess.run(words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def hook(self, name, path, text):
        file = self.folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        self.run_in("git", "add", path)
        return self.run_in(tools / "pre-commit", "run", name, "--color", "never", "--files", path)

    def test_what_is_right_passes(self):
        for path, text in good.items():
            name = "ruff" if path.endswith(".py") else "clang-format"
            self.assertEqual(self.hook(name, path, text)[0], 0, path)

    def test_each_planted_fault(self):
        for name, path, words, text in planted:
            with self.subTest(path=path, text=text):
                code, said = self.hook(name, path, text)
                self.assertEqual(code, 1, said)
                self.assertIn(words, said)

    def test_the_tree(self):
        done = subprocess.run([tools / "ruff", "check", "--output-format", "concise", "."], cwd=lint.root, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_the_hooks_run_is_there(self):
        for name, hook in hooks.items():
            programs = [word for word in hook["entry"].split() if "/" in word]
            self.assertTrue(programs, name)
            for word in programs:
                self.assertTrue((lint.root / word).exists(), f"{name}: {word}")


if __name__ == "__main__":
    if not (tools / "pre-commit").exists() or shutil.which("git") is None:
        print("skipped: there is no git, or no build/venv/tools: bash tools/setup.sh --tools makes it")
        sys.exit(77)
    unittest.main()
