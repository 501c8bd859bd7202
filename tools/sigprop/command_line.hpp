#pragma once
// From argv to an Invocation. Flags may stand before and after the other words; `--` ends them. Words never
// pass through the command-line library, which would mangle expressions and globs: those with a leading '-',
// and brackets.

#include <string>
#include <vector>

#include "command.hpp"

namespace sigprop::tool {

struct CommandLine {
    std::string answer;                ///< the text of --help or --version: print it and stop
    const Command* command = nullptr;  ///< nullptr when there is an answer
    Invocation call;
};

/// Errors   InputError for unknown flags and commands, missing values, a wrong number of words
[[nodiscard]] CommandLine read_command_line(const std::vector<std::string>& argv);

}  // namespace sigprop::tool
