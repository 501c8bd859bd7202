// The truncated normal against references, between its routes, and where its limits make no sense.

#include "tests/quantities/initialization/truncated_normal_references.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

std::string call(const std::string& quantity, const std::string& arguments) {
    return "truncated_normal." + quantity + "(" + arguments + ")";
}

}  // namespace

TEST_CASE("every quantity has its reference value by all proofs") {
    for (const auto& row : references::truncated_normals) {
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const std::string expression = call(references::truncated_normal_quantities[i], row.arguments);
            CAPTURE(expression);
            const bool all = i == 2;  // the trapezoidal rule only for the variance: it is slow
            const Result result = ask(expression, 40, all ? "closed_form,arb_*" : "closed_form,arb_integral");
            CHECK(answers::enclosures(result.evidence()) == (all ? 3 : 2));
            CHECK(answers::matches(result, answers::printed(row.values[i])));
        }
    }
    for (const auto& row : references::complex_truncated_normals) {
        const Result result = ask("complex_truncated_normal.std(" + std::string(row.upper) + ")", 40);
        CAPTURE(row.upper);
        CHECK(answers::enclosures(result.evidence()) == 3);
        CHECK(answers::matches(result, answers::printed(row.std)));
    }
}

TEST_CASE("a reference with one digit changed is refused") {
    const Result result = ask("truncated_normal.variance(-2, 2)", 40);
    CHECK(answers::matches(result, answers::printed("0.77374130354992324717991367367689066997075144054027")));
    CHECK_FALSE(
        answers::matches(result, answers::printed("0.77374130354992324717991367367689066997065144054027")));
    CHECK_FALSE(answers::matches(ask("truncated_normal.variance(-2, 2)", 40, "monte_carlo"), Ball(1)));
}

TEST_CASE("the closed form alone has its significant digits, however narrow or far the interval") {
    for (const char* arguments : {"0, 1e-30", "-1e-3, 1e-3", "5, 5.0000001", "300, 301", "1e100, 2e100",
                                  "1, 1+1e-100", "1e9/7, inf", "-inf, -1e30/7"}) {
        for (const char* quantity : {"mass", "mean", "variance", "std", "std_correction", "second_moment"}) {
            const Result result = ask(call(quantity, arguments), 30, "closed_form");
            CAPTURE(result.decimal());
            REQUIRE(result.enclosure() != nullptr);
            const bool zero = std::string(quantity) == "mean" && std::string(arguments) == "-1e-3, 1e-3";
            CHECK((zero || result.enclosure()->value.accuracy_bits() >= 100));
        }
    }
}

TEST_CASE("closed form, proofs, quadrature and samples agree") {
    for (const char* arguments : {"-2, 2", "-inf, 1", "30, 31", "-1e-3, 1e-3", "1, 4, mean=0.3, std=2.5"}) {
        for (const char* quantity : references::truncated_normal_quantities) {
            CAPTURE(call(quantity, arguments));
            CHECK(answers::disagreement(ask(call(quantity, arguments), 20, "*")) == "");
        }
    }
    CHECK(answers::disagreement(ask("complex_truncated_normal.std(2)", 20, "*")) == "");
}

TEST_CASE("more digits continue fewer digits") {
    for (const char* arguments : {"-2, 2", "30, 31", "-1e-3, 1e-3", "-sqrt(2), 1/3"}) {
        const std::string expression = call("std", arguments);
        CAPTURE(expression);
        const std::string most = ask(expression, 10'000, "closed_form").decimal();
        CHECK(most.size() >= 10'000);
        for (const long digits : {30L, 100L, 1000L}) {
            const Result fewer = ask(expression, digits, digits == 1000 ? "closed_form" : answers::proofs);
            CHECK(answers::matches(fewer, answers::printed(most.substr(0, 1100))));
            CHECK(fewer.decimal().substr(0, static_cast<std::size_t>(digits) - 2) ==
                  most.substr(0, static_cast<std::size_t>(digits) - 2));
        }
    }
}

TEST_CASE("identities between the quantities") {
    for (const std::string arguments : {"-2, 2", "-inf, 1", "-0.04, 0.01, mean=0.001, std=0.02"}) {
        const auto difference = [&](const std::string& a, const std::string& b) {
            return ask(a + " - " + b, 40, "closed_form").decimal();
        };
        const std::string std = arguments.ends_with("std=0.02") ? "0.02" : "1";
        CHECK(difference(call("std_correction", arguments) + " * " + call("std", arguments), std) == "0");
        CHECK(difference(call("std", arguments) + "^2", call("variance", arguments)) == "0");
        CHECK(difference(call("second_moment", arguments),
                         "(" + call("variance", arguments) + " + " + call("mean", arguments) + "^2)") == "0");
        CHECK(difference(call("std", arguments) + "^2", "1.0000001 * " + call("variance", arguments)) != "0");
    }
}

TEST_CASE("reflection turns the mean around and leaves the rest") {
    for (const auto& [a, b] :
         {std::pair{"30, 31", "-31, -30"}, {"-inf, 1", "-1, inf"}, {"-sqrt(2), 1/3", "-1/3, sqrt(2)"}}) {
        for (const char* quantity : references::truncated_normal_quantities) {
            const std::string sign = std::string(quantity) == "mean" ? " + " : " - ";
            CAPTURE(quantity);
            CHECK(
                ask(call(quantity, a) + sign + call(quantity, b), 30, "closed_form,arb_integral").decimal() ==
                "0");
        }
    }
    CHECK(ask(call("mean", "30, 31") + " - " + call("mean", "-31, -30")).decimal() != "0");
}

TEST_CASE("limits and parents that make no sense are refused where they stand") {
    CHECK(
        answers::complains("truncated_normal.variance(2, 1)", "lower < upper is required, not 2 and 1 @26"));
    CHECK(
        answers::complains("1 + truncated_normal.mean(2, 2)", "lower < upper is required, not 2 and 2 @26"));
    CHECK(answers::complains("truncated_normal.mass(2, 2)", "lower < upper is required, not 2 and 2 @22"));
    CHECK(answers::complains("truncated_normal.mass(sqrt(2), 2^0.5)",
                             "lower < upper is required, not sqrt(2)"));
    CHECK(answers::complains("truncated_normal.std(inf, inf)", "lower must be finite, not inf"));
    CHECK(answers::complains("truncated_normal.std(inf, -inf)", "lower must be finite, not inf"));
    CHECK(answers::complains("truncated_normal.std(-inf, -inf)", "upper must be finite, not -inf"));
    CHECK(answers::complains("truncated_normal.std(-1, 1, std=0)", "std must be positive, not 0"));
    CHECK(answers::complains("truncated_normal.std(-1, 1, std=0.1 + 0.2 - 0.3)", "std must be positive"));
    CHECK(answers::complains("truncated_normal.std(-1, 1, std=-1)", "std must be positive, not -1"));
    CHECK(answers::complains("truncated_normal.std(-1, 1, std=inf)", "std must be finite"));
    CHECK(answers::complains("truncated_normal.std(-1, 1, mean=-inf)", "mean must be finite"));
    CHECK(answers::complains("complex_truncated_normal.std(0)", "upper must be positive, not 0"));
    CHECK(answers::complains("complex_truncated_normal.std(-inf)", "upper must be finite"));
    CHECK(answers::complains("complex_truncated_normal.std(inf)", "upper must be finite, not inf @29"));
    CHECK(answers::complaint("truncated_normal.std(1, 2)") == "");
}
