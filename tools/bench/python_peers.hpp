#pragma once
// Peers that live in Python (numpy, scipy, torch), in a child process that answers one job at a time: their
// times are taken in the same run and alternate with ours. Libraries that are not installed are not compared.

#include <cstdint>
#include <string>

namespace sigprop::bench {

/// "numpy 1.24.2, scipy 1.10.1"; empty when there is no Python or none of them.
[[nodiscard]] const std::string& python_libraries();
[[nodiscard]] bool has_python_library(const std::string& name);

/// Runs a job of tools/bench/peers.py and returns its estimate.
double run_python(const std::string& library, const std::string& work, std::uint64_t samples);

}  // namespace sigprop::bench
