"""The command ``sigprop``: the command line, which is a part of the package's library. The package itself is not imported."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    found = importlib.util.find_spec("sigprop")
    if found is None or not found.submodule_search_locations:
        sys.exit("sigprop: the package sigprop is not installed beside its command")
    library = os.path.join(list(found.submodule_search_locations)[0], "libsigprop_python.so")
    try:
        program = ctypes.CDLL(library).sigprop_main
    except OSError as error:
        sys.exit(f"sigprop: {error}")
    # A program that is started has these; Python's own would raise exceptions that nobody catches here.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # `sigprop check` runs a program of Python, by the one that is there; that of a frozen program runs nothing else.
    if sys.executable and not getattr(sys, "frozen", False):
        os.environ.setdefault("SIGPROP_PYTHON", sys.executable)
    given = [b"sigprop", *map(os.fsencode, sys.argv[1:])]
    code = program(ctypes.c_int(len(given)), (ctypes.c_char_p * (len(given) + 1))(*given, None))
    os._exit(code)  # nothing of Python's is left to be done


if __name__ == "__main__":
    main()
