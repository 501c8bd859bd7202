#!/usr/bin/env python3
"""Chooses the inputs that tests/fuzz/corpus/TARGET keeps: fuzz_corpus.py FUZZER TARGET FOLDER...

From the corpus as it is and the inputs of the folders, those are chosen one after the other that show most of what the ones
before do not (libFuzzer's features of coverage), and at most so many that the tests replay them in a moment. Inputs whose
name begins with finding_ are reproducers of mended faults, and stay.
"""
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_FILES, MOST_BYTES = 40, 4096


def features(fuzzer, target, files):
    """The features of each file, from libFuzzer's record of a merge."""
    with tempfile.TemporaryDirectory() as folder:
        inputs, into, record = Path(folder) / "inputs", Path(folder) / "into", Path(folder) / "record"
        inputs.mkdir()
        into.mkdir()
        for content in files:
            (inputs / hashlib.sha1(content).hexdigest()).write_bytes(content)
        command = [fuzzer, f"--target={target}", "-merge=1", f"-merge_control_file={record}", into, inputs]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = record.read_text().splitlines()
        count = int(lines[0])
        names = [Path(line) for line in lines[2:2 + count]]
        seen = {}
        for line in lines[2 + count:]:
            kind, index, *numbers = line.split()
            if kind == "FT":
                seen[names[int(index)].read_bytes()] = frozenset(numbers)
    return seen


def chosen(seen):
    """Greedily: the most that is new, and of two that show as much, the shorter."""
    covered, some = set(), []
    left = dict(seen)
    while left and len(some) < MOST_FILES:
        best = max(left, key=lambda content: (len(left[content] - covered), -len(content), content))
        if not left[best] - covered:
            break
        covered |= left.pop(best)
        some.append(best)
    return some, len(covered), len(frozenset().union(*seen.values()))


def main(fuzzer, target, folders):
    corpus = ROOT / "tests" / "fuzz" / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    paths = [path for folder in (corpus, *map(Path, folders)) for path in sorted(folder.iterdir()) if path.is_file()]
    contents = {path.read_bytes() for path in paths}
    some, covered, all_features = chosen(features(fuzzer, target, {one for one in contents if len(one) <= MOST_BYTES}))
    for path in corpus.iterdir():
        if not path.name.startswith("finding_"):
            path.unlink()
    for content in some:
        (corpus / hashlib.sha1(content).hexdigest()[:16]).write_bytes(content)
    print(f"{target}: {len(some)} inputs with {covered} of {all_features} features")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
