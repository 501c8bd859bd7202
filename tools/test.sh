#!/usr/bin/env bash
# The test suite. Without arguments it runs the fast tier: g++, release. --all, which runs on every push, adds tools/verify.sh on
# a bare machine and, by clang++ under AddressSanitizer + UndefinedBehaviorSanitizer, the tests of what reads strangers' bytes:
# formats, judgement, texts and formulas of core, the fuzzers' corpus and arrays given to the Python package. Two runs of one tree do the same.
# Everything else is in tools/slow.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs="${SIGPROP_JOBS:-2}"
all=no
for option in "$@"; do
  case "$option" in
    --all) all=yes ;;
    *) echo "tools/test.sh: unknown option '$option' (there is --all)" >&2; exit 2 ;;
  esac
done

bash tools/setup.sh --test

# build PRESET [-D OPTION...]
build() { cmake --preset "$@" && cmake --build --preset "$1" -j "$jobs"; }
build_objects() { cmake --preset readers && cmake --build --preset readers -j "$jobs" --target sigprop_readers_objects; }
# configured like tools/verify.sh's except for the tests, so that neither repeats the other's compilation
build_release() { build release -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON; }
if [[ "$all" == no ]]; then
  build_release
  exec ctest --preset release
fi
# The hooks' linters, ten seconds: without them a fault that a hook names would stay unseen until somebody has hooks.
bash tools/setup.sh --tools || echo "tools/test.sh: what clang-format, ruff and the schemas would find is SKIPPED" >&2

passed=0
failed=0
skipped=0
failures=""  # the stages that failed, each with its tests
times=""     # what each stage took
mkdir -p build
log="build/test.log"
# Runs a stage, shows its output, and adds its results to the totals: the tests that CTest counted, or the
# stage itself. A stage that cannot be run here exits 77.
stage() {
  local name="$1" status=0 line began=$SECONDS
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$log" || status=$?
  times+="$(printf '%5d s  %s' $((SECONDS - began)) "$name")"$'\n'
  if ((status != 0 && status != 77)); then
    failures+="$name"$'\n'"$(sed -n '/^The following tests FAILED:/,/^Errors while/{/^\t/p}' "$log")"$'\n'
  fi
  line="$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+$' "$log" | tail -n 1 || true)"
  if [[ -n "$line" ]]; then
    local bad total left_out
    bad="$(sed -E 's/.*, ([0-9]+) tests failed.*/\1/' <<<"$line")"
    total="$(sed -E 's/.* ([0-9]+)$/\1/' <<<"$line")"
    left_out="$(grep -cF '***Skipped' "$log" || true)"
    failed=$((failed + bad))
    skipped=$((skipped + left_out))
    passed=$((passed + total - bad - left_out))
    if ((status == 0 || bad > 0)); then return; fi
  fi
  case "$status" in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) ;;
  esac
}

# From nothing, the library is compiled on the bare machine alone: what it has compiled for the first command of README.md
# is taken over. That would be wrong for a file that is not committed, and older than its object.
bare=(bash tools/fresh.sh)
bare_first=no
if [[ ! -e build/release && -z "$(git status --porcelain)" ]]; then
  bare_first=yes
  bare+=(--keep build/release)
fi
bare_machine() { stage "a bare machine: the first command of README.md" "$@"; }
bare_log="build/bare.log"
show_bare() {
  cat "$bare_log"
  return "$1"
}

if [[ "$bare_first" == yes ]]; then
  # While the bare machine gets its packages, this one has nothing else to do. Once it has handed over its build, it only
  # sees whether the packages of the tests can be installed.
  "${bare[@]}" > "$bare_log" 2>&1 &
  running=$!
  stage "sanitized readers: objects" build_objects
  while [[ ! -e build/release ]] && kill -0 "$running" 2>/dev/null; do sleep 1; done
  times+="$(printf '%5d s  until the bare machine has handed over its build' "$SECONDS")"$'\n'
fi
stage "release: build" build_release
if [[ "$bare_first" == yes ]]; then
  bare_status=0
  wait "$running" || bare_status=$?
  bare_machine show_bare "$bare_status"
fi
stage "release: tests" ctest --preset release
stage "sanitized readers: build" build readers
stage "sanitized readers: tests" ctest --preset readers
if [[ "$bare_first" == no ]]; then bare_machine "${bare[@]}"; fi

printf '%s%5d s  in all\n' "$times" "$SECONDS"
if [[ -n "$failures" ]]; then printf 'FAILED:\n%s' "$failures"; fi
summary="$passed passed, $failed failed"
if ((skipped > 0)); then summary+=", $skipped skipped"; fi
echo "$summary"
((failed == 0))
