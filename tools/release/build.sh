#!/usr/bin/env bash
# Compiles sigprop for a target that is not this machine's Debian, with the static libraries of libraries.sh and without GSL and MPI:
# build/parts/TARGET.build/sigprop, the command line, and whatever else of the build is named.
#   tools/release/build.sh TARGET [CMAKE-TARGET...]     TARGET as libraries.sh takes it; sigprop_tool where nothing else is named
# build/parts/TARGET/toolchain.cmake has the compiler and its options. How long it takes: tools/release/README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if (($# == 0)); then echo "tools/release/build.sh: give a target, such as x86_64-linux-gnu.2.28" >&2; exit 2; fi
target="$1"
shift
wanted=("${@:-sigprop_tool}")
bash tools/release/libraries.sh "$target"

options=()
if [[ "${target%%-*}" != "$(uname -m)" ]]; then
  # What writes the rows of the catalogue has to run here: a page of C++ and a header of JSON, so that CMake is not needed.
  catalogue="$PWD/build/parts/sigprop_catalogue"
  zig="$(echo "$PWD"/build/venv/release/lib/python3*/site-packages/ziglang/zig)"
  newer="$(find tools/catalogue src/core/base tools/requirements/release.txt -newer "$catalogue" 2>/dev/null | head -n 1 || true)"
  if [[ ! -e "$catalogue" || -n "$newer" ]]; then
    ZIG_GLOBAL_CACHE_DIR="$PWD/build/parts/zig" ZIG_LOCAL_CACHE_DIR="$PWD/build/parts/zig" "$zig" c++ -std=c++20 -O1 -g0 -Isrc \
      -I"build/parts/$target/include" tools/catalogue/*.cpp -o "$catalogue"
  fi
  # And what writes the headers of C++ from the whole library: that of this processor, which the wheel needs anyway.
  native="$(uname -m)-linux-gnu.2.28"
  bash tools/release/build.sh "$native" sigprop_functions
  options+=(-D SIGPROP_CATALOGUE="$catalogue" -D SIGPROP_FUNCTIONS="$PWD/build/parts/$native.build/sigprop_functions")
fi
cmake -G Ninja -S . -B "build/parts/$target.build" -D CMAKE_TOOLCHAIN_FILE="$PWD/build/parts/$target/toolchain.cmake" \
  -D CMAKE_BUILD_TYPE=Release -D SIGPROP_UNITY=ON -D SIGPROP_PRECOMPILE=OFF -D SIGPROP_WITH_GSL=OFF -D SIGPROP_WITH_MPI=OFF \
  -D BUILD_TESTING=OFF -D SIGPROP_BUILD_PYTHON=ON ${options[@]+"${options[@]}"} >&2
cmake --build "build/parts/$target.build" -j "${SIGPROP_JOBS:-2}" --target "${wanted[@]}" >&2
