"""The table and the list of docs/explanation/training_claims.md, from results/experiments.json.

    python3 tools/docs/experiments.py --write    writes them between the two markers
    python3 tools/docs/experiments.py --check    exit 1 where the page has others, or an experiment is not shipped
    python3 tools/docs/experiments.py --times    runs each by itself (tools/experiments.sh --times), half an hour
"""

import glob
import json
import os
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = f"{ROOT}/docs/explanation/training_claims.md"
REPORT = f"{ROOT}/results/experiments.json"
TIMES = f"{ROOT}/results/experiment_seconds.tsv"
BEGIN, END = "<!-- experiments -->\n", "<!-- /experiments -->\n"
SIZE = "At this size: "


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").strip()


def figure(record):
    """The mean with its 95 % interval, or why there is none; and the bound that the claim states."""
    sample = next(one for one in record["evidence"] if one["kind"] == "sample")
    if "interval" not in sample:
        return sample.get("reason", ""), ""
    mean, lower, upper = (float(one) for one in (sample["midpoint"], *map(sample["interval"].get, ("lower", "upper"))))
    stated = record["stated"]
    bound = {"upper bound": "≤ ", "lower bound": "≥ "}.get(stated["convention"])
    return f"{mean:.3g} ({lower:.3g} to {upper:.3g})", f"{bound}{stated['text']}" if bound else ""


def row(record):
    return "| " + " | ".join(map(cell, [f"`{record['id']}`", record["verdict"], *figure(record)])) + " |\n"


def entry(record, seconds):
    """What was asked, in whose words, of which networks, and how long it took."""
    statement, _, size = record["statement"].partition(SIZE)
    said = f"“{record['quote']}”" + (f" ({record['quote_en']})" if record.get("quote_en") else "")
    where = record["source"].get("where", "")
    lines = [f"**`{record['id']}`** {statement}", f"Source: {said}" + (f"; {where}" if where else ""),
             f"Networks: {size.removesuffix('; it speaks of no other.')}" +
             (f"; {seconds} s of processor time" if seconds else "")]
    return "- " + "<br>\n  ".join(line.replace("\n", " ").strip() for line in lines) + "\n"


def table(report):
    """All verdicts at a glance; then each experiment, by article."""
    records = report["records"]
    taken = {}
    if os.path.exists(TIMES):
        taken = dict(line.split("\t") for line in open(TIMES, encoding="utf-8").read().splitlines()[1:])
    text = "| experiment | verdict | figure (95 % interval) | stated |\n| --- | --- | --- | --- |\n" + "".join(map(row, records))
    for title in dict.fromkeys(one["source"]["title"] for one in records):
        text += f"\n### {title}\n\n" + "".join(entry(one, taken.get(one["id"])) for one in records if one["source"]["title"] == title)
    return text


def shipped():
    claims = [json.load(open(path, encoding="utf-8"))["claims"] for path in glob.glob(f"{ROOT}/src/claims/*.json")]
    return {one["id"]: one["statement"] for file in claims for one in file if one.get("kind") == "experiment"}


def write_times():
    """Processor time, since others use the machine, too; each experiment trains all of its networks anew."""
    lines = ["experiment\tseconds of processor time, one thread\n"]
    for name in shipped():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([f"{ROOT}/build/release/sigprop", "verify", name, "--experiments", "--threads", "1", "--quiet"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        lines.append(f"{name}\t{after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.0f}\n")
    with open(TIMES, "w", encoding="utf-8") as file:
        file.writelines(lines)


def main():
    if sys.argv[1:] == ["--times"]:
        write_times()
        return 0
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
