#!/usr/bin/env bash
# The slow tier, which tools/test.sh leaves out: 10^4 derivatives against their error estimates, 10^8 random
# normals, coverage of confidence intervals, long comparisons of proofs. Some minutes; run it before a release
# and after a change to random numbers, sampling or proofs. Arguments go to ctest: -R random_normals.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --test
cmake --preset release -D BUILD_TESTING=ON
cmake --build --preset release -j "${SIGPROP_JOBS:-2}"
exec ctest --preset slow "$@"
