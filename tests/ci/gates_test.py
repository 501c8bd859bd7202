#!/usr/bin/env python3
"""Runs the steps of action.yml and the job of tools/ci/gitlab.yml with the built tool, on a make-believe machine.

    gates_test.py TOOL
"""
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import small_wheel
from machine import Machine, claims

tool = sys.argv.pop(1)
wrong = "# ours\nSTD = 0.87962568\n"


class Gates(unittest.TestCase):
    def setUp(self):
        self.machine = Machine(tool)
        self.addCleanup(self.machine.remove)

    def expect(self, ended, code, *words):
        self.assertEqual(ended[0], code, ended[1])
        for word in words:
            self.assertIn(word, ended[1])

    def test_a_gate_that_holds(self):
        ended = self.machine.action()
        self.expect(ended, 0, "1 claim: 1 confirmed")
        self.assertNotIn("::error", ended[1])
        self.assertIn('failures="0"', self.machine.read("sigprop.xml"))
        fetched = [line.split("/")[-1] for line in self.machine.log().splitlines() if "download.py" in line]
        self.assertEqual(fetched, ["SHA256SUMS", *(f"sigprop-{self.machine.version}-py3-none-{kind}.whl" for kind in self.machine.wheels())])
        # only the command gets into PATH: the job's Python stays its own
        folders = self.machine.read("../path").splitlines()
        self.assertEqual([os.listdir(folder) for folder in folders], [["sigprop"]])

    def test_a_wrong_number(self):
        self.machine.write("init.py", wrong)
        self.expect(self.machine.action(junit="out.xml"), 1, "::error file=init.py,line=2,title=sigprop%3A model.std::")
        self.assertIn('failures="1"', self.machine.read("out.xml"))

    def test_what_is_undecided_is_no_pass(self):
        self.expect(self.machine.action(arguments="--methods monte_carlo"), 3, "::error")

    def test_claims_files_one_a_line(self):
        self.machine.write("more claims.json", claims.replace("model.std", "more.std"))
        self.expect(self.machine.action(claims="claims.json\n  more claims.json\n"), 0, "2 claims: 2 confirmed")
        self.expect(self.machine.action(claims="claims.json\nmissing.json"), 2, "missing.json")
        self.expect(self.machine.action(claims=" \n"), 2, "claims names no file")
        self.expect(self.machine.action(claims="--builtin"), 2, "--builtin")  # a name, no option

    def test_arguments(self):
        self.machine.write("claims.json", claims.replace("model.std", "model.x"))
        self.expect(self.machine.action(arguments="--digits 60 'model.*'"), 0, "1 confirmed")
        self.expect(self.machine.action(arguments='"other thing"'), 5, "no claim matches 'other thing'")
        self.expect(self.machine.action(arguments="*"), 0)  # not the names of the files here
        self.expect(self.machine.action(arguments="'model.*"), 2, "a quote without its end")

    def test_no_input_is_executed(self):
        for text in ("$(touch planted)", "`touch planted`", "; touch planted", "a\ntouch planted", "'; touch planted; '"):
            for name in ("arguments", "baseline", "claims", "junit", "version"):
                with self.subTest(name=name, text=text):
                    self.machine.action(**{name: text})
                    self.assertFalse((self.machine.project / "planted").exists())

    def test_a_baseline(self):
        self.expect(self.machine.action(baseline="gate.json", arguments="--update-baseline"), 0)
        self.expect(self.machine.action(baseline="gate.json"), 0)
        self.machine.write("init.py", "STD = 0.8796257\n")  # right as well, and yet a change
        self.expect(self.machine.action(baseline="gate.json"), 1, "model.std")
        self.expect(self.machine.action(), 0)

    def test_what_is_installed_already_stays(self):
        self.assertEqual(self.machine.action()[0], 0)
        before = self.machine.log()
        self.expect(self.machine.action(), 0, "is installed already")
        self.assertEqual(self.machine.log(), before)

    def test_releases_that_cannot_be_installed(self):
        self.expect(self.machine.action(version="main"), 2, "version is 'main'")
        self.expect(self.machine.action(version="v9.9.9"), 2, f"cannot download {self.machine.releases()}/v9.9.9/SHA256SUMS: ")
        self.machine.release("v9.9.9", content=b"wheel, altered")
        self.expect(self.machine.action(version="v9.9.9"), 2, "FAILED", "is not the file whose SHA-256 release v9.9.9 states")
        self.machine.release("v9.9.9", wheels=["manylinux_2_28_riscv64"])
        self.expect(self.machine.action(version="v9.9.9"), 2, "release v9.9.9 has no wheel for")
        self.machine.release("v9.9.9")
        self.expect(self.machine.action(version="v9.9.9"), 2, "the installed command is not sigprop 9.9.9")
        (self.machine.folder / "refuses").touch()
        self.expect(self.machine.action(version="v9.9.9"), 2, "pip cannot install sigprop 9.9.9")
        (self.machine.folder / "no venv").touch()
        self.expect(self.machine.action(version="v9.9.9"), 2, "apt-get install python3-venv")
        (self.machine.bin / "python3").unlink()
        self.expect(self.machine.action(), 2, "there is no python3")
        self.assertFalse((self.machine.folder / "path").exists())

    def test_gitlab(self):
        releases = self.machine.releases()
        self.expect(self.machine.gitlab(SIGPROP_RELEASES=releases, SIGPROP_VERSION=f"v{self.machine.version}"), 0, "1 claim: 1 confirmed")
        self.assertIn('failures="0"', self.machine.read("sigprop.xml"))
        self.machine.write("init.py", wrong)
        self.expect(self.machine.gitlab(SIGPROP_RELEASES=releases, SIGPROP_VERSION=f"v{self.machine.version}"), 1, "1 FAILED: model.std (init.py:2)")
        self.assertIn('failures="1"', self.machine.read("sigprop.xml"))

    def test_gitlab_without_a_release(self):
        self.assertIn("the address of the releases", self.machine.gitlab()[1])
        self.machine.release(f"v{self.machine.version}", content=b"wheel, altered")
        releases = self.machine.releases()
        ended = self.machine.gitlab(SIGPROP_RELEASES=releases, SIGPROP_VERSION=f"v{self.machine.version}")
        self.assertNotEqual(ended[0], 0)
        self.assertIn("FAILED", ended[1])
        self.assertFalse((self.machine.bin / "sigprop").exists())
        self.assertNotEqual(self.machine.gitlab(SIGPROP_RELEASES=releases, SIGPROP_VERSION="v9.9.9")[0], 0)

    def test_nothing_is_left_behind(self):
        before = set(os.listdir(self.machine.folder)) | {"log", "script", "path", "runner"}
        self.machine.action()
        self.assertEqual(set(os.listdir(self.machine.folder)), before)

    def test_a_wheel_by_pip(self):
        """The same steps, with an environment and pip as they are."""
        if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True).returncode:
            self.skipTest("there is no python3-venv")
        (self.machine.bin / "python3").unlink()
        (self.machine.bin / "python3").symlink_to(sys.executable)
        kind = f"py3-none-manylinux_2_17_{platform.machine()}"
        folder = self.machine.folder / "releases" / f"v{self.machine.version}"
        shutil.rmtree(folder)
        folder.mkdir()
        wheel = small_wheel.write(folder, Path(tool).resolve(), self.machine.version, kind)
        (folder / "SHA256SUMS").write_text(f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel.name}\n")
        self.expect(self.machine.action(), 0, "Successfully installed sigprop", "1 claim: 1 confirmed")
        folder = folder.with_name("v9.9.9")  # the control: pip refuses a newer C library than this machine has
        folder.mkdir()
        wheel = small_wheel.write(folder, Path(tool).resolve(), "9.9.9", f"py3-none-manylinux_2_99_{platform.machine()}")
        (folder / "SHA256SUMS").write_text(f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel.name}\n")
        self.expect(self.machine.action(version="v9.9.9"), 2, "pip cannot install sigprop 9.9.9")


if __name__ == "__main__":
    unittest.main()
