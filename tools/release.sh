#!/usr/bin/env bash
# Makes a release in dist/ from what is committed: the wheel and the static program for x86-64, the sdist, Debian packages, the checker, the
# bill of materials, the sources of the parts under the LGPL, recipes of other package managers, the changelog's section, and the SHA-256 of all.
#   tools/release.sh [TARGET...]     for some targets alone, or for aarch64-linux-…; the rest is made anyway
# The same commit gives the same bytes, whenever and in whichever folder: tools/release/twice.sh shows it. How long it takes: tools/release/README.md.
# It runs on Debian 12, needs PyPI for the compiler (ziglang) and Debian's archive for the sources of the parts, and keeps both in build/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

targets=("$@")
if ((${#targets[@]} == 0)); then targets=(x86_64-linux-gnu.2.28 x86_64-linux-musl); fi  # aarch64 can be named
for target in "${targets[@]}"; do
  if [[ ! "$target" =~ ^(x86_64|aarch64)-linux-(gnu\.2\.28|musl)$ ]]; then
    echo "tools/release.sh: '$target' is no target of a release: x86_64 or aarch64, then -linux-gnu.2.28 or -linux-musl" >&2
    exit 2
  fi
done
changed="$(git status --porcelain)"
if [[ -n "$changed" ]]; then
  printf 'tools/release.sh: a release is made of what is committed; this is not:\n%s\n' "$changed" >&2
  exit 2
fi
version="$(python3 -B -c 'import sys; sys.path.insert(0, "python/build"); import backend; print(backend.version())')"
tag="$(git tag --points-at HEAD --list 'v[0-9]*' | head -n 1)"
if [[ -n "$tag" && "$tag" != "v$version" ]]; then
  echo "tools/release.sh: this commit has the tag $tag, and CMakeLists.txt the version $version" >&2
  exit 2
fi
say() { echo "tools/release.sh: $*" >&2; }
say "sigprop $version${tag:+, tag $tag}"
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
if [[ "$PWD" == *[[:space:]]* ]]; then
  echo "tools/release.sh: the configure scripts of the parts cannot be run in a folder with a space in its name: $PWD" >&2
  exit 2
fi
for target in "${targets[@]}"; do
  if [[ -e "build/parts/$target/relinked" ]]; then
    echo "tools/release.sh: build/parts/$target has a library that tools/release/relink.sh put there: remove that folder" >&2
    exit 2
  fi
done
bash tools/setup.sh --release

new="build/dist.new"  # not in dist/ before all is there
rm -rf "$new"
mkdir -p "$new"
for target in "${targets[@]}"; do
  began=$SECONDS
  case "$target" in
    *-musl)
      bash tools/release/build.sh "$target" sigprop_tool
      cp "build/parts/$target.build/sigprop" "$new/sigprop-$version-linux-${target%%-*}"
      ;;
    *) bash tools/release/wheel.sh "$target" "$new" >&2 ;;
  esac
  say "$target: $((SECONDS - began)) s"
done
python3 -B -c 'import sys; sys.path.insert(0, "python/build"); import backend; backend.build_sdist(sys.argv[1])' "$new"
bash tools/release/checker.sh "$new" >&2
bash tools/release/deb.sh "$new"
python3 -B tools/release/sbom.py "$new/sigprop-$version.cdx.json"
# what the LGPL asks for: the sources that the parts were built from, as they came
while read -r file; do cp "build/parts/sources/$file" "$new/"; done < <(python3 -B tools/release/licences.py --sources)
python3 -B tools/release/recipes.py "$new"
python3 -B tools/release/changes.py "$version" > "$new/CHANGES.md"
for file in "$new"/*; do
  if [[ "${file##*/}" == *[^[:alnum:]._+-]* ]]; then
    echo "tools/release.sh: a page of releases would rename ${file##*/}, and SHA256SUMS name a file that is not there" >&2
    exit 1
  fi
done
(cd "$new" && sha256sum -- * > SHA256SUMS)
rm -rf dist
mv "$new" dist
(cd dist && ls -l --time-style=+ | awk 'NR > 1 {print $5, $6}') >&2
