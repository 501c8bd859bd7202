"""A make-believe machine for the scripts of continuous integration: PATH leads to one folder that holds the few programs
they may use, and stand-ins for those that would reach out: apt-get installs our built tool from a package that
only curl's stand-in can have brought, and both write down what they were asked for."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import yaml

import lint

root = lint.root
releases = f"https://github.com/{lint.repository}/releases/download"
real = ["bash", "chmod", "cp", "dirname", "env", "head", "mktemp", "printf", "rm", "sed", "sha256sum", "touch", "xargs"]

apt_get = """#!/bin/bash
echo "apt-get $*" >> "$MACHINE/log"
for word; do
  if [[ "$word" == */sigprop_*.deb ]]; then
    if [[ -e "$MACHINE/refuses" ]]; then exit 100; fi
    [[ "$(head -c 7 "$word")" == package ]] && cp -P "$MACHINE/tool" "$MACHINE/bin/sigprop"
  fi
done
"""
curl = """#!/bin/bash
echo "curl $*" >> "$MACHINE/log"
while (($#)); do
  case "$1" in
    --output) output="$2"; shift ;;
    --output-dir) folder="$2"; shift ;;
    --retry) shift ;;
    https://*) cp "$MACHINE/releases/${1#"$RELEASES"/}" "${output:-$folder/}" 2>/dev/null || exit 22 ;;
  esac
  shift
done
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
        for name, text in {"apt-get": apt_get, "curl": curl, "sudo": '#!/bin/bash\nexec "$@"\n',
                           "dpkg": "#!/bin/bash\necho amd64\n"}.items():
            self.program(name, text)
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

    def release(self, tag, content=b"package", stated=b"package"):
        """A release whose package has this content, where its SHA-256 is that of `stated`."""
        name = f"sigprop_{tag[1:]}_amd64.deb"
        folder = self.folder / "releases" / tag
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        (folder / f"{name}.sha256").write_text(f"{hashlib.sha256(stated).hexdigest()}  {name}\n")

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
        surroundings = {"PATH": str(self.bin), "MACHINE": str(self.folder), "RELEASES": releases,
                        "TMPDIR": str(self.folder), **environment}
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
            done = self.run(step["run"], {"GITHUB_ACTION_PATH": str(root), **environment})
            printed += done.stdout
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    def gitlab(self, **variables):
        """Runs the job of tools/ci/gitlab.yml with these variables of the including file."""
        job = yaml.safe_load((root / "tools/ci/gitlab.yml").read_text(encoding="utf-8"))["sigprop"]
        done = self.run("\n".join(job["before_script"] + job["script"]), job["variables"] | variables)
        return done.returncode, done.stdout
