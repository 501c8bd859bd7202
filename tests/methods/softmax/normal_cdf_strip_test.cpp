// The strip in which powers of Phi stay bounded, compared with Phi itself, computed in complex balls.

#include "methods/softmax/normal_cdf_strip.hpp"

#include <doctest/doctest.h>

#include "core/ball/complex_ball.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 128;
constexpr std::uint64_t longest = (std::uint64_t{1} << 63) - 1;

/// Whether |Phi(z + i y)| <= 1 + excess at all points of a grid of z; no point that violates it is missed.
bool holds(double y, const Ball& excess) {
    for (double z = -6; z < 14; z += 1.0 / 32) {
        const ComplexBall point(Ball(z).at_precision(bits), Ball(y).at_precision(bits));
        const ComplexBall value = normal_cdf(point);
        const Ball square = pow(value.real(), 2) + pow(value.imaginary(), 2);
        if ((square - pow(1 + excess.at_precision(bits), 2)).is_positive()) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("Phi stays below its bound on the whole strip, and not on one a quarter wider") {
    for (const std::uint64_t power :
         {std::uint64_t{20}, std::uint64_t{511}, std::uint64_t{1} << 20, longest}) {
        CAPTURE(power);
        const CdfStrip strip = best_cdf_strip(power, 90);
        for (const double part : {0.1, 0.6, 1.0}) CHECK(holds(part * strip.height, strip.excess));
        CHECK_FALSE(holds(1.25 * strip.height, strip.excess));
    }
}

TEST_CASE(
    "what a power costs is bounded: e^(y^2/2) (1 + excess)^power, and a wide strip pays where it is small") {
    for (const std::uint64_t power : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{511}, longest}) {
        CAPTURE(power);
        const CdfStrip strip = best_cdf_strip(power, 90);
        CHECK(log(strip.bound(power)).upper_double() < 95);
        const Ball y = Ball(strip.height).at_precision(bits);
        const Ball whole = (pow(Ball(2).at_precision(bits), 63) - 1);
        const Ball count = power == longest ? whole : Ball(static_cast<std::int64_t>(power));
        const Ball bound = exp(y * y / 2 + count * log(1 + strip.excess.at_precision(bits)));
        CHECK(strip.bound(power).overlaps(bound));
        CHECK_FALSE(strip.bound(power).overlaps(bound * Ball(1.0001)));
    }
    CHECK(best_cdf_strip(1, 90).height > 5);
    CHECK(best_cdf_strip(longest, 90).height < 0.3);
}
