#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <set>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/random.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/random_math.hpp"

using sigprop::RandomStream;

namespace {

using Words = std::array<std::uint32_t, 4>;
struct KnownAnswer {
    Words counter;
    std::array<std::uint32_t, 2> key;
    Words output;
};

std::vector<KnownAnswer> known_answers() {
    std::ifstream file(SIGPROP_SOURCE_DIR "/tests/vectors/philox4x32_10.txt");
    std::vector<KnownAnswer> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        KnownAnswer row;
        words >> std::hex;
        for (auto& word : row.counter) words >> word;
        for (auto& word : row.key) words >> word;
        for (auto& word : row.output) words >> word;
        REQUIRE(words);
        rows.push_back(row);
    }
    return rows;
}

/// Relative error of `value` in units of 2^-53.
double units(double value, long double exact) {
    return static_cast<double>(std::fabs((static_cast<long double>(value) - exact) / exact)) * 0x1p53;
}

/// |sum of f over n samples - n mean| in standard errors.
template <class Function>
double deviation(const std::vector<double>& samples, double mean, double variance, const Function& f) {
    long double sum = 0;
    for (const double x : samples) sum += static_cast<long double>(f(x) - mean);
    return std::fabs(static_cast<double>(sum)) / std::sqrt(variance * static_cast<double>(samples.size()));
}

}  // namespace

TEST_CASE("Philox gives the published answers") {
    const auto rows = known_answers();
    REQUIRE(rows.size() == 3);
    for (const KnownAnswer& row : rows) {
        CHECK(sigprop::philox4x32_10(row.counter, row.key) == row.output);
        Words altered = row.counter;
        altered[3] ^= 1;
        CHECK(sigprop::philox4x32_10(altered, row.key) != row.output);
    }
}

TEST_CASE("the counter is laid out as the header says") {
    const std::uint64_t index = 0x0123456789abcdef;
    const RandomStream stream(0xfedcba9876543210, 0xa1b2c3d4e5f6);
    const std::uint64_t pair = index >> 1;
    const Words words = sigprop::philox4x32_10(
        {static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(pair >> 32), 0xc3d4e5f6, 0x1234a1b2},
        {0x76543210, 0xfedcba98});
    CHECK(stream.bits(index - 1, 0x1234) == ((std::uint64_t{words[1]} << 32) | words[0]));
    CHECK(stream.bits(index, 0x1234) == ((std::uint64_t{words[3]} << 32) | words[2]));
    CHECK_THROWS_AS(RandomStream(0, std::uint64_t{1} << 48), sigprop::InputError);
    CHECK_NOTHROW(RandomStream(0, (std::uint64_t{1} << 48) - 1));
}

TEST_CASE("seed, stream, index and draw all matter") {
    std::set<std::uint64_t> seen;
    for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32, ~0ULL}) {
        for (const std::uint64_t stream : {0ULL, 1ULL, 1ULL << 32, (1ULL << 48) - 1}) {
            for (const std::uint64_t index : {0ULL, 1ULL, 2ULL, 1ULL << 33, 1ULL << 63, ~0ULL}) {
                for (const int draw : {0, 1, 0xffff}) {
                    seen.insert(RandomStream(seed, stream).bits(index, static_cast<std::uint16_t>(draw)));
                }
            }
        }
    }
    CHECK(seen.size() == 4 * 4 * 6 * 3);
}

TEST_CASE("streams are named by text") {
    // FNV-1a of "" is its offset basis and of "a" af63dc4c8601ec8c, then MurmurHash3's fmix64, by another program.
    CHECK(sigprop::stream_number("") == 0x1f60ba99c6f6);
    CHECK(sigprop::stream_number("a") == 0xa958a9be4cf9);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 2000; ++i) seen.insert(sigprop::stream_number("activation.mean(" + std::to_string(i) + ")"));
    CHECK(seen.size() == 2000);
    CHECK(*seen.rbegin() < std::uint64_t{1} << 48);
    CHECK(RandomStream(5, "a").bits(7) == RandomStream(5, sigprop::stream_number("a")).bits(7));
}

TEST_CASE("a block holds what single samples are") {
    const RandomStream stream(1, "blocks");
    for (const std::uint64_t first : {0ULL, 1ULL, 511ULL, (1ULL << 63) - 3, ~0ULL - 1}) {
        for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{700}}) {
            std::vector<double> uniforms(count);
            std::vector<double> normals(count);
            stream.fill_uniforms(first, uniforms, 3);
            stream.fill_normals(first, normals, 3);
            std::size_t different = 0;
            for (std::size_t k = 0; k < count; ++k) {
                if (uniforms[k] != stream.uniform(first + k, 3)) ++different;
                if (normals[k] != stream.normal(first + k, 3)) ++different;
            }
            CHECK(different == 0);
        }
    }
    CHECK(stream.normal(4) != stream.normal(5));
}

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

TEST_CASE("moments are those of the law, and a planted bias is seen") {
    std::vector<double> z(20'000);
    RandomStream(3, "moments").fill_normals(0, z);
    CHECK(deviation(z, 0, 1, [](double x) { return x; }) < 5);
    CHECK(deviation(z, 1, 2, [](double x) { return x * x; }) < 5);
    CHECK(deviation(z, 3, 96, [](double x) { return x * x * x * x; }) < 5);
    CHECK(deviation(z, 0, 1, [](double x) { return x + 0.05; }) > 6);
    CHECK(deviation(z, 1, 2, [](double x) { return 1.08 * x * x; }) > 6);
    std::vector<double> products;  // the two of a pair are independent
    for (std::size_t k = 0; k < z.size(); k += 2) products.push_back(z[k] * z[k + 1]);
    CHECK(deviation(products, 0, 1, [](double x) { return x; }) < 5);
    std::vector<double> u(20'000);
    RandomStream(3, "moments").fill_uniforms(0, u);
    CHECK(deviation(u, 0.5, 1.0 / 12, [](double x) { return x; }) < 5);
    CHECK(deviation(u, 1.0 / 3, 4.0 / 45, [](double x) { return x * x; }) < 5);
    CHECK(deviation(u, 0.5, 1.0 / 12, [](double x) { return x + 0.015; }) > 6);
}

TEST_CASE("logarithms near one keep their digits") {
    double worst = 0;
    for (const double v : {0x1p-60, 0x1p-53, 1e-9, 0.1, 0.2499, 0.25, 0.2501, 0.2929, 0.5, 0.75, 1 - 0x1p-53}) {
        worst = std::fmax(worst, units(sigprop::detail::minus_log1m(v), -std::log1p(-static_cast<long double>(v))));
    }
    CHECK(worst <= 2.5);
    CHECK(units(sigprop::detail::minus_log(1 - 0x1p-53), -std::log1p(-0x1p-53L)) <= 1);
    CHECK(units(-std::log(1 - 1e-9), -std::log1p(-1e-9L)) > 1e6);  // what would go wrong
}
