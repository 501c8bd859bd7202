#!/usr/bin/env bash
# Runs Python of the environment build/venv/NAME, or says that it is missing or has other pins and exits 77, which CTest counts as skipped.
#   tools/requirements/run.sh NAME ARGUMENT...    as in: tools/requirements/run.sh torch -m pytest FILE
set -euo pipefail
name="$1"
shift
folder="$PWD"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/requirements/venv.sh
venv_of "$name"
if ! venv_is_current; then
  option="--frameworks"
  if [[ "$name" == tools ]]; then option="--tools"; fi
  state="is not there"
  if [[ -d "$venv" ]]; then state="is not what $requirements says"; fi
  echo "skipped: $venv $state: bash tools/setup.sh $option makes it"
  exit 77
fi
python="$(cd "$venv/bin" && pwd)/python"
cd "$folder"
exec "$python" -B "$@"
