#!/usr/bin/env python3
"""Pages with one fault each, which commands_test.py must name with its line; and a page without a fault."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

test = Path(__file__).with_name("commands_test.py")
faults = []


def said(text):
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.md"
        page.write_text(text)
        run = subprocess.run([sys.executable, "-B", test, sys.argv[1], page], capture_output=True, text=True)
        return run.returncode, run.stdout


right = """# A page

```console
$ sigprop eval "sqrt(2)" --plain --digits 5
1.4142
$ sigprop eval "1/4" --plain
0.25
$ sigprop eval "1/8" \\
    --plain
0.125
```

```
sigprop eval "sqrt(2)" "11/100"     # 1.414 and 11 %: numbers after the colon, 7, are not compared
sigprop verify --claims claims.json
# 2.718: above the command
sigprop eval "exp(1)"
sigprop eval "exp(2)"
```
"""
cases = [("1.4142\n", "1.4143\n", ":4:"), ("0.25\n", "", ":6:"), ("0.25\n", "0.25\nmore\n", ":6:"), ("0.125\n", "0.126\n", ":8:"),
         ("# 1.414", "# 1.415", ":14:"), ("11 %", "12 %", ":14:"), ('"11/100"', '"11/x"', ":14:"),
         ("claims.json", "missing.json", ":15:"), ("# 2.718", "# 2.719", ":17:"),
         ("# 2.718: above the command\nsigprop", "sigprop", None), ("exp(1)", "exp(3)", ":17:")]
code, text = said(right)
if code != 0:
    faults.append(f"the page without a fault: {text}")
for old, new, place in cases:
    code, text = said(right.replace(old, new, 1))
    if place is None:
        faults += [] if code == 0 else [f"{old!r} -> {new!r}: exit {code}: {text}"]
        continue
    if code != 1 or place not in text or not re.search("1 not as shown", text):
        faults.append(f"{old!r} -> {new!r}: exit {code}: {text}")
if said("# no commands\n")[0] != 1:
    faults.append("a page without commands passes")
print("\n".join(faults) or f"{len(cases)} faults seen")
sys.exit(1 if faults else 0)
