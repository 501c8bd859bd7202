#!/usr/bin/env bash
# Makes the checker of certificates a package of its own: sigprop_check-VERSION-py3-none-any.whl, for every Python from 3.8 on, with
# the module sigprop_check, which is tools/check/check.py byte for byte, and the command sigprop-check.
#   tools/release/checker.sh OUTPUT_FOLDER
# It needs python3 alone. The same tree gives the same bytes, in whichever folder and whenever.
set -euo pipefail

if (($# != 1)) || [[ "$1" == -* ]]; then
  echo "tools/release/checker.sh: give the folder that the wheel is written to: tools/release/checker.sh dist" >&2
  exit 2
fi
if ! command -v python3 > /dev/null; then
  echo "tools/release/checker.sh: there is no python3: apt-get install --no-install-recommends python3" >&2
  exit 2
fi
exec python3 -I -B "$(dirname "${BASH_SOURCE[0]}")/checker.py" "$1"
