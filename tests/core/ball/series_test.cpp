#include <doctest/doctest.h>

#include "core/ball/series.hpp"

using namespace sigprop;

TEST_CASE("the odd factorial series is the normal distribution by another route") {
    for (const std::int64_t x : {0, 1, -1, 2, 3, -5, 9, 20, -31}) {
        for (const long bits : {24L, 64L, 500L, 3000L}) {
            CAPTURE(x);
            CAPTURE(bits);
            const Ball series = odd_factorial_series(x, bits);
            const Ball point = Ball(x).at_precision(bits + 2000);
            const Ball expected = (normal_cdf(point) - 0.5) / normal_pdf(point);
            CHECK(series.overlaps(expected));
            if (x == 0) continue;
            CHECK(series.accuracy_bits() >= bits - 3);
            // Control: twice the promised error is seen.
            CHECK_FALSE(
                (series * (1 + Ball::power_of_two(-bits + 4).at_precision(bits + 64))).overlaps(expected));
        }
    }
}
