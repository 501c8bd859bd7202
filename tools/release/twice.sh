#!/usr/bin/env bash
# Shows that a release is the same bytes when it is made again: clones what is committed into two folders of different names, makes the release
# in both from nothing but the downloaded sources, and compares the hashes. Prints them; exits 1 where they differ.
#   tools/release/twice.sh FOLDER [TARGET...]     FOLDER is made, with both clones and both dist/ in it; it takes twice as long as a release
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# == 0)) || [[ "$1" == -* || -e "$(meant "$1")" ]]; then echo "tools/release/twice.sh: give a folder that is not there" >&2; exit 2; fi
folder="$(meant "$1")"
shift
names=(one the-other-one)
for name in "${names[@]}"; do  # both before the first is made, which takes long enough for somebody to commit
  git clone --quiet . "$folder/$name/sigprop"
  mkdir -p "$folder/$name/sigprop/build/parts" "$folder/$name/sigprop/build/venv"
  cp -r build/parts/sources "$folder/$name/sigprop/build/parts/" 2>/dev/null || true
done
for name in "${names[@]}"; do bash "$folder/$name/sigprop/tools/release.sh" "$@"; done
cat "$folder/one/sigprop/dist/SHA256SUMS"
diff "$folder/one/sigprop/dist/SHA256SUMS" "$folder/the-other-one/sigprop/dist/SHA256SUMS"
