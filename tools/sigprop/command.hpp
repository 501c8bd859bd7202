#pragma once
// A command: its arguments, the text of its help, and the function that runs it. Commands return the exit
// code and throw InputError, IoError and Interrupted; only `main` catches them.

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/simulation.hpp"

#include "exit_code.hpp"
#include "options.hpp"

namespace sigprop::tool {

inline constexpr std::string_view tool_summary =
    "a calculator with proofs for the numbers behind Transformer initialisation";

/// One call of the tool, parsed.
struct Invocation {
    std::vector<std::string> argv;   ///< as given, the program's name first
    std::vector<std::string> words;  ///< the words after the command that are no flags
    GivenFlags flags;
    Options options;         ///< what the flags say to every command
    Ranks* ranks = nullptr;  ///< null when the tool was not started by mpirun
};

/// A command takes as many words as there are.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

struct Command {
    std::string_view name;
    std::string_view arguments;  ///< as shown in the usage line
    std::string_view summary;
    std::vector<std::string_view> flags;
    std::string_view examples;
    std::size_t min_words = 0;
    std::size_t max_words = 0;
    Exit (*run)(const Invocation&) = nullptr;
    std::vector<std::string_view> choices = {};  ///< possible first words, for completions
    /// Where the first word chooses a subject with flags of its own: the names and flags of the subjects.
    const std::vector<Command>* subjects = nullptr;
    /// Whether its words name quantities and activations, or use them in expressions: for completions.
    bool takes_names = false;
};

/// All commands, in the order of the help.
[[nodiscard]] const std::vector<Command>& commands();

/// nullptr when there is none.
[[nodiscard]] const Command* find_command(std::string_view name);

// Each is in a file of its own.
[[nodiscard]] Exit run_eval(const Invocation& call);
[[nodiscard]] Exit run_verify(const Invocation& call);
[[nodiscard]] Exit run_check(const Invocation& call);
[[nodiscard]] Exit run_sweep(const Invocation& call);
[[nodiscard]] Exit run_what(const Invocation& call);
[[nodiscard]] Exit run_init(const Invocation& call);
[[nodiscard]] Exit run_solve(const Invocation& call);
[[nodiscard]] Exit run_recipe(const Invocation& call);
[[nodiscard]] Exit run_train(const Invocation& call);
[[nodiscard]] Exit run_measure(const Invocation& call);
[[nodiscard]] Exit run_constants(const Invocation& call);
[[nodiscard]] Exit run_list(const Invocation& call);
[[nodiscard]] Exit run_show(const Invocation& call);
[[nodiscard]] Exit run_diff(const Invocation& call);
[[nodiscard]] Exit run_report(const Invocation& call);
[[nodiscard]] Exit run_schema(const Invocation& call);
[[nodiscard]] Exit run_limits(const Invocation& call);
[[nodiscard]] Exit run_selftest(const Invocation& call);
[[nodiscard]] Exit run_completions(const Invocation& call);
[[nodiscard]] Exit run_manual(const Invocation& call);

}  // namespace sigprop::tool
