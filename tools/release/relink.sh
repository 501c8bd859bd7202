#!/usr/bin/env bash
# Links sigprop again with another build of one of its libraries, as the LGPL lets everybody do with GMP, MPFR, FLINT, Arb and Nettle: nothing
# of sigprop is compiled anew.
#   tools/release/relink.sh TARGET LIBRARY.a...     such as: tools/release/relink.sh x86_64-linux-gnu.2.28 ~/gmp/.libs/libgmp.a
# The archive stands in build/parts/TARGET/lib in the place of ours; libraries.sh brings ours back when that folder is removed. Then
# build/parts/TARGET.build has the program and the library of the Python package, and tools/release/wheel.sh makes a wheel of it. The package's
# library is a shared one, which takes archives of code for any address (-fPIC); Debian's own, which are not, are linked into the program alone.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/called.sh"

if (($# < 2)); then echo "tools/release/relink.sh: give a target and a library: tools/release/relink.sh x86_64-linux-gnu.2.28 libgmp.a" >&2; exit 2; fi
target="$1"
shift
bash tools/release/libraries.sh "$target"
for library in "$@"; do
  library="$(meant "$library")"
  ours="build/parts/$target/lib/$(basename "$library")"
  if [[ ! -f "$library" ]]; then echo "tools/release/relink.sh: there is no file $library" >&2; exit 2; fi
  if [[ ! -f "$ours" ]]; then
    echo "tools/release/relink.sh: sigprop is not linked with a $(basename "$library"), but with $(cd "$(dirname "$ours")" && echo lib*.a)" >&2
    exit 2
  fi
  cp "$library" "$ours"
  basename "$library" >> "build/parts/$target/relinked"
done
bash tools/release/build.sh "$target" sigprop_tool sigprop_python
