"""Where the rows work, and one attempt: a run under a fault, and what is judged after it."""
import random
from pathlib import Path

from judging import problems_of, resume_problems
from scenarios import fresh


class Place:
    """Where the rows work: the runner, the scenarios, a folder, and how much is done."""

    def __init__(self, run, scenarios, folder, quick):
        self.run, self.folder, self.quick = run, Path(folder), quick
        self.scenarios = [one for one in scenarios if one.in_quick or not quick]
        self.counts = {}

    def draw(self, *names):
        return random.Random("/".join(map(str, ("sigprop faults 1", *names))))

    def calls(self, scenario):
        if scenario.name not in self.counts:
            place = fresh(scenario, self.folder / "count", False)
            self.counts[scenario.name] = self.run.counts(scenario.words, place, self.folder / "counts")
        return self.counts[scenario.name]

    def attempt(self, findings, scenario, fault, what, with_old, resumes=False, place=None, **allowed):
        place = place or fresh(scenario, self.folder / "run", with_old)
        ending = self.run(scenario.words, place, fault)
        problems = problems_of(scenario, place, with_old, ending, **allowed)
        if resumes and ending.code != scenario.code:
            problems += resume_problems(scenario, place, self.run)
        findings.add(f"{scenario.name}, {what}", problems, ending)
        return ending


def chosen(draw, numbers, most):
    """At most so many of them, always with the first and the last."""
    numbers = list(numbers)
    if len(numbers) <= most:
        return numbers
    return sorted({numbers[0], numbers[-1], *draw.sample(numbers, max(most - 2, 0))})


def moments(place, scenario, name, count):
    """Fractions of the run: half of them anywhere, half near the end, where files are written."""
    draw = place.draw(name, scenario.name)
    return [draw.random() * 1.02 if i % 2 == 0 else 0.8 + 0.25 * draw.random() for i in range(count)]
