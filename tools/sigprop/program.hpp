#pragma once
// The whole program, for its own `main` and for the Python package, whose command is the same code.

namespace sigprop::tool {

/// Runs the command line; the exit code.
[[nodiscard]] int run_program(int argc, char** argv);

}  // namespace sigprop::tool
