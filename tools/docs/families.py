"""docs/reference/families.md: which families of models `sigprop measure model` knows, from the rows of src/architectures.

    python3 tools/docs/families.py --write    writes the table
    python3 tools/docs/families.py --check    exit 1 where the page says anything else
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = ROOT / "src/architectures"
PAGE = ROOT / "docs/reference/families.md"
BEGIN, END = "<!-- families -->\n", "<!-- /families -->\n"
SHOWN = 4  # scales of a family


def cell(texts):
    some = [f"`{one}`" for one in texts[:SHOWN]]
    return ", ".join(some) + (f" and {more} {'other' if more == 1 else 'others'}" if (more := len(texts) - SHOWN) > 0 else "")


def row_of(family):
    scales = [law["scale"] for law in family["laws"] if law["law"] not in ("any", "constant")]
    without = sum(len(law["names"]) for law in family["laws"] if law["law"] == "any")
    own = [one for one in sorted(set(scales), key=scales.index)]
    models = family.get("architectures") or family.get("classes", [])
    also = ([f"{without} without a law"] if without else []) + (["ties"] if family.get("ties") else [])
    return f"| `{family['family']}` | {len(models)} | {cell(own)} | {', '.join(also)} |\n"


def table(folder):
    text = BEGIN
    for path in sorted(folder.glob("*.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        names = [name for family in rows["families"] for law in family["laws"] for name in law["names"]]
        models = "architectures" if any(family.get("architectures") for family in rows["families"]) else "classes"
        text += (f"\n## {rows['library']} {rows['version']}\n\n{len(rows['families'])} families, {len(names)} names of tensors.\n\n"
                 f"| family | {models} | stds of its random laws | also |\n|---|---|---|---|\n")
        text += "".join(map(row_of, rows["families"]))
    return text + "\n" + END


def page_with(text, rows=ROWS):
    before, rest = text.split(BEGIN)
    return before + table(rows) + rest.split(END)[1]


def main(arguments):
    text = PAGE.read_text(encoding="utf-8")
    made = page_with(text)
    if arguments == ["--write"]:
        PAGE.write_text(made, encoding="utf-8")
        return 0
    if arguments != ["--check"]:
        sys.exit(__doc__)
    if made != text:
        print("docs/reference/families.md is not what src/architectures has: python3 tools/docs/families.py --write")
    return int(made != text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
