"""What run.py has found, as lists and figures: the survivors of results/mutants.txt and the topic `mutants` of results/trust.json."""
import re

import terms

CHOICE = "choice: "  # begins the reason where another choice is made whose proof holds as well: no enclosure is false, its width or work may differ
LOOSE = re.compile(r"loose bound: .* at ([0-9.]+) of it")
KEY = re.compile(r"\S+\.cpp \S+ .+: .+")
GOALS = {"judgement": 1.0, "error terms": 1.0, "proofs": 0.95}


def key_of(mutant):
    """What equivalent.txt calls a mutant: its file, its function and its mutation."""
    return f"{mutant['source']} {mutant['place']} {mutant['mutation']}"


def survivors(result):
    return [mutant for mutant in result["mutants"] if mutant["fate"] in ("survived", "not reached")]


def write(result, out):
    """What survived, as equivalent.txt would declare it with a reason for each, and the counts."""
    for fate in ("survived", "not reached"):
        keys = [f"  {key_of(mutant)}" for mutant in result["mutants"] if mutant["fate"] == fate]
        if keys:
            print(fate, *keys, sep="\n", file=out)
    for mutant in result["mutants"]:
        if mutant["fate"] == "killed" and mutant["reason"]:
            print(f"# equivalent.txt declares a mutant that is killed: {key_of(mutant)}", file=out)
    for key in result.get("stale", ()):
        print(f"# equivalent.txt declares a mutant that is not made any more: {key}", file=out)
    fates = [mutant["fate"] for mutant in result["mutants"]]
    print(f"{result['room']}: {len(fates)} mutants, " + ", ".join(f"{fates.count(fate)} {fate}" for fate in sorted(set(fates))),
          file=out)


def notes_of(left):
    """The survivors as sentences: those of error terms together by what was done to them."""
    by_change, by_source = {}, {}
    for mutant in left:
        if "test" in mutant:  # of an error term
            by_change.setdefault(mutant["mutation"], []).append(f"`{mutant['place']}`")
        else:
            by_source[mutant["source"]] = by_source.get(mutant["source"], 0) + 1
    if by_source:
        yield ("survivors, which `results/mutants.txt` lists; for each it is open whether a test is missing or the mutant is equivalent: "
               + ", ".join(f"{count} in `{source}`" for source, count in sorted(by_source.items())))
    for change, names in sorted(by_change.items()):
        yield f"{change}, {len(names)} survived, {terms.WHY[change]}: {', '.join(names)}"


def declared_notes(mutants):
    """What is declared, by its reason; loose bounds together, since each has its own part."""
    reasons, loose = {}, []
    for mutant in mutants:
        if mutant["fate"] in ("equivalent", "choice"):
            if part := LOOSE.match(mutant["reason"]):
                loose.append(float(part[1]))
            else:
                key = mutant["fate"], mutant["reason"].removeprefix(CHOICE)
                reasons[key] = reasons.get(key, 0) + 1
    if loose:
        yield (f"equivalent, {len(loose)}: halved bounds that are still wide enough: the enclosure of their test misses the truth at "
               f"{min(loose):g} to {max(loose):g} of the bound (tests/error_terms.md has each)")
    for fate in ("equivalent", "choice"):
        own = sorted(((count, reason) for (one, reason), count in reasons.items() if one == fate), key=lambda row: (-row[0], row[1]))
        if own:
            yield f"{fate}: {sum(count for count, _ in own)}, for {len(own)} reason{'s' if len(own) > 1 else ''}; studies/mutate/equivalent.txt has each"


def reaches_goal(room, mutants, killed, same):
    return killed >= GOALS.get(room, 0.85) * (mutants - same)


def figures(results, rooms, before=None):
    """The topic `mutants` of results/trust.json; a room of `rooms` without results here keeps what the topic says of it."""
    rows, notes, met = [], [], True
    here = {result["room"] for result in results}
    for room, mutants, killed, same, other, left in (before or {}).get("rows", []):
        if room not in here:
            own = [note for note in before["notes"] if note.startswith((f"{room}:", f"{room},"))]
            rows.append([room, mutants, killed, same, other, left])
            notes += own
            met = met and reaches_goal(room, mutants, killed, same) and not any("were made and not run" in note for note in own)
    for result in results:
        fates = [mutant["fate"] for mutant in result["mutants"] if mutant["fate"] != "not run"]
        killed, same, other = (fates.count(fate) for fate in ("killed", "equivalent", "choice"))
        left = survivors(result)
        waiting = len(result["mutants"]) - len(fates)
        if waiting:
            met = False
            notes.append(f"{result['room']}: {waiting} more mutants were made and not run.")
        rows.append([result["room"], len(fates), killed, same, other, len(left)])
        met = met and reaches_goal(result["room"], len(fates), killed, same)
        left_out = ", ".join(f"{count} ({reason})" for reason, count in sorted(result["left_out"].items()) if count)
        if left_out:
            notes.append(f"{result['room']}: left out {left_out}.")
        if long_cases := result.get("long_cases"):
            notes.append(f"{result['room']}: {len(long_cases)} slow test cases did not run, and might kill a survivor: "
                         f"{', '.join(long_cases)}.")
        notes += [f"{result['room']}, {note}" for note in notes_of(left)]
        if other:
            notes.append(f"{result['room']}: a choice is of a step, a strip, a plan of panels or guard bits; every choice is proved, and leads to an enclosure "
                         "that is right. No test notices another choice, so choices do not count as killed. Rules by file and mutation declared them, and "
                         "nobody read them one by one. Mutants that are declared equivalent ran with the quickest test cases alone.")
        notes += [f"{result['room']}, {note}" for note in declared_notes(result["mutants"])]
    order = [*rooms, "error terms"]
    rows.sort(key=lambda row: order.index(row[0]))
    missing = [room for room in order if room not in {row[0] for row in rows}]
    if missing:
        notes.append(f"Not run: {', '.join(missing)}.")
    return {"what": "Our own code, with one operator, constant, condition or statement changed at a time: does a test notice?",
            "script": "studies/mutate/run.sh", "met": met and not missing,
            "goal": "every mutant of judgement and of the error terms killed, 95 % of those of the proofs, 85 % of the rest. A mutant that "
                    "changes nothing visible is declared, with its reason.",
            "columns": ["room", "mutants", "killed", "equivalent", "choices", "survivors"], "rows": rows, "notes": notes}


def listed_before(text, rooms):
    """The survivors that results/mutants.txt lists for the other rooms: each list ends with the room's counts."""
    block = []
    for line in text.splitlines(keepends=True)[1:]:
        block.append(line)
        if counts := re.match(r"(.+): \d+ mutants, ", line):
            if counts[1] not in rooms:
                yield "".join(block)
            block = []
