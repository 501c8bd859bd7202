#!/usr/bin/env bash
# The test suite. Without arguments it runs the fast tier: g++, release. --all adds tests by clang++
# under AddressSanitizer + UndefinedBehaviorSanitizer, the comparison of both compilers' reports, every public
# header compiled alone, the series against results/series, and tools/verify.sh on a bare
# machine. Of what computes long --all runs a fifth, by the commit's hash. The slow tier is tools/slow.sh.
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

# build PRESET [OPTION...]: the options go to the configure step.
build() { cmake --preset "$@" && cmake --build --preset "$1" -j "$jobs"; }

# Compiling twice takes most of --all, and half of that is parsing the same headers. The release build is
# configured like tools/verify.sh's except for the tests, so that neither repeats the other's compilation.
precompile() { if [[ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ]]; then echo "$1"; else echo OFF; fi; }

# build_release SHARE, which is K/N or empty: all
build_release() { build release -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON -D SIGPROP_TEST_SHARE="$1"; }
if [[ "$all" == no ]]; then
  build_release ""
  exec ctest --preset release
fi

passed=0
failed=0
skipped=0
failures=""  # the stages that failed, each with its tests
times=""     # what each stage took; one that waits for another that ran beside it, only the rest
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

# Everything, samples included, must be the same bytes from both compilers (clang++ with sanitizers), and
# without vector instructions.
compare_compilers() {
  local methods='*,monte_carlo_float32'
  local without='*,monte_carlo_float32,!network'
  local verified="$methods"
  # Sanitized networks take three quarters of this: one commit in five has them.
  if [[ -n "$share" && "$share" != 0/* ]]; then verified="$without"; fi
  local -a running=()
  local expressions=(
    'truncated_normal.std(-2, 2)' 'truncated_normal.mean(30, 31)' 'complex_truncated_normal.std(2)'
    'activation.gain(sigmoid)' 'activation.chi_ratio(tanh, std=0.5)' 'activation.variance(elu, mean=0.25)'
    'activation.second_moment("x / (1 + exp(-1.702 * x))")' 'selu.alpha()' 'selu.lambda(mean=0.1, variance=0.9)'
    'attention.entropy(512)' 'attention.max_weight(512, 8)' 'attention.sphere_entropy(64, 16, 1/4)')
  # Without networks claims on them are undecided: 3.
  verify_with() {
    "$1/sigprop" verify --methods "$2" --reproducible --quiet --json="$1/$3" ||
      [[ $? == 3 && "$2" == "$without" ]]
  }
  report_of() {
    local preset="$1" report="build/$1"
    verify_with "build/$preset" "$verified" verify.json &&
      "build/$preset/sigprop" eval "${expressions[@]}" --methods "$methods" --reproducible --quiet \
        --json="$report/eval.json"
  }
  # The networks' own tests compare them on every vector set: the shipped ones take minutes on the baseline,
  # where each fused multiply-add is a call.
  without_networks() {
    local target
    for target in '' baseline; do
      SIGPROP_TARGET="$target" verify_with build/release "$without" "without_networks_$target.json" || return
    done
  }
  report_of asan & running+=($!)
  report_of release & running+=($!)
  without_networks & running+=($!)
  local one
  for one in "${running[@]}"; do wait "$one" || return; done
  cmp build/release/without_networks_.json build/release/without_networks_baseline.json &&
    cmp build/release/verify.json build/asan/verify.json && cmp build/release/eval.json build/asan/eval.json
}

# Of what computes long a fifth is built and run, another one for other commits (tests/share.cmake); the slow tier has all.
share_of_commit() {
  local commit
  commit="$(git rev-parse HEAD)" || return
  echo "$((16#${commit:0:8} % 5))/5"
}

# results/series must be what src/series gives; the notebooks show it. The sweep computes mostly one point
# after the other, so another stage runs beside it.
sweep_series() {
  rm -rf build/release/series && mkdir build/release/series &&
    build/release/sigprop sweep --shipped --reproducible --quiet --json=build/release/series/
}
compare_series() {
  (($1 == 0)) && diff -r results/series build/release/series
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

build_asan() {
  local headers=ALL
  # one commit in five: only standard headers are precompiled, which tests that the library's files include their own
  if [[ -z "$share" || "$share" == 0/* ]]; then headers=OWN_INCLUDES; fi
  stage "asan: build" build asan -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON -D SIGPROP_TEST_SHARE="$share" \
    -D SIGPROP_PRECOMPILE="$(precompile "$headers")"
}

share="${SIGPROP_TEST_SHARE-$(share_of_commit)}"
series_compared=no
if [[ "$bare_first" == yes ]]; then
  # while the bare machine gets its packages, this one has nothing else to do
  "${bare[@]}" > "$bare_log" 2>&1 &
  running=$!
  build_asan
  bare_status=0
  wait "$running" || bare_status=$?
  bare_machine show_bare "$bare_status"
  # its command has written results/series there, and git has shown no change
  if ((bare_status == 0)); then series_compared=yes; fi
fi
began=$SECONDS
build_release "$share"
times+="$(printf '%5d s  %s' $((SECONDS - began)) "release: build")"$'\n'
stage "release: tests" ctest --preset release
if [[ "$series_compared" == no ]]; then sweep_series & sweep=$!; fi
stage "release: every header by itself" \
  cmake --build --preset release --target all_verify_interface_header_sets -j "$jobs"
if [[ "$series_compared" == no ]]; then
  swept=0
  wait "$sweep" || swept=$?
  stage "results/series is current" compare_series "$swept"
fi
if [[ "$bare_first" == no ]]; then build_asan; fi
stage "asan: tests" ctest --preset asan
stage "g++ and clang++: the same reports" compare_compilers
if [[ "$bare_first" == no ]]; then bare_machine "${bare[@]}"; fi

printf '%s%5d s  in all\n' "$times" "$SECONDS"
if [[ -n "$failures" ]]; then printf 'FAILED:\n%s' "$failures"; fi
summary="$passed passed, $failed failed"
if ((skipped > 0)); then summary+=", $skipped skipped"; fi
echo "$summary"
((failed == 0))
