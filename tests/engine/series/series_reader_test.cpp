// Files of series: what is accepted, what is refused and where, and that the shipped files are sound.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/series.hpp>

#include "formats/files.hpp"
#include "quantities/activation/table.hpp"

#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

const std::string base =
    R"("id": "a.b", "statement": "s", "expressions": ["x^2", "x + 1"], "over": ["x=1,2"])";

std::string file_of(const std::string& members) { return "{\"series\": [\n{" + members + "}]}"; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(read_series(text, "c.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

std::string schema_error(const std::string& text) {
    static const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/series.schema.json"), "schema");
    const auto errors = schema::Checker(schema)(parse_json(text, "c.json"));
    return errors.empty() ? "" : errors.front();
}

}  // namespace

TEST_CASE("a file of series is read in its order, with its defaults") {
    const std::string second = replaced(base, "a.b", "c") + R"(, "digits": 20, "methods": "arb_*")";
    const std::string text = file_of(base + "},\n{" + second);
    const std::vector<SeriesPlan> plans = read_series(text, "c.json");
    REQUIRE(plans.size() == 2);
    CHECK(plans[0].id == "a.b");
    CHECK(plans[0].statement == "s");
    CHECK(plans[0].expressions == std::vector<std::string>{"x^2", "x + 1"});
    CHECK(plans[0].axes.at(0).name == "x");
    CHECK(plans[0].axes.at(0).values == std::vector<std::string>{"1", "2"});
    CHECK(plans[0].digits == 15);
    CHECK(plans[0].methods == "*");
    CHECK(plans[0].line == 2);
    CHECK(plans[1].digits == 20);
    CHECK(plans[1].methods == "arb_*");
    CHECK(plans[1].line == 3);
    CHECK(schema_error(text) == "");
}

TEST_CASE("what is not understood is refused, with the place, the series and the fix") {
    struct Row {
        const char *from, *to, *message;
        bool schema = true;  ///< the schema sees it too
    };
    const Row rows[] = {
        {R"("id": "a.b", )", "", "c.json:2:1: series 1: the key 'id' is missing"},
        {R"("statement": "s", )", "", "c.json:2:1: series 'a.b': the key 'statement' is missing"},
        {R"("statement": "s")", R"("statement": " ")", "statement must be a string", false},
        {R"("statement": "s")", R"("statemant": "s")", "did you mean 'statement'?"},
        {R"("statement": "s")", R"("statement": "s", "statement": "t")", "duplicate key", false},
        {R"("a.b")", R"("a b")", "must have 1 to 200 letters"},
        {R"("a.b")", "3", "id must be a string"},
        {R"(["x=1,2"])", R"("x=1,2")", "over must be a list"},
        {R"(["x=1,2"])", "[]", "the list 'over' is empty"},
        {R"("x=1,2")", R"("x=1:2")", "a range needs a start, an end and a step", false},
        {R"("x=1,2")", R"("x=")", "write n=64:1048576:x2"},
        {R"("x=1,2")", R"("x=1,2", "x=3")", "the axis x is given twice", false},
        {R"("x=1,2")", R"("x=1,2", "y=3")", "does not contain the variable 'y'", false},
        {R"("x=1,2")", R"("x=gellu")", "did you mean 'gelu'?", false},
        {R"(["x^2", "x + 1"])", "[]", "the list 'expressions' is empty"},
        {R"("x + 1")", R"("x^2")", "the expression is given twice", false},
        {R"("x + 1")", R"("x + ")", "c.json:2:56: series 'a.b': ", false},
        {R"("x + 1")", R"~("activation.gian(x)")~", "did you mean 'activation.gain'?", false},
        {R"("x + 1")", "7", "an expression must be a string"},
        {R"("over")", R"("digits": 0, "over")", "digits must be a whole number"},
        {R"("over")", R"("digits": 10001, "over")", "digits must be a whole number"},
        {R"("over")", R"("digits": "15", "over")", "digits must be a whole number"},
        {R"("over")", R"("digits": 1e99, "over")", "digits must be a whole number"},
        {R"("over")", R"("methods": [], "over")", "methods must be a string"},
        {R"("over")", R"("methods": "arb_*,monte_carla", "over")", "did you mean 'monte_carlo'?", false},
        {R"("over")", R"("methods": "arb_*,", "over")", "methods needs globs", false},
    };
    for (const Row& row : rows) {
        CAPTURE(std::string(row.message));
        const std::string text = file_of(replaced(base, row.from, row.to));
        CHECK(says(refusal(text), row.message));
        CHECK(says(refusal(text), "c.json:2:"));
        if (row.schema) CHECK(schema_error(text) != "");
    }
}

TEST_CASE("a file that holds no series") {
    CHECK(says(refusal(""), "c.json:1:1: "));
    CHECK(says(refusal("[]"), "a series file must be an object"));
    CHECK(says(refusal("{}"), "the key 'series' is missing"));
    CHECK(says(refusal(R"({"series": []})"), "the list 'series' is empty"));
    CHECK(says(refusal(R"({"series": [3]})"), "a series must be an object"));
    CHECK(says(refusal(R"({"serious": []})"), "did you mean 'series'?"));
    CHECK(says(refusal(file_of(base + "},\n{" + base)), "the id is already used in line 2"));
    CHECK(refusal(file_of(base)) == "");
}

TEST_CASE("what is shipped is read, fits the schema, and leaves no activation out") {
    const std::vector<SeriesFile> files = builtin_series();
    REQUIRE(files.size() >= 3);
    std::set<std::string> swept;
    for (const SeriesFile& file : files) {
        const std::string path = SIGPROP_SOURCE_DIR "/src/series/" + file.name + ".json";
        CHECK_MESSAGE(schema_error(read_file(path)) == "", path);
        for (const SeriesPlan& plan : file.plans) {
            if (plan.id != "activation.moments") continue;
            for (const std::string& f : plan.axes.at(0).values) swept.insert(f.substr(0, f.find('(')));
        }
    }
    for (const ActivationEntry& entry : activation_table())
        CHECK_MESSAGE(swept.contains(entry.name) != entry.gated, entry.name);
}
