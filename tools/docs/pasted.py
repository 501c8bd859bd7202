"""Whose repository and which version the lines say that other people paste: both stand in project() of CMakeLists.txt, HOMEPAGE_URL and
VERSION, and these lines cannot read it there.

    python3 tools/docs/pasted.py --write    writes them
    python3 tools/docs/pasted.py --check    exit 1 where a line says anything else
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ["README.md", "README.zh-CN.md", "action.yml", "docs/guides/gate.md", "docs/guides/install.md", "docs/reference/releases.md", "tools/ci/gitlab.yml"]
# A repository of ours is one with our name, whoever the line says has it.
OWNED = re.compile(r"(https://github\.com/|https://raw\.githubusercontent\.com/|uses: )[\w.-]+/sigprop\b")
TAGGED = re.compile(r"(\bsigprop@v|\bsigprop/v|\brev: v|\bSIGPROP_VERSION: v)[0-9]+\.[0-9]+\.[0-9]+\b")


def setting(pattern, what, text):
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        sys.exit(f"CMakeLists.txt: project() has no line {what}")
    return found[1]


def settings(text=None):
    """(OWNER/sigprop, version)"""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8") if text is None else text
    repository = setting(r'^  HOMEPAGE_URL "https://github\.com/([\w.-]+/sigprop)"$', 'HOMEPAGE_URL "https://github.com/OWNER/sigprop"', text)
    return repository, setting(r"^  VERSION ([0-9]+\.[0-9]+\.[0-9]+)$", "VERSION 1.2.3", text)


def written(text, repository, version):
    return TAGGED.sub(rf"\g<1>{version}", OWNED.sub(rf"\g<1>{repository}", text))


def main(words):
    if words not in (["--write"], ["--check"]):
        print(__doc__)
        return 2
    repository, version = settings()
    wrong = 0
    for path in FILES:
        text = (ROOT / path).read_text(encoding="utf-8")
        right = written(text, repository, version)
        if words == ["--write"] and right != text:
            (ROOT / path).write_text(right, encoding="utf-8")
        elif right != text:
            for number, (old, new) in enumerate(zip(text.splitlines(), right.splitlines()), 1):
                if old != new:
                    print(f"{path}:{number}: says {old.strip()!r}, and CMakeLists.txt {repository} and {version}: python3 tools/docs/pasted.py --write")
                    wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
