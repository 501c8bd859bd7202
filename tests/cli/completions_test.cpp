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

TEST_CASE("zsh and fish have the names, too, and accept the script") {
    const std::string zsh = tool({"completions", "zsh"}).out, fish = tool({"completions", "fish"}).out;
    CHECK(zsh.find("activation.gain ") != zsh.npos);
    CHECK(zsh.find("eval|sweep|list|show) compadd -- $=_sigprop_names") != zsh.npos);
    CHECK(fish.find("activation.gain ") != fish.npos);
    CHECK(fish.find("'__fish_seen_subcommand_from show' -a \"$_sigprop_names\"") != fish.npos);
    CHECK(fish.find("'__fish_seen_subcommand_from diff' -a \"$_sigprop_names\"") == fish.npos);
    const cli::Folder folder;
    folder.write("script.zsh", zsh);
    folder.write("script.fish", fish);
    for (const std::string shell : {"zsh", "fish"}) {
        const std::string there = "command -v " + shell + " > /dev/null";
        if (std::system(there.c_str()) != 0) continue;
        CHECK(std::system((shell + " -n " + folder / ("script." + shell)).c_str()) == 0);
    }
}
