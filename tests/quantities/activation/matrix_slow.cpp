// The full matrix: 30 digits by two or more proofs, with all methods in agreement.

#include "tests/quantities/activation/matrix.hpp"

using namespace sigprop;
using answers::ask;
using matrix::call;

TEST_SUITE("slow") {
    TEST_CASE("30 proved digits of every activation from std 0.01 to 10, all methods agreeing") {
        for (const std::string& f : matrix::activations()) {
            for (const char* moment : {"mean", "second_moment", "derivative_second_moment"}) {
                for (const char* std : {"0.01", "0.5", "1", "2", "10"}) {
                    const std::string expression = call(moment, f, std);
                    CAPTURE(expression);
                    const Result result = ask(expression, 30, "*");
                    REQUIRE(result.enclosure() != nullptr);
                    CHECK(has_digits(result.enclosure()->value, 30));
                    CHECK(answers::disagreement(result) == "");
                }
            }
        }
    }

    TEST_CASE("gains and ratios of every activation off the origin") {
        for (const std::string& f : matrix::activations()) {
            for (const char* quantity : {"variance", "gain", "variance_gain", "chi_ratio", "linear_share"}) {
                const std::string expression = call(quantity, f, "1.5", "-0.7");
                CAPTURE(expression);
                CHECK(answers::disagreement(ask(expression, 30, "*")) == "");
            }
        }
    }
}
