"""What scikit-build is told; the metadata stand in pyproject.toml."""

from skbuild import setup

setup(
    packages=["sigprop"],
    py_modules=["pytest_sigprop"],
    package_dir={"": "python", "sigprop": "python/sigprop"},
    package_data={"sigprop": ["py.typed", "*.pyi"]},
    cmake_args=["-G", "Ninja"],
    zip_safe=False,
)
