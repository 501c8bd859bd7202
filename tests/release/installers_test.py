#!/usr/bin/env python3
"""The wheel of this build under other installers than pip: uvx runs its command, and PyInstaller makes a program of one file with its library.
Runs in build/venv/installers."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import wheel_test

import licences

BIN = pathlib.Path(sys.executable).parent
PROGRAM = """
import sigprop, sigprop.measure, numpy
print(sigprop.truncated_normal.std(-2, 2))
print(sigprop.measure.weights(numpy.random.default_rng(0).standard_normal((64, 64)), 1).verdict)
"""


class Installers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.wheel = wheel_test.wheel_of_this_build(self.place)

    def run_it(self, *command, code=0, **environment):
        kept = {"PATH": f"{BIN}:{os.environ['PATH']}", "HOME": str(self.place), **environment}
        run = subprocess.run([str(one) for one in command], capture_output=True, text=True, cwd=self.place, env=kept)
        self.assertEqual(run.returncode, code, run.stderr[-2000:])
        return run.stdout

    def test_metadata_are_as_indices_want_them(self):
        import backend
        from packaging.metadata import Metadata

        info = f"sigprop-{backend.version()}.dist-info"
        with zipfile.ZipFile(self.wheel) as archive:
            text = archive.read(f"{info}/METADATA").decode()
            found = Metadata.from_email(text, validate=True)
            for one in found.license_files:
                self.assertIn(f"{info}/licenses/{one}", archive.namelist())
        self.assertEqual(found.license_expression, "MIT")
        for wrong in (text.replace("Metadata-Version: 2.4", "Metadata-Version: 2.1"), text.replace("Version: ", "Version: x", 2)):
            with self.assertRaises(Exception):
                Metadata.from_email(wrong, validate=True)
        of_release = backend.metadata(licences.licence_expression(), ["LICENSE", *sorted(licences.licence_texts())])
        self.assertIn("LGPL-3.0-or-later", Metadata.from_email(of_release, validate=True).license_expression)
        subprocess.run(["bash", str(wheel_test.ROOT / "tools/release/checker.sh"), str(self.place / "checker")], check=True, capture_output=True)
        with zipfile.ZipFile(next((self.place / "checker").glob("*.whl"))) as archive:
            name = next(one for one in archive.namelist() if one.endswith("/METADATA"))
            Metadata.from_email(archive.read(name).decode(), validate=True)

    def test_uvx(self):
        shown = self.run_it(BIN / "uvx", "--offline", "--from", self.wheel, "sigprop", "eval", "1/3", "--digits", "5", "--plain")
        self.assertEqual(shown, "0.33333\n")

    def packed(self, package):
        """A program made by PyInstaller with the package in that folder."""
        (self.place / "app.py").write_text(PROGRAM)
        self.run_it(BIN / "pyinstaller", "-y", "--onefile", "--log-level", "ERROR", "app.py", PYTHONPATH=str(package),
                    SOURCE_DATE_EPOCH="0")
        return self.place / "dist/app"

    def test_pyinstaller(self):
        package = self.place / "package"
        with zipfile.ZipFile(self.wheel) as archive:
            archive.extractall(package)
        self.assertEqual(self.run_it(self.packed(package)), "0.879625661034239750412841419578\nconfirmed\n")
        # the control: without the hook the library is not found
        entry = next(package.glob("*.dist-info/entry_points.txt"))
        entry.write_text(entry.read_text().replace("pyinstaller40", "nobody"))
        self.run_it(self.packed(package), code=1)


if __name__ == "__main__":
    unittest.main()
