// `sigprop limits` is the table of docs/reference/options.md, and its numbers are those that the tool keeps
// to.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

/// The number in the row of the table that begins so, without its commas.
std::string most(const std::string& what) {
    const std::string table = tool({"limits", "--md"}).out;
    const std::size_t row = table.find("| " + what + " | ");
    REQUIRE(row != table.npos);
    const std::size_t begin = row + what.size() + 5;
    std::string number = table.substr(begin, table.find(" |", begin) - begin);
    std::erase(number, ',');
    return number;
}

std::string one_more(const std::string& number) { return std::to_string(std::stoll(number) + 1); }

}  // namespace

TEST_CASE("docs/reference/options.md shows the table (tools/readme.sh writes it)") {
    std::ostringstream page;
    page << std::ifstream(SIGPROP_SOURCE_DIR "/docs/reference/options.md").rdbuf();
    const std::string begin = "<!-- limits -->\n";
    const std::size_t from = page.str().find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = page.str().find("<!-- /limits -->\n");
    CHECK(page.str().substr(from + begin.size(), to - from - begin.size()) == tool({"limits", "--md"}).out);
}

TEST_CASE("the last allowed value passes, the next one is refused") {
    const std::string digits = most("digits (--digits, a series)");
    CHECK(tool({"eval", "1/3", "--digits", digits}).code == 0);
    CHECK(tool({"eval", "1/3", "--digits", one_more(digits)}).code == 2);

    const std::string threads = most("threads (--threads)");
    CHECK(tool({"eval", "1/3", "--threads", threads}).code == 0);
    CHECK(tool({"eval", "1/3", "--threads", one_more(threads)}).code == 2);

    const std::size_t characters = std::stoul(most("characters of an expression, without blanks"));
    CHECK(tool({"eval", std::string(characters, '1')}).code == 0);
    CHECK(tool({"eval", std::string(characters + 1, '1')}).code == 2);

    const std::size_t levels = std::stoul(most("levels of an expression"));
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '(') + "1" + std::string(depth, ')');
    };
    CHECK(tool({"eval", nested(levels)}).code == 0);
    CHECK(tool({"eval", nested(levels + 1)}).code == 2);

    const std::size_t bits = std::stoul(most("bits of an exact fraction"));
    CHECK(tool({"eval", "2^" + std::to_string(bits - 1)}).code == 0);
    CHECK(tool({"eval", "2^" + std::to_string(bits)}).code == 2);

    const std::string points = most("points of a sweep");
    const std::vector<std::string> sweep = {"sweep", "s", "--quiet", "--budget", "0.01", "--over"};
    std::vector<std::string> all = sweep;
    all.push_back("s=1:" + points + ":+1");
    CHECK(tool(all).code == 3);  // late, and accepted
    all.back() = "s=1:" + one_more(points) + ":+1";
    CHECK(tool(all).code == 2);
}

TEST_CASE("a sweep of as many points as are allowed takes little memory") {
    const cli::Folder folder;
    const cli::Run run = tool({"sweep", "s", "--over", "s=1:" + most("points of a sweep") + ":+1", "--budget",
                               "4", "--json=" + folder / "r.json", "--csv=" + folder / "r.csv", "--quiet"});
    CHECK(run.code < 4);
    if (!cli::has_sanitizers) CHECK(run.peak_kilobytes < 500'000);  // they keep what was freed
    CHECK(std::filesystem::file_size(folder / "r.json") > 50'000'000);
    CHECK(std::filesystem::file_size(folder / "r.csv") > 10'000'000);
}

TEST_SUITE("slow") {
    TEST_CASE("fewer samples than asked for are said to be fewer") {
        const std::vector<std::string> few = {"eval",      "attention.gaussian_qk_entropy(512, 64, 0.1)",
                                              "--methods", "network",
                                              "--json",    "--samples",
                                              "1e12"};
        CHECK(tool(few).shows("--samples asks for 1000000000000 logits, but 536870912 are possible"));
        std::vector<std::string> enough = few;
        enough.back() = "1e6";
        CHECK_FALSE(tool(enough).shows("--samples asks"));
    }
}
