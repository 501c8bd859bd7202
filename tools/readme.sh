#!/usr/bin/env bash
# Writes the table of refuted constants into README.md, between its two markers, from the shipped claims.
# Needs the built tool (cmake --build --preset release --target sigprop_tool).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
page="$(mktemp)"
trap 'rm -f "$page" "$page.table"' EXIT
status=0
"$tool" verify --md > "$page" || status=$?
sed -n '/^<!-- refuted -->$/,/^<!-- \/refuted -->$/p' "$page" > "$page.table"
if [[ ! -s "$page.table" ]]; then
  echo "tools/readme.sh: sigprop verify printed no table of refuted constants (exit $status)" >&2
  exit 1
fi
for marker in '<!-- refuted -->' '<!-- /refuted -->'; do
  if [[ "$(grep -cxF -- "$marker" README.md)" != 1 ]]; then
    echo "tools/readme.sh: README.md needs the line '$marker' once" >&2
    exit 1
  fi
done
sed -e '/^<!-- refuted -->$/,/^<!-- \/refuted -->$/{/^<!-- \/refuted -->$/r '"$page.table" -e 'd;}' README.md > "$page"
cat "$page" > README.md
