#!/usr/bin/env bash
# Makes the virtual environment build/venv/NAME from tools/requirements/NAME.txt. It is silent where the environment has these
# pins already, and makes it anew where the file has changed. What cannot be had (no network, no space on the disk) is said in one
# line, leaves nothing behind and exits 2.
#   tools/requirements/install.sh NAME...    torch, jax, mlx or tools; tools/setup.sh calls it
# SIGPROP_VENVS names another folder than build/venv. What pip does is in FOLDER/NAME.log where it fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/requirements/venv.sh

fail() {
  echo "tools/setup.sh: no $venv: $1" >&2
  exit 2
}

# The number before a unit in the second line of the file, which says what was measured.
measured() { sed -n "2s/^# .*$1 \([0-9]*\) MB.*/\1/p" "$requirements"; }

make_venv() {
  local download disk free began=$SECONDS
  download="$(measured download)"
  disk="$(measured disk)"
  if [[ -z "$download" || -z "$disk" ]]; then fail "line 2 of $requirements must say: # download N MB, disk N MB, N s of processor time"; fi
  mkdir -p "$(dirname "$venv")" || fail "its folder cannot be made"
  free="$(df --output=avail -BM "$(dirname "$venv")" | tail -n 1 | tr -dc 0-9)"
  if ((free < download + disk)); then
    fail "it takes $((download + disk)) MB while pip installs and $disk MB afterwards, and $free MB are free"
  fi
  echo "tools/setup.sh: making $venv from $requirements: $(sed -n '2s/^# //p' "$requirements")" >&2
  rm -rf "$venv"
  trap 'rm -rf "$venv"' EXIT
  trap 'exit 130' INT TERM
  # pip unpacks in TMPDIR, and /tmp may be small
  if ! { "$(venv_base_python)" -m venv "$venv" && mkdir "$venv/tmp" && TMPDIR="$(cd "$venv/tmp" && pwd)" PIP_DISABLE_PIP_VERSION_CHECK=1 \
    "$venv/bin/python" -m pip install --no-input --only-binary :all: -r "$requirements" &&
    "$venv/bin/python" -m pip check; } > "$log" 2>&1 </dev/null; then
    fail "$(grep -E 'ERROR|Error|error' "$log" | tail -n 1 || tail -n 1 "$log") ($log has all)"
  fi
  rm -rf "$venv/tmp" "$log"
  venv_stamp > "$venv/$venv_stamp_name"
  trap - EXIT INT TERM
  echo "tools/setup.sh: made $venv in $((SECONDS - began)) s" >&2
}

if (($# == 0)); then
  echo "tools/requirements/install.sh: name one or more of $(venv_names)" >&2
  exit 2
fi
for name in "$@"; do
  venv_of "$name" || exit 2
  if venv_is_current; then continue; fi
  ( make_venv )
done
