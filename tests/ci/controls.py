#!/usr/bin/env python3
"""What lint.py must refuse: each row breaks one line of a file that passes, and names words of the message."""
import unittest

import lint

# file, what stands there, what is put instead, a word of the message
planted = [
    ("action.yml", "      shell: bash\n", "", "'shell' is missing"),
    ("action.yml", "      shell: bash\n", "      shel: bash\n", "'shel' is no key here"),
    ("action.yml", "name: sigprop verify\n", "", "'name' is missing"),
    ("action.yml", "using: composite", "using: docker", "'using' must be composite"),
    ("action.yml", "inputs:\n", "input:\n", "'input' is no key here"),
    ("action.yml", "    default: ''\n", "    defaults: ''\n", "'defaults' is no key here"),
    ("action.yml", "default: claims.json", "default: 1.0", "the default must be text"),
    ("action.yml", "default: claims.json", "required: true\n    default: claims.json", "never used"),
    ("action.yml", "  claims:\n    description:", "  2claims:\n    description:", "is no name of an input"),
    ("action.yml", "inputs.baseline", "inputs.base", "inputs.base: is no input"),
    ("action.yml", "inputs.baseline", "inputs.claims", "input baseline: is used nowhere"),
    ("action.yml", "ci/gate.sh\"", "ci/gate.sh\" ${{ inputs.claims }}", "pasted into the script"),
    ("action.yml", "tools/ci/gate.sh", "tools/ci/gates.sh", "there is no tools/ci/gates.sh"),
    ("action.yml", "run: bash \"$GITHUB_ACTION_PATH/tools/ci/gate.sh\"", "run:", "'run' is missing"),
    ("action.yml", "    - name: Verify\n", "    - uses: actions/checkout@v4\n    - name: Verify\n", "tags move"),
    ("action.yml", "  junit:\n", "  claims:\n", "the key 'claims' stands twice"),
    ("action.yml", "  steps:\n", "  steps: {\n", "no YAML"),
    (".pre-commit-hooks.yaml", "  entry: sigprop verify\n", "", "'entry' is missing"),
    (".pre-commit-hooks.yaml", "entry:", "entri:", "'entri' is no key here"),
    (".pre-commit-hooks.yaml", "language: system", "language: cpp", "is no language"),
    (".pre-commit-hooks.yaml", "always_run: true", "files: '(claims'", "is no regular expression"),
    (".pre-commit-hooks.yaml", "always_run: true", "always_run: true\n  files: claims", "'files' is never used"),
    (".pre-commit-hooks.yaml", "pass_filenames: false", "pass_filenames: 'no'", "must be true or false"),
    (".pre-commit-hooks.yaml", "args: [--claims, claims.json]", "args: --claims", "must be a list of strings"),
    (".pre-commit-hooks.yaml", "always_run: true", "stages: [commits]", "is no stage"),
    (".pre-commit-hooks.yaml", "- id: sigprop-verify", "- {id: sigprop-verify, name: a, entry: a, language: system}\n- id: sigprop-verify",
     "'sigprop-verify' stands twice"),
    ("tools/ci/gitlab.yml", "  script:\n    - sigprop verify --claims \"$SIGPROP_CLAIMS\" --junit sigprop.xml\n", "", "'script' is missing"),
    ("tools/ci/gitlab.yml", "  image: debian:12", "  images: debian:12", "'images' is no key here"),
    ("tools/ci/gitlab.yml", "SIGPROP_VERSION: v0.1.0", "SIGPROP_VERSION: 0.1", "must be text"),
    ("tools/ci/gitlab.yml", "when: always", "when: on_success", "'when' must be always"),
    ("tools/ci/gitlab.yml", "      junit: sigprop.xml", "      junit: other.xml", "the script writes ['sigprop.xml']"),
    ("tools/ci/gitlab.yml", "      junit:", "      junits:", "'junits' is no key here"),
    ("tools/ci/gitlab.yml", "    - apt-get update -q\n", "    - {a: b}\n", "must be a list of strings"),
    ("tools/ci/gitlab.yml", "  artifacts:\n    when: always  # the report matters most after a failure\n    reports:\n      junit: sigprop.xml\n", "",
     "keeps no report"),
    ("docs/guides/gate.md", "container: debian:12 ", "container: ubuntu:24.04 ", "is not the image"),
    ("docs/guides/gate.md", "with: {claims:", "with: {claim:", "'claim' is no input"),
    ("docs/guides/gate.md", "tools/ci/gitlab.yml\"}", "tools/gitlab.yml\"}", "names no file of this tree"),
    ("docs/guides/gate.md", "{SIGPROP_RELEASES:", "{SIGPROP_RELEASE_URL:", "knows no SIGPROP_RELEASE_URL"),
    ("docs/guides/gate.md", "{id: sigprop-verify}", "{id: sigprop}", "'sigprop' is no hook"),
    ("docs/guides/gate.md", "rev: v0.1.0", "rev: v0.0.9", "v0.0.9 is not the version"),
    ("docs/guides/gate.md", "```yaml\n", "```\n", "must have one block"),
]


class Controls(unittest.TestCase):
    def test_the_files_as_they_are(self):
        for path, check in lint.linters.items():
            self.assertEqual(check((lint.root / path).read_text(encoding="utf-8")), [], path)

    def test_each_planted_fault(self):
        for path, good, bad, words in planted:
            with self.subTest(path=path, bad=bad):
                text = (lint.root / path).read_text(encoding="utf-8")
                self.assertIn(good, text)
                self.assertIn(words, "\n".join(lint.linters[path](text.replace(good, bad, 1))))

    def test_what_is_no_mapping_at_all(self):
        for check in lint.linters.values():
            for text in ("", "a", "[]", "{}", "- a"):
                self.assertNotEqual(check(text), [], text)


if __name__ == "__main__":
    unittest.main()
