#!/usr/bin/env bash
# Makes a wheel of the Python package that carries the libraries it needs (FLINT, MPFR, GMP, fmt, …; no GSL), so
# that `pip install` needs nothing else: dist/sigprop-*.whl. --check also installs it in a bare Debian with
# python3-venv alone, where it must import and run the lines of README.md (77 where no such machine can be made).
#   tools/wheel.sh [--check]
# The Python is Debian's (/usr/bin/python3), or that of SIGPROP_PYTHON.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

check=no
for option in "$@"; do
  case "$option" in
    --check) check=yes ;;
    *) echo "tools/wheel.sh: unknown option '$option' (there is --check)" >&2; exit 2 ;;
  esac
done

bash tools/setup.sh --wheel
python="${SIGPROP_PYTHON:-/usr/bin/python3}"
work="$(mktemp -d "${TMPDIR:-/var/tmp}/sigprop-wheel.XXXXXXXX")"
trap 'rm -rf "$work"' EXIT

# The committed tree is built, in a folder of its own: nothing of a wheel is left in the checkout.
git archive --format=tar HEAD | tar -x -C "$work" --one-top-level=source
CMAKE_BUILD_PARALLEL_LEVEL="${SIGPROP_JOBS:-2}" "$python" -m pip wheel --no-build-isolation --no-deps --quiet \
  --wheel-dir "$work/plain" "$work/source"
mkdir -p dist
"$python" tools/python/bundle.py "$work"/plain/sigprop-*.whl dist
wheel="$(ls -t dist/sigprop-*.whl | head -n 1)"
echo "tools/wheel.sh: $wheel"
if [[ "$check" == yes ]]; then bash tools/fresh.sh --wheel "$wheel"; fi
