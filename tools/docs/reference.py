#!/usr/bin/env python3
"""Writes the pages of the site that are made from the catalogue and from reports, and its configuration.

    reference.py SIGPROP FOLDER    FOLDER is made anew: FOLDER/src has the pages, FOLDER/mkdocs.yml what mkdocs reads

A page for each quantity: its formula, parameters and routes as the catalogue has them, a proved curve where a shipped
series has one, proved values of the calls that claims and guides make, and the claims about it. The table of constants
in the wild is results/refuted.md.
"""
import functools
import html
import itertools
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import pasted

plt.rcdefaults()
plt.rcParams.update({"svg.hashsalt": "sigprop", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                     "axes.spines.right": False, "savefig.facecolor": "white"})
root = Path(__file__).resolve().parents[2]
tool, folder = sys.argv[1], Path(sys.argv[2])
repository = f"https://github.com/{pasted.settings()[0]}"
pages = folder / "src"
call = re.compile(r"\b([a-z_]+(?:\.[A-Za-z0-9_]+)+)\(")


def printed(*words, codes=(0,)):
    run = subprocess.run([tool, *words], capture_output=True, text=True)
    if run.returncode not in codes:
        sys.exit(f"sigprop {' '.join(words)}: exit {run.returncode}\n{run.stderr}")
    return run.stdout


def calls_in(text):
    """The calls of quantities in a text, each with its matching parenthesis."""
    for found in call.finditer(text):
        depth, quote = 0, ""
        for at in range(found.end() - 1, len(text)):
            c = text[at]
            if quote:
                quote = "" if c == quote else quote
            elif c in "\"'":
                quote = c
            elif c in "([":
                depth += 1
            elif c in ")]":
                depth -= 1
                if depth == 0:
                    yield found[1], text[found.start():at + 1]
                    break


def cell(text):
    return html.escape(text, quote=False).replace("|", "\\|").replace("\n", " ").replace("*", "\\*").replace("_", "\\_")


def code(text):
    return "`" + text.replace("|", "\\|") + "`" if "`" not in text else cell(text)


def quantities():
    listed = json.loads(printed("list", "quantities", "--json"))["quantities"]
    return [(one["name"].split("(")[0], one["about"], one) for one in listed]


def examples(names, claims):
    """Calls of each quantity in the shipped claims and in the guides; `layer`, `n` and other variables are left out."""
    texts = [record["expression"] for record in claims]
    for page in sorted((root / "docs").rglob("*.md")):
        texts += re.findall(r"^\$? ?sigprop eval (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    found = {name: [] for name in names}
    for text in texts:
        for name, one in calls_in(text):
            if name in found and one not in found[name] and len(found[name]) < 8:
                found[name].append(one)
    return found


@functools.cache
def described(names):
    """What `sigprop show --json` says of each name."""
    shown = json.loads(printed("show", *names, "--json"))["shown"]
    return {one["name"]: one for one in shown if one["kind"] == "quantity"}


ROUTES = {"closed_form": "In closed form", "definition": "By its definition", "simulation": "By simulation"}


def sentence(text):
    """A route or a note as a sentence: its lines joined, its head in words, a full stop."""
    text = " ".join(text.split())
    head = re.match(r"([a-z_]+): ", text)
    if head and head[1] in ROUTES:
        text = f"{ROUTES[head[1]]}: {text[head.end():]}"
    text = text[0].upper() + text[1:] if text.split()[0].isalpha() else text
    return cell(text) + ("" if text.endswith(".") else ".")


def quantity_page(name, shown, entry, calls, known, claims):
    lines = [f"# {name}", "", cell(shown["summary"]), "", "```", shown["call"], "```", ""]
    if entry.get("formula_mathml"):
        lines += [f"<p>{entry['formula_mathml']}</p>", ""]
    for note in entry.get("formula_notes_html", []):
        lines += [f"<p>{note}</p>", ""]
    for title in ("limit", "units", "source"):
        if shown.get(title):
            lines += [f"**{title.capitalize()}.** " + "<br>".join(map(cell, shown[title].splitlines())), ""]
    if shown["aliases"]:
        lines += ["**Aliases.** " + ", ".join(map(code, shown["aliases"])), ""]
    if curve := curves_of(name):
        draw(name, curve, pages / "quantities" / "pictures" / f"{name}.svg")
        lines += [f"![{name} against {curve[1]}](pictures/{name}.svg)", "", f"The proved curve of {code(curve[0])}.", ""]
    if shown["parameters"]:
        lines += ["## Parameters", "", "| parameter | kind | meaning |", "|---|---|---|"]
        for one in shown["parameters"]:
            default = "" if one["default"] is None else f"={one['default']}"
            meaning = one["meaning"] + (": " + ", ".join(one["choices"]) if one["choices"] else "")
            lines.append(f"| {code(one['name'] + default)} | {one['kind']} | {cell(meaning)} |")
        lines.append("")
    if shown["routes"]:
        lines += ["## How it is computed", ""] + [line for route in shown["routes"] for line in (sentence(route), "")]
    if shown["theorems"]:
        lines += ["**Rests on.** " + ", ".join(f"[{cell(one)}](../explanation/theorems.md#{one})" for one in shown["theorems"]), ""]
    proved = [(one, known.get(one)) for one in calls if known.get(one)]
    if proved:
        lines += ["## Values", "", "| call | proved |", "|---|---|"]
        lines += [f"| {code(one)} | {value} |" for one, value in proved] + [""]
    mentioned = [record for record in claims if any(other == name for other, _ in calls_in(record["expression"]))]
    if mentioned:
        lines += ["## Claims about it", ""]
        for record in mentioned:
            stated = (record.get("stated") or {}).get("text", "")
            computed = (record.get("computed") or {}).get("decimal") or ""
            numbers = [f"stated {code(stated)}"] * bool(stated) + [f"computed {computed[:24]}"] * bool(computed)
            lines += [f"**{record.get('verdict') or 'external'}** `{record['id']}`: {cell(record['statement'])}"
                      + (f" ({', '.join(numbers)})" if numbers else ""), ""]
    return "\n".join(lines)


def constants_page():
    """results/refuted.md with a section for each number: its table has seven columns, which no page holds."""
    text = re.sub(r"<!--.*?-->\n", "", (root / "results" / "refuted.md").read_text(encoding="utf-8"))
    text = text.replace(r"\|", "|").replace(r"\<", "&lt;")  # which are escapes in a table alone
    head, _, table = text.partition("| what it is")
    lines = [head]
    for row in table.splitlines()[2:]:
        what, where, says, stated, proved, error, instead = (part.strip() for part in row.strip()[1:-1].split(" | "))
        lines += [f"## {what}", "", f"In {where}:", "", f"> {says}", "",
                  f"Stated {stated}, proved {proved}" + (f": an error of {error}." if error else "."), ""]
        lines += [f"What the number is instead: {instead}.", ""] if instead else []
    return "\n".join(lines)


@functools.cache
def shipped_series():
    return [one for file in sorted((root / "results" / "series").glob("*.json"))
            for one in json.loads(file.read_text(encoding="utf-8"))["series"] if one["kind"] == "enclosure"]


def curves_of(name):
    """(title, x axis, [(label, points)]) of a curve of the shipped series that is this quantity's, proved."""
    for one in shipped_series():
        found = next(iter(calls_in(one["expression"])), None)
        if found != (name, one["expression"]):
            continue
        axes = {axis["name"]: axis["values"] for axis in one["axes"]}
        numeric = [key for key, values in axes.items() if len(values) > 4 and all(map(is_number, values))]
        if not numeric or len(axes) > 2:
            continue
        x = numeric[-1]
        other = next((key for key in axes if key != x), None)
        lines = {}
        for point, value, status in zip(itertools.product(*axes.values()), one["double"], one["status"]):
            at = dict(zip(axes, point))
            if status == "ok" and value is not None:
                lines.setdefault(at.get(other, ""), []).append((float(at[x]), value))
        shown = [line for line in lines.items() if len(line[1]) > 2][:7]
        if shown:
            return one["expression"], x, other, shown
    return None


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def draw(name, curve, path):
    """The curve as SVG; axes are logarithmic where the points are spread like that."""
    expression, x, other, lines = curve
    figure, panel = plt.subplots(figsize=(6.4, 3.0), layout="constrained")
    for (label, points), colour in zip(lines, ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]):
        panel.plot(*zip(*points), color=colour, linewidth=1.6, label=f"{other} = {label}" if other else expression)
    for axis, values in (("x", [p[0] for _, points in lines for p in points]), ("y", [p[1] for _, points in lines for p in points])):
        if min(values) > 0 and max(values) / min(values) > 50:
            panel.set(**{f"{axis}scale": "log"})
    panel.set(xlabel=x, ylabel=name)
    panel.legend(frameon=False, fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")


def lead_out(page):
    """Links of a page to files that the site does not have lead to the repository."""
    def link(found):
        path = (root / "docs" / page.relative_to(pages)).parent / found[1]
        outside = path.exists() and not path.resolve().is_relative_to(root / "docs")
        return f"]({repository}/blob/main/{path.resolve().relative_to(root)}{found[2] or ''})" if outside else found[0]
    text = page.read_text(encoding="utf-8")
    write(page, re.sub(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)", link, text))


def main():
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs", pages)
    for page in pages.rglob("*.md"):
        lead_out(page)
    for name in ("offline_search.js", "site.css"):
        shutil.copy(root / "tools" / "docs" / name, pages / name)
    claims = [one for one in json.loads((root / "results" / "claims.json").read_text(encoding="utf-8"))["records"]
              if one.get("expression")]
    listed = quantities()
    calls = examples([name for name, _, _ in listed], claims)
    every = sorted({one for some in calls.values() for one in some})
    known = {}
    for start in range(0, len(every), 60):
        part = every[start:start + 60]
        report = json.loads(printed("eval", *part, "--digits", "15", "--methods",
                                    "!*monte_carlo*,!network,!boost*,!gsl*", "--json", codes=(0, 3)))
        for one, record in zip(part, report["records"]):
            known[one] = record["computed"].get("decimal")
    groups, shown = {}, described(tuple(name for name, _, _ in listed))
    for name, about, entry in listed:
        groups.setdefault(name.split(".")[0], []).append((name, about))
        write(pages / "quantities" / f"{name}.md", quantity_page(name, shown[name], entry, calls[name], known, claims))
    index = ["# Every quantity", ""]
    for group, some in sorted(groups.items()):
        index += [f"## {group}", "", "| quantity | what it is |", "|---|---|"]
        index += [f"| [{name}]({name}.md) | {cell(about)} |" for name, about in some] + [""]
    write(pages / "quantities" / "index.md", "\n".join(index))
    write(pages / "explanation" / "constants.md", constants_page())
    nav = json.loads((root / "tools" / "docs" / "site.json").read_text(encoding="utf-8"))
    nav["nav"].append({"Quantities": ["quantities/index.md"] + [
        {group: [f"quantities/{name}.md" for name, _ in some]} for group, some in sorted(groups.items())]})
    write(folder / "mkdocs.yml", json.dumps(nav, indent=1, ensure_ascii=False))  # JSON is YAML


main()
