// sigprop what: what it prints, its exit codes, its JSON.

#include "formats/files.hpp"
#include "formats/json.hpp"
#include "tests/cli/refusals.hpp"
#include "tests/support/schema_check.hpp"

using cli::check_refused;
using cli::Run;
using cli::tool;

TEST_CASE("what names a number and the chance of a coincidence") {
    const Run run = tool({"what", "0.8796"});
    CHECK(run.code == 0);
    CHECK(run.shows("0.8796\n  likely: truncated_normal.std(-2, 2) = 0.8796257\n"));
    CHECK(run.shows("by chance 1 number in "));
    const Run exact = tool({"what", "0.3989422804", "-1.5533"});
    CHECK(exact.shows("identified: 1/sqrt(2*pi) = 0.3989422804014"));
    CHECK(exact.shows("\n-1.5533\n"));
    // The shortest text of the nearest double, which is not the value's first 17 digits rounded.
    CHECK(tool({"what", "1.6732632423543772"}).shows("  identified as a float64: selu.alpha() = "));
    CHECK(tool({"what", "1.67326324235437"}).shows("  identified, cut off: selu.alpha() = "));
}

TEST_CASE("wrong digits, what is only possible and what is nothing have exit codes of their own") {
    const Run wrong = tool({"what", "0.3989422803"});
    CHECK(wrong.code == 1);
    CHECK(wrong.shows(
        "identified, but wrong from its significant digit 10 on: 1/sqrt(2*pi) = 0.3989422804014"));
    CHECK(tool({"what", "0.41"}).code == 3);
    const Run none = tool({"what", "0.73915462"});
    CHECK(none.code == 5);
    CHECK(none.shows("nothing that sigprop knows"));
}

TEST_CASE("a file's numbers are looked up with the words of their lines, in code alone") {
    const cli::Folder folder;
    const std::string file =
        folder.write("gains.py",
                     "\"\"\"Example\n>>> x\narray([0.8796256610, 0.3989422804])\n\"\"\"\n"
                     "# 1.6732632423543772\n"
                     "TANH_GAIN = 1.6667\nOTHER = 1.6668\nROOT = 0.7978845608\n");
    const Run run = tool({"what", "--file", file});
    CHECK(run.code == 0);
    CHECK(run.shows(":6: 1.6667\n  "));
    CHECK(run.shows("torch.calculate_gain(tanh)"));
    CHECK(run.shows(":8: 0.7978845608\n  identified: sqrt(2/pi)"));
    for (const char* silent : {"1.6668", "0.87962", "0.39894", "1.67326"}) CHECK_FALSE(run.shows(silent));
    CHECK(tool({"what", "--file", folder.write("none.py", "x = 1.2345\n")}).code == 5);
}

TEST_CASE("the JSON fits its schema, and the schema sees another word, a field too many and one too few") {
    const sigprop::Json schema = sigprop::parse_json(
        sigprop::read_file(SIGPROP_SOURCE_DIR "/results/schema/what.schema.json"), "schema");
    const auto errors_of = [&](const std::string& text) {
        return schema::Checker(schema)(sigprop::parse_json(text, "what"));
    };
    for (const std::vector<std::string>& numbers :
         {std::vector<std::string>{"0.044715", "0.3989422803"}, {"0.41", "0.73915462"}}) {
        std::vector<std::string> words = {"what"};
        words.insert(words.end(), numbers.begin(), numbers.end());
        words.emplace_back("--json");
        const std::string text = tool(words).out;
        for (const std::string& error : errors_of(text)) FAIL_CHECK(error);
    }
    const std::string text = tool({"what", "0.044715", "--json"}).out;
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        const std::size_t at = other.find(from);
        REQUIRE(at != std::string::npos);
        return errors_of(other.replace(at, from.size(), to)).size();
    };
    CHECK(changed("\"identified\"", "\"sure\"") > 0);
    CHECK(changed("\"mentioned\"", "\"more\": 1, \"mentioned\"") > 0);
    CHECK(changed("\"is\"", "\"iss\"") > 0);
}

TEST_CASE("what is printed as JSON, and what cannot be looked up is refused") {
    const Run run = tool({"what", "0.044715", "--json"});
    const sigprop::Json data = sigprop::parse_json(run.out, "what");
    const sigprop::Json& first = data.at("numbers").as_array()[0].at("matches").as_array()[0];
    CHECK(first.at("expression").as_string() == "0.044715");
    CHECK(first.at("certainty").as_string() == "identified");
    check_refused({"what"}, "what needs a number");
    check_refused({"what", "gelu"}, "what needs a decimal number, such as 0.8796");
    check_refused({"what", "0.000"}, "not 0");
    check_refused({"what", "0.5", "--file", "a.py"}, "not both");
    check_refused({"what", "--file", "missing.py"}, "missing.py");
    const cli::Folder folder;
    check_refused({"what", "--file", folder.write("empty.py", "\n")}, "empty.py is empty: what --file reads");
}
