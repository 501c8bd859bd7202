#!/usr/bin/env bash
# Tries wheels on bare machines: in each Debian, made in a folder with Python's venv and nothing else, pip installs the wheel without an index,
# README.md's lines of Python are run, and the numbers must be the same texts on all of them. Prints a table in Markdown. Exits 1 where
# anything failed, 77 where no machine can be made.
#   tools/release/machines.sh FOLDER [NAME...]     the wheels are in FOLDER; of bullseye, bookworm, trixie, sid, bookworm-arm64 (by qemu)
# Needs root. Machines are made as tools/fresh.sh makes its own.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# == 0)) || [[ ! -d "$(meant "$1")" ]]; then
  echo "tools/release/machines.sh: give the folder with the wheels: tools/release/machines.sh dist" >&2
  exit 2
fi
wheels="$(meant "$1")"
shift
names=("$@")
if ((${#names[@]} == 0)); then names=(bullseye bookworm trixie sid bookworm-arm64); fi

script=tools/release/machines.sh
source tools/machine/debian.sh
report="$(mktemp)"
trap 'rm -f "$report"' EXIT

# try NAME SUITE ARCHITECTURE MACHINE [OPTION...]: in a subshell, since machine_start sets a trap that removes the folder
try() (
  local name="$1" suite="$2" machine_name="$3" wheel
  shift 3
  wheel="$(ls -t "$wheels"/sigprop-*-manylinux*_"$machine_name".whl 2>/dev/null | head -n 1)"
  if [[ -z "$wheel" ]]; then say "there is no wheel for $machine_name in $wheels"; exit 2; fi
  machine_start
  machine_make "$suite" python3-venv "$@" >&2
  mkdir "$machine/root/wheel"
  cp "$wheel" README.md tests/python/pages.py tools/release/on_machine.py "$machine/root/wheel"
  machine_run /root/wheel sh -c 'began=$(date +%s%N)
    python3 -m venv /root/venv && /root/venv/bin/pip install --quiet --no-index --disable-pip-version-check ./*.whl &&
      /root/venv/bin/sigprop eval "activation.gain(gelu)" --plain >/dev/null &&
      /root/venv/bin/python on_machine.py '"$name"' $(( ($(date +%s%N) - began) / 1000000 ))' 2>&1
)

failed=no
skipped=no
for name in "${names[@]}"; do
  case "$name" in
    *-arm64) options=(aarch64 --architectures=arm64) ;;
    *) options=(x86_64) ;;
  esac
  if try "$name" "${name%-arm64}" "${options[@]}" > "$report.$name"; then
    grep '^|' "$report.$name" >> "$report" || failed=yes
  else
    status=$?
    if ((status == 77)); then skipped=yes; else failed=yes; fi
    tail -n 5 "$report.$name" >&2
    echo "| $name | failed or not made (exit $status) | | | | | |" >> "$report"
  fi
  rm -f "$report.$name"
done
echo "| machine | Python | C library | from pip to the first number, ms | import, ms | README.md | digest of the numbers |"
echo "|---|---|---|---|---|---|---|"
cat "$report"
if (($(sed -nE 's/.*\| ([0-9a-f]{16}) \|$/\1/p' "$report" | sort -u | wc -l) > 1)); then
  say "the numbers are not the same everywhere"
  failed=yes
fi
if [[ "$failed" == yes ]]; then exit 1; fi
if [[ "$skipped" == yes ]]; then exit 77; fi
