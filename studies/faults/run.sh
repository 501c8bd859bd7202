#!/usr/bin/env bash
# Disturbs sigprop while it writes files (studies/faults/): kill -9 at 200 random moments and at each call that changes a file, a full
# disk, calls that fail, clocks that jump, two writers, limits of memory and files, closed pipes. Writes the figures into
# results/trust.json and docs/explanation/trust.md. Exits 1 when a file was torn or lost or an ending was unclear.
#   studies/faults/run.sh                        everything: four minutes on two idle cores
#   studies/faults/run.sh --quick                a few of each
#   studies/faults/run.sh --row "full disk"      the faults whose name has these words; with these options no figures are written
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
if [[ -z "${SIGPROP_TOOL:-}" ]]; then bash studies/build.sh sigprop_tool; fi
mkdir -p build/faults
"${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC -o build/faults/preload.so studies/faults/preload.c -ldl
if (($# == 0)); then set -- --put; fi
exec python3 -B studies/faults/faults.py "$tool" build/faults/preload.so "$@"
