#!/usr/bin/env bash
# Installs the sdist of a release in a bare Debian 12 as pip does it for people: at first without the libraries, when the error must name the
# packages; then with what it names and nothing else. Prints the row of tools/release/machines.sh, and the digest of each of its questions: where
# estimates take part, their last digits are those of Debian's C library, and the digest is not that of the wheels.
#   tools/release/from_source.sh DIST     the folder of a release, with the sdist
# Needs root. Exits 1 where something failed, 77 where no machine can be made. It compiles the package: ten minutes on two cores.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# != 1)) || ! ls "$(meant "$1")"/sigprop-*.tar.gz >/dev/null 2>&1; then
  echo "tools/release/from_source.sh: give the folder of a release, which has the sdist: tools/release/from_source.sh dist" >&2
  exit 2
fi
dist="$(meant "$1")"

script=tools/release/from_source.sh
source tools/machine/debian.sh
machine_start
machine_make bookworm python3-venv,cmake,ninja-build
mkdir "$machine/root/here"
cp "$dist"/sigprop-*.tar.gz README.md tests/python/pages.py tools/release/on_machine.py "$machine/root/here"
cat > "$machine/root/run.sh" <<'RUN'
set -euo pipefail
python3 -m venv ../venv
install() { ../venv/bin/python -m pip install --no-index --disable-pip-version-check ./sigprop-*.tar.gz; }
if install > log 2>&1; then echo "it was installed without libraries"; exit 1; fi
grep -o 'sigprop: libraries are missing; as root: .*' log || { tail -n 20 log; exit 1; }
apt-get update -q > log.apt 2>&1
eval "$(sed -nE 's/.*sigprop: libraries are missing; as root: (apt-get install )/DEBIAN_FRONTEND=noninteractive \1-q -y /p' log)" >> log.apt 2>&1
began=$(date +%s%N)
install > log 2>&1 || { tail -n 20 log; exit 1; }
../venv/bin/sigprop eval "activation.gain(gelu)" --plain > /dev/null
SIGPROP_DIGESTS=yes exec ../venv/bin/python on_machine.py bookworm $(( ($(date +%s%N) - began) / 1000000 ))
RUN
machine_run /root/here bash /root/run.sh 2>&1 | tee "$folder/log"
grep -q '^| bookworm .* passed ' "$folder/log"
