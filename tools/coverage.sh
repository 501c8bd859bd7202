#!/usr/bin/env bash
# Counts how many of the intervals of 10,000 seeds miss the proved value, and writes results/coverage.json.
# Exits 1, with the file written, when a count is out of bounds. Arguments go to the program: --samples 4096.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --test
{
  cmake --preset release -D BUILD_TESTING=ON
  cmake --build --preset release --target sigprop_coverage -j "${SIGPROP_JOBS:-2}"
} >&2
if (($# > 0)); then exec build/release/sigprop_coverage --threads "$(nproc)" "$@"; fi
exec build/release/sigprop_coverage --threads "$(nproc)" --json results/coverage.json
