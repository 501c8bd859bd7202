"""Rows of the figures: two processes that write the same files, and a disk that others have filled."""
import json
import os
import subprocess
import sys
from pathlib import Path

from judging import Findings, file_problems, leftovers, resume_problems
from place import moments
from scenarios import fresh


def two_writers(place):
    """Two processes that write the same files at once: reports and baselines are those of one of them, a checkpoint is that of the first."""
    findings = Findings()
    for scenario in place.scenarios:
        for k, moment in enumerate(moments(place, scenario, "two writers", 1 if place.quick else 4)):
            folder = fresh(scenario, place.folder / "run", k % 2 == 0)
            words = scenario.words if scenario.checkpoint else scenario.other_words()
            first = place.run.begin(words, folder)
            try:
                first[0].wait(max(moment - 0.5, 0) * scenario.seconds)
            except subprocess.TimeoutExpired:
                pass
            second = place.run.begin(scenario.words, folder)
            endings = [place.run.finish(first), place.run.finish(second)]
            findings.add(f"{scenario.name}, a second one after {moment:.3f}", both_problems(scenario, folder, endings, place.run), endings[1])
    return findings


def both_problems(scenario, folder, endings, run):
    found = list(file_problems(scenario, folder, not scenario.checkpoint, bool(scenario.checkpoint)))
    found += leftovers(scenario, folder, False)
    for ending in endings:
        told = bool(scenario.checkpoint) and ending.code == 2 and "is using this checkpoint" in ending.err
        if ending.code not in (scenario.code, scenario.other_code) and not told or ending.timed_out:
            found.append(("unclear", f"one ended with {ending.code}: {ending.err[:200]!r}"))
    if all(ending.code == 2 for ending in endings):
        found.append(("lost", "neither did its work"))
    if scenario.checkpoint:
        found += resume_problems(scenario, folder, run)
    return found


def full_disk(place):
    """A disk of its own with some pages, or some names, left; `None` where none can be mounted."""
    command = ["unshare", "-m", *([] if os.getuid() == 0 else ["-r"]), sys.executable, "-B",
               str(Path(__file__).with_name("full_disk.py"))]
    asked = {"tool": place.run.tool, "library": place.run.library, "folder": str(place.folder), "quick": place.quick}
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    if done.returncode == 77:
        return None
    if done.returncode != 0:
        raise RuntimeError(f"full_disk.py: {done.stderr}")
    found, findings = json.loads(done.stdout), Findings()
    findings.runs, findings.texts = found["runs"], found["texts"]
    findings.counts.update(found["counts"])
    findings.endings.update(found["endings"])
    return findings
