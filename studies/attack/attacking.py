"""What both attacks share: how the tool is called, their options, and how they end."""
import argparse
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trust"))
import figures  # noqa: E402

ROOT = figures.ROOT


class Failed(Exception):
    """The tool did not do what it was called for."""


def called(arguments, accepted=(0,), timeout=None):
    tool = os.environ.get("SIGPROP_TOOL", str(ROOT / "build/release/sigprop"))
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=timeout)
    if done.returncode not in accepted:
        raise Failed(f"exit {done.returncode} of sigprop {' '.join(arguments)[:300]}: {done.stderr.strip()[-600:]}")
    return done


def parser_of(description, cases):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(cases, type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="file that keeps batches: the same command continues from it")
    parser.add_argument("--case")
    parser.add_argument("--put", action="store_true")
    return parser


def ended(topic, result, put):
    """Prints the figures, and puts them where that is asked for."""
    for row in result["rows"]:
        print(" | ".join(map(str, row)))
    print("\n".join(result["notes"]))
    if put:
        figures.put(topic, result)
