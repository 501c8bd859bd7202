"""Rows of the figures: signals that end a run, at random moments and at its calls."""
import signal

from judging import Findings, problems_of, resume_problems
from place import chosen, moments
from running import Fault
from scenarios import fresh


def kills(place, total=200):
    """kill -9 at random moments; checkpoints are taken up several times before a run may finish. A run that ended before its moment
    is judged, too, but not counted: the next one is killed a little earlier."""
    findings, most_in_a_row, max_tries = Findings(), 4, 20
    total = 6 if place.quick else total
    for i, scenario in enumerate(place.scenarios):
        share = total * (i + 1) // len(place.scenarios) - total * i // len(place.scenarios)
        folder, in_a_row, with_old = None, 0, False
        for k, moment in enumerate(moments(place, scenario, "kill", share)):
            for earlier in range(max_tries):
                if folder is None:
                    with_old = not with_old
                    folder = fresh(scenario, place.folder / "run", with_old)
                at = moment * 0.85 ** earlier
                ending = place.run(scenario.words, folder, Fault(kill_after=at * scenario.seconds))
                problems = problems_of(scenario, folder, with_old, ending, signals=(signal.SIGKILL,))
                in_a_row += 1
                if not scenario.checkpoint or ending.code >= 0 or in_a_row == most_in_a_row or k + 1 == share:
                    problems += resume_problems(scenario, folder, place.run)
                    folder, in_a_row = None, 0
                if problems or ending.code < 0:
                    break
            findings.add(f"{scenario.name}, killed at {at:.3f} of the run", problems, ending)
    return findings


def kills_at_calls(place):
    """kill -9 at, and in the middle of, each call that changes a file."""
    findings = Findings()
    for scenario in place.scenarios:
        for call in ("open", "write", "fsync", "rename", "close"):
            draw = place.draw("kill at", scenario.name, call)
            for k in chosen(draw, range(1, place.calls(scenario)[call] + 1), 1 if place.quick else 4):
                for action in ("kill", "torn") if call == "write" else ("kill",):
                    place.attempt(findings, scenario, Fault(preload=f"{call}:{k}:{action}"), f"{action} at {call} {k}", k % 2 == 0,
                                  resumes=True, signals=(signal.SIGKILL,))
    return findings


def interruptions(place):
    """Ctrl-C and SIGTERM at random moments."""
    findings = Findings()
    for scenario in place.scenarios:
        for k, moment in enumerate(moments(place, scenario, "interrupt", 1 if place.quick else 12)):
            which = (signal.SIGINT, signal.SIGTERM)[k // 2 % 2]
            # before the handlers stand the signal itself ends the process, as it should
            place.attempt(findings, scenario, Fault(kill_after=moment * scenario.seconds, kill_signal=which),
                          f"{which.name} at {moment:.3f} of the run", k % 2 == 0, resumes=True, failures=(130,),
                          signals=(which,) if moment * scenario.seconds < 0.1 else ())
    return findings
