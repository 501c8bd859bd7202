#!/usr/bin/env python3
"""Runs every command that README.md and docs/ show, and compares what they print.

    commands_test.py SIGPROP [--update] [PAGE.md ...]    exit 0: all as shown; 1: not, each with its page and line

--update writes what the commands of ```console blocks print into the pages instead.

In a ```console block a line "$ COMMAND" (one that ends in \\ goes on in the next) is run in a terminal of 80 columns, and the
lines below it must be what it prints (those of estimates differ in their last digits from machine to machine and are left
out). In other blocks each line that begins with `sigprop` is run and must succeed. A comment behind the command, or on the line
above it, that begins with a number, "# 1.53, 4.7 and 11 %: shares", names numbers (up to a colon) that must be among those
printed, rounded as the comment has them. Commands of other programs are not run.
The files that the pages speak of are made first, by a fixed seed.
"""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

import numpy

import model_files

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from share import share_of  # noqa: E402

root = Path(__file__).resolve().parents[2]
measuring = ("measure", "verify", "diff")  # exit 1 is an answer


def make_arrays(folder):
    """W.npy, x.npy, dy.npy and dx.npy, by the lines of Python that the tutorial shows, so that a reader's commands print what it shows."""
    pages = [(root / name).read_text(encoding="utf-8") for name in ("docs/tutorial.md", "docs/zh/tutorial.md")]
    lines, others = (re.search(r"^```python\n(import numpy\n.*?)^```$", page, re.DOTALL | re.MULTILINE)[1] for page in pages)
    assert [*map(code_of, (lines, others))] == [code_of(lines)] * 2, "docs/zh/tutorial.md makes other arrays than docs/tutorial.md"
    made, here = {}, os.getcwd()
    os.chdir(folder)
    try:
        exec(compile(lines, "docs/tutorial.md", "exec"), made)  # a page of this repository
    finally:
        os.chdir(here)
    return made["random"]


def code_of(lines):
    return [line for line in lines.splitlines() if not line.startswith("#")]


def make_files(folder):
    random = make_arrays(folder)
    numpy.save(folder / "w.npy", numpy.linspace(-0.25, 0.25, 64))
    for name in ("q", "k"):
        numpy.save(folder / f"{name}.npy", random.normal(size=(2, 96, 64)).astype(numpy.float32))
    model_files.make(folder)
    numpy.save(folder / "activations.npy", random.normal(size=(64, 256)))
    logits = numpy.load(folder / "x.npy").astype(numpy.float32)
    numpy.save(folder / "logits.npy", logits)
    numpy.save(folder / "weight.npy", numpy.load(folder / "w.npy").astype(numpy.float32))
    exponentials = numpy.exp(logits.astype(numpy.float64))
    numpy.save(folder / "y.npy", (exponentials / exponentials.sum(-1, keepdims=True)).astype(numpy.float32))
    (folder / "model.py").write_text("TANH_GAIN = 1.6667\n", encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "out").mkdir()
    (folder / "src" / "init.py").write_text(
        "TRUNC_STD = 0.8796256610342398\nSILU_GAIN = 1.6765\nSELU_ALPHA = 1.6732632423543778\n")
    blocks = re.findall(r"^```json\n(.*?)^```$", (root / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    (folder / "claims.json").write_text(blocks[0])
    (folder / "mine.json").write_text(json.dumps({"series": [
        {"id": "mine", "statement": "a curve", "expressions": ["activation.gain(tanh, std=s)"], "over": ["s=1,2"]}]}))
    (folder / "my_llama.json").write_text(json.dumps({
        "recipe": "my_llama", "summary": "our own", "sources": [], "extends": "llama",
        "sizes": [{"name": "std", "kind": "real", "default": "0.01", "meaning": "initializer_range"}]}))
    sizes = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
             "num_key_value_heads": 2, "vocab_size": 99, "max_position_embeddings": 64, "head_dim": 16}
    for name, kind in (("Qwen3-8B", "qwen3"), ("Llama-3-8B", "llama")):
        (folder / "models" / name).mkdir(parents=True)
        (folder / "models" / name / "config.json").write_text(json.dumps({"model_type": kind, **sizes}))
    (folder / "results").symlink_to(root / "results")


def in_terminal(command, folder, environment):
    """What a command writes to a terminal of 80 columns, and its exit code."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (50, 80)) if hasattr(termios, "tcsetwinsize") else subprocess.run(
        ["stty", "cols", "80", "rows", "50"], stdin=slave, check=True)
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=slave, stderr=subprocess.DEVNULL)
    os.close(slave)
    pieces = []
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # Linux: the other side is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(master)
    return b"".join(pieces).decode(), process.wait()


def is_compared(line):
    return "  estimate  " not in line


def numbers_of(text):
    return [(text_of, float(text_of)) for text_of in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]|-bit)", text)]


def agrees(said, printed):
    """Whether a printed number, or a hundred times one, is `said` when rounded to its digits."""
    digits = len(re.sub(r"e.*|[-.]", "", said).lstrip("0")) or 1
    for value in printed:
        for one in (value, 100 * value):
            if float(f"{one:.{digits - 1}e}") == float(said):
                return True
    return False


def blocks_of(page):
    """(line number, kind, lines) of the fenced blocks."""
    kind, start, lines = None, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if kind is None:
                kind, start, lines = line[3:].strip(), number, []
            else:
                yield start, kind, lines
                kind = None
        elif kind is not None:
            lines.append(line)


def main(tool, pages, update):
    """Each page has a folder of its own, since a page in another language writes the same files."""
    each = [faults_of(tool, [page], update) for page in pages]
    faults, count = [fault for found, _ in each for fault in found], sum(number for _, number in each)
    print("\n".join(faults))
    print(f"{count} commands, {len(faults)} not as shown")
    return 1 if faults or count == 0 else 0


def faults_of(tool, pages, update):
    """What is not as shown, and how many commands were run."""
    faults, count = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_files(folder)
        environment = {**os.environ, "PATH": f"{Path(tool).resolve().parent}:{os.environ['PATH']}", "NO_COLOR": "1"}

        def session(page, at, lines, written):
            nonlocal count
            i = 0
            while i < len(lines):
                where, command = at + 1 + i, lines[i][2:]
                i += 1
                while command.endswith("\\") and i < len(lines):
                    command += "\n" + lines[i]
                    i += 1
                top = at + 1 + i
                shown = []
                while i < len(lines) and not lines[i].startswith("$ "):
                    shown.append(lines[i])
                    i += 1
                while shown and not shown[-1]:
                    shown.pop()
                printed, _ = in_terminal(command, folder, environment)
                count += 1
                printed = printed.rstrip("\n").split("\n") if printed else []
                if update:
                    written[top, top + len(shown)] = printed
                    continue
                printed = [line for line in printed if is_compared(line)]
                shown = [line for line in shown if is_compared(line)]
                if printed != shown:
                    first = next((k for k, (a, b) in enumerate(zip(printed, shown)) if a != b), min(len(printed), len(shown)))
                    faults.append(f"{page}:{where}: {command}\n  shows  {shown[first:first + 1]}\n"
                                  f"  prints {printed[first:first + 1]}")

        def command(page, where, text, above):
            nonlocal count
            words, _, comment = text.partition(" #")
            comment = comment or above
            run = subprocess.run(["bash", "-c", words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True)
            count += 1
            accepted = (0, 1) if words.split()[1] in measuring else (0,)
            if run.returncode not in accepted:
                faults.append(f"{page}:{where}: {words}\n  exit {run.returncode}: {run.stderr.strip()[:300]}")
                return
            if re.match(r" *-?\d", comment):
                printed = [value for _, value in numbers_of(run.stdout)]
                for said, _ in numbers_of(comment.split(":")[0]):
                    if not agrees(said, printed):
                        faults.append(f"{page}:{where}: {words}\n  says {said}, and prints no such number")

        for page in pages:
            shown = page.relative_to(root) if page.is_relative_to(root) else page
            written = {}
            for start, kind, lines in blocks_of(page):
                if kind == "console":
                    session(shown, start, lines, written)
                    continue
                joined, at, above = "", start, ""
                for offset, line in enumerate(lines, 1):
                    if line.startswith("#") and not joined:
                        above = line[1:]
                        continue
                    at = at if joined else start + offset
                    joined += line.rstrip("\\") if line.endswith("\\") else line
                    if line.endswith("\\"):
                        continue
                    if joined.startswith("sigprop ") and kind in ("", "sh") and not update:
                        command(shown, at, joined, above)
                    joined, above = "", ""
            if written:
                text = page.read_text(encoding="utf-8").split("\n")
                for (begin, end), lines in sorted(written.items(), reverse=True):
                    text[begin - 1:end - 1] = lines
                page.write_text("\n".join(text), encoding="utf-8")
    return faults, count


if __name__ == "__main__":
    words = [word for word in sys.argv[2:] if word != "--update"]
    documents = sorted((root / "docs").rglob("*.md"))
    first = [root / "README.md", root / "README.zh-CN.md", root / "docs" / "tutorial.md"]
    # the share begins with the third page: with the first or the tenth it would hold the training of networks or a sweep over all
    # activations, each of which takes as long as everything else
    rest = [one for one in documents[2:] + documents[:2] if one not in first]
    given = [Path(one).resolve() for one in words] or [*first, *share_of(rest)]
    sys.exit(main(sys.argv[1], given, "--update" in sys.argv))
