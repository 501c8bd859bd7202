#pragma once
// The facts that change from run to run, for the `run` object of a report.

#include <chrono>
#include <sigprop/engine/record.hpp>

#include "command.hpp"

namespace sigprop::tool {

[[nodiscard]] RunInfo run_info(const Invocation& call, std::chrono::steady_clock::time_point started);

}  // namespace sigprop::tool
