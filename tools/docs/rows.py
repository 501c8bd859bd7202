"""What is made from the rows of src/quantities/catalogue: the tables of docs/reference/defaults.md, each default with its source, those of
docs/reference/calls.md, each call of a framework with its law, and tests/vectors/parameter_ranges.tsv, all ranges and relations, so that a shared row
does not move one unseen.

    python3 tools/docs/rows.py --write    writes all of them
    python3 tools/docs/rows.py --check    exit 1 where one of them says anything else, or a default has no source
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "src/quantities/catalogue"
PAGE = ROOT / "docs/reference/defaults.md"
CALLS = ROOT / "docs/reference/calls.md"
RANGES = ROOT / "tests/vectors/parameter_ranges.tsv"
BEGIN, END = "<!-- defaults -->\n", "<!-- /defaults -->\n"
CALLS_BEGIN, CALLS_END = "<!-- calls -->\n", "<!-- /calls -->\n"
FRAMEWORKS = {
    "torch": "PyTorch", "transformers": "transformers", "timm": "timm", "keras": "Keras", "tf": "TensorFlow", "jax": "JAX", "flax": "Flax, linen",
    "nnx": "Flax, nnx", "haiku": "Haiku", "equinox": "Equinox", "mlx": "MLX"}
TITLES = {
    "frameworks": "Calls of frameworks", "framework_calls": "Calls of frameworks", "initialization": "Initialisation", "activation": "Activations", "activations": "Activations",
    "attention": "Attention", "normalization": "Normalisation", "optimizer": "Optimisers", "normal": "Normal numbers", "quantizer": "Quantisers", "mixture": "Mixtures of experts", "unit_scaling": "Unit scaling", "kernel_shaping": "Deep Kernel Shaping", "sampler": "Samplers", "residual": "Residual stacks and networks",
    "training": "Training", "elementwise": "Elementwise maps"}
TABLE = "| of | parameter | default | source |\n|---|---|---|---|\n"
DEPENDENT = """## Defaults that depend on other arguments

These parameters have no value in `sigprop list`. Their meaning, which `sigprop show` prints, says what applies without them.

| of | parameter | meaning | source |
|---|---|---|---|
"""
RANGES_HEAD = """\
# What the arguments of quantities may be: range, parameter, quantities; "group.*" is every quantity of the group that has the
# parameter and no line of its own. python3 tools/docs/rows.py --write makes it from the rows.
"""


def text_of(value):
    return value if isinstance(value, str) else " ".join(value)


def tensor_parameter(row):
    """Which of several tensors is asked for is a parameter that follows from their laws, as in tools/catalogue."""
    laws = list(row.get("laws", []))
    if len(laws) < 2:
        return []
    return [{"name": "parameter", "default": laws[0], "meaning": "which of the layer's tensors", "source": "ours: the first that the layer makes"}]


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
                yield {**whole, "parameters": list(self.parameters(whole.get("parameters", []))) + tensor_parameter(whole)}


def read_catalogue():
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in CATALOGUE.glob("*.json")}


def rows_of(catalogue):
    """The rows of all quantities and activations with their files, in the order of the page."""
    others = sorted(catalogue.keys() - TITLES.keys() - {"shared", "words", "groups"})
    for name in [*TITLES, *others]:
        for key in ("quantities", "activations"):
            for row in File(catalogue, name).rows(catalogue[name].get(key, []), key, {}):
                yield name, row


def is_call(file):
    return file in ("frameworks", "framework_calls")


def plain(latex):
    """A formula of a call as text: fractions, roots, names and words are all that these have."""
    braces = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
    text = text_of(latex).replace("\\_", "_")
    while (changed := re.sub(r"\\(?:mathrm|text)" + braces, r"\1", text)) != text:
        text = changed
    while (changed := re.sub(r"\\sqrt" + braces, r"sqrt(\1)", re.sub(r"\\frac" + braces + braces, r"(\1)/(\2)", text, count=1), count=1)) != text:
        text = changed
    text = re.sub(r"\^\{([^{}]*)\}", r"^(\1)", text)
    for sign, meant in ((r"{\pm}", "+-"), (r"\pm", "+-"), (r"\cdot", "*"), (r"\quad", ""), (r"\max", "max"), (r"\,", " "),
                        ("\\", "")):
        text = text.replace(sign, meant)
    text = re.sub(r"\((\w+)\)/", r"\1/", re.sub(" +", " ", text)).replace(" ,", ",").strip()
    # one word, number or call needs no brackets as a numerator or denominator
    text = re.sub(r"/\((\w+|\w+\((?:[^()]|\([^()]*\))*\))\)", r"/\1", text)
    return re.sub(r"(?<!\w)\(([\w.]+\((?:[^()]|\([^()]*\))*\))\)/", r"\1/", text)


def laws_of(row):
    """What each tensor of a call is drawn from, with short numbers that it is made of written out, and long ones behind it."""
    terms = {name: text_of(text).replace(" + 0*whole", "") for name, text in row.get("terms", {}).items()}
    lines, behind = {}, {}
    for tensor, law in row.get("laws", {}).items():
        text = text_of(law)
        for name, meant in terms.items():
            if re.search(rf"\b{name}\b", text) and len(meant) < 60:
                text = re.sub(rf"\b{name}\b", meant, text)
            elif re.search(rf"\b{name}\b", text):
                behind.update({one: terms[one] for one in terms if one == name or re.search(rf"\b{one}\b", meant)})
        lines.setdefault(text, []).append(tensor)
    one = len(row["laws"]) == 1
    shown = [f"`{text}`" if one else f"{', '.join(tensors)}: `{text}`" for text, tensors in lines.items()]
    return "; ".join(shown + [f"{name} is `{text}`" for name, text in behind.items()])


def calls(rows):
    """The tables of docs/reference/calls.md: what each call draws from, and where that stands."""
    tables = {name: "" for name in FRAMEWORKS}
    for file, row in rows:
        if not is_call(file):
            continue
        names = [name for name in ([row["module"] + "." + row["name"].partition(".")[2]] if "module" in row else []) + row.get("aliases", [])]
        shown = f"`{row['name']}`" + (f", `{names[0]}`" if names else "")
        law = laws_of(row) if "laws" in row else plain(row["formula"])
        tables[group_of(row["name"])] += f"| {shown} | {cell(law)} | {cell(text_of(row['units']))} | {cell(text_of(row['source']))} |\n"
    head = "| call | `law`, or std | note | source |\n|---|---|---|---|\n"
    return "\n".join(f"## {title}\n\n{head}{tables[name]}" for name, title in FRAMEWORKS.items())


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
            source = text_of(one.get("source") or (row["source"] if is_call(file) else ""))
            if "default" in one or (one.get("optional") and ("source" in one or tells)):
                if not source:
                    faults.append(f"{file}.json {row['name']} {one['name']}: has a default: say where it is from, \"source\"")
                elif source == "ours" and "default" in one:
                    faults.append(f"{file}.json {row['name']} {one['name']}: a default of ours needs a reason: \"ours: …\"")
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


def between(page, begin, text, end):
    return page.split(begin)[0] + begin + "\n" + text + "\n" + end + page.split(end)[1]


def texts(catalogue, page, calls_page):
    """What the files should say, by path, and what is wrong with the rows."""
    rows = list(rows_of(catalogue))
    tables, faults = defaults(rows)
    return {PAGE: between(page, BEGIN, tables, END), CALLS: between(calls_page, CALLS_BEGIN, calls(rows), CALLS_END),
            RANGES: ranges(rows)}, faults


def main():
    if sys.argv[1:] not in (["--write"], ["--check"]):
        print(__doc__)
        return 2
    made, faults = texts(read_catalogue(), *(path.read_text(encoding="utf-8") for path in (PAGE, CALLS)))
    for path, text in made.items():
        if sys.argv[1] == "--write":
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} is not what the rows say: python3 tools/docs/rows.py --write")
    print("\n".join(faults) or "each default has a source; the lists are what the rows say")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
