#!/usr/bin/env bash
# The first step of action.yml: installs the Debian package of a release, after comparing it with the SHA-256
# that the release states. What is installed already in that version is left alone.
#   SIGPROP_RELEASES  the address below which each release has a folder named after its tag
#   SIGPROP_VERSION   the tag; empty: the version of the sources that this script stands among
set -euo pipefail

fail() { echo "::error title=sigprop::$1"; exit 2; }

tag="${SIGPROP_VERSION:-}"
if [[ -z "$tag" ]]; then
  sources="$(dirname "${BASH_SOURCE[0]}")/../.."
  tag="v$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' "$sources/CMakeLists.txt")"
fi
if [[ ! "$tag" =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  fail "version is '$tag', but tags of releases look like v1.2.3"
fi
version="${tag#v}"
if [[ "$(sigprop --version 2>/dev/null | head -n 1)" == "sigprop $version" ]]; then
  echo "sigprop $version is installed already"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  fail "this is not a Debian system; the package is built for Debian 12: give the job 'container: debian:12'"
fi

become_root=()
if ((EUID != 0)); then become_root=(sudo); fi
as_root() { ${become_root[@]+"${become_root[@]}"} env DEBIAN_FRONTEND=noninteractive "$@"; }
as_root apt-get update -q
if ! command -v curl >/dev/null; then  # a bare debian:12 has none
  as_root apt-get install -q -y --no-install-recommends ca-certificates curl
fi

package="sigprop_${version}_$(dpkg --print-architecture).deb"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
for file in "$package" "$package.sha256"; do
  address="$SIGPROP_RELEASES/$tag/$file"
  curl -fsSL --retry 3 --output "$folder/$file" "$address" || fail "cannot download $address"
done
if ! (cd "$folder" && sha256sum --check "$package.sha256"); then
  fail "$package is not the file whose SHA-256 the release states"
fi
chmod 755 "$folder"  # apt reads the package as a user of its own
if ! as_root apt-get install -q -y --no-install-recommends "$folder/$package"; then
  fail "apt-get cannot install $package, which is built for Debian 12: give the job 'container: debian:12'"
fi
