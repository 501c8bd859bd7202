#!/usr/bin/env python3
"""What no schema says of the files that continuous integration reads of us: action.yml, .pre-commit-hooks.yaml,
tools/ci/gitlab.yml, the workflows in .github/, and the block of docs/guides/gate.md that shows their use. Each function takes a
document's text and returns what is wrong with it. Keys, types and names are schemas_test.py's.

An expression inside `run:` is a place where an input is executed; a tag that `uses:` names can move; what nothing reads, or what
is read and nowhere given, is a misspelt name. Needs Debian's python3-yaml.
"""
import re
import sys
from pathlib import Path

import yaml

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tools/docs"))
import pasted  # noqa: E402

repository, version = pasted.settings()


def parsed(path):
    return yaml.safe_load((root / path).read_text(encoding="utf-8"))


def lint_steps(steps):
    """Steps of an action or of a job: each fault with the number of its step."""
    for number, step in enumerate(steps, 1):
        if "uses" in step and not re.search(r"@[0-9a-f]{40}$", step["uses"]):
            yield f"step {number}: 'uses' must name a commit by its 40 digits: tags move"
        if step.get("uses", "").startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
            yield f"step {number}: the checkout keeps the token in a file that later steps can read: persist-credentials: false"
        run = step.get("run", "")
        if "${{" in run:
            yield f"step {number}: an expression in 'run' is pasted into the script and executed: pass it by 'env'"
        for script in re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", run) + re.findall(r"^bash ([\w./-]+)", run, re.MULTILINE):
            if not (root / script).is_file():
                yield f"step {number}: there is no {script}"


def lint_action(text):
    top = yaml.safe_load(text)
    inputs = top["inputs"]
    wrong = [f"input {name}: is required, so that its default is never used"
             for name, one in inputs.items() if one.get("required") and "default" in one]
    wrong += lint_steps(top["runs"]["steps"])
    asked = set(re.findall(r"\binputs\.([A-Za-z0-9_-]+)", text))
    wrong += [f"inputs.{name}: is no input" for name in sorted(asked - inputs.keys())]
    return wrong + [f"input {name}: is used nowhere" for name in sorted(inputs.keys() - asked)]


def lint_workflow(text):
    top = yaml.safe_load(text)
    wrong = [] if top.get("permissions") == {} else ["'permissions' must be {}: each job says what it may do"]
    if "concurrency" not in top:
        wrong.append("'concurrency' is missing: two runs of one branch stand in each other's way")
    kept = "actions/cache@" in text
    if kept and "tags" in top[True].get("push", {}):  # YAML takes the word `on` for true
        wrong.append("a release must not take anything from a cache, which another run may have filled")
    for name, job in top["jobs"].items():
        rights = job.get("permissions")
        if rights is None:
            wrong.append(f"{name}: 'permissions' is missing")
        elif "write" in str(rights) and any("/checkout@" in step.get("uses", "") or "bash tools/" in step.get("run", "") for step in job["steps"]):
            wrong.append(f"{name}: runs what the sources say with a right to write: give that to a job that runs none of it")
        if "timeout-minutes" not in job:
            wrong.append(f"{name}: 'timeout-minutes' is missing: a job that hangs takes six hours")
        wrong += [f"{name}, {fault}" for fault in lint_steps(job["steps"])]
    pins = re.findall(r"uses: (\S+)@([0-9a-f]{40})(.*)$", text, re.MULTILINE)
    wrong += [f"{action}: says no version beside its commit" for action, _, rest in pins if not re.fullmatch(r"  # v[0-9]+(\.[0-9]+)*", rest)]
    for hashed in re.findall(r"hashFiles\((.*?)\)", text):
        wrong += [f"hashFiles: there is no {file}" for file in re.findall(r"'(.*?)'", hashed) if not (root / file).is_file()]
    return wrong + [f"{action}: another commit than in other workflows" for action, pin, _ in pins if pin != pinned(action)]


def pinned(action):
    """The commit of an action that most workflows name: all must name one."""
    found = [pin for file in sorted((root / ".github/workflows").glob("*.yml"))
             for pin in re.findall(rf"uses: {re.escape(action)}@([0-9a-f]{{40}})", file.read_text(encoding="utf-8"))]
    return max(sorted(set(found)), key=found.count, default=None)


def lint_hooks(text):
    hooks = yaml.safe_load(text)
    ids = [hook["id"] for hook in hooks]
    wrong = [f"'{one}' stands twice" for one in sorted({one for one in ids if ids.count(one) > 1})]
    return wrong + [f"{hook['id']}: runs always, so that 'files' is never used"
                    for hook in hooks if hook.get("always_run") and "files" in hook]


def lint_gitlab(text):
    wrong = []
    for name, job in yaml.safe_load(text).items():
        if "script" not in job:
            wrong.append(f"{name}: 'script' is missing")
        wrong += [f"{name}: the variable {variable} must be text: in quotes"
                  for variable, value in job.get("variables", {}).items() if not isinstance(value, str)]
        artifacts = job.get("artifacts")
        if artifacts is None:
            wrong.append(f"{name}: keeps no report")
            continue
        if artifacts.get("when") != "always":
            wrong.append(f"{name}: 'when' must be always: GitLab keeps no report of a failed job otherwise")
        report = artifacts["reports"]["junit"]
        written = re.findall(r"--junit[ =](\S+)", " ".join(job.get("script", [])))
        if written != [report]:
            wrong.append(f"{name}: the report is {report}, and the script writes {written}")
    return wrong


def lint_guide(text):
    """What the guide tells people to paste: names and files that exist, of the version that this tree has."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    if len(blocks) != 1:
        return ["the guide: must have one block of YAML"]
    top, wrong = yaml.safe_load(blocks[0]), []
    job = top["jobs"]["constants"]
    if "container" in job:
        wrong.append("jobs: the action needs no container")
    known = parsed("action.yml")["inputs"]
    wrong += [f"jobs: '{name}' is no input of action.yml" for name in job["steps"][-1].get("with", {}) if name not in known]
    remote = re.fullmatch(rf"https://raw\.githubusercontent\.com/{re.escape(repository)}/[^/]+/(.*)", top["include"]["remote"])
    if remote is None or not (root / remote[1]).is_file():
        wrong.append("include: names no file of this tree")
    gitlab = (root / "tools/ci/gitlab.yml").read_text(encoding="utf-8")
    wrong += [f"sigprop: tools/ci/gitlab.yml knows no {name}" for name in top["sigprop"]["variables"] if name not in gitlab]
    hooks = [one["id"] for one in parsed(".pre-commit-hooks.yaml")]
    wrong += [f"repos: '{hook['id']}' is no hook" for hook in top["repos"][0]["hooks"] if hook["id"] not in hooks]
    said = re.findall(r"\bv(\d+\.\d+\.\d+)\b", blocks[0]) + [yaml.safe_load(gitlab)["sigprop"]["variables"]["SIGPROP_VERSION"][1:]]
    return wrong + [f"the guide: v{one} is not the version of this tree, v{version}" for one in said if one != version]


linters = {"action.yml": lint_action, ".pre-commit-hooks.yaml": lint_hooks, "tools/ci/gitlab.yml": lint_gitlab,
           "docs/guides/gate.md": lint_guide}
linters |= {str(file.relative_to(root)): lint_workflow for file in sorted((root / ".github/workflows").glob("*.yml"))}

if __name__ == "__main__":
    found = [f"{path}: {wrong}" for path, lint in linters.items()
             for wrong in lint((root / path).read_text(encoding="utf-8"))]
    print("\n".join(found) or f"nothing wrong in {', '.join(linters)}")
    sys.exit(1 if found else 0)
