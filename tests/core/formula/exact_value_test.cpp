#include "core/formula/exact_value.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula tenth = Formula(Real(Rational(1) / Rational(10)));

std::optional<Rational> at(const Formula& f, const Rational& point) { return exact_value(f, point); }

}  // namespace

TEST_CASE("fractions in, fractions out") {
    const Rational third = Rational(1) / Rational(3);
    CHECK(at(x * (x + 3) / 6, Rational(-3)) == Rational(0));
    CHECK(at(pow(x, 3) - x / 2, third) == Rational(1) / Rational(27) - Rational(1) / Rational(6));
    CHECK(at(abs(-x) + max(x, 1) - min(x, 0) + relu(-x) + step(x), third) == third + Rational(2));
    CHECK(at(where(x < tenth, 7, 8), Rational::from_decimal("0.1")) == Rational(8));
    CHECK(at(where(x <= tenth, 7, 8), Rational::from_decimal("0.1")) == Rational(7));
    CHECK(at(expm1(x - Formula(Real(third))) + exp(x - Formula(Real(third))) + sigmoid(0 * x), third) ==
          Rational(3) / Rational(2));
    CHECK_FALSE(at(pow(x, 3) - x / 2, third) == Rational(0));
}

TEST_CASE("where there is no fraction there is no answer") {
    CHECK_FALSE(at(exp(x), Rational(1)).has_value());
    CHECK_FALSE(at(1 / x, Rational(0)).has_value());
    CHECK_FALSE(
        at(x + Formula(Real("pi", [](long bits) { return Ball::pi(bits); })), Rational(1)).has_value());
    CHECK_FALSE(at(log(x), Rational(0)).has_value());
}
