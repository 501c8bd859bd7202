// Sizes of weights under AdamW by two proofs. Reference: the sum of squares of the weight's response to one
// gradient, step by step in double precision.

#include <cmath>

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

std::vector<Evidence> proofs(const std::string& text, long digits = 20) {
    const Result result = answers::ask("optimizer." + text, digits, "closed_form,recursion");
    std::vector<Evidence> found;
    for (const Evidence& one : result.evidence())
        if (one.kind == Kind::enclosure) found.push_back(one);
    for (const Evidence& one : found) REQUIRE(one.status == Status::ok);
    return found;
}

double response(double rate, double decay, double beta1) {
    double weight = 0, mean = 0, squares = 0, gradient = 1;
    for (int step = 0; step < 200'000; ++step, gradient = 0) {
        mean = beta1 * mean + (1 - beta1) * gradient;
        weight = (1 - rate * decay) * weight - rate * mean;
        squares += weight * weight;
    }
    return squares;
}

}  // namespace

TEST_CASE("the mean square of a weight is the sum of squares of its response to a gradient") {
    struct Row {
        double rate, decay, beta1;
        const char* text;
    };
    for (const Row& row : {Row{0.01, 0.1, 0.9, "0.01, 0.1"}, Row{0.5, 0.5, 0.5, "0.5, 0.5, beta1=0.5"},
                           Row{0.01, 0.1, 0, "0.01, 0.1, beta1=0"}, Row{1, 1.5, 0.9, "1, 1.5"}}) {
        CAPTURE(row.text);
        const auto found = proofs("adamw_weight_second_moment(" + std::string(row.text) + ")");
        REQUIRE(found.size() == 2);
        for (const Evidence& one : found) {
            CHECK(std::fabs(one.value.to_double() / response(row.rate, row.decay, row.beta1) - 1) < 1e-10);
            CHECK(one.value.radius_double() < 1e-18 * one.value.to_double());
        }
        CHECK(found[0].value.overlaps(found[1].value));
        const auto other =
            proofs("adamw_weight_second_moment(" + std::string(row.text) + " + 0.0001)");  // control
        CHECK_FALSE(other[0].value.overlaps(found[1].value));
    }
}

TEST_CASE("small rates have the mean square eta/(2 lambda), and no two in eta lambda is allowed") {
    const auto found = proofs("adamw_weight_second_moment(1e-8, 0.1)");
    CHECK(std::fabs(found[0].value.to_double() / (1e-8 / 0.2) - 1) < 2e-8);
    CHECK(found[0].value.overlaps(found[1].value));
    const auto status = [](const std::string& text) {
        return answers::ask("optimizer.adamw_weight_second_moment(" + text + ")", 20, "closed_form,recursion")
            .status();
    };
    CHECK(status("1, 2") == Status::domain);
    CHECK(status("1, 1.99") == Status::ok);
}

TEST_CASE("what decay leaves of a weight") {
    for (const auto& [text, reference] :
         {std::pair{"0.01, 0.1, 1000", std::pow(0.999, 1000)},
          std::pair{"1e-4, 0.1, 100000", std::exp(1e5 * std::log1p(-1e-5))}, std::pair{"1, 0.5, 0", 1.0}}) {
        CAPTURE(text);
        const auto found = proofs("weight_memory(" + std::string(text) + ")");
        REQUIRE(found.size() == 2);
        for (const Evidence& one : found) CHECK(std::fabs(one.value.to_double() / reference - 1) < 1e-10);
        CHECK(found[0].value.overlaps(found[1].value));
    }
    CHECK(proofs("weight_memory(1, 1.5, 3)")[0].value.to_double() == -0.125);  // beyond 1 by squaring alone
    CHECK_FALSE(proofs("weight_memory(0.01, 0.1, 1000)")[0].value.overlaps(
        proofs("weight_memory(0.01, 0.1, 1001)")[1].value));
}

TEST_CASE("numbers from another program: the squared response summed with 50 decimals (Python's decimal)") {
    struct Row {
        const char* call;
        double number;
    };
    for (const Row& row : {Row{"adamw_weight_second_moment(0.1, 1)", 0.0263886863974340280},
                           Row{"adamw_weight_second_moment(0.5, 0.5, beta1=0.5)", 0.4190476190476190476},
                           Row{"weight_memory(0.01, 0.1, 1000)", 0.3676954247709640446}}) {
        CAPTURE(row.call);
        for (const Evidence& one : proofs(row.call))
            CHECK(std::fabs(one.value.to_double() / row.number - 1) < 4e-16);
    }
}
