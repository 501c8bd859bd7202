#!/usr/bin/env bash
# Proves that the commands of README.md work on a bare machine: makes a Debian 12 (minbase and git) in a
# folder of its own, clones the committed HEAD into it, runs the first command (tools/verify.sh), and checks
# that git would show nothing left behind; then that the packages of the tests (tools/setup.sh --test) compile and run a
# sanitized program. --all also runs the second one (tools/test.sh), which must not compile the library or the tool again. Of this machine it uses only the package sources and the network.
# Needs root for chroot and mounts. Exits 0 on success, 1 when something failed, 77 where no such machine can
# be made: skipped, which is no success.
#   tools/fresh.sh [--all | --keep FOLDER]
# --keep: the build folder that the first command has made is moved to FOLDER, for a build that goes on from there. Sources
# stand in the machine where they stand here, so that its paths are right; it is not kept where a compiler or header of
# the machine is another version than here. Most series are left to tools/slow.sh, which computes all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

all=no
keep=""
while (($# > 0)); do
  case "$1" in
    --all) all=yes ;;
    --keep)
      keep="${2:-}"
      if [[ -z "$keep" || -e "$keep" ]]; then echo "tools/fresh.sh: --keep needs a folder that is not there, not '$keep'" >&2; exit 2; fi
      shift
      ;;
    *) echo "tools/fresh.sh: unknown option '$1' (there are --all and --keep FOLDER)" >&2; exit 2 ;;
  esac
  shift
done

script=tools/fresh.sh
source tools/machine/debian.sh
machine_start
if [[ -n "$keep" ]]; then  # five of the files of src/series, nine seconds; all take minutes
  environment+=("SIGPROP_SERIES=attention.deficit* attention.scale* norm.* truncated_normal.*")
fi

mapfile -t commands < <(grep -oE '^bash tools/[a-z]+\.sh' README.md)
if [[ "${commands[*]}" != "bash tools/verify.sh bash tools/test.sh" ]]; then
  say "README.md shows other commands than the two that are known here: ${commands[*]}"
  exit 1
fi
if [[ "$all" == no ]]; then commands=("${commands[0]}"); fi

checkout=/root/sigprop  # in the machine
if [[ -n "$keep" ]]; then checkout="$PWD"; fi
machine_make bookworm git

say "cloning commit $(git rev-parse --short HEAD) into it"
if [[ -n "$(git status --porcelain)" ]]; then say "what is not committed is left out:"; git status --short; fi
git clone --quiet --depth 1 "file://$PWD" "$machine$checkout"

failed=no
for command in "${commands[@]}"; do
  say "$command"
  touch "$folder/before"
  started=$SECONDS
  status=0
  # shellcheck disable=SC2086  # a command and its arguments
  machine_run "$checkout" $command || status=$?
  say "$command: exit $status after $((SECONDS - started)) s"
  if ((status != 0)); then failed=yes; fi

  changed="$(git -c safe.directory='*' -C "$machine$checkout" status --porcelain)"
  if [[ -n "$changed" ]]; then
    say "$command changed what is committed:"
    git -c safe.directory='*' --no-pager -C "$machine$checkout" diff --stat
    echo "$changed"
    failed=yes
  fi
  if [[ "$command" != "${commands[0]}" ]]; then
    again="$(cd "$machine$checkout/build/release/CMakeFiles" &&
      find sigprop.dir sigprop_light.dir sigprop_small.dir sigprop_tool.dir -name '*.o' -newer "$folder/before")"
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
  mv "$machine$checkout/build/release" "$keep.part"  # perhaps to another filesystem
  mv "$keep.part" "$keep"  # whoever waits for it finds all of it
  say "kept its build in $keep"
fi

# With --keep the other compiler is installed, and of the rest it is only seen whether apt would: to unpack and byte-compile
# it takes a minute and a half of a core, and tools/test.sh, which keeps the build, has just installed it beside the machine.
install_test_packages() {
  if [[ -z "$keep" ]]; then
    machine_run "$checkout" bash tools/setup.sh --test
    return
  fi
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends) names
  read -r -a names <<<"$(bash tools/setup.sh --test --names)"
  machine_run "$checkout" "${install[@]}" --simulate "${names[@]}" &&
    machine_run "$checkout" "${install[@]}" clang libclang-rt-dev lld
}

# After the build is kept: the versions of what the tests need say nothing about it.
if [[ "$failed" == no ]]; then
  say "the packages of tools/setup.sh --test"
  if ! { install_test_packages >/dev/null 2>&1 && machine_run "$checkout" bash tools/machine/sanitized.sh; }; then
    say "they do not compile and run a sanitized program"
    failed=yes
  fi
fi

[[ "$failed" == no ]]
