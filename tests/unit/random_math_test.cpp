#include "core/random_math.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <sigprop/core/random.hpp>

using sigprop::RandomStream;

namespace {

/// Relative error of `value` in units of 2^-53.
double units(double value, long double exact) {
    return static_cast<double>(std::fabs((static_cast<long double>(value) - exact) / exact)) * 0x1p53;
}

}  // namespace

TEST_CASE("uniforms lie in the open interval, symmetric around one half") {
    CHECK(sigprop::detail::uniform_from_bits(0) == 0x1p-53);
    CHECK(sigprop::detail::uniform_from_bits(~std::uint64_t{0}) == 1 - 0x1p-53);
    for (const std::uint64_t bits : {0x0ULL, 0x8000000000000000ULL, 0x123456789abcdef0ULL}) {
        CHECK(sigprop::detail::uniform_from_bits(bits) + sigprop::detail::uniform_from_bits(~bits) == 1);
    }
}

TEST_CASE("the transform of bits to normals is accurate and reaches its tails") {
    const RandomStream stream(2, "accuracy");
    double worst = 0;
    double worst_log = 0;
    constexpr long double quarter_turn = 1.57079632679489661923132169163975144L;
    for (std::uint64_t k = 0; k < 20'000; ++k) {
        const std::uint64_t even = stream.bits(2 * k) >> (k % 64);  // all magnitudes of the radius
        const std::uint64_t odd = stream.bits(2 * k + 1);
        const double u = static_cast<double>(even | 1) * 0x1p-64;
        const long double logarithm = -std::log(static_cast<long double>(u));
        if (logarithm == 0) continue;
        worst_log = std::fmax(worst_log, units(sigprop::detail::minus_log(u), logarithm));
        const long double t = sigprop::detail::uniform_from_bits(odd << 2) - 0.5;
        const long double c = std::cos(quarter_turn * t);
        const long double s = std::sin(quarter_turn * t);
        const std::array<std::array<long double, 2>, 4> turned = {{{c, s}, {-s, c}, {-c, -s}, {s, -c}}};
        const auto [x, y] = sigprop::detail::normals_from_bits(even, odd);
        const long double radius = std::sqrt(2 * logarithm);
        worst = std::fmax(worst, units(x, radius * turned[odd >> 62][0]));
        worst = std::fmax(worst, units(y, radius * turned[odd >> 62][1]));
    }
    CHECK(worst_log <= 2);
    CHECK(worst <= 5);
    CHECK(worst > 0.5);  // that much is rounding: the comparison compares something
    const double farthest = sigprop::detail::normals_from_bits(0, std::uint64_t{1} << 61).first;
    CHECK(std::fabs(farthest - 9.419280180123797) < 1e-14);  // sqrt(128 log 2)
    CHECK(sigprop::detail::normals_from_bits(~std::uint64_t{0}, 5).first == 0);
}

TEST_CASE("logarithms near one keep their digits") {
    double worst = 0;
    for (const double v :
         {0x1p-60, 0x1p-53, 1e-9, 0.1, 0.2499, 0.25, 0.2501, 0.2929, 0.5, 0.75, 1 - 0x1p-53}) {
        worst = std::fmax(worst,
                          units(sigprop::detail::minus_log1m(v), -std::log1p(-static_cast<long double>(v))));
    }
    CHECK(worst <= 2.5);
    CHECK(units(sigprop::detail::minus_log(1 - 0x1p-53), -std::log1p(-0x1p-53L)) <= 1);
    CHECK(units(-std::log(1 - 1e-9), -std::log1p(-1e-9L)) > 1e6);  // what would go wrong
}
