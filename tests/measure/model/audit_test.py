#!/usr/bin/env python3
"""Audits models with planted mistakes and right ones: what is found, what is named, and how many alarms are false.

    audit_test.py SIGPROP [--size small|large] [--seeds 1000] [--only NAME] [--auditor tool|reference] [--gate]

A mistake is found when a tensor that it hits is accused, which a remark does not; named when a finding has the words
that it should, and clean when no other tensor has one. Without --gate the exit code must be 0 exactly where nothing is
accused. --gate adds `--spec init.json`, the recipe's own specification: then the
exit code must be 1 exactly where a tensor is refuted. `reference` holds the files against the truth by
reference_auditor.py and prints how many standard errors each mistake is away; it is not asked for names. Exit 0:
all found, named and clean, false alarms as stated; 1: not; 77: the tool has no such command.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Set, Tuple

import audit_json
import mistakes
import reference_auditor
import safetensors_write
import sample_recipe

Auditor = Callable[[Path, Dict[str, Any]], audit_json.Audit]
NUMERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?")

# those that are tried where none is named
RECIPES = tuple(sorted(path.stem for path in (Path(__file__).resolve().parents[3] / "src/recipes").glob("*.json")
                       if not json.loads(path.read_text()).get("only_named")))
# the sizes of the right models: small enough for a thousand of them
RIGHT = {"d_model": 96, "d_ff": 256, "heads": 4, "layers": 2, "vocab": 211, "context": 64}
# of all right models, at most this share may have a finding, whatever the number of tensors
FALSE_ALARMS = 1e-3


def by_tool(tool: str, gate: bool) -> Auditor:
    def audit(path: Path, spec: Dict[str, Any]) -> audit_json.Audit:
        words = [tool, "measure", "model", str(path), "--json", "--quiet"]
        if gate:
            rules = path.with_name("init.json")
            rules.write_text(json.dumps({key: value for key, value in spec.items() if key != "meant"}))
            words += ["--spec", str(rules)]
        if spec.get("meant"):
            # someone who planted a mistake knows what the model was meant to be; right models must be recognised
            words += ["--recipe", spec["recipe"]]
        # muP's base width stands in no shape, and is never read from the weights
        words += ["--set", "base_width=" + spec["sizes"]["base_width"]] if "base_width" in spec["sizes"] else []
        run = subprocess.run(words, capture_output=True, text=True)
        if run.returncode not in (0, 1, 3):
            raise ValueError(f"{' '.join(words)} exits {run.returncode}: {run.stderr.strip()}")
        found = audit_json.read(run.stdout)
        refuted = sum(one.refuted for one in found.findings)
        if gate and (run.returncode == 1) != (refuted > 0):
            raise ValueError(f"{' '.join(words)} exits {run.returncode} with {refuted} tensors refuted")
        if not gate and (run.returncode == 0) != (not found.accusations):
            raise ValueError(f"{' '.join(words)} exits {run.returncode} with {len(found.accusations)} accusations")
        return found
    return audit


FAR: Dict[str, float] = {}  # standard errors of each tensor in the last audit by the reference


def by_reference(path: Path, spec: Dict[str, Any]) -> audit_json.Audit:
    document = reference_auditor.audit(path, spec)
    FAR.clear()
    FAR.update(document["distances"])
    return audit_json.of_document(document)


def numbers_of(right: sample_recipe.Plan, wrong: sample_recipe.Plan, hit: Sequence[str]) -> Set[float]:
    """The std of each law that was planted, its ratio to the right one and the inverse of that."""
    numbers: Set[float] = set()
    for name in hit:
        if "constant" not in (right[name].law.kind, wrong[name].law.kind):
            std = wrong[name].law.std
            numbers |= {std, std / right[name].law.std, right[name].law.std / std}
    return numbers


def is_named(one: mistakes.Mistake, numbers: Set[float], findings: Sequence[audit_json.Finding]) -> bool:
    """Whether the findings together have a word of each group, and one of the numbers where one is asked for."""
    text = "\n".join(finding.text for finding in findings).lower()
    stated = [float(numeral) for numeral in NUMERAL.findall(text)]

    def has(group: Tuple[str, ...]) -> bool:
        if group == mistakes.NUMBER:
            return any(abs(a - b) <= 0.01 * b for a in stated for b in numbers)
        return any(word.lower() in text for word in group)

    return all(has(group) for group in one.words)


@dataclasses.dataclass(frozen=True)
class Outcome:
    found: bool
    named: bool
    elsewhere: int

    @property
    def right(self) -> bool:
        return self.found and self.named and self.elsewhere == 0


def outcome(one: mistakes.Mistake, model: sample_recipe.RecipeModel, wrong: sample_recipe.Plan,
            audit: audit_json.Audit) -> Outcome:
    hit = one.hit(model, wrong)
    findings = audit.about(hit)
    numbers = numbers_of(model.plan, wrong, hit) if mistakes.NUMBER in one.words else set()
    # of equal tensors either may be called the copy; a model that has been trained is odd in all its matrices
    twins = {wrong[name].stream for name in hit if wrong[name].stream in wrong}
    twins |= {name for name in wrong for other in hit if wrong[other].stream and wrong[other].stream == wrong[name].stream}
    other = [] if one.trained else audit.elsewhere([*hit, *twins])
    return Outcome(any(finding.accuses or one.remark for finding in findings), is_named(one, numbers, findings), len(other))


def audit_mistakes(arguments: argparse.Namespace, auditor: Auditor, folder: Path) -> int:
    """Prints a line for each mistake and returns how many are not found, named and clean."""
    every = mistakes.every()
    names = [arguments.only] if arguments.only else list(every)
    failures = 0
    print(f"{'mistake':36} {'recipe':18} {'hit':>3}  found named elsewhere   furthest")
    for name in names:
        one = every[name]
        model = one.model(arguments.tool, arguments.size)
        wrong = one.plant(model)
        path = folder / "model.safetensors"
        dtype = one.stored or ("BF16" if arguments.size == "large" else "F32")
        safetensors_write.write(path, sample_recipe.stored(wrong, arguments.seed, dtype), {"format": "pt"})
        try:
            audit = auditor(path, {**model.spec, "meant": True})
        except ValueError as error:
            # a right file that is refused fails for itself, and the others are still to be audited
            print(f"{name:36} {one.recipe:18} FAILS: {error}", flush=True)
            failures += 1
            continue
        seen = outcome(one, model, wrong, audit)
        far = ""
        if arguments.auditor == "reference":
            hit = one.hit(model, wrong)
            # of a fresh matrix among trained ones: how far the nearest of those is from fresh
            where = [name for name in FAR if name not in hit and "_proj" in name] if one.trained else hit
            far = f"{(min if one.trained else max)(FAR[name] for name in where):.4g}"
            failures += not (seen.found and seen.elsewhere == 0)
        else:
            failures += not seen.right
        print(f"{name:36} {one.recipe:18} {len(one.hit(model, wrong)):3}  {'yes' if seen.found else 'NO':5} "
              f"{'yes' if seen.named else 'NO':5} {seen.elsewhere:9} {far:>10}".rstrip(), flush=True)
        if arguments.auditor == "tool" and not seen.right:
            print(f"    should say: {one.says}")
            print("\n".join(f"    says: {finding.tensor}: {finding.text}" for finding in audit.findings[:3]), flush=True)
    asked = "found and clean" if arguments.auditor == "reference" else "found, named and clean"
    print(f"{len(names)} mistakes ({arguments.size}), {failures} not {asked}")
    return failures


def audit_right(arguments: argparse.Namespace, auditor: Auditor, folder: Path) -> Tuple[int, List[str]]:
    """Audits right models of all recipes over seeds; returns how many have a finding, and the first of those."""
    flags = sample_recipe.flags_of
    models = []
    for recipe in RECIPES:
        sizes: Dict[str, Any] = dict(RIGHT)
        if recipe in mistakes.OWN_SIZES:
            sizes.update(mistakes.OWN_SIZES[recipe](RIGHT))
        models.append(sample_recipe.read_recipe(
            arguments.tool, recipe, flags({name: size for name, size in sizes.items() if size is not None})))
    alarms: List[str] = []
    count = 0
    for seed in range(arguments.seeds):
        model = models[seed % len(models)]
        path = folder / "model.safetensors"
        dtype = "BF16" if seed // len(models) % 4 == 3 else "F32"
        safetensors_write.write(path, sample_recipe.stored(model.plan, seed, dtype), {"format": "pt"})
        found = auditor(path, model.spec).findings
        count += bool(found)
        alarms += [f"{model.spec['recipe']}, seed {seed}, {dtype}: {one.tensor}: {one.text}" for one in found][:3]
    print(f"{arguments.seeds} right models of {len(models)} recipes, {count} with findings")
    print("\n".join(alarms[:20]))
    return count, alarms


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--size", default="small", choices=list(mistakes.SIZES))
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--auditor", default="tool", choices=["tool", "reference"])
    parser.add_argument("--gate", action="store_true")
    arguments = parser.parse_args(words)
    if arguments.only and arguments.only not in mistakes.every():
        parser.error(f"there is no mistake {arguments.only!r}: {', '.join(mistakes.every())}")
    if arguments.auditor == "tool":
        run = subprocess.run([arguments.tool, "measure", "model", "--help"], capture_output=True, text=True)
        if run.returncode != 0 or "measure model" not in run.stdout:
            print(f"skipped: {arguments.tool} has no `measure model`")
            return 77
    auditor = by_reference if arguments.auditor == "reference" else by_tool(arguments.tool, arguments.gate)
    with tempfile.TemporaryDirectory() as folder:
        failures = audit_mistakes(arguments, auditor, Path(folder))
        count, _ = audit_right(arguments, auditor, Path(folder)) if not arguments.only else (0, [])
    return 1 if failures or count > FALSE_ALARMS * arguments.seeds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
