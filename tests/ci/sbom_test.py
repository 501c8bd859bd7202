#!/usr/bin/env python3
"""The bill of materials of a release, tools/release/sbom.py: each part of it with a version and a licence, in the form of CycloneDX 1.6, the
same bytes from the same tree, and an error for what nobody has written down. Where the package `cyclonedx` is at hand (PyPI:
cyclonedx-python-lib[json-validation]), its schema judges the form, too.
"""
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator
except ImportError:
    JsonStrictValidator = None

root = Path(__file__).resolve().parents[2]
read = ["python/build/backend.py", "python/build/wheel_file.py", "CMakeLists.txt", "tools/release/sbom.py", "tools/release/sources.txt", "tools/requirements/release.txt", "src/report/page/uplot/uPlot.iife.min.js"]
spdx = {"Apache-2.0", "BSD-3-Clause", "BSL-1.0", "LGPL-2.1-or-later", "LGPL-3.0-or-later", "GPL-2.0-or-later", "LLVM-exception", "MIT", "MPL-2.0",
        "Unicode-DFS-2016", "Zlib"}


def faults(bill):
    """What is wrong with a bill: its form, as far as we use it, and what it leaves out."""
    if set(bill) != {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata", "components", "dependencies"}:
        yield f"fields {sorted(bill)}"
        return
    if (bill["bomFormat"], bill["specVersion"], bill["version"]) != ("CycloneDX", "1.6", 1):
        yield "another format"
    if not re.fullmatch("urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", bill["serialNumber"]):
        yield "serialNumber is no UUID"
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["metadata"].get("timestamp", "2000-01-01T00:00:00Z")):
        yield "timestamp is none"
    parts = [bill["metadata"]["component"], *bill["components"]]
    known = [part["bom-ref"] for part in parts]
    if len(known) != len(set(known)):
        yield "a bom-ref stands twice"
    for part in parts:
        name = part.get("name")
        extra = set(part) - {"type", "bom-ref", "name", "version", "description", "licenses", "purl", "hashes", "externalReferences", "properties"}
        if extra:
            yield f"{name}: CycloneDX has no {sorted(extra)}"
        if part.get("type") not in ("library", "application") or not part.get("version") or not re.match("[0-9]", part["version"]):
            yield f"{name}: no type or version"
        words = [one.get("expression") or one["license"]["id"] for one in part.get("licenses", [])]
        if not words or not set(re.split(" OR | WITH ", " OR ".join(words))) <= spdx:
            yield f"{name}: licences {words}"
        hashes = part.get("hashes", []) + [one for reference in part.get("externalReferences", []) for one in reference.get("hashes", [])]
        if not all(one["alg"] == "SHA-256" and re.fullmatch("[0-9a-f]{64}", one["content"]) for one in hashes):
            yield f"{name}: a hash is none"
    for row in bill["dependencies"]:
        if not {row["ref"], *row["dependsOn"]} <= set(known):
            yield "dependencies name what is no part"


class Bill(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-sbom-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree = self.folder / "a tree"
        for path in read:
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, self.tree / path)

    def run_in(self, tree, *words, **environment):
        surroundings = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        done = subprocess.run([sys.executable, "-B", str(tree / "tools/release/sbom.py"), *(words or ["-"])], cwd=self.folder,
                              env={**surroundings, **environment}, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def made(self, tree=root, **environment):
        code, text, said = self.run_in(tree, **environment)
        self.assertEqual(code, 0, said)
        return text

    def refuses(self, words, *call, **environment):
        code, text, said = self.run_in(self.tree, *call, **environment)
        self.assertEqual((code, text), (2, ""), said)
        self.assertIn(words, said)

    def exchange(self, path, old, new):
        text = (self.tree / path).read_text()
        self.assertIn(old, text)
        (self.tree / path).write_text(text.replace(old, new, 1))

    def test_its_form(self):
        bill = json.loads(self.made(SOURCE_DATE_EPOCH="1800000000"))
        self.assertEqual(list(faults(bill)), [])
        self.assertEqual(bill["metadata"]["timestamp"], "2027-01-15T08:00:00Z")
        first = bill["components"][0]
        planted = [(("specVersion",), "1.5", "another format"), (("serialNumber",), "urn:uuid:1", "serialNumber"),
                   (("components", 0, "version"), "", "no type or version"), (("components", 0, "licenses"), [], "licences []"),
                   (("components", 0, "licenses"), [{"license": {"id": "GPL"}}], "licences ['GPL']"), (("components", 0, "type"), "lib", "no type"),
                   (("components", 0, "hashes"), [{"alg": "SHA-256", "content": "0"}], "a hash is none"), (("components", 0, "licence"), "MIT", "CycloneDX has no"),
                   (("components", 1, "bom-ref"), first["bom-ref"], "stands twice"), (("dependencies", 0, "dependsOn", 0), "x", "no part"),
                   (("metadata", "timestamp"), "today", "timestamp"), (("made by",), "us", "fields")]
        for path, value, words in planted:
            with self.subTest(path=path, value=value):
                new = copy.deepcopy(bill)
                place = new
                for key in path[:-1]:
                    place = place[key]
                place[path[-1]] = value
                self.assertIn(words, "; ".join(faults(new)))

    @unittest.skipIf(JsonStrictValidator is None, "there is no cyclonedx-python-lib[json-validation]")
    def test_the_schema_of_cyclonedx(self):
        judge = JsonStrictValidator(SchemaVersion.V1_6)
        text = self.made(SOURCE_DATE_EPOCH="1800000000")
        self.assertIsNone(judge.validate_str(text))
        for old, new in (('"type": "library"', '"type": "lib"'), ('"id": "MIT"', '"id": "Expat"'), ('"alg": "SHA-256"', '"alg": "SHA256"')):
            self.assertIsNotNone(judge.validate_str(text.replace(old, new, 1)))

    def test_what_is_in_it(self):
        bill = json.loads(self.made())
        digests = {one["content"]: part["name"] for part in bill["components"] for reference in part.get("externalReferences", [])
                   for one in reference.get("hashes", [])}
        rows = [line.split() for line in (root / "tools/release/sources.txt").read_text().splitlines() if line and not line.startswith("#")]
        self.assertGreater(len(rows), 5)
        self.assertEqual(set(digests), {row[3] for row in rows})
        names = {part["name"] for part in bill["components"]}
        self.assertLessEqual({"GMP", "MPFR", "FLINT", "Arb", "Boost", "Eigen", "PEGTL", "Random123", "CLI11", "toml++", "uPlot", "libc++", "musl"}, names)
        self.assertNotIn("GSL", names)
        self.assertEqual(set(bill["dependencies"][0]["dependsOn"]), {part["bom-ref"] for part in bill["components"]})

    def test_the_same_bytes(self):
        text = self.made()
        self.assertEqual(self.made(self.tree, TZ="Asia/Tokyo", PYTHONHASHSEED="5", LC_ALL="C"), text)
        self.assertEqual(self.run_in(self.tree, "bill.json")[0], 0)
        self.assertEqual((self.folder / "bill.json").read_text(encoding="utf-8"), text)
        dated = json.loads(self.made(SOURCE_DATE_EPOCH="0"))
        plain = json.loads(text)
        self.assertNotEqual(dated.pop("serialNumber"), plain.pop("serialNumber"))
        self.assertEqual(dated["metadata"].pop("timestamp"), "1970-01-01T00:00:00Z")
        self.assertEqual(dated, plain)
        self.exchange("tools/release/sources.txt", "471b9e46", "471b9e47")
        self.assertNotEqual(self.made(self.tree), text)

    def test_what_nobody_has_written_down(self):
        rows = self.tree / "tools/release/sources.txt"
        before = rows.read_text()
        rows.write_text(before + f"libsomething 1.0-1 something.tar.gz {'0' * 64}\n")
        self.refuses("the licence of libsomething: add a row")
        rows.write_text(before + "gmp 1.0-1 something.tar.gz 00\n")
        self.refuses(f"sources.txt:{len(before.splitlines()) + 1}: a row is")
        rows.write_text(before)
        self.exchange("tools/requirements/release.txt", "ziglang==", "ziglang==9")
        self.refuses("which LLVM and musl zig 9")
        shutil.copyfile(root / "tools/requirements/release.txt", self.tree / "tools/requirements/release.txt")
        self.refuses("no dpkg-query", PATH=str(self.folder))
        self.refuses("SOURCE_DATE_EPOCH is 'today'", SOURCE_DATE_EPOCH="today")
        self.refuses("Is a directory", str(self.folder))
        self.refuses("CycloneDX", "--help")
        self.exchange("src/report/page/uplot/uPlot.iife.min.js", "uPlot (v", "uPlot (")
        self.refuses("no version of uPlot")

    def test_headers_from_the_list(self):
        (self.tree / "tools/release/sources.txt").write_text(
            (root / "tools/release/sources.txt").read_text() + f"libeigen3-dev 3.5.1-2 libeigen3-dev_3.5.1-2_all.deb {'0' * 64}\n")
        parts = [part for part in json.loads(self.made(self.tree))["components"] if part["name"] == "Eigen"]
        self.assertEqual([part["version"] for part in parts], ["3.5.1"])
        self.assertIn("/src/eigen3/3.5.1-2/", parts[0]["externalReferences"][0]["url"])


if __name__ == "__main__":
    unittest.main()
