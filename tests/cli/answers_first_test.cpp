// What a new user sees first: the number and a sentence, what defaults decided, words of a search, the last
// line of a gate.

#include <doctest/doctest.h>

#include <sstream>

#include "tests/cli/run_tool.hpp"

using cli::tool;

TEST_CASE("eval answers with the number, and with a sentence on why to trust it") {
    CHECK(tool({"eval", "truncated_normal.std(-2, 2)"}).out ==
          "truncated_normal.std(-2, 2) = 0.879625661034239750412841419578\n"
          "  with mean=0, std=1\n"
          "  3 proofs give 30 digits; 4 estimates and 2 samples agree\n");
    CHECK(tool({"eval", "1/3 + 1/6"}).out == "1/3 + 1/6 = 0.5\n  1 proof gives the exact value\n");
    CHECK(tool({"eval", "init.largest_singular_value(768, 768)"}).shows("= 2 in the limit fan_in -> inf"));
    // The evidence is there when it is asked for, and by itself where it is not that simple.
    const std::string row = "  closed_form  closed_form          enclosure  0.879";
    CHECK(tool({"eval", "truncated_normal.std(-2, 2)", "--evidence"}).shows(row));
    CHECK(tool({"eval", "truncated_normal.std(-2, 2)", "--methods", "*"}).shows(row));
    CHECK(tool({"eval", "activation.mean(erf, std=1e6, mean=1)"}).shows("the proved strip is so narrow"));
    CHECK(tool({"eval", "activation.mean(\"log(abs(sin(x^2)))\")"}).shows("unable"));
    CHECK(tool({"eval", "activation.mean(\"1/x\")"}).shows("the mean diverges near z = 0"));
}

TEST_CASE("--plain prints numbers alone") {
    const cli::Run two = tool({"eval", "selu.alpha()", "1/4", "--plain", "--digits", "9"});
    CHECK(two.code == 0);
    CHECK(two.out == "1.67326324\n0.25\n");
    const cli::Run none = tool({"eval", "activation.mean(\"1/x\")", "1/4", "--plain"});
    CHECK(none.code == 3);
    CHECK(none.out == "\n0.25\n");
    CHECK(tool({"eval", "1/4", "--plain", "--json"}).code == 2);
}

TEST_CASE("what defaults and places decide is said, and what is far from what anyone asks") {
    const cli::Run mixed = tool({"eval", "truncated_normal.std(-0.04, 0.04, 0.02)"});
    CHECK(mixed.shows("\n  with mean=0.02, std=1\n"));
    CHECK(mixed.shows("warning: the limits are only 0.08 std apart"));
    const cli::Run relative = tool({"eval", "init.realised_std(0.02, -0.04, 0.04)"});
    CHECK(relative.shows("limits in units of the std: use limits=absolute for PyTorch's a and b"));
    CHECK(relative.shows("warning: the limits are only 0.08 std apart"));
    const cli::Run torch = tool({"eval", "init.realised_std(0.02, -2, 2, limits=absolute)"});
    CHECK(torch.shows("warning: the limits are 100 and 100 std from the mean and truncate nothing"));
    // Controls: an ordinary call, and one that names everything.
    CHECK_FALSE(tool({"eval", "init.realised_std(0.02, -2, 2)"}).shows("warning"));
    const cli::Run named = tool({"eval", "truncated_normal.std(-2, 2, mean=0, std=1)"});
    CHECK_FALSE(named.shows("\n  with "));
    CHECK_FALSE(named.shows("warning"));
}

TEST_CASE("refusals say what to do next") {
    CHECK(tool({"eval", "init.std(he, 512, activation=swiglu)"})
              .says("activation.gain(swiglu) * init.std(lecun, fan_in)"));
    CHECK(tool({"eval", "trunc_normal(0.02)"})
              .says("did you mean 'torch.trunc_normal_' or 'timm.trunc_normal_'?"));
    CHECK(tool({"eval", "gain(relu)"}).says("did you mean 'activation.gain'?"));
    CHECK(tool({"eval", "tim.trunc_normal_(0.02)"}).says("did you mean 'timm.trunc_normal_'?"));  // a group
    CHECK(tool({"eval", "normal_trunc(0.02)"}).says("did you mean truncated_normal.*, "));
    CHECK(tool({"eval", "xavier"}).says("'xavier' is a value of the parameter 'scheme', as in init.std"));
    CHECK(tool({"eval", "qqqqq"}).says("sigprop list qqqqq searches names"));
    CHECK(tool({"eval", "activation.q_fixed_point(tanh, 1)"}).shows("the signal decays to 0 with depth"));
}

TEST_CASE("list joins words, knows synonyms, ranks names first and fits the terminal") {
    const auto first = [](const cli::Run& run) {
        const std::size_t start = run.out.find("\n  ") + 3;
        return run.out.substr(start, run.out.find(' ', start) - start);
    };
    CHECK(first(tool({"list", "quantities", "gain", "activation"})) == "activation.gain");
    CHECK(tool({"list", "quantities", "gain", "bessel"}).says("no entry has all of these words"));
    CHECK(tool({"list", "quantities", "xavier"}).out == tool({"list", "quantities", "glorot"}).out);
    const auto names = [](const cli::Run& run) {  // a hit may tell which question it answers
        std::istringstream lines(run.out);
        std::string all;
        for (std::string line; std::getline(lines, line);) all += line.substr(0, line.find(' ', 2)) + "\n";
        return all;
    };
    CHECK(names(tool({"list", "quantities", "maximal", "update"})) ==
          names(tool({"list", "quantities", "\u00b5P"})));
    const cli::Run kaiming = tool({"list", "quantities", "kaiming"});
    CHECK(kaiming.shows("init.std"));
    CHECK(kaiming.shows("He et al."));  // the matching words, which the summary does not have
    CHECK(tool({"list", "gian"}).says("did you mean 'gain'?"));
    CHECK(first(tool({"list", "gain", "swiglu"})) == "activation.gain");
    CHECK(tool({"list", "gain", "mish"})
              .says("'mish' is an activation, which quantities take as an argument: sigprop list "
                    "quantities gain"));
    CHECK(tool({"list", "gain of mish"}).says("sigprop list quantities gain of"));
    CHECK(tool({"list", "bessel", "optimizer"}).err.find("is an activation") == std::string::npos);
    const cli::Run all = tool({"list"});
    CHECK(all.shows("\n activation\n  activation.mean "));
    for (std::size_t from = 0; from < all.out.size();) {
        const std::size_t end = all.out.find('\n', from);
        CHECK_MESSAGE(end - from <= 200, all.out.substr(from, end - from));  // 140 columns, in UTF-8
        from = end + 1;
    }
}

TEST_CASE("show takes globs") {
    const cli::Run some = tool({"show", "selu.*"});
    CHECK(some.shows("selu.alpha"));
    CHECK(some.shows("selu.lambda"));
    CHECK(tool({"show", "no*such"}).code == 2);
}

TEST_CASE("verify ends with what failed") {
    const cli::Folder folder;
    folder.write("init.py", "GAIN = 1.5335314\n");
    const std::string file = folder.write("claims.json", R"json({"claims": [
        {"id": "model.gain", "statement": "the gain", "source": {"title": "t"},
         "expression": "activation.gain(gelu)", "stated_from": {"path": "init.py", "regex": "GAIN = (.*)"}},
        {"id": "fine", "statement": "s", "source": {"title": "t"}, "expression": "1/4", "stated": "0.25"}]})json");
    const cli::Run run = tool({"verify", "--claims", file});
    CHECK(run.code == 1);
    const std::string last = run.out.substr(run.out.rfind('\n', run.out.size() - 2) + 1);
    CHECK(last.starts_with("1 FAILED: model.gain ("));
    CHECK(last.ends_with("init.py:1)\n"));
    CHECK_FALSE(tool({"verify", "--claims", file, "fine"}).shows("FAILED"));
}

TEST_CASE("a quantity that needs no arguments needs no parentheses") {
    CHECK(tool({"eval", "selu.alpha", "--plain"}).out == tool({"eval", "selu.alpha()", "--plain"}).out);
    CHECK(tool({"eval", "2 * selu.alpha", "--json", "--reproducible"})
              .shows("\"expression\": \"2*selu.alpha()\""));
    CHECK(tool({"eval", "truncated_normal.std"}).says("is a quantity: write truncated_normal.std(lower"));
}

TEST_CASE("all errors of a claims file are told at once, and a statement may be left out") {
    const cli::Folder folder;
    const std::string right =
        R"json({"id": "right", "expression": "1/4", "stated": "0.25", "source": {"title": "t"}})json";
    const std::string wrong = R"json(
        {"id": "one", "expression": "1/4", "stated": "0.2.5", "source": {"title": "t"}},
        {"id": "two", "expression": "gain(gelu)", "stated": "1.5", "source": {"title": "t"}},
        {"id": "three", "stated": "1.5", "source": {"title": "t"}})json";
    const cli::Run run =
        tool({"verify", "--claims", folder.write("c.json", R"({"claims": [)" + right + "," + wrong + "]}")});
    CHECK(run.code == 2);
    for (const char* id : {"claim 'one'", "claim 'two'", "claim 'three'", "3 errors"}) CHECK(run.says(id));
    CHECK_FALSE(run.says("'right'"));
    const std::string fine = folder.write("d.json", R"({"claims": [)" + right + "]}");
    CHECK(tool({"verify", "--claims", fine}).code == 0);
    std::string many;
    for (int i = 0; i < 30; ++i) many += (i > 0 ? "," : "") + (R"({"id": "c)" + std::to_string(i) + R"("})");
    const cli::Run first =
        tool({"verify", "--claims", folder.write("e.json", R"({"claims": [)" + many + "]}")});
    CHECK(first.says("30 errors; the first 20 are shown"));
    CHECK(first.says("'c19'"));
    CHECK_FALSE(first.says("'c20'"));
}

TEST_CASE("--quiet of eval says how to have the number alone") {
    const cli::Run quiet = tool({"eval", "1/4", "--quiet"});
    CHECK(quiet.code == 0);
    CHECK(quiet.out.empty());
    CHECK(quiet.says("--quiet leaves out the answer: to print the numbers alone, write --plain"));
    CHECK(tool({"eval", "1/4", "--quiet", "--plain"}).out == "0.25\n");
    CHECK(tool({"eval", "1/4", "--quiet", "--plain"}).err.empty());
    CHECK(tool({"eval", "1/4", "--quiet", "--json=/dev/null"}).err.empty());
}
