// Roots proved by two signs: known ones to many digits, from bad approximations as well, and none where the
// signs do not belong to a root.

#include <doctest/doctest.h>

#include "core/ball/text.hpp"

#include "methods/roots/falling_root.hpp"

using namespace sigprop;

namespace {

/// 2 - x^2, with exactly the requested radius.
Answer two_less_square(const Ball& x, long bits) {
    const Ball at = x.at_precision(bits + 64);
    return (2 - at * at).widened(Ball::power_of_two(-bits));
}

FallingEquation equation(double near, double slope) { return {two_less_square, near, slope}; }

}  // namespace

TEST_CASE("the root is enclosed to the bits asked for") {
    for (const long bits : {20L, 60L, 200L, 2000L}) {
        CAPTURE(bits);
        const Answer root = falling_root(equation(1.4142, -2.83), bits, {});
        REQUIRE(root.status == Status::ok);
        CHECK(root.value.contains(sqrt(Ball(2).at_precision(2 * bits + 64))));
        CHECK(root.value.accuracy_bits() >= bits - 8);
    }
}

TEST_CASE("a bad approximation costs steps, not the proof") {
    for (const auto& start : {std::pair{1.0, -1.0}, {1.7, -5.0}, {1.4143, -10.0}}) {
        CAPTURE(start.first);
        const Answer root = falling_root(equation(start.first, start.second), 100, {});
        REQUIRE(root.status == Status::ok);
        CHECK(root.value.contains(sqrt(Ball(2).at_precision(300))));
    }
}

TEST_CASE("no root is claimed without its signs") {
    // Planted: a function that rises through its root, one without a root, one whose radius hides the sign.
    FallingEquation rising;
    rising.near = 1.4142;
    rising.slope = -2.8;
    rising.value = [](const Ball& x, long bits) -> Answer { return x * x - Ball(2).at_precision(bits + 64); };
    CHECK(falling_root(rising, 60, {}).status == Status::unable);
    FallingEquation positive = rising;
    positive.value = [](const Ball&, long bits) -> Answer { return Ball(1).at_precision(bits); };
    CHECK(falling_root(positive, 60, {}).status == Status::unable);
    FallingEquation vague = equation(1.4142, -2.83);
    vague.value = [](const Ball& x, long) -> Answer { return (2 - x * x).widened(Ball(1e-6)); };
    CHECK(falling_root(vague, 60, {}).status == Status::unable);
    CHECK(falling_root(equation(1.4142, 0), 60, {}).status == Status::unable);
    FallingEquation without = rising;
    without.value = [](const Ball&, long) { return Answer(Status::domain, "nothing there"); };
    CHECK(falling_root(without, 60, {}).reason == "nothing there");
}
