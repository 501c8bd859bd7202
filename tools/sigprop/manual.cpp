// sigprop manual: the page for man(1), generated from the tables of commands and flags, like the help.

#include <fmt/format.h>

#include <array>
#include <utility>

#include <sigprop/version.hpp>

#include "command.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// Escapes a text so that troff sees no instruction in it and copied text stays ASCII.
std::string literal(std::string_view text) {
    constexpr std::array<std::pair<char, std::string_view>, 7> escapes = {{{'\\', "\\e"},
                                                                           {'-', "\\-"},
                                                                           {'\'', "\\(aq"},
                                                                           {'"', "\\(dq"},
                                                                           {'`', "\\(ga"},
                                                                           {'^', "\\(ha"},
                                                                           {'~', "\\(ti"}}};
    std::string result;
    bool line_starts = true;
    for (const char c : text) {
        if (line_starts && c == '.') result += "\\&";
        std::string_view shown(&c, 1);
        for (const auto& [plain, escape] : escapes) {
            if (c == plain) shown = escape;
        }
        result += shown;
        line_starts = c == '\n';
    }
    return result;
}

std::string command_text(const Command& command, const std::string& above) {
    std::string text = fmt::format(".SS {}{} {}\n{}{}\n", above, command.name, literal(command.arguments),
                                   literal(command.summary), command.summary.ends_with('?') ? "" : ".");
    if (command.subjects == nullptr && !command.flags.empty()) {
        std::string names;
        for (const std::string_view flag : command.flags) {  // \% keeps a flag on one line
            names += (names.empty() ? "" : ", ") + ("\\%\\fB" + literal("--" + std::string(flag)) + "\\fR");
        }
        text += fmt::format(".PP\nFlags: {}.\n", names);
    }
    text += fmt::format(".PP\n.nf\n{}\n.fi\n", literal(command.examples));
    if (command.subjects != nullptr) {
        for (const Command& subject : *command.subjects) {
            text += command_text(subject, std::string(command.name) + " ");
        }
    }
    return text;
}

std::string flag_text(const Flag& flag) {
    const std::string label = literal(flag.label);
    const std::string value = flag.value == FlagValue::none       ? ""
                              : flag.value == FlagValue::required ? " \\fI" + label + "\\fR"
                                                                  : " [\\fI" + label + "\\fR]";
    return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", literal("--" + std::string(flag.name)), value,
                       literal(flag.help));
}

constexpr std::string_view ending = R"(.TP
\fB\-h\fR, \fB\-\-help\fR
the help, of one command behind its name
.TP
\fB\-\-help\-all\fR
the help of a command with the flags of experts
.TP
\fB\-\-version\fR
the version, and whether GSL and MPI are in it
.SH EXIT STATUS
.TP
.B 0
every selected claim got its expected verdict; nothing changed in a diff
.TP
.B 1
a claim was refuted, or confirmed against expectation, or a diff found a change
.TP
.B 2
bad input, or a file that cannot be read or written
.TP
.B 3
something has no value or no verdict: never success
.TP
.B 4
evidence contradicts itself, or an internal error
.TP
.B 5
nothing was selected
.TP
.B 130
interrupted
.SH ENVIRONMENT
.TP
.B NO_COLOR
when set, nothing is coloured unless
.B \-\-color
says so
.TP
.B SIGPROP_PATIENCE
seconds after which a call without
.B \-\-budget
says on standard error that it is slow and what can be given [5]
.TP
.B SIGPROP_PYTHON
the Python, 3.8 or newer, that runs the checker of
.B check
[python3]
)";

}  // namespace

Exit run_manual(const Invocation&) {
    std::string page = fmt::format(
        ".TH SIGPROP 1 \"\" \"sigprop {}\" \"User Commands\"\n"
        ".SH NAME\nsigprop \\- {}\n"
        ".SH SYNOPSIS\n.B sigprop\n.I COMMAND\n.RI [ WORDS ]\n.RI [ FLAGS ]\n"
        ".SH DESCRIPTION\n"
        "Computes numbers to as many digits as are asked for, proves every digit behind '=', and holds "
        "published\n"
        "numbers, or those of your own code, against the proof. A number behind a sign of about is a sample "
        "or an\n"
        "estimate, and nothing is proved about it. Results go to standard output, messages to\n"
        "standard error. An expression or glob is best quoted for the shell.\n"
        ".SH COMMANDS\n",
        version, literal(tool_summary));
    for (const Command& command : commands()) page += command_text(command, "");
    page += ".SH FLAGS\nIn brackets stands what holds without the flag.\n";
    for (const Flag& flag : flags()) page += flag_text(flag);
    print(page + std::string(ending));
    return Exit::ok;
}

}  // namespace sigprop::tool
