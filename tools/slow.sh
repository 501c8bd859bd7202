#!/usr/bin/env bash
# The slow tier, which tools/test.sh leaves out: 10^4 derivatives against their error estimates, 10^8 random
# normals, coverage of confidence intervals, long comparisons of proofs, what is held against PyTorch and JAX
# (tools/frameworks.sh tells what; skipped where they cannot be had), what the articles say of
# training, held against small networks, audits of planted mistakes at the sizes of small models and of 7B layers and
# of a thousand right ones, the pages of reports in a browser (skipped without chromium and python3-websocket), a minute of
# fuzzing for each reader; all tests under sanitizers; then both commands of README.md on a bare machine (tools/fresh.sh --all), which compiles
# everything once more. Run it before a release and after a change to random numbers, sampling or proofs.
# Arguments, as -R random_normals, go to ctest, and there is no bare machine then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --test
bash tools/setup.sh --frameworks || echo "tools/slow.sh: what needs a framework is SKIPPED" >&2
cmake --preset release -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON -D SIGPROP_TEST_SHARE=
cmake --build --preset release -j "${SIGPROP_JOBS:-2}" --target all sigprop_coverage
if (($# > 0)); then exec ctest --preset slow "$@"; fi
status=0
ctest --preset slow || status=$?
# the corpus is replayed by every build; this looks for something new
bash tools/fuzz.sh --seconds 60 || status=$?
# tools/test.sh --all builds a fifth of those that compute long
cmake --preset asan -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON -D SIGPROP_TEST_SHARE= -D SIGPROP_PRECOMPILE=OWN_INCLUDES
cmake --build --preset asan -j "${SIGPROP_JOBS:-2}"
ctest --preset asan || status=$?
bare=0
bash tools/fresh.sh --all || bare=$?
# 77 means skipped, and tools/fresh.sh has already said why
if ((bare != 0 && bare != 77)); then status=$bare; fi
exit "$status"
