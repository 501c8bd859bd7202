#!/usr/bin/env bash
# Makes the Debian packages of a release, for the Debian that this runs on: the tool, the library for C++ and the Python package, without GSL.
#   tools/release/deb.sh OUTPUT_FOLDER
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# != 1)) || [[ "$1" == -* ]]; then
  echo "tools/release/deb.sh: give the folder that the packages are written to: tools/release/deb.sh dist" >&2
  exit 2
fi
output="$(meant "$1")"
mkdir -p "$output"
folder="$PWD/build/parts/deb.build"
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
cmake -G Ninja -S . -B "$folder" -D CMAKE_BUILD_TYPE=Release -D SIGPROP_UNITY=ON -D SIGPROP_WITH_MPI=OFF -D SIGPROP_BUILD_PYTHON=ON -D BUILD_TESTING=OFF \
  -D CMAKE_INSTALL_PREFIX=/usr -D CMAKE_CXX_FLAGS="-ffile-prefix-map=$PWD/=" >&2
cmake --build "$folder" -j "${SIGPROP_JOBS:-2}" --target all >&2
rm -f "$folder"/*.deb
(cd "$folder" && cpack -G DEB >&2)
for file in "$folder"/*.deb; do  # a page of releases would rename `~`, by which Debian orders what comes before a release
  name="$(basename "$file")"
  cp "$file" "$output/${name//\~/.}"
done
