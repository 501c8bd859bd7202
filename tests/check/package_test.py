#!/usr/bin/env python3
"""The checker as a package, tools/release/checker.sh: the same bytes wherever and whenever it is made, the module as it stands in the
tree, a list of its files that is right, and a command that runs on every Python that is at hand, installed by pip without an index.
"""
import base64
import csv
import hashlib
import importlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import checking

script = "tools/release/checker.sh"
needed = [script, "tools/release/checker.py", "python/build/backend.py", "python/build/wheel_file.py", "tools/check/check.py", "CMakeLists.txt", "LICENSE"]
certificate = ('{"format": "sigprop certificate 1", "expression": "sqrt(2)", "value": "1.41421356237", "radius": "1e-9", "formula": "sqrt(2)", '
               '"bits": 128, "quantities": []}')
oldest = (3, 8)


def made(root, folder, **environment):
    done = subprocess.run(["bash", str(root / script), str(folder)], env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return Path(done.stdout.strip())


def faults_of_record(path):
    """What the wheel's list of files says that its files do not."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        record = next(name for name in names if name.endswith("/RECORD"))
        rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(archive.read(record).decode()))}
        yield from (f"{name} is not listed" for name in names if name not in rows)
        yield from (f"{name} is missing" for name in rows if name not in names)
        for name in set(names) & rows.keys() - {record}:
            content = archive.read(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            if rows[name] != (f"sha256={digest}", str(len(content))):
                yield f"{name} differs"


def pythons():
    """Pythons at hand, as {version: program}; a name in PATH may lead to none."""
    found = {}
    for program in ["pypy3", *(f"python3.{minor}" for minor in range(6, 20)), *sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3"))]:
        try:
            done = subprocess.run([program, "-c", "import sys; print(*sys.version_info[:2], sys.implementation.name)"], capture_output=True, text=True)
        except OSError:
            continue
        if done.returncode == 0:
            major, minor, name = done.stdout.split()
            found.setdefault((name, int(major), int(minor)), program)
    return found


class Package(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-check-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.wheel = made(checking.root, self.folder / "one")
        (self.folder / "right.json").write_text(certificate)
        (self.folder / "wrong.json").write_text(certificate.replace("562", "662"))

    def test_the_same_bytes_from_another_folder(self):
        copy = self.folder / "a copy"
        for path in needed:
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(checking.root / path, copy / path)  # with another date
        other = made(copy, self.folder / "two", TZ="Asia/Tokyo", PYTHONHASHSEED="7", LC_ALL="C", SOURCE_DATE_EPOCH="1")
        self.assertEqual(other.name, self.wheel.name)
        self.assertEqual(other.read_bytes(), self.wheel.read_bytes())
        with open(copy / "tools/check/check.py", "a") as file:
            file.write("# one line more\n")
        self.assertNotEqual(made(copy, self.folder / "three").read_bytes(), self.wheel.read_bytes())

    def test_what_is_in_it(self):
        with zipfile.ZipFile(self.wheel) as archive:
            self.assertEqual(archive.read("sigprop_check/__init__.py"), checking.program.read_bytes())
            name = next(name for name in archive.namelist() if name.endswith("/METADATA"))
            metadata = archive.read(name).decode()
        sys.path.insert(0, str(checking.root / "python/build"))
        version = importlib.import_module("backend").version()
        self.assertIn(f"\nVersion: {version}\n", metadata)
        self.assertIn(f"\nRequires-Python: >={oldest[0]}.{oldest[1]}\n", metadata)
        self.assertNotIn("Requires-Dist", metadata)
        self.assertIn(f"Python {oldest[0]}.{oldest[1]} or newer", checking.source)  # which is what the program says itself

    def test_its_list_of_files(self):
        self.assertEqual(list(faults_of_record(self.wheel)), [])
        changed = self.folder / "changed.whl"
        with zipfile.ZipFile(self.wheel) as old, zipfile.ZipFile(changed, "w") as new:
            for name in old.namelist()[1:]:
                new.writestr(name, old.read(name) + (b"\n" if name.endswith("__main__.py") else b""))
            new.writestr("more.py", "")
        self.assertEqual(sorted(faults_of_record(changed)),
                         ["more.py is not listed", "sigprop_check/__init__.py is missing", "sigprop_check/__main__.py differs"])

    def test_every_python_at_hand(self):
        """A wheel without compiled code can be imported as it is."""
        ran = []
        for (name, *version), program in pythons().items():
            with self.subTest(name=name, version=version):
                done = subprocess.run([program, "-m", "sigprop_check", "right.json", "wrong.json", "-"], cwd=self.folder, input=certificate,
                                      env={**os.environ, "PYTHONPATH": str(self.wheel)}, capture_output=True, text=True)
                if tuple(version) < oldest:  # the control: it is refused where pip would refuse it
                    self.assertNotIn("ACCEPT", done.stdout)
                    continue
                self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["ACCEPT", "REJECT", "ACCEPT"], done.stderr)
                self.assertEqual(done.returncode, 1)
                ran.append(f"{name} {version[0]}.{version[1]}")
        print("ran on", ", ".join(ran))
        self.assertTrue(ran)

    def test_pip(self):
        if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True).returncode:
            self.skipTest("there is no python3-venv")
        subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True)
        bin_folder = self.folder / "venv" / "bin"
        pip = [bin_folder / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--quiet"]
        subprocess.run([*pip, self.wheel], check=True)
        for command in (["sigprop-check"], ["python", "-I", "-m", "sigprop_check"]):
            done = subprocess.run([bin_folder / command[0], *command[1:], "right.json"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout.split()[0]), (0, "ACCEPT"), done.stderr)
            self.assertEqual(subprocess.run([bin_folder / command[0], *command[1:], "wrong.json"], cwd=self.folder, capture_output=True).returncode, 1)
        # the control: a wheel that asks for another Python is refused
        newer = self.folder / "newer" / self.wheel.name
        newer.parent.mkdir()
        with zipfile.ZipFile(self.wheel) as old, zipfile.ZipFile(newer, "w") as new:
            for name in old.namelist():
                new.writestr(name, old.read(name).replace(b"Requires-Python: >=3.8", b"Requires-Python: >=4.8"))
        done = subprocess.run([*pip, "--force-reinstall", newer], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("requires a different Python", done.stderr)

    def test_bad_calls(self):
        for words, said in ((), "give the folder"), (("-h",), "give the folder"), (("a", "b"), "give the folder"), ((str(self.wheel / "x"),), "cannot write"):
            done = subprocess.run(["bash", checking.root / script, *words], cwd=self.folder, capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
