// Poles with their order, from formulas that hide them in different ways; what is integrable, or no pole, is none.

#include "methods/mean/divergent_pole.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

/// The order as a fraction, "none" for no divergent pole near the place.
std::string order(const Formula& f, double place, const Law& law = Law::normal()) {
    const Ball box = Ball(place).at_precision(64).widened(Ball(0x1p-40));
    const auto pole = divergent_pole(f, box, law);
    if (!pole) return "none";
    CHECK(std::fabs(pole->place.to_double() - place) < 0x1p-38);
    return pole->order.to_string();
}

}  // namespace

TEST_CASE("poles and their orders") {
    const double root_2 = std::sqrt(2);
    const Formula distance = abs(x * x - 2);
    CHECK(order(1 / x, 0) == "1");
    CHECK(order(pow(x, -3) * exp(x), 0) == "3");
    CHECK(order(pow(1 / x, 2), 0) == "2");
    CHECK(order(1 / (x * sqrt(abs(x))), 0) == "3/2");
    CHECK(order(1 / pow(abs(x), Formula(1.25)), 0) == "5/4");
    CHECK(order(1 / sin(x), std::numbers::pi) == "1");
    CHECK(order(x / (1 - cos(x)), 0) == "1");
    CHECK(order(1 / (x * x - 2 * x + 1), 1) == "2");
    CHECK(order(pow(distance, -1), root_2) == "1");
    CHECK(order((x - 1) / (x * x - 2), -root_2) == "1");
    CHECK(order(1 / x + 1 / pow(x, 2) - 1 / sqrt(abs(x)), 0) == "2");
    CHECK(order(where(x < 0, 1 / x, x), 0) == "1");
    CHECK(order(where(x * x < 2, x, 1 / (x * x - 2)), root_2) == "1");
    CHECK(order((x - sqrt(Formula(2))) / pow(x * x - 2, 2), root_2) == "1");
}

TEST_CASE("integrable or no pole at all") {
    const double root_2 = std::sqrt(2);
    for (const Formula& f :
         {sin(x) / x, x * x / x, 1 / sqrt(abs(x)), log(abs(x)), expm1(x) / x, (1 - cos(x)) / (x * x),
          x / sqrt(abs(x)), where(x < 0, x, x * x), 1 / (x + 1), pow(x, 2)}) {
        CAPTURE(f.text());
        CHECK(order(f, 0) == "none");
    }
    CHECK(order((x - sqrt(Formula(2))) / (x * x - 2), root_2) == "none");
    const Formula beside = sqrt(Formula(2)) + Formula(Real(pow(Rational(10), -60)));
    CHECK(order((x - beside) / (x * x - 2), root_2) ==
          "none");  // it does diverge, by so little that it is not seen
    CHECK(order(1 / x - 1 / x, 0) == "none");
}

TEST_CASE("a pole outside the law's range does no harm, one at its end does") {
    CHECK(order(1 / x, 0, Law::uniform(Real(0), Real(1))) == "1");
    CHECK(order(1 / x, 0, Law::uniform(Real(-1), Real(0))) == "1");
    const Real beyond = Real(Rational(1) / Rational(1'000'000'000'000'000));
    CHECK(order(1 / x, 0, Law::uniform(beyond, Real(1))) == "none");
    // Only the left side has a pole, and there the law has no mass.
    CHECK(order(where(x < 0, 1 / x, x), 0, Law::uniform(Real(0), Real(1))) == "none");
}
