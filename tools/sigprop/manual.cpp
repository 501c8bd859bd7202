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
show the help; after a command's name, the help of that command
.TP
\fB\-\-help\-all\fR
show the help of a command with all its flags
.TP
\fB\-\-version\fR
the version, and whether GSL and MPI are in it
.SH EXIT STATUS
.TP
.B 0
every selected claim has its expected verdict, or a diff found no change
.TP
.B 1
a claim has an unexpected verdict, or a diff found a change
.TP
.B 2
bad input, or a file that sigprop cannot read or write
.TP
.B 3
something has no value or no verdict; this is never a success
.TP
.B 4
the evidence contradicts itself, or there was an internal error
.TP
.B 5
nothing was selected
.TP
.B 130
interrupted
.SH ENVIRONMENT
.TP
.B NO_COLOR
if it is set, the output has no colour unless
.B \-\-color
asks for it
.TP
.B SIGPROP_PATIENCE
seconds after which a command without
.B \-\-budget
prints on standard error that it is slow, and how to speed it up [5]
.TP
.B SIGPROP_PYTHON
the Python interpreter, 3.8 or newer, that runs the checker of
.B check
[python3]
)";

}  // namespace

Exit run_manual(const Invocation&) {
    std::string page = fmt::format(
        ".TH SIGPROP 1 \"\" \"sigprop {}\" \"User Commands\"\n.SH NAME\nsigprop \\- {}\n.SH SYNOPSIS\n.B "
        "sigprop\n.I COMMAND\n.RI [ WORDS ]\n.RI [ FLAGS ]\n.SH DESCRIPTION\nComputes numbers to any number "
        "of digits, proves every digit after '=', and compares published\nnumbers, or those of your own "
        "code, with the proof. A number after a sign of approximation is a sample or an\nestimate, which is "
        "not proved. Results go to standard output, messages to\nstandard error. Quote expressions and globs "
        "for the shell.\n.SH COMMANDS\n",
        version, literal(tool_summary));
    for (const Command& command : commands()) page += command_text(command, "");
    page += ".SH FLAGS\nBrackets give the default.\n";
    for (const Flag& flag : flags()) page += flag_text(flag);
    print(page + std::string(ending));
    return Exit::ok;
}

}  // namespace sigprop::tool
