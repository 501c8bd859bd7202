#!/usr/bin/env python3
"""The figures of how hard sigprop was attacked: results/trust.json, and their page, docs/explanation/trust.md.

    figures.py put TOPIC < FIGURES.json    replaces the topic's figures in results/trust.json and makes the page anew
    figures.py page                        makes docs/explanation/trust.md anew from results/trust.json
    figures.py check                       exits 1 when the page is not what results/trust.json gives

Each study measures one topic and puts an object with exactly these fields:

    what      what was attacked, one sentence
    script    the command that measures the figures again
    goal      what was to be reached, as a sentence
    met       whether it was: a bool
    columns   names of the table's columns
    rows      the table: a list of lists of texts and numbers
    notes     sentences: what survived and why, what was not run

Nothing in it changes between two runs of the same script on the same commit: no time, host or path.
"""
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIGURES = ROOT / "results" / "trust.json"
PAGE = ROOT / "docs" / "explanation" / "trust.md"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
WIDEST = 4  # columns that a reader takes in on a page of ordinary width
TURNED = 7  # a turned table of more columns is no easier to read
FIELDS = {"what": str, "script": str, "goal": str, "met": bool, "columns": list, "rows": list, "notes": list}


class Refused(Exception):
    """A topic's figures do not have the fields that the page shows."""


def checked(topic, figures):
    if not isinstance(figures, dict) or set(figures) != set(FIELDS):
        raise Refused(f"{topic}: the fields are {', '.join(FIELDS)}")
    for field, kind in FIELDS.items():
        if not isinstance(figures[field], kind):
            raise Refused(f"{topic}: {field} is no {kind.__name__}")
    for row in figures["rows"]:
        if not isinstance(row, list) or len(row) != len(figures["columns"]):
            raise Refused(f"{topic}: a row has not one cell for each of {figures['columns']}: {row}")
    return figures


def replace_file(path, text):
    """Writes beside the file and renames, so that nobody sees half of it."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def read():
    topics = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return {topic: checked(topic, figures) for topic, figures in topics.items()}


def cell(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value).replace("|", "\\|")


def turned(columns, rows):
    """The table with its columns as rows, where that makes it narrow: a page has little width."""
    if len(columns) <= WIDEST or len(rows) + 1 >= min(len(columns), TURNED):
        return columns, rows
    return [columns[0], *(str(row[0]) for row in rows)], [[name, *(row[i] for row in rows)] for i, name in enumerate(columns) if i > 0]


def divided(columns, rows):
    """Tables of the same rows that are narrow enough, one below the other: each begins with what names a row, one column or, where it takes
    two, both in one."""
    if len(columns) <= WIDEST:
        return [(columns, rows)]
    names = 1 if len({str(row[0]) for row in rows}) == len(rows) else 2
    key, keys = ", ".join(columns[:names]), [row[0] if names == 1 else ", ".join(map(str, row[:names])) for row in rows]
    others = range(names, len(columns))
    count = -(-len(others) // (WIDEST - 1))
    size = -(-len(others) // count)
    parts = [others[start:start + size] for start in range(0, len(others), size)]
    return [([key, *(columns[i] for i in part)], [[name, *(row[i] for i in part)] for name, row in zip(keys, rows)]) for part in parts]


def tables(figures):
    for number, (columns, rows) in enumerate(divided(*turned(figures["columns"], figures["rows"]))):
        if number > 0:
            yield ""
        yield from table(columns, rows)


def table(columns, rows):
    numbers = [bool(rows) and all(isinstance(row[i], (int, float)) for row in rows) for i in range(len(columns))]
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "|".join(" ---: " if number else " --- " for number in numbers) + "|"
    for row in rows:
        yield "| " + " | ".join(map(cell, row)) + " |"


def section(topic, figures):
    yield f"### {topic.replace('_', ' ').capitalize()}"
    yield ""
    yield figures["what"]
    yield ""
    yield f"**Goal:** {figures['goal']} **{'Met' if figures['met'] else 'Missed'}.** The command is `{figures['script']}`."
    yield ""
    yield from tables(figures)
    if figures["notes"]:
        yield ""
        yield from (f"- {note}" for note in figures["notes"])
    yield ""


def page():
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN, 1)
    tail = rest.split(END, 1)[1]
    lines = [line for topic, figures in sorted(read().items()) for line in section(topic, figures)]
    return "\n".join([head + BEGIN, "", *lines]) + END + tail


def put(topic, figures):
    """Replaces the topic's figures, and makes the page anew."""
    topics = {**read(), topic: checked(topic, figures)}
    replace_file(FIGURES, json.dumps(topics, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    replace_file(PAGE, page())


def main(arguments):
    try:
        if len(arguments) == 2 and arguments[0] == "put":
            put(arguments[1], json.load(sys.stdin))
            return 0
        if arguments == ["page"]:
            replace_file(PAGE, page())
            return 0
        if arguments == ["check"]:
            if PAGE.read_text(encoding="utf-8") == page():
                return 0
            print("docs/explanation/trust.md is not what results/trust.json gives: python3 studies/trust/figures.py page", file=sys.stderr)
            return 1
    except (Refused, json.JSONDecodeError) as error:
        print(f"figures.py: {error}", file=sys.stderr)
        return 2
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
