"""Other copies of the package that this Python would find: an older one may hide a newer one."""

from __future__ import annotations

import os
import re
import sys
import warnings
from typing import Iterator, List, Optional, Tuple


def _version_beside(folder: str) -> Optional[str]:
    """The version that the metadata of an installed package say."""
    for name in os.listdir(folder):
        found = re.fullmatch(r"sigprop-([^-]+)\.(dist|egg)-info", name)
        if found:
            return found[1]
    return None


def _order(version: str) -> Tuple[List[int], bool]:
    """What compares as versions do, as far as ours go: numbers, and a prerelease before its release."""
    numbers = re.match(r"[0-9.]*", version)
    return [int(part) for part in (numbers[0] if numbers else "").split(".") if part], not re.search(r"[a-z]", version)


def other_copies(own: str, places: List[str]) -> Iterator[Tuple[str, str]]:
    """(folder, version) of each installed copy but the one in the folder ``own``."""
    for place in places:
        folder = os.path.abspath(place or os.curdir)
        if os.path.isfile(os.path.join(folder, "sigprop", "__init__.py")) and os.path.realpath(folder) != os.path.realpath(own):
            version = _version_beside(folder)
            if version is not None:
                yield folder, version


def warn_of_newer(version: str) -> None:
    """One warning where a newer version is installed behind the one that is imported."""
    from ._errors import SigpropWarning

    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder, other in other_copies(own, sys.path):
        if _order(other) > _order(version):
            warnings.warn(
                f"sigprop {version} of {own} is imported, which hides the newer sigprop {other} of {folder}: "
                "uninstall one of them",
                SigpropWarning,
                stacklevel=3,
            )
            return
