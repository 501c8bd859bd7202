#!/usr/bin/env python3
"""What tools/docs/rows.py makes stands in the repository, and it sees a default without source and an end of a range that moves."""

import copy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/docs"))
import rows  # noqa: E402

catalogue, pages = rows.read_catalogue(), [path.read_text(encoding="utf-8") for path in (rows.PAGE, rows.CALLS)]
made, faults = rows.texts(catalogue, *pages)
assert faults == [], faults
for path, text in made.items():
    assert path.read_text(encoding="utf-8") == text, f"{path.relative_to(ROOT)}: python3 tools/docs/rows.py --write"


def changed(change):
    """What is made and what is wrong after a change of the rows."""
    other = copy.deepcopy(catalogue)
    change(other)
    return rows.texts(other, *pages)


def differing_lines(change, path):
    return set(changed(change)[0][path].splitlines()) ^ set(made[path].splitlines())


beta1 = lambda other: other["optimizer"]["parameters"]["beta1"]
new_file = {"quantities": [{"name": "new.one", "parameters": [{"name": "a", "default": "1", "meaning": "one", "source": "ours: the unit"}]}]}
head_rate = lambda other: other["training"]["parameters"]["head_rate"]
for change, fault in (
        (lambda other: beta1(other).pop("source"), "optimizer.json optimizer.adam_noise_rms beta1: has a default: say where it is from"),
        (lambda other: beta1(other).update(source="ours"), "optimizer.json optimizer.adam_noise_rms beta1: a default of ours needs a reason"),
        (lambda other: beta1(other).pop("default"), "optimizer.json optimizer.adam_noise_rms beta1: has a source, and no default"),
        (lambda other: head_rate(other).pop("source"), "training.json training.loss head_rate: has a default: say where it is from")):
    assert any(one.startswith(fault) for one in changed(change)[1]), fault
assert any("`beta1` | `0.95`" in one for one in differing_lines(lambda other: beta1(other).update(default="0.95"), rows.PAGE))
assert any("## New" == one for one in differing_lines(lambda other: other.update(new=new_file), rows.PAGE))
linear = lambda other: next(one for one in other["framework_calls"]["quantities"][0]["quantities"] if one["name"] == "torch.Linear")
assert any("weight, bias: `uniform(1/sqrt(in_features))`" in line for line in made[rows.CALLS].splitlines())
assert any("bias: `uniform(2)`" in line for line in differing_lines(lambda other: linear(other)["laws"].update(bias="uniform(2)"), rows.CALLS))
for text in ("(0, 1]", "[0, 2)"):
    assert f"{text}\tbeta1\toptimizer.*" in differing_lines(lambda other: beta1(other).update(range=text), rows.RANGES)
assert differing_lines(lambda other: beta1(other).pop("range"), rows.RANGES)
print(f"{len(made)} lists are what the rows say")
