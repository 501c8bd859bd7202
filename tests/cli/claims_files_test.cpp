// Claims files that are refused: exit 2, one message with the place, and nothing is written.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

constexpr const char* good =
    R"({"id": "a", "statement": "s", "source": {"title": "t"}, "expression": "1/3", "stated": "0.3333"})";

std::string claims(const std::string& one) { return "{\"claims\": [" + one + "]}"; }

/// The good claim with one piece of its text replaced.
std::string with(const std::string& piece, const std::string& replacement) {
    std::string text = good;
    const std::size_t at = text.find(piece);
    REQUIRE(at != std::string::npos);
    return claims(text.replace(at, piece.size(), replacement));
}

void check_refused(const std::string& text, const std::string& message) {
    const cli::Folder folder;
    const cli::Folder results;
    const std::string file = folder.write("c.json", text);
    const cli::Run run = tool({"verify", "--claims", file, "--json=" + results / "r.json",
                               "--csv=" + results / "r.csv", "--junit", results / "r.xml"});
    CAPTURE(text.substr(0, 300));
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(results.empty());
    CHECK_MESSAGE(run.says(message), run.err);
    CHECK_MESSAGE(cli::count(run.err, "sigprop: ") == 1, run.err);
    CHECK(run.err.size() < 2000);
}

}  // namespace

TEST_CASE("the file that the others are broken copies of") {
    const cli::Folder folder;
    CHECK(tool({"verify", "--claims", folder.write("c.json", claims(good))}).code == 0);
}

TEST_CASE("broken JSON") {
    check_refused("", "c.json");
    check_refused("{", "c.json:1:");
    check_refused("[]", "c.json:1:");
    check_refused(claims(good) + "x", "c.json:1:");
    check_refused(std::string(100'000, '['), "c.json:1:");
    check_refused(claims(std::string(100'000, '[') + std::string(100'000, ']')), "c.json:1:");
    check_refused(claims(good) + std::string(20'000'000, ' '), "larger than");
    check_refused("{\"claims\": [], \"claims\": []}", "claims");
}

TEST_CASE("broken claims name the claim and its line") {
    check_refused(with("\"statement\"", "\"statment\""), "did you mean");
    check_refused(with("\"stated\": \"0.3333\"", "\"stated\": \"0.3333\", \"stated\": \"0.3333\""), "stated");
    check_refused(with(", \"stated\": \"0.3333\"", ""), "stated");
    check_refused(with(", \"expression\": \"1/3\"", ""), "expression");
    check_refused(claims(std::string(good) + ",\n" + good), "c.json:2:");
    check_refused(with("\"0.3333\"", "0.3333"), "string");
    for (const char* stated :
         {"nan", "inf", "-inf", "1", "0x1p3", "", "0.33.3", "1e999999999", "no.such()"}) {
        CAPTURE(stated);
        check_refused(with("0.3333", stated), "claim 'a'");
    }
    check_refused(with("\"0.3333\"", "\"0.3333\", \"convention\": \"roundd\""), "claim 'a'");
    check_refused(with("\"0.3333\"", "\"0.3333\", \"dtype\": \"float31\""), "claim 'a'");
    check_refused(with("\"0.3333\"", "\"0.3333\", \"tolerance\": \"-1e-3\""), "claim 'a'");
    check_refused(with("\"0.3333\"", "\"0.3333\", \"expected\": \"perhaps\""), "claim 'a'");
}

TEST_CASE("broken expressions of claims") {
    for (const char* expression : {"truncated_normal.sdt(-2, 2)", "truncated_normal.std(2, -2)",
                                   "truncated_normal.std(1)", "activation.gain(rleu)", "1 +", ""}) {
        CAPTURE(expression);
        check_refused(with("1/3", expression), "claim 'a'");
    }
}

TEST_CASE("a bad claim stops the good ones, selected or not") {
    const cli::Folder folder;
    const std::string bad =
        R"~({"id": "b", "statement": "s", "source": {"title": "t"}, "expression": "no.such()", "stated": "0.5"})~";
    const std::string file = folder.write("c.json", claims(std::string(good) + "," + bad));
    const cli::Run run = tool({"verify", "a", "--claims", file});
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.says("claim 'b'"));
}

TEST_CASE("the same id in two files") {
    const cli::Folder folder;
    folder.write("c.json", claims(good));
    folder.write("d.json", claims(good));
    const cli::Run run = tool({"verify", "--claims", folder / "c.json", "--claims", folder / "d.json"});
    CHECK(run.code == 2);
    CHECK(run.says("the id 'a' is already the id of the claim in"));
}

TEST_CASE("stated_from reads outside of the gate's folders only when it is allowed to") {
    const cli::Folder folder;
    folder.write("outside.py", "KEY = sk-live-51\nC = 0.3333\n");
    std::filesystem::create_directory(folder / "gate");
    const auto reading = [](const std::string& path, const std::string& regex) {
        return with("\"stated\": \"0.3333\"",
                    R"("stated_from": {"path": ")" + path + R"(", "regex": ")" + regex + "\"}");
    };
    folder.write("gate/c.json", reading("../outside.py", "C = ([0-9.]+)"));
    for (const char* command : {"verify", "list", "show"}) {
        CAPTURE(command);
        std::vector<std::string> words = {command};
        if (words[0] == "list") words.emplace_back("claims");
        if (words[0] != "list") words.emplace_back("a");
        words.insert(words.end(), {"--claims", folder / "gate/c.json"});
        const cli::Run refused = tool(words);
        CHECK(refused.code == 2);
        CHECK(refused.says("--allow-outside"));
        words.emplace_back("--allow-outside");
        CHECK(tool(words).code == 0);
        CHECK(tool(words, {.input = "", .folder = folder / "gate"}).code == 0);
        words.pop_back();
        CHECK(tool(words, {.input = "", .folder = folder.path()}).code == 0);
    }
    folder.write("gate/k.json", reading("../outside.py", "KEY = (.*)"));
    const cli::Run key =
        tool({"verify", "--claims", folder / "gate/k.json"}, {.input = "", .folder = folder.path()});
    CHECK(key.code == 2);
    CHECK_FALSE(key.says("sk-live"));
}

TEST_CASE("files that are not there, or cannot be written") {
    CHECK(tool({"verify", "--claims", "/nowhere/c.json"}).code == 2);
    CHECK(tool({"verify", "--claims", "/nowhere/c.json"}).says("/nowhere/c.json"));
    CHECK(tool({"eval", "1", "--json=/nowhere/r.json"}).code == 2);
    CHECK(tool({"verify", "--baseline", "/nowhere/r.json"}).code == 2);
    const cli::Folder folder;
    CHECK(tool({"verify", "--baseline", folder.write("b.json", "{}")}).code == 2);
    CHECK(tool({"eval", "1", "--json=" + folder.path()}).code == 2);
}
