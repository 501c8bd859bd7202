#!/usr/bin/env python3
"""What run.py and sizes.py must refuse: each test breaks one thing in a notebook that passes, and sees it fail."""
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat

import pictures
import run as runner
import sizes

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from share import shared_cases as load_tests  # noqa: E402, F401  # which unittest asks for

formats = """import matplotlib.pyplot as plt
from matplotlib_inline.backend_inline import set_matplotlib_formats

plt.rcParams.update({"figure.dpi": 100})
set_matplotlib_formats("retina")"""
good = ["import pandas as pd",
        formats,
        "rows = pd.read_json('../data.json')\nrows[['name', 'value']]",
        "figure, panel = plt.subplots(figsize=(2, 1))\npanel.plot(rows['value'])\nplt.show()"]


class Controls(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sigprop-controls-"))
        (self.folder / "notebooks").mkdir()
        self.data([{"name": "a", "value": 1.5}, {"name": "b", "value": 2.5}])
        self.path = self.folder / "notebooks" / "n.ipynb"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def data(self, rows):
        (self.folder / "data.json").write_text(json.dumps(rows))

    def notebook(self, cells):
        cells = [nbformat.v4.new_code_cell(cell, id=f"cell-{i:02d}") for i, cell in enumerate(cells, 1)]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), self.path)

    def run_it(self, update=False):
        runner.run(self.path, self.folder, update)

    def refused(self, *words):
        with self.assertRaises(runner.Failure) as caught:
            self.run_it()
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_updated_is_stable_and_every_change_is_seen(self):
        self.notebook(good)
        self.refused("cell 3 has 0 outputs")  # committed without outputs
        self.run_it(update=True)
        first = self.path.read_bytes()
        self.run_it(update=True)
        self.assertEqual(first, self.path.read_bytes())
        self.data([{"name": "a", "value": 1.5}, {"name": "b", "value": 2.25}])
        self.refused("cell 3", "the committed text/")
        notebook = nbformat.read(self.path, as_version=4)
        notebook.cells[2].source += ".size"
        notebook.cells[2].outputs[0].data = {"text/plain": "4"}
        notebook.cells[3].source = notebook.cells[3].source.replace("'value']", "'value'], linewidth=9")
        nbformat.write(notebook, self.path)
        self.refused("cell 4", "image/png")

    def test_a_picture_of_other_formats(self):
        for old, new, words in [('"retina"', '"png"', "another resolution"), ('"figure.dpi": 100', '"figure.dpi": 80', "another resolution")]:
            with self.subTest(new):
                self.notebook([good[0], formats.replace(old, new), *good[2:]])
                self.refused("cell 4", words)

    def test_a_picture_for_a_slide(self):
        whole = "figure.add_artist(plt.Rectangle((0, 0), 1, 1, fill=False))\nplt.show()"  # nothing is cropped
        slide = f"{pictures.slide_mark}\nfigure, panel = plt.subplots(figsize=(7.8, 4.3))\n{whole}"
        self.notebook([*good, slide])
        folder = self.folder / "pictures"
        runner.run(self.path, self.folder, update=True, folder=folder)
        kept = nbformat.read(self.path, as_version=4)
        self.assertEqual([len(cell.outputs) for cell in kept.cells], [0, 0, 1, 1, 0])  # the picture once, and as a PNG alone
        self.assertEqual(set(kept.cells[3].outputs[0].data), {"image/png", "text/plain"})
        self.assertEqual(kept.cells[1].source, formats)
        self.assertIn("<text", (folder / "n_1.svg").read_text(encoding="utf-8"))  # text stays text
        self.assertEqual(sorted(file.name for file in folder.iterdir()), ["n_1.png", "n_1.svg", "n_1_slide.png", "n_1_slide.svg"])
        self.notebook([*good, slide.replace("4.3", "4.8")])
        self.refused("cell 5", "16:9")

    def test_what_people_cannot_use(self):
        self.notebook(good)
        self.run_it(update=True)
        self.assertEqual(list(sizes.faults(self.path)), [])
        notebook = nbformat.read(self.path, as_version=4)
        picture = notebook.cells[3].outputs[0]
        drawing = '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n'
        for planted, *words in [({"data": {**picture.data, "image/svg+xml": drawing}}, "cell 3 keeps one picture as image/png and image/svg+xml",
                                 "nbconvert: ValueError"),
                                ({"data": {"image/svg+xml": drawing}}, "nbconvert: ValueError"),
                                ({"data": picture.data}, "cell 4 keeps the picture of cell 3 again"),
                                ({"data": {"text/plain": "x" * sizes.largest}}, "bytes, and 500,000 are allowed")]:
            with self.subTest(words):
                notebook.cells[2].outputs[0] = nbformat.v4.new_output("display_data", **planted)
                nbformat.write(notebook, self.path)
                found = "\n".join(sizes.faults(self.path))
                for word in words:
                    self.assertIn(word, found)

    def test_a_cell_that_raises(self):
        self.notebook(["1 + 1", "raise ValueError('on purpose')"])
        self.refused("ValueError", "on purpose")
        with self.assertRaises(runner.Failure):
            self.run_it(update=True)  # and nothing is written
        self.assertEqual(nbformat.read(self.path, as_version=4).cells[0].outputs, [])

    def test_a_column_that_is_missing(self):
        self.notebook(good)
        self.run_it(update=True)
        self.data([{"name": "a"}, {"name": "b"}])
        self.refused("KeyError", "value")

    def test_a_warning(self):
        self.notebook(["print('text')"])
        self.refused("prints to stdout")

    def test_cells_that_compute(self):
        for cell in ["import numpy", "from scipy import stats", "import math", "import subprocess", "import sigprop",
                     "!sigprop eval 1", "%run x.py", "from pandas import *\nimport numpy as np", "pd.np", "sum([1, 2])",
                     "frame.mean()", "frame['x'].std()", "__import__('numpy')", "eval('1')", "open('/etc/passwd')",
                     "import matplotlib.pyplot, os"]:
            with self.subTest(cell):
                self.notebook(["import pandas as pd", cell])
                self.refused("cell 2")

    def test_the_package_is_for_the_notebook_on_it_alone_and_must_be_built(self):
        cell = "import sigprop\nsigprop.activation.gain('gelu')"
        self.notebook([cell])
        self.refused("cell 1", "imports sigprop")
        self.path = self.path.with_name("07_python.ipynb")
        self.notebook([cell])
        package, runner.package = runner.package, self.folder
        try:
            with self.assertRaises(runner.Skipped) as caught:
                self.run_it(update=True)
            self.assertIn("no built package", str(caught.exception))
            (self.folder / "sigprop").mkdir()
            (self.folder / "sigprop" / "libsigprop_python.so").touch()  # which is none
            with self.assertRaises(runner.Failure) as caught:
                self.run_it(update=True)
            self.assertIn("sigprop", str(caught.exception))
        finally:
            runner.package = package
            os.environ.pop("PYTHONPATH", None)

    def test_a_mean_over_seeds_is_for_the_notebook_on_samples_alone(self):
        cell = "frame = pd.DataFrame({'seed': [0, 1], 'error': [1.0, 2.0]})\nframe['error'].mean()"
        self.notebook(["import pandas as pd", cell])
        self.refused("cell 2", ".mean")
        self.path = self.path.with_name("03_monte_carlo.ipynb")
        self.notebook(["import pandas as pd", cell])
        self.run_it(update=True)
        self.run_it()
        for other in ["frame.std()", "frame['error'].sum()", "frame.apply(abs)", "import numpy"]:
            with self.subTest(other):
                self.notebook(["import pandas as pd", cell, other])
                self.refused("cell 3")


if __name__ == "__main__":
    sys.exit(unittest.main())
