// sweep --shipped and --series FILE: one report for each file of series, and the files that are refused.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

const std::string squares =
    R"({"series": [{"id": "squares", "statement": "s", "expressions": ["x^2", "x + 1"], "over": ["x=1:3:+1"]},
                   {"id": "inverse", "statement": "s", "expressions": ["1/x"], "over": ["x=1,2"]}]})";

}  // namespace

TEST_CASE("a file of series makes a report") {
    const cli::Folder folder;
    const std::string file = folder.write("curves.json", squares);
    const cli::Run all = tool({"sweep", "--series", file, "--csv", "--evidence"});
    CHECK(all.code == 0);
    CHECK(cli::count(all.out, "\n") == 9);
    CHECK(all.shows("squares,x^2,closed_form,enclosure,3,9,"));
    CHECK(all.shows("inverse,1/x,closed_form,enclosure,2,0.5,"));
    const cli::Run points = tool({"sweep", "--series", file, "--csv"});
    CHECK(points.out.starts_with("id,expression,x,value,lower,upper,kind\n"));
    CHECK(points.shows("\ninverse,1/x,2,0.5,0.5,0.5,enclosure\n"));
    const cli::Run one = tool({"sweep", "inv*", "--series", file, "--csv", "--evidence"});
    CHECK(cli::count(one.out, "\n") == 3);
    // the report would have the name of the file it is made from
    CHECK(tool({"sweep", "--series", file, "--json=" + folder / "", "--quiet"}).code == 2);
    CHECK(folder.read("curves.json") == squares);
    const cli::Folder reports;
    CHECK(tool({"sweep", "--series", file, "--json=" + reports / "", "--reproducible", "--quiet"}).code == 0);
    CHECK(tool({"sweep", "--series", "-", "--md"}, {.input = squares}).shows("| 3 | 9 | ok |"));
}

TEST_CASE("with a folder each file makes a report of its name; threads change nothing") {
    const cli::Folder folder;
    const cli::Folder other;
    const auto shipped = [](const cli::Folder& into, const char* threads) {
        return tool({"sweep", "--shipped", "truncated_normal.*", "--json=" + into / "", "--reproducible",
                     "--threads", threads});
    };
    const cli::Run run = shipped(folder, "1");
    CHECK(run.code == 0);
    CHECK(run.shows("truncated_normal.symmetric  truncated_normal.std(-b, b)  closed_form: 39 of 39 points"));
    CHECK(folder.has("truncated_normal.json"));
    CHECK_FALSE(folder.has("activation_moments.json"));
    CHECK(shipped(other, "3").code == 0);
    CHECK(folder.read("truncated_normal.json") == other.read("truncated_normal.json"));
    CHECK_FALSE(cli::count(folder.read("truncated_normal.json"), "\"run\"") > 0);
    const cli::Run diff = tool({"diff", folder / "truncated_normal.json", other / "truncated_normal.json"});
    CHECK(diff.code == 0);
}

TEST_CASE("digits and methods are the file's unless the command line has them") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", R"~({"series": [{"id": "t", "statement": "s",
            "expressions": ["activation.mean(f)"], "over": ["f=sigmoid"], "digits": 5, "methods": "arb_*"}]})~");
    const cli::Run own = tool({"sweep", "--series", file, "--csv", "--evidence"});
    CHECK(own.shows("arb_integral,enclosure,sigmoid,0.50000,"));
    CHECK(cli::count(own.out, "\n") == 3);
    const cli::Run given = tool(
        {"sweep", "--series", file, "--csv", "--evidence", "--digits", "8", "--methods", "arb_integral"});
    CHECK(given.shows("arb_integral,enclosure,sigmoid,0.50000000,"));
    CHECK(cli::count(given.out, "\n") == 2);
}

TEST_CASE("what is refused, and with which code") {
    const cli::Folder folder;
    const std::string file = folder.write("curves.json", squares);
    const cli::Run unknown = tool({"sweep", "--shipped", "truncated_normal.symetric"});
    CHECK(unknown.code == 5);
    CHECK(unknown.out.empty());
    CHECK(unknown.says("did you mean 'truncated_normal.symmetric'?"));
    CHECK(tool({"sweep", "inverse", "no*", "--series", file}).code == 5);

    for (const auto& [text, message] :
         std::vector<std::pair<std::string, std::string>>{{squares.substr(0, 80), "curves.json:"},
                                                          {"{\"series\": [{}]}", "the key 'id' is missing"},
                                                          {"", "curves.json:1:1"}}) {
        const cli::Run broken = tool({"sweep", "--series", folder.write("b_curves.json", text), "--json"});
        CHECK(broken.code == 2);
        CHECK(broken.out.empty());
        CHECK_MESSAGE(broken.says(message), broken.err);
    }
    CHECK(tool({"sweep", "--series", folder / "none.json"}).code == 2);
    CHECK(tool({"sweep", "--series", file, "--series", file})
              .says("the id 'squares' is already the id of the series in"));
    CHECK(tool({"sweep", "--series", file, "--over", "x=1"}).says("--over needs an expression"));
    CHECK(tool({"sweep"}).says("sweep needs an expression"));
    const std::string late = folder.write("late.json", R"~({"series": [{"id": "l", "statement": "s",
        "expressions": ["activation.mean(relu, std=x)"], "over": ["x=1,0"]}]})~");
    const cli::Run point = tool({"sweep", "--series", late});
    CHECK(point.code == 2);
    CHECK(point.says("series 'l': at x = 0"));
}

TEST_CASE("a folder that cannot be written is found before anything is computed") {
    const cli::Folder folder;
    const cli::Run missing = tool({"sweep", "--shipped", "--json=" + folder / "none/"});
    CHECK(missing.code == 2);
    CHECK(missing.says("cannot write into"));
    CHECK(tool({"sweep", "x", "--over", "x=1", "--json=" + folder / ""}).code == 2);
    const std::string one = folder.write("one.json", squares);
    std::string renamed = squares;
    renamed.replace(renamed.find("squares"), 7, "cubes");
    renamed.replace(renamed.find("inverse"), 7, "other");
    CHECK(mkdir((folder / "sub").c_str(), 0700) == 0);
    const std::string two = folder.write("sub/one.json", renamed);
    CHECK(tool({"sweep", "--series", one, "--series", two}).code == 0);
    CHECK(tool({"sweep", "--series", one, "--series", two, "--json=" + folder / ""}).says("rename one"));
    CHECK(folder.read("one.json") == squares);
    CHECK(mkdir((folder / "sub/out").c_str(), 0700) == 0);
    CHECK(mkdir((folder / "sub/out/one.json").c_str(), 0700) ==
          0);  // an obstacle that even root cannot replace
    const cli::Run blocked = tool({"sweep", "--series", one, "--json=" + folder / "sub/out/"});
    CHECK(blocked.code == 2);
    CHECK(blocked.out.empty());
}

TEST_CASE("points without a value: proved not to exist is an answer, not known is not") {
    const cli::Folder folder;
    const auto code_of = [&](const std::string& expression) {
        const std::string text = R"({"series": [{"id": "l", "statement": "s", "expressions": [")" +
                                 expression + R"("], "over": ["x=0,1"]}]})";
        return tool({"sweep", "--series", folder.write("c.json", text)}).code;
    };
    CHECK(code_of("1/x") == 0);
    CHECK(code_of("x + activation.mean('log(abs(sin(x^2)))')") == 3);
}
