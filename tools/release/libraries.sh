#!/usr/bin/env bash
# Builds GMP, MPFR, FLINT, Arb, nettle, RE2 and fmt as static libraries for a target that is not this machine's Debian: by zig's clang, against
# the glibc of the target's name or against musl. The sources are Debian's, by the versions and hashes of tools/release/sources.txt.
#   tools/release/libraries.sh TARGET     TARGET as zig names it: x86_64-linux-gnu.2.28, aarch64-linux-gnu.2.28, x86_64-linux-musl
# They go to build/parts/TARGET (lib, include), with cc, c++, ar and ranlib of the target in bin. What is there from the same sources by the
# same compiler, options and commands stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target="${1:-}"
case "$target" in
  x86_64-linux-gnu.* | aarch64-linux-gnu.* | x86_64-linux-musl | aarch64-linux-musl) ;;
  *) echo "tools/release/libraries.sh: '$target' is no target: give one such as x86_64-linux-gnu.2.28 or x86_64-linux-musl" >&2; exit 2 ;;
esac
arch="${target%%-*}"
jobs="${SIGPROP_JOBS:-2}"
root="$PWD/build/parts"
prefix="$root/$target"

say() { echo "tools/release/libraries.sh: $*" >&2; }
bash tools/requirements/install.sh release >&2
mkdir -p "$root/sources"
mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/include" "$prefix/built"

# --- the sources
# From where this machine gets its Debian packages. Whatever version of the package is offered there, its tarball is the pinned one.
apt=(-o "Dir::Etc::sourcelist=$root/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$root/lists")
offered() {
  local where
  where="$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)"
  if [[ -z "$where" ]]; then where="$(sed -nE 's/^deb (\[[^]]*\] )?([^ ]+) bookworm .*/\2/p' /etc/apt/sources.list 2>/dev/null | head -n 1)"; fi
  if [[ -z "$where" ]]; then say "apt's sources name no place of Debian 12 (bookworm), where the sources of the parts are"; exit 1; fi
  echo "deb-src $where bookworm main"
}
is_there() { [[ -e "$root/sources/$1" ]] && (cd "$root/sources" && sha256sum --check --quiet --status - <<<"$2  $1"); }
fetch() {  # PACKAGE FILE SHA256
  if is_there "$2" "$3"; then return; fi
  if [[ "$2" != *.deb && ! -e "$root/lists" ]]; then
    mkdir "$root/lists"
    offered > "$root/sources.list"
    if ! apt-get "${apt[@]}" -qq update > "$root/sources.log" 2>&1; then rm -rf "$root/lists"; say "no list of Debian's sources can be had: $root/sources.log"; exit 1; fi
  fi
  if [[ "$2" == *.deb ]]; then (cd "$root/sources" && apt-get -qq download "$1" > "$root/sources.log" 2>&1) || true
  else (cd "$root/sources" && apt-get "${apt[@]}" -qq source --download-only "$1" > "$root/sources.log" 2>&1) || true; fi
  if ! is_there "$2" "$3"; then say "$2 of Debian's source package $1 cannot be had, or is not the file with SHA-256 $3 ($root/sources.log)"; exit 1; fi
}
unpack() {  # PACKAGE
  local package _ file hash
  read -r package _ file hash < <(grep "^$1 " tools/release/sources.txt)
  fetch "$package" "$file" "$hash"
  rm -rf "$root/work.$target/$package"
  mkdir -p "$root/work.$target/$package"
  if [[ "$file" == *.deb ]]; then dpkg-deb -x "$root/sources/$file" "$root/work.$target/$package"
  else tar -xf "$root/sources/$file" -C "$root/work.$target/$package" --strip-components 1; fi
}

# --- the compiler: one file a call, as `zig cc -c` wants it; hidden symbols, no debug information, no folder of this machine
zig="$(echo "$PWD"/build/venv/release/lib/python3*/site-packages/ziglang/zig)"
zig_itself="$(grep '^ziglang==' tools/requirements/release.txt)"
wrapper() {  # NAME ARGUMENT...: what is the same already stays, since CMake compiles all anew for a compiler of another date
  local file="$prefix/bin/$1" text
  shift
  text="$(printf '#!/bin/sh\nZIG_GLOBAL_CACHE_DIR="%s" ZIG_LOCAL_CACHE_DIR="%s" exec "%s" %s "$@"' "$root/zig" "$root/zig" "$zig" "$*")"
  if [[ "$(cat "$file" 2>/dev/null)" != "$text" ]]; then printf '%s\n' "$text" > "$file"; fi
  chmod +x "$file"
}
options="-target $target -g0 -fno-sanitize=undefined"
wrapper cc cc "$options"
wrapper c++ c++ "$options"
wrapper ar ar
wrapper ranlib ranlib
wrapper ld ld.lld
wrapper strip objcopy --strip-all
export CC="$prefix/bin/cc" CXX="$prefix/bin/c++" AR="$prefix/bin/ar" RANLIB="$prefix/bin/ranlib" LD="$prefix/bin/ld" NM=nm
flags="-O2 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -ffile-prefix-map=$root=."
export CFLAGS="$flags -I$prefix/include" CXXFLAGS="$flags" LDFLAGS="-L$prefix/lib"
host="$arch-unknown-linux-gnu"
toolchain="$prefix/toolchain.cmake"  # for fmt and Highway here, and for sigprop itself in build.sh
sed -e "s|@PREFIX@|$prefix|g" -e "s|@ROOT@|$PWD|g" -e "s|@ARCH@|$arch|g" -e "s|@TARGET@|$target|g" tools/release/toolchain.cmake.in > "$toolchain.new"
if cmp -s "$toolchain.new" "$toolchain"; then rm "$toolchain.new"; else mv "$toolchain.new" "$toolchain"; fi

# build PACKAGE FUNCTION [SOURCE...]: in its folder, with a log, the folders of other sources beside it. What was built by the same
# compiler, options and commands from the same sources, after the same packages, stays.
chain="$(printf '%s\n' "$zig_itself" "$options" "$host" "$CFLAGS" "$CXXFLAGS" "$LDFLAGS" | sed "s|$PWD|.|g")"
recipe() {  # FUNCTION, with what it shares with others
  declare -f "$1"
  if declare -f "$1" | grep -q by_cmake; then
    declare -f by_cmake
    cat tools/release/toolchain.cmake.in
  fi
}
build() {
  local package="$1" function="$2" log="$root/$1.$target.log" began=$SECONDS sources=("$1" "${@:3}") one
  for one in "${sources[@]}"; do chain+=" $(grep "^$one " tools/release/sources.txt)"; done
  chain="$(printf '%s\n' "$chain" "$(recipe "$function")" | sha256sum | cut -d ' ' -f 1)"
  if [[ "$(cat "$prefix/built/$package" 2>/dev/null)" == "$chain" ]]; then return; fi
  for one in "${sources[@]}"; do unpack "$one"; done
  (cd "$root/work.$target/$package"; set -e; "$function") > "$log" 2>&1 &  # as a condition it would not stop at the first error
  if ! wait $!; then
    tail -n 5 "$log" >&2
    say "$package does not build for $target: $log"
    exit 1
  fi
  for one in "${sources[@]}"; do rm -rf "$root/work.$target/$one"; done
  echo "$chain" > "$prefix/built/$package"
  say "$package for $target: $((SECONDS - began)) s"
}
by_cmake() {  # OPTION...
  cmake -G Ninja -S . -B made -D CMAKE_TOOLCHAIN_FILE="$toolchain" -D CMAKE_INSTALL_PREFIX="$prefix" -D CMAKE_INSTALL_LIBDIR=lib \
    -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=OFF -D CMAKE_CXX_FLAGS="$CXXFLAGS" "$@"
  cmake --build made -j "$jobs"
  cmake --install made
}

gmp() {
  mkdir -p doc  # Debian's tarball has no documentation, and configure asks for its Makefile
  printf 'all install install-data clean distclean:\n' > doc/Makefile.in
  local options=(--host="$host" --disable-shared --with-pic --prefix="$prefix")
  if [[ "$arch" == x86_64 ]]; then options+=(--enable-fat); fi  # the fastest code of the machine that it runs on
  ./configure "${options[@]}"
  make -j "$jobs"
  make install
}
mpfr() {
  ./configure --host="$host" --disable-shared --with-pic --disable-float128 --enable-thread-safe --with-gmp="$prefix" --prefix="$prefix"  # its test defines _Float128, which the headers do, too
  make -j "$jobs"
  make install
}
# Of FLINT's 3600 files those folders that Arb needs, with what these need: a third. Polynomials over finite fields and their like
# are in none of our programs, and the linker says so when that changes.
flint() {
  local folders="arith double_extras fft fmpq fmpz fmpz_mat fmpz_poly fmpz_vec long_extras mpn_extras nmod_mat nmod_poly nmod_vec thread_pool thread_support ulong_extras"
  ./configure --build="$arch-Linux" --disable-shared --with-gmp="$prefix" --with-mpfr="$prefix" --prefix="$prefix" CC="$CC" CXX="$CXX" AR="$AR" CFLAGS="$CFLAGS -std=c11 -funroll-loops -D_GNU_SOURCE"
  # Its configure runs a program to find out whether there is thread-local storage; for another processor it cannot, and says no: then
  # threads share what they must not, and memory is corrupted.
  sed -i 's/define FLINT_USES_TLS 0/define FLINT_USES_TLS 1/' flint-config.h
  make -j "$jobs" static BUILD_DIRS="$folders"
  mkdir -p "$prefix/include/flint"
  cp ./*.h "$prefix/include/flint/"
  cp libflint.a "$prefix/lib/"
}
arb() {
  ./configure --build="$arch-Linux" --disable-shared --with-gmp="$prefix" --with-mpfr="$prefix" --with-flint="$prefix" --prefix="$prefix" CC="$CC" AR="$AR" CFLAGS="$CFLAGS -std=c11 -funroll-loops -D_GNU_SOURCE"
  make -j "$jobs" library
  make install
}
nettle() {
  ./configure --host="$host" --disable-shared --enable-mini-gmp --disable-openssl --disable-documentation --disable-assembler --prefix="$prefix" --libdir="$prefix/lib"
  make -j "$jobs" libnettle.a CFLAGS="$CFLAGS"  # its own have debug information, with the names of folders
  cp libnettle.a "$prefix/lib/"
  make install-headers
}
re2() {
  # Debian takes the tables of Unicode from its own package, and so does this.
  sed -i -e 's|^_UNICODE_DIR = .*|_UNICODE_DIR = "../unicode-data/usr/share/unicode"|' -e 's|^from six.moves import urllib|import urllib.request|' re2/unicode.py
  make -j "$jobs" obj/libre2.a REBUILD_TABLES=1 CXXFLAGS="$CXXFLAGS -pthread -std=c++17"
  mkdir -p "$prefix/include/re2"
  cp re2/filtered_re2.h re2/re2.h re2/set.h re2/stringpiece.h "$prefix/include/re2/"
  cp obj/libre2.a "$prefix/lib/"
}
fmt() {
  by_cmake -D FMT_TEST=OFF -D FMT_DOC=OFF
}
zlib() {
  ./configure --static --prefix="$prefix"
  make -j "$jobs" libz.a
  cp libz.a "$prefix/lib/"
  cp zlib.h zconf.h "$prefix/include/"
}
highway() {
  by_cmake -D BUILD_TESTING=OFF -D HWY_ENABLE_EXAMPLES=OFF -D HWY_ENABLE_CONTRIB=OFF -D HWY_ENABLE_TESTS=OFF
  mkdir -p "$prefix/lib/cmake/hwy"  # 1.0.3 tells CMake nothing; later ones write such files themselves
  printf '%s\n' 'add_library(hwy::hwy STATIC IMPORTED)' 'set_target_properties(hwy::hwy PROPERTIES' \
    '  IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/../../libhwy.a"' \
    '  INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}/../../../include")' > "$prefix/lib/cmake/hwy/hwy-config.cmake"
  printf '%s\n' 'set(PACKAGE_VERSION 1.0.3)' 'set(PACKAGE_VERSION_COMPATIBLE TRUE)' > "$prefix/lib/cmake/hwy/hwy-config-version.cmake"
}
build gmp gmp
build mpfr4 mpfr
build flint flint
build flint-arb arb
build nettle nettle
build re2 re2 unicode-data
build fmtlib fmt
build zlib zlib
build highway highway
for one in libmpfr.a libflint.a libarb.a; do
  if ! readelf -sW "$prefix/lib/$one" 2> /dev/null | grep ' TLS ' > /dev/null; then  # -q would end readelf, too
    say "$one for $target has no thread-local variables: sigprop computes in several threads, and would corrupt its memory"
    exit 1
  fi
done
# Headers without a library, as Debian has them, with what CMake knows of them, which names folders relative to itself.
for one in boost eigen3 tao nlohmann Random123 CLI toml++; do ln -sfn "/usr/include/$one" "$prefix/include/$one"; done
mkdir -p "$prefix/lib/boost/cmake" "$prefix/share/cmake" "$prefix/share/eigen3" "$prefix/share/pegtl"
cp -rT /usr/share/cmake/CLI11 "$prefix/share/cmake/CLI11"
cp -rT /usr/share/cmake/nlohmann_json "$prefix/share/cmake/nlohmann_json"
cp -rT /usr/share/eigen3/cmake "$prefix/share/eigen3/cmake"
cp -rT /usr/share/pegtl/cmake "$prefix/share/pegtl/cmake"
cp -r /usr/lib/*-linux-gnu/cmake/Boost-1.* /usr/lib/*-linux-gnu/cmake/boost_headers-1.* \
  /usr/lib/*-linux-gnu/cmake/BoostDetectToolset-*.cmake "$prefix/lib/boost/cmake/"
rm -rf "$root/work.$target"
say "$(du -sh "$prefix/lib" | cut -f 1) of libraries in build/parts/$target"
