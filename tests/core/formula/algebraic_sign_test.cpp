// Signs at algebraic numbers: identities are zero, whatever differs from one is not, however little; what is
// not decided has no sign.

#include "core/formula/algebraic_sign.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/formula/algebraic_size.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

Formula number(const Rational& value) { return Formula(Real(value)); }
Formula tiny(std::int64_t digits) { return number(pow(Rational(10), -digits)); }

IsolatedZero zero_of(const Formula& g, double lower, double upper) {
    const auto place = IsolatedZero::of(g, Ball::interval(Ball(lower), Ball(upper)));
    REQUIRE(place.has_value());
    return *place;
}

const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));

}  // namespace

TEST_CASE("identities between roots are zero, and a little more is positive") {
    const IsolatedZero root_2 = zero_of(x * x - 2, 1, 2);
    const IsolatedZero also_root_2 = zero_of(sqrt(Formula(2)) - x, 1, 2);
    for (const Formula& f : {x * x - 2, pow(x, 4) - 4, 1 / x - x / 2, sqrt(Formula(2)) * x - 2,
                             sqrt(3 + 2 * x) - 1 - x, pow(x, Formula(0.5)) - sqrt(sqrt(Formula(2))),
                             pow(1 + x, 5) - 41 - 29 * x, sqrt(x * x - 2), (x - 1) * (x + 1) - 1}) {
        CAPTURE(f.text());
        for (const IsolatedZero& place : {root_2, also_root_2}) {
            CHECK(sign_at(f, place) == 0);
            CHECK(sign_at(f + tiny(40), place) == 1);
            CHECK(sign_at(f - tiny(1000), place) == -1);
        }
    }
}

TEST_CASE("a root of a cubic is a number like another") {
    const IsolatedZero plastic = zero_of(pow(x, 3) - x - 1, 1, 2);
    CHECK(sign_at(pow(x, 5) - pow(x, 4) - 1, plastic) == 0);  // (x^3 - x - 1)(x^2 - x + 1)
    CHECK(sign_at(pow(x, 5) - pow(x, 4) - 1 + tiny(60), plastic) == 1);
    CHECK(sign_at(pow(x, 5) - pow(x, 4) - x, plastic) == -1);
    const IsolatedZero nested = zero_of(x * x - sqrt(Formula(3)), 1, 2);
    CHECK(sign_at(pow(x, 4) - 3, nested) == 0);
    CHECK(sign_at(pow(x, 4) - 3 - tiny(60), nested) == -1);
}

TEST_CASE("no number is called zero because it is small: (sqrt 2 - 1)^n") {
    const IsolatedZero root_2 = zero_of(x * x - 2, 1, 2);
    Rational a = 1;  // a - b sqrt 2 = (1 - sqrt 2)^n
    Rational b = 0;
    for (int n = 0; n < 300; ++n) {
        CAPTURE(n);
        CHECK(sign_at(number(a) - number(b) * x, root_2) == (n % 2 == 0 ? 1 : -1));
        const Rational next = a + Rational(2) * b;
        b = a + b;
        a = next;
    }
}

TEST_CASE("no number is called zero because it is small: a root whose conjugate is large") {
    // 10^-100 + 10^-300 + 2 10^-500 + …, and about 10^100
    const IsolatedZero small = zero_of(x * x - x / tiny(100) + 1, 0, 1);
    CHECK(sign_at(x, small) == 1);
    CHECK(sign_at(x - tiny(100), small) == 1);
    CHECK(sign_at(x - tiny(100) - tiny(300), small) == 1);
    CHECK(sign_at(x - tiny(100) - 2 * tiny(300), small) == -1);
    CHECK(sign_at(x * x + 1 - x / tiny(100), small) == 0);
}

TEST_CASE("transcendental numbers: different is shown, and equal where their forms are") {
    const IsolatedZero root_2 = zero_of(x * x - 2, 1, 2);
    CHECK(sign_at(exp(x * x - 2) - x * x / 2, root_2) == 0);
    CHECK(sign_at(sqrt(Formula(2)) * sigmoid(x * x - 2) - x / 2, root_2) == 0);
    CHECK(sign_at(exp(x) - exp(sqrt(Formula(2))) - tiny(50), root_2) == -1);
    CHECK(sign_at(exp(x) - exp(sqrt(Formula(2))), root_2) == 0);
    CHECK(sign_at(sqrt(exp(x) - exp(sqrt(Formula(2)))), root_2) == 0);
    CHECK_FALSE(sign_at(pow(sin(x), 2) + pow(cos(x), 2) - 1, root_2).has_value());  // true, but not shown
    const IsolatedZero at_pi = zero_of(x - pi, 3, 4);
    CHECK(sign_at(x - pi, at_pi) == 0);  // the very function that defines the place
    CHECK(sign_at(x - pi + tiny(300), at_pi) == 1);
    CHECK(sign_at(2 * x - 2 * pi, at_pi) == 0);
    CHECK(sign_at(2 * x - 2 * pi - tiny(300), at_pi) == -1);
}

TEST_CASE("transcendental numbers with equal parts are equal") {
    const IsolatedZero root_2 = zero_of(x * x - 2, 1, 2);
    const Formula two = sqrt(Formula(2));
    CHECK(equal_at(exp(x), exp(two), root_2));
    CHECK(equal_at(sin(x * x) * tanh(1 / x), sin(Formula(2)) * tanh(x / 2), root_2));
    CHECK(equal_at(x * x, Formula(2), root_2));
    CHECK_FALSE(equal_at(exp(x), exp(two + tiny(50)), root_2));
    CHECK_FALSE(equal_at(sin(x), cos(x), root_2));
    CHECK_FALSE(equal_at(pow(exp(x), 2), pow(exp(x), 3), root_2));
    CHECK(equal_at(exp(x) * exp(x), exp(2 * x), root_2));
    CHECK_FALSE(equal_at(pow(sin(x), 2), 1 - pow(cos(x), 2), root_2));  // true, but not shown
    const IsolatedZero plastic = zero_of(pow(x, 3) - x - 1, 1, 2);
    CHECK(equal_at(erf(x), erf(pow(x, 3) - 1), plastic));
    CHECK_FALSE(equal_at(erf(x), erf(pow(x, 3) - 2), plastic));
    const IsolatedZero at_pi = zero_of(x - pi, 3, 4);
    CHECK(equal_at(sin(x / 2) + x, sin(pi / 2) + pi, at_pi));
    CHECK_FALSE(equal_at(sin(x / 2) + x, sin(pi / 2) + pi + tiny(50), at_pi));
}

TEST_CASE("beyond the bits that are allowed there is no answer, and none without a value") {
    const IsolatedZero root_2 = zero_of(x * x - 2, 1, 2);
    const IsolatedZero plastic = zero_of(pow(x, 3) - x - 1, 1, 2);  // which has no closed form here
    CHECK(sign_at(pow(x, 4) - x * x - x, plastic) == 0);
    CHECK_FALSE(sign_at(pow(x, 4) - x * x - x, plastic, 3).has_value());
    Formula sum = x;  // 2^14 conjugates
    for (const int prime : {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43})
        sum = sum + sqrt(Formula(prime));
    CHECK(sign_at(sum * sum - pow(sum, 2), root_2) == 0);
    CHECK_FALSE(sign_at(sqrt(sum * sum) - sum, root_2).has_value());
    CHECK(sign_at(sqrt(sum * sum) - sum + tiny(40), root_2) == 1);
    CHECK_FALSE(sign_at(1 / (x * x - 2), root_2).has_value());
    CHECK_FALSE(sign_at(abs(x), root_2).has_value());
}

TEST_CASE("the bound of a number and its conjugates") {
    const AlgebraicSize two = size_of(Rational(2));
    const MaybeAlgebraic root_2 = root(two, 2, 1);
    const MaybeAlgebraic half = size_of_exact(Ball(0.5));
    REQUIRE(half.has_value());
    CHECK(half->separation_bits() == 1);  // |1/2| >= 2^-1, and no less would do
    CHECK_FALSE(size_of_exact(Ball(0.25)).has_value());
    // The same root twice has two conjugates, two roots have four.
    CHECK(sum(root_2, root_2)->roots.size() == 1);
    CHECK(sum(root_2, root(two, 2, 2))->roots.size() == 2);
    // 1/1000 is the inverse of an integer; its square root lies between.
    const MaybeAlgebraic small = quotient(size_of_exact(Ball(1)), size_of_exact(Ball(1000)));
    CHECK(small->separation_bits() == 10);
    CHECK(root(small, 2, 3)->separation_bits() == 5);
    CHECK(power(small, 7)->separation_bits() == 70);
    CHECK(power(small, -7)->separation_bits() == 0);
}
