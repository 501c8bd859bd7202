#!/usr/bin/env bash
# Installs what the tests need and builds some targets of the preset release, for the studies; what is built is told on standard error.
#   studies/build.sh TARGET...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --test
{
  cmake --preset release -D BUILD_TESTING=ON
  cmake --build --preset release -j "${SIGPROP_JOBS:-2}" --target "$@"
} >&2
