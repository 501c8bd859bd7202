#!/usr/bin/env bash
# Certificates of all shipped claims, each checked by tools/check/check.py: how many are accepted, and which quantities have
# none. Exits 1 when one is not accepted.
#   studies/certificates/run.sh [FOLDER]    writes them to FOLDER instead of build/certificates
# With SIGPROP_MUTATIONS=N also tries N changed certificates, and puts all figures into results/trust.json.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tool="${SIGPROP_TOOL:-build/release/sigprop}"
folder="${1:-build/certificates}"
rm -rf "$folder"
# What samples say does not matter here.
"$tool" verify --samples 1000 --certificates "$folder" > /dev/null
verdicts=0
find "$folder" -name '*.json' -print0 | sort -z | xargs -0 python3 -B tools/check/check.py > "$folder/verdicts.txt" || verdicts=1
echo "accepted: $(grep -c '^ACCEPT' "$folder/verdicts.txt")"
grep -v '^ACCEPT' "$folder/verdicts.txt" || true
echo "without a certificate:"
sed -e 's/^[^:]*: //' -e 's/^no route of \([a-z_.0-9]*\).*/\1/' -e 's/^no digit of .*/no digit is proved/' "$folder/none.txt" \
  | sort | uniq -c | sort -rn
if [[ -n "${SIGPROP_MUTATIONS:-}" ]]; then
  SIGPROP_MUTATION_COUNTS="$folder/mutations.txt" python3 -B tests/check/certificates_test.py "$tool" Mutated
  python3 -B studies/certificates/certificates.py "$folder" | python3 -B studies/trust/figures.py put certificates
fi
exit "$verdicts"
