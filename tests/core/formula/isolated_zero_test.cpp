// Zeros that are alone in an interval, to any precision, and what is refused.

#include "core/formula/isolated_zero.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

std::optional<IsolatedZero> of(const Formula& g, double lower, double upper) {
    return IsolatedZero::of(g, Ball::interval(Ball(lower), Ball(upper)));
}

}  // namespace

TEST_CASE("a zero to a thousand bits") {
    const auto root_2 = of(x * x - 2, 1, 1.5);
    REQUIRE(root_2.has_value());
    const Ball truth = sqrt(Ball(2).at_precision(2000));
    CHECK(root_2->enclose(1000).contains(truth));
    CHECK(root_2->enclose(1000).accuracy_bits() > 990);
    CHECK_FALSE(root_2->enclose(1000).contains(truth + Ball::power_of_two(-980)));
    const auto pi = of(sin(x), 3, 3.25);
    REQUIRE(pi.has_value());
    CHECK(pi->enclose(1000).contains(Ball::pi(2000)));
    CHECK(of(x, -1, 2)->enclose(100).contains_zero());
}

TEST_CASE("no zero, two zeros, a double zero and a switch are refused") {
    CHECK_FALSE(of(x * x - 2, 1, 1.375).has_value());
    CHECK_FALSE(of(x * x - 2, -2, 2).has_value());
    CHECK_FALSE(of(pow(x - 1, 2), 0, 2).has_value());
    CHECK_FALSE(of(pow(x - 1, 3), 0, 2).has_value());
    CHECK_FALSE(of(relu(x) - 1, 0.5, 2).has_value());
    CHECK_FALSE(of(1 / x, -1, 1).has_value());
    CHECK_FALSE(of(x - 1, 1, 1).has_value());
}

TEST_CASE("another formula that vanishes at the place has no other zero nearby") {
    const auto one = of(x - 1, 0.5, 1.5);
    REQUIRE(one.has_value());
    CHECK(one->isolates(x * x - 1));
    CHECK_FALSE(one->isolates((x - 1) * (x - 1.25)));
    CHECK_FALSE(one->isolates(relu(x - 1)));
}
