#include <fmt/format.h>

#include <exception>
#include <sigprop/core/errors.hpp>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "interrupt.hpp"
#include "terminal.hpp"

namespace {

using namespace sigprop;
using tool::Exit;

Exit run(const std::vector<std::string>& argv) {
    tool::CommandLine line = tool::read_command_line(argv);
    if (line.command == nullptr) {
        tool::print(line.answer);
        return Exit::ok;
    }
    line.call.options.context.cancelled = &tool::interrupted();
    return line.command->run(line.call);
}

/// Errors become messages and exit codes here and nowhere else.
Exit guarded(const std::vector<std::string>& argv) {
    try {
        return run(argv);
    } catch (const InputError& error) {
        const std::string diagram = caret_diagram(error.place());
        tool::say(fmt::format("sigprop: {}\n{}{}", error.what(), diagram,
                              diagram.empty() || diagram.back() == '\n' ? "" : "\n"));
        return Exit::usage;
    } catch (const IoError& error) {
        tool::say(fmt::format("sigprop: {}\n", error.what()));
        return Exit::usage;
    } catch (const Interrupted&) {
        return Exit::interrupted;
    } catch (const std::exception& error) {
        tool::say(fmt::format("sigprop: internal error: {}\n", error.what()));
        return Exit::internal;
    }
}

}  // namespace

int main(int argc, char** argv) {
    tool::install_signal_handlers();
    return static_cast<int>(guarded(std::vector<std::string>(argv, argv + argc)));
}
