#!/usr/bin/env bash
# Makes the site: build/docs/site/index.html, from docs/, the catalogue and the reports. Strict: a link that leads
# nowhere, or a page that nothing leads to, is an error. Needs the built tool, and Debian's mkdocs, mkdocs-material and python3-matplotlib.
#   tools/docs.sh [FOLDER]    builds in FOLDER instead of build/docs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
folder="${1:-build/docs}"
if ! command -v mkdocs > /dev/null; then
  echo "tools/docs.sh: mkdocs is missing: apt-get install --no-install-recommends mkdocs mkdocs-material" >&2
  exit 2
fi
/usr/bin/python3 -B tools/docs/reference.py "$tool" "$folder"
mkdocs build --quiet --strict --config-file "$folder/mkdocs.yml"
{ echo -n 'window.siteIndex = '; cat "$folder/site/search/search_index.json"; echo ';'; } > "$folder/site/search/search_index.js"
/usr/bin/python3 -B tools/docs/links.py "$folder/site"
echo "$folder/site/index.html"
