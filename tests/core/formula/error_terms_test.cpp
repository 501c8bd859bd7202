// The separation bound of algebraic numbers: with half of its bits, a number that is not zero is called zero.

#include "tests/support/error_terms.hpp"

#include "core/formula/algebraic_sign.hpp"

using namespace sigprop;
using error_terms::sharp;

TEST_CASE("(sqrt 2 - 1)^130 is a - b sqrt 2, as small as such a number can be") {
    const Formula x = Formula::variable();
    const auto root_2 = IsolatedZero::of(x * x - 2, Ball::interval(Ball(1), Ball(2)));
    REQUIRE(root_2.has_value());
    Rational a = 1;
    Rational b = 0;
    for (int n = 0; n < 130; ++n) {
        const Rational next = a + Rational(2) * b;
        b = a + b;
        a = next;
    }
    const Formula small = Formula(Real(a)) - Formula(Real(b)) * x;
    const auto run = [&] { return Ball(sign_at(small, *root_2).value()); };
    sharp("formula.algebraic_sign.separation_bits", 0.5, run, Ball(1));
}
