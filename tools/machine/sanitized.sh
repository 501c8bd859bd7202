#!/usr/bin/env bash
# Shows that what tools/setup.sh --test installs compiles and runs a program under the sanitizers: clang's runtime for them
# is a package that Debian only recommends. Two programs, with the options of the preset asan: one must pass, and one
# that reads beyond an array must be stopped by AddressSanitizer. Exits 0 if both do.
set -euo pipefail

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.cpp" <<'PROGRAM'
#include <cstdlib>
#include <vector>
int main(int, char** arguments) {
    const std::vector<int> four(4, 1);
    return four.data()[std::atoi(arguments[1])] - 1;
}
PROGRAM
clang++ -std=c++20 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS -fuse-ld=lld \
  "$folder/program.cpp" -o "$folder/program"
"$folder/program" 3
if "$folder/program" 4 2> "$folder/said"; then
  echo "tools/machine/sanitized.sh: a read beyond an array was not noticed" >&2
  exit 1
fi
grep -q 'AddressSanitizer: heap-buffer-overflow' "$folder/said"
echo "the sanitizers work: one program passes, one is stopped"
