#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>
#include <sstream>
#include <string>
#include <vector>

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

/// |sum of f over n samples - n mean| in standard errors.
template <class T, class Function>
double deviation(const std::vector<T>& samples, double mean, double variance, const Function& f) {
    long double sum = 0;
    for (const T x : samples) sum += static_cast<long double>(f(x) - mean);
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
    CHECK(stream.bits(index - 1, 0x1234) == ((std::uint64_t{words[0]} << 32) | words[1]));
    CHECK(stream.bits(index, 0x1234) == ((std::uint64_t{words[2]} << 32) | words[3]));
    const std::uint64_t quad = index >> 2;
    const Words four = sigprop::philox4x32_10(
        {static_cast<std::uint32_t>(quad), static_cast<std::uint32_t>(quad >> 32), 0xc3d4e5f6, 0x1234a1b2},
        {0x76543210, 0xfedcba98});
    for (std::size_t i = 0; i < 4; ++i) {  // odd multiples of 2^-24, exact in double precision
        CHECK(stream.uniform_f32(4 * quad + i, 0x1234) == (2.0 * (four[i] >> 9) + 1) * 0x1p-24);
    }
    CHECK_THROWS_AS(RandomStream(0, std::uint64_t{1} << 48), sigprop::InputError);
    CHECK_NOTHROW(RandomStream(0, (std::uint64_t{1} << 48) - 1));
}

TEST_CASE("normals have the bits that the definition gives") {
    // From a program in another language that follows the header's definition.
    const RandomStream stream(2024, "portability");
    const std::array expected = {-0x1.2ba78b1d7d554p+0, -0x1.049977d74c3edp-1, -0x1.5646748015fc5p+0,
                                 -0x1.c25f9de8fe24ep-3, 0x1.084234bf441c7p+1,  0x1.76a9f3e1d5a74p+0};
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(stream.normal(k) == expected[k]);
    CHECK(stream.normal((std::uint64_t{1} << 63) + 12, 7) == -0x1.360e715dd85bfp+0);
    CHECK(stream.normal((std::uint64_t{1} << 63) + 13, 7) == -0x1.8fd4592d8de4cp+0);
    const std::array single = {0x1.52b91ep-3F, 0x1.4400d6p+0F,  -0x1.4a638p+0F,
                               0x1.0289fap+0F, -0x1.cf0024p-2F, -0x1.46fddep+0F};
    for (std::size_t k = 0; k < single.size(); ++k) CHECK(stream.normal_f32(k) == single[k]);
    CHECK(stream.normal_f32((std::uint64_t{1} << 63) + 12, 7) == -0x1.bb2768p+0F);
    CHECK(stream.normal_f32((std::uint64_t{1} << 63) + 15, 7) == 0x1.9fecbep-1F);
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
    // FNV-1a of "" is its offset basis and of "a" af63dc4c8601ec8c, then MurmurHash3's fmix64, by another
    // program.
    CHECK(sigprop::stream_number("") == 0x1f60ba99c6f6);
    CHECK(sigprop::stream_number("a") == 0xa958a9be4cf9);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 2000; ++i)
        seen.insert(sigprop::stream_number("activation.mean(" + std::to_string(i) + ")"));
    CHECK(seen.size() == 2000);
    CHECK(*seen.rbegin() < std::uint64_t{1} << 48);
    CHECK(RandomStream(5, "a").bits(7) == RandomStream(5, sigprop::stream_number("a")).bits(7));
}

TEST_CASE_TEMPLATE("moments are those of the law, and a planted bias is seen", T, double, float) {
    std::vector<T> z(20'000);
    RandomStream(3, "moments").fill_normals(0, z);
    CHECK(deviation(z, 0, 1, [](double x) { return x; }) < 5);
    CHECK(deviation(z, 1, 2, [](double x) { return x * x; }) < 5);
    CHECK(deviation(z, 0, 15, [](double x) { return x * x * x; }) < 5);
    CHECK(deviation(z, 3, 96, [](double x) { return x * x * x * x; }) < 5);
    CHECK(deviation(z, 0, 1, [](double x) { return x + 0.05; }) > 6);
    CHECK(deviation(z, 1, 2, [](double x) { return 1.08 * x * x; }) > 6);
    for (std::size_t distance = 1; distance < 4;
         ++distance) {  // the samples of one call of Philox are independent
        std::vector<double> products;
        for (std::size_t k = 0; k + distance < z.size(); k += 4) products.push_back(z[k] * z[k + distance]);
        CHECK(deviation(products, 0, 1, [](double x) { return x; }) < 5);
    }
    std::vector<T> u(20'000);
    RandomStream(3, "moments").fill_uniforms(0, u);
    CHECK(deviation(u, 0.5, 1.0 / 12, [](double x) { return x; }) < 5);
    CHECK(deviation(u, 1.0 / 3, 4.0 / 45, [](double x) { return x * x; }) < 5);
    CHECK(deviation(u, 0.5, 1.0 / 12, [](double x) { return x + 0.025; }) > 6);
}
