#!/usr/bin/env bash
# Compiles each public header by itself, then each file, by clang++ with sanitizers (the build of tools/slow.sh): without unity, and with
# none of our own headers precompiled. What does not include what it uses stops it; faster builds would not notice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 0)); then echo "tools/alone.sh: there are no options, but '$1' was given" >&2; exit 2; fi
bash tools/setup.sh --test
cmake --preset release
cmake --build --preset release --target all_verify_interface_header_sets -j "${SIGPROP_JOBS:-2}"
cmake --preset asan -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON -D SIGPROP_UNITY=OFF -D SIGPROP_PRECOMPILE=OWN_INCLUDES
cmake --build --preset asan -j "${SIGPROP_JOBS:-2}"
