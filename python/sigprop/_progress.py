"""How far long work is, on a terminal or in a notebook."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any, Optional


class Bar:
    """A bar of tqdm where tqdm is, else a line on standard error; nothing where nobody looks."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._line = False
        self._name: Optional[str] = None

    def show(self, name: str, done: int, total: int) -> None:
        """Called from time to time while the work runs."""
        if self._name != name:
            self._open(name, total)
        if self._bar is not None:
            self._bar.n = min(done, total)
            self._bar.refresh()
        elif self._line:
            print(f"\r{name}: {done} of {total} ", end="", file=sys.stderr, flush=True)

    def close(self, succeeded: bool) -> None:
        """Called once, when the work has ended."""
        if self._bar is not None:
            if succeeded:
                self._bar.n = self._bar.total
            self._bar.close()
        elif self._line:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _open(self, name: str, total: int) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        self._name = name
        # tqdm itself reads it since 4.66; Debian's is older.
        if os.environ.get("TQDM_DISABLE", "") not in ("", "0", "false", "False"):
            return
        if not (_in_notebook() or (sys.stderr is not None and sys.stderr.isatty())):
            return
        try:
            # In a notebook without ipywidgets it warns that its bar will be a plain one, which nobody asked.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from tqdm.auto import tqdm
        except ImportError:
            self._line = not _in_notebook()
        else:
            self._bar = tqdm(total=total, desc=name, leave=False)


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in getattr(shell, "config", {})
