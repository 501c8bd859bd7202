// verify: shipped claims by name, and a user's file as a check in CI.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;
using Words = std::vector<std::string>;

namespace {

/// A claims file with one claim, on the std of a normal truncated at two, plus these members.
std::string one_claim(const std::string& members, const std::string& id = "my.std") {
    return R"~({"claims": [{"id": ")~" + id + R"~(", "statement": "s", "source": {"title": "t"},
        "expression": "truncated_normal.std(-2, 2)", )~" +
           members + "}]}";
}

int code_of(const std::string& members) {
    const cli::Folder folder;
    return tool({"verify", "--claims", folder.write("c.json", one_claim(members)), "--quiet"}).code;
}

}  // namespace

TEST_CASE("globs choose, and each of them must") {
    const cli::Run run = tool({"verify", "jax.selu.*", "keras.selu.alpha", "--json", "--reproducible"});
    CHECK(run.code == 0);
    CHECK(cli::count(run.out, "\"verdict\": \"confirmed\"") == 3);
    CHECK(tool({"verify", "no.such.claim"}).code == 5);
    CHECK(tool({"verify", "mine.json"}).says("to read a file, write --claims mine.json"));
    const cli::Run mistyped = tool({"verify", "jax.selu.alpha", "jax.selu.lamda"});
    CHECK(mistyped.code == 5);
    CHECK(mistyped.out.empty());
    CHECK(mistyped.says("did you mean 'jax.selu.lambda'?"));
}

TEST_CASE("a user's claims, with every way to state a number") {
    // 0.879625661034239788... : each control repeats the claim with a wrong digit
    CHECK(code_of(R"("stated": "0.87962566")") == 0);
    CHECK(code_of(R"("stated": "0.87962567")") == 1);
    CHECK(code_of(R"("stated": "0.87962567", "expected": "refuted")") == 0);
    CHECK(code_of(R"("stated": "0.87962566", "expected": "refuted")") == 1);
    CHECK(code_of(R"("stated": "0.8796256", "convention": "truncated")") == 0);
    CHECK(code_of(R"("stated": "0.8796257", "convention": "truncated")") == 1);
    CHECK(code_of(R"("stated": "0.87962566103423978", "dtype": "float64")") == 0);
    CHECK(code_of(R"("stated": "0.87962566103423968", "dtype": "float64")") == 1);
    CHECK(code_of(R"("stated": "0.8794", "dtype": "float16")") == 0);
    CHECK(code_of(R"("stated": "0.8799", "dtype": "float16")") == 1);
    CHECK(code_of(R"("stated": "0.88", "bound": "upper")") == 0);
    CHECK(code_of(R"("stated": "0.88", "bound": "lower")") == 1);
    CHECK(code_of(R"("stated": "0.87", "tolerance": "0.01")") == 0);
    CHECK(code_of(R"("stated": "0.87", "tolerance": "0.001")") == 1);
    CHECK(code_of(R"("stated": "0.8796", "tolerance": {"relative": "1e-4"})") == 0);
    CHECK(code_of(R"("stated": "0.8796", "tolerance": {"relative": "1e-6"})") == 1);
    CHECK(code_of(R"("stated": "0.8796258", "dtype": "float32", "tolerance": {"ulps": 4})") == 0);
    CHECK(code_of(R"("stated": "0.8797", "dtype": "float32", "tolerance": {"ulps": 4})") == 1);
    CHECK(code_of(R"("stated": "0.88", "standard_error": "1e-4")") == 0);
    CHECK(code_of(R"("stated": "0.88", "standard_error": "1e-5")") == 1);
    CHECK(code_of(R"~("stated": "sqrt(truncated_normal.variance(-2, 2))")~") == 0);
    CHECK(code_of(R"~("stated": "truncated_normal.variance(-2, 2)")~") == 1);
    CHECK(code_of(R"("stated": "none")") == 1);
}

TEST_CASE("a number read from the code it stands in, with defaults for all claims") {
    const cli::Folder folder;
    folder.write("act.py", "# ours\nTRUNC_STD = 0.87962566\n");
    folder.write("c.json",
                 R"~({"defaults": {"source": {"title": "act"}}, "claims": [{"id": "act.std", "statement": "s",
        "expression": "truncated_normal.std(-2, 2)", "stated_from": {"path": "act.py", "regex": "STD = ([0-9.]+)"}}]})~");
    const cli::Run run = tool({"verify", "--claims", folder / "c.json", "--json"});
    CHECK(run.code == 0);
    CHECK(run.shows("act.py:2"));
    CHECK(run.shows("\"title\": \"act\""));
    folder.write("act.py", "# ours\nTRUNC_STD = 0.87962568\n");
    const cli::Run changed = tool({"verify", "--claims", folder / "c.json", "--github"});
    CHECK(changed.code == 1);
    CHECK(changed.shows("::error file=" + (folder / "act.py") + ",line=2,"));
    folder.write("act.py", "nothing\n");
    CHECK(tool({"verify", "--claims", folder / "c.json"}).code == 2);
}

TEST_CASE("undecided is never a pass, and the worst of several counts") {
    const cli::Folder folder;
    const std::string undecided = R"~({"id": "u", "statement": "s", "source": {"title": "t"},
        "expression": "activation.mean(\"1/x\")", "stated": "0.5"})~";
    folder.write("u.json", "{\"claims\": [" + undecided + "]}");
    const int alone = tool({"verify", "--claims", folder / "u.json"}).code;
    CHECK((alone == 1 || alone == 3));  // refuted where a proof says that there is no value
    CHECK(tool({"verify", "truncated_normal.variance*", "--methods", "monte_carlo"}).code == 3);
    folder.write("r.json", one_claim(R"("stated": "0.87962567")"));
    CHECK(tool({"verify", "--claims", folder / "r.json", "--claims", folder / "u.json"}).code == 1);
}

TEST_CASE("--claims selects its files alone, --builtin adds ours") {
    const cli::Folder folder;
    folder.write("c.json", one_claim(R"("stated": "0.87962566")"));
    CHECK_FALSE(tool({"verify", "--claims", folder / "c.json"}).shows("jax."));
    const cli::Run both = tool({"verify", "--claims", folder / "c.json", "--builtin", "my.*", "jax.selu.*"});
    CHECK(both.code == 0);
    CHECK(both.shows("jax.selu.alpha"));
    CHECK(both.shows("my.std"));
    const std::string text = one_claim(R"("stated": "0.87962566")");
    CHECK(tool({"verify", "--claims", "-"}, {.input = text}).code == 0);
    CHECK(tool({"verify", "--claims", "-"}, {.input = one_claim(R"("stated": "0.97962566")")}).code == 1);
}

TEST_CASE("the report is the same bytes, whatever the threads") {
    const Words words = {"verify", "jax.*", "truncated_normal.*", "--json", "--reproducible"};
    const std::string once = tool(words).out;
    CHECK(once.find("\"digest\"") != std::string::npos);
    CHECK(tool(words).out == once);
    for (const char* threads : {"1", "2", "5"}) {
        Words more = words;
        more.insert(more.end(), {"--threads", threads});
        CHECK(tool(more).out == once);
    }
}

TEST_CASE("an external claim says why it has no verdict, and breaks nothing beside others") {
    const std::string id = "nfnets.gamma.log_softmax";
    const cli::Run alone = tool({"verify", id});
    CHECK(alone.code == 5);
    CHECK(cli::count(alone.err, "sigprop: " + id + " is external, ") == 1);
    CHECK(alone.shows("0 claims; 1 external"));
    const cli::Run both = tool({"verify", id, "selu.alpha.printed", "keras.*"});
    CHECK(both.code == 0);
    CHECK(both.shows("all as expected; 1 external"));
    CHECK(tool({"show", id}).shows("reason"));
}

TEST_CASE("what is said with a hedge is measured, and never fails a gate") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", R"~({"claims": [
        {"id": "roughly", "statement": "About three quarters.", "says": "about", "quote": "约为四分之三",
         "quote_en": "about three quarters", "expression": "truncated_normal.variance(-2, 2)",
         "stated": "0.75", "source": {"title": "t"}},
        {"id": "gain", "statement": "Use 5/3.", "says": "recommends", "expression": "activation.gain(tanh)",
         "stated": "5/3", "source": {"title": "t"}},
        {"id": "ours", "statement": "Ours.", "kind": "finding", "expression": "1/2", "stated": "0.5",
         "source": {"title": "t"}}]})~");
    const cli::Run run = tool({"verify", "--claims", file, "--github", "--junit", folder / "j.xml"});
    CHECK(run.code == 0);
    CHECK(run.shows("measured, -3.07 %"));
    CHECK(run.shows("compared, +4.65 %"));
    CHECK(run.shows("3 claims: 1 confirmed, 1 measured, 1 compared; all as expected"));
    CHECK_FALSE(run.shows("::error"));
    CHECK(folder.read("j.xml").find("failures=\"0\"") != std::string::npos);
    const cli::Run json = tool({"verify", "--claims", file, "--json", "--reproducible"});
    for (const char* part : {"\"says\": \"about\"", "\"quote\": \"约为四分之三\"", "\"kind\": \"finding\"",
                             "\"verdict\": \"compared\"", "\"relative_error\": \"-0.0307\""}) {
        CHECK(json.shows(part));
    }
    const cli::Run shown = tool({"show", "roughly", "--claims", file});
    CHECK(shown.shows("about three quarters"));
    CHECK(shown.shows("measured"));
}
