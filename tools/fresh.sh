#!/usr/bin/env bash
# Proves that the commands of README.md work on a bare machine: makes a Debian 12 (minbase and git) in a
# folder of its own, clones the committed HEAD into it, runs the first command (tools/verify.sh), and checks
# that git would show nothing left behind. --all also runs the second one (tools/test.sh), which must not
# compile the library or the tool again. Of this machine it uses only the package sources and the network.
# Needs root for chroot and mounts. Exits 0 on success, 1 when something failed, 77 where no such machine can
# be made: skipped, which is no success.
#   tools/fresh.sh [--all | --keep FOLDER | --wheel FILE]
# --keep: the build folder that the first command has made is moved to FOLDER, for a build that goes on from there. Sources
# stand in the machine where they stand here, so that its paths are right; it is not kept where a compiler or header of
# the machine is another version than here.
# --wheel: the machine has python3-venv and nothing else; the wheel must import there and give what README.md shows.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

all=no
keep=""
wheel=""
while (($# > 0)); do
  case "$1" in
    --all) all=yes ;;
    --keep)
      keep="${2:-}"
      if [[ -z "$keep" || -e "$keep" ]]; then echo "tools/fresh.sh: --keep needs a folder that is not there, not '$keep'" >&2; exit 2; fi
      shift
      ;;
    --wheel)
      wheel="${2:-}"
      if [[ ! -f "$wheel" ]]; then echo "tools/fresh.sh: --wheel needs a file, not '$wheel'" >&2; exit 2; fi
      shift
      ;;
    *) echo "tools/fresh.sh: unknown option '$1' (there are --all, --keep FOLDER and --wheel FILE)" >&2; exit 2 ;;
  esac
  shift
done

skip() { echo "tools/fresh.sh: skipped, no bare machine can be made here: $1"; exit 77; }
say() { echo "tools/fresh.sh: $1"; }

if ((EUID != 0)); then skip "that needs root"; fi
# Mounts and processes live in namespaces of their own: however this script ends, the kernel removes them, and
# the command that removes the folder never sees a mount.
namespaces=(unshare --mount --pid --fork --kill-child --mount-proc)
if ! "${namespaces[@]}" true 2>/dev/null; then skip "this system forbids to mount"; fi
if ! command -v mmdebstrap >/dev/null; then
  if ! command -v apt-get >/dev/null; then skip "there is neither mmdebstrap nor apt-get"; fi
  say "installing mmdebstrap"
  install=(env DEBIAN_FRONTEND=noninteractive apt-get)
  "${install[@]}" update -q >/dev/null 2>&1 || true
  if ! "${install[@]}" install -q -y --no-install-recommends mmdebstrap debian-archive-keyring >/dev/null 2>&1; then
    skip "mmdebstrap cannot be installed"
  fi
fi

mapfile -t commands < <(grep -oE '^bash tools/[a-z]+\.sh' README.md)
if [[ "${commands[*]}" != "bash tools/verify.sh bash tools/test.sh" ]]; then
  say "README.md shows other commands than the two that are known here: ${commands[*]}"
  exit 1
fi
if [[ "$all" == no ]]; then commands=("${commands[0]}"); fi
if [[ -n "$wheel" ]]; then commands=("sh wheel.sh"); fi

folder="$(mktemp -d "${TMPDIR:-/var/tmp}/sigprop-fresh.XXXXXXXX")"
machine="$folder/machine"
checkout=/root/sigprop  # in the machine
if [[ -n "$keep" ]]; then checkout="$PWD"; fi
inside=""
finish() {
  trap '' INT TERM HUP
  # The first process inside takes all others along, and unshare ends when they have ended.
  if [[ -n "$inside" ]]; then
    local first=""
    read -r first 2>/dev/null < "/proc/$inside/task/$inside/children" || true
    kill -KILL "${first:-$inside}" 2>/dev/null || true
    wait "$inside" 2>/dev/null || true
  fi
  rm -rf --one-file-system "$folder"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
# A signal interrupts a wait, but not a command in the foreground.
apart() {
  local status=0
  "${namespaces[@]}" "$@" </dev/null &
  inside=$!
  wait "$inside" || status=$?
  inside=""
  return "$status"
}

# Where this machine gets its Debian 12 packages, and how apt reaches them; mmdebstrap has defaults. A source
# with a key of its own is not part of Debian.
sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  if grep -qE '^[^#]*\<bookworm\>' "$file" 2>/dev/null &&
      ! grep -iE 'signed-by' "$file" | grep -qvE '/debian-archive-'; then
    sources+=("$file")
  fi
done
apt-config dump Acquire | grep -E '^Acquire::((http|https|ftp)::|Check-|Retries|Languages|Force|Allow)' |
  grep -vE 'Proxy-Auto-Detect|""' > "$folder/apt.conf" || true
packages=git
if [[ -n "$wheel" ]]; then packages=python3-venv; fi
if grep -qs '^[^#]*https:' "${sources[@]+"${sources[@]}"}" "$folder/apt.conf"; then packages+=,ca-certificates; fi

say "making a bare Debian 12 in $machine"
if ! apart mmdebstrap --quiet --variant=minbase --mode=root --include="$packages" --aptopt="$folder/apt.conf" \
    bookworm "$machine" ${sources[@]+"${sources[@]}"} > "$folder/log" 2>&1; then
  cat "$folder/log"
  skip "mmdebstrap failed"
fi
for file in /etc/resolv.conf /etc/hosts; do
  if [[ -e "$file" ]]; then cp -L --remove-destination "$file" "$machine$file"; fi
done

say "cloning commit $(git rev-parse --short HEAD) into it"
if [[ -n "$(git status --porcelain)" ]]; then say "what is not committed is left out:"; git status --short; fi
if [[ -z "$wheel" ]]; then
  git clone --quiet --depth 1 "file://$PWD" "$machine$checkout"
else
  mkdir "$machine/root/sigprop"
  cp "$wheel" README.md tests/python/pages.py "$machine/root/sigprop"
  cat > "$machine/root/sigprop/wheel.sh" <<'SCRIPT'
set -e
python3 -m venv /root/venv
/root/venv/bin/pip install --quiet --no-index ./*.whl
cd / # the package that is imported is the installed one
/root/venv/bin/python /root/sigprop/pages.py /root/sigprop/README.md
/root/venv/bin/python -c 'import sigprop; print(repr(sigprop.truncated_normal.std(-2, 2)))'
SCRIPT
fi

# The environment of a bare machine: no compiler cache and no options, only the way to the network.
environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SIGPROP_JOBS; do
  if [[ -n "${!name:-}" ]]; then environment+=("$name=${!name}"); fi
done
# shellcheck disable=SC2016  # expanded inside the machine
in_machine='
  machine="$1"; shift
  mount -t proc proc "$machine/proc"
  mount --rbind /sys "$machine/sys"
  mount --rbind /dev "$machine/dev"  # with dev/pts and dev/shm
  exec chroot "$machine" env -i "$@"'

failed=no
for command in "${commands[@]}"; do
  say "$command"
  touch "$folder/before"
  started=$SECONDS
  status=0
  apart bash -euc "$in_machine" fresh "$machine" "${environment[@]}" \
    bash -c 'cd "$1" && exec $2' fresh "$checkout" "$command" 2>&1 || status=$?
  say "$command: exit $status after $((SECONDS - started)) s"
  if ((status != 0)); then failed=yes; fi

  if [[ -n "$wheel" ]]; then break; fi
  changed="$(git -c safe.directory='*' -C "$machine$checkout" status --porcelain)"
  if [[ -n "$changed" ]]; then
    say "$command changed what is committed:"
    git -c safe.directory='*' --no-pager -C "$machine$checkout" diff --stat
    echo "$changed"
    failed=yes
  fi
  if [[ "$command" != "${commands[0]}" ]]; then
    again="$(cd "$machine$checkout/build/release/CMakeFiles" &&
      find sigprop.dir sigprop_small.dir sigprop_tool.dir -name '*.o' -newer "$folder/before")"
    if [[ -n "$again" ]]; then
      say "$command compiled again what ${commands[0]} had compiled:"
      echo "$again"
      failed=yes
    fi
  fi
  if [[ "$failed" == yes ]]; then break; fi
done

# Objects are worth keeping only if compiling them here would give the same. The kernel's headers (linux-libc-dev) may
# be newer: what a program sees of them stays as it is.
same_tools() {
  local versions="\${Package}:\${Architecture} \${Version}\n" others
  others="$(join <(dpkg-query -W -f "$versions" | sort) <(dpkg-query --admindir "$machine/var/lib/dpkg" -W -f "$versions" | sort) |
    grep -E '^(g\+\+|gcc|cpp|cmake|ninja|binutils|[^ ]*-dev(-bin)?:)' | grep -v '^linux-libc-dev:' | awk '$2 != $3' || true)"
  if [[ -n "$others" ]]; then say "the build is not kept, since versions differ: $others"; return 1; fi
}
if [[ -n "$keep" && "$failed" == no ]] && same_tools; then
  rm "$machine$checkout/build/release/CMakeCache.txt"  # what is found here is looked for here
  mkdir -p "$(dirname "$keep")"
  mv "$machine$checkout/build/release" "$keep"
  say "kept its build in $keep"
fi
[[ "$failed" == no ]]
