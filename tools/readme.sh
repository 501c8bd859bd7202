#!/usr/bin/env bash
# Writes the table of refuted constants from the shipped claims: whole to results/refuted.md, its first three
# rows into README.md and README.zh-CN.md, between the two markers. Writes the table of `sigprop limits` into docs/reference/options.md.
# Needs the built tool (cmake --build --preset release --target sigprop_tool).
#   tools/readme.sh --from FILE   takes what `sigprop verify --md` wrote to FILE, and leaves the READMEs alone
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
page="$(mktemp)"
trap 'rm -f "$page" "$page.table" "$page.limits" "$page.marked"' EXIT
status=0
if [[ "${1:-}" == --from ]]; then
  cp "$2" "$page"
else
  "$tool" verify --md > "$page" || status=$?
fi
sed -n '/^<!-- refuted -->$/,/^<!-- \/refuted -->$/p' "$page" > "$page.table"
if [[ ! -s "$page.table" ]]; then
  echo "tools/readme.sh: sigprop verify printed no table of refuted constants (exit $status)" >&2
  exit 1
fi
whole=results/refuted.md
{
  cat << 'END'
# Refuted constants

Each source states, without a hedge, what a number is. The proof shows that it is another number; the column "proved" has it. Widely
used code comes first, and large errors come before small ones. `sigprop verify --md` prints this table, `sigprop show ID` has the
notes on a claim, and `tools/readme.sh` writes this file.

END
  cat "$page.table"
} > "$whole"

if [[ "${1:-}" == --from ]]; then exit; fi

# of the first three rows what is read at the width of a page: where, what, stated and proved
awk -F ' [|] ' 'BEGIN { OFS = " | " } /^<!--/ { print; next } ++row == 2 { print "| --- | --- | --- | --- |"; next }
  row <= 5 { sub(/^[|] /, "", $1); sub(/,.*/, "", $2); print "| " $2, $1, $4, $5 " |" }' "$page.table" > "$page.marked"
cp "$page.marked" "$page.table"
"$tool" limits --md > "$page.limits"
# between FILE's lines <!-- NAME --> and <!-- /NAME -->, both included: what stands in TABLE
put() {
  local file="$1" name="$2" table="$3" marker
  for marker in "<!-- $name -->" "<!-- /$name -->"; do
    if [[ "$(grep -cxF -- "$marker" "$file")" != 1 ]]; then
      echo "tools/readme.sh: $file needs the line '$marker' once" >&2
      exit 1
    fi
  done
  sed -e "/^<!-- $name -->\$/,/^<!-- \/$name -->\$/{/^<!-- \/$name -->\$/r $table" -e 'd;}' "$file" > "$page"
  cat "$page" > "$file"
}
{
  echo '<!-- limits -->'
  cat "$page.limits"
  echo '<!-- /limits -->'
} > "$page.marked"
put README.md refuted "$page.table"
put README.zh-CN.md refuted "$page.table"
put docs/reference/options.md limits "$page.marked"
