#!/usr/bin/env bash
# What the articles say of training, held against small networks that are trained: builds the tool, judges the
# experiments among the shipped claims (about half an hour on one core), and writes results/experiments.json
# and nothing else. Exits as `sigprop verify` does.
#   tools/experiments.sh --times     the seconds of processor time that each takes by itself, one thread, which
#                                    it writes to results/experiment_seconds.tsv instead
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 1)) || [[ "${1:---times}" != --times ]]; then
  echo "tools/experiments.sh: there is one option, --times, but '$*' was given" >&2
  exit 2
fi
bash tools/setup.sh
{
  cmake --preset release -D BUILD_TESTING=OFF -D SIGPROP_BUILD_BENCH=OFF
  cmake --build --preset release --target sigprop_tool -j "${SIGPROP_JOBS:-2}"
} >&2

if (($# == 1)); then exec python3 -B tools/docs/experiments.py --times; fi
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
