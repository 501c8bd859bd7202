"""Rows of the figures: calls of the system that fail, do a part of their work, or tell another time."""
import errno
import os

from judging import Findings
from place import chosen
from running import Fault


def failing_calls(place):
    """A call fails once, or from some moment on: the run says so, or did not need it."""
    findings = Findings()
    errors = {"open": ("ENOSPC", "EIO", "EDQUOT", "EMFILE"), "read": ("EIO",), "write": ("ENOSPC", "EIO", "EDQUOT"),
              "fsync": ("ENOSPC", "EIO", "EDQUOT"), "rename": ("ENOSPC", "EIO", "EDQUOT"), "close": ("ENOSPC", "EIO", "EDQUOT")}
    for scenario in place.scenarios:
        for call, names in errors.items():
            draw = place.draw("fail", scenario.name, call)
            for k in chosen(draw, range(1, place.calls(scenario)[call] + 1), 1 if place.quick else 4):
                name, later = draw.choice(names), draw.choice(("", "+"))
                reason = os.strerror(getattr(errno, name))
                place.attempt(findings, scenario, Fault(preload=f"{call}:{k}{later}:{name}"), f"{name} at {call} {k}{later}",
                              draw.random() < 0.5, resumes=bool(scenario.checkpoint), failures=(2,), reasons=(reason,),
                              speaks=not (call == "write" and later))
    return findings


def harmless_calls(place):
    """EINTR without a signal that asks to stop, and reads and writes of a part: nothing changes."""
    findings = Findings()
    for scenario in place.scenarios:
        for call, action in [*((call, "EINTR") for call in ("open", "read", "write", "fsync", "close")), ("read", "short"),
                             ("write", "short")]:
            draw = place.draw("harmless", scenario.name, call, action)
            count = place.calls(scenario)[call]
            for k in chosen(draw, range(1, count + 1), 1 if place.quick else 2):
                place.attempt(findings, scenario, Fault(preload=f"{call}:{k}:{action}"), f"{action} at {call} {k}", k % 2 == 0)
            if action == "short" and count > 0 and not place.quick:
                place.attempt(findings, scenario, Fault(preload=f"{call}:1+:{action}"), f"{action} at each {call}", True)
    return findings


def clock_jumps(place):
    """The clocks jump by an hour or by years, forward and back."""
    findings = Findings()
    for scenario in place.scenarios:
        count = place.calls(scenario)["clock"]
        for jump in ("+3600", "-3600", "+4000000000", "-4000000000"):
            for clock in ("wall", "monotonic"):
                draw = place.draw("clock", scenario.name, jump, clock)
                k = draw.randint(1, max(count, 1))
                if not place.quick or (jump, clock) == ("+3600", "wall"):
                    place.attempt(findings, scenario, Fault(preload=f"clock:{k}:{jump}", clock=clock), f"{clock} clock {jump} s at reading {k}",
                                  k % 2 == 0)
    return findings
