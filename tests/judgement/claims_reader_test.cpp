#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>
#include <string>
#include <vector>

#include "judgement/claim_fields.hpp"
#include "judgement/claims_read.hpp"
#include "tests/judgement/claims_text.hpp"

using namespace sigprop;
using claims_text::base;
using claims_text::file_of;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text, const std::optional<std::string>& directory = std::nullopt) {
    try {
        static_cast<void>(read_claims(text, "c.json", directory));
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

/// A folder that is removed at the end of the scope.
class Folder {
public:
    Folder() {
        std::string name =
            std::filesystem::temp_directory_path() / "sigprop-claims-XXXXXX";  // tests may run at once
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
    }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a claim is read in full") {
    const auto claims = read_claims(
        file_of(
            replaced(
                base, R"("source": {"title": "t"})",
                R"("source": {"title": "t", "author": "a", "year": 2021, "url": "u", "where": "eq. 1"})") +
            R"(, "convention": "truncated", "expected": "refuted", "note": "n")"),
        "c.json");
    REQUIRE(claims.size() == 1);
    const Claim& claim = claims[0];
    CHECK(claim.id == "a.b");
    CHECK(claim.expression == "1/2");
    CHECK(claim.statement == "s");
    CHECK(claim.source.title == "t");
    CHECK(claim.source.author == "a");
    CHECK(claim.source.year == 2021);
    CHECK(claim.source.url == "u");
    CHECK(claim.source.where == "eq. 1");
    CHECK(claim.stated->convention() == Convention::truncated);
    CHECK(claim.expected == Verdict::refuted);
    CHECK(claim.note == "n");
    CHECK(claim.file == "c.json");
    CHECK(claim.line == 2);
    CHECK_FALSE(claim.is_external());
}

TEST_CASE("defaults fill what a claim leaves out, and a convention of its own replaces theirs") {
    const std::string text =
        R"({"defaults": {"source": {"title": "T", "year": 2020}, "dtype": "float32"}, "claims": [
        {"id": "a", "statement": "s", "expression": "1", "stated": "1"},
        {"id": "b", "statement": "s", "expression": "1", "stated": "1.0", "convention": "rounded",
         "source": {"where": "w", "title": "U"}},
        {"id": "c", "statement": "s", "expression": "1", "stated": "1", "tolerance": {"ulps": 2}},
        {"id": "d", "statement": "s", "expression": "1", "stated": "1", "tolerance": {"relative": "1e-6"}},
        {"id": "e", "statement": "s", "expression": "1/0", "stated": "none"}]})";
    const auto claims = read_claims(text, "c.json");
    CHECK(claims[0].stated->convention_text() == "float32");
    CHECK(claims[0].source.title == "T");
    CHECK(claims[1].stated->convention_text() == "rounded");
    CHECK(claims[1].source.title == "U");
    CHECK(claims[1].source.year == 2020);
    CHECK(claims[1].source.where == "w");
    CHECK(claims[2].stated->convention_text() == "2 ulps of float32");
    CHECK(claims[3].stated->convention_text() == "relative tolerance 1e-6");
    CHECK(claims[4].stated->is_none());
    CHECK(
        read_claims(file_of(base + R"(, "standard_error": "0.1")"), "c.json")[0].stated->convention_text() ==
        "standard error 0.1");
    const auto given =
        read_claims(R"({"defaults": {"statement": "s", "stated": "0.5", "tolerance": "1e-3"}, "claims": [
        {"id": "a", "expression": "1", "source": {"title": "t"}},
        {"id": "b", "expression": "1/0", "source": {"title": "t"}, "stated": "none"}]})",
                    "c.json");
    CHECK(given[0].statement == "s");
    CHECK(given[0].stated->text() == "0.5");
    CHECK(given[0].stated->convention_text() == "tolerance 1e-3");
    CHECK(given[1].stated->is_none());  // to which no tolerance of the defaults applies
    const std::string truncated = R"({"defaults": {"convention": "truncated"}, "claims": [{)" + base +
                                  R"(, "dtype": "float32", "tolerance": {"ulps": 2}}]})";
    CHECK(read_claims(truncated, "c.json")[0].stated->convention_text() == "2 ulps of float32");
}

TEST_CASE("external claims are kept apart") {
    const auto claims = read_claims(
        file_of(
            R"("id": "x", "kind": "external", "statement": "s", "source": {"title": "t"}, "stated": "43.27")"),
        "c.json");
    CHECK(claims[0].is_external());
    CHECK(claims[0].expression.empty());
    CHECK(says(refusal(file_of(base + R"(, "kind": "external")")), "cannot have an expression"));
    CHECK(says(refusal(file_of(base + R"(, "kind": "outer")")), "unknown kind 'outer'"));
}

TEST_CASE("what is not understood is refused with place, claim and fix") {
    CHECK(refusal(file_of(base)).empty());  // control: only the change is refused
    CHECK(says(refusal(""), "c.json:1:1: the file is empty"));
    CHECK(says(refusal(" \n"), "c.json:1:1: the file is empty"));
    CHECK(says(refusal("{}"), "'claims' is missing"));
    CHECK(says(refusal(R"({"claims": []})"), "empty"));
    CHECK(says(refusal(R"({"claims": 3})"), "must be a list"));
    CHECK(says(refusal("[]"), "must be an object"));
    CHECK(says(refusal(R"({"claims": [1]})"), "claim 1: a claim must be an object"));
    CHECK(says(refusal(R"({"claim": []})"), "unknown key 'claim' in a claims file: did you mean 'claims'?"));
    CHECK(says(refusal(R"({"xyzzy": []})"),
               "unknown key 'xyzzy' in a claims file; the known ones are claims, defaults"));
    CHECK(says(refusal(file_of(base + R"(, "convetion": "exact")")), "c.json:2:"));
    CHECK(says(refusal(file_of(base + R"(, "convetion": "exact")")), "claim 'a.b': unknown key 'convetion'"));
    CHECK(says(refusal(file_of(base + R"(, "convetion": "exact")")), "convention"));
    CHECK(says(refusal(file_of(base + R"(, "note": "x", "note": "y")")), "c.json:2:"));
    CHECK(says(refusal(file_of(base + "}, {" + base)), "already used in line 2"));
    CHECK(says(refusal(file_of(replaced(base, "\"id\": \"a.b\", ", ""))), "'id' is missing"));
    CHECK(says(refusal(file_of(replaced(base, "a.b", "a b"))), "letters, digits"));
    const std::string long_id = "x" + std::string(70, 'a') + " b";  // of which 60 letters are shown
    CHECK(says(refusal(file_of(replaced(base, "a.b", long_id))),
               "the id '" + long_id.substr(0, 60) + "' must have"));
    for (const char* key : {"expression", "source", "stated"}) {
        CHECK(says(refusal(file_of(replaced(base, "\"" + std::string(key) + "\"", "\"note\""))),
                   "claim 'a.b': the key '" + std::string(key) + "' is missing"));
        if (std::string(key) == "source") break;
    }
    CHECK(says(refusal(file_of(replaced(base, ", \"stated\": \"0.50\"", ""))), "'stated' is missing"));
    CHECK(says(refusal(file_of(replaced(base, "\"0.50\"", "0.50"))), "\"0.50\" in quotes"));
    CHECK(says(refusal(file_of(replaced(base, "0.50", "1"))), "claim 'a.b': '1' is a rounded number"));
    CHECK(says(refusal(file_of(replaced(base, "0.50", "nan"))), "not a finite number"));
    CHECK(says(refusal(file_of(replaced(base, "1/2", "1/("))), "claim 'a.b': expression"));
    CHECK(says(refusal(file_of(replaced(base, "1/2", " \\t"))),
               "expression is empty: write the quantity that the claim is about"));
    CHECK(says(refusal(file_of(replaced(base, "\"s\"", "true"))), "claim 'a.b': statement must be a string"));
    CHECK(says(refusal(file_of(replaced(base, "\"t\"", "\"t\", \"page\": \"1\""))),
               "unknown key 'page' in source"));
    CHECK(says(refusal(file_of(replaced(base, "\"title\": \"t\"", "\"where\": \"w\""))),
               "source needs a title"));
    CHECK(says(refusal(file_of(replaced(base, "\"t\"", "\"t\", \"year\": 99999999999999999999"))),
               "claim 'a.b': source.year: expected an integer of at most 64 bits"));
    CHECK(says(refusal(file_of(replaced(base, "\"t\"", "3"))), "source.title must be a string"));
    CHECK(says(refusal(file_of(replaced(base, "\"t\"", "\"t\", \"year\": 1e99"))), "whole number"));
    CHECK(says(refusal(file_of(base + R"(, "expected": "undecided")")), "confirmed or refuted"));
    CHECK(says(refusal(file_of(base + R"(, "dtype": "float")")), "write float32"));
    CHECK(
        says(refusal(file_of(base + R"(, "tolerance": {"ulps": 1.5}, "dtype": "float32")")), "whole number"));
    CHECK(says(refusal(file_of(base + R"(, "tolerance": {})")), "tolerance must be"));
    CHECK(
        says(refusal(file_of(base + R"(, "tolerance": {"relative": "1", "ulps": 1})")), "tolerance must be"));
    CHECK(says(refusal(file_of(base + R"(, "tolerance": {"absolute": "1"})")),
               "unknown key 'absolute' in tolerance"));
    const std::string none = replaced(base, "0.50", "none");
    CHECK(refusal(file_of(none)).empty());
    CHECK(says(refusal(file_of(none + R"(, "dtype": "float32")")), "takes no dtype"));
    CHECK(says(refusal(file_of(none + R"(, "tolerance": "0.1")")), "takes no tolerance"));
    CHECK(says(refusal(R"({"defaults": {"id": "x"}, "claims": [{}]})"), "unknown key 'id' in defaults"));
}

TEST_CASE("the place of a refusal is one character of its line") {
    const std::string text = file_of(base + R"(, "note": 3)");
    try {
        static_cast<void>(read_claims(text, "c.json"));
        FAIL("accepted");
    } catch (const InputError& error) {
        CHECK(error.place().source == "c.json");
        CHECK(error.place().text == text.substr(text.find('\n') + 1));
        CHECK(error.place().offset == error.place().text.find('3'));
        CHECK(error.place().length == 1);
    }
}

TEST_CASE("stated_from reads the number out of the code") {
    const Folder folder;
    folder.write("act.py", "import math\r\nGELU_C = 0.7978845608\r\nOTHER = 1.0\n");
    const auto claim = [](const std::string& path, const std::string& regex) {
        return file_of(R"("id": "g", "statement": "s", "expression": "(2 / pi)^0.5", "stated_from": )" +
                       std::string("{\"path\": \"") + path + "\", \"regex\": \"" + regex + "\"}");
    };
    const auto claims = read_claims(claim("act.py", "^GELU_C = ([-+0-9.eE]+)$"), "c.json", folder.path());
    CHECK(claims[0].stated->text() == "0.7978845608");
    CHECK(claims[0].source.where == "act.py:2");
    CHECK(claims[0].source.title == "act.py");
    CHECK(claims[0].read_from == folder.path() + "/act.py:2");
    const auto refuse = [&](const std::string& path, const std::string& regex) {
        return refusal(claim(path, regex), folder.path());
    };
    CHECK(says(refuse("act.py", "GELU_D = ([0-9.]+)"), "matches nothing in act.py"));
    CHECK(says(refuse("act.py", "= ([0-9.]+)"), "in lines 2 and 3"));
    CHECK(says(refuse("act.py", "GELU_C = [0-9.]+"), "0 groups"));
    CHECK(says(refuse("act.py", "(GELU_C) = ([0-9.]+)"), "2 groups"));
    CHECK(says(refuse("act.py", "GELU_C = ([0-9.+"), "not a regular expression"));
    CHECK(says(refuse("act.py", "(import math)"),
               "claim 'g': stated_from: the match of the regex in act.py:1"));
    CHECK_FALSE(says(refuse("act.py", "import (.*)"), "math"));
    CHECK(says(refuse("../act.py", "(1)"), "c.json:2:"));
    CHECK(says(refuse("../act.py", "(1)"), "is outside"));
    CHECK(says(refuse("no.py", "(1)"), "c.json:2: claim 'g': stated_from: "));
    CHECK(says(refuse("act.py", "(" + std::string(1000, 'a') + ")"), "longer than"));
    CHECK(says(refusal(claim("act.py", "(1)")), "no base folder"));

    // Each part of stated_from stands on a line of its own: errors name theirs.
    folder.write("one.py", "ONE = 1\n");
    const auto on_lines = [&](const std::string& path, const std::string& regex) {
        return refusal(
            file_of(R"("id": "g", "expression": "1",)" + std::string("\n\"stated_from\":\n{\"path\":\n\"") +
                    path + "\", \"regex\":\n\"" + regex + "\"}"),
            folder.path());
    };
    CHECK(says(on_lines("../one.py", "(1)"), "c.json:5:1: claim 'g': stated_from: ../one.py is outside"));
    CHECK(says(on_lines("one.py", "(2)"), "c.json:6:1: claim 'g': stated_from: regex matches nothing"));
    CHECK(says(on_lines("one.py", "(1)"), "c.json:4:1: claim 'g': '1' is a rounded number without '.'"));
    for (const char* part : {R"({"path": "one.py"})", R"x({"regex": "(1)"})x", "{}"}) {
        CHECK(says(refusal(file_of(R"("id": "g", "expression": "1", "stated_from": )" + std::string(part)),
                           folder.path()),
                   "stated_from needs a path and a regex"));
    }
}

TEST_CASE("a number comes from the claim or from the code, and neither from the defaults beside the other") {
    const Folder folder;
    folder.write("act.py", "C = 0.25\n");
    const std::string from = R"x("stated_from": {"path": "act.py", "regex": "C = (.*)"})x";
    const auto stated = [&](const std::string& defaults, const std::string& own) {
        const auto claims = read_claims(R"({"defaults": {)" + defaults + R"("tolerance": "1e-3",
            "source": {"title": "t"}}, "claims": [{"id": "a", "expression": "1")" +
                                            own + "}]}",
                                        "c.json", folder.path());
        CHECK(claims.at(0).source.title == "t");  // and not the file
        CHECK(claims.at(0).stated->convention_text() == "tolerance 1e-3");
        return claims.at(0).stated->text();
    };
    CHECK(stated(R"("stated": "0.5", )", "") == "0.5");
    CHECK(stated(from + ", ", "") == "0.25");
    CHECK(stated(R"("stated": "0.5", )", ", " + from) == "0.25");
    CHECK(stated(from + ", ", R"(, "stated": "0.5")") == "0.5");
    CHECK(says(refusal(file_of(base + ", " + from), folder.path()),
               "stated and stated_from exclude each other: keep one of them"));
}

TEST_CASE("a long file is read in proportion to its length, and a very long one not at all") {
    const auto file_with = [](std::size_t count) {
        std::string claims;
        for (std::size_t i = 0; i < count; ++i) {
            claims += (i == 0 ? "{" : ",{") + replaced(base, "a.b", "a." + std::to_string(i)) + "}";
        }
        return "{\"claims\": [" + claims + "]}";
    };
    const auto seconds = [&](std::size_t count) {
        const std::string text = file_with(count);
        const auto start = std::chrono::steady_clock::now();
        const auto claims = read_claims(text, "c.json");
        CHECK(claims.size() == count);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    CHECK(seconds(4000) < 32 * std::max(seconds(500), 0.001));  // in proportion 8, by the square 64
    std::string many = "{\"claims\": [{}";
    for (int i = 0; i < 100'000; ++i) many += ",{}";
    CHECK(says(refusal(many + "]}"), "more than 100000 claims"));
    many.erase(many.size() - 3);
    CHECK(ClaimFields(many + "]}", "c.json").claims().size() == max_claims);
}

TEST_CASE("lines are counted from 1, whatever ends the file") {
    const auto line_of_claim = [](const std::string& text) { return read_claims(text, "c.json")[0].line; };
    const std::string claim = "{" + base + "}";
    CHECK(line_of_claim("{\"claims\":[" + claim + "]}") == 1);
    CHECK(line_of_claim("{\"claims\":[\n" + claim + "]}\n") == 2);
    CHECK(line_of_claim("\n\n{\"claims\":\r\n[\n\n" + claim + "\n]}") == 6);
    CHECK(line_of_claim("{\"claims\":[{\n" + base + "}]}") == 1);
}

TEST_CASE("the shipped claims are read, each with a place in its source") {
    const auto claims = builtin_claims();
    CHECK(claims.size() >= 40);
    std::set<std::string> ids;
    for (const Claim& claim : claims) {
        INFO(claim.id);
        CHECK(ids.insert(claim.id).second);
        CHECK_FALSE(claim.source.where.empty());
        CHECK((claim.is_external() || claim.stated));
    }
    CHECK(ids.count("truncated_normal.variance.two_sigma") == 1);
}

TEST_CASE("an id is that of one claim, over all files") {
    const std::string one = file_of(base);
    const std::string other = file_of(replaced(base, "a.b", "a.c"));
    const embedded::File apart[] = {{"x", one}, {"y", other}};
    CHECK(claims_of_files(apart).size() == 2);
    CHECK(claims_of_files(apart)[1].file == "src/claims/y.json");
    const embedded::File twice[] = {{"x", one}, {"y", one}};
    CHECK_THROWS_WITH_AS(
        static_cast<void>(claims_of_files(twice)),
        "src/claims/y.json:2: claim 'a.b': the id is already used in another file of src/claims", InputError);
}
