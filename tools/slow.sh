#!/usr/bin/env bash
# The slow tier, which tools/test.sh leaves out: 10^4 derivatives against their error estimates, 10^8 random
# normals, coverage of confidence intervals, long comparisons of proofs, all of what long tests do a tenth of in the fast tier,
# what is held against PyTorch and JAX (tools/frameworks.sh tells what; skipped where they cannot be had), what the articles say
# of training, held against small networks, audits of planted mistakes at the sizes of small
# models and of 7B layers and of a thousand right ones, the site, the pages of reports in a browser (skipped without chromium and
# python3-websocket), the notebooks, a minute of fuzzing for each reader; results/series; every public header and, by
# clang++ under sanitizers, each file compiled by itself (tools/alone.sh), all tests, all that the readers' tests do, and the
# reports, which must be the same bytes from both compilers; then both commands of README.md on a bare machine
# (tools/fresh.sh --all), which compiles everything once more. Run it before a release and whenever what it covers was touched.
# Arguments, as -R random_normals, go to ctest, and nothing else is run then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs="${SIGPROP_JOBS:-2}"
bash tools/setup.sh --test
bash tools/setup.sh --frameworks || echo "tools/slow.sh: what needs a framework is SKIPPED" >&2
cmake --preset release -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON
cmake --build --preset release -j "$jobs" --target all sigprop_coverage
if (($# > 0)); then exec ctest --preset slow "$@"; fi
status=0
ctest --preset slow || status=$?
# the corpus is replayed by every build; this looks for something new
bash studies/fuzz/run.sh --seconds 60 || status=$?

# results/series must be what src/series gives; the notebooks show it.
compare_series() {
  rm -rf build/release/series && mkdir build/release/series &&
    build/release/sigprop sweep --shipped --reproducible --quiet --json=build/release/series/ &&
    diff -r results/series build/release/series
}
compare_series || status=$?

bash tools/alone.sh || status=$?
ctest --preset asan || status=$?
# what the fast tier does a share of, on the readers under sanitizers
whole_readers() {
  cmake --preset readers && cmake --build --preset readers -j "$jobs" && SIGPROP_WHOLE=1 ctest --preset readers
}
whole_readers || status=$?

# Everything, samples included, must be the same bytes from both compilers (clang++ with sanitizers), and
# without vector instructions.
compare_compilers() {
  local methods='*,monte_carlo_float32'
  local without='*,monte_carlo_float32,!network'
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
    verify_with "build/$preset" "$methods" verify.json &&
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
compare_compilers || status=$?

bare=0
bash tools/fresh.sh --all || bare=$?
# 77 means skipped, and tools/fresh.sh has already said why
if ((bare != 0 && bare != 77)); then status=$bare; fi
exit "$status"
