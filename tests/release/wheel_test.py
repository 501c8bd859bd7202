#!/usr/bin/env python3
"""Wheels and sdists: what is in them, that the same tree gives the same bytes, and that an installed wheel works where machines are odd.

The wheel of these tests has the library of this build (SIGPROP_PACKAGE), which needs Debian's libraries; tools/release/machines.sh tries those of
a release on bare machines.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import unittest
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(os.environ["SIGPROP_PACKAGE"])
sys.path[:0] = [str(ROOT / "python/build"), str(ROOT / "tools/release"), str(PACKAGE.parent)]
import backend  # noqa: E402
import changes  # noqa: E402
import licences  # noqa: E402
import recipes  # noqa: E402
import wheel  # noqa: E402
from sigprop._copies import _order, other_copies  # noqa: E402
from wheel_file import write_wheel  # noqa: E402

LIBRARY = PACKAGE / "libsigprop_python.so"
TARGET = "x86_64-linux-gnu.2.28"


def wheel_of_this_build(folder: pathlib.Path, tag: str = "py3-none-linux_x86_64") -> pathlib.Path:
    return write_wheel(folder, "sigprop", backend.version(), tag, backend.package_files(LIBRARY, PACKAGE), backend.texts())


class Files(unittest.TestCase):
    def test_the_same_bytes_in_two_folders(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            first, second = wheel_of_this_build(pathlib.Path(one)), wheel_of_this_build(pathlib.Path(two) / "deeper")
            self.assertEqual(first.read_bytes(), second.read_bytes())
            self.assertEqual(first.name, second.name)

    def test_the_record_is_right(self):
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel_of_this_build(pathlib.Path(folder))) as archive:
            info = f"sigprop-{backend.version()}.dist-info"
            rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(archive.read(f"{info}/RECORD").decode()))}
            self.assertEqual(set(rows), set(archive.namelist()))
            for name in archive.namelist():
                if not name.endswith("/RECORD"):
                    content = archive.read(name)
                    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    self.assertEqual(rows[name], [f"sha256={digest}", str(len(content))])
            for wanted in ("sigprop/__init__.py", "sigprop/py.typed", "sigprop/activation.pyi", "sigprop/libsigprop_python.so",
                           "sigprop/__pyinstaller/hook-sigprop.py", "sigprop_command.py", "pytest_sigprop.py", f"{info}/licenses/LICENSE"):
                self.assertIn(wanted, rows)
            self.assertIn("Root-Is-Purelib: false\nTag: py3-none-linux_x86_64\n", archive.read(f"{info}/WHEEL").decode())
            self.assertIn("sigprop = sigprop_command:main", archive.read(f"{info}/entry_points.txt").decode())

    def test_a_program_may_be_deflated_by_another(self):
        program, text = b"\x7fELF" + bytes(range(256)) * 400, b"text" * 1000

        def deflate(content):
            by = zlib.compressobj(1, zlib.DEFLATED, -15)
            return by.compress(content) + by.flush()

        with tempfile.TemporaryDirectory() as folder:
            made = [write_wheel(pathlib.Path(folder), name, "1", "py3-none-any", {"a.so": program, "b.py": text, "c.so": program}, {}, deflate=by)
                    for name, by in (("one", deflate), ("other", None))]
            for path in made:
                with zipfile.ZipFile(path) as archive:
                    self.assertIsNone(archive.testzip())
                    self.assertEqual([archive.read(one) for one in ("a.so", "b.py", "c.so")], [program, text, program])
                    self.assertEqual(archive.getinfo("a.so").compress_size == len(deflate(program)), path == made[0])
            installed = subprocess.run(["unzip", "-tq", str(made[0])], capture_output=True, text=True) if shutil.which("unzip") else None
            self.assertTrue(installed is None or installed.returncode == 0, installed)

    def test_an_sdist_is_enough_to_configure_and_no_more(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            made = place / backend.build_sdist(folder)
            content = made.read_bytes()
            backend.build_sdist(folder)
            self.assertEqual(made.read_bytes(), content)
            self.assertLess(len(content), 2_500_000)
            with tarfile.open(made) as archive:
                names = archive.getnames()
                archive.extractall(place)
            for path in names:
                self.assertNotRegex(path, r"/(tests|studies|docs)/|/results/(?!schema/)")
            root = place / f"sigprop-{backend.version()}"
            configured = subprocess.run(["cmake", "-S", str(root), "-B", str(place / "build"), "-G", "Ninja", "-D", "SIGPROP_FOR_WHEEL=ON"],
                                        capture_output=True, text=True)
            self.assertEqual(configured.returncode, 0, configured.stderr)
            planned = subprocess.run(["ninja", "-C", str(place / "build"), "-n", "sigprop_python"], capture_output=True, text=True)
            self.assertEqual(planned.returncode, 0, planned.stdout)  # no file that a build needs is missing
            (root / "tools/cmake/SigpropEmbed.cmake").unlink()
            broken = subprocess.run(["cmake", "-S", str(root), "-B", str(place / "other"), "-G", "Ninja"], capture_output=True, text=True)
            self.assertNotEqual(broken.returncode, 0)  # the control

    def test_a_missing_library_is_named_with_its_package(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"dpkg-query": "echo 'g++ installed'", "apt-cache": "echo Package: yes"}.items():
                stub = pathlib.Path(folder) / name
                stub.write_text(f"#!/bin/sh\n{text}\n")
                stub.chmod(0o755)
            code = f"import sys; sys.path.insert(0, {str(ROOT / 'python/build')!r}); import backend; backend.build_wheel({folder!r})"
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "CXX": "c++"}
            run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, env=environment)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr, r"^sigprop: libraries are missing; as root: apt-get install --no-install-recommends libboost-dev .*zlib1g-dev$")
            self.assertNotIn("libgsl-dev", run.stderr)
            self.assertIn(" libflint-arb-dev ", run.stderr)
            (pathlib.Path(folder) / "dpkg-query").write_text("#!/bin/sh\n")
            (pathlib.Path(folder) / "apt-cache").write_text("#!/bin/sh\n")  # of a machine that has no lists of packages
            run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, env={**environment, "CXX": "no-such-compiler"})
            self.assertRegex(run.stderr, r" g\+\+ .* libflint-arb-dev ")
            (pathlib.Path(folder) / "apt-cache").write_text('#!/bin/sh\n[ "$2" = libflint-arb-dev ] || echo Package: yes\n')
            run = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, env=environment)
            self.assertIn(" libflint-dev ", run.stderr)
            self.assertNotIn("libflint-arb-dev", run.stderr)


class Promises(unittest.TestCase):
    """What tools/release/wheel.py reads from a library before it writes the tag."""

    def test_this_build_is_for_this_debian_alone(self):
        found = wheel.faults(LIBRARY, TARGET)
        for fault in ("needs libflint.so.17", "needs libstdc++.so.6"):
            self.assertIn(fault, found)
        self.assertTrue(any(one.startswith("needs symbols of glibc 2.") for one in found), found)

    def compiled(self, folder, text, *options):
        made = pathlib.Path(folder) / "x.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(made), *options], input=text, text=True, check=True)
        return made

    def test_each_promise(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(wheel.faults(self.compiled(folder, "int sigprop_x(void) { return 1; }"), TARGET), [])
            self.assertEqual(wheel.faults(self.compiled(folder, "int other(void) { return 1; }"), TARGET), ["exports other"])
            path = f'const char* sigprop_x(void) {{ return "{ROOT}/src"; }}'
            self.assertEqual(wheel.faults(self.compiled(folder, path), TARGET), [f"holds the path {ROOT}"])
            old = self.compiled(folder, "#include <stdlib.h>\nint sigprop_x(void) { abort(); }")
            self.assertEqual(wheel.faults(old, TARGET), [])
            self.assertTrue(wheel.faults(old, "x86_64-linux-gnu.2.1")[0].startswith("needs symbols of glibc 2."))

    def test_targets(self):
        self.assertEqual(wheel.tag_of("aarch64-linux-gnu.2.28"), "py3-none-manylinux_2_28_aarch64")
        for wrong in ("x86_64-linux-musl", "riscv64-linux-gnu.2.28", "x86_64", ""):
            with self.assertRaises(SystemExit):
                wheel.tag_of(wrong)

    def test_scripts_refuse_what_they_cannot_use(self):
        for script, arguments, words in (("wheel.sh", [], "give a target and a folder"), ("relink.sh", ["x86_64-linux-gnu.2.28"], "give a target and a library")):
            run = subprocess.run(["bash", str(ROOT / "tools/release" / script), *arguments], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(words, run.stderr)

    def test_the_page_of_licences_is_of_today(self):
        text = (ROOT / "docs/reference/licences.md").read_text(encoding="utf-8")
        self.assertEqual(licences.page(text), text, "python3 tools/release/licences.py --write")
        self.assertNotEqual(licences.page(text.replace("4.2.0-1", "4.2.1-1")), text.replace("4.2.0-1", "4.2.1-1"))
        for version, file, digest in licences.versions().values():
            for word in (version, file, digest):
                self.assertIn(word, text)


class Recipes(unittest.TestCase):
    """The recipes of other package managers, and the changelog's section, as tools/release.sh writes them."""

    def test_recipes_name_the_sdist(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            with self.assertRaisesRegex(SystemExit, "there is no .*tar.gz"):
                recipes.main(place)
            sdist = place / backend.build_sdist(folder)
            recipes.main(place)
            digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
            for name in ("recipe.yaml", "sigprop.rb"):
                text = (place / name).read_text()
                self.assertIn(digest, text)
                self.assertIn(backend.version(), text)
            for name in recipes.RECIPES.values():
                self.assertNotRegex((place / name).read_text(), "@[A-Z]")
            self.assertIn("GNU LESSER GENERAL PUBLIC LICENSE", (place / "licences.txt").read_text())
            asked = {"Threads": set(), "FlintArb": {"flint", "mpfr", "gmp"}, "Boost": {"boost"}, "Random123": {"random123"}, "hwy": {"highway"},
                     "Eigen3": {"eigen"}, "pegtl": {"pegtl"}, "fmt": {"fmt"}, "ZLIB": {"zlib"}, "Nettle": {"nettle"}, "Re2": {"re2"},
                     "nlohmann_json": {"nlohmann-json"}, "TomlPlusPlus": {"tomlplusplus"}, "CLI11": {"cli11"}}
            dependencies = (ROOT / "tools/cmake/SigpropDependencies.cmake").read_text()
            self.assertEqual(set(re.findall(r"(?m)^find_package\((\w+)", dependencies)), set(asked))
            formula = (place / "sigprop.rb").read_text()
            self.assertEqual(set(re.findall(r'depends_on "([\w-]+)"$', formula, re.MULTILINE)), set().union(*asked.values()))

    def test_a_section_of_the_changelog(self):
        text = "# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [0.3.0] - 2027-01-01\n\nOld.\n"
        self.assertEqual(changes.section(text, "0.4.0.dev0"), "New.\n")
        self.assertEqual(changes.section(text, "0.3.0"), "Old.\n")
        for wrong in ("0.5.0", "0.30"):
            with self.assertRaises(SystemExit):
                changes.section(text, wrong)


class Copies(unittest.TestCase):
    def copy(self, folder, version):
        (folder / "sigprop").mkdir(parents=True)
        (folder / "sigprop/__init__.py").touch()
        (folder / f"sigprop-{version}.dist-info").mkdir()

    def test_a_newer_copy_behind_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder) / "a", pathlib.Path(folder) / "b"
            self.copy(first, "0.1.0")
            self.copy(second, "0.3.0.dev0")
            self.assertEqual(list(other_copies(str(first), ["", str(first), str(second)])), [(str(second), "0.3.0.dev0")])
            self.assertEqual(list(other_copies(str(second), [str(second)])), [])

    def test_versions_are_compared_as_numbers(self):
        order = ["0.1.0", "0.3.0.dev0", "0.3.0", "0.10.0", "1.0.0rc1", "1.0.0"]
        self.assertEqual(sorted(reversed(order), key=_order), order)


class Installed(unittest.TestCase):
    """The wheel in a virtual environment, without a network."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        cls.wheel = wheel_of_this_build(cls.place)
        subprocess.run([sys.executable, "-m", "venv", str(cls.place / "venv")], check=True)
        cls.python = cls.place / "venv/bin/python"
        subprocess.run([str(cls.python), "-m", "pip", "install", "--quiet", "--no-index", str(cls.wheel)], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_it(self, *command, code=0, text=None, **environment):
        kept = {name: os.environ[name] for name in ("PATH",)}
        run = subprocess.run([str(one) for one in command], capture_output=True, text=True, input=text, cwd=self.place, env={**kept, **environment}, timeout=120)
        self.assertEqual(run.returncode, code, run.stderr + run.stdout)
        return run.stdout

    def script(self, text, *options, **environment):
        return self.run_it(self.python, *options, "-c", textwrap.dedent(text), **environment)

    def test_the_command(self):
        sigprop = self.place / "venv/bin/sigprop"
        shown = self.run_it(sigprop, "eval", "truncated_normal.std(-2, 2)", "--digits", "12", "--plain")
        self.assertEqual(shown, "0.879625661034\n")
        self.assertEqual(self.run_it(self.python, "-m", "sigprop", "eval", "1/3", "--digits", "5", "--plain"), "0.33333\n")
        self.run_it(sigprop, "eval", "no.such()", code=2)
        self.assertIn(backend.version(), self.run_it(sigprop, "--version"))

    def test_a_broken_pipe_ends_the_command_quietly(self):
        for program in (self.place / "venv/bin/sigprop", os.environ["SIGPROP_TOOL"]):
            line = f"{{ {{ sleep 0.2; '{program}' list quantities; echo $? >&3; }} | true; }} 3>&1"  # true has ended before
            run = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
            self.assertEqual((run.stdout, run.stderr), ("0\n", ""), program)  # as a tool whose reader has seen enough

    def test_the_command_is_the_program(self):
        for arguments in (["--help"], ["eval", "activation.gain(gelu)", "--json=-", "--reproducible"], ["eval", "1/"], ["verify", "selu*"], ["list"], ["show", "gelu"]):
            native = subprocess.run([os.environ["SIGPROP_TOOL"], *arguments], capture_output=True, cwd=self.place, env={"PATH": os.environ["PATH"]})
            ours = subprocess.run([str(self.place / "venv/bin/sigprop"), *arguments], capture_output=True, cwd=self.place, env={"PATH": os.environ["PATH"]})
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr), (native.returncode, native.stdout, native.stderr), arguments)

    def test_odd_environments(self):
        shown = "import sigprop; print(sigprop.evaluate('1/3', digits=5), sigprop.activation.gain('gelu', digits=5))"
        read_only = self.place / "home"  # a folder in which nobody can write: there is a file in its place
        read_only.touch()
        for options, environment in (((), {}), ((), {"HOME": str(read_only)}), ((), {"HOME": "/nonexistent", "LC_ALL": "POSIX", "PYTHONUTF8": "0"}),
                                     ((), {"LANG": "xx_YY.UTF-8"}), (("-OO",), {}), ((), {"PYTHONOPTIMIZE": "2"}), (("-I",), {}), (("-W", "error"), {})):
            with self.subTest(options=options, environment=environment):
                self.assertEqual(self.script(shown, *options, **environment), "0.33333 1.5335\n")

    def test_processes_and_threads(self):
        self.script("""
            import concurrent.futures, multiprocessing, os, sys
            import sigprop
            held = sigprop.evaluate("1/3")
            child = os.fork()
            if child == 0:
                os._exit(0 if str(held).startswith("0.333") and str(sigprop.evaluate("2/3")).startswith("0.666") else 1)
            assert os.waitpid(child, 0)[1] == 0
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                all = list(pool.map(lambda n: str(sigprop.evaluate(f"1/{n}", digits=20)), range(2, 200)))
            assert all[1] == "0.33333333333333333333" and len(set(all)) == 198
            for way in ("fork", "spawn", "forkserver"):
                with multiprocessing.get_context(way).Pool(2) as pool:
                    assert [str(one) for one in pool.map(sigprop.evaluate, ["1/4", "1/8"])] == ["0.25", "0.125"], way
            """)

    def test_a_newer_copy_behind_it_is_told(self):
        newer = self.place / "newer"
        (newer / "sigprop").mkdir(parents=True)
        (newer / "sigprop/__init__.py").touch()
        (newer / "sigprop-99.0.dist-info").mkdir()
        code = "import sys; sys.path.append(sys.argv[1]); import sigprop"
        run = subprocess.run([str(self.python), "-c", code, str(newer)], capture_output=True, text=True, cwd=self.place)
        self.assertIn("which hides the newer sigprop 99.0", run.stderr)
        self.assertEqual(run.returncode, 0)

    def test_pip_refuses_an_old_glibc_and_another_machine(self):
        modern = wheel_of_this_build(self.place / "tags", "py3-none-manylinux_2_28_x86_64")
        other = wheel_of_this_build(self.place / "tags", "py3-none-manylinux_2_28_aarch64")
        old = self.place / "old"
        old.mkdir(exist_ok=True)
        (old / "_manylinux.py").write_text("def manylinux_compatible(major, minor, arch):\n    return (major, minor) <= (2, 27)\n")
        pip = [str(self.python), "-m", "pip", "install", "--no-index", "--force-reinstall", "--dry-run"]
        for given, environment, code in ((modern, {}, 0), (modern, {"PYTHONPATH": str(old)}, 1), (other, {}, 1)):
            run = subprocess.run([*pip, str(given)], capture_output=True, text=True, env={**os.environ, **environment})
            self.assertEqual(run.returncode, code, run.stderr)
            self.assertEqual("is not a supported wheel on this platform" in run.stderr, code == 1)

    def test_another_machines_library_is_an_import_error(self):
        copy = self.place / "copy"
        subprocess.run(["cp", "-r", str(self.place / "venv/lib"), str(copy)], check=True)
        library = next(copy.rglob("libsigprop_python.so"))
        library.write_bytes(library.read_bytes()[:18] + b"\xb7\x00" + library.read_bytes()[20:])  # the number of aarch64
        code = "import sigprop"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=self.place, env={"PYTHONPATH": str(library.parents[1])})
        self.assertEqual(run.returncode, 1)
        self.assertIn("ImportError: the library of sigprop cannot be loaded", run.stderr)


if __name__ == "__main__":
    unittest.main()
