// What the command line accepts and what it refuses, before anything is computed.

#include <doctest/doctest.h>

#include <chrono>
#include <sigprop/version.hpp>

#include "tests/cli/run_tool.hpp"

using cli::tool;
using Words = std::vector<std::string>;

namespace {

const std::string std_two = "truncated_normal.std(-2, 2)";

/// The call is refused with exit 2, one message on standard error, and nothing on standard output.
void check_refused(const Words& words, const std::string& message) {
    CAPTURE(words);
    const cli::Run run = tool(words);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says(message), run.err);
    CHECK(run.err.starts_with("sigprop: "));
    CHECK(cli::count(run.err, "sigprop: ") == 1);
}

}  // namespace

TEST_CASE("the version comes at once") {
    const auto start = std::chrono::steady_clock::now();
    const cli::Run run = tool({"--version"});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("sigprop " + std::string(sigprop::version) + "\n"));
    CHECK(run.shows(SIGPROP_WITH_GSL ? "\nGSL: yes" : "\nGSL: no\n"));
    CHECK((run.shows("\nMPI: yes\n") || run.shows("\nMPI: no\n")));
    CHECK(seconds.count() < 1.0);  // 0.1 s on an idle machine; others run beside this test
}

TEST_CASE("every command has a help with examples") {
    const cli::Run all = tool({"--help"});
    CHECK(all.code == 0);
    for (const char* command : {"eval", "verify", "sweep", "solve", "recipe", "measure", "constants", "list",
                                "show", "diff", "schema", "selftest", "completions", "manual"}) {
        CAPTURE(command);
        CHECK(all.shows(std::string("  ") + command + " "));
        const cli::Run help = tool({command, "--help"});
        CHECK(help.code == 0);
        CHECK(help.err.empty());
        CHECK(help.shows("Usage: sigprop " + std::string(command)));
        CHECK(help.shows("Examples:\n  sigprop " + std::string(command)));
        CHECK(tool({"help", command}).out == help.out);
    }
    CHECK(tool({"measure", "--help"}).shows("  jacobian "));  // its flags are those of its subjects
    CHECK(!tool({"measure", "--help"}).shows("--dy FILE"));
    const cli::Run subject = tool({"measure", "jacobian", "--help"});
    CHECK(subject.shows("Usage: sigprop measure jacobian --layer NAME"));
    CHECK(subject.shows("--dy FILE"));
    CHECK(!subject.shows("--softcap"));
    CHECK(tool({"help", "measure", "jacobian"}).out == subject.out);
    CHECK(tool({"eval", "--help"}).shows("--json [FILE.json]"));
    CHECK(tool({"eval", "-h"}).shows("--digits N"));
}

TEST_CASE("flags stand before and behind words, with = or a blank") {
    const std::string digits = "0.8796256610";
    for (const Words& words :
         {Words{"eval", std_two, "--digits", "10"}, Words{"eval", "--digits=10", std_two},
          Words{"--digits", "10", "eval", std_two}, Words{"eval", "--digits", "1e1", "--", std_two}}) {
        CAPTURE(words);
        const cli::Run run = tool(words);
        CHECK(run.code == 0);
        CHECK(run.shows(std_two + " = " + digits + "\n"));
    }
}

TEST_CASE("expressions survive whatever they look like") {
    CHECK(tool({"eval", "-2 + 1"}).shows("= -1\n"));
    CHECK(tool({"eval", "-2"}).shows("= -2\n"));
    CHECK(tool({"eval", "-pi"}).shows("= -3.14159265358979323846264338328\n"));
    CHECK(tool({"eval", "--(1)"}).shows("= 1\n"));
    CHECK(tool({"eval", "--", "--pi"}).shows("= 3.14159265358979323846264338328\n"));
    CHECK(tool({"eval", "--json", "1 + 1"}).shows("\"decimal\": \"2\""));  // not a file name
    CHECK(tool({"eval", "[1,2]"}).code == 2);  // a list has no value, but arrives as one word
    CHECK(tool({"eval", "[1,2]"}).says("[1,2]"));
    CHECK(tool({"verify", "[j-k]ax.selu.*"}).shows("jax.selu.alpha"));
}

TEST_CASE("unknown names come with the nearest known one") {
    check_refused({"evl", "1"}, "unknown command 'evl': write sigprop eval 1");
    check_refused({"eval", "1", "--digts", "3"}, "did you mean '--digits'?");
    check_refused({"frobnicate"}, "sigprop --help lists all commands");
    check_refused({}, "no command");
    check_refused({"list", "--samples", "3"}, "'sigprop list' has no --samples");
    check_refused({"schema", "reprt"}, "no schema is named 'reprt'");
    check_refused({"completions", "csh"}, "bash, zsh and fish");
    check_refused({"constants", "--emit", "fortran"}, "json, cpp or python");
}

TEST_CASE("values of flags") {
    for (const char* digits :
         {"0", "-1", "10001", "1000000000000", "1e12", "1.5", "ten", "0x10", "nan", "1e999999999"}) {
        check_refused({"eval", "1", "--digits", digits},
                      "--digits takes a whole number from 1 to 10000, not '");
    }
    for (const char* samples : {"0", "-5", "1e99", "2.5", "many"}) {
        check_refused({"eval", "1", "--samples", samples}, "--samples takes a whole number from 1");
    }
    check_refused({"eval", "1", "--seed", "-1"}, "--seed takes");
    check_refused({"eval", "1", "--seed", "18446744073709551616"}, "--seed takes");
    CHECK(tool({"eval", "1", "--seed", "18446744073709551615", "--samples", "1e6"}).code == 0);
    CHECK(tool({"eval", "1", "--samples", "9223372036854775808"}).code == 0);  // 2^63
    check_refused({"eval", "1", "--samples", "9223372036854775809"},
                  "--samples takes a whole number from 1 to 2^63, such as 1e6, not '9223372036854775809'");
    check_refused({"eval", "1", "--seed", "18446744073709551616"}, "--seed takes a whole number from 0");
    check_refused({"eval", "1", "--seed", "-1"}, "--seed takes a whole number from 0");
    for (const char* level : {"0", "1", "100%", "-0.5", "95", "nan", "0.95.", "%", "1e-300"}) {
        check_refused({"eval", "1", "--confidence", level},
                      "--confidence takes a level between 0 and 1, such as 0.95 or 95%");
    }
    check_refused({"list", "--confidence", "0.9"}, "'sigprop list' has no --confidence");
    check_refused({"eval", "1", "--threads", "0"}, "--threads takes");
    check_refused({"eval", "1", "--color", "yes"}, "auto, always or never");
    check_refused({"eval", "1", "--methods", "a,,b"}, "--methods needs globs");
    check_refused({"eval", "1", "--digits"}, "--digits needs a value: --digits N");
    check_refused({"eval", "1", "--junit", "f.xml"}, "has no --junit");
    check_refused({"eval", "1", "--json="}, "write --json=FILE.json");
    check_refused({"eval", "1", "--quiet=yes"}, "--quiet takes no value");
    check_refused({"eval", "1", "--digits", "3", "--digits", "4"}, "--digits is given twice");
    check_refused({"eval", "1", "--digits=3", "--digits", "4"}, "--digits is given twice");
    check_refused({"eval", "1", "--json", "--csv"}, "standard output already has another result");
    check_refused({"eval", "1", "--json=a", "--csv=a"}, "a already has another result");
}

TEST_CASE("a wrong number of words") {
    check_refused({"eval"}, "eval needs more arguments: sigprop eval EXPR...");
    check_refused({"diff", "a"}, "diff needs two reports: sigprop diff a new.json");
    check_refused({"diff", "a", "b", "c"}, "diff takes fewer arguments");
    check_refused({"sweep", "x", "y"}, "sweep takes one expression");
    check_refused({"selftest", "x"}, "selftest takes fewer arguments");
}

TEST_CASE("colour is asked for, or left out") {
    const std::string escape = "\033[";
    CHECK_FALSE(tool({"verify", "jax.selu.alpha"}).shows(escape));  // no terminal
    CHECK(tool({"verify", "jax.selu.alpha", "--color=always"}).shows(escape));
    CHECK_FALSE(tool({"verify", "jax.selu.alpha", "--color=never"}).shows(escape));
}
