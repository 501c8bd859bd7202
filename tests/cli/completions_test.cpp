// Completions know commands, flags and the names of quantities, and start no program while a key is pressed.

#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

/// What bash offers for the words of a line, the last of which is being written. The script runs without a
/// PATH: whatever is no part of bash would not be found.
std::string offered_by_bash(const std::string& words) {
    const cli::Folder folder;
    folder.write("script", tool({"completions", "bash"}).out);
    folder.write("ask",
                 "PATH=\nsource ./script\nCOMP_WORDS=(" + words +
                     ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sigprop\necho \" ${COMPREPLY[*]} \"\n");
    const std::string command = "cd " + folder.path() + " && bash ask > out 2> err";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(folder.read("err").empty());
    return folder.read("out");
}

/// What zsh offers for a line, one a line. It completes in a terminal of its own, where a tab is typed; its
/// function compadd, which takes what is offered, also prints it here.
std::string offered_by_zsh(const std::string& line) {
    const cli::Folder folder;
    folder.write("script", tool({"completions", "zsh"}).out);
    folder.write("set_up", R"(PROMPT=
autoload -Uz compinit && compinit -D -u
source ./script
bindkey '^I' complete-word
compadd() {
  local -a hits
  local hit
  builtin compadd -A hits "$@"
  for hit in $hits; do print -r -- "hit:$IPREFIX$hit:"; done
}
tell_end() { print -r -- "end of ""hits"; exit }
comppostfuncs=(tell_end)
print -r -- "set ""up"
)");
    folder.write("ask", R"~(zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./set_up'
zpty -r -m shell log '*set up*' || exit 1
zpty -w -n shell "$(<line)"$'\t'
zpty -r -m shell log '*end of hits*' || exit 1
print -r -- $log
)~");
    folder.write("line", line);
    const std::string command =
        "cd " + folder.path() + " && HOME=. timeout 60 zsh -f ask 2> err | tr -d '\\r' | tr ':' '\\n' > out";
    CHECK(std::system(command.c_str()) == 0);
    const std::string out = folder.read("out");
    CHECK(out.find("end of hits") != out.npos);
    return out;
}

std::string offered_by_fish(const std::string& line) {
    const cli::Folder folder;
    folder.write("script", tool({"completions", "fish"}).out);
    folder.write("line", line);
    // Of each offer the description follows behind a tab.
    const std::string command =
        "cd " + folder.path() +
        " && HOME=. timeout 60 fish --no-config -c 'source script; echo; complete -C (cat line)' 2> err "
        "| cut -f 1 > out";
    CHECK(std::system(command.c_str()) == 0);
    return folder.read("out");
}

struct Shell {
    std::string name;
    std::string (*offered)(const std::string& line);
};

bool offers(const std::string& words, const std::string& name) {
    return offered_by_bash(words).find(" " + name + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("bash completes the names of quantities without starting a program") {
    CHECK(offers("sigprop eval activation.ga", "activation.gain"));
    CHECK(offers("sigprop eval '\"activation.ga'", "activation.gain"));  // within quotes
    CHECK(offers("sigprop show attention.ent", "attention.entropy"));
    CHECK(offers("sigprop sweep --digits 5 selu.", "selu.alpha"));
    CHECK(offers("sigprop show gel", "gelu_tanh"));
    CHECK(offers("sigprop list quan", "quantities"));
    CHECK(offers("sigprop ev", "eval"));
    CHECK(offers("sigprop eval --dig", "--digits"));
    CHECK_FALSE(offers("sigprop eval --", "activation.gain"));
    CHECK_FALSE(offers("sigprop diff activation.ga", "activation.gain"));
    CHECK_FALSE(offers("sigprop eval activation.ga", "selu.alpha"));
}

TEST_CASE("bash completes a name behind a bracket, a comma or an operator, with what stands before it") {
    CHECK(offers("sigprop eval '\"sqrt(activation.ga'", "sqrt(activation.gain"));
    CHECK(offers("sigprop eval '\"activation.gain(gel'", "activation.gain(gelu_tanh"));
    CHECK(offers("sigprop eval '\"2 * selu.al'", "2 * selu.alpha"));
    CHECK(offers("sigprop solve '\"tanh(w) = activation.ga'", "tanh(w) = activation.gain"));
    CHECK(offers("sigprop solve --for w selu.al", "selu.alpha"));
    CHECK_FALSE(offers("sigprop eval '\"sqrt(--dig'", "sqrt(--digits"));
    CHECK_FALSE(offers("sigprop diff 'a(activation.ga'", "a(activation.gain"));
}

TEST_CASE("zsh and fish have the names, too, and start no program for them") {
    const std::string zsh = tool({"completions", "zsh"}).out, fish = tool({"completions", "fish"}).out;
    CHECK(zsh.find("activation.gain ") != zsh.npos);
    CHECK(zsh.find("compadd -- $=_sigprop_names") != zsh.npos);
    CHECK(fish.find("activation.gain ") != fish.npos);
    CHECK(fish.find("'__fish_seen_subcommand_from show' -a '(_sigprop_in_expression)'") != fish.npos);
    CHECK(fish.find("'__fish_seen_subcommand_from diff' -a '(_sigprop_in_expression)'") == fish.npos);
    for (const std::string& one : {zsh, fish}) CHECK(one.find("(sigprop ") == one.npos);
}

TEST_CASE("zsh and fish offer a name where it may stand, if they are installed") {
    for (const Shell& shell : {Shell{"zsh", offered_by_zsh}, Shell{"fish", offered_by_fish}}) {
        if (std::system(("command -v " + shell.name + " > /dev/null").c_str()) != 0) {
            MESSAGE("there is no " << shell.name << ": apt-get install " << shell.name);
            continue;
        }
        CAPTURE(shell.name);
        const auto offers_in = [&](const std::string& line, const std::string& name) {
            const std::string offered = shell.offered(line);
            CAPTURE(offered);
            return offered.find("\n" + name + "\n") != offered.npos;
        };
        CHECK(offers_in("sigprop show activation.ga", "activation.gain"));
        CHECK(offers_in("sigprop eval \"activation.ga", "activation.gain"));
        CHECK(offers_in("sigprop eval \"sqrt(activation.ga", "sqrt(activation.gain"));
        CHECK(offers_in("sigprop eval \"activation.gain(gelu_t", "activation.gain(gelu_tanh"));
        CHECK(offers_in("sigprop solve \"tanh(w) = activation.ga", "tanh(w) = activation.gain"));
        CHECK(offers_in("sigprop list quan", "quantities"));
        CHECK(offers_in("sigprop eval --dig", "--digits"));
        CHECK_FALSE(offers_in("sigprop diff activation.ga", "activation.gain"));
        CHECK_FALSE(offers_in("sigprop eval activation.ga", "selu.alpha"));
    }
}
