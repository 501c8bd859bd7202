// Two equations in two unknowns: SELU at other moments, std and mean of an activation's input, and what is
// refused.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/text.hpp"
#include "engine/binding/binder.hpp"
#include "engine/solve/solve.hpp"

using namespace sigprop;

namespace {

SystemSolution solved(const std::string& first, const std::string& second, const std::string& a_in,
                      const std::string& b_in, long digits = 20) {
    Context context;
    context.digits = digits;
    return solve_system({first, second}, {"a", "b"}, {a_in, b_in}, context);
}

std::string value(const std::string& expression, long digits) {
    return proved_decimal(real_of(bind_expression(expression)).at(Context::bits_for(digits + 6)), digits)
        .value_or("");
}

}  // namespace

TEST_CASE("two points, each with expressions that hold no other") {
    const SystemSolution found = solved("a + b = 3", "a*b = 1", "0:3", "0:3");
    REQUIRE(found.count(RootPlace::root) == 2);
    CHECK(found.is_complete());
    CHECK(found.places[0].records[0].computed.decimal.value_or("") == "0.38196601125010515180");
    CHECK(found.places[0].records[1].computed.decimal.value_or("") == "2.6180339887498948482");
    for (const SolvedPoint& one : found.places)
        for (const Record& record : one.records)
            CHECK(value(record.expression, 20) == record.computed.decimal.value_or(""));
    CHECK(value("root2(a + b - 3, a*b - 1, a, 0, 1, b, 0, 3)", 20) == "0.38196601125010515180");
    const SystemSolution none = solved("a + b = 3", "a*b = 4", "0:3", "0:3");
    CHECK(none.count(RootPlace::none) == 1);
    CHECK(none.is_complete());
}

TEST_CASE("SELU at a mean of 0.1, against its own quantity") {
    // E selu = b (E x+ + a E[e^x - 1; x < 0]), and the mean square likewise
    const std::string negative = "activation.mean(\"where(x < 0, expm1(x), 0)\")";
    const std::string squared = "activation.second_moment(\"where(x < 0, expm1(x), 0)\")";
    const SystemSolution found =
        solved("b*(activation.mean(relu) + a*" + negative + ") = 0.1",
               "b^2*(activation.second_moment(relu) + a^2*" + squared + ") = 1.01", "0.5:4", "0.5:2");
    REQUIRE(found.count(RootPlace::root) == 1);
    CHECK(found.is_complete());
    CHECK(found.places[0].records[0].computed.decimal.value_or("") == value("selu.alpha(0.1, 1)", 20));
    CHECK(found.places[0].records[1].computed.decimal.value_or("") == value("selu.lambda(0.1, 1)", 20));
    CHECK(value("selu.alpha(0.1, 1)", 20) != value("selu.alpha()", 20));  // control
}

TEST_CASE("the std and the mean of tanh's input together") {
    const SystemSolution found =
        solved("activation.mean(tanh, std=a, mean=b) = 0.3",
               "activation.second_moment(tanh, std=a, mean=b) = 0.4", "0.86:0.91", "0.45:0.5", 12);
    REQUIRE(found.count(RootPlace::root) == 1);
    const std::string a = found.places[0].records[0].computed.decimal.value_or("");
    const std::string b = found.places[0].records[1].computed.decimal.value_or("");
    const std::string at = "(tanh, std=" + a + ", mean=" + b + ")";
    CHECK(std::abs(std::stod(value("activation.mean" + at, 14)) - 0.3) < 1e-11);
    CHECK(std::abs(std::stod(value("activation.second_moment" + at, 14)) - 0.4) < 1e-11);
}

TEST_CASE("what is no system is refused, with the place") {
    CHECK_THROWS_WITH_AS(solved("a = 1", "a = 2", "0:3", "0:3"), "no equation contains the unknown 'b'",
                         InputError);
    CHECK_THROWS_AS(solved("a + b", "a = 2", "0:3", "0:3"), InputError);
    CHECK_THROWS_AS(solved("a + b = c", "a = 2", "0:3", "0:3"), InputError);
    CHECK_THROWS_AS(solved("a + b = 1", "a = 2", "3:0", "0:3"), InputError);
    CHECK_THROWS_AS(solved("a + b = 1", "a = 2", "0:inf", "0:3"), InputError);
    CHECK_THROWS_AS(solved("attention.entropy(64, std=a) = b", "residual.second_moment(pre_norm, a, b) = 2",
                           "1:3", "0:3"),
                    InputError);
    CHECK_THROWS_AS(solve_system({"a = 1", "a = 1"}, {"a", "a"}, {"0:1", "0:1"}, Context{}), InputError);
    CHECK_THROWS_AS(bind_expression("root2(a, b)"), InputError);
}
