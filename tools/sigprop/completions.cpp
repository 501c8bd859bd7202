// sigprop completions: a script for the shell, generated from the tables of commands and flags.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "command.hpp"
#include "terminal.hpp"

#include "core/base/words.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop::tool {
namespace {

std::string flag_words(const Command& command) {
    std::string words = "--help";
    for (const std::string_view name : command.flags) words += " --" + std::string(name);
    return words;
}

std::string command_words() {
    std::string words;
    for (const Command& command : commands()) words += (words.empty() ? "" : " ") + std::string(command.name);
    return words;
}

/// Quantities and activations: they stand in the script, so that no key starts a program.
std::string name_words() {
    std::vector<std::string> names;
    for (const Quantity& one : catalogue()) names.push_back(one.name);
    for (const ActivationEntry& one : activation_table()) names.push_back(one.name);
    return joined(names, " ");
}

std::string bash_script() {
    std::string cases;
    for (const Command& command : commands())
        cases += fmt::format("    {}) words='{}{}{}'{} ;;\n", command.name, joined(command.choices, " "),
                             command.choices.empty() ? "" : " ", flag_words(command),
                             command.takes_names ? " names=$_sigprop_names" : "");
    return fmt::format(R"(_sigprop_names='{}'
_sigprop() {{
  local words names='' command='' word prefix='' current=${{COMP_WORDS[COMP_CWORD]}}
  local behind='*[(,= +*/^-]'  # where a name begins inside an expression
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    if [[ $word != -* ]]; then command=$word; break; fi
  done
  case $command in
{}    *) words='{} --help --version' ;;
  esac
  current=${{current#[\"\']}}
  if [[ $current != -* ]]; then
    words+=" $names"
    if [[ -n $names ]]; then prefix=${{current%"${{current##$behind}}"}}; fi
    if [[ -n $prefix ]]; then words=$names; fi
  fi
  COMPREPLY=()
  for word in $words; do
    if [[ $word == "${{current#"$prefix"}}"* ]]; then COMPREPLY+=("$prefix$word"); fi
  done
}}
complete -o default -F _sigprop sigprop
)",
                       name_words(), cases, command_words());
}

/// Escapes quotes inside single quotes, for zsh and fish.
std::string escaped(std::string_view text, std::string_view quote) {
    std::string result;
    for (const char c : text) result += c == '\'' ? std::string(quote) : std::string(1, c);
    return result;
}

std::string zsh_script() {
    std::string listed;
    std::string choices;
    std::string cases;
    std::string named;
    for (const Command& command : commands()) {
        if (command.takes_names) named += (named.empty() ? "" : "|") + std::string(command.name);
        if (!command.choices.empty())
            choices +=
                fmt::format("      {}) compadd -- {} ;;\n", command.name, joined(command.choices, " "));
        listed += fmt::format("    '{}:{}'\n", command.name, escaped(command.summary, "'\\''"));
        cases += fmt::format("    {}) compadd -- {} ;;\n", command.name, flag_words(command));
    }
    return fmt::format(R"(#compdef sigprop
typeset -g _sigprop_names='{}'
_sigprop() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  if [[ $words[CURRENT] != -* ]]; then
    if (( CURRENT == 3 )); then
      case $words[2] in
{}      esac
    fi
    case $words[2] in
      {})
        compset -P '*[(,= +*/^-]'  # where a name begins inside an expression
        compadd -- $=_sigprop_names ;;
    esac
    _files
    return
  fi
  case $words[2] in
{}  esac
}}
if [[ $funcstack[1] == _sigprop ]]; then _sigprop "$@"; else compdef _sigprop sigprop; fi
)",
                       name_words(), listed, choices, named, cases);
}

std::string fish_script() {
    // A name may begin inside an expression; what stands before it in the word is a part of what is offered.
    std::string text = "set -g _sigprop_names " + name_words() + R"(
function _sigprop_in_expression
  set -l token (commandline -ct | string trim -l -c '"\'')
  set -l prefix (string match -r '.*[(,= +*/^-]' -- "$token")
  printf '%s\n' "$prefix"$_sigprop_names
end
)";
    for (const Command& command : commands()) {
        text += fmt::format("complete -c sigprop -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                            escaped(command.summary, "\\'"));
        if (!command.choices.empty()) {
            text += fmt::format("complete -c sigprop -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                                command.name, joined(command.choices, " "));
        }
        if (command.takes_names) {
            text += fmt::format(
                "complete -c sigprop -n '__fish_seen_subcommand_from {}' -a '(_sigprop_in_expression)'\n",
                command.name);
        }
        for (const std::string_view name : command.flags) {
            text += fmt::format("complete -c sigprop -n '__fish_seen_subcommand_from {}' -l {} -d '{}'{}\n",
                                command.name, name, escaped(find_flag(name)->help, "\\'"),
                                find_flag(name)->value == FlagValue::required ? " -r" : "");
        }
    }
    return text;
}

}  // namespace

Exit run_completions(const Invocation& call) {
    const std::string& shell = call.words.front();
    if (shell == "bash") {
        print(bash_script());
    } else if (shell == "zsh") {
        print(zsh_script());
    } else if (shell == "fish") {
        print(fish_script());
    } else {
        throw InputError("completions exist for bash, zsh and fish, not for '" + shell + "'");
    }
    return Exit::ok;
}

}  // namespace sigprop::tool
