#!/usr/bin/env bash
# The map that src/README.md shows: the rooms of the house and which rooms each one includes, read from the
# #include lines. Exits 1 when rooms include each other in a circle.
#   tools/rooms.sh           prints the map
#   tools/rooms.sh --write   puts it into src/README.md, between its two markers
#   tools/rooms.sh --check   exits 1 when src/README.md shows another map
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

page=src/README.md

files() { find src include/sigprop -mindepth 2 -name '*.[ch]pp' | sort; }
room_of() { sed -E 's#^(src|include/sigprop)/##; s#/[^/]*$##'; }

# "from to" for every pair of rooms where one includes a header of the other
arrows() {
  files | xargs grep -HoE '^ *# *include *["<][a-z_]+/[^">]*' | sed -E 's/: *# *include *["<](sigprop\/)?/ \1/' |
    while read -r file header; do
      case "$header" in
        sigprop/*) [[ -e "include/$header" ]] || continue ;;
        *) [[ -e "src/$header" ]] || continue ;;
      esac
      echo "${file#*/} ${header#sigprop/}"
    done | sed -E 's#^sigprop/##; s#/[^/ ]* # #; s#/[^/ ]*$##' | awk '$1 != $2' | sort -u
}

map() {
  local pairs order floor room
  pairs="$(arrows)"
  # each room comes after those it includes; tsort names the rooms of a circle and fails
  order="$({ files | room_of | sed -E 's/(.*)/\1 \1/' && awk '{print $2, $1}' <<<"$pairs"; } | tsort)"
  for floor in core formats methods models quantities judgement engine measure report; do
    for room in $(grep -E "^$floor(/|\$)" <<<"$order"); do
      printf '%-27s %3d files' "$room" "$(files | room_of | grep -cxF "$room")"
      # following lines are aligned with the first
      awk -v room="$room" '$1 == room {print $2}' <<<"$pairs" | paste -sd' ' | fold -sw 70 |
        sed -E 's/ +$//; 1s/^(.)/  <- \1/; 2,$s/^/                                         /'
    done
  done
}

case "${1:-}" in
  '') map ;;
  --write | --check)
    new="$(mktemp)"
    trap 'rm -f "$new"' EXIT
    {
      sed -n '1,/^<!-- rooms -->$/p' "$page"
      echo '```'
      map
      echo '```'
      sed -n '/^<!-- \/rooms -->$/,$p' "$page"
    } > "$new"
    if [[ "$1" == --write ]]; then
      cat "$new" > "$page"
    elif ! diff "$page" "$new" >&2; then
      echo "$page shows another map than the tree has: bash tools/rooms.sh --write" >&2
      exit 1
    fi
    ;;
  *) echo "tools/rooms.sh: unknown option '$1' (there are --write and --check)" >&2; exit 2 ;;
esac
