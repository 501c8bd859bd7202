#!/usr/bin/env python3
"""pre-commit itself reads .pre-commit-hooks.yaml and runs its hooks in a repository whose commits a gate guards: by the sigprop in PATH,
and by one that pre-commit installs from the hooks' repository, which is here the manifest with a package that `pip install .` makes at once.

    pre_commit_test.py TOOL

Exits 77, skipped, where Debian's pre-commit or git is missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import lint
from machine import claims, root

for program in ("pre-commit", "git"):
    if shutil.which(program) is None:
        print(f"skipped: there is no {program}")
        sys.exit(77)
tool = Path(sys.argv.pop(1)).resolve()
manifest = ".pre-commit-hooks.yaml"
project = """[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
backend = f"""import small_wheel


def build_wheel(folder, config_settings=None, metadata_directory=None):
    return small_wheel.write(folder, {str(tool)!r}, {lint.version!r}).name
"""


class PreCommit(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-pre-commit-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "bin").mkdir()
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
        self.environment |= {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "HOME": str(self.folder),
                             "XDG_CACHE_HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1", "PIP_NO_INDEX": "1"}
        self.hooks = self.repository("hooks", {
            manifest: (root / manifest).read_text(encoding="utf-8"), "pyproject.toml": project, "backend.py": backend,
            "small_wheel.py": Path(__file__).with_name("small_wheel.py").read_text(encoding="utf-8")})
        self.project = self.repository("project", {"claims.json": claims, "init.py": "STD = 0.87962566\n"})

    def run_in(self, folder, *words):
        done = subprocess.run(words, cwd=folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout

    def git(self, folder, *words):
        code, said = self.run_in(folder, "git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words)
        self.assertEqual(code, 0, said)
        return said.strip()

    def repository(self, name, files):
        folder = self.folder / name
        folder.mkdir()
        self.git(folder, "init", "--quiet")
        for path, text in files.items():
            (folder / path).write_text(text)
        self.git(folder, "add", ".")
        self.git(folder, "commit", "--quiet", "-m", "first")
        return folder

    def configure(self, more="", hook="sigprop-verify-installed"):
        revision = self.git(self.hooks, "rev-parse", "HEAD")
        (self.project / ".pre-commit-config.yaml").write_text(
            f"repos:\n  - repo: {self.hooks}\n    rev: {revision}\n    hooks:\n      - id: {hook}\n{more}")
        self.git(self.project, "add", ".")

    def install(self):
        (self.folder / "bin" / "sigprop").symlink_to(tool)

    def commit(self, code, *words):
        ended = self.run_in(self.project, "pre-commit", "run", "--color", "never")
        self.assertEqual(ended[0], code, ended[1])
        for word in words:
            self.assertIn(word, ended[1])

    def test_the_manifest(self):
        self.assertEqual(self.run_in(root, "pre-commit", "validate-manifest", manifest)[0], 0)
        text = (root / manifest).read_text(encoding="utf-8")
        (self.folder / "bad.yaml").write_text(text.replace("  entry: sigprop verify\n", "", 1))
        self.assertIn("entry", self.run_in(self.folder, "pre-commit", "validate-manifest", "bad.yaml")[1])

    def test_a_sigprop_that_pre_commit_installs(self):
        self.configure(hook="sigprop-verify")
        self.commit(0, "sigprop verify", "Passed")
        (self.project / "init.py").write_text("STD = 0.87962568\n")
        self.git(self.project, "add", "init.py")
        self.commit(1, "Failed", "1 FAILED: model.std (init.py:1)")
        self.git(self.hooks, "rm", "--quiet", "backend.py")  # the control: a repository that cannot be installed
        self.git(self.hooks, "commit", "--quiet", "-m", "no backend")
        self.configure(hook="sigprop-verify")
        self.commit(3, "backend")

    @unittest.skipIf(shutil.which("sigprop"), "a sigprop is installed here")
    def test_none_in_path(self):
        self.configure()
        self.commit(1, "`sigprop` not found")

    def test_commits(self):
        self.install()
        self.configure()
        self.commit(0, "sigprop verify", "Passed")
        (self.project / "init.py").write_text("STD = 0.87962568\n")
        self.git(self.project, "add", "init.py")  # the claims file is not touched
        self.commit(1, "Failed", "1 FAILED: model.std (init.py:1)")
        (self.project / "init.py").write_text("STD = 0.87962566\n")  # fixed, but not staged
        self.commit(1, "1 FAILED: model.std")
        self.git(self.project, "rm", "--quiet", "--force", "init.py")  # a commit that only deletes
        self.commit(1, "Failed", "init.py")

    def test_another_claims_file(self):
        self.install()
        self.git(self.project, "mv", "claims.json", "gate.json")
        self.configure()
        self.commit(1, "claims.json")
        self.configure("        args: [--claims, gate.json]\n")
        self.commit(0, "Passed")


if __name__ == "__main__":
    unittest.main()
