#!/usr/bin/env bash
# Takes the picture of a report that README.md shows: the gate of README.md and curves of attention's entropy, in a browser.
# Needs the built tool, and Debian's chromium. A new version of it draws other bytes: it is run by hand, when the page changes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tool="$(realpath "${SIGPROP_TOOL:-build/release/sigprop}")"
picture="$PWD/docs/pictures/report.png"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
sed -n '/^```json$/,/^```$/{/^```/d;p;}' README.md > "$folder/claims.json"
cd "$folder"
mkdir src
printf 'TRUNC_STD = 0.8796256610342398\nSILU_GAIN = 1.6765\nSELU_ALPHA = 1.6732632423543778\n' > src/init.py
"$tool" verify --claims claims.json --json=gate.json > /dev/null || test $? = 1
"$tool" sweep "attention.entropy(n, std=s)" --over n=2:4096:x2 --over s=1,2,3 --methods closed_form --json=attention.json > /dev/null
"$tool" report gate.json attention.json --html page.html > /dev/null
chromium --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1.5 --window-size=1100,1010 \
  --screenshot="$picture" "page.html" 2> /dev/null
echo "$picture"
