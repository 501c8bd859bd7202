"""What the scripts of references share: they print the rows of a test of quantities, and check that test and sigprop.

The numbers of a script are known by the call, those of the test are read off its `Reference{"call", "number"}`.
"""
import json
import pathlib
import re
import subprocess
import sys

from mpmath import mpf, nstr

SHOWN = {}


def show(call, value, digits=22):
    SHOWN[call] = mpf(value)
    print(f'    Reference{{"{call}", "{nstr(SHOWN[call], digits, strip_zeros=SHOWN[call] == int(SHOWN[call]))}"}},', flush=True)


def rows_of_test(path):
    """call -> (number, one unit in its last digit, for it may be cut or rounded); what has fewer than 12 digits is exact."""
    rows = {}
    for call, text in re.findall(r'Reference\{\s*"([^"]+)",\s*"([^"]+)"\}', path.read_text()):
        part = text.partition(".")[2]
        is_exact = len(re.sub(r"^0+", "", text.lstrip("-").replace(".", ""))) < 12
        rows[call] = mpf(text), mpf(0) if is_exact else mpf(10) ** -len(part)
    return rows


def said_by(tool, calls, digits):
    done = subprocess.run([tool, "eval", *calls, "--digits", str(digits), "--methods", "closed_form,recursion,arb_*,interval_newton",
                           "--json", "-"], capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        print(done.stderr)
        return {}
    numbers = [record["computed"] for record in json.loads(done.stdout)["records"]]
    # "0" is what lies within 10^-digits of zero
    texts = [number["midpoint"] if number["decimal"] not in (None, "0") else number["decimal"] or "nan" for number in numbers]
    return {call: mpf(text) for call, text in zip(calls, texts)}


def complaints(shown, tested, said, digits):
    """The calls of which test or sigprop says something else, and those of the test that nothing is known of."""
    in_test = {call for call, (number, unit) in tested.items() if call not in shown or not abs(shown[call] - number) <= unit}
    by_tool = {call for call, value in shown.items()
               if call not in said or not abs(said[call] - value) <= mpf(10) ** (1 - digits) * abs(value)}
    return in_test, by_tool


def check(tool, test, prefix, digits):
    """0, or 1 with a line for each number that is not the test's or sigprop's, or that could be wrong in its 12th digit unseen."""
    tested = rows_of_test(pathlib.Path(__file__).parents[1] / "quantities" / test)
    said = {call.removeprefix(prefix): value for call, value in said_by(tool, [prefix + call for call in SHOWN], digits).items()}
    in_test, by_tool = complaints(SHOWN, tested, said, digits)
    for call in sorted(in_test):
        print(f"{test} has another number for {call}")
    for call in sorted(by_tool):
        print(f"sigprop has {said.get(call)} for {call}, not {SHOWN[call]}")
    wrong = {call: value * (1 + mpf(10) ** -11) + (0 if value else mpf(10) ** -11) for call, value in SHOWN.items()}
    seen_by_test, seen_by_tool = complaints(wrong, tested, said, digits)
    unseen = (tested.keys() - seen_by_test) | (SHOWN.keys() - seen_by_tool)
    for call in sorted(unseen):
        print(f"{call} could be wrong in its 12th digit")
    print(f"{len(SHOWN)} numbers to {digits} digits, {len(tested)} of them in {test}")
    return 1 if in_test or by_tool or unseen or not tested else 0


def main(compute, test, prefix="", digits=20):
    """compute() shows; with --check SIGPROP the exit code is check's."""
    compute()
    words = sys.argv[1:]
    sys.exit(check(words[1], test, prefix, digits) if words[:1] == ["--check"] else 0)
