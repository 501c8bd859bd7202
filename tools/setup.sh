#!/usr/bin/env bash
# Installs only the missing Debian packages, as root or through sudo. When neither is possible, it prints the
# one line to run and exits 2. Silent when nothing is missing.
#   tools/setup.sh [--test] [--bench] [--coverage] [--fuzz] [--attack] [--mutate] [--tools] [--frameworks] [--release] [--installers] [--names]
# --tools makes build/venv/tools, the small Python tools; --frameworks makes build/venv/torch, build/venv/jax and build/venv/mlx, gigabytes
# of PyTorch, JAX, TensorFlow and MLX that nothing else needs; --release what tools/release.sh needs; --installers uv and PyInstaller. tools/requirements/README.md says what they hold. --names prints the names of all these
# packages and installs nothing.
set -euo pipefail

# the build, then the libraries; the reason for each is beside its find_package in tools/cmake
packages=(
  g++ cmake ninja-build
  libboost-dev libcli11-dev libeigen3-dev libflint-arb-dev libflint-dev libfmt-dev libgmp-dev libgsl-dev libhwy-dev libmpfr-dev
  librandom123-dev libre2-dev libtomlplusplus-dev nettle-dev nlohmann-json3-dev tao-pegtl-dev zlib1g-dev
)
names=no
venvs=()
for option in "$@"; do
  case "$option" in
    --test)
      # the other compiler with its linker and the runtime of its sanitizers (only recommended by clang), the framework, the .deb test
      packages+=(clang libclang-rt-dev lld doctest-dev dpkg-dev file)
      packages+=(libopenmpi-dev openmpi-bin)       # optional: without them nothing runs under mpirun
      # the notebooks' own imports, and the tools that run them headlessly: nbclient, with ipykernel as kernel; nbconvert makes pages of them
      packages+=(python3 python3-pandas python3-matplotlib python3-nbclient python3-nbconvert python3-nbformat python3-ipykernel)
      packages+=(mkdocs mkdocs-material)           # the site of docs/
      packages+=(python3-yaml git pre-commit curl)  # action.yml, hooks run by pre-commit itself, and a job of GitLab
      packages+=(python3-venv)                     # the environments of tools/requirements
      packages+=(python3-pytest python3-pytest-xdist python3-hypothesis)
      packages+=(python3-mpmath python3-gmpy2)     # the oracle of random expressions, and what makes it fast
      ;;
    --bench) packages+=(libbenchmark-dev) ;;
    --release) packages+=(binutils bzip2 dpkg-dev file git m4 make python3-venv xz-utils); venvs+=(release) ;;  # zig, and what builds GMP
    --installers) packages+=(python3-venv); venvs+=(installers) ;;
    --tools) packages+=(python3-venv); venvs+=(tools) ;;
    --frameworks) packages+=(python3-venv); venvs+=(torch jax mlx) ;;
    --names) names=yes ;;
    --coverage) packages+=(clang llvm libclang-rt-dev) ;;  # counters, and llvm-cov, which reads them
    --fuzz) packages+=(clang libclang-rt-dev doctest-dev) ;;
    --attack) packages+=(python3 python3-mpmath python3-gmpy2) ;;  # the oracle of studies/attack/run.sh, and what makes it fast
    --mutate) packages+=(python3 python3-clang-14 libclang1-14 libclang-common-14-dev) ;;  # clang's AST for studies/mutate
    *) echo "tools/setup.sh: unknown option '$option' (there are --test, --bench, --coverage, --fuzz, --attack, --mutate, --tools, --frameworks, --release, --installers and --names)" >&2; exit 2 ;;
  esac
done

if [[ "$names" == yes ]]; then echo "${packages[*]}"; exit 0; fi
if ! command -v dpkg-query >/dev/null; then
  echo "tools/setup.sh: this is not a Debian system. Install the counterparts of these packages, then use" >&2
  echo "'cmake --workflow --preset release': ${packages[*]}" >&2
  exit 2
fi

missing=()
find_missing() {
  local package
  missing=()
  for package in "${packages[@]}"; do
    if [[ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]]; then
      missing+=("$package")
    fi
  done
}
# FLINT 3 contains Arb, so the separate package does not exist
drop_arb_with_flint3() {
  if apt-cache show libflint-dev >/dev/null 2>&1 && ! apt-cache show libflint-arb-dev >/dev/null 2>&1; then
    local kept=() package
    for package in "${missing[@]}"; do
      if [[ "$package" != libflint-arb-dev ]]; then kept+=("$package"); fi
    done
    missing=(${kept[@]+"${kept[@]}"})
  fi
}

find_missing
if ((${#missing[@]} > 0)); then drop_arb_with_flint3; fi
make_venvs() {
  if ((${#venvs[@]} > 0)); then bash "$(dirname "${BASH_SOURCE[0]}")/requirements/install.sh" "${venvs[@]}"; fi
}
if ((${#missing[@]} == 0)); then
  make_venvs
  exit 0
fi

become_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; then
    echo "tools/setup.sh: packages are missing, and installing them needs root or sudo. Please run:" >&2
    echo "apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  become_root=(sudo)
fi

echo "tools/setup.sh: installing ${missing[*]}" >&2
as_root() { ${become_root[@]+"${become_root[@]}"} env DEBIAN_FRONTEND=noninteractive "$@" >&2; }
as_root apt-get update -q || echo "tools/setup.sh: 'apt-get update' failed; trying with the lists at hand" >&2
drop_arb_with_flint3
if ((${#missing[@]} > 0)) && ! as_root apt-get install -q -y --no-install-recommends "${missing[@]}"; then
  echo "tools/setup.sh: the installation failed. Please run:" >&2
  echo "apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi
make_venvs
