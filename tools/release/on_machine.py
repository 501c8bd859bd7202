"""What a wheel does on the machine where it was just installed, as a row of a table; tools/release/machines.sh runs it there.

    on_machine.py NAME MILLISECONDS [EMULATOR...]     MILLISECONDS went by from pip to the first number; the emulator runs this Python

With SIGPROP_DIGESTS=yes it prints the digest of each question, too, so that one sees which differs.
"""

import hashlib
import os
import platform
import statistics
import subprocess
import sys
import sysconfig

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
#: Milliseconds of `import sigprop`, and until a number is there.
IMPORT = """
import time
began = time.perf_counter()
import sigprop
imported = time.perf_counter()
str(sigprop.evaluate("activation.gain(gelu)"))
print((imported - began) * 1e3, (time.perf_counter() - began) * 1e3)
"""


def python_of_here() -> str:
    name = f"{platform.python_implementation()} {platform.python_version()}"
    if platform.python_implementation() == "PyPy":
        name = "PyPy {}.{}.{} of Python {}".format(*sys.pypy_version_info[:3], platform.python_version())
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        name += ", with the lock" if sys._is_gil_enabled() else ", without the lock"
    return name


def vectors(python: list) -> str:
    """The instruction sets that the library finds, which it names where it is asked for another one."""
    run = subprocess.run([*python, "-m", "sigprop", "eval", "activation.gain(silu)", "--methods", "monte_carlo"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, universal_newlines=True, env={**os.environ, "SIGPROP_TARGET": "none"})
    return run.stderr.strip().split("vector instructions ")[-1]


def main(name: str, milliseconds: str, *emulator: str) -> int:
    python = [*emulator, sys.executable]
    numbers = hashlib.sha256()
    for question in QUESTIONS:
        run = subprocess.run([*python, "-m", "sigprop", *question, "--reproducible", "--json=-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not run.stdout.startswith(b"{"):
            print(question, run.returncode, run.stderr.decode()[-300:])
            return 1
        if os.environ.get("SIGPROP_DIGESTS") == "yes":
            print(hashlib.sha256(run.stdout).hexdigest()[:16], " ".join(question))
        numbers.update(run.stdout)
    times = [[float(one) for one in subprocess.run([*python, "-c", IMPORT], stdout=subprocess.PIPE, check=True).stdout.split()] for _ in range(7)]
    imported, first = (statistics.median(column) for column in zip(*times))
    pages = subprocess.run([*python, "pages.py", "README.md"], stdout=subprocess.PIPE, universal_newlines=True)
    tried = subprocess.run([*python, "-m", "sigprop", "selftest"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if tried.returncode != 0:
        print(tried.stdout)
    lines = pages.stdout.strip().splitlines()[-1].replace("README.md: ", "")
    print(f"| {name} | {python_of_here()} | {' '.join(platform.libc_ver())} | {vectors(python)} | {milliseconds} | {imported:.0f} | {first:.0f} | {lines} | "
          f"{'passed' if tried.returncode == 0 else 'failed'} | {numbers.hexdigest()[:16]} |")
    return pages.returncode or tried.returncode


if __name__ == "__main__":
    assert sigprop.__version__
    sys.exit(main(*sys.argv[1:]))
