#!/usr/bin/env bash
# Random expressions over the quantities against definitions in mpmath, and relations that enclosures must satisfy among themselves;
# writes the topic `expressions` of results/trust.json. Exits 1 when an enclosure misses.
#   studies/attack/run.sh [--expressions N] [--seed S] [--keep FILE]    100,000 cases unless N says otherwise; FILE continues a stopped run
#   studies/attack/run.sh --case SEED:NUMBER [--digits D]               one case again
#   studies/attack/run.sh --list                                        which quantities have an oracle
# SIGPROP_TOOL names another tool than build/release/sigprop.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bash tools/setup.sh --attack
tool="${SIGPROP_TOOL:-build/release/sigprop}"
if [[ ! -x "$tool" ]]; then
  echo "studies/attack/run.sh: there is no $tool: run tools/verify.sh first" >&2
  exit 2
fi
exec /usr/bin/python3 -B studies/attack/attack.py --put "$@"  # --case and --list put nothing
