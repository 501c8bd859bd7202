# A Debian of its own in a folder, for tools/fresh.sh and studies/machines/run.sh, which source this file and set `script` to
# their name. Needs root for chroot and mounts; of this machine it uses only the package sources and the network.
#   machine_start                          checks that one can be made; else exits 77. Sets `folder`, which goes when the script ends
#   machine_make SUITE PACKAGES [OPTION...]  mmdebstrap's options; sets `machine`, its root
#   machine_emulate PROCESSOR              before machine_make: programs of that processor run, too, by qemu; else exits 77
#   machine_run FOLDER COMMAND...          runs it there, with no environment but the way to the network

say() { echo "$script: $1"; }
skip() { echo "$script: skipped, no bare machine can be made here: $1"; exit 77; }

machine_start() {
  if ((EUID != 0)); then skip "that needs root"; fi
  # Mounts and processes live in namespaces of their own: however the script ends, the kernel removes them, and
  # the command that removes the folder never sees a mount.
  namespaces=(unshare --mount --pid --fork --kill-child --mount-proc)
  if ! "${namespaces[@]}" true 2>/dev/null; then skip "this system forbids to mount"; fi
  machine_needs mmdebstrap debian-archive-keyring
  folder="$(mktemp -d "${TMPDIR:-/var/tmp}/sigprop-fresh.XXXXXXXX")"
  machine="$folder/machine"
  inside=""
  trap machine_finish EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  # The environment of a bare machine: no compiler cache and no options.
  environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  local name
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SIGPROP_JOBS; do
    if [[ -n "${!name:-}" ]]; then environment+=("$name=${!name}"); fi
  done
}

# A program of this machine, with the packages that it comes from; the first is named as the program.
machine_needs() {
  if command -v "$1" >/dev/null; then return; fi
  if ! command -v apt-get >/dev/null; then skip "there is neither $1 nor apt-get"; fi
  say "installing $*"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get)
  "${install[@]}" update -q >/dev/null 2>&1 || true
  if ! "${install[@]}" install -q -y --no-install-recommends "$@" >/dev/null 2>&1; then skip "$1 cannot be installed"; fi
}

machine_emulate() {
  local formats=/proc/sys/fs/binfmt_misc
  machine_needs arch-test qemu-user-static
  if [[ ! -e "$formats/register" ]] && ! mount -t binfmt_misc none "$formats"; then skip "the kernel runs no foreign programs"; fi
  if [[ ! -e "$formats/qemu-$1" ]] && ! cat "/usr/lib/binfmt.d/qemu-$1.conf" > "$formats/register"; then skip "qemu does not run programs of $1"; fi
}

machine_finish() {
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

# A signal interrupts a wait, but not a command in the foreground.
machine_apart() {
  local status=0
  "${namespaces[@]}" "$@" </dev/null &
  inside=$!
  wait "$inside" || status=$?
  inside=""
  return "$status"
}

machine_make() {
  local suite="$1" packages="$2" file
  shift 2
  # Where this machine gets its Debian 12 packages, and how apt reaches them; mmdebstrap has defaults. A source
  # with a key of its own is not part of Debian. Another suite stands at the same places.
  local sources=()
  mkdir "$folder/sources"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    if grep -qE '^[^#]*\<bookworm\>' "$file" 2>/dev/null &&
        ! grep -iE 'signed-by' "$file" | grep -qvE '/debian-archive-'; then
      sed -E "s/\<bookworm\>/$suite/g" "$file" > "$folder/sources/${file##*/}"
      if [[ "$suite" == sid ]]; then  # it has neither updates nor security of its own
        sed -i -E "s/^(Suites: sid)\>.*/\1/; /^deb .*sid-(updates|security)/d" "$folder/sources/${file##*/}"
        sed -i -E '/^$/,$d' "$folder/sources/${file##*/}"
      fi
      sources+=("$folder/sources/${file##*/}")
    fi
  done
  apt-config dump Acquire | grep -E '^Acquire::((http|https|ftp)::|Check-|Retries|Languages|Force|Allow)' |
    grep -vE 'Proxy-Auto-Detect|""' > "$folder/apt.conf" || true
  if grep -qs '^[^#]*https:' "${sources[@]+"${sources[@]}"}" "$folder/apt.conf"; then packages+=,ca-certificates; fi

  # A machine that is thrown away need not be on the disk: dpkg, there too, does not wait until each file is.
  say "making a bare Debian ($suite) in $machine"
  if ! machine_apart mmdebstrap --quiet --variant=minbase --mode=root --include="$packages" --aptopt="$folder/apt.conf" \
      --dpkgopt=force-unsafe-io \
      "$@" "$suite" "$machine" ${sources[@]+"${sources[@]}"} > "$folder/log" 2>&1; then
    cat "$folder/log"
    skip "mmdebstrap failed"
  fi
  for file in /etc/resolv.conf /etc/hosts; do
    if [[ -e "$file" ]]; then cp -L --remove-destination "$file" "$machine$file"; fi
  done
}

machine_run() {
  local where="$1"
  shift
  # shellcheck disable=SC2016  # expanded inside the machine
  machine_apart bash -euc '
    machine="$1"; shift
    mount -t proc proc "$machine/proc"
    mount --rbind /sys "$machine/sys"
    mount --rbind /dev "$machine/dev"  # with dev/pts and dev/shm
    exec chroot "$machine" env -i "$@"' machine "$machine" "${environment[@]}" \
    bash -c 'cd "$1" && shift && exec "$@"' machine "$where" "$@" 2>&1
}
