// sigprop solve: what it prints, its exit codes, its reports.

#include "formats/json.hpp"
#include "tests/cli/refusals.hpp"
#include "tests/support/schema_check.hpp"

using cli::check_refused;
using cli::Run;
using cli::tool;

TEST_CASE("solve prints all roots and says that they are all") {
    const Run run = tool({"solve", "x^3 = 3*x + 1", "--for", "x", "--in", "-2:2", "--digits", "20"});
    CHECK(run.code == 0);
    // 2 cos(pi/9), -2 cos(2 pi/9) and -2 cos(4 pi/9)
    CHECK(run.out ==
          "x^3 = 3*x + 1, x in [-2, 2]: 3 roots (proved to be all)\n  x = -1.5320888862379560704\n  x = "
          "-0.34729635533386069770\n  x = 1.8793852415718167681\n");
    CHECK(tool({"solve", "x^3 = 3*x + 1", "--for", "x", "--in", "-2:0", "--digits", "5", "--plain"}).out ==
          "-1.5321\n-0.34730\n");
}

TEST_CASE("solve proves that there is no root, and never passes over what is undecided") {
    const Run none = tool({"solve", "exp(x) = x", "--for", "x", "--in", "-9:9"});
    CHECK(none.code == 0);
    CHECK(none.shows("no roots (proved)"));
    const Run twice = tool({"solve", "(x - 1)^2 = 0", "--for", "x", "--in", "0:3"});
    CHECK(twice.code == 3);
    CHECK(twice.shows("0 roots proved, 1 place undecided; no roots elsewhere"));
    CHECK(twice.shows("undecided: a double root, several roots close together, or no root"));
    const Run jump = tool({"solve", "step(x) = 0.5", "--for", "x", "--in", "-1:1"});
    CHECK(jump.code == 3);
    CHECK(jump.shows("undecided: a jump"));
}

TEST_CASE("the report of solve follows the schema, and eval repeats its records") {
    const std::vector<std::string> words = {"solve", "cos(x) = x", "--for", "x", "--in", "0:2"};
    std::vector<std::string> with_json = words;
    with_json.emplace_back("--json");
    const Run run = tool(with_json);
    REQUIRE(run.code == 0);
    const sigprop::Json report = sigprop::parse_json(run.out, "report");
    const sigprop::Json rules = sigprop::parse_json(tool({"schema", "report"}).out, "schema");
    CHECK(schema::Checker(rules)(report).empty());
    const std::string expression = report.at("records").as_array()[0].at("expression").as_string();
    const Run again = tool({"eval", expression, "--plain"});
    CHECK(again.code == 0);
    CHECK(again.out == "0.739085133215160641655312087674\n");
    CHECK(again.out == tool({"solve", "cos(x) = x", "--for", "x", "--in", "0:2", "--plain"}).out);
}

TEST_CASE("solve refuses what is no question") {
    check_refused({"solve", "x^2", "--for", "x", "--in", "0:1"}, "an equation needs a '='");
    check_refused({"solve", "x = 1", "--in", "0:1"}, "--for x");
    check_refused({"solve", "x = 1", "--for", "x"}, "--in LOWER:UPPER");
    check_refused({"solve", "x = y", "--for", "x", "--in", "0:1"}, "an equation has one unknown");
}

TEST_CASE("two equations in two unknowns, with commas, repeated flags or words") {
    const std::string all =
        "a + b = 3, a*b = 1, a in [0, 3], b in [0, 3]: 2 roots (proved to be all)\n"
        "  a = 0.3819660113, b = 2.618033989\n  a = 2.618033989, b = 0.3819660113\n";
    const std::vector<std::string> two = {"solve", "a + b = 3", "a*b = 1", "--digits", "10"};
    const auto with = [&](std::vector<std::string> more) {
        std::vector<std::string> words = two;
        words.insert(words.end(), more.begin(), more.end());
        return tool(words);
    };
    CHECK(with({"--for", "a,b", "--in", "0:3,0:3"}).out == all);
    CHECK(with({"--for", "a", "--for", "b", "--in", "0:3", "--in", "0:3"}).out == all);
    CHECK(with({"--for", "a", "b", "--in", "0:3", "0:3"}).out == all);
    CHECK(with({"--for", "a,b", "--in", "0:3,0:3", "--plain"}).out ==
          "0.3819660113\n2.618033989\n2.618033989\n0.3819660113\n");
    const Run twice = tool({"solve", "a^2 + b^2 = 2", "a + b = 2", "--for", "a,b", "--in", "0:3,0:3"});
    CHECK(twice.code == 3);
    CHECK(twice.shows("undecided: a double point, several close together, or none"));
    CHECK(tool({"solve", "a + b = 3", "a*b = 4", "--for", "a,b", "--in", "0:3,0:3"})
              .shows("no roots (proved)"));
    check_refused({"solve", "a + b = 3", "a*b = 1", "--for", "a", "--in", "0:3,0:3"},
                  "need as many unknowns");
    check_refused({"solve", "a = 3", "b = 1", "a*b = 2", "--for", "a,b", "--in", "0:3,0:3"},
                  "or two in two unknowns");
}
