"""Writes the wheel of sigprop_check into a folder; tools/release/checker.sh says what it is. Nothing is compressed in it, since the library that
compresses may change."""
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "python/build"))
import backend  # noqa: E402
from wheel_file import write_wheel  # noqa: E402

oldest_python = "3.8"

main = '''"""python -m sigprop_check FILE... is sigprop-check FILE..."""
from . import run

run()
'''

readme = '''# sigprop-check

Checks certificates of [sigprop]({homepage}): files that hold a number and a plan of its proof. It proves the number anew with Python's
integers and believes nobody: no floating-point number, no library and no code of sigprop is used. The module is one file, written to be read.

```
sigprop-check gelu.json          # or: python -m sigprop_check gelu.json; - is standard input
```

prints `ACCEPT` with what is proved, or `REJECT` with the step that failed, one line a file. Exit code 0: all accepted; 1: one was rejected;
2: one is no certificate.

`docs/explanation/certificates.md` of sigprop describes the files, and states and proves the theorems after which the sections of the module are named.
`sigprop eval "activation.gain(gelu)" --certificate gelu.json` writes one.
'''

metadata = '''Metadata-Version: 2.4
Name: sigprop-check
Version: {version}
Summary: Checks certificates of sigprop: proves numbers anew with Python's integers alone
Project-URL: Source, {homepage}
License-Expression: MIT
License-File: LICENSE
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering :: Mathematics
Requires-Python: >={oldest_python}
Description-Content-Type: text/markdown

'''

def write(folder):
    version = backend.version()
    filled = {"version": version, "homepage": backend.cmake_setting("HOMEPAGE_URL"), "oldest_python": oldest_python}
    files = {"sigprop_check/__init__.py": (root / "tools/check/check.py").read_bytes(), "sigprop_check/__main__.py": main.encode()}
    texts = {"licenses/LICENSE": (root / "LICENSE").read_text(encoding="utf-8"), "METADATA": (metadata + readme).format(**filled),
             "entry_points.txt": "[console_scripts]\nsigprop-check = sigprop_check:run\n"}
    return write_wheel(folder, "sigprop_check", version, "py3-none-any", files, texts, compressed=False)


if __name__ == "__main__":
    try:
        print(write(Path(sys.argv[1])))
    except OSError as error:
        sys.exit(f"tools/release/checker.sh: cannot write the wheel: {error.strerror}: {error.filename}")
