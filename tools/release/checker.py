"""Writes the wheel of sigprop_check into a folder; tools/release/checker.sh says what it is.

A wheel is a zip file with a few texts beside the module. They are written here, since a tool that packs them would be one more thing
to install, and would put its own version into the bytes: files in order, one date, nothing compressed by a library that may
change.
"""
import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

root = Path(__file__).resolve().parents[2]
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

`docs/certificates.md` of sigprop describes the files, and states and proves the theorems after which the sections of the module are named.
`sigprop eval "activation.gain(gelu)" --certificate gelu.json` writes one.
'''

metadata = '''Metadata-Version: 2.1
Name: sigprop-check
Version: {version}
Summary: Checks certificates of sigprop: proves numbers anew with Python's integers alone
Home-page: {homepage}
License: MIT
License-File: LICENSE
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering :: Mathematics
Requires-Python: >={oldest_python}
Description-Content-Type: text/markdown

'''

wheel = '''Wheel-Version: 1.0
Generator: sigprop tools/release/checker.sh
Root-Is-Purelib: true
Tag: py3-none-any
'''


def setting(pattern, what):
    """What project() in CMakeLists.txt says."""
    found = re.search(pattern, (root / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit(f"tools/release/checker.sh: CMakeLists.txt has no {what}")
    return found[1]


def files():
    """Each name in the wheel with its bytes, the list of all of them last."""
    version = setting(r"^  VERSION ([0-9.]+)$", "line VERSION")
    homepage = setting(r'^  HOMEPAGE_URL "(.*)"$', "line HOMEPAGE_URL")
    info = f"sigprop_check-{version}.dist-info"
    written = {
        "sigprop_check/__init__.py": (root / "tools/check/check.py").read_bytes(),
        "sigprop_check/__main__.py": main.encode(),
        f"{info}/LICENSE": (root / "LICENSE").read_bytes(),
        f"{info}/METADATA": (metadata + readme).format(version=version, homepage=homepage, oldest_python=oldest_python).encode(),
        f"{info}/WHEEL": wheel.encode(),
        f"{info}/entry_points.txt": b"[console_scripts]\nsigprop-check = sigprop_check:run\n",
    }
    record = ""
    for name, content in written.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    written[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    return f"sigprop_check-{version}-py3-none-any.whl", written


def write(folder):
    name, written = files()
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{name}.new"
    with zipfile.ZipFile(new, "w") as archive:
        for path, content in written.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))  # the first date that a zip file can have
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3  # Unix, on whichever machine this runs
            archive.writestr(entry, content)
    new.replace(folder / name)
    return folder / name


if __name__ == "__main__":
    try:
        print(write(Path(sys.argv[1])))
    except OSError as error:
        sys.exit(f"tools/release/checker.sh: cannot write the wheel: {error.strerror}: {error.filename}")
