#!/usr/bin/python3
"""Mutants of our own code: which of them no test notices.  studies/mutate/run.sh says how to call it.

Every source of a room is copied with all of its mutations in it (rewrite.py), compiled with the flags of the tests and
linked in front of the library of build/alone. The tests of the room then run once without a mutant, each alone, and
say which mutants they reach; each mutant runs with the tests that reach it until one fails, or a limit of time ends it.
What survives is listed, and so is what equivalent.txt declares to change nothing that can be seen.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trust"))
import figures  # noqa: E402
import report  # noqa: E402
import rewrite  # noqa: E402
import terms  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "alone"
FIRST = ["verdict", "reconcile", "stated_interval", "first_wrong_digit", "decimal", "stated.cpp"]  # where minutes are short
BLOCK = 4096  # numbers of one source
MEMORY = 4 << 30

ROOMS = {
    "judgement": ("judgement", ["judgement"]),
    "proofs": ("methods", ["methods/quadrature", "methods/mean"]),
    "evidence": ("core", ["core/evidence"]),
}


def commands():
    return json.loads((BUILD / "compile_commands.json").read_text())


def command_of(path):
    for entry in commands():
        if Path(entry["file"]) == path:
            return shlex.split(entry["command"])
    raise SystemExit(f"run.py: build/alone does not compile {path.relative_to(ROOT)}: build it first")


def flags_for_clang(command):
    flags, take = ["-std=c++20", "-w"], False
    for word in command:
        if take or word.startswith(("-I", "-D")):
            flags.append(word)
        elif word == "-isystem":
            flags.append(word)
        take = word == "-isystem"
    return flags


def link_line(floor):
    """How ninja links the tests of a floor, as a line for the shell."""
    return subprocess.run(["ninja", "-t", "commands", f"tests/sigprop_{floor}_tests"], cwd=BUILD, capture_output=True,
                          text=True, check=True).stdout.strip().split("\n")[-1]


class Room:
    def __init__(self, name):
        self.name = name
        self.floor, self.folders = ROOMS[name]
        self.folder = ROOT / "build" / "mutate" / name
        compiled = {Path(entry["file"]) for entry in commands()}  # without_gsl… only where GSL is absent
        self.sources = sorted(path for folder in self.folders for path in (ROOT / "src" / folder).glob("*.cpp") if path in compiled)
        self.tests = sorted(path for folder in self.folders for path in (ROOT / "tests" / folder).glob("*_test.cpp"))
        self.program = self.folder / "tests"

    def compile(self, index):
        """The mutated object of one source, with its mutants and what was left out; kept while it and the headers beside it
        are the same."""
        source = self.sources[index]
        copy = self.folder / source.relative_to(ROOT)
        record, stamp = copy.with_suffix(".json"), ""
        for path in (source, *sorted(source.parent.glob("*.hpp")), HERE / "rewrite.py", HERE / "mutants.hpp"):
            stamp += path.read_text()
        if record.exists():
            kept = json.loads(record.read_text())
            if kept["stamp"] == stamp and kept["index"] == index:
                return kept
        copy.parent.mkdir(parents=True, exist_ok=True)
        flags = flags_for_clang(command_of(source))
        without = set()
        for _ in range(6):
            made = rewrite.rewrite(source, index * BLOCK, flags, without)
            if len(made["mutants"]) > BLOCK:
                raise SystemExit(f"run.py: {source} has more than {BLOCK} mutants")
            copy.write_text(made["text"])
            lines = self.complaints(copy)
            if not lines:
                made.update(stamp=stamp, index=index, source=str(source.relative_to(ROOT)))
                record.write_text(json.dumps(made))
                return made
            without |= lines
        raise SystemExit(f"run.py: the copy of {source} does not compile: {copy}")

    def complaints(self, copy):
        """Compiles a copy; the lines of which the compiler complains."""
        command = command_of(self.tests[0])
        at = command.index("-o")
        command[at + 1] = str(copy.with_suffix(".o"))
        command[-1] = str(copy)
        command = [word for word in command if not word.startswith(("-W", "-Werror"))]
        include = command.index("-include")
        command[include + 2:include + 2] = ["-w", "-ftemplate-backtrace-limit=0", "-include", str(HERE / "mutants.hpp")]
        ended = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, check=False)
        if ended.returncode == 0:
            return set()
        found = {int(line) for line in re.findall(re.escape(str(copy)) + r":(\d+):\d+: (?:error|  required)", ended.stderr)}
        found |= {int(line) for line in re.findall(re.escape(str(copy)) + r":(\d+):\d+:\s+required from", ended.stderr)}
        if not found:
            raise SystemExit(f"run.py: {copy} does not compile:\n{ended.stderr[:3000]}")
        return found

    def link(self, made):
        runtime = self.folder / "mutants.o"
        parts = [self.folder / Path(one["source"]).with_suffix(".o") for one in made] + [HERE / "mutants.cpp", self.tests_program()]
        if self.program.exists() and all(part.stat().st_mtime < self.program.stat().st_mtime for part in parts):
            return
        subprocess.run(["c++", "-std=c++20", "-O1", "-c", str(HERE / "mutants.cpp"), "-o", str(runtime)], check=True)
        text, name = link_line(self.floor), f"sigprop_{self.floor}_tests"
        objects = " ".join(shlex.quote(str(self.folder / Path(one["source"]).with_suffix(".o"))) for one in made)
        line = text.replace(f"-o tests/{name} ", f"{runtime} {objects} -o {self.program} ")
        if line == text:
            raise SystemExit(f"run.py: cannot read how ninja links {name}")
        subprocess.run(line, shell=True, cwd=BUILD, check=True)

    def tests_program(self):
        return BUILD / "tests" / f"sigprop_{self.floor}_tests"

    def start(self, seconds, arguments, environment, out=subprocess.DEVNULL):
        sources = ",".join(f"*/{path.relative_to(ROOT)}" for path in self.tests)
        limits = [f"--cpu={int(seconds) + 1}", f"--as={MEMORY}", "--core=0"]
        call = ["prlimit", *limits, str(self.program), f"--source-file={sources}", "--test-suite-exclude=slow",
                "--no-intro=true", *arguments]
        return subprocess.run(call, cwd=ROOT, env={**os.environ, **environment}, stdout=out, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=100 * (seconds + 1), check=False, text=True)

    def passes(self, cases, seconds, **environment):
        """Whether these test cases pass; False also for what had to be stopped."""
        names = ",".join(case.replace("\\", "\\\\").replace(",", "\\,") for case in cases)
        try:
            return self.start(seconds, [f"--test-case={names}", "--abort-after=1"], environment).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def cases(self):
        listed = self.start(60, ["--list-test-cases", "--no-colors=true"], {}, subprocess.PIPE).stdout.split("\n")
        rules = [i for i, line in enumerate(listed) if line.startswith("=====")]
        return listed[rules[0] + 1:rules[-1]]

    def reach(self, jobs):
        """Of each test case its seconds and the mutants it reaches, and the mutants whose types lack the operator."""
        def one(case):
            report = self.folder / f"{hashlib.sha256(case.encode()).hexdigest()[:16]}.reach"
            if report.exists() and report.stat().st_mtime > self.program.stat().st_mtime:
                seconds, *numbers = report.read_text().split()
                return case, float(seconds), numbers
            report.unlink(missing_ok=True)
            if not self.passes([case], 600, SIGPROP_MUTANT_REACH=str(report)):
                raise SystemExit(f"run.py: the test case '{case}' fails without any mutant")
            seconds, *numbers = report.read_text().split()
            return case, float(seconds), numbers
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            rows = list(pool.map(one, self.cases()))
        lacking = {int(number[1:]) for _, _, numbers in rows for number in numbers if number.startswith("-")}
        return {case: (seconds, {int(number) for number in numbers if not number.startswith("-")})
                for case, seconds, numbers in rows}, lacking


def equivalents(path=HERE / "equivalent.txt"):
    """{key_of a mutant: reason}: below each reason the keys that it is for, indented."""
    found, reason = {}, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        key = line.removeprefix("  ")
        if not line or line.startswith("#"):
            continue
        if key == line:
            reason = line
        elif reason is None or key in found or not report.KEY.fullmatch(key):
            raise SystemExit(f"{path.name}:{number}: below a reason stand, once each and indented by two blanks, a file, a function and a mutation, not: {line}")
        else:
            found[key] = reason
    return found


def tiers_of(cases, quick, longest):
    """The test cases in groups that run one after the other: the quick ones kill most. Those above `longest` are left out."""
    ends = [-1, *(min(end, longest) for end in (quick / 4, quick, 5 * quick)), longest]
    return [[case for case, (seconds, _) in cases.items() if low < seconds <= high] for low, high in zip(ends, ends[1:])]


class Killed:
    """The mutants that a run has killed, kept in a file while it goes on: for --again, also after a run that was stopped.
    A mutant of a source that has changed since is not known."""

    def __init__(self, path, mutants):
        self.path, self.keys = path, {mutant["id"]: report.key_of(mutant) for mutant in mutants}
        self.texts = {source: hashlib.sha256((ROOT / source).read_bytes()).hexdigest() for source in {mutant["source"] for mutant in mutants}}

    def mark(self, mutants):
        if not self.path.exists():
            return
        kept = json.loads(self.path.read_text())
        killed = set(kept["killed"])
        for mutant in mutants:
            if self.keys[mutant["id"]] in killed and kept["texts"][mutant["source"]] == self.texts[mutant["source"]]:
                mutant["fate"] = "killed"

    def keep(self, mutants):
        killed = [self.keys[mutant["id"]] for mutant in mutants if mutant["fate"] == "killed"]
        kept = json.loads(self.path.read_text()) if self.path.exists() else {"texts": {}, "killed": []}
        killed += [key for key in kept["killed"] if key.split()[0] not in self.texts]  # of sources that do not run now
        self.path.write_text(json.dumps({"texts": {**kept["texts"], **self.texts}, "killed": killed}))


def measure(name, jobs, only, quick, longest, minutes, again, known, pattern):
    room = Room(name)
    room.folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        made = list(pool.map(room.compile, range(len(room.sources))))
    room.link(made)
    cases, lacking = room.reach(jobs)
    declared = equivalents()
    mutants = [dict(mutant, source=one["source"]) for one in made for mutant in one["mutants"] if mutant["id"] not in lacking]
    mutants.sort(key=lambda mutant: [word in mutant["source"] for word in FIRST].index(True) if any(
        word in mutant["source"] for word in FIRST) else len(FIRST))
    if only:
        mutants = [mutant for mutant in mutants if only in mutant["source"]]

    tiers = tiers_of({case: cost for case, cost in cases.items() if re.search(pattern, case)}, quick, longest)
    left = sorted(case for case, (seconds, _) in cases.items() if seconds > longest)
    for mutant in mutants:
        mutant["reaching"] = [case for case in cases if mutant["id"] in cases[case][1]]
        mutant["fate"] = "survived" if mutant["reaching"] else "not reached"
    before = Killed(room.folder / "killed.json", mutants)
    if again or known:
        before.mark(mutants)

    end = time.monotonic() + 60 * minutes

    def judge(mutant, tier):
        """Runs those test cases of the tier that reach it; of one that is declared to change nothing the quickest, which tell
        whether it is another. A choice runs with all: what it costs may be seen."""
        reason = declared.get(report.key_of(mutant))
        if tier > 0 and reason is not None and not reason.startswith(report.CHOICE):
            return
        if time.monotonic() > end:
            mutant["fate"] = "not run"  # or not to the end
            return
        chosen = [case for case in mutant["reaching"] if case in tiers[tier]]
        seconds = 1 + 4 * sum(cases[case][0] for case in chosen)
        if chosen and not room.passes(chosen, min(seconds, 120), SIGPROP_MUTANT=str(mutant["id"])):
            mutant["fate"] = "killed"

    for tier in range(0 if known else len(tiers)):
        alive = [mutant for mutant in mutants if mutant["fate"] == "survived"]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for count, _ in enumerate(pool.map(lambda mutant: judge(mutant, tier), alive), 1):
                if count % 100 == 0 or count == len(alive):
                    before.keep(mutants)
                    dead = sum(mutant["fate"] == "killed" for mutant in alive)
                    print(f"{name}: {count} of {len(alive)} mutants ran with {len(tiers[tier])} test cases of tier {tier + 1}, "
                          f"{dead} killed", file=sys.stderr, flush=True)
    for mutant in mutants:
        del mutant["reaching"]
        mutant["reason"] = declared.get(report.key_of(mutant), "")
        if mutant["fate"] != "killed" and mutant["reason"]:
            mutant["fate"] = "choice" if mutant["reason"].startswith(report.CHOICE) else "equivalent"
    left_out = {}
    for one in made:
        for reason, count in one["left_out"].items():
            left_out[reason] = left_out.get(reason, 0) + count
    left_out["the types lack the other operator"] = len(lacking)
    stale = sorted(set(declared) - {report.key_of(mutant) for mutant in mutants} if not only else ())
    return {"room": name, "mutants": mutants, "left_out": left_out, "cases": len(cases), "long_cases": left,
            "stale": [key for key in stale if ROOT / key.split()[0] in room.sources]}


def kept_results():
    """The last results of each room, as far as there are any."""
    paths = [ROOT / "build" / "mutate" / room / "result.json" for room in [*ROOMS, "terms"]]
    return [json.loads(path.read_text()) for path in paths if path.exists()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}, terms; all of them without any")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("SIGPROP_JOBS", "2")))
    parser.add_argument("--only", default="", help="sources whose path has this text; nothing is recorded")
    parser.add_argument("--again", action="store_true", help="runs only what the last run did not kill: after a new test, or to go on")
    parser.add_argument("--known", action="store_true",
                        help="runs nothing: takes what a run has killed that went through the test cases up to --longest and was stopped then")
    parser.add_argument("--cases", default="", help="a pattern: only test cases with such names run; with --again after new tests, since what "
                        "others kill is known")
    parser.add_argument("--put", action="store_true", help="runs nothing: puts the figures of the last runs")
    parser.add_argument("--minutes", type=float, default=1e6, help="what has not run by then is counted as not run")
    parser.add_argument("--quick", type=float, default=0.1,
                        help="test cases that take more seconds run only with what survives the others")
    parser.add_argument("--longest", type=float, default=5.0, help="test cases that take more seconds do not run; the figures say so")
    options = parser.parse_args()
    for room in options.rooms:
        if room not in [*ROOMS, "terms"]:
            raise SystemExit(f"run.py: there is no room '{room}': there are {', '.join(ROOMS)} and terms")
    for room in [] if options.put else options.rooms or [*ROOMS, "terms"]:
        if room == "terms":
            result = terms.measure(sys.modules[__name__], options.jobs)
        else:
            result = measure(room, options.jobs, options.only, options.quick, options.longest, options.minutes, options.again,
                             options.known, options.cases)
        if not options.only:
            (ROOT / "build" / "mutate" / room / "result.json").write_text(json.dumps(result))
        report.write(result, sys.stdout)
    if not options.only:
        results, path = kept_results(), ROOT / "results" / "mutants.txt"
        others = list(report.listed_before(path.read_text(encoding="utf-8"), {result["room"] for result in results})) if path.exists() else []
        with open(path, "w", encoding="utf-8") as out:
            print("# What survives, by studies/mutate/run.sh; a mutant is declared equivalent by a reason in studies/mutate/equivalent.txt", file=out)
            out.writelines(others)
            for result in results:
                report.write(result, out)
        figures.put("mutants", report.figures(results, ROOMS, figures.read().get("mutants")))


if __name__ == "__main__":
    main()
