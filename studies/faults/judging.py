"""What a fault may leave behind: files that are whole, a message that says what happened, and nothing else."""
import os
import re
from collections import Counter

from scenarios import contents

TEMPORARY = re.compile(r"(^|/)\.sigprop-w?[0-9]+\.tmp$")
CRASHED = ("terminate called", "what():", "Aborted", "Segmentation", "Exception (FLINT", "GNU MP", "internal error")
REASONS = {name: os.strerror(number) for number, name in __import__("errno").errorcode.items()}
OUT_OF_MEMORY = "out of memory"


class Findings:
    """Counts of one row of the figures, and what was found, in words."""

    def __init__(self):
        self.runs, self.counts, self.texts = 0, Counter(), []
        self.endings = Counter()  # codes of exit, minus the signal: whether the faults reached anything

    def add(self, what, problems, ending):
        self.runs += 1
        self.endings[str(ending.code)] += 1
        for kind in {kind for kind, _ in problems}:
            self.counts[kind] += 1
        self.texts += [f"{what}: {kind}: {text}" for kind, text in problems]

    def row(self, name):
        return [name, self.runs, *(self.counts[kind] for kind in ("torn", "lost", "unclear"))]


def file_problems(scenario, folder, with_old, must_be_new):
    """Each destination is the old file or the new one, whole; where the run says that it succeeded, the new one."""
    there = contents(folder)
    for name in scenario.files:
        old = scenario.old.get(name) if with_old else None
        found = there.get(name)
        if found == scenario.new[name]:
            continue
        if found != old:
            yield ("torn" if found is not None else "lost", f"{name} is neither the old file nor the new one" if found is not None else
                   f"{name} is gone")
        elif must_be_new:
            yield "lost", f"exit {scenario.code}, and {name} was not written"


def is_state(scenario, name):
    """A state of a simulation that goes on from there: it stays until the run is finished."""
    return bool(scenario.checkpoint) and (name == scenario.checkpoint or re.fullmatch(
        re.escape(scenario.checkpoint) + r"\.[0-9a-f]{16}", name) is not None)


def leftovers(scenario, folder, after_kill):
    known = set(contents(scenario.template)) | set(scenario.files)
    for name in contents(folder):
        if name in known or is_state(scenario, name):
            continue
        if after_kill and (TEMPORARY.search(name) or name == scenario.checkpoint + ".lock"):
            continue
        yield "unclear", f"{name} was left behind"


def message_problems(scenario, ending, reasons):
    """A run that failed says why, and names the file."""
    text = ending.err
    if not text.startswith("sigprop: "):
        yield "unclear", f"exit {ending.code} with the message {text[:200]!r}"
        return
    if OUT_OF_MEMORY in text and OUT_OF_MEMORY in reasons:
        return
    if not any(reason in text for reason in reasons):
        yield "unclear", f"the message does not say why: {text[:200]!r}"
    names = [*scenario.files, *scenario.inputs, scenario.checkpoint or "standard output", "standard output", "/", "out/"]
    if not any(name in text for name in names):
        yield "unclear", f"the message names no file: {text[:200]!r}"


def problems_of(scenario, folder, with_old, ending, *, failures=(), signals=(), reasons=(), speaks=True):
    """All problems after a run: `failures` are the codes that it may exit with besides that of an undisturbed run, for one of the
    `reasons`; `signals` those that may end it; without `speaks` nothing can be said to the user."""
    found = list(file_problems(scenario, folder, with_old, ending.code == scenario.code))
    killed = ending.code < 0 and -ending.code in signals
    found += leftovers(scenario, folder, killed)
    if ending.timed_out:
        return [*found, ("unclear", "it did not end")]
    found += [("unclear", f"standard error has {word!r}: {ending.err[:300]!r}") for word in CRASHED if word in ending.err][:1]
    if killed or ending.code == scenario.code:
        return found
    if ending.code not in failures:
        return [*found, ("unclear", f"it ended with {ending.code}: {ending.err[:300]!r}")]
    if ending.code == 130:
        said = "sigprop: interrupted" in ending.err
        return [*found, *([] if said else [("unclear", f"130 with the message {ending.err[:200]!r}")])]
    return [*found, *(message_problems(scenario, ending, reasons) if speaks else [])]


def resume_problems(scenario, folder, run):
    """The same command, undisturbed: it ends as if nothing had happened, and the checkpoint holds the same."""
    ending = run(scenario.words, folder)
    if ending.code != scenario.code:
        return [("lost", f"run again, it ended with {ending.code}: {ending.err[:300]!r}")]
    found = [("lost", f"run again, {text}") for _, text in file_problems(scenario, folder, False, True)]
    found += leftovers(scenario, folder, False)
    if scenario.checkpoint and (folder / scenario.checkpoint).read_bytes() != scenario.kept:
        found.append(("lost", "run again, its checkpoint is not that of an undisturbed run"))
    return found
