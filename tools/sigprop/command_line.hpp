#pragma once
// From argv to an Invocation. Flags may stand before and behind the other words; `--` ends them. What is no
// flag never passes through the command-line library, which would mangle expressions and globs: a leading
// '-', and brackets.

#include <string>
#include <vector>

#include "command.hpp"

namespace sigprop::tool {

struct CommandLine {
    std::string answer;                ///< of --help or --version: to be printed, and nothing done
    const Command* command = nullptr;  ///< nothing when there is an answer
    Invocation call;
};

/// Errors   InputError for unknown flags and commands, missing values, a wrong number of words
[[nodiscard]] CommandLine read_command_line(const std::vector<std::string>& argv);

}  // namespace sigprop::tool
