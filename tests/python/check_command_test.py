"""`sigprop check` of the package's command runs the checker by the Python that the command runs on, whatever is in PATH."""

import os
import subprocess
import sys

CERTIFICATE = (
    '{"format": "sigprop certificate 1", "expression": "sqrt(2)", "value": "1.41421356237", "radius": "1e-9", "formula": "sqrt(2)", '
    '"bits": 128, "quantities": []}'
)


def check(folder, certificate, **environment):
    (folder / "one.json").write_text(certificate)
    kept = {name: value for name, value in os.environ.items() if name != "SIGPROP_PYTHON"}
    return subprocess.run([sys.executable, "-m", "sigprop", "check", "one.json"], cwd=folder, env={**kept, **environment}, capture_output=True, text=True)


def test_without_a_python_in_path(tmp_path):
    done = check(tmp_path, CERTIFICATE, PATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("ACCEPT one.json: ")


def test_what_is_wrong_is_rejected(tmp_path):
    done = check(tmp_path, CERTIFICATE.replace("562", "662"))
    assert done.returncode == 1
    assert done.stdout.startswith("REJECT one.json: ")


def test_another_python_may_be_named(tmp_path):
    done = check(tmp_path, CERTIFICATE, SIGPROP_PYTHON=str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no" in done.stderr
