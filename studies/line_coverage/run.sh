#!/usr/bin/env bash
# Lines and branches of our sources that the fast tier of tests runs (without the pages and the claims one by one, whose
# processes run the same code), counted by clang. Puts the figures into results/trust.json (topic line_coverage) and
# prints a table for each room. Exits 1 when a goal is missed.
#   studies/line_coverage/run.sh                 builds, runs the fast tier, counts: half an hour on two idle cores
#   studies/line_coverage/run.sh --show TEXT     of the last run: the lines and branches never run in sources whose path has TEXT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=build/coverage
count() {
  local -a objects=()
  local program
  while IFS= read -r program; do objects+=(-object "$program"); done < "$folder/programs"
  llvm-cov export -format=text -skip-functions -skip-expansions -ignore-filename-regex="^(/usr|$PWD/build|$PWD/tests)/" \
    -instr-profile="$folder/all.profdata" "${objects[@]}"
}
if [[ "${1:-}" == --show && $# == 2 ]]; then
  if [[ ! -e "$folder/all.profdata" ]]; then echo "studies/line_coverage/run.sh: nothing was counted yet: run it without --show" >&2; exit 2; fi
  count | python3 -B studies/line_coverage/line_coverage.py --show "$2"
  exit
fi
if (($# > 0)); then echo "studies/line_coverage/run.sh: unknown option '$1' (there is --show TEXT)" >&2; exit 2; fi

bash tools/setup.sh --test --coverage
{
  cmake --preset coverage -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON
  cmake --build --preset coverage -j "${SIGPROP_JOBS:-2}"
  rm -rf "$folder/profiles"
} >&2
tested=0
ctest --preset coverage >&2 || tested=$?
# The library is static: each program holds what it uses of it.
printf '%s\n' "$folder"/sigprop "$folder"/tests/sigprop_*_tests "$folder"/python/sigprop/libsigprop_python.so > "$folder/programs"
llvm-profdata merge -sparse -o "$folder/all.profdata" "$folder"/profiles/*.profraw
status=0
count | python3 -B studies/line_coverage/line_coverage.py --failed "$tested" > "$folder/figures.json" || status=$?
if [[ "$status" -gt 1 ]]; then exit "$status"; fi
python3 -B studies/trust/figures.py put line_coverage < "$folder/figures.json"
exit "$status"
