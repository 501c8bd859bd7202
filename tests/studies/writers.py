#!/usr/bin/python3
"""Programs that write files, well and badly: what studies/faults must tell apart.

    writers.py whole|in_place FILE WORD        FILE holds 4000 times the word, by a rename or written in place
    writers.py silent FILE WORD                as whole; when it cannot write, it exits 2 without a word
    writers.py sum|lossy FILE CHECKPOINT N     the sum of N batches, with a checkpoint after each; lossy goes on one batch too far
"""
import os
import sys


def write(path, text):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    half = len(text) // 2
    os.write(file, text[:half])
    os.write(file, text[half:])
    os.close(file)


def replace(path, text):
    write(".sigprop-1.tmp", text)
    os.rename(".sigprop-1.tmp", path)


def add_up(path, checkpoint, count, lossy):
    done, total = 0, 0
    if os.path.exists(checkpoint):
        with open(checkpoint) as file:
            done, total = map(int, file.read().split())
        done += lossy
    for batch in range(done, count):
        total += (batch + 1) ** 2
        replace(checkpoint, f"{batch + 1} {total}\n".encode())
    replace(path, f"{total}\n".encode())


def main(kind, path, *rest):
    if kind in ("sum", "lossy"):
        add_up(path, rest[0], int(rest[1]), kind == "lossy")
        return 0
    text = (rest[0] * 4000).encode()
    try:
        (write if kind == "in_place" else replace)(path, text)
    except OSError as error:
        if kind != "silent":
            print(f"sigprop: cannot write {path}: {error.strerror}", file=sys.stderr)
        if os.path.exists(".sigprop-1.tmp"):
            os.unlink(".sigprop-1.tmp")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
