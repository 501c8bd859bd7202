#!/usr/bin/env bash
# What needs PyTorch, JAX, TensorFlow and MLX: quantities and recipes held against them, the package's tests with their tensors and the newest
# numpy and pandas, whole Transformers. Makes build/venv/torch, build/venv/jax and build/venv/mlx first (tools/requirements/README.md: their size and
# time). Exits 77, which means skipped, where they cannot be had. A part of tools/slow.sh. Arguments, as -R makers, go to ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash tools/setup.sh --test
made=0
bash tools/setup.sh --frameworks || made=$?
if ((made != 0)); then
  echo "tools/frameworks.sh: SKIPPED: nothing was held against a framework, for there is none here" >&2
  exit 77
fi
cmake --preset release -D BUILD_TESTING=ON -D SIGPROP_BUILD_PYTHON=ON
cmake --build --preset release -j "${SIGPROP_JOBS:-2}" --target sigprop_tool sigprop_python
exec ctest --preset frameworks "$@"
