#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "core/base/input_errors.hpp"

#include "command_line.hpp"
#include "endings.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"
#include "slow_notice.hpp"
#include "stack.hpp"
#include "terminal.hpp"

namespace {

using namespace sigprop;
using tool::Exit;

Exit run(const std::vector<std::string>& argv, Ranks* ranks) {
    if (ranks != nullptr && ranks->rank() != 0) tool::silence(true);
    tool::CommandLine line = tool::read_command_line(argv);
    if (line.command == nullptr) {
        tool::print(line.answer);
        return Exit::ok;
    }
    line.call.options.context.cancelled = &tool::interrupted();
    if (ranks != nullptr) tool::share_call(line.call, *ranks);
    const tool::SlowNotice notice(*line.command, line.call);
    try {
        return line.command->run(line.call);
    } catch (const Interrupted&) {
        // of several ranks the one that failed speaks
        const tool::Options& options = line.call.options;
        if (!options.quiet && ranks == nullptr) tool::tell_interruption(options.checkpoint);
        throw;
    }
}

RankEnding failed(Exit code, std::string message) {
    if (message.ends_with('\n')) message.pop_back();
    return {static_cast<int>(code), std::move(message)};
}

std::string message_of(const InputError& error) {
    return fmt::format("{}\n{}", tool::shown_message(error.what()), caret_diagram(error.place()));
}

std::string messages_of(const std::vector<InputError>& errors) {
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(errors.size(), most); ++i) {
        text += (i > 0 ? "sigprop: " : "") + message_of(errors[i]);
    }
    if (errors.size() > 1) text += fmt::format("sigprop: {} errors", errors.size());
    if (errors.size() > most) text += fmt::format("; the first {} are shown", most);
    return text;
}

/// Only here do errors become messages and exit codes.
RankEnding guarded(const std::vector<std::string>& argv, std::unique_ptr<JoinedRanks>& ranks) {
    try {
        ranks = join_ranks(tool::interrupted());
        return {static_cast<int>(run(argv, ranks.get())), {}};
    } catch (const InputErrors& errors) {
        return failed(Exit::usage, messages_of(errors.all()));
    } catch (const InputError& error) {
        return failed(Exit::usage, message_of(error));
    } catch (const IoError& error) {
        return failed(Exit::usage, tool::shown_message(error.what()));
    } catch (const Interrupted&) {
        return failed(Exit::interrupted, "");
    } catch (const std::bad_alloc&) {
        return failed(Exit::internal, tool::out_of_memory);
    } catch (const std::exception& error) {
        return failed(Exit::internal, fmt::format("internal error: {}", tool::shown_message(error.what())));
    }
}

int run_and_end(int argc, char** argv) {
    std::unique_ptr<JoinedRanks> ranks;
    const RankEnding ending = guarded(std::vector<std::string>(argv, argv + argc), ranks);
    if (ranks != nullptr) return tool::end_together(*ranks, ending);
    if (!ending.message.empty()) tool::say("sigprop: " + ending.message + "\n");
    return ending.code;
}

}  // namespace

namespace sigprop::tool {

int run_program(int argc, char** argv) {
    prepare_endings();
    install_signal_handlers();
    try {
        return on_large_stack([argc, argv] { return run_and_end(argc, argv); });
    } catch (const IoError& error) {
        say(std::string("sigprop: ") + error.what() + "\n");
        return static_cast<int>(Exit::usage);
    }
}

}  // namespace sigprop::tool
