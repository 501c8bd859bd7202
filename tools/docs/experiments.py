"""The table of docs/explanation/training_claims.md, from results/experiments.json.

    python3 tools/docs/experiments.py --write    writes it between the two markers
    python3 tools/docs/experiments.py --check    exit 1 where the page has another one, or an experiment is not shipped
"""

import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = f"{ROOT}/docs/explanation/training_claims.md"
REPORT = f"{ROOT}/results/experiments.json"
BEGIN, END = "<!-- experiments -->\n", "<!-- /experiments -->\n"
SIZE = "At this size: "


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").strip()


def figure(record):
    """The mean with its 95 % interval, and what it is held against; why there is none."""
    sample = next(one for one in record["evidence"] if one["kind"] == "sample")
    if "interval" not in sample:
        return sample.get("reason", "")
    mean, lower, upper = (float(one) for one in (sample["midpoint"], *map(sample["interval"].get, ("lower", "upper"))))
    stated = record["stated"]
    bound = {"upper bound": "≤ ", "lower bound": "≥ "}.get(stated["convention"])
    held = f"; stated {bound}{stated['text']}" if bound else ""
    return f"{mean:.3g} ({lower:.3g} to {upper:.3g}){held}"


def row(record):
    statement, _, size = record["statement"].partition(SIZE)
    source = record["source"]
    where = source["title"] + (f", {source['where']}" if source.get("where") else "")
    said = f"“{record['quote']}”" + (f" ({record['quote_en']})" if record.get("quote_en") else "")
    experiment = size.removesuffix("; it speaks of no other.")
    cells = [f"`{record['id']}`: {statement}", f"{said}; {where}", experiment, record["verdict"], figure(record)]
    return "| " + " | ".join(map(cell, cells)) + " |\n"


def table(report):
    head = "| statement | source | experiment | verdict | figure (95 % interval) |\n| --- | --- | --- | --- | --- |\n"
    return head + "".join(row(record) for record in report["records"])


def shipped():
    claims = [json.load(open(path, encoding="utf-8"))["claims"] for path in glob.glob(f"{ROOT}/src/claims/*.json")]
    return {one["id"]: one["statement"] for file in claims for one in file if one.get("kind") == "experiment"}


def main():
    if sys.argv[1:] not in (["--write"], ["--check"]):
        print(__doc__)
        return 2
    report = json.load(open(REPORT, encoding="utf-8"))
    page = open(PAGE, encoding="utf-8").read()
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        print(f"{PAGE}: the markers are missing")
        return 2
    wanted = before + begin + table(report) + end + after
    if sys.argv[1] == "--write":
        open(PAGE, "w", encoding="utf-8").write(wanted)
        return 0
    judged = {one["id"]: one["statement"] for one in report["records"]}
    for name in sorted(set(shipped().items()) ^ set(judged.items())):
        print(f"{name[0]}: shipped and results/experiments.json differ: bash tools/experiments.sh")
    if page != wanted:
        print(f"{PAGE} shows another table: python3 tools/docs/experiments.py --write")
    return 1 if page != wanted or judged != shipped() else 0


if __name__ == "__main__":
    sys.exit(main())
