#pragma once
// Peers that live in Python (numpy, scipy, torch), in a child process that answers one job at a time: their
// times are taken in the same run and alternate with ours. They are those of build/venv/torch, whose versions
// tools/requirements/torch.txt pins.

#include <cstdint>
#include <string>

namespace sigprop::bench {

/// Their versions and BLAS, as "numpy 2.4.6 (openblas 0.3.31, SkylakeX), …"; empty without them.
[[nodiscard]] const std::string& python_libraries();

/// Why there are none, and what to do; empty with them.
[[nodiscard]] const std::string& no_python_libraries();

/// Runs a job of tools/bench/peers.py and returns its estimate.
double run_python(const std::string& library, const std::string& work, std::uint64_t samples);

}  // namespace sigprop::bench
