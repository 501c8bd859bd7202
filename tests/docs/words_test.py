#!/usr/bin/env python3
"""The words of what people read: README.md, docs/, the messages of tests/cli/wrong_inputs.txt and the help of all commands.

    words_test.py [SIGPROP]    exit 0: nothing found; 1: each phrase with its place and what to write instead

tools/docs/words.txt lists phrases that we do not use, and what to write instead. codespell looks for misspelt words where it is
installed (build/venv/tools, or PATH), but for those of tools/docs/spelling.txt. Without SIGPROP the help is left out.
Code, blocks of code and “quoted words” are not ours to judge: what programs print is judged where they print it.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parents[2]
LIST = root / "tools/docs/words.txt"
SPELLING = root / "tools/docs/spelling.txt"
IN_OTHER_LANGUAGES = ("docs/zh/",)
THE_LIST_ITSELF = "docs/guides/style.md"  # says which phrases not to write


def phrases():
    """(pattern, what to write instead, a sentence that has it)."""
    rows = [line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(re.compile(r"\b(?:" + row[0].replace(" ", r"\s+") + r")\b", re.IGNORECASE), row[1], row[2]) for row in rows]


def prose(text):
    """The text with all that is code or quoted left blank, line by line."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])
    text = re.sub(r"^(```+)[^\n]*\n.*?^\1[ \t]*$", blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", blank, text, flags=re.DOTALL)
    text = re.sub(r"<!-- experiments -->.*<!-- /experiments -->", blank, text, flags=re.DOTALL)  # what articles say, in their words
    text = re.sub(r"“[^”]*”", blank, text)
    return re.sub(r"\]\([^)\s]*\)", blank, text)


def faults_of(name, text, rows):
    for pattern, instead, _ in rows:
        for found in pattern.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{name}:{line}: “{' '.join(found[0].split())}”: write: {instead}"


def pages():
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = str(path.relative_to(root))
        if not name.startswith(IN_OTHER_LANGUAGES) and name != THE_LIST_ITSELF:
            yield name, prose(path.read_text(encoding="utf-8"))


def messages():
    """tests/cli/wrong_inputs.txt: the commands are people's, the answers are ours."""
    path = root / "tests/cli/wrong_inputs.txt"
    yield str(path.relative_to(root)), re.sub(r"^\$ [^\n]*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def helps(tool):
    def asked(*words):
        run = subprocess.run([tool, *words, "--help-all"], capture_output=True, text=True, check=True)
        return run.stdout

    whole = asked()
    commands = re.findall(r"^  ([a-z]+)  ", whole.partition("Commands:")[2].partition("Examples:")[0], re.MULTILINE)
    assert len(commands) > 15, whole
    yield "sigprop --help-all", whole
    for command in commands:
        text = asked(command)
        yield f"sigprop {command} --help-all", text
        if command == "measure":
            for subject in re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE):
                yield f"sigprop measure {subject} --help-all", asked("measure", subject)


def codespell():
    own = root / "build/venv/tools/bin/codespell"
    return str(own) if own.is_file() else shutil.which("codespell")


def misspelt(program, texts):
    """What codespell finds, with the texts' own names."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, (name, text) in enumerate(texts):
            path = Path(folder) / f"{number}.txt"
            path.write_text(text, encoding="utf-8")
            names[str(path)] = name
        run = subprocess.run([program, "--ignore-words", SPELLING, *names], capture_output=True, text=True, check=False)
        for line in run.stdout.splitlines():
            path, _, rest = line.partition(":")
            yield f"{names.get(path, path)}:{rest}"


def faults_of_the_list(rows):
    """Each phrase finds the sentence that it was found in, and none of what to write instead; in code and quotes it finds nothing."""
    for pattern, instead, sentence in rows:
        if not list(faults_of("", sentence, [(pattern, instead, "")])):
            yield f"tools/docs/words.txt: {pattern.pattern} is not in its sentence: {sentence}"
        if pattern.search(instead):
            yield f"tools/docs/words.txt: {pattern.pattern} is in what to write instead: {instead}"
        word = pattern.search(sentence)
        for quoted in ("`{}`", "“{}”", "\n```\n{}\n```\n", "```console\n$ {}\n```\n"):
            if word and pattern.search(prose(quoted.format(word[0]))):
                yield f"tools/docs/words.txt: {pattern.pattern} is found in code or in a quote"


def main(arguments):
    rows = phrases()
    texts = [*pages(), *messages(), *(helps(arguments[0]) if arguments else [])]
    faults = [*faults_of_the_list(rows), *(fault for name, text in texts for fault in faults_of(name, text, rows))]
    broken = [*faults_of("page", "It is\nheld against\nthe proof.", rows)]
    if [one.partition(" ")[0] for one in broken] != ["page:2:"]:
        faults.append(f"the control: a phrase over two lines gives {broken}")
    program = codespell()
    if program:
        faults += misspelt(program, texts)
        if [*misspelt(program, [("page", "The\nwieghts are right.")])] != ["page:2: wieghts ==> weights"]:
            faults.append("the control: codespell does not find a misspelt word")
    print("\n".join(faults))
    spelling = "spelling checked" if program else "spelling not checked, because codespell is missing: bash tools/setup.sh --tools"
    print(f"{len(rows)} phrases, {len(texts)} texts, {len(faults)} found; {spelling}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
