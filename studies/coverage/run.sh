#!/usr/bin/env bash
# Counts how many of the intervals of 10,000 seeds miss the proved value, and writes results/coverage.json.
# With --networks alone it counts those of sampled networks by depth and width (an hour on two cores), and writes
# results/network_coverage.json; with --training alone those of network.* and training.* (11 minutes on one core), and
# writes results/training_coverage.json. Exits 1, with the file written, when a count is out of bounds. Each of them also writes the
# topic `intervals` of results/trust.json. Other arguments go to the program: --samples 4096, or --networks --sublayers 32.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bash studies/build.sh sigprop_coverage
file=results/coverage.json
if [[ "$*" == --networks ]]; then
  file=results/network_coverage.json
elif [[ "$*" == --training ]]; then
  file=results/training_coverage.json
elif (($# > 0)); then
  exec build/release/sigprop_coverage --threads "$(nproc)" "$@"
fi
status=0
build/release/sigprop_coverage --threads "$(nproc)" "$@" --json "$file" || status=$?
if ((status > 1)); then exit "$status"; fi
python3 -B studies/coverage/intervals.py
exit "$status"
