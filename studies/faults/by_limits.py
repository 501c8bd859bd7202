"""Rows of the figures: limits of memory, files and threads, and outputs that take nothing."""
import errno
import os
import resource
import subprocess

from judging import OUT_OF_MEMORY, REASONS, Findings, leftovers
from place import chosen
from running import Fault
from scenarios import fresh


def smallest(works, low, high, step):
    """The smallest multiple of step, above low, that works; high does."""
    while high - low > step:
        middle = (low + high) // 2
        low, high = (low, middle) if works(middle) else (middle, high)
    return high


def memory_limits(place):
    """Address space too small: the run says that memory is out, and for whom."""
    findings, mega = Findings(), 1 << 20
    reasons = (OUT_OF_MEMORY, os.strerror(errno.ENOMEM))

    def limited(size):
        return Fault(limits={resource.RLIMIT_AS: size, resource.RLIMIT_CORE: 0})

    def loads(size):
        return place.run(["--version"], place.folder, limited(size)).code == 0

    least = smallest(loads, mega, 1024 * mega, (16 if place.quick else 2) * mega)
    for scenario in place.scenarios:
        def suffices(size):
            return place.run(scenario.words, fresh(scenario, place.folder / "run", False), limited(size)).code == scenario.code

        most = least + 64 * mega if place.quick else smallest(suffices, least, 2048 * mega, 16 * mega)
        steps = 1 if place.quick else 8
        for i in range(steps):
            size = least + (most - least) * i // steps
            place.attempt(findings, scenario, limited(size), f"{size // mega} MB", i % 2 == 0, resumes=bool(scenario.checkpoint),
                          failures=(4, 2), reasons=reasons)
    return findings


def other_limits(place):
    """RLIMIT_FSIZE, RLIMIT_NOFILE, and threads that cannot be started."""
    findings = Findings()
    for scenario in place.scenarios:
        largest = max(map(len, [*scenario.new.values(), scenario.kept]))
        for size in chosen(place.draw("fsize", scenario.name), sorted({0, 1, 4096, largest // 2, largest - 1}),
                           1 if place.quick else 5):
            place.attempt(findings, scenario, Fault(limits={resource.RLIMIT_FSIZE: size}), f"files of {size} bytes", size % 2 == 0,
                          resumes=bool(scenario.checkpoint), failures=(2,), reasons=(REASONS["EFBIG"],))
        for files in () if place.quick else (3, 4, 5, 6):
            ending = place.run(["--version"], place.folder, Fault(limits={resource.RLIMIT_NOFILE: files}))
            if ending.code == 0:  # the loader needs some
                place.attempt(findings, scenario, Fault(limits={resource.RLIMIT_NOFILE: files}), f"{files} open files", files % 2 == 0,
                              failures=(2,), reasons=(REASONS["EMFILE"],))
        for k in (1,) if place.quick else (1, 2):
            place.attempt(findings, scenario, Fault(preload=f"thread:{k}+:EAGAIN"), f"no thread from the {k}th on", k % 2 == 0)
    for scenario in place.scenarios if runs_as_nobody(place) else []:
        folder = fresh(scenario, place.folder / "run", False)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        place.attempt(findings, scenario, Fault(limits={resource.RLIMIT_NPROC: 0}, nobody=True), "no process more", False, place=folder)
    return findings


def runs_as_nobody(place):
    try:
        os.chmod(place.folder, 0o777)
        return place.run(["--version"], place.folder, Fault(nobody=True)).code == 0
    except (OSError, subprocess.SubprocessError):
        return False


def closed_outputs(place):
    """Standard output or error that is closed, full, or whose reader went away; a report that goes to a full device."""
    findings = Findings()
    bad, full = REASONS["EBADF"], REASONS["ENOSPC"]
    for scenario in place.scenarios:
        place.attempt(findings, scenario, Fault(reads=0), "| true", False)
        place.attempt(findings, scenario, Fault(reads=1), "| head -c 1", True)
        place.attempt(findings, scenario, Fault(closed=(1,)), ">&-", False, failures=(2,), reasons=(bad,))
        place.attempt(findings, scenario, Fault(closed=(2,)), "2>&-", True)
        place.attempt(findings, scenario, Fault(closed=(0, 1, 2)), "<&- >&- 2>&-", True, failures=(2,), speaks=False)
        place.attempt(findings, scenario, Fault(output="/dev/full"), ">/dev/full", False, failures=(2,), reasons=(full,))
        for k, word in enumerate(scenario.words):
            if not word.startswith("--json=") or word.endswith("/"):
                continue
            folder = fresh(scenario, place.folder / "run", False)
            ending = place.run([*scenario.words[:k], "--json=/dev/full", *scenario.words[k + 1:]], folder)
            said = "cannot write /dev/full: " + full in ending.err
            problems = [] if ending.code == 2 and said else [("unclear", f"it ended with {ending.code}: {ending.err[:200]!r}")]
            findings.add(f"{scenario.name}, --json=/dev/full", problems + list(leftovers(scenario, folder, False)), ending)
    return findings
