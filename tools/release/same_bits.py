#!/usr/bin/env python3
"""Does another build of sigprop give the same numbers, to the last bit of its JSON? What is proved, sampled and listed must be the same.

    same_bits.py TOOL OTHER [--commands GROUP,GROUP] [--proofs-and-samples] [--json FILE]

TOOL and OTHER are programs, or commands such as "qemu-aarch64-static build/parts/aarch64-linux-gnu.2.28.build/sigprop". Prints a
table: for each command how many enclosures, samples, estimates and other texts there are, and how many of them differ; then the
first differences. What GSL testifies is left out, for releases have no GSL. Exits 1 where anything differs; with --proofs-and-samples
estimates may, whose last digits are those of the C library's functions and of the order in which a compiler adds.
"""
import argparse
import json
import shlex
import subprocess
import sys

SMALL = ["activation.gain(swiglu)", "activation.mean(gelu)", 'activation.gain("x*sigmoid(1.702*x)")', "selu.alpha", "selu.lambda",
         "truncated_normal.std(-2, 2)", "attention.entropy(64, std=2)", "attention.entropy(4096, std=1)",
         "torch.trunc_normal_(std=0.02)", "activation.correlation(tanh, 0.5)"]
GROUPS = {
    "one": [["eval", "activation.mean(gelu)"]],
    "evals": [["eval", one] for one in SMALL] +
             [["eval", one, "--digits", "200"] for one in SMALL[:3]] +
             [["eval", one, "--samples", "1e6", "--seed", "7", "--methods", "monte_carlo*,quasi*"] for one in SMALL[:4]] +
             [["eval", "activation.gain(silu)", "--methods", "monte_carlo_float32"]],
    "claims": [["verify"]],
    "claims_without_networks": [["verify", "--methods", "*,!network"]],
    "solve": [["solve", "activation.gain(tanh, std=x) = 2", "--for", "x", "--in", "0.1:5"]],
    "recipes": [["recipe", "gpt2"]],
    "series": [["sweep", "--shipped", one] for one in
               ("activation.*", "truncated_normal.*", "elementwise.*", "norm.*", "attention.deficit*", "attention.scale*", "attention.rows*",
                "monte_carlo.*")],
    "training": [["train", "pre_norm", "2", "width=32", "steps=20", "networks=2"]],
}


def run(tool, command):
    done = subprocess.run([*tool, *command, "--reproducible", "--json"], capture_output=True, text=True, check=False, timeout=3600)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, {"not JSON": done.stdout + done.stderr}


def is_gsl(value):
    return isinstance(value, dict) and str(value.get("method", "")).startswith("gsl_")


def leaves(value, place="", kind="other"):
    """(place, kind, text) of everything in a report but what names the build."""
    if isinstance(value, dict):
        kind = value["kind"] if value.get("kind") in ("enclosure", "sample", "estimate") and "method" in value else kind
        for key, part in value.items():
            if place == "" and key in ("tool", "digest"):
                continue
            yield from leaves(part, f"{place}.{key}", kind)
    elif isinstance(value, list):
        kept = [part for part in value if not is_gsl(part)]
        for index, part in enumerate(kept):
            name = index
            if isinstance(part, dict):
                name = part.get("id") or part.get("expression") or "/".join(str(part[k]) for k in ("route", "method") if k in part) or index
            yield from leaves(part, f"{place}[{name}]", kind)
    else:
        yield place, kind, json.dumps(value)


def compare(tool, other, command):
    """Counts (same, different) by kind, and the differences."""
    (code, one), (other_code, two) = run(tool, command), run(other, command)
    ours, theirs = {}, {}
    for report, found in ((one, ours), (two, theirs)):
        for place, kind, text in leaves(report):
            while place in found:
                place += "'"
            found[place] = (kind, text)
    counts, different = {}, []
    if code != other_code:
        different.append(("exit code", "other", str(code), str(other_code)))
    for place in [*ours, *(place for place in theirs if place not in ours)]:
        kind, mine = ours.get(place, (None, None))
        other_kind, its = theirs.get(place, (None, None))
        kind = kind or other_kind
        same, differ = counts.get(kind, (0, 0))
        counts[kind] = (same + (mine == its), differ + (mine != its))
        if mine != its:
            different.append((place, kind, mine, its))
    return counts, different


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=shlex.split)
    parser.add_argument("other", type=shlex.split)
    parser.add_argument("--commands", default="evals,claims,solve,recipes,training", help="of " + ", ".join(GROUPS))
    parser.add_argument("--proofs-and-samples", action="store_true", help="let estimates differ")
    parser.add_argument("--json", help="write all differences to this file")
    given = parser.parse_args(arguments)
    unknown = [group for group in given.commands.split(",") if group not in GROUPS]
    if unknown:
        parser.error(f"no group of commands is called '{unknown[0]}': there are {', '.join(GROUPS)}")
    kinds = ("enclosure", "sample", "estimate", "other")
    print("| command | " + " | ".join(f"{kind}s, different" for kind in kinds) + " |\n|---|" + "---|" * len(kinds))
    every = []
    for group in given.commands.split(","):
        for command in GROUPS[group]:
            counts, different = compare(given.tool, given.other, command)
            cells = [f"{sum(counts.get(kind, (0, 0)))}, {counts.get(kind, (0, 0))[1]}" for kind in kinds]
            print(f"| {' '.join(command)} | " + " | ".join(cells) + " |", flush=True)
            every += [{"command": command, "place": place, "kind": kind, "tool": mine, "other": its} for place, kind, mine, its in different]
    for one in sorted(every, key=lambda one: one["kind"] == "estimate")[:20]:
        print(f"{' '.join(one['command'])}: {one['kind']}: {one['place']}\n    {one['tool']}\n    {one['other']}", file=sys.stderr)
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(every, file, indent=1)
    return 1 if any(one["kind"] != "estimate" or not given.proofs_and_samples for one in every) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
