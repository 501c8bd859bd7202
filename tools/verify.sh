#!/usr/bin/env bash
# From a fresh machine to proved numbers: installs what is missing, builds, holds every shipped claim against
# evidence and writes the report to results/claims.json. Exits as `sigprop verify` does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh
{
  cmake --preset release
  cmake --build --preset release --target sigprop_tool -j "${SIGPROP_JOBS:-2}"
} >&2

mkdir -p results
report="results/.claims.json.tmp"
trap 'rm -f "$report"' EXIT
rm -f "$report"
status=0
build/release/sigprop verify --json="$report" --reproducible || status=$?
if [[ -s "$report" ]]; then
  mv "$report" results/claims.json
  echo "wrote results/claims.json" >&2
fi
exit "$status"
