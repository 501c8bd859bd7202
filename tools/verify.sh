#!/usr/bin/env bash
# From a fresh machine to proved numbers: installs missing packages, builds, judges every shipped claim by the
# evidence, computes every shipped series, and writes the reports to results/claims.json and results/series.
# Exits as `sigprop verify` does, or, when the claims are as expected, as `sigprop sweep`.
# SIGPROP_SERIES="GLOB..." computes the series of these ids alone, whole files of them; the other reports stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 0)); then echo "tools/verify.sh: there are no options, but '$1' was given" >&2; exit 2; fi
bash tools/setup.sh
{
  # only the tool: tests need packages that it does not
  cmake --preset release -D BUILD_TESTING=OFF -D SIGPROP_BUILD_BENCH=OFF
  cmake --build --preset release --target sigprop_tool -j "${SIGPROP_JOBS:-2}"
} >&2

mkdir -p results/series
report="results/.claims.json.tmp"
table="results/.refuted.md.tmp"
curves="results/.series.tmp"
trap 'rm -rf "$report" "$table" "$curves"' EXIT
rm -rf "$report" "$table" "$curves"
status=0
build/release/sigprop verify --json="$report" --md="$table" --reproducible || status=$?
if [[ -s "$report" ]]; then
  mv "$report" results/claims.json
  echo "wrote results/claims.json" >&2
fi
if [[ -s "$table" ]]; then bash tools/readme.sh --from "$table"; fi

# every report is written in full beside the old ones, then renamed over them; files no longer shipped go
mkdir "$curves"
curves_status=0
read -r -a series <<<"${SIGPROP_SERIES:-}"
build/release/sigprop sweep --shipped ${series[@]+"${series[@]}"} --json="$curves/" --reproducible --quiet || curves_status=$?
if compgen -G "$curves/*.json" >/dev/null; then
  for old in results/series/*.json; do
    if [[ -z "${SIGPROP_SERIES:-}" && -e "$old" && ! -e "$curves/${old##*/}" ]]; then rm "$old"; fi
  done
  mv "$curves"/*.json results/series/
  echo "wrote results/series" >&2
fi
if ((status == 0)); then status=$curves_status; fi
exit "$status"
