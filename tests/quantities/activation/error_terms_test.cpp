// The error terms of Owen's T function and of the variance map's closed form.

#include "tests/support/error_terms.hpp"
#include "quantities/activation/owens_t.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

TEST_CASE("Owen's T with few terms of its series") {
    const auto run = [] { return owens_t(Ball(0.5), Ball(1), 200); };
    const Ball exact = owens_t(Ball(0.5), Ball(1), 400);
    // The bound leaves out the divisor 2 j + 1 of the first omitted term, here 3.
    const Redesigned few_terms("activation.owens_t.bits", 0.02);
    sharp("activation.owens_t.rest", 0.25, run, exact);
}

TEST_CASE("a std that is rounded to a few bits") {
    const auto run = [] {
        std::vector<Ball> values;
        for (const char* q : {"2", "3", "5", "6", "7", "10", "11", "13"}) {
            const Result result =
                answers::ask("activation.variance_map(gelu, " + std::string(q) + ", 1)", 30, "closed_form");
            REQUIRE(result.enclosure() != nullptr);
            values.push_back(result.enclosure()->value);
        }
        return values;
    };
    const std::vector<Ball> exact = run();
    const Redesigned few_bits("activation.variance_map.bits", 0.15);
    sharp("activation.variance_map.rounded_std", 0.5, run, exact);
}

TEST_CASE("correlations that start from a few bits") {
    const auto run = [] {
        std::vector<Ball> values;
        for (const char* call : {"tanh, 1, 1/3, 2, q=3", "tanh, 1, 0.7, 2, q=4", "gelu, 1, -1/7, 2, q=4",
                                 "gelu, 2, 0.9, 2, q=5"}) {
            const Result result =
                answers::ask("activation.correlation_at_depth(" + std::string(call) + ")", 3, "recursion");
            REQUIRE(result.enclosure() != nullptr);
            values.push_back(result.enclosure()->value);
        }
        return values;
    };
    const std::vector<Ball> exact = run();
    const Redesigned few_bits("activation.correlation_at_depth.bits", 0.2);
    // A number rounded to nearest is off by less than its radius, and Cauchy and Schwarz are rarely attained.
    sharp("activation.correlation_at_depth.spread", 0.05, run, exact);
}
