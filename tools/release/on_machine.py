"""What a wheel does on the machine where it was just installed, as a row of a table; tools/release/machines.sh runs it there.

    on_machine.py NAME MILLISECONDS     MILLISECONDS went by from pip to the first number
"""

import hashlib
import os
import platform
import statistics
import subprocess
import sys

import sigprop

#: Proofs, samples, vector code, a training, an audit of a recipe: their JSON must be the same on every machine.
QUESTIONS = [
    ["eval", "activation.gain(swiglu)", "selu.alpha", "truncated_normal.std(-2, 2)", "attention.entropy(4096, std=1)"],
    ["eval", "activation.gain(gelu)", "--digits", "200"],
    ["eval", "activation.second_moment(gelu)", "activation.gain(silu)", "--samples", "1e6", "--seed", "7", "--methods", "monte_carlo*,quasi*"],
    ["verify", "selu*", "torchscale*"],
    ["solve", "activation.gain(tanh, std=x) = 2", "--for", "x", "--in", "0.1:5"],
    ["recipe", "gpt2"],
    ["train", "pre_norm", "2", "width=32", "steps=20", "networks=2"],
]


def main(name: str, milliseconds: str) -> int:
    program = os.path.join(os.path.dirname(sys.executable), "sigprop")
    numbers = hashlib.sha256()
    for question in QUESTIONS:
        run = subprocess.run([program, *question, "--reproducible", "--json=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not run.stdout.startswith(b"{"):
            print(question, run.returncode, run.stderr.decode()[-300:])
            return 1
        numbers.update(run.stdout)
    code = "import time; t = time.perf_counter(); import sigprop; print(time.perf_counter() - t)"
    imports = [float(subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout) for _ in range(7)]
    pages = subprocess.run([sys.executable, "pages.py", "README.md"], stdout=subprocess.PIPE, universal_newlines=True)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    lines = pages.stdout.strip().splitlines()[-1]
    print(f"| {name} | {python} | {' '.join(platform.libc_ver())} | {milliseconds} | {statistics.median(imports) * 1e3:.0f} | {lines} | "
          f"{numbers.hexdigest()[:16]} |")
    return pages.returncode


if __name__ == "__main__":
    assert sigprop.__version__
    sys.exit(main(*sys.argv[1:]))
