#!/usr/bin/env bash
# Tries wheels on bare machines: in each Debian, made in a folder with Python's `venv` and nothing else, pip installs the wheel without an index,
# README.md's lines of Python are run, and the numbers must be the same texts on all of them. Prints a table in Markdown. Exits 1 where
# anything failed, 77 where no machine can be made.
#   tools/release/machines.sh FOLDER [NAME...]     the wheels are in FOLDER
# A NAME is bullseye, bookworm, trixie or sid, alone or with what is other there: -arm64 (another processor, by qemu), -nehalem or -haswell
# (an x86-64 without AVX2, or without AVX-512, by qemu), -pypy, or -python3.15 and its like; or the path of a Python on this machine.
# Needs root. Machines are made as tools/fresh.sh makes its own. Times of emulated machines are those of the emulator.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# == 0)) || [[ ! -d "$(meant "$1")" ]]; then
  echo "tools/release/machines.sh: give the folder with the wheels: tools/release/machines.sh dist" >&2
  exit 2
fi
wheels="$(meant "$1")"
shift
names=("$@")
if ((${#names[@]} == 0)); then
  names=(bullseye bookworm trixie sid sid-python3.15 bookworm-pypy sid-pypy bookworm-nehalem bookworm-haswell bookworm-arm64)
fi
script=tools/release/machines.sh
source tools/machine/debian.sh
report="$(mktemp)"
trap 'rm -f "$report"' EXIT

# Installs the wheel of the folder for PYTHON and measures from there on; the rest is the emulator that Python runs under.
# shellcheck disable=SC2016  # expanded on the machine
measure='set -eu
  name="$1" python="$2"; shift 2
  began=$(date +%s%N)
  "$python" -m venv ../venv
  ../venv/bin/python -m pip install --quiet --no-index --disable-pip-version-check ./*.whl
  "$@" ../venv/bin/python ../venv/bin/sigprop eval "activation.gain(gelu)" --plain > /dev/null
  exec ../venv/bin/python on_machine.py "$name" $(( ($(date +%s%N) - began) / 1000000 )) "$@"'

lay_out() {  # FOLDER MACHINE: what is tried, and what tries it
  local wheel
  wheel="$(ls -t "$wheels"/sigprop-*-manylinux*_"$2".whl 2>/dev/null | head -n 1)"
  if [[ -z "$wheel" ]]; then say "there is no wheel for $2 in $wheels" >&2; exit 2; fi
  mkdir "$1"
  cp "$wheel" README.md tests/python/pages.py tools/release/on_machine.py "$1"
}

# In a subshell, since machine_start sets a trap that removes the folder.
try() (
  local name="$1" processor=x86_64 packages=python3-venv python=python3 emulator=() options=()
  if [[ "$name" == /* ]]; then
    folder="$(mktemp -d)"
    trap 'rm -rf "$folder"' EXIT
    lay_out "$folder/wheel" "$(uname -m)"
    cd "$folder/wheel"
    env -i PATH="$PATH" HOME="$folder" sh -c "$measure" here "this machine" "$name"
    exit
  fi
  machine_start
  case "$name" in
    *-arm64) processor=aarch64 options=(--architectures=arm64); machine_emulate aarch64 ;;
    *-nehalem) packages+=,qemu-user-static emulator=(qemu-x86_64-static -cpu Nehalem) ;;
    *-haswell) packages+=,qemu-user-static emulator=(qemu-x86_64-static -cpu Haswell) ;;
    *-pypy) packages=pypy3-venv python=pypy3 ;;
    *-python*) python="${name#*-}" packages="${name#*-}-venv" ;;
  esac
  machine_make "${name%-*}" "$packages" "${options[@]}" >&2
  lay_out "$machine/root/wheel" "$processor"
  machine_run /root/wheel sh -c "$measure" here "$name" "$python" "${emulator[@]}"
)

failed=no
skipped=no
for name in "${names[@]}"; do
  if try "$name" > "$report.machine" 2>&1; then
    grep '^|' "$report.machine" >> "$report" || failed=yes
  else
    status=$?
    if ((status == 77)); then skipped=yes; else failed=yes; fi
    tail -n 5 "$report.machine" >&2
    echo "| $name | failed or not made (exit $status) | | | | | | | | |" >> "$report"
  fi
  rm -f "$report.machine"
done
echo "| machine | Python | C library | vectors | from pip to the first number, ms | import, ms | first number, ms | README.md | selftest | digest of the numbers |"
echo "|---|---|---|---|---:|---:|---:|---|---|---|"
cat "$report"
if (($(sed -nE 's/.*\| ([0-9a-f]{16}) \|$/\1/p' "$report" | sort -u | wc -l) > 1)); then
  say "the numbers are not the same everywhere"
  failed=yes
fi
if [[ "$failed" == yes ]]; then exit 1; fi
if [[ "$skipped" == yes ]]; then exit 77; fi
