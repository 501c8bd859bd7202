"""``python -m sigprop`` is the command line ``sigprop``."""

from sigprop_command import main

main()
