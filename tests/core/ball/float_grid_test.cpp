// Rounding to a floating-point type, against the hardware's own and at ties.

#include <doctest/doctest.h>

#include "core/ball/float_grid.hpp"

#include <cmath>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

TEST_CASE("rounding to float32 is the hardware's") {
    double x = 0.7;
    for (int i = 0; i < 200; ++i) {
        x = std::fmod(x * 1.618033988749895 + 0.1, 3);
        const double scaled = std::ldexp(x, i - 100);
        CAPTURE(scaled);
        const double expected = static_cast<double>(static_cast<float>(scaled));
        CHECK(compare(rounded_to(scaled, Dtype::float32), expected) == 0);
        CHECK(compare(rounded_to(scaled, Dtype::float64), scaled) == 0);
        if (scaled != expected) CHECK(compare(rounded_to(scaled, Dtype::float64), expected) != 0);
    }
}

TEST_CASE("ties go to the even number, and nothing else is a tie") {
    const Real one = 1;
    const Real step = Rational(1) / Rational(256);  // half of bfloat16's spacing above 1
    CHECK(compare(rounded_to(one + step, Dtype::bfloat16), 1) == 0);
    CHECK(compare(rounded_to(one + 3 * step, Dtype::bfloat16), one + 4 * step) == 0);
    const Real above = one + step + Rational::from_decimal("1e-3000");
    CHECK(compare(rounded_to(above, Dtype::bfloat16), one + 2 * step) == 0);
    CHECK(compare(rounded_to(Rational::from_decimal("1e-50"), Dtype::float32), 0) == 0);
}

TEST_CASE("what has no rounding is refused") {
    CHECK_THROWS_AS((void)rounded_to(65520, Dtype::float16), InputError);
    CHECK(compare(rounded_to(65519, Dtype::float16), 65504) == 0);
    const Real tie("1 + 2^-8, written as a limit", [](long bits) {
        return (1 + Ball::power_of_two(-8)).at_precision(bits).widened(Ball::power_of_two(-bits));
    });
    CHECK_THROWS_AS((void)rounded_to(tie, Dtype::bfloat16), InputError);
}
