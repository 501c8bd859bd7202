#!/usr/bin/env bash
# Times our jobs beside other libraries. Arguments go to the program: --benchmark_filter=…, --accuracy for
# one table of error against time, or --catalogue [TEXT] [--limit F] [--enclosures FILE] for how long each
# quantity takes to prove (tools/bench/catalogue.hpp; --catalogue-against OLD NEW compares what two versions
# have proved). numpy, scipy and torch are those of build/venv/torch, which `tools/setup.sh --frameworks` makes
# from pins; without it the rows of these peers say that they were not timed. Their versions, and the BLAS and
# vector set that each has chosen for this CPU, are printed above the table.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --bench
{
  cmake --preset release -D BUILD_TESTING=OFF -D SIGPROP_BUILD_BENCH=ON
  cmake --build --preset release --target sigprop_bench -j "${SIGPROP_JOBS:-2}"
} >&2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
exec build/release/sigprop_bench "$@"
