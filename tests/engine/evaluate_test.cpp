// From a text to a result: arithmetic, selection of methods, determinism, named constants.

#include "engine/constants.hpp"

#include <cmath>
#include <utility>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

std::vector<std::string> methods_of(const Result& result) {
    std::vector<std::string> names;
    for (const Evidence& e : result.evidence()) names.push_back(e.method);
    return names;
}

}  // namespace

TEST_CASE("arithmetic without quantities") {
    CHECK(ask("1/2 + 1/3").decimal() == "0.833333333333333333333333333333");
    CHECK(ask("2^0.5", 20).decimal() == "1.4142135623730950488");
    CHECK(ask("0.1 + 0.2 - 0.3").decimal() == "0");
    CHECK(ask("exp(1) - e").decimal() == "0");
    CHECK(ask("exp(-exp(30))", 5).decimal() == "3.6629e-4641076941756");
    CHECK(ask("-2^2").decimal() == "-4");
}

TEST_CASE("what has no value is an outcome, not an error and not a number") {
    for (const char* expression :
         {"1/0", "0/0", "log(-1)", "log(0)", "sqrt(-1)", "0^-1", "0 * log(0)", "(-2)^0.5", "1/(1/3 - 1/3)"}) {
        CAPTURE(expression);
        CHECK(answers::status(expression) == "domain");
        CHECK(ask(expression).decimal() == "");
        CHECK_FALSE(ask(expression).value().has_value());
        CHECK(ask(expression).reason() != "");
    }
    CHECK(answers::status("1/(exp(1) - e)") == "unable");
    CHECK(answers::status("exp(exp(100))") == "unable");
    CHECK(answers::status("1/1") == "ok");
}

TEST_CASE("only the selected methods testify, in a fixed order") {
    const std::string expression = "truncated_normal.variance(-2, 2)";
    CHECK(methods_of(ask(expression, 30, "closed_form")) == std::vector<std::string>{"closed_form"});
    CHECK(methods_of(ask(expression, 30, "arb_*,closed_form")) ==
          std::vector<std::string>{"closed_form", "arb_integral", "arb_trapezoid"});
    CHECK(methods_of(ask(expression, 20, "boost_*")).size() == 2);
    CHECK(methods_of(ask(expression, 20, "!boost_*,!gsl_*,!arb_*")) ==
          std::vector<std::string>{"closed_form", "monte_carlo", "quasi_monte_carlo"});
    const Result none = ask(expression, 30, "odeint");
    CHECK(none.evidence().empty());
    CHECK(none.status() == Status::unable);
    CHECK(none.reason() == "none of its methods is selected");
    const Result estimates = ask(expression, 30, "boost_*");
    CHECK(estimates.decimal() == "");
    CHECK(estimates.status() == Status::unable);
}

TEST_CASE("the result depends on the seed, not on the threads") {
    const auto sampled = [](std::uint64_t seed, int threads) {
        const Result result =
            evaluate("activation.variance(tanh)",
                     {.samples = 200'000, .seed = seed, .threads = threads, .methods = "monte_carlo"});
        return result.evidence().at(0).value.exact_text();
    };
    CHECK(sampled(1, 1) == sampled(1, 3));
    CHECK(sampled(1, 1) != sampled(2, 1));
}

TEST_CASE("a record says what a result says") {
    const Record record =
        evaluate_record(" truncated_normal.std( -2,2 ) ", {.digits = 20, .methods = "closed_form"});
    CHECK(record.id == "truncated_normal.std(-2, 2)");
    CHECK(record.computed.decimal == "0.87962566103423975041");
    CHECK(record.computed.digits == 20);
    CHECK(record.status == Status::ok);
    CHECK(!record.verdict);
    REQUIRE(record.evidence.size() == 1);
    CHECK(record.evidence[0].kind == Kind::enclosure);
    const Record none = evaluate_record("1/0", {});
    CHECK(none.status == Status::domain);
    CHECK_FALSE(none.computed.decimal.has_value());
    CHECK(none.reason == "division by zero");
}

TEST_CASE("every named constant has a value, and no two share a name") {
    const std::vector<NamedConstant> all = named_constants();
    CHECK(all.size() >= 15);
    for (std::size_t i = 0; i < all.size(); ++i) {
        Result result = ask(all[i].expression, 20, "closed_form");
        for (const char* method : {"arb_trapezoid", "arb_integral", "recursion"}) {
            if (result.evidence().empty()) result = ask(all[i].expression, 20, method);
        }
        CAPTURE(all[i].name);
        REQUIRE(result.status() == Status::ok);
        CHECK(has_digits(result.enclosure()->value, 20));
        CHECK(all[i].definition != "");
        for (std::size_t j = 0; j < i; ++j) CHECK(all[i].name != all[j].name);
    }
}

TEST_CASE("an interrupted computation stops") {
    const std::atomic<bool> cancelled = true;
    CHECK_THROWS_AS((void)evaluate("activation.mean(tanh)", {.cancelled = &cancelled}), Interrupted);
}

TEST_CASE("a sample's interval is of the level asked for") {
    const auto interval = [](double level, std::uint64_t samples) {
        const Record record =
            evaluate_record("activation.second_moment(tanh)",
                            {.samples = samples, .methods = "monte_carlo", .confidence = level});
        REQUIRE(record.evidence.size() == 1);
        const EvidenceRecord& one = record.evidence[0];
        REQUIRE(one.interval);
        CHECK(one.interval->level == level);
        const double radius = std::stod(*one.radius);
        return std::pair{(std::stod(one.interval->upper) - *one.value) / radius,
                         (*one.value - std::stod(one.interval->lower)) / radius};
    };
    const auto near = [](double a, double b) { return std::fabs(a - b) < 0.01 * b; };
    const std::pair<double, double> both = interval(0.95, 100'000);
    CHECK(near(both.first, 1.96));
    CHECK(near(both.second, 1.96));
    CHECK(near(interval(0.999, 100'000).first, 3.2905));
    CHECK(near(interval(0.999, 100).first, 3.3915));  // Student's t with 99 degrees of freedom
    CHECK_FALSE(evaluate_record("1 / 3", {}).evidence[0].interval);
}
