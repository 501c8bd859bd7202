#!/usr/bin/env python3
"""What lint.py must refuse: each row breaks one line of a file that passes, and names words of the message."""
import unittest

import lint

# file, what stands there, what is put instead, a word of the message
planted = [
    ("action.yml", "default: claims.json", "required: true\n    default: claims.json", "never used"),
    ("action.yml", "inputs.baseline", "inputs.base", "inputs.base: is no input"),
    ("action.yml", "inputs.baseline", "inputs.claims", "input baseline: is used nowhere"),
    ("action.yml", "ci/gate.sh\"", "ci/gate.sh\" ${{ inputs.claims }}", "pasted into the script"),
    ("action.yml", "tools/ci/gate.sh", "tools/ci/gates.sh", "there is no tools/ci/gates.sh"),
    ("action.yml", "    - name: Verify\n", "    - uses: actions/checkout@v4\n    - name: Verify\n", "tags move"),
    (".github/workflows/ci.yml", "permissions: {}", "permissions: read-all", "'permissions' must be {}"),
    (".github/workflows/ci.yml", "    permissions:\n      contents: read\n", "", "tests: 'permissions' is missing"),
    (".github/workflows/ci.yml", "      contents: read\n", "      contents: write\n", "tests: runs what the sources say with a right to write"),
    (".github/workflows/ci.yml", "    timeout-minutes: 60\n", "", "tests: 'timeout-minutes' is missing"),
    (".github/workflows/ci.yml", "run: bash tools/test.sh", "run: bash tools/tests.sh", "there is no tools/tests.sh"),
    (".github/workflows/ci.yml", "          persist-credentials: false\n", "          fetch-depth: 0\n", "keeps the token"),
    (".github/workflows/ci.yml", "  # v7.0.1", "", "actions/checkout: says no version"),
    (".github/workflows/nightly.yml", "@3d3c42e5aac5ba805825da76410c181273ba90b1", "@v7", "tags move"),
    (".github/workflows/nightly.yml", "@3d3c42e5", "@11bd7190", "another commit than in other workflows"),
    (".github/workflows/wheels.yml", "concurrency:\n", "concurrent:\n", "'concurrency' is missing"),
    (".github/workflows/wheels.yml", "'tools/release/sources.txt'", "'tools/release/source.txt'", "hashFiles: there is no tools/release/source.txt"),
    (".github/workflows/wheels.yml", "    branches: ['**']\n", "    tags: ['v*']\n", "must not take anything from a cache"),
    (".github/workflows/release.yml", "run: bash tools/release.sh", "run: bash tools/release.sh ${{ github.ref_name }}", "pasted into the script"),
    (".github/workflows/release.yml", "      - name: Compare the files", "      - run: bash tools/test.sh\n      - name: Compare the files",
     "publish: runs what the sources say"),
    (".pre-commit-hooks.yaml", "always_run: true", "always_run: true\n  files: claims", "'files' is never used"),
    (".pre-commit-hooks.yaml", "- id: sigprop-verify", "- {id: sigprop-verify, name: a, entry: a, language: system}\n- id: sigprop-verify",
     "'sigprop-verify' stands twice"),
    ("tools/ci/gitlab.yml", "  script:\n    - sigprop verify --claims \"$SIGPROP_CLAIMS\" --junit sigprop.xml\n", "", "'script' is missing"),
    ("tools/ci/gitlab.yml", f"SIGPROP_VERSION: v{lint.version}", "SIGPROP_VERSION: 0.1", "must be text"),
    ("tools/ci/gitlab.yml", "when: always", "when: on_success", "'when' must be always"),
    ("tools/ci/gitlab.yml", "      junit: sigprop.xml", "      junit: other.xml", "the script writes ['sigprop.xml']"),
    ("tools/ci/gitlab.yml", "  artifacts:\n    when: always  # the report matters most after a failure\n    reports:\n      junit: sigprop.xml\n", "",
     "keeps no report"),
    ("docs/guides/gate.md", "    steps:", "    container: debian:12\n    steps:", "needs no container"),
    ("docs/guides/gate.md", "with: {claims:", "with: {claim:", "'claim' is no input"),
    ("docs/guides/gate.md", "tools/ci/gitlab.yml\"}", "tools/gitlab.yml\"}", "names no file of this tree"),
    ("docs/guides/gate.md", "{SIGPROP_RELEASES:", "{SIGPROP_RELEASE_URL:", "knows no SIGPROP_RELEASE_URL"),
    ("docs/guides/gate.md", "{id: sigprop-verify}", "{id: sigprop}", "'sigprop' is no hook"),
    ("docs/guides/gate.md", f"rev: v{lint.version}", "rev: v0.0.9", "v0.0.9 is not the version"),
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


if __name__ == "__main__":
    unittest.main()
