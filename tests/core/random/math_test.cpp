#include "core/random/math.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <sigprop/core/random/random.hpp>
#include <utility>

using sigprop::normals_f32_from_bits;
using sigprop::normals_from_bits;
using sigprop::RandomStream;

namespace {

/// Relative error of `value` in units of 2^-53.
double units(double value, long double exact) {
    return static_cast<double>(std::fabs((static_cast<long double>(value) - exact) / exact)) * 0x1p53;
}

/// The larger error of two normals, given u, an angle in right angles and the two lowest bits of `turns`.
double worst_of(std::pair<double, double> normals, double u, double angle, std::uint64_t turns) {
    constexpr long double right_angle = 1.57079632679489661923132169163975144L;
    const long double radius = std::sqrt(-2 * std::log(static_cast<long double>(u)));
    const long double r = (turns & 1) != 0 ? -radius : radius;
    long double x = r * std::cos(right_angle * angle);
    long double y = r * std::sin(right_angle * angle);
    if ((turns & 2) != 0) std::swap(x, y);
    return std::fmax(units(normals.first, x), units(normals.second, y));
}

}  // namespace

TEST_CASE("uniforms lie in the open interval, symmetric around one half") {
    CHECK(sigprop::uniform_from_bits(0) == 0x1p-53);
    CHECK(sigprop::uniform_from_bits(~std::uint64_t{0}) == 1 - 0x1p-53);
    for (const std::uint64_t bits : {0x0ULL, 0x8000000000000000ULL, 0x123456789abcdef0ULL}) {
        CHECK(sigprop::uniform_from_bits(bits) + sigprop::uniform_from_bits(~bits) == 1);
    }
    CHECK(sigprop::uniform_from_word(0) == 0x1p-24F);
    CHECK(sigprop::uniform_from_word(~0U) == 1 - 0x1p-24F);
    for (const std::uint32_t word : {0x0U, 0x80000000U, 0x12345678U}) {
        CHECK(sigprop::uniform_from_word(word) + sigprop::uniform_from_word(~word) == 1);
    }
}

TEST_CASE("the transform of bits to normals is accurate for all radii and angles") {
    const RandomStream stream(2, "accuracy");
    double worst = 0;
    double worst_single = 0;
    for (std::uint64_t k = 0; k < 10'000; ++k) {
        std::uint64_t even = stream.bits(2 * k) >> (k % 64);
        if (k % 3 == 0) even = ~even;  // radii near 0
        std::uint64_t odd = stream.bits(2 * k + 1);
        if (k % 5 == 0) odd = (odd & 3) | (odd >> (k % 61)) << 2;  // angles near 0
        const double u = static_cast<double>(even | 1) * 0x1p-64;
        const auto angle = static_cast<double>(static_cast<std::int64_t>((odd & ~std::uint64_t{3}) | 2));
        const auto [x, y] = sigprop::normals_from_bits(even, odd);
        if (u < 1) worst = std::fmax(worst, worst_of({x, y}, u, angle * 0x1p-64, odd));
        const auto first = static_cast<std::uint32_t>(even >> 32);
        const auto second = static_cast<std::uint32_t>(odd);
        const auto v = static_cast<float>(first | 1) * 0x1p-32F;
        const auto turn = static_cast<float>(static_cast<std::int32_t>((second & ~3U) | 2)) * 0x1p-32F;
        const auto [a, b] = sigprop::normals_f32_from_bits(std::uint64_t{first} << 32 | second);
        if (v < 1) worst_single = std::fmax(worst_single, worst_of({a, b}, v, turn, second) * 0x1p-29);
    }
    CHECK(worst <= 5);
    CHECK(worst > 0.5);  // rounding alone gives that much: the comparison is not empty
    CHECK(worst_single <= 5);
    CHECK(worst_single > 0.5);
    CHECK(worst_of({1, 1}, std::exp(-1.0), 0.5, 0) < 5);  // controls
    CHECK(worst_of({1, 1}, std::exp(-1.0), 0.5, 1) > 1e15);
    CHECK(worst_of({1, 1 + 0x1p-50}, std::exp(-1.0), 0.5, 0) > 5);
}

TEST_CASE("normals reach their tails and are never 0") {
    CHECK(std::fabs(normals_from_bits(0, 0).first - 9.419280180123797) < 1e-14);  // sqrt(128 log 2)
    CHECK(std::fabs(normals_f32_from_bits(0).first - 6.660436918F) < 1e-6);       // sqrt(64 log 2)
    const auto [x, y] = normals_from_bits(~std::uint64_t{0}, 0);                  // u rounds to 1
    CHECK(x > 0);
    CHECK(x < 0x1p-26);
    CHECK(y > 0);
    const auto [a, b] = normals_f32_from_bits(0xffffffff00000000);
    CHECK(a > 0);
    CHECK(a < 0x1p-11F);
    CHECK(b > 0);
}
