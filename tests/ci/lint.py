#!/usr/bin/env python3
"""Lints what other people's continuous integration reads of us: action.yml, .pre-commit-hooks.yaml,
tools/ci/gitlab.yml, and the block of docs/guides/gate.md that shows their use. Each function takes a document's text and
returns what is wrong with it.

The rules are those of GitHub's metadata syntax for actions, of pre-commit's manifest and of GitLab's keywords,
as far as our files use them, and stricter where a service would say nothing: an unknown key is a misspelt one,
and an expression inside `run:` is a place where an input is executed. Needs Debian's python3-yaml.
"""
import re
import sys
from pathlib import Path

import yaml

root = Path(__file__).resolve().parents[2]


class OneKeyOnce(yaml.SafeLoader):
    """YAML forbids a key twice, and the services refuse it; PyYAML takes the last one."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"the key '{key}' stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


class Document:
    """A parsed file with what is wrong with it; every message says where."""

    def __init__(self, text):
        self.wrong = []
        try:
            self.top = yaml.load(text, OneKeyOnce)
        except yaml.YAMLError as error:
            self.top = None
            self.wrong.append(f"no YAML: {error}")

    def say(self, where, what):
        self.wrong.append(f"{where}: {what}")

    def mapping(self, value, where, required, allowed=()):
        """The value if it is a mapping with the required keys and no others than the allowed ones, else {}."""
        if not isinstance(value, dict):
            self.say(where, "must be a mapping")
            return {}
        for key in required:
            if value.get(key) in (None, "", [], {}):
                self.say(where, f"'{key}' is missing")
        for key in value:
            if key not in required and key not in allowed:
                self.say(where, f"'{key}' is no key here")
        return value

    def texts(self, value, where):
        """The value if it is a list of strings with something in it, else []."""
        if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
            self.say(where, "must be a list of strings")
            return []
        return value


def lint_action(text):
    """A composite action. https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax"""
    page = Document(text)
    if page.wrong:
        return page.wrong
    top = page.mapping(page.top, "the action", ["name", "description", "runs"],
                       ["author", "branding", "inputs", "outputs"])
    inputs = top.get("inputs") or {}
    for name, one in inputs.items():
        where = f"input {name}"
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", str(name)):
            page.say(where, "is no name of an input")
        one = page.mapping(one, where, ["description"], ["default", "required", "deprecationMessage"])
        if "default" in one and not isinstance(one["default"], str):
            page.say(where, "the default must be text: in quotes")
        if one.get("required") and "default" in one:
            page.say(where, "is required, so that its default is never used")
    runs = page.mapping(top.get("runs"), "runs", ["using", "steps"])
    if runs.get("using") != "composite":
        page.say("runs", "'using' must be composite")
    for number, step in enumerate(runs.get("steps") or [], 1):
        lint_step(page, step, f"step {number}")
    asked = set(re.findall(r"\binputs\.([A-Za-z0-9_-]+)", text))
    for name in sorted(asked - inputs.keys()):
        page.say(f"inputs.{name}", "is no input")
    for name in sorted(inputs.keys() - asked):
        page.say(f"input {name}", "is used nowhere")
    return page.wrong


def lint_step(page, step, where):
    common = ["name", "id", "if", "env", "continue-on-error"]
    if isinstance(step, dict) and "uses" in step:
        step = page.mapping(step, where, ["uses"], ["with", *common])
        if not re.search(r"@[0-9a-f]{40}$", str(step.get("uses"))):
            page.say(where, "'uses' must name a commit by its 40 digits: tags move")
        return
    step = page.mapping(step, where, ["run", "shell"], ["working-directory", *common])
    for name, value in (step.get("env") or {}).items():
        if not isinstance(value, str):
            page.say(where, f"{name} in 'env' must be text")
    run = str(step.get("run"))
    if "${{" in run:
        page.say(where, "an expression in 'run' is pasted into the script and executed: pass it by 'env'")
    for script in re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", run):
        if not (root / script).is_file():
            page.say(where, f"there is no {script}")


languages = ["conda", "coursier", "dart", "docker", "docker_image", "dotnet", "fail", "golang", "haskell", "julia", "lua", "node", "perl",
             "pygrep", "python", "r", "ruby", "rust", "script", "swift", "system", "unsupported", "unsupported_script"]
stages = ["commit-msg", "manual", "post-checkout", "post-commit", "post-merge", "post-rewrite", "pre-commit",
          "pre-merge-commit", "pre-push", "pre-rebase", "prepare-commit-msg"]


def lint_hooks(text):
    """Hooks of pre-commit. https://pre-commit.com/#new-hooks"""
    page = Document(text)
    if page.wrong:
        return page.wrong
    if not isinstance(page.top, list) or not page.top:
        return ["the hooks: must be a list"]
    ids = []
    for number, hook in enumerate(page.top, 1):
        where = f"hook {number}"
        hook = page.mapping(hook, where, ["id", "name", "entry", "language"],
                            ["description", "files", "exclude", "types", "types_or", "exclude_types", "args", "always_run",
                             "pass_filenames", "require_serial", "fail_fast", "verbose", "additional_dependencies",
                             "language_version", "minimum_pre_commit_version", "stages"])
        ids.append(hook.get("id"))
        if hook.get("language") not in languages:
            page.say(where, f"'{hook.get('language')}' is no language")
        for key in ("files", "exclude"):
            try:
                re.compile(hook.get(key, ""))
            except (re.error, TypeError) as error:
                page.say(where, f"'{key}' is no regular expression: {error}")
        for key in ("always_run", "pass_filenames", "require_serial", "fail_fast", "verbose"):
            if not isinstance(hook.get(key, False), bool):
                page.say(where, f"'{key}' must be true or false")
        for key in ("args", "types", "types_or", "exclude_types", "additional_dependencies", "stages"):
            if key in hook:
                page.texts(hook[key], f"{where}, {key}")
        for stage in hook.get("stages", []):
            if stage not in stages:
                page.say(where, f"'{stage}' is no stage")
        if hook.get("always_run") and "files" in hook:
            page.say(where, "runs always, so that 'files' is never used")
    for one in sorted({str(one) for one in ids if ids.count(one) > 1}):
        page.say("the hooks", f"'{one}' stands twice")
    return page.wrong


def lint_gitlab(text):
    """Jobs of GitLab. https://docs.gitlab.com/ci/yaml/"""
    page = Document(text)
    if page.wrong:
        return page.wrong
    if not isinstance(page.top, dict) or not page.top:
        return ["the jobs: must be a mapping"]
    for name, job in page.top.items():
        job = page.mapping(job, name, ["script", "image"],
                           ["after_script", "allow_failure", "artifacts", "before_script", "cache", "interruptible", "needs",
                            "retry", "rules", "stage", "tags", "timeout", "variables"])
        for key in ("script", "before_script", "after_script"):
            if key in job:
                page.texts(job[key], f"{name}, {key}")
        for variable, value in (job.get("variables") or {}).items():
            if not isinstance(value, str):
                page.say(name, f"the variable {variable} must be text: in quotes")
        if "artifacts" not in job:
            page.say(name, "keeps no report")
            continue
        artifacts = page.mapping(job["artifacts"], f"{name}, artifacts", ["reports", "when"],
                                 ["expire_in", "name", "paths", "expose_as"])
        if artifacts.get("when") != "always":
            page.say(name, "'when' must be always: GitLab keeps no report of a failed job otherwise")
        reports = page.mapping(artifacts.get("reports"), f"{name}, reports", ["junit"])
        written = re.findall(r"--junit[ =](\S+)", " ".join(one for one in job.get("script") or [] if isinstance(one, str)))
        if written != [reports.get("junit")]:
            page.say(name, f"the report is {reports.get('junit')}, and the script writes {written}")
    return page.wrong


def parsed(path):
    return yaml.load((root / path).read_text(encoding="utf-8"), OneKeyOnce)


def lint_guide(text):
    """What the guide tells people to paste: names and files that exist, of the version that this tree has."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    page = Document(blocks[0] if blocks else "")
    if page.wrong or len(blocks) != 1:
        return page.wrong or ["the guide: must have one block of YAML"]
    top = page.mapping(page.top, "the guide", ["jobs", "include", "sigprop", "repos"], [True])  # `on` is YAML's true
    job = top["jobs"]["constants"]
    if job.get("container") != parsed("tools/ci/gitlab.yml")["sigprop"]["image"]:
        page.say("jobs", "the container is not the image that GitLab's job takes")
    known = parsed("action.yml")["inputs"]
    for name in job["steps"][-1].get("with", {}):
        if name not in known:
            page.say("jobs", f"'{name}' is no input of action.yml")
    remote = re.fullmatch(r"https://raw\.githubusercontent\.com/OWNER/sigprop/[^/]+/(.*)", top["include"]["remote"])
    if remote is None or not (root / remote[1]).is_file():
        page.say("include", "names no file of this tree")
    for name in top["sigprop"]["variables"]:
        if name not in (root / "tools/ci/gitlab.yml").read_text(encoding="utf-8"):
            page.say("sigprop", f"tools/ci/gitlab.yml knows no {name}")
    for hook in top["repos"][0]["hooks"]:
        if hook["id"] not in [one["id"] for one in parsed(".pre-commit-hooks.yaml")]:
            page.say("repos", f"'{hook['id']}' is no hook")
    version = re.search(r"^ *VERSION ([0-9.]+)$", (root / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    said = re.findall(r"\bv(\d+\.\d+\.\d+)\b", blocks[0]) + [parsed("tools/ci/gitlab.yml")["sigprop"]["variables"]["SIGPROP_VERSION"][1:]]
    for one in said:
        if one != version:
            page.say("the guide", f"v{one} is not the version of this tree, v{version}")
    return page.wrong


linters = {"action.yml": lint_action, ".pre-commit-hooks.yaml": lint_hooks, "tools/ci/gitlab.yml": lint_gitlab,
           "docs/guides/gate.md": lint_guide}

if __name__ == "__main__":
    found = [f"{path}: {wrong}" for path, lint in linters.items()
             for wrong in lint((root / path).read_text(encoding="utf-8"))]
    print("\n".join(found) or f"nothing wrong in {', '.join(linters)}")
    sys.exit(1 if found else 0)
