#!/usr/bin/env python3
"""What tools/release/build.sh has compiled: what it needs of the system it runs on, what it tells of the machine it was compiled on,
its size, and that it gives what Debian's build gives, to the bit.

    parts_test.py TOOL     TOOL is Debian's build, which is held against the same rules and must break them

Exits 77, skipped, where build/parts has no such build.
"""
import os
import shlex
import shutil
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/release"))
import elf  # noqa: E402

PARTS = ROOT / "build" / "parts"
TOOL = sys.argv.pop(1) if len(sys.argv) > 1 else str(ROOT / "build/release/sigprop")
BUILT = {path.parent.name.removesuffix(".build"): path for path in sorted(PARTS.glob("*-linux-*.build/sigprop"))}
LARGEST = 7_000_000  # bytes, as a wheel compresses it
FLAWS = ("needs symbols of glibc", "needs libstdc++", "is linked dynamically", "holds the path")


def flaws(path, target):
    """What a program for the target must not have."""
    yield from elf.faults(Path(path), target)
    if len(zlib.compress(Path(path).read_bytes(), 9)) > LARGEST:
        yield f"is larger than {LARGEST} bytes, compressed"


def command(target, path):
    """How it is run here; None where it cannot be."""
    machine = target.split("-")[0]
    if machine == os.uname().machine:
        return str(path)
    emulator = shutil.which(f"qemu-{machine}-static")
    if emulator is None or "-musl" not in target and not (PARTS / f"{target}.root").exists():
        return None
    return f"{emulator} -L {PARTS}/{target}.root {path}"


class Parts(unittest.TestCase):
    def test_what_they_need_and_tell(self):
        for target, path in BUILT.items():
            with self.subTest(target):
                self.assertEqual(list(flaws(path, target)), [])

    def test_flaws_are_found(self):
        found = [*flaws(TOOL, "x86_64-linux-gnu.2.28"), *flaws(TOOL, "x86_64-linux-musl")]
        for flaw in FLAWS[:3]:
            self.assertTrue(any(one.startswith(flaw) for one in found), (flaw, found))
        telling = PARTS / "telling"
        self.addCleanup(telling.unlink)
        target, path = next(iter(BUILT.items()))
        telling.write_bytes(path.read_bytes() + str(ROOT).encode())
        self.assertTrue([one for one in flaws(telling, target) if one.startswith(FLAWS[3])])
        with open(telling, "ab") as file:
            file.write(os.urandom(LARGEST))
        self.assertTrue([one for one in flaws(telling, target) if one.startswith("is larger")])

    def test_they_give_the_same_bits(self):
        for target, path in BUILT.items():
            here = command(target, path)
            with self.subTest(target):
                if here is None:
                    self.skipTest("nothing here runs it")
                done = subprocess.run([sys.executable, "-B", str(ROOT / "tools/release/same_bits.py"), TOOL, here, "--proofs-and-samples",
                                       "--commands", "evals,solve,recipes"], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_they_use_the_vectors_of_the_processor(self):
        def offered(words, target):
            done = subprocess.run([*shlex.split(words), "eval", "activation.gain(silu)", "--methods", "monte_carlo"], capture_output=True,
                                  text=True, check=False, env={**os.environ, "SIGPROP_TARGET": target})
            return done.stderr

        self.assertIn("baseline", offered(TOOL, "none"))
        self.assertEqual(offered(TOOL, "baseline"), "")  # a set that is there is no error, and names none
        for target, path in BUILT.items():
            with self.subTest(target):
                if target.split("-")[0] != os.uname().machine:
                    self.skipTest("what an emulator offers is its own")
                self.assertEqual(offered(str(path), "none"), offered(TOOL, "none"))

    def test_other_bits_are_found(self):
        for options, differ in (["--seed", "1"], True), (["--methods", "*"], False):
            other = shlex.join(["sh", "-c", f'exec {shlex.quote(TOOL)} "$@" {shlex.join(options)}', "sh"])
            done = subprocess.run([sys.executable, "-B", str(ROOT / "tools/release/same_bits.py"), TOOL, other, "--proofs-and-samples",
                                   "--commands", "one"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, int(differ), done.stdout + done.stderr)


if __name__ == "__main__":
    if not BUILT or shutil.which("readelf") is None:
        print("skipped: build/parts has no build: bash tools/release/build.sh x86_64-linux-gnu.2.28 makes one")
        sys.exit(77)
    unittest.main()
