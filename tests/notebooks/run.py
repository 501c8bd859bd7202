#!/usr/bin/env python3
"""Executes the notebooks of results/notebooks headlessly, each in a temporary copy of results/.

    run.py                    executes all; fails on an error, a forbidden import, or outputs that changed
    run.py NAME.ipynb …       only these (paths, or names inside results/notebooks)
    run.py --update           writes the fresh outputs into the notebooks
    run.py --export FOLDER    also writes every picture as an SVG and as a PNG file of 200 dpi

Text and tables must equal the committed ones byte for byte. A picture is one PNG (pictures.py): it must have the same size
and nearly the same pixels, since another version of the font renderer moves edges (at most 1 % of them may differ visibly).
A notebook that uses the package sigprop finds it in SIGPROP_PYTHON_PATH (build/release/python), or is skipped: exit code
77 where nothing else ran. Needs Debian's python3-pandas, python3-matplotlib, python3-nbclient, python3-ipykernel.
"""
import argparse
import ast
import os
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import pictures

root = Path(__file__).resolve().parents[2]

# A notebook reads, selects and draws. What could compute a number stays out.
allowed_imports = {"itertools", "json", "matplotlib", "matplotlib_inline", "pandas", "pathlib"}
forbidden_names = {"np", "numpy", "eval", "exec", "open", "pow", "sum", "__import__", "compile", "getattr"}
forbidden_attributes = {"np", "apply", "agg", "eval", "pow", "exp", "log", "log10", "sqrt", "mean", "std", "var",
                        "sum", "cumsum", "prod", "corr", "interpolate", "rolling", "diff", "div", "mul"}

# Errors of random samples are drawn as their root mean square over seeds, and misses as a share of the seeds.
allowed_attributes = {"03_monte_carlo.ipynb": {"mean"}, "07_python.ipynb": {"std"}}

# Its numbers come from the package, which proves them when it runs; truncated_normal.std is a quantity.
allowed_imports_of = {"07_python.ipynb": {"IPython", "numpy", "sigprop"}}
allowed_names = {"07_python.ipynb": {"numpy"}}  # draws the weights that it measures
package = Path(os.environ.get("SIGPROP_PYTHON_PATH", root / "build" / "release" / "python"))
skipped_code = 77


class Failure(Exception):
    """What a person has to mend, in one line."""


class Skipped(Exception):
    """Why a notebook cannot run here."""


def check_source(name, number, source):
    """Refuses cells that import or call what computes, and shell commands (which are no Python)."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise Failure(f"{name}: cell {number} is not plain Python: {error.msg}") from None
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        for module in modules:
            if module.split(".")[0] not in allowed_imports | allowed_imports_of.get(name, set()):
                raise Failure(f"{name}: cell {number} imports {module}: a notebook reads JSON and draws")
        if isinstance(node, ast.Name) and node.id in forbidden_names - allowed_names.get(name, set()):
            raise Failure(f"{name}: cell {number} uses {node.id}: a notebook computes nothing")
        if isinstance(node, ast.Attribute) and node.attr in forbidden_attributes - allowed_attributes.get(name, set()):
            raise Failure(f"{name}: cell {number} uses .{node.attr}: a notebook computes nothing")


def check_sources(name, notebook):
    number = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            number += 1
            check_source(name, number, cell.source)


def execute(path, results, drawings=False):
    """The notebook with fresh outputs, run where nothing but a copy of `results` is near; with an SVG of each picture, too."""
    notebook = nbformat.read(path, as_version=4)
    sources = [cell.source for cell in notebook.cells]
    check_sources(path.name, notebook)
    if "sigprop" in allowed_imports_of.get(path.name, set()):
        if not any(package.glob("sigprop/libsigprop_python.so")):
            raise Skipped(f"{path.name}: there is no built package in {package}")
        os.environ["PYTHONPATH"] = str(package)
    with tempfile.TemporaryDirectory(prefix="sigprop-notebook-") as folder:
        copy = Path(folder) / "results"
        shutil.copytree(results, copy, ignore=shutil.ignore_patterns("*.ipynb", ".*"))
        here = copy / "notebooks"
        here.mkdir(exist_ok=True)
        for variable in ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"]:
            os.environ[variable] = str(Path(folder) / variable)  # no start-up files, no kernels of the user
        os.environ["PYTHONHASHSEED"] = "0"
        os.environ["TQDM_DISABLE"] = "1"  # a bar would be an output, where the machine is slow enough
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # the kernel's debugger has nothing to say here
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.update(outputs=[], execution_count=None)
                if drawings:
                    cell.source = pictures.with_drawings(cell.source)
        client = NotebookClient(notebook, timeout=300, kernel_name="python3",
                                resources={"metadata": {"path": str(here)}})
        try:
            client.execute()
        except CellExecutionError as error:
            raise Failure(f"{path.name}: {error.ename}: {error.evalue}") from None
    for cell, source in zip(notebook.cells, sources):
        cell.source = source
    return cleaned(path.name, notebook)


def cleaned(name, notebook):
    """Without what changes from run to run: times, versions, the metadata that execution leaves."""
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                         "language_info": {"name": "python"}}
    number = 0
    for place, cell in enumerate(notebook.cells, 1):
        cell.metadata = {}
        cell.id = f"cell-{place:02d}"
        number += cell.cell_type == "code"
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                raise Failure(f"{name}: a cell prints to {output.name}, warnings included: {output.text[:200]!r}")
            size = output.get("metadata", {}).get(pictures.bitmap)
            if "metadata" in output:
                output.metadata = {pictures.bitmap: size} if size else {}  # how large it is shown
            if pictures.bitmap in output.get("data", {}):
                output.data["text/plain"] = "<Figure>"  # its size in pixels depends on the renderer
                fault = pictures.fault(output, cell.source.startswith(pictures.slide_mark))
                if fault:
                    raise Failure(f"{name}: a picture of cell {number} {fault}")
                pictures.compact(output)
    return notebook


def compare(name, committed, fresh):
    old = [cell for cell in committed.cells if cell.cell_type == "code"]
    new = [cell for cell in fresh.cells if cell.cell_type == "code"]
    for number, (before, after) in enumerate(zip(old, new), 1):
        place = f"{name}: cell {number}"
        hint = "run.py --update writes the fresh outputs; look at them"
        if len(before.outputs) != len(after.outputs):
            raise Failure(f"{place} has {len(before.outputs)} outputs as committed, {len(after.outputs)} when run: {hint}")
        for one, other in zip(before.outputs, after.outputs):
            if set(one.get("data", {})) != set(other.get("data", {})):
                raise Failure(f"{place}: the kinds of output changed: {hint}")
            for kind, data in one.get("data", {}).items():
                same = pictures.same_bitmap if kind == pictures.bitmap else str.__eq__
                if not same(data, other.data[kind]):
                    raise Failure(f"{place}: the committed {kind} is not what the cell gives: {hint}")


def run(path, results, update=False, folder=None):
    fresh = execute(path, results, drawings=folder is not None)
    if folder is not None:
        pictures.export(fresh, path.stem, folder)
    pictures.drop_slides(fresh)
    if update:
        temporary = path.with_name(f".{path.name}.tmp")
        nbformat.write(fresh, temporary)
        os.replace(temporary, path)
    else:
        compare(path.name, nbformat.read(path, as_version=4), fresh)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--export", type=Path, metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=root / "results")
    options = parser.parse_args()
    here = options.results / "notebooks"
    notebooks = [one if one.exists() else here / one for one in options.notebooks] or sorted(here.glob("*.ipynb"))
    failed = skipped = 0
    for path in notebooks:
        try:
            run(path, options.results, options.update, options.export)
            print(f"ok      {path.name}")
        except Skipped as reason:
            skipped += 1
            print(f"skipped {reason}")
        except (Failure, OSError) as error:
            failed += 1
            print(f"FAILED  {error}")
    if not notebooks:
        print("there is no notebook")
    if failed or not notebooks:
        return 1
    return skipped_code if skipped == len(notebooks) else 0


if __name__ == "__main__":
    sys.exit(main())
