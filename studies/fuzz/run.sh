#!/usr/bin/env bash
# Fuzzes whatever reads texts and files of strangers (tests/fuzz), with libFuzzer, AddressSanitizer and
# UndefinedBehaviorSanitizer, from the committed corpus. Builds the preset `fuzz` first. Exits 1 when there is a finding; its
# bytes are kept, and the command that replays them is printed.
#   studies/fuzz/run.sh [TARGET...] [--runs N] [--seconds S] [--put] [--merge]
#     --runs N      executions of each target, 1000000 unless given; --seconds S   at most so long for each
#     --put         adds the figures to those in results/trust.json and docs/explanation/trust.md
#     --merge       then chooses anew the few inputs of tests/fuzz/corpus, from those that were found
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

runs=1000000
seconds=0
put=no
merge=no
targets=()
usage() { echo "studies/fuzz/run.sh: $1 (there are --runs N, --seconds S, --put and --merge)" >&2; exit 2; }
number() { if [[ ! "$2" =~ ^[1-9][0-9]*$ ]]; then usage "$1 needs a whole number, not '$2'"; fi; }
while (($# > 0)); do
  case "$1" in
    --runs) number "$1" "${2:-}"; runs="$2"; shift ;;
    --seconds) number "$1" "${2:-}"; seconds="$2"; shift ;;
    --put) put=yes ;;
    --merge) merge=yes ;;
    -*) usage "unknown option '$1'" ;;
    *) targets+=("$1") ;;
  esac
  shift
done
for one in ${targets[@]+"${targets[@]}"}; do
  if [[ ! -e "tests/fuzz/targets/$one.cpp" ]]; then
    usage "there is no target '$one': $(cd tests/fuzz/targets && echo *.cpp | sed 's/[.]cpp//g')"
  fi
done
if ((${#targets[@]} == 0)); then
  for one in tests/fuzz/targets/*.cpp; do targets+=("$(basename "$one" .cpp)"); done
fi

fuzzer="${SIGPROP_FUZZER:-}"
if [[ -z "$fuzzer" ]]; then
  bash tools/setup.sh --fuzz
  # What has no counters is taken from the release build, where there is one.
  library=""
  if [[ -e build/release/build.ninja ]]; then
    cmake --build --preset release --target sigprop -j "${SIGPROP_JOBS:-2}" >&2
    library="$PWD/build/release/libsigprop.a"
  fi
  cmake --preset fuzz -D SIGPROP_FUZZ_LIBRARY="$library" >&2
  cmake --build --preset fuzz -j "${SIGPROP_JOBS:-2}" >&2
  fuzzer=build/fuzz/sigprop_fuzz
fi

work="${SIGPROP_FUZZ_WORK:-build/fuzz/work}"
mkdir -p "$work/findings" "$work/logs"
# Three frames of an allocation are kept: more take a tenth of the time.
export UBSAN_OPTIONS="print_stacktrace=1" ASAN_OPTIONS="allocator_may_return_null=0:detect_leaks=1:malloc_context_size=3"

# The negative control: a reader with a fault, from inputs that are none of ours. Who does not find it finds nothing.
control="$work/logs/broken.log"
if "$fuzzer" --target=broken -seed=1 -runs=2000000 -max_total_time=60 -max_len=64 -print_final_stats=1 -artifact_prefix="$work/broken-" > "$control" 2>&1; then
  echo "studies/fuzz/run.sh: the fault that was planted (tests/fuzz/broken.cpp) was not found, so nothing is reported" >&2
  exit 3
fi
if ! grep -q 'heap-buffer-overflow' "$control"; then
  echo "studies/fuzz/run.sh: the planted fault ended in something else than a heap-buffer-overflow: $control" >&2
  exit 3
fi
# field NAME FILE: one of libFuzzer's final figures
field() { sed -nE "s/^stat::$1: *([0-9]+)$/\1/p" "$2" | tail -n 1; }
echo "control: the planted fault was found after $(field number_of_executed_units "$control") executions"

found=0
figures=()
printf '%-14s %12s %9s %9s %8s\n' target executions features findings corpus
for one in "${targets[@]}"; do
  committed="tests/fuzz/corpus/$one"
  mine="$work/$one"
  log="$work/logs/$one.log"
  mkdir -p "$committed" "$mine"
  longest=4096
  # Formulas of thousands of bytes take ten times as long, and reach nothing more than places of four digits.
  case "$one" in expression | formula | stated) longest=512 ;; esac
  # Without entropic: its weights of inputs take longer than the readers do, and find no more.
  options=(-entropic=0 -runs="$runs" -seed=1 -timeout=10 -rss_limit_mb=2048 -max_len="$longest" -reload=0 -print_final_stats=1 -artifact_prefix="$work/findings/$one-")
  if ((seconds > 0)); then options+=(-max_total_time="$seconds"); fi
  if [[ -e "tests/fuzz/dictionaries/$one.txt" ]]; then options+=(-dict="tests/fuzz/dictionaries/$one.txt"); fi
  status=0
  nice "$fuzzer" --target="$one" "${options[@]}" "$mine" "$committed" > "$log" 2>&1 || status=$?
  executions="$(field number_of_executed_units "$log")"
  if [[ -z "$executions" ]]; then
    tail -n 3 "$log" >&2
    echo "studies/fuzz/run.sh: target $one did not run, so nothing is reported: $log" >&2
    exit 3
  fi
  features="$(grep -oE ' ft: [0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+' || true)"
  files="$(find "$committed" -type f | wc -l)"
  printf '%-14s %12s %9s %9s %8s\n' "$one" "$executions" "${features:-?}" "$((status != 0))" "$files"
  if ((status != 0)); then
    found=1
    bytes="$(sed -nE 's/.*Test unit written to (.*)$/\1/p' "$log" | tail -n 1)"
    grep -E '^(finding of target|SUMMARY|==[0-9]+== ?ERROR)' "$log" | head -n 3 >&2 || true
    echo "  replay: $fuzzer --target=$one ${bytes:-(no bytes were kept: $log)}" >&2
  fi
  figures+=("$one,$executions,$((status != 0)),$files")
done

if [[ "$merge" == yes ]]; then
  for one in "${targets[@]}"; do
    python3 -B studies/fuzz/fuzz_corpus.py "$fuzzer" "$one" "$work/$one"
  done
fi
if [[ "$put" == yes ]]; then
  python3 -B studies/fuzz/fuzz_figures.py "${figures[@]}"
fi
exit "$found"
