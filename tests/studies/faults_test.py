"""studies/faults: what it must notice it notices, in programs that are made wrong on purpose.

    faults_test.py controls FOLDER    the tests of studies/faults; the library is compiled into the folder
    faults_test.py TOOL FOLDER        a few faults of each sort against the tool
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "studies" / "faults"))
import by_signals  # noqa: E402
import faults  # noqa: E402
from judging import Findings, problems_of, resume_problems  # noqa: E402
from place import Place  # noqa: E402
from running import Ending, Fault, Runner  # noqa: E402
from scenarios import Scenario, fresh, prepare  # noqa: E402

LIBRARY = None
THREE_WRITES = """
import os
answers = []
for k in range(3):
    try:
        answers.append(os.write(os.open("f", os.O_RDWR | os.O_CREAT), b"four"))
    except OSError as error:
        answers.append(error.strerror)
print(*answers, sep=";", flush=True)
"""


def writer(kind):
    return Scenario(kind, [kind, "r.txt", "new"], ["r.txt"], {"new": "old"}, in_quick=True)


def adder(kind):
    return Scenario(kind, [kind, "r.txt", "k.txt", "6"], ["r.txt"], {"6": "2"}, checkpoint="k.txt", in_quick=True)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.run_tool = Runner(ROOT / "tests" / "studies" / "writers.py", LIBRARY)

    def prepared(self, scenario):
        prepare(scenario, self.folder / "scenario", self.run_tool)
        return Place(self.run_tool, [scenario], self.folder, True)

    def attempts(self, scenario, faults, **allowed):
        place, findings = self.prepared(scenario), Findings()
        for fault in faults:
            for with_old in (False, True):
                place.attempt(findings, scenario, Fault(preload=fault), fault, with_old, **allowed)
        return findings.counts

    def python(self, fault, program=THREE_WRITES):
        counts = self.folder / "counts"
        environment = os.environ | {"LD_PRELOAD": LIBRARY, "SIGPROP_FAULT": fault, "SIGPROP_FAULT_COUNTS": str(counts)}
        done = subprocess.run([sys.executable, "-S", "-B", "-c", program], cwd=self.folder, env=environment, capture_output=True, text=True)
        return done, dict(line.split() for line in counts.read_text().splitlines()) if counts.exists() else {}

    def test_the_library_fails_the_kth_call_and_no_other(self):
        done, counts = self.python("write:2:ENOSPC")
        self.assertEqual(done.stdout, "4;No space left on device;4\n")
        self.assertGreaterEqual(int(counts["write"]), 4)
        self.assertEqual(self.python("write:2:short")[0].stdout, "4;2;4\n")
        self.assertEqual(self.python("write:3:kill")[0].returncode, -9)
        self.assertEqual(self.python("write:1:torn")[0].returncode, -9)
        self.assertEqual((self.folder / "f").read_bytes()[:2], b"fo")
        self.assertEqual(self.python("")[0].stdout, "4;4;4\n")
        self.assertEqual(self.python("write:x:ENOSPC")[0].returncode, 99)

    def test_the_library_fails_all_later_calls(self):
        program = "import os\nfor k in range(4):\n try: os.fsync(os.open('f', 66))\n except OSError as e: print(k, e.errno)"
        self.assertEqual(self.python("fsync:3+:EDQUOT", program)[0].stdout, "2 122\n3 122\n")
        program = "import os\nopen('a', 'w')\ntry: os.rename('a', 'b')\nexcept OSError as e: print(e.errno, os.listdir())"
        self.assertIn("28 ['", self.python("rename:1:ENOSPC", program)[0].stdout)
        self.assertTrue((self.folder / "a").exists())

    def test_the_library_turns_the_clock(self):
        program = "import time; print(int(time.time()), int(time.monotonic()))"
        plain = [int(word) for word in self.python("", program)[0].stdout.split()]
        turned = [int(word) for word in self.python("clock:1:+1000000", program)[0].stdout.split()]
        self.assertTrue(all(1000000 <= b - a < 1000100 for a, b in zip(plain, turned)), (plain, turned))

    def test_a_sound_writer_passes(self):
        place = self.prepared(writer("whole"))
        found = by_signals.kills_at_calls(place)
        self.assertGreater(found.runs, 5)
        self.assertEqual((found.counts, found.texts), ({}, []))

    def test_a_writer_in_place_is_torn(self):
        self.assertGreater(self.attempts(writer("in_place"), ["write:1:torn", "write:2:kill"], signals=(9,))["torn"], 2)
        self.assertEqual(self.attempts_of_whole(), {})

    def attempts_of_whole(self):
        self.folder = self.folder / "whole"
        return self.attempts(writer("whole"), ["write:1:torn", "write:2:kill"], signals=(9,))

    def test_a_failure_without_a_word_is_unclear(self):
        self.assertEqual(self.attempts(writer("whole"), ["write:2:ENOSPC"], failures=(2,), reasons=("No space",)), {})
        self.folder = self.folder / "silent"
        self.assertEqual(self.attempts(writer("silent"), ["write:2:ENOSPC"], failures=(2,), reasons=("No space",)), {"unclear": 2})

    def test_a_resume_that_loses_a_batch_is_lost(self):
        sound = self.attempts(adder("sum"), ["rename:2:kill", "rename:4:kill", "write:5:torn"], signals=(9,), resumes=True)
        self.assertEqual(sound, {})
        self.folder = self.folder / "lossy"
        lossy = self.attempts(adder("lossy"), ["rename:2:kill", "rename:4:kill"], signals=(9,), resumes=True)
        self.assertEqual(lossy, {"lost": 4})

    def test_other_endings_are_unclear(self):
        scenario = writer("whole")
        self.prepared(scenario)
        place = fresh(scenario, self.folder / "run", False)

        def kinds(ending, **allowed):
            return [kind for kind, _ in problems_of(scenario, place, False, ending, **allowed)]

        failing = {"failures": (2,), "reasons": ("No space",)}
        self.assertEqual(kinds(Ending(0, "", "", 0.1)), ["lost"])
        self.assertEqual(kinds(Ending(-6, "", "terminate called after", 0.1), **failing), ["unclear", "unclear"])
        self.assertEqual(kinds(Ending(-9, "", "", 0.1), signals=(15,)), ["unclear"])
        self.assertEqual(kinds(Ending(2, "", "sigprop: No space", 0.1), **failing), ["unclear"])
        self.assertEqual(kinds(Ending(2, "", "sigprop: r.txt", 0.1), **failing), ["unclear"])
        self.assertEqual(kinds(Ending(2, "", "sigprop: r.txt: No space", 0.1), **failing), [])
        self.assertEqual(kinds(Ending(-9, "", "", 90, timed_out=True), signals=(9,)), ["unclear"])
        (place / "rest").touch()
        self.assertEqual(kinds(Ending(2, "", "sigprop: r.txt: No space", 0.1), **failing), ["unclear"])
        self.assertEqual([kind for kind, _ in resume_problems(scenario, place, self.run_tool)], ["unclear"])


def build(folder):
    """The library, compiled into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / f"preload-{os.getpid()}.so"
    command = [os.environ.get("CC", "cc"), "-x", "c", "-std=c11", "-O1", "-shared", "-fPIC", "-o", str(library),
               str(ROOT / "studies" / "faults" / "preload.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


if __name__ == "__main__":
    built = build(Path(sys.argv[2]).resolve())
    LIBRARY = str(built)
    try:
        if sys.argv[1] == "controls":
            unittest.main(argv=sys.argv[:1])
        sys.exit(faults.main([sys.argv[1], LIBRARY, "--quick"]))
    finally:
        built.unlink()
