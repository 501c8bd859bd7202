// diff and --baseline: what changed since a report was stored.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

std::string claims(const std::string& stated) {
    return R"~({"claims": [{"id": "a", "statement": "s", "source": {"title": "t"}, "expression": "truncated_normal.std(-2, 2)",
        "stated": ")~" +
           stated + R"~("}, {"id": "b", "statement": "s", "source": {"title": "t"}, "expression": "1/3",
        "stated": "0.333"}]})~";
}

}  // namespace

TEST_CASE("more digits are no change; another stated number is") {
    const cli::Folder folder;
    folder.write("c.json", claims("0.87962566"));
    const std::string file = folder / "c.json";
    REQUIRE(tool({"verify", "--claims", file, "--json=" + folder / "old.json"}).code == 0);
    REQUIRE(tool({"verify", "--claims", file, "--digits", "60", "--json=" + folder / "fine.json"}).code == 0);
    const cli::Run same = tool({"diff", folder / "old.json", folder / "fine.json"});
    CHECK(same.code == 0);
    CHECK(same.err.empty());

    folder.write("c.json", claims("0.87962567"));
    REQUIRE(tool({"verify", "--claims", file, "--json=" + folder / "new.json"}).code == 1);
    const cli::Run changed = tool({"diff", folder / "old.json", folder / "new.json"});
    CHECK(changed.code == 1);
    CHECK(changed.shows("verdict"));
    CHECK(tool({"diff", folder / "old.json", folder / "new.json", "--quiet"}).out.empty());
    CHECK(tool({"diff", "-", folder / "fine.json"}, {.input = folder.read("old.json")}).code == 0);
}

TEST_CASE("added and removed records are changes") {
    const cli::Folder folder;
    REQUIRE(tool({"eval", "1/3", "--json=" + folder / "one.json"}).code == 0);
    REQUIRE(tool({"eval", "1/3", "2/3", "--json=" + folder / "two.json"}).code == 0);
    CHECK(tool({"diff", folder / "one.json", folder / "two.json"}).code == 1);
    CHECK(tool({"diff", folder / "two.json", folder / "one.json"}).code == 1);
    CHECK(tool({"diff", folder / "two.json", folder / "two.json"}).code == 0);
}

TEST_CASE("a run is compared with a baseline") {
    const cli::Folder folder;
    folder.write("c.json", claims("0.87962566"));
    const std::string file = folder / "c.json";
    REQUIRE(tool({"verify", "--claims", file, "--json=" + folder / "old.json"}).code == 0);
    const std::string baseline = folder / "old.json";
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline}).code == 0);
    CHECK(tool({"verify", "a", "--claims", file, "--baseline", baseline}).code == 0);  // b was not requested

    folder.write("c.json", R"~({"claims": [{"id": "a", "statement": "s", "source": {"title": "t"},
        "expression": "truncated_normal.std(-3, 3)", "stated": "0.99"}]})~");
    const cli::Run changed = tool({"verify", "--claims", file, "--baseline", baseline});
    CHECK(changed.code == 1);
    CHECK(changed.shows("against "));
    const cli::Run machine = tool({"verify", "--claims", file, "--baseline", baseline, "--json"});
    CHECK(machine.code == 1);
    CHECK(machine.out.starts_with("{"));
    CHECK_FALSE(machine.shows("against "));  // JSON stays pure
    CHECK(machine.says("against "));
    // the baseline may be the file that is written
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline, "--json=" + baseline, "--force"}).code ==
          1);
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline}).code == 0);
}

TEST_CASE("reports that are not reports") {
    const cli::Folder folder;
    REQUIRE(tool({"eval", "1/3", "--json=" + folder / "r.json"}).code == 0);
    CHECK(tool({"diff", folder / "r.json", folder.write("e.json", "")}).code == 2);
    CHECK(tool({"diff", folder / "r.json", folder.write("n.json", "[1]")}).code == 2);
    CHECK(tool({"diff", folder / "r.json", "/nowhere/r.json"}).code == 2);
    CHECK(tool({"diff", "-", "-"}).code == 2);
    std::string forged = folder.read("r.json");
    const std::size_t at = forged.find("0.333333");
    REQUIRE(at != std::string::npos);
    forged[at + 3] = '4';
    CHECK(tool({"diff", folder / "r.json", folder.write("f.json", forged)}).code == 2);  // a wrong digest
}

TEST_CASE("a baseline is brought up to date, and says what changed") {
    const cli::Folder folder;
    const auto claims = [&](const std::string& stated) {
        return folder.write("c.json", R"({"claims": [{"id": "a", "statement": "s", "source": {"title": "t"},
            "expression": "1/3", "stated": ")" +
                                          stated + R"("}]})");
    };
    const std::string file = claims("0.33");
    const std::string baseline = folder / "b.json";
    const cli::Run first = tool({"verify", "--claims", file, "--baseline", baseline, "--update-baseline"});
    CHECK(first.code == 0);
    CHECK(first.shows("b.json is up to date"));
    const std::string written = folder.read("b.json");
    CHECK(written.find("\"run\"") == std::string::npos);
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline}).code == 0);
    (void)claims("0.333");
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline}).code == 1);
    CHECK(folder.read("b.json") == written);
    const cli::Run second = tool({"verify", "--claims", file, "--baseline", baseline, "--update-baseline"});
    CHECK(second.code == 0);
    CHECK(second.shows("a"));
    CHECK(folder.read("b.json") != written);
    CHECK(tool({"verify", "--claims", file, "--baseline", baseline}).code == 0);
    // What would lose something is refused.
    CHECK(tool({"verify", "a", "--claims", file, "--baseline", baseline, "--update-baseline"}).code == 2);
    CHECK(tool({"verify", "--claims", file, "--update-baseline"}).code == 2);
    CHECK(tool({"verify", "--claims", file, "--baseline", file, "--update-baseline"}).code == 2);
}
