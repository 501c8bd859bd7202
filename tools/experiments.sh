#!/usr/bin/env bash
# What the articles say of training, held against small networks that are trained: builds the tool, judges the
# experiments among the shipped claims (about half an hour on one core), and writes results/experiments.json
# and nothing else. Exits as `sigprop verify` does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 0)); then echo "tools/experiments.sh: there are no options, but '$1' was given" >&2; exit 2; fi
bash tools/setup.sh
{
  cmake --preset release -D BUILD_TESTING=OFF -D SIGPROP_BUILD_BENCH=OFF
  cmake --build --preset release --target sigprop_tool -j "${SIGPROP_JOBS:-2}"
} >&2

report="results/.experiments.json.tmp"
trap 'rm -f "$report"' EXIT
rm -f "$report"
status=0
build/release/sigprop verify --experiments --json="$report" --reproducible || status=$?
if [[ -s "$report" ]]; then
  mv "$report" results/experiments.json
  echo "wrote results/experiments.json" >&2
fi
exit "$status"
