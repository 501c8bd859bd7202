#!/usr/bin/env python3
"""tools/requirements/install.sh and run.sh: what they make, what they refuse, and that nothing half-made is left or used.

Both are copied beside pins of a wheel that is made here, so that nothing is downloaded.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "tools" / "requirements"
SIZES = "# what it is for\n# download 1 MB, disk 20 MB, 5 s of processor time\n"
NAME, VERSION = "sigprop_empty", "1.0"


def make_wheel(folder: Path) -> None:
    info = f"{NAME}-{VERSION}.dist-info"
    with zipfile.ZipFile(folder / f"{NAME}-{VERSION}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{NAME}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "".join(f"{one},,\n" for one in (f"{NAME}.py", f"{info}/METADATA", f"{info}/WHEEL",
                                                                           f"{info}/RECORD")))


class Environments(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name)
        self.requirements = self.top / "tools" / "requirements"
        self.requirements.mkdir(parents=True)
        for script in SCRIPTS.glob("*.sh"):
            shutil.copy(script, self.requirements)
        make_wheel(self.top)
        self.venv = self.top / "build" / "venv" / "small"
        self.pin(f"{NAME}=={VERSION}")

    def pin(self, pins: str, sizes: str = SIZES) -> None:
        (self.requirements / "small.txt").write_text(f"{sizes}{pins}\n")

    def call(self, script: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.top), "PIP_RETRIES": "0"}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "SIGPROP_VENVS"))}
        return subprocess.run(["bash", str(self.requirements / script), *words], capture_output=True, text=True, cwd=self.top,
                              env={**kept, **offline, **environment})

    def refuses(self, reason: str, **environment: str) -> None:
        run = self.call("install.sh", "small", **environment)
        last = run.stderr.splitlines()[-1]
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertTrue(last.startswith("tools/setup.sh: no build/venv/small: ") and reason in last, run.stderr)
        self.assertFalse(self.venv.exists())
        self.skips("is not there")

    def skips(self, state: str) -> None:
        run = self.call("run.sh", "small", "-c", "print('it ran')")
        self.assertEqual(run.returncode, 77, run.stderr)
        self.assertEqual(run.stdout, f"skipped: build/venv/small {state}: bash tools/setup.sh --frameworks makes it\n")

    def test_one_is_made_once_and_anew_when_the_pins_change(self) -> None:
        self.skips("is not there")
        first = self.call("install.sh", "small")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("download 1 MB, disk 20 MB, 5 s of processor time", first.stderr)
        again = self.call("install.sh", "small")
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "", ""))
        # relative paths are the caller's, and the exit code is the program's
        run = self.call("run.sh", "small", "-c", f"import os, sys, {NAME}; print(os.getcwd(), sys.prefix); sys.exit(5)")
        self.assertEqual((run.returncode, run.stdout), (5, f"{self.top} {self.venv}\n"), run.stderr)
        self.pin(f"{NAME}=={VERSION}  # another comment")
        self.assertEqual(self.call("run.sh", "small", "-c", "pass").returncode, 0)
        self.pin(f"{NAME}=={VERSION}.0")  # the same version, otherwise written
        self.skips("is not what tools/requirements/small.txt says")
        # made in part: the hash is not written
        (self.venv / "pins.sha256").unlink()
        self.skips("is not what tools/requirements/small.txt says")
        (self.venv / "left_over").touch()
        self.assertEqual(self.call("install.sh", "small").returncode, 0)
        self.assertFalse((self.venv / "left_over").exists())
        self.assertEqual(sorted(one.name for one in self.venv.parent.iterdir()), ["small"])

    def test_a_pin_that_does_not_exist_leaves_nothing(self) -> None:
        self.pin(f"{NAME}==1.1")
        self.refuses(f"No matching distribution found for {NAME}==1.1")
        self.assertIn(f"{NAME}==1.1", (self.venv.parent / "small.log").read_text())

    def test_without_a_network_nothing_is_left(self) -> None:
        self.refuses("No matching distribution", PIP_NO_INDEX="0", PIP_FIND_LINKS="", PIP_INDEX_URL="file:///nonexistent")

    def test_a_full_disk_is_seen_before(self) -> None:
        self.pin(f"{NAME}=={VERSION}", "# what it is for\n# download 1 MB, disk 99999999 MB, 5 s of processor time\n")
        self.refuses("99999999 MB afterwards")

    def test_sizes_are_told(self) -> None:
        self.pin(f"{NAME}=={VERSION}", "# what it is for\n# small\n")
        self.refuses("line 2 of tools/requirements/small.txt must say")

    def test_unknown_names(self) -> None:
        for script in ("install.sh", "run.sh"):
            run = self.call(script, "smal")
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn("there is no tools/requirements/smal.txt; the environments are small", run.stderr)


class Pins(unittest.TestCase):
    def test_every_package_is_pinned_once_and_has_its_purpose(self) -> None:
        for file in sorted(SCRIPTS.glob("*.txt")):
            names = []
            told, _, brought = file.read_text().partition("\n# what these import\n")  # what imports nothing has no such part
            for line in told.splitlines()[2:] + brought.splitlines():
                if line:
                    pin, _, purpose = line.partition(" ")
                    self.assertRegex(pin, r"^[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*$", file)
                    names.append(pin.partition("==")[0].lower().replace("_", "-"))
                    self.assertEqual(purpose.strip().startswith("# "), line in told.splitlines(), f"{file}: {line}")
            self.assertEqual(len(names), len(set(names)), file)
            self.assertRegex(told, r"^# .*\n# download \d+ MB, disk \d+ MB, \d+ s of processor time\n", file)


if __name__ == "__main__":
    unittest.main()
