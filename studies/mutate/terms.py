#!/usr/bin/python3
"""Mutants of the error terms: which halved, dropped or negated bound no test notices.  Called by run.py.

The test programs link their own error_term (tests/support/error_terms.cpp). Here they link one that also multiplies the
term that SIGPROP_TERM names by SIGPROP_TERM_FACTOR, and the file of tests that tests/error_terms.md names for it runs.
A term that only widens an enclosure goes through Ball::widened, which takes the magnitude: there a negated bound is the
same bound, and no mutant is made of it. A halved bound that no test notices is declared equivalent where tests/error_terms.md says
that its test misses the truth at less than a half of it.
"""
import concurrent.futures
import os
import re
import shlex
import subprocess

CHANGES = (("bound halved", 0.5), ("bound dropped", 0.0), ("bound of the wrong sign", -1.0))
#: What a survivor of each kind tells.
WHY = {
    "bound halved": "since no test has an enclosure that misses the truth at half of the bound (the factor at which it does is in "
                    "tests/error_terms.md)",
    "bound dropped": "so that no test needs the term",
    "bound of the wrong sign": "for which the likely reason, not examined term by term, is that the sum of terms ends in "
                               "Ball::widened, which takes the magnitude, and that one term outweighs the others in its test",
}
TERM = re.compile(r"^\| `([^`]+)` \| (\S+) \| (\S+) \| (\S+) \|$", re.M)


def listed(root):
    """(term, source, factor, test) of tests/error_terms.md."""
    return TERM.findall((root / "tests" / "error_terms.md").read_text())


def only_widens(root, term, source):
    """Whether the bound goes into Ball::widened or arb_add_error alone, by itself or by the name that it is given."""
    text = (root / source).read_text()
    call = re.search(r"error_term\(\s*\"" + re.escape(term) + '"', text)
    before = text[:call.start()].rstrip()
    named = re.search(r"const Ball (\w+) =$", before)
    if before.endswith("widened(") or not named:
        return before.endswith("widened(")
    depth, end = 1, call.end()
    while depth > 0:  # to the parenthesis that closes error_term
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    scope = re.split(r"\n(?:    )?}\n", text[end:], maxsplit=1)[0]
    uses = rf"\b{named.group(1)}\b"
    widening = rf"widened\({named.group(1)}\)|arb_add_error\(\w+, raw\({named.group(1)}\)\)"
    return text[end] == ";" and len(re.findall(uses, scope)) == len(re.findall(widening, scope)) > 0


def changed_support(text):
    """tests/support/error_terms.cpp with the change that the environment asks for: of terms that are balls, and of doubles."""
    own = ("namespace {\ndouble own_factor(const char* name) {\n"
           '    static const char* const changed = std::getenv("SIGPROP_TERM");\n'
           '    static const double by = changed == nullptr ? 1 : std::atof(std::getenv("SIGPROP_TERM_FACTOR"));\n'
           "    return changed != nullptr && name == std::string_view(changed) ? by : 1;\n}\n}  // namespace\n\n")
    for old in ("    const double factor = error_terms::factor_of(error_terms::Kind::term, name);\n",
                "    return bound * error_terms::factor_of(error_terms::Kind::term, name);\n"):
        if text.count(old) != 1:
            raise SystemExit("terms.py: tests/support/error_terms.cpp has changed: error_term is not found")
        text = text.replace(old, old.replace("error_terms::factor_of", "own_factor(name) * error_terms::factor_of"))
    start = "namespace sigprop {\n"
    return "#include <cstdlib>\n#include <string_view>\n" + text.replace(start, own + start, 1)


def build(run, folder, floors):
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "error_terms.cpp"
    source = run.ROOT / "tests" / "support" / "error_terms.cpp"
    copy.write_text(changed_support(source.read_text()))
    command = run.command_of(source)
    command[command.index("-o") + 1] = str(folder / "error_terms.o")
    command[-1] = str(copy)
    subprocess.run(command, cwd=run.BUILD, check=True)
    for floor in floors:
        line = run.link_line(floor)
        old = "tests/CMakeFiles/sigprop_test_main.dir/support/error_terms.cpp.o"
        if old not in line:
            raise SystemExit(f"terms.py: cannot read how ninja links the tests of {floor}")
        line = line.replace(old, shlex.quote(str(folder / "error_terms.o")))
        subprocess.run(line.replace(f"-o tests/sigprop_{floor}_tests ", f"-o {folder / floor} "), shell=True, cwd=run.BUILD, check=True)


def passes(run, folder, test, environment):
    floor = test.split("/")[1]
    call = [str(folder / floor), f"--source-file=*/{test}", "--test-suite-exclude=slow", "--abort-after=1", "--no-intro=true"]
    try:
        return subprocess.run(call, cwd=run.ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=600, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def judged(mutant, alive):
    """The mutant with its fate: one that lives is equivalent where its test misses the truth only below its factor."""
    loose = alive and float(mutant["misses_at"]) < mutant["factor"]
    mutant["reason"] = f"loose bound: its test misses the truth at {mutant['misses_at']} of it" if loose else ""
    mutant["fate"] = "killed" if not alive else "equivalent" if loose else "survived"
    return mutant


def measure(run, jobs):
    rows = listed(run.ROOT)
    folder = run.ROOT / "build" / "mutate" / "terms"
    build(run, folder, sorted({test.split("/")[1] for *_, test in rows}))
    for test in sorted({test for *_, test in rows}):
        if not passes(run, folder, test, {}):
            raise SystemExit(f"terms.py: {test} fails without any mutant")
    mutants = []
    for term, source, misses_at, test in rows:
        for change, factor in CHANGES:
            if not (factor < 0 and only_widens(run.ROOT, term, source)):
                mutants.append({"source": source, "line": 0, "place": term, "mutation": change, "factor": factor, "test": test,
                                "misses_at": misses_at})

    def judge(mutant):
        return judged(mutant, passes(run, folder, mutant["test"],
                                     {"SIGPROP_TERM": mutant["place"], "SIGPROP_TERM_FACTOR": str(mutant["factor"])}))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        done = list(pool.map(judge, mutants))
    same = 3 * len(rows) - len(mutants)
    return {"room": "error terms", "mutants": done, "cases": len(rows),
            "left_out": {"a negated bound that only widens is the same bound": same}}
