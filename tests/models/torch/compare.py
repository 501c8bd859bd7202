#!/usr/bin/env python3
"""Holds sigprop's networks and their training against Transformers written in torch, which share no code and no random
numbers with them.

    compare.py SIGPROP             up to 1,720 means over networks, each with its standard error; 0: all agree
                                   (where a few networks carry a mean, sigprop says none; at most 4 of a combination)
    compare.py SIGPROP --faults    mistakes planted on torch's side; 0: every one is seen; 1: not
    compare.py SIGPROP --controls  small networks, a minute: agree, and each statistic tells a neighbouring design of
                                   sigprop's apart; 0: both; 1: not
    compare.py SIGPROP --all       every comparison, in standard errors
    compare.py SIGPROP NAME        those of one combination

The Python is that of build/venv/torch (tools/requirements/run.sh). Two means agree if they differ by at most 4
standard errors of their difference.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

import combinations
import controls
import faults
import torch
import training
from designs import Design

LIMIT = 4.0
AT_START, TRAINED = 256, 128  # networks
MOST_WITHOUT = 4  # means of a combination that a few networks carry, so that sigprop says none
Mean = Tuple[float, float]  # and its standard error


def student(freedom: int) -> float:
    """How many standard errors an interval of 95 % reaches, by Cornish and Fisher; of 30 degrees of freedom or more."""
    z, n = 1.959963984540054, freedom
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)


def of_sigprop(tool: str, name: str, changes: Optional[Dict[str, Any]] = None,
               only: Optional[Sequence[str]] = None) -> Dict[Tuple[str, str], Mean]:
    """The means of a combination by (quantity, name of the number); of some quantities `only`, and of a neighbouring design
    where there are `changes`."""
    asked = [one for one in combinations.questions(name) if only is None or one[0] in only]
    networks = [AT_START if quantity.startswith("network") else TRAINED for quantity, _, _ in asked]
    texts = [combinations.expression(name, quantity, own, count, changes)
             for (quantity, own, _), count in zip(asked, networks)]
    run = subprocess.run([tool, "eval", *texts, "--json", "--threads", "1", "--seed", "1"], capture_output=True,
                         text=True)
    if run.returncode not in (0, 1, 3):
        raise RuntimeError(f"sigprop eval exits {run.returncode}: {run.stderr.strip()}")
    means = {}
    for record, (quantity, _, number), count in zip(json.loads(run.stdout)["records"], asked, networks):
        found = record["evidence"][0] if record["evidence"] else record
        if found["status"] == "unable":
            continue
        if found["status"] != "ok":
            raise RuntimeError(f"{record['expression']}: {found['reason']}")
        interval = found["interval"]
        half = (float(interval["upper"]) - float(interval["lower"])) / 2
        means[quantity, number] = (found["double"], half / student(count - 1))
    return means


def of_torch(name: str, planted: Sequence[str] = ()) -> Dict[Tuple[str, str], Mean]:
    torch.manual_seed(2)
    design = Design(combinations.parameters(name), frozenset(planted))
    numbers = {"network": training.at_start(design, AT_START), "training": training.trained(design, TRAINED)}
    means = {}
    for quantity, _, number in combinations.questions(name):
        x = numbers[quantity.split(".")[0]][number]
        means[quantity, number] = (float(x.mean()), float(x.std()) / math.sqrt(len(x)))
    return means


def compared(theirs: Dict[Tuple[str, str], Mean], ours: Dict[Tuple[str, str], Mean]) -> List[Tuple[float, str]]:
    """Differences in standard errors, and a line about each."""
    found = []
    if len(ours) - len(theirs) > MOST_WITHOUT:
        raise RuntimeError(f"sigprop has no mean of {len(ours) - len(theirs)} numbers: {sorted(set(ours) - set(theirs))}")
    for (quantity, number), (a, of_a) in theirs.items():
        b, of_b = ours[quantity, number]
        error = math.hypot(of_a, of_b)
        away = abs(a - b) / error if a != b else 0.0
        away = away if math.isfinite(away) else math.inf
        where = number.partition(" ")[2]
        label = f"{quantity}({where})" if where else quantity
        found.append((away, f"{label}: sigprop {a:.6g} ± {of_a:.2g}, torch {b:.6g} ± {of_b:.2g}, "
                            f"{away:.2f} standard errors"))
    return found


def compare_all(tool: str, show: bool, names: Sequence[str]) -> int:
    agreeing = count = 0  # of those that have a mean
    for name in names:
        for away, line in compared(of_sigprop(tool, name), of_torch(name)):
            count += 1
            agreeing += away <= LIMIT
            if show or not away <= LIMIT:
                print(f"{name}: {line}", flush=True)
    print(f"{agreeing} of {count} comparisons agree within {LIMIT:g} standard errors")
    return 0 if agreeing == count >= (combinations.EACH - MOST_WITHOUT) * len(names) else 1


def plant_all(tool: str) -> int:
    known: Dict[str, Dict[Tuple[str, str], Mean]] = {}
    missed = 0
    for fault, name in faults.FAULTS.items():
        known[name] = known.get(name) or of_sigprop(tool, name)
        every = compared(known[name], of_torch(name, [fault]))
        beyond = [one for one in every if not one[0] <= LIMIT]
        missed += not beyond
        most = f", most of all {max(beyond)[1]}" if beyond else ""
        print(f"{fault}: {len(beyond)} comparisons of {name} see it{most}", flush=True)
    print(f"{len(faults.FAULTS) - missed} of {len(faults.FAULTS)} planted faults are seen")
    return 1 if missed else 0


def control_all(tool: str) -> int:
    """Every statistic that the combinations ask for has a control, agrees, and tells its neighbour apart."""
    asked = {quantity for name in combinations.COMBINATIONS for quantity, _, _ in combinations.questions(name)}
    failures = [f"{quantity} has no control" for quantity in sorted(asked - set(controls.NEIGHBOURS))]
    seen = 0
    for name in combinations.CONTROLS:
        of_name = {quantity: changes for quantity, (own, changes) in controls.NEIGHBOURS.items() if own == name}
        ours = {key: one for key, one in of_torch(name).items() if key[0] in of_name}
        right = compared(of_sigprop(tool, name, only=list(of_name)), ours)
        failures += [f"{name}: {line}" for away, line in right if not away <= LIMIT]
        for changes in {str(one): one for one in of_name.values()}.values():
            quantities = [quantity for quantity, own in of_name.items() if own == changes]
            theirs = of_sigprop(tool, name, changes, quantities)
            for quantity in quantities:
                some = {key: one for key, one in theirs.items() if key[0] == quantity}
                most = max(compared(some, {key: ours[key] for key in some}), default=(0.0, "nothing to compare"))
                seen += most[0] > LIMIT
                if not most[0] > LIMIT:
                    failures.append(f"{quantity} does not see {changes}: {most[1]}")
    print("\n".join([*failures, f"{seen} of {len(controls.NEIGHBOURS)} statistics tell a neighbouring design apart"]))
    return 1 if failures else 0


def main(words: Sequence[str]) -> int:
    every = list(combinations.COMBINATIONS)
    if len(words) not in (1, 2) or (len(words) == 2 and words[1] not in ("--faults", "--controls", "--all", *every)):
        print(__doc__, file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    if words[1:] == ["--faults"]:
        return plant_all(words[0])
    if words[1:] == ["--controls"]:
        return control_all(words[0])
    return compare_all(words[0], words[1:] == ["--all"], words[1:] if words[-1] in every else every)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
