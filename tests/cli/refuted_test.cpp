// All shipped claims; what verify says about a refuted number, in each form, and the table of refuted numbers
// that opens the README.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

const std::string begin_mark = "<!-- refuted -->\n";
const std::string end_mark = "<!-- /refuted -->\n";

/// The text from the first marker to the second; "" unless each occurs once, in this order.
std::string table_in(const std::string& page) {
    if (cli::count(page, begin_mark) != 1 || cli::count(page, end_mark) != 1) return "";
    const std::size_t begin = page.find(begin_mark);
    const std::size_t end = page.find(end_mark);
    return begin < end ? page.substr(begin, end + end_mark.size() - begin) : "";
}

std::string content_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(SIGPROP_SOURCE_DIR "/" + path, std::ios::binary).rdbuf();
    return text.str();
}

/// The cells of a row of a table; a bar within a cell has no space on both sides.
std::vector<std::string> cells_of(std::string row) {
    row = row.substr(2, row.size() - 4);
    std::vector<std::string> cells;
    for (std::size_t at = 0; (at = row.find(" | ")) != std::string::npos; row.erase(0, at + 3))
        cells.push_back(row.substr(0, at));
    cells.push_back(row);
    return cells;
}

/// Where, what, stated and proved of the first rows, as README.md shows them, between its markers.
std::string beginning(const std::string& table, std::size_t rows) {
    const std::vector<std::string> lines = cli::lines_of(table);
    std::string shown = begin_mark + "| where | what it is | stated | proved |\n| --- | --- | --- | --- |\n";
    for (std::size_t row = 3; row < 3 + rows && row + 1 < lines.size(); ++row) {
        const std::vector<std::string> cells = cells_of(lines[row]);
        shown += "| " + cells[1].substr(0, cells[1].find(',')) + " | " + cells[0] + " | " + cells[3] + " | " +
                 cells[4] + " |\n";
    }
    return shown + end_mark;
}

std::string jax(const std::string& stated, const std::string& expected) {
    return R"~({"claims": [{"id": "jax.std", "statement": "as in jax", "expected": ")~" + expected +
           R"~(", "source": {"title": "JAX", "author": "jax-ml/jax", "url": "https://github.com/jax-ml/jax",
           "where": "jax/_src/nn/initializers.py:358"}, "dtype": "float64",
           "expression": "complex_truncated_normal.std(2)", "stated": ")~" +
           stated + "\"}]}";
}

const std::string wrong = "0.95311164380491208";

}  // namespace

// Continuous integration judges them all by tools/verify.sh, on the bare machine, which must leave these
// tables as they are.
TEST_CASE("shipped claims get their verdicts; the README shows the refuted (tools/readme.sh writes it)" *
          doctest::test_suite("slow")) {
    const cli::Folder folder;
    const cli::Run run = tool({"verify", "--md=" + folder / "all.md"});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.shows("0.87962566103423978"));
    CHECK(run.shows("confirmed"));
    CHECK(cli::count(run.out, "as expected") == 1);  // the summary line
    const std::string whole = table_in(folder.read("all.md"));
    CHECK(whole.find("0.9**5**311164380491208") != std::string::npos);
    CHECK(table_in(content_of("results/refuted.md")) == whole);
    const std::string shown = table_in(content_of("README.md"));
    CHECK(table_in(content_of("README.zh-CN.md")) == shown);
    REQUIRE_FALSE(shown.empty());
    CHECK(shown == beginning(whole, 3));
    CHECK(shown != beginning(whole, 2));
    CHECK(shown != whole);
    CHECK(table_in(begin_mark + "x").empty());  // control: a wrong marker finds nothing
    CHECK(table_in(end_mark + begin_mark).empty());
}

TEST_CASE("a refuted number: stated, proved, the first wrong digit, the error, what it is") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", jax(wrong, "refuted"));
    const cli::Run run = tool({"verify", "--claims", file});
    CHECK(run.code == 0);
    CHECK(
        run.shows("\njax.std: refuted (expected)\n"
                  "  stated      0.95311164380491208 (float64); -0.92 %\n"
                  "                 ^ first wrong digit, 2nd after the point\n"
                  "  proved      0.9619618280082135401…\n"
                  "  is          sqrt(complex_truncated_normal.partial_second_moment(2)): "));
    const cli::Run quiet = tool({"verify", "--claims", file, "--quiet"});
    CHECK(quiet.out.empty());
    CHECK(quiet.err.empty());
    const cli::Run failing =
        tool({"verify", "--claims", folder.write("f.json", jax(wrong, "confirmed")), "--quiet"});
    CHECK(failing.code == 1);
    CHECK(failing.out.empty());
    CHECK(failing.err == "1 FAILED: jax.std\n");
    const cli::Run colored = tool({"verify", "--claims", file, "--color", "always"});
    CHECK(colored.shows("  stated      0.9\x1b[31m5311164380491208\x1b[0m (float64); -0.92 %\n"));
    CHECK_FALSE(colored.shows("^ first"));
    const cli::Run json = tool({"verify", "--claims", file, "--json", "--reproducible"});
    CHECK(json.shows("\"schema_version\": \"1.3\""));
    CHECK(json.shows("\"relative_error\": \"-0.00920\""));
    CHECK(json.shows("\"first_wrong_digit\": 3"));
    CHECK(json.shows("\"expression\": \"sqrt(complex_truncated_normal.partial_second_moment(2))\""));
}

TEST_CASE("an annotation says it all; a right number gets none of it") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", jax(wrong, "confirmed"));
    const cli::Run run = tool({"verify", "--claims", file, "--github", "--quiet"});
    CHECK(run.code == 1);
    CHECK(
        run.shows("::error file=jax/_src/nn/initializers.py,line=358,title=sigprop%3A jax.std::refuted "
                  "(expected: confirmed); stated 0.95311164380491208 (float64); proved "
                  "0.9619618280082135401…; first wrong digit 2nd after the point, -0.92 %25, is "
                  "sqrt(complex_truncated_normal.partial_second_moment(2))%0A"));
    const std::string right = folder.write("r.json", jax("0.96196182800821354", "confirmed"));
    const cli::Run fine = tool({"verify", "--claims", right, "--json"});
    CHECK(fine.code == 0);
    for (const char* field : {"relative_error", "first_wrong_digit", "identified"}) {
        CHECK_FALSE(fine.shows(field));
    }
    CHECK(table_in(tool({"verify", "--claims", right, "--md"}).out).empty());
}
