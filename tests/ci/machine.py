"""A make-believe machine for the scripts of continuous integration: PATH leads to one folder that holds the few programs
they may use, a folder of releases stands for the network, and a Python whose pip installs our built tool from a wheel writes down
what it was asked for."""
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

import lint

root = lint.root
releases = f"https://github.com/{lint.repository}/releases/download"
real = ["bash", "cp", "curl", "dirname", "env", "grep", "head", "ln", "mkdir", "mktemp", "printf", "rm", "sed", "sha256sum", "touch", "uname", "xargs"]
kinds = ("manylinux_2_28_x86_64", "musllinux_1_2_x86_64", "manylinux_2_28_aarch64")

# A Python whose environments are made at once: pip there takes a wheel of ours that only install.sh can have brought.
python3 = """#!/bin/bash
echo "python3 $*" >> "$MACHINE/log"
if [[ "$1 $2" == "-m venv" ]]; then
  if [[ -e "$MACHINE/no venv" ]]; then exit 1; fi
  mkdir -p "$3/bin" && cp "$MACHINE/python_of_venv" "$3/bin/python"
else
  exec REAL "$@"
fi
"""
python_of_venv = """#!/bin/bash
echo "pip $*" >> "$MACHINE/log"
version="${!#}"
for word; do
  if [[ "$before" == --find-links ]]; then folder="$word"; fi
  before="$word"
done
if [[ -e "$MACHINE/refuses" ]]; then exit 1; fi
for wheel in "$folder/sigprop-${version#sigprop==}-"*.whl; do
  [[ "$(head -c 5 "$wheel")" == wheel ]] && cp -P "$MACHINE/tool" "${SIGPROP_BIN:-$(dirname "$0")}/sigprop" && exit 0
done
exit 1
"""

claims = json.dumps({"defaults": {"source": {"title": "ours"}}, "claims": [
    {"id": "model.std", "expression": "truncated_normal.std(-2, 2)",
     "stated_from": {"path": "init.py", "regex": "STD = ([0-9.]+)"}}]})


class Machine:
    """Has the release of `version` to download, and a project with a claims file, whose number is right."""

    def __init__(self, tool):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-ci-"))
        self.bin = self.folder / "bin"
        self.project = self.folder / "project"
        for folder in (self.bin, self.project):
            folder.mkdir()
        for name in real:
            (self.bin / name).symlink_to(shutil.which(name))
        self.program("python3", python3.replace("REAL", sys.executable))
        (self.folder / "python_of_venv").write_text(python_of_venv)
        (self.folder / "python_of_venv").chmod(0o755)
        (self.folder / "tool").symlink_to(Path(tool).resolve())
        printed = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
        self.version = re.match(r"sigprop (\S+)\n", printed)[1]
        self.release(f"v{self.version}")
        self.write("claims.json", claims)
        self.write("init.py", "STD = 0.87962566\n")

    def remove(self):
        shutil.rmtree(self.folder)

    def program(self, name, text):
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def release(self, tag, content=b"wheel", stated=b"wheel", wheels=kinds):
        """A release whose wheels have this content, where their SHA-256 is that of `stated`."""
        folder = self.folder / "releases" / tag
        folder.mkdir(parents=True, exist_ok=True)
        names = [f"sigprop-{tag[1:]}-py3-none-{kind}.whl" for kind in wheels]
        for name in names:
            (folder / name).write_bytes(content)
        others = [f"sigprop_check-{tag[1:]}-py3-none-any.whl", f"sigprop-{tag[1:]}.tar.gz", f"sigprop_{tag[1:]}_amd64.deb"]
        (folder / "SHA256SUMS").write_text("".join(f"{hashlib.sha256(stated).hexdigest()}  {name}\n" for name in names + others))

    def releases(self):
        return f"file://{self.folder / 'releases'}"

    def wheels(self):
        """What is downloaded of a release: nothing for other machines."""
        return [kind for kind in kinds if kind.endswith(platform.machine())]

    def write(self, name, text):
        (self.project / name).write_text(text)

    def read(self, name):
        return (self.project / name).read_text()

    def log(self):
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def run(self, script, environment):
        """Runs a script as GitHub's and GitLab's runners do, stopping at the first failure."""
        (self.folder / "script").write_text(script)
        path = [str(self.bin)]
        if (self.folder / "path").exists():  # what the steps before have added
            path = (self.folder / "path").read_text().splitlines() + path
        surroundings = {"PATH": ":".join(path), "MACHINE": str(self.folder), "TMPDIR": str(self.folder), "HOME": str(self.folder), **environment}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                surroundings[name] = os.environ[name]
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", self.folder / "script"], cwd=self.project,
                              env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def action(self, **given):
        """Runs the steps of action.yml with these inputs; the exit code and everything printed."""
        page = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))
        values = {f"inputs.{name}": one["default"] for name, one in page["inputs"].items()}
        values |= {f"inputs.{name}": value for name, value in given.items()}
        values["github.action_repository || github.repository"] = lint.repository
        printed = ""
        for step in page["runs"]["steps"]:
            environment = {name: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text)
                           for name, text in step["env"].items()}
            if "SIGPROP_RELEASES" in environment:
                assert environment["SIGPROP_RELEASES"] == releases
                environment["SIGPROP_RELEASES"] = self.releases()
            (self.folder / "runner").mkdir(exist_ok=True)
            done = self.run(step["run"], {"GITHUB_ACTION_PATH": str(root), "GITHUB_PATH": str(self.folder / "path"),
                                          "RUNNER_TEMP": str(self.folder / "runner"), **environment})
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    def gitlab(self, **variables):
        """Runs the job of tools/ci/gitlab.yml with these variables of the including file."""
        job = yaml.safe_load((root / "tools/ci/gitlab.yml").read_text(encoding="utf-8"))["sigprop"]
        (self.folder / "python_of_venv").replace(self.bin / "python3")  # pip of the image's own Python
        done = self.run("\n".join(job["before_script"] + job["script"]), {"SIGPROP_BIN": str(self.bin), **job["variables"], **variables})
        (self.bin / "python3").replace(self.folder / "python_of_venv")
        return done.returncode, done.stdout
