#!/usr/bin/env bash
# Times our jobs and their peers side by side. Arguments go to the program: --benchmark_filter=…, or --accuracy
# for one table of error against time. Torch's networks and products are compared where its BLAS is a fast one
# (libopenblas0-pthread).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --bench
{
  cmake --preset release -DSIGPROP_BUILD_BENCH=ON
  cmake --build --preset release --target sigprop_bench -j "${SIGPROP_JOBS:-2}"
} >&2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
exec build/release/sigprop_bench "$@"
