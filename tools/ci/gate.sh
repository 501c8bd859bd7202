#!/usr/bin/env bash
# The second step of action.yml: `sigprop verify` with what the action was given, and its exit code.
#   SIGPROP_CLAIMS     claims files, one per line
#   SIGPROP_BASELINE   a stored report, or empty
#   SIGPROP_JUNIT      the file for the verdicts as JUnit XML
#   SIGPROP_ARGUMENTS  more arguments, separated by blanks; quotes and backslashes as in a shell, nothing else
set -euo pipefail

# Values are attached by '=', so that none of them can be taken for an option.
words=()
while read -r file; do
  if [[ -n "$file" ]]; then words+=("--claims=$file"); fi
done <<<"${SIGPROP_CLAIMS:-}"
if ((${#words[@]} == 0)); then
  echo "::error title=sigprop::claims names no file"
  exit 2
fi
if [[ -n "${SIGPROP_BASELINE:-}" ]]; then words+=("--baseline=$SIGPROP_BASELINE"); fi
if [[ -n "${SIGPROP_JUNIT:-}" ]]; then words+=("--junit=$SIGPROP_JUNIT"); fi

# xargs knows quotes and runs nothing that stands in the text
if ! more="$(xargs -r printf '%s\n' <<<"${SIGPROP_ARGUMENTS:-}")"; then
  echo "::error title=sigprop::arguments has a quote without its end"
  exit 2
fi
if [[ -n "$more" ]]; then
  mapfile -t arguments <<<"$more"
  words+=("${arguments[@]}")
fi
exec sigprop verify --github "${words[@]}"
