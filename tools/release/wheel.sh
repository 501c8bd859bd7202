#!/usr/bin/env bash
# Makes the wheel of the Python package for a target: sigprop-VERSION-py3-none-manylinux….whl, for every Python from 3.9 on, with all
# libraries in it and the command line.
#   tools/release/wheel.sh TARGET OUTPUT_FOLDER     TARGET as libraries.sh takes it, such as x86_64-linux-gnu.2.28
# The same tree gives the same bytes, in whichever folder and whenever.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# != 2)); then
  echo "tools/release/wheel.sh: give a target and a folder: tools/release/wheel.sh x86_64-linux-gnu.2.28 dist" >&2
  exit 2
fi
target="$1"
native="$(uname -m)-linux-gnu.2.28"  # its Python package writes the stubs, which are the same for all
bash tools/release/build.sh "$native" sigprop_python
if [[ "$target" != "$native" ]]; then bash tools/release/build.sh "$target" sigprop_python; fi
exec build/venv/release/bin/python -B tools/release/wheel.py "$target" "build/parts/$target.build/python/sigprop/libsigprop_python.so" \
  "build/parts/$native.build/python/sigprop" "$(meant "$2")"
