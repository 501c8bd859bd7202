// Files that come with a pull request: nothing of them reaches a terminal or the log of a CI job raw, and no
// line that comes from them is a command to the runner. Every string of every format is replaced in turn.

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/cli/hostile_output.hpp"
#include "tests/support/share.hpp"

using cli::check_run;
using cli::check_text;
using cli::claims_file;
using cli::fault_of;
using cli::tool;
using sigprop::test::share_of;

namespace {

/// As JSON writes them: the first in the place of a whole string, the second behind what stands there.
const std::string hostile[] = {
    R"(::error::a\u0000\u001b[2J\u009b31m\u202e\u2066\u200f\u061c\u2028\u007f\u0007 ##[error]b ##vso[c])",
    R"(a\n::error::b\r::warning::c\r\n  ::stop-commands::d\u00a0::e\t::f \u3000::add-mask::g)"};

/// The text with each of its strings, keys included, made hostile in turn, in both ways.
std::vector<std::string> poisoned(const std::string& json) {
    std::vector<std::string> all;
    for (std::size_t begin = json.find('"'); begin != std::string::npos;) {
        std::size_t end = begin + 1;
        while (json[end] != '"') end += json[end] == '\\' ? 2U : 1U;
        const std::string old = json.substr(begin + 1, end - begin - 1);
        for (const std::string& text : {hostile[0], old + hostile[1]}) {
            std::string changed = json;
            all.push_back(changed.replace(begin + 1, old.size(), text));
        }
        begin = json.find('"', end + 1);
    }
    return all;
}

}  // namespace

TEST_CASE("the checks have teeth") {
    for (const char* line :
         {"\x1b[2J", "a\u202eb", "::error::x", "  ::x", "\u00a0::x", "a ##[b", "a\rb", "a\xff"}) {
        CHECK_FALSE(fault_of(line, false).empty());
    }
    CHECK(fault_of("a::b \\x1b µ²", false).empty());
    CHECK(fault_of("::error title=x::y", true).empty());
    CHECK_FALSE(fault_of("::error::y", true).empty());
    CHECK(poisoned(R"({"a": "b\"c"})").size() == 4);
}

TEST_CASE("claims files") {
    const cli::Folder folder;
    folder.write("p.py", "x=0.5\n");
    const std::string file = folder / "c.json";
    std::size_t accepted = 0;
    for (const std::string& text : share_of(poisoned(claims_file))) {
        CAPTURE(text);
        folder.write("c.json", text);
        if (check_run({"verify", "--claims", file, "--github"}) == 2) continue;  // list and show say the same
        ++accepted;
        check_run({"list", "claims", "--claims", file});
        check_run({"list", "claims", "--claims", file, "--json"});
        check_run({"show", "a", "b", "c", "d", "e", "f", "g", "--claims", file});
        for (const char* form : {"--json", "--csv", "--md", "--junit=-"}) {
            check_run({"verify", "--claims", file, form});
        }
    }
    CHECK(accepted > 20 / sigprop::test::parts_of_work());
}

TEST_CASE("a number read from code shows nothing else of it") {
    const cli::Folder folder;
    folder.write("c.json", claims_file);
    for (const char* line : {"x=::error::a", "x=\x1b[2J", "x=0.5\r::error::a", "x=hunter2"}) {
        folder.write("p.py", line);
        const cli::Run run = tool({"verify", "--claims", folder / "c.json", "--github"});
        CHECK(run.code == 2);
        check_text(run.out + run.err, false);
        CHECK_FALSE(run.says("hunter2"));
    }
}

TEST_CASE("series files") {
    const cli::Folder folder;
    const std::string file = folder / "s.json";
    for (const std::string& text : share_of(poisoned(
             R"~({"series": [{"id": "a", "statement": "s", "expressions": ["activation.mean(f, std=s)", "s"],
             "over": ["f=relu", "s=1,2"], "digits": 6, "methods": "closed_form"}]})~"))) {
        CAPTURE(text);
        folder.write("s.json", text);
        if (check_run({"sweep", "--series", file}) == 2) continue;
        for (const char* form : {"--json", "--csv", "--md"}) check_run({"sweep", "--series", file, form});
    }
}

TEST_CASE("reports, as the old or the new one") {
    const cli::Folder folder;
    folder.write("p.py", "x=0.5\n");
    const std::string claims = folder.write("c.json", claims_file);
    const std::string good = folder / "good.json";
    REQUIRE(tool({"verify", "--claims", claims, "b", "--json=" + good, "--reproducible"}).code == 1);
    const std::string bad = folder / "bad.json";
    for (const std::string& text : share_of(poisoned(folder.read("good.json")))) {
        CAPTURE(text.substr(0, 2000));
        folder.write("bad.json", text);
        check_run({"diff", good, bad});
        check_run({"diff", bad, good});
    }
    check_run({"verify", "--claims", claims, "b", "--baseline", bad});
}

TEST_CASE("files that are nothing of the kind") {
    const cli::Folder folder;
    for (const std::string& text :
         {std::string("::error::a"), std::string("{\n::error::a"),
          std::string("{\"a\":\n  ::error::\x1b[2J ##[b"), std::string("{\"claims\": [\"\n::error::a\"]}"),
          std::string("\0\x07\x9b::a", 6), std::string("{\"claims\": [{\"id\": \xff\u202e ::a")}) {
        CAPTURE(text);
        const std::string file = folder.write("f", text);
        CHECK(check_run({"verify", "--claims", file}) == 2);
        CHECK(check_run({"sweep", "--series", file}) == 2);
        CHECK(check_run({"diff", file, file}) == 2);
        CHECK(check_run({"eval", "1", "--methods", "monte_carlo", "--checkpoint", file}) == 2);
        CHECK(check_run({"measure", "weights", "--w", file, "--std", "1"}) == 2);
    }
}

TEST_CASE("headers of arrays") {
    const cli::Folder folder;
    for (const std::string descr : {"\x1b[2J", "\n::error::a", "::a", "##[b", "\u202e"}) {
        const std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (1,), }\n";
        std::string text = "\x93NUMPY";
        text += '\x01';
        text += '\0';
        text += static_cast<char>(header.size());
        text += '\0';
        check_run({"measure", "weights", "--w", folder.write("w.npy", text + header), "--std", "1"});
    }
}
