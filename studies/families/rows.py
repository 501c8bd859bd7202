"""Rows of src/architectures/*.json: laws by the longest end of a tensor's name, and their text."""
import collections
import json
import re

from laws import Law, Tensor, law_of
from scales import INITIAL, keys_in, numbers_in, scales_of

BIAS = re.compile(r"bias(_[a-z0-9]+)?$")
WEIGHTS = ("weight", "parametrizations.weight.original1", "weight_v")
CUTOFF = "initializer_cutoff_factor"
TELLING = 8  # names of tensors by which a class is known, numbers apart
COPIED = 16  # numbers below which equal tensors may be chance


def pattern_of(name):
    """The name with * for each part that is a number."""
    return ".".join("*" if part.isdigit() else part for part in name.split("."))


def fans_of(shape):
    """As PyTorch counts them."""
    receptive = 1
    for size in shape[2:]:
        receptive *= size
    return (shape[1] * receptive, shape[0] * receptive) if len(shape) > 1 else None


def axes_of(shape):
    return 2 if len(shape) > 1 else 1


class Draw:
    """One model of a family: its configuration's numbers and its tensors."""

    def __init__(self, name, config, seen, prefix="", defaults=None, kind="", ties=None, tied=False, model="", architectures=None, needs=None):
        self.name, self.config, self.seen, self.prefix = name, numbers_in(config), seen, prefix
        self.kind, self.ties, self.tied = kind, ties or {}, tied  # the class; what it shares where config.json ties; whether it does so
        # the library's name of the model; all of them that its class has, and the names of tensors that each has
        self.model, self.architectures, self.needs = model, architectures or [], needs
        self.defaults = defaults if defaults is not None else self.config
        self.shapes = {one.name: one.shape for one in seen}

    def fans(self, one):
        """A bias has those of its weight, which weight_norm calls otherwise."""
        if len(one.shape) > 1:
            return fans_of(one.shape)
        weights = [BIAS.sub(lambda end, weight=weight: weight + (end.group(1) or ""), one.name) for weight in WEIGHTS]
        return fans_of(next((self.shapes[name] for name in weights if name != one.name and name in self.shapes), []))

    def copies(self):
        """Patterns of tensors that share their numbers."""
        equal = {}
        for one in self.seen:
            if one.form == "random" and one.count >= COPIED:
                equal.setdefault(one.key, []).append(one.name)
        return {pattern_of(name) for names in equal.values() if len(names) > 1 for name in names}

    def unties(self, one, other):
        """Whether it has numbers of its own although its configuration ties them."""
        keys = {seen.name: seen.key for seen in self.seen if seen.name in (one, other)}
        return self.tied and len(keys) == 2 and keys[one] != keys[other]


class Family:
    """What several draws of one family have in common."""

    def __init__(self, name, draws):
        self.name, self.draws = name, draws
        self.copies = sorted(set().union(*(draw.copies() for draw in draws)))
        self.laws = {1: {}, 2: {}}  # by axes: {pattern: Law}
        self.tensors = {}           # {(axes, pattern without the base model's prefix): ({whole patterns}, [Tensor])}
        for index, draw in enumerate(draws):
            for one in draw.seen:
                name = one.name.removeprefix(draw.prefix + ".") if draw.prefix else one.name
                whole, key = pattern_of(one.name), (axes_of(one.shape), pattern_of(name))
                wholes, tensors = self.tensors.setdefault(key, (set(), []))
                wholes.add(whole)
                tensors.append(Tensor(index, draw.fans(one), one, name))
        # what never has a number in any draw is no pattern
        self.tensors = {key: found for key, found in self.tensors.items() if any(one.seen.form != "empty" for one in found[1])}

    def infer(self):
        configs = [draw.config for draw in self.draws]
        scales = scales_of(configs)
        first = {key: law_of(key[1], tensors, configs, scales) for key, (_, tensors) in self.tensors.items()}
        likely = {law.row: 1 for law in first.values() if law.law != "any"} | {law.row: 0 for law in first.values() if not law.note}
        for (axes, pattern), (wholes, tensors) in self.tensors.items():
            law = first[axes, pattern]
            if law.note.startswith(("ambiguous", "too small")):
                law = law_of(pattern, tensors, configs, scales, likely)
            for whole in wholes:
                divided = len(wholes) > 1 and law.law == "any" and not law.note.startswith("fixed")
                self.laws[axes][whole] = self.apart(whole, law, tensors, configs, scales, likely) if divided else law
                if self.is_by_names:
                    self.laws[axes][whole] = self.each(whole, self.laws[axes][whole], tensors, configs, scales, likely)
        return self

    @property
    def is_by_names(self):
        """Whether nothing but the names says which model it is: there is no configuration, and its class has several architectures."""
        return any(draw.model for draw in self.draws)

    def each(self, whole, together, tensors, configs, scales, likely):
        """Architectures of a class may differ in a scale: then each of theirs is right."""
        if together.law != "any":
            return together
        if together.others:
            mixed = any(len({one.seen.value for one in tensors if one.draw == draw}) > 1 for draw in range(len(self.draws)))
            return Law("constant", together.others[0], together.note, together.others[1:], mixed)
        models = {}
        for one in tensors:
            models.setdefault(self.draws[one.draw].model, []).append(one)
        if len(models) < 2 or not together.note or together.note.startswith(("fixed", "forms", "orthogonal", "rows of zeros")):
            return together
        laws = [law_of(whole, some, configs, scales, likely) for some in models.values()]
        if {law.law for law in laws} & {"any"} or len({law.law for law in laws}) > 1 or any(law.others for law in laws):
            return together
        texts = sorted({law.scale for law in laws}, key=lambda text: (-sum(law.scale == text for law in laws), text))
        return Law(laws[0].law, texts[0], "architectures differ: " + ", ".join(texts), tuple(texts[1:])) if len(texts) <= 3 else together

    def apart(self, whole, together, tensors, configs, scales, likely):
        """Classes that call a tensor differently may differ in its law."""
        law = law_of(whole, [one for one in tensors if pattern_of(one.seen.name) == whole], configs, scales, likely)
        return law if law.law == "any" else Law(law.law, law.scale, f"classes differ; together {together.note}")

    def rows(self):
        rows = []
        for axes in (1, 2):
            together = collections.OrderedDict()
            laws = {pattern: law.alternatives if self.is_by_names else (law.law, (law.scale,), False) for pattern, law in self.laws[axes].items()}
            for end, row in rules(laws):
                together.setdefault(row, []).append(end)
            for (law, (scale, *others), mixed), names in together.items():
                cut = self.cut_of(law, scale)
                rows.append({"names": sorted(names), "axes": axes, "law": law} | ({"scale": scale} if law != "any" else {})
                            | ({"cut": cut} if cut else {}) | ({"or": others} if others else {}) | ({"mixed": True} if mixed else {}))
        return rows

    def telling_needs(self):
        """Too few names, as of a list of layers called features, are those of many a model."""
        needs = self.needs()
        return {"needs": tree_of(needs)} if len(needs) >= TELLING else {}

    def needs(self):
        """Names of tensors of floating point that every architecture has."""
        found = set.intersection(*(set(draw.needs or {pattern_of(one.name) for one in draw.seen}) for draw in self.draws))
        return sorted(found & {pattern for _, pattern in self.tensors})

    def row(self):
        laws = self.rows()
        used = sorted(set().union(*(keys_in(row.get("scale", "")) | keys_in(row.get("cut", "")) for row in laws))) if laws else []
        values = {}
        for draw in reversed(self.draws):
            values.update({key: draw.defaults.get(key, draw.config.get(key)) for key in used if key in draw.config})
        row = {"family": self.name, "model_types": [] if self.is_by_names else [self.name]}
        if self.is_by_names:
            architectures = sorted(set().union(*(draw.architectures for draw in self.draws)))
            row |= ({"architectures": architectures} if architectures else {}) | self.telling_needs()
        row["classes"] = sorted({draw.kind for draw in self.draws})
        defaults = {key: values[key] for key in used if isinstance(values.get(key), float)}
        ties = self.ties()
        tied = {"ties": ties, "tied": any(draw.tied for draw in self.draws)} if ties else {}
        seen = {"seen": tree_of({pattern for _, pattern in self.tensors})}
        return row | ({"defaults": defaults} if defaults else {}) | {"laws": laws} | seen | ({"copies": self.copies} if self.copies else {}) | tied

    def cut_of(self, law, scale):
        """The key that says how many stds away the law is cut, beside that of its scale; none: 2."""
        beside = sorted(key.rpartition(".")[0] for key in keys_in(scale) if INITIAL.search(key))
        key = f"{beside[0]}.{CUTOFF}".lstrip(".") if beside and law == "truncated_normal" else ""
        return key if all(key in draw.config for draw in self.draws) else ""

    def ties(self):
        """[name, the name whose numbers it has where config.json ties], of which no draw says otherwise. Classes may tie a head to
        different tables."""
        pairs = sorted({pair for draw in self.draws for pair in draw.ties.items()})
        return [[one, other] for one, other in pairs if not any(draw.unties(one, other) for draw in self.draws)]


def tree_of(names):
    """All names in one: "h.*.(attn.(c_attn|c_proj)|mlp.c_fc).(bias|weight)". What follows several parts alike is written once."""
    tree = {}
    for name in names:
        node = tree
        for part in name.split("."):
            node = node.setdefault(part, {})
        node[None] = {}

    def text(node):
        ends = {}
        for part, child in sorted((part, child) for part, child in node.items() if part is not None):
            ends.setdefault(text(child), []).append(part)
        both = lambda some: some[0] if len(some) == 1 else "(" + "|".join(some) + ")"
        some = [both(parts) + end for end, parts in ends.items()]
        if not some:
            return ""
        inner = both(some)
        return ("(|." + inner + ")" if None in node else "." + inner) if node is not tree else inner

    return text(tree)


def rules(laws):
    """[(end of a name, law)] of {pattern: law}: of the ends that a name has, the longest gives its law. ^ stands for the whole."""
    tree = {}
    for pattern, law in laws.items():
        node = tree
        for part in reversed(pattern.split(".")):
            node = node.setdefault(part, {})
        node[None] = law
    found = []

    def all_of(node):
        for part, child in node.items():
            if part is None:
                yield child
            else:
                yield from all_of(child)

    def walk(node, end, inherited):
        count = collections.Counter(all_of(node))
        if set(count) == {inherited}:
            return
        law = max(count, key=lambda one: (count[one], one == inherited, one))
        if not end:
            law = None
        elif law != inherited:
            found.append((end, law))
        if None in node and node[None] != law:
            found.append(("^" + end, node[None]))
        for part, child in node.items():
            if part is not None:
                walk(child, f"{part}.{end}" if end else part, law)

    if laws:
        walk(tree, "", None)
    return found


def look_up(rules_of, name):
    best = None
    for end, law in rules_of:
        has = name == end[1:] if end.startswith("^") else name == end or name.endswith("." + end)
        if has and (best is None or len(end) > len(best[0])):
            best = end, law
    return best and best[1]


def law_in(row, axes, name):
    """(law, scale) that a family's row gives for a tensor; None where it says nothing."""
    said = laws_in(row, axes, name)
    return said and (said[0], said[1][0])


def laws_in(row, axes, name):
    """(law, scales, whether a model may have several), of which each is right."""
    ends = [(end, (law["law"], (law.get("scale", ""), *law.get("or", ())), law.get("mixed", False))) for law in row["laws"] if law["axes"] == axes for end in law["names"]]
    return look_up(ends, name)


def text_of(library, version, rows):
    """The file as it is kept: a line for each law."""
    line = lambda one: json.dumps(one, ensure_ascii=False)
    families = []
    for row in sorted(rows, key=lambda one: one["family"]):
        text = f'    {{"family": {line(row["family"])}, "model_types": {line(row["model_types"])},\n     '
        text += "".join(f'"{key}": {line(row[key])},\n     ' for key in ("architectures", "needs") if row.get(key))
        text += f'"classes": {line(row["classes"])}'
        if row.get("defaults"):
            text += f',\n     "defaults": {line(row["defaults"])}'
        text += ',\n     "laws": [' + ",\n              ".join(line(law) for law in row["laws"]) + "]"
        text += f',\n     "seen": {line(row["seen"])}' if row.get("seen") else ""
        if row.get("copies"):
            text += f',\n     "copies": {line(row["copies"])}'
        if row.get("also"):
            text += f',\n     "also": {line(row["also"])}'
        if row.get("ties"):
            text += f',\n     "ties": {line(row["ties"])}, "tied": {line(row["tied"])}'
        families.append(text + "}")
    head = f'{{\n  "library": {line(library)},\n  "version": {line(version)},\n  "families": [\n'
    return head + ",\n".join(families) + "\n  ]\n}\n"
