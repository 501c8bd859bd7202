// Jumps that are proved, kinks that are proved to be no jumps, and undecided cases.

#include "methods/extrema/proved_jump.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

}  // namespace

TEST_CASE("jumps are seen, kinks are not jumps") {
    CHECK(proved_jump(step(x), {}) == "it jumps at x = 0.000000");
    CHECK(proved_jump(relu(x), {}) == "");
    CHECK(proved_jump(min(max(x, -1), 1), {}) == "");
    CHECK_FALSE(proved_jump(step(sin(x)), {}).has_value());  // infinitely many steps
}

TEST_CASE("a jump is a jump however small it is and wherever it lies") {
    const Formula tiny = Formula(Real(pow(Rational(10), 30)));
    CHECK(proved_jump(where(x < 1, x, x + 1 / tiny), {}) == "it jumps at x = 1.000000");
    CHECK(proved_jump(where(x < 1, x, 2 * x - 1), {}) == "");
    // No ball hits a tenth or a third exactly, but fractions do.
    const Formula tenth = Formula(1) / 10;
    CHECK(proved_jump(where(x < tenth, x, 2 * x - tenth), {}) == "");
    CHECK(proved_jump(where(x < tenth, x, 2 * x), {}) == "it jumps at x = 0.100000");
    CHECK(proved_jump(where(abs(x) > tenth, x, 0), {}) == "it jumps at x = -0.100000");
    const Formula third = Formula(1) / 3;
    const auto ramp = [&](const Formula& slope) {
        return where(x < third, Formula(0), where(x < third + 1 / slope, (x - third) * slope, Formula(1)));
    };
    CHECK(proved_jump(ramp(tiny), {}) == "");
    CHECK_FALSE(proved_jump(ramp(tiny * tiny), {}).has_value());  // two switches that cannot be told apart
    CHECK(proved_jump(where(x < 64, x, x + 1), {}) == "it jumps at x = 64.000000");
    CHECK(proved_jump(where(x <= -64, x, x + 1), {}) == "it jumps at x = -64.000000");
    CHECK(proved_jump(where(x < 64, x, 2 * x - 64), {}) == "");
    // Where the place is not exact, continuity is proved only for formulas that cannot jump.
    CHECK(proved_jump(max(pow(x, 2) - 2, 0), {}) == "");
    CHECK_FALSE(proved_jump(where(pow(x, 2) < 2, 0, pow(x, 2) - 2 + 1 / tiny), {}).has_value());
}
