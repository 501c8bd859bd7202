#include "command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/version.hpp>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "first_tries.hpp"
#include "help_text.hpp"
#include "report/text_width.hpp"

namespace sigprop::tool {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw InputError(message, Place{"command line", {}, 0, 1});
}

/// "; did you mean '--digits'?", or "".
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& names,
                         const std::string& prefix = {}) {
    const std::optional<std::string> nearest = nearest_name(wrong, names);
    return nearest ? "; did you mean '" + prefix + *nearest + "'?" : "";
}

/// A flag is two dashes and a letter. Everything else is a word, `-2 + 1` and `--(1)` included.
bool is_flag(std::string_view token) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return token == "-h" || (token.size() > 2 && token.starts_with("--") && letter(token[2]));
}

/// argv, divided into what CLI11 may see and what it may not.
struct Tokens {
    std::vector<std::string> words;
    std::vector<std::string> flags;  ///< "--name" or "--name=value"
    bool help = false;
    bool help_all = false;  ///< with the flags of experts
    bool version = false;
};

/// What other programs, and the text books of kernels, call our flags.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> other_flags = {
    {{"gain", "weight"},
     {"gamma", "weight"},
     {"beta", "bias"},
     {"epsilon", "eps"},
     {"grad-output", "dy"},
     {"dout", "dy"},
     {"grad-input", "dx"},
     {"stdev", "std"},
     {"type", "dtype"},
     {"precision", "digits"},
     {"jobs", "threads"},
     {"verbose", "evidence"},
     {"output", "json"},
     {"out", "json"}}};

[[noreturn]] void refuse_unknown(const std::string& name) {
    for (const auto& [other, own] : other_flags)
        if (name == other) refuse(fmt::format("unknown flag '--{}': it is called '--{}' here", name, own));
    std::vector<std::string> names = {"help", "help-all", "version"};
    for (const Flag& flag : flags()) names.emplace_back(flag.name);
    refuse("unknown flag '--" + name + "'" + did_you_mean(name, names, "--") +
           " (write '--' before an expression that starts with '--')");
}

/// Refuses a flag of `train` that is an argument of the run there.
void refuse_as_argument(const std::string& flag, const std::string& value) {
    if (const std::string meant = training_argument(flag, value); !meant.empty())
        refuse("train takes no --" + flag + ": write " + meant);
}

/// Whether the word behind a flag of output is its file. A file that another form's flag writes, or that ends
/// as no form does, is refused: as a word it would be a report to read, a glob or an expression.
bool is_file_of(const Flag& flag, const std::string& word) {
    if (word == "-") return true;
    const std::string ending = ending_of_path(word);
    if (ending == flag.ending) return true;
    const std::string given = "--" + std::string(flag.name) + " " + word;
    const std::string kept = "--" + std::string(flag.name) + "=" + word;
    for (const Flag& other : flags()) {
        if (other.value != FlagValue::output || other.ending != ending) continue;
        refuse(given + ": --" + std::string(flag.name) + " writes " + std::string(flag.label) + ": write --" +
               std::string(other.name) + " " + word + ", or " + kept +
               " to keep that name; name input files before the flag");
    }
    constexpr std::array<std::string_view, 8> files = {".txt", ".tsv",   ".htm",      ".jsonl",
                                                       ".yml", ".jsonc", ".markdown", ".out"};
    if (word.ends_with('/') || std::ranges::find(files, ending) != files.end())
        refuse(given + ": this name does not end in " + std::string(flag.ending) +
               "; write '=' before it: " + "write " + kept);
    return false;
}

/// Adds one flag, argv[i]; advances `i` when the value is the next token.
void take_flag(const std::vector<std::string>& argv, std::size_t& i, Tokens& tokens) {
    const std::string& token = argv[i];
    const std::size_t equals = token.find('=');
    const std::string name =
        token == "-h" ? "help" : token.substr(2, equals == token.npos ? equals : equals - 2);
    const bool has_value = equals != token.npos;
    if (name == "help" || name == "help-all" || name == "version") {
        if (has_value) refuse("--" + name + " takes no value");
        (name == "version" ? tokens.version : tokens.help) = true;
        tokens.help_all = tokens.help_all || name == "help-all";
        return;
    }
    const Flag* flag = find_flag(name);
    if (flag == nullptr && argv[1] == "train")
        refuse_as_argument(name, has_value             ? token.substr(equals + 1)
                                 : i + 1 < argv.size() ? argv[i + 1]
                                                       : "");
    if (flag == nullptr) refuse_unknown(name);
    const std::string label(flag->label);
    if (flag->value == FlagValue::none && has_value) refuse("--" + name + " takes no value");
    if (has_value && equals + 1 == token.size())
        refuse("--" + name + "= is empty: write --" + name + "=" + label);
    const bool has_next = i + 1 < argv.size() && !is_flag(argv[i + 1]) && !argv[i + 1].empty();
    if (flag->value == FlagValue::output && !has_value && has_next && is_file_of(*flag, argv[i + 1])) {
        tokens.flags.push_back(token + "=" + argv[++i]);
        return;
    }
    if (flag->value != FlagValue::required || has_value) {
        tokens.flags.push_back(token);
        return;
    }
    if (!has_next) refuse("--" + name + " needs a value: --" + name + " " + label);
    tokens.flags.push_back("--" + name + "=" + argv[++i]);
}

Tokens sort(const std::vector<std::string>& argv) {
    Tokens tokens;
    bool words_only = false;
    for (std::size_t i = 1; i < argv.size(); ++i) {
        if (words_only || !(is_flag(argv[i]) || argv[i] == "--")) {
            tokens.words.push_back(argv[i]);
        } else if (argv[i] == "--") {
            words_only = true;
        } else {
            take_flag(argv, i, tokens);
        }
    }
    return tokens;
}

/// Shows options as `--json [FILE.json]`, in the usage line the words that CLI11 never sees, and all of it in
/// the width of a terminal.
class Help : public CLI::Formatter {
public:
    explicit Help(std::string usage) : usage_(std::move(usage)) {}
    std::string make_description(const CLI::App* app) const override {
        return fitted_to_help(app->get_description());
    }
    std::string make_usage(const CLI::App*, std::string) const override {
        return "\n" + fitted_to_help("Usage: " + usage_, "    ");
    }
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        return item(make_option_name(option, is_positional) + option->get_option_text(),
                    make_option_desc(option));
    }
    std::string make_subcommand(const CLI::App* sub) const override {
        return item(sub->get_display_name(true), sub->get_description());
    }
    std::string make_footer(const CLI::App* app) const override { return fitted_examples(app->get_footer()); }

private:
    static std::string item(const std::string& name, const std::string& text) {
        constexpr std::size_t column = 24;
        return list_item(name, text, column, help_width);
    }

    std::string usage_;
};

CLI::Option* add_flag(CLI::App& app, const Flag& flag) {
    const std::string name = "--" + std::string(flag.name);
    const std::string help(flag.help);
    if (flag.value == FlagValue::none) {
        return app.add_flag(name, help);
    }
    const auto accept = [](const CLI::results_t&) { return true; };
    CLI::Option* option = app.add_option(name, accept, help);
    const bool optional = flag.value == FlagValue::output;
    option->option_text(optional ? " [" + std::string(flag.label) + "]" : " " + std::string(flag.label));
    option->expected(optional ? 0 : 1, 1)->allow_extra_args(false);
    if (flag.repeatable) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
}

/// The line of a command in the help of all.
CLI::App* add_name(CLI::App& app, const Command& command) {
    CLI::App* const sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    sub->group(app.get_parent() == nullptr ? "Commands" : "Subjects");
    return sub;
}

constexpr std::array part_titles = {"Common", "Output", "For experts"};

/// Without the examples that need flags of experts.
std::string common_examples(std::string_view examples, const Command& command) {
    std::string text;
    for (std::size_t at = 0; at < examples.size();) {
        const std::size_t end = std::min(examples.find('\n', at), examples.size());
        const std::string_view line = examples.substr(at, end - at);
        at = end + 1;
        const bool is_example = line.starts_with("  ");
        const bool for_experts = is_example && std::ranges::any_of(command.flags, [&](std::string_view name) {
                                     return part_of(*find_flag(name)) == FlagPart::expert &&
                                            name != "budget" &&
                                            line.find("--" + std::string(name)) != line.npos;
                                 });
        if (for_experts) continue;
        text.append(line);
        if (end < examples.size()) text += '\n';
    }
    return text;
}

/// Adds the flags of a command in three parts. Without `all` those of experts are counted.
void add_flags(CLI::App& sub, const Command& command, const std::string& name, bool all) {
    std::size_t hidden = 0;
    std::vector<std::string_view> by_part(command.flags.begin(), command.flags.end());
    std::ranges::stable_sort(by_part, {}, [](std::string_view flag) { return part_of(*find_flag(flag)); });
    for (const std::string_view flag : by_part) {
        const FlagPart part = part_of(*find_flag(flag));
        CLI::Option* const option = add_flag(sub, *find_flag(flag));
        option->group(part_titles.at(static_cast<std::size_t>(part)));
        const bool is_hidden = part == FlagPart::expert && !all;
        if (is_hidden) ++hidden;
        // Each subject's own help shows its flags.
        if (is_hidden || command.subjects != nullptr) option->group("");
    }
    std::string footer =
        "Examples:\n" + (all ? std::string(command.examples) : common_examples(command.examples, command));
    if (hidden > 0 && command.subjects == nullptr)
        footer = counted(hidden, "more flag") + (hidden == 1 ? " is" : " are") + " for experts: " + name +
                 " --help-all\n\n" + footer;
    sub.footer(footer);
}

/// `above` is the text before the command's name: "sigprop measure".
void add_command(CLI::App& app, const Command& command, bool all, const std::string& above = "sigprop") {
    CLI::App* const sub = add_name(app, command);
    const std::string name = above + " " + std::string(command.name);
    std::string usage = name;
    if (!command.arguments.empty()) usage += " " + std::string(command.arguments);
    if (!command.flags.empty()) usage += " [FLAGS]";
    sub->formatter(std::make_shared<Help>(usage));
    sub->set_help_flag("-h,--help", "show this help; --help-all adds the expert flags");
    sub->get_option("--help")->group(part_titles.front());
    add_flags(*sub, command, name, all);
    if (command.subjects == nullptr) return;
    for (const Command& subject : *command.subjects) add_command(*sub, subject, all, name);
}

/// Parts stand one blank line apart.
std::string with_single_blanks(std::string text) {
    for (std::size_t at = text.find("\n\n\n"); at != text.npos; at = text.find("\n\n\n", at))
        text.erase(at, 1);
    return text;
}

/// The help of a command, or of the subject that its first word names.
std::string help_of(CLI::App& app, const Command& command, const std::vector<std::string>& words) {
    CLI::App* const sub = app.get_subcommand(std::string(command.name));
    if (command.subjects == nullptr || words.size() < 2) return sub->help();
    const auto subject = std::ranges::find(*command.subjects, words[1], &Command::name);
    return subject == command.subjects->end() ? sub->help() : sub->get_subcommand(words[1])->help();
}

/// The version and the choices made at build time. The build defines these macros for this file alone.
std::string version_text() {
    return "sigprop " + std::string(version) + "\nGSL: " +
           (SIGPROP_WITH_GSL ? "yes (this build as a whole is under the GPL, version 3 or later)" : "no") +
           "\nMPI: " + (SIGPROP_WITH_MPI ? "yes" : "no") + "\n";
}

/// With the flags of one command alone, since those of all take longer than a short answer.
std::unique_ptr<CLI::App> make_app(const Command* called, bool all = false) {
    auto app = std::make_unique<CLI::App>("sigprop: " + std::string(tool_summary));
    app->name("sigprop");
    app->formatter(std::make_shared<Help>("sigprop COMMAND [WORDS] [FLAGS]"));
    app->set_help_flag("-h,--help", "show this help; 'sigprop COMMAND --help' explains one command");
    app->set_version_flag("--version", std::string(version),
                          "show the version, and whether it includes GSL and MPI");
    app->footer(
        "Examples:\n  sigprop verify\n  sigprop eval \"activation.gain(relu)\" --digits 50\nExit codes: 0 "
        "all is as expected; 1 something is not; 2 bad input; 3 undecided; 4 the evidence contradicts "
        "itself; 5 nothing selected.");
    for (const Command& command : commands()) {
        if (&command == called) {
            add_command(*app, command, all);
        } else {
            add_name(*app, command);
        }
    }
    return app;
}

const Command& command_named(const Tokens& tokens) {
    const std::string& name = tokens.words.front();
    if (const Command* command = find_command(name)) return *command;
    if (const std::string meant = command_meant(tokens.words, tokens.flags); !meant.empty())
        refuse("unknown command '" + name + "': write " + meant);
    const std::string meant = misspelt_command(tokens.words, tokens.flags);
    refuse("unknown command '" + name + "'" +
           (meant.empty() ? "; sigprop --help lists all commands" : ": write " + meant));
}

void check_words(const Command& command, std::size_t count) {
    const std::string usage = ": sigprop " + std::string(command.name) + " " + std::string(command.arguments);
    if (count < command.min_words) refuse(std::string(command.name) + " needs more arguments" + usage);
    if (count > command.max_words) refuse(std::string(command.name) + " takes fewer arguments" + usage);
}

/// The values that CLI11 finds for the flags of one command.
FlagTexts parse_flags(CLI::App& app, const Command& command, const std::vector<std::string>& given) {
    std::set<std::string> valued;
    for (const std::string& flag : given) {
        const std::string name = flag.substr(2, flag.find('=') == flag.npos ? flag.npos : flag.find('=') - 2);
        const Flag* known = find_flag(name);
        const bool once = known != nullptr && known->value != FlagValue::none && !known->repeatable;
        if (once && !valued.insert(name).second) refuse("--" + name + " is given twice: leave one out");
        if (std::find(command.flags.begin(), command.flags.end(), name) == command.flags.end()) {
            if (command.name == "train")
                refuse_as_argument(name, flag.find('=') == flag.npos ? "" : flag.substr(flag.find('=') + 1));
            const bool has_json =
                std::find(command.flags.begin(), command.flags.end(), "json") != command.flags.end();
            if (name == "html" && has_json)
                refuse("'sigprop " + std::string(command.name) +
                       "' has no --html: write --json=FILE.json, then sigprop report FILE.json --html "
                       "page.html");
            const std::vector<std::string> own(command.flags.begin(), command.flags.end());
            refuse("'sigprop " + std::string(command.name) + "' has no --" + name +
                   did_you_mean(name, own, "--") + "; sigprop " + std::string(command.name) +
                   " --help lists its flags");
        }
    }
    std::vector<std::string> reversed(given.rbegin(), given.rend());
    reversed.emplace_back(command.name);
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
        refuse(error.what());
    }
    FlagTexts texts;
    for (const CLI::Option* option : app.get_subcommand(std::string(command.name))->get_options()) {
        const std::string name = option->get_lnames().front();  // get_name() is empty for a hidden option
        if (option->count() > 0 && find_flag(name) != nullptr) texts.emplace(name, option->results());
    }
    return texts;
}

}  // namespace

CommandLine read_command_line(const std::vector<std::string>& argv) {
    CommandLine line;
    Tokens tokens = sort(argv);
    if (tokens.version) {
        line.answer = version_text();
        return line;
    }
    if (!tokens.words.empty() && tokens.words.front() == "help") {
        tokens.help = true;
        tokens.words.erase(tokens.words.begin());
    }
    if (tokens.words.empty()) {
        if (!tokens.help) refuse("no command is given; sigprop --help lists all commands");
        line.answer = make_app(nullptr)->help();
        return line;
    }
    const Command& command = command_named(tokens);
    const std::unique_ptr<CLI::App> app = make_app(&command, tokens.help_all);
    if (tokens.help) {
        line.answer = with_single_blanks(help_of(*app, command, tokens.words));
        return line;
    }
    line.call.argv = argv;
    line.call.words.assign(tokens.words.begin() + 1, tokens.words.end());
    check_words(command, line.call.words.size());
    line.call.flags = GivenFlags(parse_flags(*app, command, tokens.flags));
    line.call.options = read_options(line.call.flags);
    line.command = &command;
    return line;
}

}  // namespace sigprop::tool
