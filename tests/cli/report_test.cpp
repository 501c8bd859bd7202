// sigprop report: pages from every kind of report, what it writes over, and files that are no report.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

/// A report of each command that writes one without a file of numbers, with its name.
std::vector<std::string> reports_of_commands(const cli::Folder& folder) {
    const std::vector<std::vector<std::string>> commands = {
        {"eval", "1/3", "activation.gain(relu)"},
        {"verify", "selu.lambda*"},
        {"sweep", "activation.gain(tanh, std=s)", "--over", "s=0.5:2:x2"},
        {"solve", "x^2 = 2", "--for", "x", "--in", "0:2"},
        {"recipe", "gpt2", "--layers", "2", "--digits", "8"}};
    std::vector<std::string> paths;
    for (std::vector<std::string> words : commands) {
        paths.push_back(folder / (words[0] + ".json"));
        words.insert(words.end(), {"--json=" + paths.back(), "--quiet"});
        REQUIRE(tool(words).code == 0);
    }
    return paths;
}

std::string report_text(const cli::Folder& folder) {
    REQUIRE(
        tool({"eval", "1/3", "2 + 2", "--reproducible", "--quiet", "--json=" + folder / "base.json"}).code ==
        0);
    return folder.read("base.json");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != text.npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("one page from the reports of every command") {
    const cli::Folder folder;
    std::vector<std::string> words = {"report"};
    for (const std::string& path : reports_of_commands(folder)) words.push_back(path);
    words.insert(words.end(), {"--html", folder / "page.html"});
    const cli::Run run = tool(words);
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.err.empty());
    const std::string page = folder.read("page.html");
    CHECK(page.starts_with("<!DOCTYPE html>\n<!-- written by sigprop -->\n"));
    CHECK(page.ends_with("</html>\n"));
    for (const char* name : {"eval.json", "verify.json", "sweep.json", "solve.json", "recipe.json"})
        CHECK(cli::count(page, "<bdi>" + std::string(name) + "</bdi>") == 1);
    CHECK(cli::count(page, "sweep 'activation.gain(tanh, std=s)'") == 0);  // quotes are escaped
    CHECK(cli::count(page, "sweep &#39;activation.gain(tanh, std=s)&#39; --over s=0.5:2:x2") == 1);
    CHECK(tool(words).code == 0);  // a page of ours is replaced
    words.back() = "-";
    CHECK(tool(words).out == page);
}

TEST_CASE("what is no page of ours stays, and so does a report that is read") {
    const cli::Folder folder;
    const std::string text = report_text(folder);
    const std::string base = folder / "base.json";
    const std::string mine = folder.write("mine.html", "<!DOCTYPE html>\n<title>mine</title>\n");
    const cli::Run refused = tool({"report", base, "--html", mine});
    CHECK(refused.code == 2);
    CHECK(refused.says("--force"));
    CHECK(folder.read("mine.html").ends_with("mine</title>\n"));
    const cli::Run itself = tool({"report", base, "--html=" + folder.path() + "/./base.json"});
    CHECK(itself.code == 2);
    CHECK(itself.says("is the file that this command reads"));
    CHECK(folder.read("base.json") == text);
    CHECK(tool({"report", base, "--html", mine, "--force"}).code == 0);
    CHECK(folder.read("mine.html").starts_with("<!DOCTYPE html>\n<!-- written by sigprop -->\n"));
    CHECK(tool({"report", base}).says("--html page.html"));
}

TEST_CASE("a baseline becomes a section of what changed") {
    const cli::Folder folder;
    static_cast<void>(report_text(folder));
    const std::string base = folder / "base.json";
    const std::string page = folder / "page.html";
    CHECK(tool({"report", base, "--baseline", base, "--html", page}).code == 0);
    CHECK(cli::count(folder.read("page.html"), "nothing changed (2 compared)") == 1);
    REQUIRE(tool({"eval", "1/3", "3 + 3", "--quiet", "--json=" + folder / "new.json"}).code == 0);
    CHECK(tool({"report", folder / "new.json", "--baseline", base, "--html", page}).code == 1);
    CHECK(cli::count(folder.read("page.html"), "0 changed, 1 added, 1 removed; 1 compared.") == 1);
    const cli::Run two = tool({"report", base, base, "--baseline", base, "--html", page});
    CHECK(two.code == 2);
    CHECK(two.says("--baseline compares one report"));
    CHECK(tool({"report", "-", "--baseline", "-", "--html", page}).says("standard input only once"));
}

TEST_CASE("files that are no report are refused in words, and nothing is written") {
    const cli::Folder folder;
    const std::string text = report_text(folder);
    const std::string digest = text.substr(text.find("\"digest\""), 24);
    struct Row {
        const char* name;
        std::string text, message;
    };
    const std::vector<Row> rows = {
        {"another version", replaced(text, "\"1.3\"", "\"2.0\""),
         "2.0 is another format; this version reads 1.x"},
        {"claims", R"({"claims": []})", "this is not a report that sigprop wrote"},
        {"truncated", text.substr(0, text.size() / 2), "in.json:"},
        {"altered", replaced(text, "\"2 + 2\"", "\"2 + 3\""), "digest"},
        {"digest", replaced(text, digest, "\"digest\": \"00000000000000"), "digest"},
        {"no JSON", "<html></html>", "in.json:1:1"},
        {"empty", "", "in.json"},
        {"deep", std::string(100'000, '['), "in.json:1"},
        {"100 MB", std::string(100'000'000, ' '), "larger than 16777216 bytes"}};
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const cli::Run run =
            tool({"report", folder.write("in.json", row.text), "--html", folder / "page.html"});
        CHECK(run.code == 2);
        CHECK_MESSAGE(run.says(row.message), run.err.substr(0, 300));
        CHECK_FALSE(folder.has("page.html"));
    }
    CHECK(tool({"report", folder / "none.json", "--html", folder / "page.html"}).says("No such file"));
}

TEST_CASE("a report without records is a page, and a newer 1.x with unknown fields too") {
    const cli::Folder folder;
    const std::string none =
        folder.write("none.json", R"({"schema_version": "1.9", "new": 1, "records": []})");
    CHECK(tool({"report", none, "--html", folder / "page.html"}).code == 0);
    CHECK(cli::count(folder.read("page.html"), "This report has no records and no curves.") == 1);
}
