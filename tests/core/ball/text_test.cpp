#include <doctest/doctest.h>

#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/ball/text.hpp"

using namespace sigprop;

namespace {

Ball ratio(const char* text, long bits = 400) {
    return Ball::from_rational(Rational::from_decimal(text), bits);
}

/// Whether the ball contains [middle - radius, middle + radius] and is hardly wider.
Ball around(const char* middle, const char* radius) { return ratio(middle).widened(ratio(radius)); }

std::string proved(const Ball& x, long digits) { return proved_decimal(x, digits).value_or("nothing"); }

bool in_order(const Ball& x, const DecimalBall& text) {
    const Rational middle = Rational::from_decimal(text.midpoint);
    const Rational radius = Rational::from_decimal(text.radius);
    return x.precision() >= 0 && (x - Ball::from_rational(middle - radius, 4000)).is_nonnegative() &&
           (Ball::from_rational(middle + radius, 4000) - x).is_nonnegative();
}

}  // namespace

TEST_CASE("an exact number is written without the zeros that say nothing") {
    CHECK(proved(Ball(0.5), 30) == "0.5");
    CHECK(proved(Ball(-0.5), 30) == "-0.5");
    CHECK(proved(Ball(0), 30) == "0");
    CHECK(proved(Ball(1), 1) == "1");
    CHECK(proved(Ball(1000), 2) == "1000");
    CHECK(proved(Ball(10000), 2) == "1e4");
    CHECK(proved(Ball(1234), 2) == "1.2e3");
    CHECK(proved(Ball(123456), 8) == "123456");
    CHECK(proved(Ball(0.0009765625), 30) == "0.0009765625");
    CHECK(proved(Ball(0.1), 60) == "0.1000000000000000055511151231257827021181583404541015625");
    CHECK(proved(pow(Ball(10).at_precision(400), 99), 30) == "1e99");
    CHECK(proved(Ball::power_of_two(-20), 30) == "9.5367431640625e-7");
}

TEST_CASE("a number that is only enclosed keeps them: they are proved") {
    CHECK(proved(around("0.5", "1e-40"), 30) == "0.500000000000000000000000000000");
    CHECK(proved(around("0.5", "1e-40"), 5) == "0.50000");
    CHECK(proved(around("1e-7", "1e-40"), 3) == "1.00e-7");
    CHECK(proved(around("1000", "1e-9"), 4) == "1000");
    CHECK(proved(around("1000", "1e-9"), 3) == "1.00e3");
    CHECK(proved(around("1234.5678", "1e-9"), 6) == "1234.57");
    CHECK(proved(around("-1234.5678", "1e-9"), 6) == "-1234.57");
}

TEST_CASE("as many digits as the ball decides, never one more") {
    CHECK(proved(around("1234.56", "0.2"), 30) == "1.23e3");  // 1234.36 and 1234.76 differ in digit 4
    CHECK(proved(around("1234.2", "0.2"), 30) == "1234");
    CHECK(proved(around("0.77374130354992324", "1e-12"), 30) == "0.77374130355");
    CHECK(proved(around("0.15", "1e-5"), 1) == "nothing");  // 0.1 or 0.2
    CHECK(proved(around("0.15", "1e-5"), 30) == "0.1500");  // but four digits are certain
    CHECK(proved(around("1", "0.6"), 30) == "nothing");
    CHECK(proved(around("7", "0.4"), 30) == "7");
    CHECK(proved(around("7", "0.6"), 30) == "nothing");
    CHECK(proved(around("4.9e-198", "1e-199"), 30) == "5e-198");
    CHECK(proved(Ball::indeterminate(), 30) == "nothing");
    CHECK(proved(Ball::infinity(), 30) == "nothing");
}

TEST_CASE("powers of ten and the nines below them") {
    CHECK(proved(around("9.9995", "1e-40"), 5) == "9.9995");
    CHECK(proved(around("9.99951", "1e-40"), 4) == "10.00");
    CHECK(proved(around("9.99949", "1e-40"), 4) == "9.999");
    CHECK(proved(around("9.9995", "1e-40"), 4) == "10.0");  // a tie that the ball straddles
    CHECK(proved(around("0.099999", "1e-40"), 4) == "0.1000");
    CHECK(proved(around("-0.099999", "1e-40"), 5) == "-0.099999");
    CHECK(proved(around("0.099999", "1e-40"), 6) == "0.0999990");
    CHECK(proved(around("1", "1e-9"), 7) == "1.000000");  // one end is 0.99…, the other 1.00…
    CHECK(proved(around("100", "1e-9"), 30) == "100.0000000");
    CHECK(proved(around("0.00001", "1e-20"), 3) == "0.0000100");
    CHECK(proved(around("0.000001", "1e-20"), 3) == "1.00e-6");
}

TEST_CASE("ties go to even, and what lies beside a tie does not") {
    CHECK(proved(Ball(0.125), 2) == "0.12");
    CHECK(proved(Ball(0.375), 2) == "0.38");
    CHECK(proved(Ball(-2.5), 1) == "-2");
    CHECK(proved(Ball(0.125) + Ball::power_of_two(-1000).at_precision(2000), 2) == "0.13");
    CHECK(proved(Ball(0.375) - Ball::power_of_two(-1000).at_precision(2000), 2) == "0.37");
    CHECK(proved(ratio("25e98").midpoint(), 1) == "2e99");
    CHECK(proved(ratio("25e98").midpoint() + Ball(1), 1) == "3e99");
}

TEST_CASE("near zero") {
    CHECK(proved(around("0", "1e-31"), 30) == "0");
    CHECK(proved(around("0", "9.9e-31"), 30) == "0");
    CHECK(proved(around("0", "1.1e-30"), 30) == "nothing");
    CHECK(proved(around("3e-31", "3.1e-31"), 30) == "0");
    CHECK(proved(around("4.91e-198", "1e-201"), 30) == "4.91e-198");  // small, but its digits are proved
    const Ball tiny = exp(-exp(Ball(50).at_precision(200)));
    CHECK(proved(tiny, 30) == "0");
    CHECK(proved(exp(Ball(-1e9).at_precision(200)), 12) == "1.24953427192e-434294482");
    CHECK(proved(exp(exp(Ball(50).at_precision(200))), 30) == "nothing");
}

TEST_CASE("how many digits that is") {
    CHECK(proved_digits(Ball(0.5), 30) == 30);
    CHECK(proved_digits(Ball(0), 30) == 30);
    CHECK(proved_digits(around("0.5", "1e-40"), 30) == 30);
    CHECK(proved_digits(around("0.77374130354992324", "1e-12"), 30) == 11);
    CHECK(proved_digits(around("0", "1e-40"), 30) == 0);  // "0" is proved, but has no significant digit
    CHECK(proved_digits(Ball::indeterminate(), 30) == 0);
}

TEST_CASE("midpoint and radius contain the ball and read back") {
    const auto text = decimal_ball(Ball(1) / Ball(-3).at_precision(400), 10);
    CHECK(text.midpoint == "-0.33333333333333");
    CHECK(text.radius == "3.34e-15");
    CHECK(decimal_ball(Ball(0.5), 30).midpoint == "0.5");
    CHECK(decimal_ball(Ball(0.5), 30).radius == "0");
    CHECK(decimal_ball(Ball(0), 30).midpoint == "0");
    CHECK(decimal_ball(around("0", "1e-40"), 30).midpoint == "0");
    CHECK(decimal_ball(around("0", "1e-40"), 30).radius == "1.01e-40");  // 1e-40 and its rounding, upward
    CHECK(decimal_ball(around("12345.678", "0.01"), 30).midpoint == "12345.678000");
    CHECK(decimal_ball(around("12345.678", "10"), 30).midpoint == "12345.678");
    CHECK(decimal_ball(around("0.001", "5"), 30).midpoint == "0.001");
    CHECK_THROWS_AS((void)decimal_ball(Ball::infinity(), 30), std::logic_error);
    for (const char* middle :
         {"0.3", "-0.3", "9.9999999", "-1e40", "123456789.123456789", "-7e-30", "3e-300"}) {
        for (const char* radius : {"0", "1e-50", "9.99e-7", "0.0999", "1", "99999", "1e60"}) {
            CAPTURE(middle);
            CAPTURE(radius);
            const Ball x = around(middle, radius);
            const auto pair = decimal_ball(x, 20);
            CHECK(in_order(x, pair));
            if (pair.radius != "0") CHECK_FALSE(in_order(x.widened(ratio(pair.radius.c_str())), pair));
            CHECK(ball_from_decimals(pair.midpoint, pair.radius, 300).contains(x));
        }
    }
}
