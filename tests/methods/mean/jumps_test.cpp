// The heights of jumps: exact for constant branches, zero for kinks.

#include "methods/mean/jumps.hpp"

#include <doctest/doctest.h>
#include <cmath>

#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

std::optional<double> height(const std::string& text, const Law& law = Law::normal()) {
    return jump_height(known::parsed(text), law);
}

}  // namespace

TEST_CASE("jumps add as squares, kinks are none") {
    CHECK(height("step(x)") == 1);
    CHECK(height("where(x <= 2, 1, 3) + x^2").value() == doctest::Approx(2).epsilon(1e-12));
    CHECK(height("where(x < 0, 0, 3) + where(x < 1, 0, 4)") == 5);
    CHECK(height("x^2 + relu(x)") == 0);
    CHECK(height("abs(sin(x) - 1/3) + min(x, 1/7) + max(x, pi)") == 0);  // exactly: nothing is computed
    CHECK(height("where(x < 0, 0, x)") == 0);
}

TEST_CASE("only jumps in the law's range, and not in its far tails, count") {
    CHECK(height("step(x - 2)", Law::uniform(0, 1)) == 0);
    CHECK(height("step(x - 2)", Law::uniform(0, 3)) == 1);
    for (const int side : {-1, 1}) {
        const std::string at = side > 0 ? "x - " : "x + ";
        CHECK(height("step(" + at + "13)") == 1);
        CHECK(height("step(" + at + "13.5)") == 0);
    }
}

TEST_CASE("a jump without a finite height has none") {
    CHECK_FALSE(height("where(x < 0, 1, log(x))").has_value());
    CHECK(height("step(sin(x))").value() > 2);  // the control: nine jumps
}

TEST_CASE("switches without end have no known height") {
    CHECK_FALSE(height("step(sin(exp(x^2)))").has_value());
}
