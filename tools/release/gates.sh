#!/usr/bin/env bash
# Runs in a bare Debian what people's CI does with a release: the two steps of action.yml and a hook of pre-commit, both by the wheel alone.
#   tools/release/gates.sh DIST     the folder of a release, with SHA256SUMS
# Needs root. Exits 1 where a gate that should hold does not, or the other way round; 77 where no machine can be made.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# != 1)) || [[ ! -f "$(meant "$1")/SHA256SUMS" ]]; then
  echo "tools/release/gates.sh: give the folder of a release, which has SHA256SUMS: tools/release/gates.sh dist" >&2
  exit 2
fi
dist="$(meant "$1")"
wheel="$(sed -nE "s/^[0-9a-f]{64}  (sigprop-.*-manylinux.*_$(uname -m)[.]whl)\$/\1/p" "$dist/SHA256SUMS")"
version="$(sed -E 's/^sigprop-([^-]+)-.*/\1/' <<<"$wheel")"

script=tools/release/gates.sh
source tools/machine/debian.sh
machine_start
machine_make bookworm git,python3-venv,pre-commit
mkdir -p "$machine/root/releases/v$version" "$machine/root/project"
cp "$dist/$wheel" "$dist/SHA256SUMS" "$machine/root/releases/v$version"
cp -r tools/ci "$machine/root/ci"
cat > "$machine/root/project/claims.json" <<'CLAIMS'
{"defaults": {"source": {"title": "ours"}},
 "claims": [{"id": "model.std", "expression": "truncated_normal.std(-2, 2)", "stated_from": {"path": "init.py", "regex": "STD = ([0-9.]+)"}}]}
CLAIMS
cat > "$machine/root/project/.pre-commit-config.yaml" <<CONFIG
repos:
  - repo: local
    hooks:
      - {id: sigprop, name: sigprop verify, entry: sigprop verify --claims claims.json, language: python, always_run: true, pass_filenames: false,
         additional_dependencies: ["/root/releases/v$version/$wheel"]}
CONFIG
cat > "$machine/root/run.sh" <<'RUN'
set -euo pipefail
export SIGPROP_RELEASES=file:///root/releases SIGPROP_VERSION="$1" GITHUB_PATH=/root/path RUNNER_TEMP=/root/runner
export SIGPROP_CLAIMS=claims.json SIGPROP_BASELINE= SIGPROP_JUNIT=sigprop.xml SIGPROP_ARGUMENTS=
mkdir -p "$RUNNER_TEMP"
git config --global user.name ours && git config --global user.email ours@example.org
git init --quiet . && git add claims.json .pre-commit-config.yaml
expect() {  # CODE COMMAND...
  local wanted="$1" code=0
  shift
  "$@" || code=$?
  echo "== $*: exit $code"
  if ((code != wanted)); then exit 1; fi
}
bash /root/ci/install.sh
PATH="$(cat /root/path):$PATH"
echo "STD = 0.87962566" > init.py
expect 0 bash /root/ci/gate.sh
expect 0 pre-commit run --all-files
echo "STD = 0.87962567" > init.py
expect 1 bash /root/ci/gate.sh
expect 1 pre-commit run --all-files
echo gates hold
RUN
machine_run /root/project bash /root/run.sh "v$version" 2>&1 | tee "$folder/log"
grep -qx 'gates hold' "$folder/log"
