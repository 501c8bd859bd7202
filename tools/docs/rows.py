"""What is made from the rows of src/quantities/catalogue: the tables of docs/defaults.md, each default with its source, and
tests/vectors/parameter_ranges.tsv, all ranges and relations, so that a shared row does not move one unseen.

    python3 tools/docs/rows.py --write    writes both
    python3 tools/docs/rows.py --check    exit 1 where one of them says anything else, or a default has no source
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "src/quantities/catalogue"
PAGE = ROOT / "docs/defaults.md"
RANGES = ROOT / "tests/vectors/parameter_ranges.tsv"
BEGIN, END = "<!-- defaults -->\n", "<!-- /defaults -->\n"
TITLES = {
    "frameworks": "Calls of frameworks", "initialization": "Initialisation", "activation": "Activations", "activations": "Activations",
    "attention": "Attention", "normalization": "Normalisation", "optimizer": "Optimisers", "residual": "Residual stacks and networks",
    "training": "Training", "elementwise": "Elementwise maps"}
TABLE = "| of | parameter | default | as in |\n|---|---|---|---|\n"
DEPENDENT = """## Defaults that depend on other arguments

Their parameters have no value in `sigprop list`; their meaning, which `sigprop show` prints, says what holds where they are left out.

| of | parameter | meaning | as in |
|---|---|---|---|
"""
RANGES_HEAD = """\
# What the arguments of quantities may be: range, parameter, quantities; "group.*" is every quantity of the group that has the
# parameter and no line of its own. python3 tools/docs/rows.py --write makes it from the rows.
"""


def text_of(value):
    return value if isinstance(value, str) else " ".join(value)


class File:
    """A file of rows, which takes over what shared.json has."""

    def __init__(self, catalogue, name):
        self.parts = [catalogue[name], catalogue["shared"]]

    def shared(self, kind, name):
        return next(part[kind][name] for part in self.parts if name in part.get(kind, {}))

    def resolved(self, parameter):
        if isinstance(parameter, str):
            return {"name": parameter.partition(".")[0], **self.resolved(self.shared("parameters", parameter))}
        return {**(self.resolved(parameter["like"]) if "like" in parameter else {}), **parameter}

    def parameters(self, elements):
        for one in elements:
            if isinstance(one, str) and one.startswith("@"):
                yield from self.parameters(self.shared("lists", one[1:]))
            else:
                yield self.resolved(one)

    def rows(self, entries, key, common):
        for entry in entries:
            whole = {**common, **{name: value for name, value in entry.items() if name != key}}
            if key in entry:
                yield from self.rows(entry[key], key, whole)
            else:
                yield {**whole, "parameters": list(self.parameters(whole.get("parameters", [])))}


def read_catalogue():
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in CATALOGUE.glob("*.json")}


def rows_of(catalogue):
    """The rows of all quantities and activations with their files, in the order of the page."""
    others = sorted(catalogue.keys() - TITLES.keys() - {"shared", "words", "groups"})
    for name in [*TITLES, *others]:
        for key in ("quantities", "activations"):
            for row in File(catalogue, name).rows(catalogue[name].get(key, []), key, {}):
                yield name, row


def group_of(name):
    return name.partition(".")[0]


def patterns(names, having):
    """The names; a group, or a group's names with one beginning, as a pattern where all of them that have the parameter are meant."""
    left = list(names)
    for begin in (lambda name: group_of(name) + ".", lambda name: re.match(r"[^.]*(\.[^_]*_)?", name)[0]):
        for one in list(dict.fromkeys(map(begin, left))):
            meant = [name for name in having if name.startswith(one)]
            if "." in one and len(meant) > 1 and set(meant) <= set(left):
                left = [one + "*" if name == meant[0] else name for name in left if name == meant[0] or name not in meant]
    return left


def cell(text):
    return text.replace("|", "\\|")


def defaults(rows):
    """The page's tables, and what has no source. A framework's call has its defaults where the row says that its code stands."""
    lines, having, faults = {}, {}, []
    for file, row in rows:
        for one in row["parameters"]:
            having.setdefault(one["name"], []).append(row["name"])
            meaning = text_of(one["meaning"])
            tells = re.search("default[ :]|left out", meaning)
            source = text_of(one.get("source") or (row["source"] if file == "frameworks" else ""))
            if "default" in one or (one.get("optional") and ("source" in one or tells)):
                if not source:
                    faults.append(f"{file}.json {row['name']} {one['name']}: has a default: say where it is from, \"source\"")
                section = TITLES.get(file, file.capitalize()) if "default" in one else ""
                said = f"`{one['default']}`" if "default" in one else meaning
                key = (one["name"], said, source)
                at = next((place for place in lines if place[1:] == key), (section, *key))
                lines.setdefault(at, []).append(row["name"])
            elif "source" in one:
                faults.append(f"{file}.json {row['name']} {one['name']}: has a source, and no default")
    tables = dict.fromkeys([*TITLES.values(), *(at[0] for at in lines if at[0]), ""], "")
    for (section, name, said, source), owners in lines.items():
        of = ", ".join(f"`{one}`" for one in patterns(owners, having[name]))
        tables[section] += f"| {of} | `{name}` | {cell(said)} | {cell(source)} |\n"
    dependent = DEPENDENT + tables.pop("")
    return "\n".join([*(f"## {title}\n\n{TABLE}{table}" for title, table in tables.items() if table), dependent]), faults


def ranges(rows):
    """Lines of range, parameter and quantities; of a group's quantities most are meant by "group.*"."""
    by_range, by_group = {}, {}
    for row in (row for _, row in rows if "." in row["name"]):
        for one in row["parameters"]:
            key = (one["name"], one.get("range", ""))
            by_range.setdefault(key, []).append(row["name"])
            by_group.setdefault((one["name"], group_of(row["name"])), []).append(key)
        for one in row.get("relations", []):
            by_range.setdefault((one, "relation"), []).append(row["name"])
    lines = []
    for (name, text), owners in by_range.items():
        if not text:
            continue
        shown = []
        for one in owners:
            of_group = by_group.get((name, group_of(one)), [])
            is_usual = len(of_group) > 1 and (name, "") not in of_group and max(of_group, key=of_group.count) == (name, text)
            shown.append(group_of(one) + ".*" if is_usual else one)
        lines.append(f"{text}\t{name}\t{' '.join(sorted(set(shown)))}\n")
    return RANGES_HEAD + "".join(sorted(lines, key=lambda line: (line.startswith("relation"), line.split("\t")[1], line)))


def texts(catalogue, page):
    """What the files should say, by path, and what is wrong with the rows."""
    rows = list(rows_of(catalogue))
    tables, faults = defaults(rows)
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    return {PAGE: before + BEGIN + "\n" + tables + "\n" + END + after, RANGES: ranges(rows)}, faults


def main():
    if sys.argv[1:] not in (["--write"], ["--check"]):
        print(__doc__)
        return 2
    made, faults = texts(read_catalogue(), PAGE.read_text(encoding="utf-8"))
    for path, text in made.items():
        if sys.argv[1] == "--write":
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} is not what the rows say: python3 tools/docs/rows.py --write")
    print("\n".join(faults) or "each default has a source; the lists are what the rows say")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
