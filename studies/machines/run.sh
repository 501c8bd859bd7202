#!/usr/bin/env bash
# The same verdicts, and the same samples to the bit, on other machines than the one that results/claims.json is from: each vector
# set of this processor, Debian testing with FLINT 3 and its compiler, and aarch64 (cross-compiled, run by qemu). Puts the figures
# into results/trust.json (topic machines). Exits 1 when something differs.
#   studies/machines/run.sh                 all of them: hours, for most of what qemu runs takes twenty times as long
#   studies/machines/run.sh NAME...         of vectors, flint3, aarch64; the others keep the figures of their last run
# Each runs the test programs of the core, of formats, methods, quantities and judgement, and verifies every shipped claim. The two
# Debians are made as tools/fresh.sh makes its own (root, mmdebstrap); what is committed is built there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

known=(vectors flint3 aarch64)
floors=(quantities methods core formats judgement)
programs=("${floors[@]/#/sigprop_}")
programs=("${programs[@]/%/_tests}")
results=build/machines
script=studies/machines/run.sh
source tools/machine/debian.sh

# Runs in this machine or in another, SIGPROP_JOBS at a time: each program of tests, and the verification of all claims by the
# methods METHODS. EMULATOR stands before each command.
# shellcheck disable=SC2016  # expanded where it runs
run_all='
  results="$1" build="$2" emulator="$3" methods="$4"
  shift 4
  mkdir -p "$results"
  export results build emulator
  printf "%s\n" "$@" | xargs -P "${SIGPROP_JOBS:-2}" -I{} bash -c \
    "$emulator $build/tests/sigprop_{}_tests --test-suite-exclude=slow > $results/{}.txt 2>&1; tail -n 3 $results/{}.txt" || true
  $emulator "$build/sigprop" verify --methods "$methods" --reproducible --quiet --json="$results/claims.json" || echo "verify: exit $?"
'
# What an emulator runs forty times as slowly: wide networks, which would take most of a day. Their own tests compare small ones.
without_networks='*,!network'

vectors() {
  bash studies/build.sh sigprop_tool "${programs[@]}"
  local target
  for target in baseline avx2 avx512; do
    if ! SIGPROP_TARGET=$target build/release/sigprop --version >/dev/null 2>&1; then say "$target cannot be had here"; continue; fi
    say "$target"
    SIGPROP_TARGET=$target bash -euc "$run_all" run "$results/$target" build/release "" '*' "${floors[@]}"
  done
}

# make NAME SUITE PACKAGES [OPTION...]: a Debian with a clone of what is committed
make() {
  local name="$1"
  shift
  machine_start
  machine_make "$@"
  git clone --quiet --depth 1 "file://$PWD" "$machine/root/sigprop"
  rm -rf "${results:?}/$name"
}

# build_and_run NAME EMULATOR METHODS BUILD-OPTION...: compiles there; the runs' results are brought here
build_and_run() {
  local name="$1" emulator="$2" methods="$3"
  shift 3
  machine_run /root/sigprop cmake -G Ninja -B build -D CMAKE_BUILD_TYPE=Release -D SIGPROP_WITH_GSL=ON -D SIGPROP_WITH_MPI=OFF "$@"
  machine_run /root/sigprop cmake --build build -j "${SIGPROP_JOBS:-2}" --target sigprop_tool "${programs[@]}"
  machine_run /root/sigprop bash -euc "$run_all" run results_here build "$emulator" "$methods" "${floors[@]}"
  mkdir -p "$results"
  cp -r "$machine/root/sigprop/results_here" "$results/$name"
}

flint3() {
  make flint3 testing "git,python3,$(bash tools/setup.sh --names | tr ' ' ',' | sed 's/,libflint-arb-dev//'),doctest-dev"
  build_and_run flint3 "" '*'
}

aarch64() {
  local all=() foreign=() package
  read -ra all <<<"$(bash tools/setup.sh --names) doctest-dev"
  for package in "${all[@]}"; do
    case "$package" in
      g++ | cmake | ninja-build) foreign+=("$package") ;;
      *) if [[ "$(apt-cache show "$package" | sed -n 's/^Architecture: //p' | head -n 1)" == all ]]; then foreign+=("$package"); else foreign+=("$package:arm64"); fi ;;
    esac
  done
  make aarch64 bookworm "git,python3,g++-aarch64-linux-gnu,qemu-user-static,$(IFS=,; echo "${foreign[*]}")" --architectures=amd64,arm64
  build_and_run aarch64 qemu-aarch64-static "$without_networks" -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR=aarch64 \
    -D CMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -D CMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu \
    -D CMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64-static -D PKG_CONFIG_EXECUTABLE=/usr/bin/aarch64-linux-gnu-pkg-config
  # what this processor gives by the same methods
  bash studies/build.sh sigprop_tool
  build/release/sigprop verify --methods "$without_networks" --reproducible --quiet --json="$results/aarch64/usual.json" || say "verify: exit $?"
}

chosen=("$@")
if ((${#chosen[@]} == 0)); then chosen=("${known[@]}"); fi
for name in "${chosen[@]}"; do
  if [[ " ${known[*]} " != *" $name "* ]]; then echo "$script: there is no machine '$name' (there are ${known[*]})" >&2; exit 2; fi
done
mkdir -p "$results"
if [[ "${SIGPROP_ONE_MACHINE:-}" == yes ]]; then "${chosen[0]}"; exit; fi
status=0
for name in "${chosen[@]}"; do
  # a script of its own, which takes its Debian along when it ends; 77: it cannot be made here
  SIGPROP_ONE_MACHINE=yes bash studies/machines/run.sh "$name" || { status=$?; say "$name: exit $status"; }
done
differs=0
python3 -B studies/machines/machines.py "$results" > "$results/figures.json" || differs=$?
if ((differs > 1)); then exit "$differs"; fi
python3 -B studies/trust/figures.py put machines < "$results/figures.json"
if ((status == 0)); then status=$differs; fi
exit "$status"
