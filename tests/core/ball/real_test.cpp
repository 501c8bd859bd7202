#include <doctest/doctest.h>

#include "core/ball/count.hpp"

#include <cmath>
#include <limits>
#include <sigprop/core/ball/real.hpp>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

namespace {

Real pi() {
    return Real("pi", [](long bits) { return Ball::pi(bits); });
}
Real root(int n) {
    return Real("sqrt(" + std::to_string(n) + ")",
                [n](long bits) { return sqrt(Ball(n).at_precision(bits)); });
}
Rational fraction(const char* text) { return Rational::from_decimal(text); }

}  // namespace

TEST_CASE("a double stands for exactly itself") {
    for (const double x : {0.0, -0.0, 0.1, -1.5, 1e300, 5e-324, 2.2250738585072014e-308, -1e-310,
                           std::numeric_limits<double>::max()}) {
        const Real real(x);
        REQUIRE(real.rational() != nullptr);
        CHECK(real.rational()->to_double() == x);
        CHECK(real.to_double() == x);
    }
    CHECK(Real(0.1).rational()->bit_size() > 50);  // not one tenth
    CHECK(Real(HUGE_VAL).infinite_sign() == 1);
    CHECK(Real(-HUGE_VAL).infinite_sign() == -1);
    CHECK_THROWS_AS(Real(std::nan("")), InputError);
}

TEST_CASE("a count is exact up to the last, at any precision") {
    constexpr std::uint64_t middle = std::uint64_t{1} << 63;
    for (const std::uint64_t n :
         {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 53) + 1, middle - 1, middle, middle + 1,
          std::numeric_limits<std::uint64_t>::max()}) {
        const Rational expected = fraction(std::to_string(n).c_str());
        CHECK(count_rational(n) == expected);
        for (const long bits : {0L, 2L, 300L}) {
            const Ball x = count_ball(n, bits);
            CHECK(x.is_exact());
            CHECK(x.contains(expected));
            CHECK_FALSE(x.contains(expected + Rational(1)));
            CHECK(x.precision() == bits);
        }
    }
}

TEST_CASE("arithmetic of fractions stays exact and of the rest encloses") {
    CHECK(*(Real(fraction("0.1")) + Real(fraction("0.2"))).rational() == fraction("0.3"));
    CHECK(*(-Real(3) / Real(fraction("1.5")) - Real(1) * Real(2)).rational() == Rational(-4));
    const Real sum = (pi() + Real(1)) * (pi() - Real(1)) / pi();
    CHECK(sum.rational() == nullptr);
    for (const long bits : {24L, 64L, 1000L}) {
        const Ball x = Ball::pi(2 * bits);
        CHECK(sum.at(bits).overlaps(x - 1 / x));
        CHECK_FALSE(sum.at(bits).overlaps(x - 1 / x + Ball::power_of_two(-bits + 8)));
        CHECK(sum.at(bits).precision() == bits);
    }
    CHECK(pi().to_double() == 3.141592653589793);
}

TEST_CASE("infinity adds and does not multiply; nothing is divided by zero") {
    const Real plus = Real::infinity(1), minus = Real::infinity(-1);
    CHECK((plus + pi()).infinite_sign() == 1);
    CHECK((Real(3) - plus).infinite_sign() == -1);
    CHECK((-minus).infinite_sign() == 1);
    CHECK((plus - minus).infinite_sign() == 1);
    CHECK_THROWS_AS((void)(plus - plus), InputError);
    CHECK_THROWS_AS((void)(plus + minus), InputError);
    CHECK_THROWS_AS((void)(plus * Real(0)), InputError);
    CHECK_THROWS_AS((void)(Real(1) / plus), InputError);
    CHECK_THROWS_AS((void)(Real(1) / Real(0)), InputError);
    CHECK_THROWS_AS((void)(pi() / Real(0)), InputError);
}

TEST_CASE("compare decides what can be decided, to 10,000 bits") {
    CHECK(compare(Real(1), Real(fraction("1.0"))) == 0);
    CHECK(compare(fraction("0.3333333333333333333333"), Rational(1) / Rational(3)) == -1);
    CHECK(compare(pi(), fraction("3.14159265358979323846264338327950288419716939937510")) == 1);
    CHECK(compare(root(2) * root(2), 3) == -1);
    CHECK(compare(root(4), 2) == 0);                               // exact at every precision
    CHECK_FALSE(compare(root(2) * root(3), root(6)).has_value());  // equal, written differently
    const Real nudge = Real(pow(Rational(2), -9000));
    CHECK(compare(root(2) + nudge, root(2)) == 1);
    CHECK(compare(root(2) - nudge, root(2)) == -1);
    CHECK_FALSE(compare(root(2) + Real(pow(Rational(2), -12'000)), root(2)).has_value());
    CHECK(compare(Real::infinity(1), Real(1e308)) == 1);
    CHECK(compare(Real::infinity(-1), pi()) == -1);
    CHECK(compare(Real::infinity(1), Real::infinity(1)) == 0);
}
