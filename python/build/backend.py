"""The build backend of ``pip install .``: CMake builds the library, and the wheel is that with the package's files.

The library is loaded through ctypes, so that one wheel serves every Python of the machine. Nothing is taken from PyPI but CMake and
Ninja where the machine has none; libraries that are missing are named with their Debian packages. An sdist has what a wheel is built
from, without tests and results.
Reference: PEP 517.
"""

from __future__ import annotations

import gzip
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from typing import Any, Dict, List, Optional, Sequence

sys.path.insert(0, os.path.dirname(__file__))
from wheel_file import write_wheel  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: What an sdist has.
SOURCES = [
    "CHANGELOG.md", "CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "include", "python", "results/schema", "src", "tools/catalogue",
    "tools/check/check.py", "tools/cmake", "tools/functions", "tools/python", "tools/setup.sh", "tools/sigprop",
]


def project() -> Dict[str, Any]:
    """The table [project] of pyproject.toml."""
    try:
        import tomllib
    except ImportError:  # before Python 3.11
        import tomli as tomllib  # type: ignore[no-redef]
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def cmake_setting(name: str) -> str:
    """What project() of CMakeLists.txt says."""
    found = re.search(rf'^  {name} "?([^"\n]*)"?$', (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit(f"sigprop: CMakeLists.txt has no line {name}")
    return found[1]


def version() -> str:
    """The whole version, such as 1.2.3.dev0."""
    ending = re.search(r"^set\(SIGPROP_PRERELEASE ?(\S*)\)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return cmake_setting("VERSION") + (ending[1] if ending else "")


def metadata(licences: str = "MIT", files: Sequence[str] = ("LICENSE",)) -> str:
    """The text METADATA of a package under these licences (an expression of SPDX), whose texts are in these files of its folder licenses."""
    table = project()
    homepage = cmake_setting("HOMEPAGE_URL")
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {table['name']}",
        f"Version: {version()}",
        f"Summary: {table['description']}",
        f"License-Expression: {licences}",
        *(f"License-File: {one}" for one in files),
        f"Requires-Python: {table['requires-python']}",
        f"Project-URL: Source, {homepage}",
        *(f"Classifier: {one}" for one in table["classifiers"]),
    ]
    for extra, needs in table["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {one}; extra == "{extra}"' for one in needs)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r"\]\((?!https?://|#)([^)]+)\)", rf"]({homepage}/blob/v{version()}/\1)", readme)  # which are relative there
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def entry_points() -> str:
    table = project()
    groups = {"console_scripts": table["scripts"], **table["entry-points"]}
    return "\n".join(f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in rows.items()) for name, rows in groups.items())


def package_files(library: pathlib.Path, stubs: pathlib.Path) -> Dict[str, bytes]:
    """What is installed: the package with its library and its stubs, the command, and the plugin of pytest."""
    files = {f"sigprop/{library.name}": library.read_bytes()}
    for folder, pattern in ((ROOT / "python/sigprop", "*.py"), (ROOT / "python/sigprop", "py.typed"), (stubs, "*.pyi")):
        for one in folder.rglob(pattern):
            files[f"sigprop/{one.relative_to(folder)}"] = one.read_bytes()
    for name in ("pytest_sigprop.py", "sigprop_command.py"):
        files[name] = (ROOT / "python" / name).read_bytes()
    return files


def texts() -> Dict[str, str]:
    """The metadata beside the files, but for WHEEL and RECORD."""
    return {"METADATA": metadata(), "entry_points.txt": entry_points(), "licenses/LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8")}


def _missing_packages() -> List[str]:
    """Debian packages that a build needs and this Debian has not; none elsewhere."""
    if shutil.which("dpkg-query") is None:
        return []
    names = subprocess.run(["bash", str(ROOT / "tools/setup.sh"), "--names"], capture_output=True, text=True, check=True).stdout.split()
    asked = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *names], capture_output=True, text=True).stdout
    have = {line.split()[0] for line in asked.splitlines() if line.endswith(" installed")}
    skipped = {"libgsl-dev"}  # a wheel has no GSL
    if shutil.which(os.environ.get("CXX") or "c++"):
        skipped.add("g++")  # another compiler may do
    if shutil.which("apt-cache") and _is_offered("libflint-dev") and not _is_offered("libflint-arb-dev"):
        skipped.add("libflint-arb-dev")  # FLINT 3 contains it; a machine whose lists of packages are empty offers neither
    return [one for one in names if one not in have | skipped]


def _is_offered(package: str) -> bool:
    return bool(subprocess.run(["apt-cache", "show", package], capture_output=True).stdout)


def _run(*command: str) -> None:
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        sys.exit(f"sigprop: '{' '.join(command[:2])} …' failed: the lines above say why")


def get_requires_for_build_wheel(config_settings: Optional[dict] = None) -> List[str]:
    needed = [] if sys.version_info >= (3, 11) else ["tomli"]
    return needed + [one for one in ("cmake>=3.25", "ninja") if shutil.which(one.partition(">")[0]) is None]


def get_requires_for_build_sdist(config_settings: Optional[dict] = None) -> List[str]:
    return [] if sys.version_info >= (3, 11) else ["tomli"]


def build_wheel(wheel_directory: str, config_settings: Optional[dict] = None, metadata_directory: Optional[str] = None) -> str:
    missing = [one for one in _missing_packages() if one not in ("cmake", "ninja-build")]
    if missing:
        sys.exit(f"sigprop: libraries are missing; as root: apt-get install --no-install-recommends {' '.join(missing)}")
    folder = ROOT / "build/wheel"
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    _run("cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release", "-D", "SIGPROP_UNITY=ON", "-D", "SIGPROP_FOR_WHEEL=ON")
    _run("cmake", "--build", str(folder), "--target", "sigprop_python", "-j", jobs)
    package = folder / "python/sigprop"
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    return write_wheel(pathlib.Path(wheel_directory), "sigprop", version(), tag, package_files(package / "libsigprop_python.so", package), texts()).name


def sdist_files() -> Dict[str, pathlib.Path]:
    """The files of an sdist by their names in it."""
    files = {}
    for source in SOURCES:
        found = [ROOT / source] if (ROOT / source).is_file() else sorted((ROOT / source).rglob("*"))
        for one in found:
            if one.is_file() and "__pycache__" not in one.parts:
                files[str(one.relative_to(ROOT))] = one
    return files


def build_sdist(sdist_directory: str, config_settings: Optional[dict] = None) -> str:
    name = f"sigprop-{version()}"
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
        contents = {path: one.read_bytes() for path, one in sdist_files().items()}
        for path, content in sorted({**contents, "PKG-INFO": metadata().encode()}.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(content)
            entry.mode = 0o755 if path.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(content))
    made = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    made.write_bytes(gzip.compress(archive.getvalue(), mtime=0))
    return made.name
