#!/usr/bin/env bash
# Times our jobs beside other libraries. Arguments go to the program: --benchmark_filter=…, --accuracy for
# one table of error against time, or --catalogue [TEXT] [--limit F] [--enclosures FILE] for how long each
# quantity takes to prove (tools/bench/catalogue.hpp; --catalogue-against OLD NEW compares what two versions
# have proved). Torch's networks and products are only compared if its BLAS is a fast one,
# libopenblas0-pthread. tools/setup.sh does not install it, because numpy, scipy and everything else on the
# machine would then use it too. To use it for one run, unpack it and put it before the others:
#   apt-get download libopenblas0-pthread && dpkg-deb -x libopenblas0-pthread_*.deb DIRECTORY
#   LD_LIBRARY_PATH=DIRECTORY/usr/lib/x86_64-linux-gnu/openblas-pthread tools/bench.sh …
# An OpenBLAS older than the CPU chooses slow kernels: OPENBLAS_CORETYPE=SkylakeX doubles its rate on Zen 5.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --bench
{
  cmake --preset release -D BUILD_TESTING=OFF -D SIGPROP_BUILD_BENCH=ON
  cmake --build --preset release --target sigprop_bench -j "${SIGPROP_JOBS:-2}"
} >&2
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
exec build/release/sigprop_bench "$@"
