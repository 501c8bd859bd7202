#!/usr/bin/env bash
# Claims with a changed digit, in every convention and type, held against a judge of fractions and integers that shares nothing
# with the tool's; writes the topic `claims` of results/trust.json. Exits 1 on a false verdict.
#   studies/attack/claims.sh [--claims N] [--seed S] [--keep FILE]    100,000 changed claims unless N says otherwise; FILE continues a
#                                                                   stopped run
#   studies/attack/claims.sh --case SEED:BATCH:INDEX                  one case again
# SIGPROP_TOOL names another tool than build/release/sigprop.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
if [[ ! -x "$tool" ]]; then
  echo "studies/attack/claims.sh: there is no $tool: run tools/verify.sh first" >&2
  exit 2
fi
exec python3 -B studies/attack/mutate_claims.py --put "$@"  # --case puts nothing
