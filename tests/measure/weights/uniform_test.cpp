// The verdict on weights that are claimed to be uniform: right files are never refuted, whatever the seed,
// size and rounding; wrong ones are refuted and named.

#include <doctest/doctest.h>

#include "tests/support/share.hpp"
#include "tests/support/weights_samples.hpp"

using namespace weights_samples;
using sigprop::Verdict;
using Shape = std::vector<std::size_t>;

namespace {

sigprop::WeightsClaim uniform_claim(const std::string& std) {
    return {.std = std, .distribution = sigprop::WeightDistribution::uniform};
}

/// The file is refuted, and this is the first law it looks like.
void check_named(const Answer& answer, const std::string& name) {
    CHECK_MESSAGE(answer.verdict == Verdict::refuted, answer.reason);
    const std::string before = ". It looks like ";
    const std::size_t names = answer.reason.find(before);
    REQUIRE_MESSAGE(names != std::string::npos, answer.reason);
    CHECK_MESSAGE(answer.reason.substr(names + before.size()).starts_with(name), answer.reason);
}

std::vector<double> shifted(std::vector<double> weights, double by) {
    for (double& w : weights) w += by;
    return weights;
}

/// Values as a generator of this many bits draws them: from -limit on in steps of 2^-bits of the width.
std::vector<double> gridded(std::vector<double> weights, double limit, int bits) {
    const double step = std::ldexp(2 * limit, -bits);
    for (double& w : weights) w = std::floor((w + limit) / step) * step - limit;
    return rounded(weights, bits);
}

const double root_3 = std::sqrt(3.0);
constexpr std::size_t rows = 256;
constexpr std::size_t columns = 1024;
constexpr std::size_t many = rows * columns;
const Shape shape = {rows, columns};  // fan_in 1024, fan_out 256

}  // namespace

TEST_CASE("no false alarm over 200 seeds at any size; what can be told apart is confirmed") {
    const auto claim = uniform_claim("0.02");
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        if (!sigprop::test::in_share(seed, 5)) continue;
        CAPTURE(seed);
        for (const std::size_t n : {1U, 2U, 10U, 100U, 300U}) {
            CHECK(measure(uniform(n, 0.02 * root_3, seed), claim).verdict == Verdict::undecided);
        }
        for (const std::size_t n : {1000U, 2000U, 10000U}) {
            CAPTURE(n);
            CHECK(measure(uniform(n, 0.02 * root_3, seed), claim).verdict == Verdict::confirmed);
            CHECK(measure(normal_weights(n, 0.02, seed), claim).verdict == Verdict::refuted);  // the control
        }
    }
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        if (!sigprop::test::in_share(seed, 5)) continue;
        CHECK(measure(uniform(1'000'000, root_3, seed), uniform_claim("1")).verdict == Verdict::confirmed);
    }
}

TEST_CASE("the uniform initialisations of the libraries are confirmed") {
    CHECK(measure(uniform(many, 1 / 32.0, 1), uniform_claim("1/sqrt(3*1024)"), shape).verdict ==
          Verdict::confirmed);
    const auto xavier = uniform_claim("init.std(xavier, fan_in=1024, fan_out=256)");
    CHECK(measure(uniform(many, std::sqrt(6.0 / 1280), 1), xavier, shape).verdict == Verdict::confirmed);
    CHECK(measure(uniform(many, std::sqrt(6.0 / 1280), 1), xavier, shape).truncation.starts_with("uniform"));
    check_named(measure(uniform(many, 1 / 32.0, 1), xavier, shape), "the default of torch.nn.Linear");
}

TEST_CASE("neither the rounding of a type nor the grid of a generator is a false alarm") {
    for (const int bits : {8, 11, 24}) {
        CAPTURE(bits);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            if (!sigprop::test::in_share(seed, 5)) continue;
            for (const double limit : {1 / 32.0, 0.02 * root_3}) {
                const std::string std = limit == 1 / 32.0 ? "1/sqrt(3*1024)" : "0.02";
                const std::vector<double> plain = uniform(many, limit, seed);
                for (const auto& weights : {rounded(plain, bits), gridded(plain, limit, bits)}) {
                    const Answer right = measure(weights, uniform_claim(std));
                    CHECK_MESSAGE(right.verdict == Verdict::confirmed, right.reason);
                    CHECK(measure(weights, uniform_claim(std + "*0.98")).verdict == Verdict::refuted);
                    CHECK(measure(weights, uniform_claim(std + "*1.02")).verdict == Verdict::refuted);
                }
            }
        }
    }
}

TEST_CASE("limits, mean, std and shape are each tested") {
    const auto claim = uniform_claim("1");
    std::vector<double> outlier = uniform(many, root_3, 1);
    outlier[7] = -1.74;
    CHECK(measure(outlier, claim).reason == "the smallest weight -1.74 is beyond the limit -1.73205");
    const std::vector<double> moved = shifted(uniform(many, 0.97 * root_3, 1), 0.03);
    CHECK(measure(moved, claim).reason.find("the mean is 0.0") != std::string::npos);
    CHECK(measure(uniform(many, 0.99 * root_3, 1), claim).reason.starts_with("the std is 0.9"));
    std::vector<double> two = uniform(many, root_3, 1);  // mean square 1 within the limits: 1/3 of them ±1
    for (std::size_t i = 0; i < many; i += 3) two[i] = two[i] < 0 ? -1 : 1;
    CHECK(measure(two, claim).reason.starts_with("the shape differs"));
    std::vector<double> ended = uniform(many, root_3, 1);
    for (double& w : ended) w = std::abs(w) > 0.999 * root_3 ? w * 0.99 : w;
    CHECK(measure(ended, claim).reason.starts_with("no weight is above 1.73"));
}

TEST_CASE("what goes wrong with a uniform law is named") {
    const auto claim = uniform_claim("0.02");
    const double factor = 0.87962566103423978;
    check_named(measure(normal_weights(many, 0.02, 1), claim), "a normal of std 0.02");
    check_named(measure(truncated(many, 0.02, -2, 2, 1), claim), "a normal of std 0.02 truncated at ±2 std");
    check_named(measure(truncated(many, 0.02 / factor, -2, 2, 1), claim),
                "a normal truncated at ±2 std, corr");
    check_named(measure(uniform(many, 0.02, 1), claim), "a uniform law on ±0.02: the std used as half-width");
    check_named(measure(uniform(many, 0.06, 1), claim), "a uniform law on ±0.06: the half-width used as std");
    const double limit = 0.02 * root_3;
    check_named(measure(shifted(uniform(many, limit / 2, 1), limit / 2), claim),
                "a uniform law on [0, 0.03464], without");
    check_named(measure(shifted(uniform(many, limit, 1), limit), claim),
                "a uniform law on [0, 0.06928], not");
    check_named(measure(uniform(many, std::sqrt(0.02) * root_3, 1), claim), "0.02 used as a variance");
    check_named(measure(uniform(many, 0.0004 * root_3, 1), claim), "0.02 squared");
    check_named(measure(uniform(many, limit, 1), uniform_claim("0.02/sqrt(24)")), "the depth scaling");
    check_named(measure(uniform(many, limit, 1), claimed("0.02")), "a uniform law of std 0.02");
}

TEST_CASE("weights without spread have no std") {
    for (const auto& claim : {claimed("0.02"), uniform_claim("0.02")}) {
        const Answer one = measure({0.01}, claim);
        CHECK(one.verdict == Verdict::undecided);
        CHECK(one.reason == "too few weights: a single weight has no std");
        CHECK(measure({0.01, 0.01}, claim).reason ==
              "too few weights: all of them are equal, so their std is 0");
        CHECK(measure({0.01, 0.02}, claim).reason.find("no spread") == std::string::npos);
        CHECK(measure({0.5}, claim).verdict == Verdict::refuted);
    }
}
