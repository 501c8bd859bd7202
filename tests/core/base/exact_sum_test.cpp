#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <sigprop/core/ball/ball.hpp>
#include <vector>

#include "core/base/exact_sum.hpp"

using sigprop::Ball;
using sigprop::ExactSum;

namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double infinity = std::numeric_limits<double>::infinity();

ExactSum sum_of(const std::vector<double>& values) {
    ExactSum sum;
    for (const double value : values) sum.add(value);
    return sum;
}

double naive(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
}

/// Exact for doubles: a sum at 2,300 bits by another author's arithmetic.
double by_balls(const std::vector<double>& values) {
    Ball sum = Ball(0).at_precision(2300);
    for (const double value : values) sum += Ball(value);
    REQUIRE(sum.is_exact());
    return sum.to_double();
}

/// Doubles with exponents within +-`exponents`.
std::vector<double> doubles(std::size_t count, int exponents, std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    std::vector<double> values;
    while (values.size() < count) {
        const auto mantissa = static_cast<double>(static_cast<std::int64_t>(generator()) >> 11);
        const auto exponent = static_cast<int>(generator() % static_cast<std::uint64_t>(2 * exponents + 1));
        values.push_back(std::ldexp(mantissa, exponent - exponents - 53));
    }
    return values;
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("nothing is lost to cancellation") {
    const std::vector<double> values = {1e300, 1, -1e300};
    CHECK(sum_of(values).to_double() == 1);
    CHECK(naive(values) == 0);  // the plain sum goes wrong
    CHECK(sum_of({largest, largest, -largest}).to_double() == largest);
    CHECK(sum_of({largest, largest}).to_double() == infinity);
    CHECK(sum_of({-largest, -largest}).to_double() == -infinity);
    CHECK(sum_of({largest, least, -largest}).to_double() == least);
    CHECK(sum_of({-1, 1}) == ExactSum());
    CHECK(same_bits(sum_of({-1, 1}).to_double(), 0));
    CHECK(ExactSum().to_double() == 0);
}

TEST_CASE("subnormal numbers count") {
    CHECK(sum_of({least}).to_double() == least);
    CHECK(sum_of({-least}).to_double() == -least);
    CHECK(sum_of({0x1p-1022, -least}).to_double() == 0x0.fffffffffffffp-1022);
    CHECK(sum_of({0x0.fffffffffffffp-1022, least}).to_double() == 0x1p-1022);
    CHECK(sum_of(std::vector<double>(4096, least)).to_double() == 0x1p-1062);
}

TEST_CASE("rounding is to nearest, ties to even, once") {
    CHECK(sum_of({1, 0x1p-53}).to_double() == 1);
    CHECK(sum_of({1, 0x1p-53, least}).to_double() == 1 + 0x1p-52);
    CHECK(sum_of({1, 0x1p-53, -least}).to_double() == 1);
    CHECK(sum_of({1 + 0x1p-52, 0x1p-53}).to_double() == 1 + 0x1p-51);
    CHECK(sum_of({-1, -0x1p-53, -least}).to_double() == -1 - 0x1p-52);
    CHECK(sum_of({2, -0x1p-53}).to_double() == 2);  // 2 - 2^-53 is half a unit below
    CHECK(sum_of({largest, std::ldexp(1.0, 970)}).to_double() == infinity);
    CHECK(sum_of({largest, std::ldexp(1.0, 970), -least}).to_double() == largest);
}

TEST_CASE("any order and any split give the same sum, the exact one") {
    for (const int exponents : {4, 60, 900}) {
        std::vector<double> values = doubles(1000, exponents, 7);
        const ExactSum whole = sum_of(values);
        CHECK(same_bits(whole.to_double(), by_balls(values)));
        const double first = naive(values);
        std::mt19937_64 generator(8);
        std::size_t naive_changed = 0;
        for (int round = 0; round < 5; ++round) {
            std::shuffle(values.begin(), values.end(), generator);
            CHECK(sum_of(values) == whole);
            if (naive(values) != first) ++naive_changed;
            ExactSum merged;
            for (auto begin = values.begin(); begin != values.end();) {
                const auto step = static_cast<std::ptrdiff_t>(generator() % 400);
                const auto end = begin + std::min(step, values.end() - begin);
                merged.merge(sum_of({begin, end}));
                begin = end;
            }
            CHECK(merged == whole);
        }
        if (exponents < 900) CHECK(naive_changed > 0);  // plain sums depend on the order
    }
}

TEST_CASE("short sums agree with balls, one by one") {
    std::size_t different = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::vector<double> values = doubles(4, seed % 2 == 0 ? 30 : 1000, seed);
        if (!same_bits(sum_of(values).to_double(), by_balls(values))) ++different;
    }
    CHECK(different == 0);
}

TEST_CASE("infinities and NaN decide as in IEEE arithmetic") {
    CHECK(sum_of({1, infinity}).to_double() == infinity);
    CHECK(sum_of({-infinity, largest, largest}).to_double() == -infinity);
    CHECK(std::isnan(sum_of({infinity, -infinity}).to_double()));
    CHECK(std::isnan(sum_of({1, std::numeric_limits<double>::quiet_NaN(), infinity}).to_double()));
    ExactSum merged = sum_of({infinity});
    merged.merge(sum_of({-infinity}));
    CHECK(std::isnan(merged.to_double()));
}

TEST_CASE("the state restores the sum") {
    const ExactSum sum = sum_of({-1e300, 3.5, -least, infinity});
    const ExactSum restored = ExactSum::restore(sum.limbs(), sum.flags());
    CHECK(restored == sum);
    CHECK(restored.to_double() == infinity);
    CHECK(ExactSum::restore(sum.limbs(), 0) != sum);
    CHECK(ExactSum::restore(sum.limbs(), 0).to_double() == -1e300);
}
