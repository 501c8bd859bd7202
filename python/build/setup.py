"""What scikit-build is told; the metadata stand in pyproject.toml, and the version in CMakeLists.txt."""

import pathlib
import re

from skbuild import setup

setup(
    version=re.search(r"^  VERSION ([0-9.]+)$", pathlib.Path("CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1],
    packages=["sigprop"],
    py_modules=["pytest_sigprop"],
    package_dir={"": "python", "sigprop": "python/sigprop"},
    package_data={"sigprop": ["py.typed", "*.pyi"]},
    cmake_args=["-G", "Ninja"],
    zip_safe=False,
)
