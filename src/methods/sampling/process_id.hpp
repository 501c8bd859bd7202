#pragma once
// Names a process so that other processes of the machine can see whether it still runs: its number, which is
// given again one day, together with the time of its start, and the machine and the namespace in which the
// number means anything. Linux (/proc); elsewhere nobody is ever found to have ended.

#include <string>

namespace sigprop {

/// One line about this process.
[[nodiscard]] std::string own_process();

/// Whether the process that wrote this line is known to have ended. False for one of another machine.
[[nodiscard]] bool has_ended(const std::string& process);

}  // namespace sigprop
