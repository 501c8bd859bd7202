#!/usr/bin/env bash
# The first step of action.yml: installs a release's wheel for this machine into a Python environment of its own, after comparing it with
# the SHA-256 that the release states. Only the command `sigprop` gets into PATH, so that the job's own Python stays what it is. What is
# installed already in that version is left alone.
#   SIGPROP_RELEASES  the address below which each release has a folder named after its tag
#   SIGPROP_VERSION   the tag; empty: the version of the sources that this script stands among
#   GITHUB_PATH       the file of folders for PATH, as GitHub's runner gives it; without it the folder is printed
set -euo pipefail

fail() { echo "::error title=sigprop::$1"; exit 2; }

here="$(dirname "${BASH_SOURCE[0]}")"
tag="${SIGPROP_VERSION:-}"
setting() { sed -nE "s/^$1\$/\\1/p" "$here/../../CMakeLists.txt"; }
if [[ -z "$tag" ]]; then tag="v$(setting ' *VERSION ([0-9.]+)')$(setting 'set\(SIGPROP_PRERELEASE ?([^ )]*)\).*')"; fi
if [[ ! "$tag" =~ ^v[0-9]+\.[0-9]+\.[0-9]+([.a-z][a-z0-9.]*)?$ ]]; then
  fail "version is '$tag', but tags of releases look like v1.2.3"
fi
version="${tag#v}"
if [[ "$(sigprop --version 2>/dev/null | head -n 1)" == "sigprop $version" ]]; then
  echo "sigprop $version is installed already"
  exit 0
fi
if ! command -v python3 >/dev/null; then
  fail "there is no python3, which installs the wheel: take an image with Python, or actions/setup-python in a step before"
fi

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
fetch() {
  local address="$SIGPROP_RELEASES/$tag/$1" said
  said="$(python3 -I -B "$here/download.py" "$address" "$folder/$1" 2>&1)" || fail "cannot download $address: ${said:-no reason}"
}
fetch SHA256SUMS
machine="$(uname -m)"
# one wheel for glibc, and one for musl where there is one; pip takes the one that fits
if ! grep -E "^[0-9a-f]{64}  sigprop-${version//./[.]}-[A-Za-z0-9_.-]+_$machine[.]whl\$" "$folder/SHA256SUMS" > "$folder/wanted"; then
  fail "release $tag has no wheel for $machine"
fi
while read -r _ wheel; do fetch "$wheel"; done < "$folder/wanted"
if ! (cd "$folder" && sha256sum --check --strict wanted); then
  fail "a wheel is not the file whose SHA-256 release $tag states"
fi

home="${RUNNER_TEMP:-${TMPDIR:-/tmp}}/sigprop-$version"
rm -rf "$home"
if ! python3 -m venv "$home/python"; then
  fail "python3 has no venv: apt-get install python3-venv, or actions/setup-python in a step before"
fi
if ! "$home/python/bin/python" -m pip --disable-pip-version-check install --no-index --no-deps --find-links "$folder" "sigprop==$version"; then
  fail "pip cannot install sigprop $version: no wheel of the release is for this machine's Python, $machine and C library"
fi
mkdir "$home/bin"
ln -s "$home/python/bin/sigprop" "$home/bin/sigprop"
if [[ "$("$home/bin/sigprop" --version | head -n 1)" != "sigprop $version" ]]; then fail "the installed command is not sigprop $version"; fi
if [[ -n "${GITHUB_PATH:-}" ]]; then
  echo "$home/bin" >> "$GITHUB_PATH"
else
  echo "sigprop $version is $home/bin/sigprop"
fi
