#!/usr/bin/env bash
# The error terms of all proofs (src/core/ball/error_term.hpp) with the tests that miss them, read from the
# sources. tests/house/error_terms_test.cpp checks that none is without a test.
#   tools/error_terms.sh           prints the list
#   tools/error_terms.sh --write   puts it into tests/error_terms.md
#   tools/error_terms.sh --check   exits 1 when tests/error_terms.md shows another list
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

page=tests/error_terms.md

# "name path [factor]" for every match; a call may break its line behind the parenthesis
terms() {
  grep -rlE 'error_term\(' src --include='*.cpp' --include='*.hpp' | sort | while read -r file; do
    tr '\n' ' ' < "$file" | { grep -oE 'error_term\( *"[^"]*"' || true; } | sed -E "s#error_term\( *\"(.*)\"#\1 $file#"
  done | sort
}
tests() {
  grep -rlE '\bsharp\(' tests --include='*.cpp' | grep -v '^tests/house/' | sort | while read -r file; do
    tr '\n' ' ' < "$file" | { grep -oE '\bsharp\( *"[^"]*", *[0-9.e-]+' || true; } |
      sed -E "s#sharp\( *\"(.*)\", *([0-9.e-]+)#\1 $file \2#"
  done | sort -k1,1 -k3,3gr
}

list() {
  cat << 'END'
# The error terms of the proofs

Every term that widens an enclosure, where it stands, and the test that misses it: with the term multiplied by
this factor the enclosure no longer holds the truth. It is 0.5 where the theorem is attained at least to a half;
where it is smaller, the test says why. `tools/error_terms.sh --write` makes this page from the sources.

| term | in | misses the truth at | test |
|---|---|---|---|
END
  join -a 1 <(terms) <(tests) | awk '
    { key = $1; if (key == last) next; last = key
      print "| `" $1 "` | " $2 " | " ($4 == "" ? "-" : $4) " | " ($3 == "" ? "none" : $3) " |" }'
}

case "${1:-}" in
  "") list ;;
  --write) list > "$page" ;;
  --check)
    diff -u "$page" <(list) || {
      echo "$page is not what the sources say: run tools/error_terms.sh --write" >&2
      exit 1
    } ;;
  *) echo "usage: tools/error_terms.sh [--write | --check]" >&2; exit 2 ;;
esac
