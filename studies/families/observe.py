#!/usr/bin/env python3
"""Infers the laws of the libraries' initial weights from models that build.py made, and keeps or checks their rows.

    observe.py FOLDER... --write src/architectures/transformers.json    writes the rows of all families in the folders
    observe.py FOLDER... --check src/architectures/transformers.json    compares; exit 1 where a row and what is inferred disagree
    observe.py FOLDER... --also src/architectures/transformers.json     draws of another version: of which rows they are, too
      --statistics DIR    keeps the tensors' statistics there, or takes them from there: the weights are read once
      --only FAMILY...    no others; with --write the file's other rows stay
      --log FILE          what is any, and why; what is ambiguous, and with what (else to stdout)

A FOLDER holds models (each a folder with safetensors, config.json and about.json), or is one. Needs numpy, no framework.
"""
import argparse
import contextlib
import json
import sys
from pathlib import Path

from laws import holds
from rows import Draw, Family, laws_in, pattern_of, text_of
from tensors import look_once


def models(folders):
    for folder in map(Path, folders):
        yield from [folder] if (folder / "about.json").exists() else sorted(path.parent for path in folder.glob("*/about.json"))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def described(folder):
    """(about, config, family) of a model. One without the configuration that its library writes would be of no scale with a key."""
    about, path = read(folder / "about.json"), folder / "config.json"
    if about.get("config", about["library"] == "transformers") and not path.exists():
        raise SystemExit(f"observe.py: {path} is missing; build.py makes the model again where the folder is not there")
    config = read(path) if path.exists() else {}
    return about, config, about.get("family") or config.get("model_type") or about["class"]


def families_in(folders, only=()):
    """(library, version, {family: folders})."""
    libraries, found = set(), {}
    for folder in models(folders):
        about, _, name = described(folder)
        if only and name not in only:
            continue
        libraries.add((about["library"], about["version"]))
        found.setdefault(name, []).append(folder)
    if len(libraries) != 1:
        raise SystemExit(f"observe.py: the models are of {len(libraries)} libraries or versions; give those of one: {sorted(libraries)}")
    return *next(iter(libraries)), found


def infer(name, folders, kept):
    draws = []
    for folder in folders:
        about, config, _ = described(folder)
        draws.append(Draw(folder.name, config, look_once(folder, kept), about.get("prefix", ""), about.get("defaults"),
                          about["class"], about.get("ties"), about.get("tied", False), about.get("model", ""), about.get("architectures"),
                          about.get("needs")))
    return Family(name, draws).infer()


def worth_a_row(row):
    return any(law["law"] != "any" for law in row["laws"])


def report(family, log):
    patterns = [(axes, pattern, law) for axes, laws in family.laws.items() for pattern, law in laws.items()]
    unknown = sum(law.law == "any" for _, _, law in patterns)
    print(f"{family.name}: {len(family.draws)} draws, {len(patterns)} patterns, {unknown} any, "
          f"{sum(law.note.startswith('ambiguous') for _, _, law in patterns)} ambiguous", file=log, flush=True)
    for axes, pattern, law in patterns:
        if law.note:
            print(f"  {pattern} ({axes}): {' '.join(filter(None, law.row))}; {law.note}", file=log)
    return len(patterns), unknown


def hold(said, tensors, configs):
    """Whether those of each draw have one of the scales."""
    draws = {one.draw for one in tensors}
    return all(any(holds((said[0], scale), [one for one in tensors if one.draw == draw], configs) for scale in said[1])
               for draw in draws) if len(said[1]) > 1 else holds((said[0], said[1][0]), tensors, configs)


def disagreements(family, row):
    """What the row says otherwise than what is inferred, with both. A row that names another scale, and holds, agrees."""
    configs = [draw.config for draw in family.draws]
    for (axes, _), (wholes, tensors) in family.tensors.items():
        for whole in sorted(wholes):
            law, said = family.laws[axes][whole], laws_in(row, axes, whole)
            said_text = f"{said[0]} {' or '.join(said[1])}".rstrip() if said else "nothing"
            if said == law.alternatives or (said is None and law.law == "any"):
                continue
            own = [one for one in tensors if pattern_of(one.seen.name) == whole]
            if said is None or said[0] == "any" or not hold(said, own, configs):
                inferred = " ".join(filter(None, law.row)) + (f" ({law.note})" if law.note else "")
                yield f"{family.name}: {whole} ({axes} axes): the row says {said_text}, the draws {inferred}"
    new = {draw.kind for draw in family.draws} - set(row.get("classes", []))
    if new:
        yield f"{family.name}: classes that the row was not drawn from: {', '.join(sorted(new))}"
    if row.get("ties", []) != family.ties():
        yield f"{family.name}: the row ties {row.get('ties', [])}, the draws {family.ties()}"
    said, seen = set(row.get("copies", [])), set(family.copies)
    yield from (f"{family.name}: {pattern}: copies in the {'row' if pattern in said else 'draws'} alone" for pattern in sorted(said ^ seen))
    for key, value in row.get("defaults", {}).items():
        for draw in family.draws:
            if draw.defaults is not draw.config and draw.defaults.get(key, value) != value:
                yield f"{family.name}: {key}: the row's default is {value}, the library's {draw.defaults[key]}"
                break


def agree(options):
    """Writes into each row the other version, if its draws follow the row in all that both have."""
    library, version, found = families_in(options.folders, options.only)
    kept = read(options.also)
    for row in kept["families"]:
        if row["family"] not in found:
            continue
        wrong = [line for line in disagreements(infer(row["family"], found[row["family"]], options.statistics), row)
                 if "the row says" in line and "the row says nothing" not in line and "the row says any" not in line]
        row["also"] = sorted({one for one in row.get("also", []) if one != version} | (set() if wrong else {version}))
        print("".join(f"{line}\n" for line in wrong[:1]), end="")
    options.also.write_text(text_of(kept["library"], kept["version"], kept["families"]), encoding="utf-8")
    print(f"{library} {version}: {sum(version in row.get('also', []) for row in kept['families'])} of {len(found)} families draw the same")
    return 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--write", type=Path)
    action.add_argument("--check", type=Path)
    action.add_argument("--also", type=Path)
    parser.add_argument("--statistics")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--log", type=Path)
    options = parser.parse_args(arguments)

    if options.also:
        return agree(options)
    library, version, found = families_in(options.folders, options.only)
    kept = {row["family"]: row for row in read(options.check)["families"]} if options.check else {}
    rows, differ, patterns, unknown = [], [], 0, 0
    with options.log.open("w", encoding="utf-8") if options.log else contextlib.nullcontext(sys.stdout) as log:
        for name, folders in sorted(found.items()):
            family = infer(name, folders, options.statistics)
            some, few = report(family, log)
            patterns, unknown = patterns + some, unknown + few
            row = family.row()
            rows.append(row)
            if options.check and name in kept:
                differ += disagreements(family, kept[name])
            elif options.check and worth_a_row(row):
                differ.append(f"{name}: no row")
    if options.check and not options.only:
        differ += [f"{name}: a row, and no draw of it" for name in sorted(kept.keys() - found.keys())]
    rows = [row for row in rows if worth_a_row(row)]
    if options.write:
        if options.only and options.write.exists():
            rows += [row for row in read(options.write)["families"] if row["family"] not in found]
        options.write.write_text(text_of(library, version, rows), encoding="utf-8")
    for line in differ:
        print(line)
    print(f"{library} {version}: {len(found)} families, {patterns} patterns, {unknown} any ({100 * unknown / max(patterns, 1):.1f} %)"
          + (f", {len(differ)} disagreements" if options.check else ""))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
