// The help of a command has what most calls need; --help-all and the manual have all of it.

#include <doctest/doctest.h>

#include "tests/cli/refusals.hpp"

using cli::tool;

TEST_CASE("a help has three parts, of which --help-all shows the last") {
    const cli::Run brief = tool({"eval", "--help"}), whole = tool({"eval", "--help-all"});
    CHECK(brief.code == 0);
    CHECK(brief.shows("\nCommon:\n"));
    CHECK(brief.shows("\nOutput:\n"));
    CHECK(brief.shows("  --digits N"));
    CHECK(brief.shows("  --json [FILE.json]"));
    CHECK_FALSE(brief.shows("For experts:"));
    CHECK(brief.shows(" more flags are for experts: sigprop eval --help-all\n"));
    CHECK(whole.shows("\nFor experts:\n"));
    CHECK_FALSE(whole.shows("more flags are for experts"));
    for (const char* flag : {"--checkpoint-key", "--methods", "--threads", "mpirun"}) {
        CAPTURE(flag);
        CHECK(whole.shows(flag));
        CHECK_FALSE(brief.shows(flag));
    }
    CHECK(whole.out.find("\nOutput:") < whole.out.find("\nFor experts:"));
    CHECK(tool({"eval", "1", "--threads", "1"}).code == 0);  // what is not shown is taken
}

TEST_CASE("subjects have the same parts") {
    CHECK_FALSE(tool({"measure", "model", "--help"}).shows("--no-config"));
    CHECK(tool({"measure", "model", "--help-all"}).shows("--no-config"));
    CHECK(tool({"measure", "model", "--help"}).shows("--ignore ID"));
}

TEST_CASE("a command without such flags promises none") {
    for (const char* command : {"check", "schema", "manual"})
        CHECK_FALSE(tool({command, "--help"}).shows("for experts"));
    cli::check_refused({"eval", "--help-all=x"}, "--help-all takes no value");
    CHECK(tool({"--help-all"}).out == tool({"--help"}).out);
}

TEST_CASE("the arguments that the help of train names are arguments of a run") {
    const std::string help = tool({"train", "--help"}).out;
    const std::size_t begin = help.find("Arguments most often given: ");
    REQUIRE(begin != help.npos);
    const std::string known = tool({"show", "training.validation_loss"}).out;
    std::size_t count = 0;
    for (std::size_t end = help.find('=', begin); help[end + 1] == ',' || help[end + 1] == '.';
         end = help.find('=', end + 1)) {
        const std::size_t space = help.find_last_of(" \n", end);
        const std::string name = help.substr(space + 1, end - space - 1);
        CHECK_MESSAGE(known.find("\n    " + name + "=") != known.npos, name);
        ++count;
    }
    CHECK(count == 19);
}

TEST_CASE("the manual has every flag") {
    const std::string manual = tool({"manual"}).out;
    for (const char* flag : {"checkpoint\\-key", "methods", "no\\-config", "help\\-all"})
        CHECK_MESSAGE(manual.find("\\fB\\-\\-" + std::string(flag) + "\\fR") != manual.npos, flag);
}
