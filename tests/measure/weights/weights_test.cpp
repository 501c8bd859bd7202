// The verdict on weights: right files are never refuted, over many seeds and sizes; each wrong initialisation
// is refuted and named, which is also the control of the first test.

#include <doctest/doctest.h>

#include "tests/support/share.hpp"
#include "tests/support/weights_samples.hpp"

using namespace weights_samples;
using sigprop::Verdict;
using Shape = std::vector<std::size_t>;

namespace {

std::string times(const std::string& std, double factor) { return std + " * " + std::to_string(factor); }

/// The file is refuted, and the reason names its law.
void check_named(const Answer& answer, const std::string& name) {
    CHECK_MESSAGE(answer.verdict == Verdict::refuted, answer.reason);
    const std::size_t names = answer.reason.find(". It looks like ");
    REQUIRE_MESSAGE(names != std::string::npos, answer.reason);
    CHECK_MESSAGE(answer.reason.find(name, names) != std::string::npos, answer.reason);
}

constexpr std::size_t rows = 256;
constexpr std::size_t columns = 1024;
constexpr std::size_t many = rows * columns;
const Shape shape = {rows, columns};  // fan_in 1024, fan_out 256

}  // namespace

TEST_CASE("no false alarm over 200 seeds at any size; what can be told apart is confirmed") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        if (!sigprop::test::in_share(seed, 5)) continue;
        CAPTURE(seed);
        for (const std::size_t n : {1U, 2U, 10U, 100U, 300U, 1000U}) {
            CHECK(measure(normal_weights(n, 0.02, seed), claimed("0.02")).verdict == Verdict::undecided);
            CHECK(measure(truncated(n, 0.02, -2, 2, seed), claimed("0.02", "-2", "2")).verdict !=
                  Verdict::refuted);
        }
        for (const std::size_t n : {2000U, 10000U}) {
            CAPTURE(n);
            CHECK(measure(normal_weights(n, 0.02, seed), claimed("0.02")).verdict == Verdict::confirmed);
            CHECK(measure(truncated(n, 0.02, -2, 2, seed), claimed("0.02", "-2", "2")).verdict ==
                  Verdict::confirmed);
            CHECK(measure(truncated(n, 3, -1, 2.5, seed), claimed("3", "-1", "2.5")).verdict ==
                  Verdict::confirmed);
        }
    }
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        if (!sigprop::test::in_share(seed, 5)) continue;
        CHECK(measure(normal_weights(1'000'000, 1, seed), claimed("1")).verdict == Verdict::confirmed);
        CHECK(measure(truncated(1'000'000, 1e-3, -3, 3, seed), claimed("1e-3", "-3", "3")).verdict ==
              Verdict::confirmed);
    }
}

TEST_CASE("what is rounded by its type is no false alarm") {
    for (const int bits : {8, 11, 24}) {
        CAPTURE(bits);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            if (!sigprop::test::in_share(seed, 5)) continue;
            const std::vector<double> weights = rounded(truncated(many, 0.02, -2, 2, seed), bits);
            CHECK(measure(weights, claimed("0.02", "-2", "2")).verdict == Verdict::confirmed);
            CHECK(measure(weights, claimed("0.0196", "-2", "2")).verdict == Verdict::refuted);  // the control
            CHECK(measure(weights, claimed("0.0204", "-2", "2")).verdict == Verdict::refuted);
        }
    }
}

TEST_CASE("a wrong std is refuted once 6 standard errors see it") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        if (!sigprop::test::in_share(seed, 5)) continue;
        const std::vector<double> weights = normal_weights(many, 0.02, seed);  // 6 errors: 0.83 %
        CHECK(measure(weights, claimed(times("0.02", 1.02))).verdict == Verdict::refuted);
        CHECK(measure(weights, claimed(times("0.02", 0.98))).verdict == Verdict::refuted);
        CHECK(measure(weights, claimed("0.02/sqrt(2*12)")).verdict == Verdict::refuted);
        CHECK(measure(truncated(2000, 1, -2, 2, seed), claimed("1")).verdict == Verdict::refuted);
        CHECK(measure(normal_weights(2000, 1, seed), claimed("1", "-2", "2")).verdict == Verdict::refuted);
    }
}

TEST_CASE("the same std in another shape is refuted") {
    const double factor = 0.87962566103423978;
    CHECK(measure(uniform(many, std::sqrt(3.0), 1), claimed("1")).verdict == Verdict::refuted);
    CHECK(measure(truncated(many, 1 / factor, -2, 2, 1), claimed("1")).verdict == Verdict::refuted);
    CHECK(measure(normal_weights(many, factor, 1), claimed("1", "-2", "2")).verdict == Verdict::refuted);
    std::vector<double> shifted = normal_weights(many, 1, 1);
    for (double& w : shifted) w += 0.02;
    CHECK(measure(shifted, claimed("1")).reason.find("the mean is") != std::string::npos);
    std::vector<double> heavy = normal_weights(many, 1, 1);  // a mixture of two normals, mean square 1
    for (std::size_t i = 0; i < many; ++i) heavy[i] *= i % 2 == 0 ? std::sqrt(0.7) : std::sqrt(1.3);
    CHECK(measure(heavy, claimed("1")).reason.starts_with("the shape differs"));
    std::vector<double> outlier = normal_weights(many, 1, 1);
    outlier[7] = -9;
    CHECK(measure(outlier, claimed("1")).reason.starts_with("the smallest weight -9 is 9 std from 0"));
    // 6 standard errors of the moments tell no difference, but no weight comes near the limit.
    const Answer early = measure(truncated(many, 1, -2.9, 2.9, 1), claimed("1", "-3", "3"));
    CHECK_MESSAGE(early.reason.starts_with("no weight is above 2.89"), early.reason);
}

TEST_CASE("what goes wrong with a truncated normal is named") {
    const auto claim = claimed("0.02", "-2", "2");
    const double factor = 0.87962566103423978;
    check_named(measure(normal_weights(many, 0.02, 1), claim), "without truncation (as absolute limits");
    check_named(measure(truncated(many, 0.02 / factor, -2, 2, 1), claim), "divided by 0.8796");
    check_named(measure(truncated(many, 0.02 * factor, -2, 2, 1), claim), "multiplied by 0.8796");
    check_named(measure(truncated(many, 0.02, -2, 2, 1), claimed("0.02")), "±2 std, not corrected");
    sigprop::WeightsClaim absolute = claim;
    absolute.limits = sigprop::LimitUnits::absolute;
    check_named(measure(truncated(many, 0.02, -2, 2, 1), absolute), "with limits in units of std");
    const Answer no_op = measure(normal_weights(many, 0.02, 1), absolute);
    CHECK(no_op.verdict == Verdict::confirmed);
    CHECK(no_op.truncation ==
          "none found; the claimed limits are 100 std from the mean and truncate nothing");
}

TEST_CASE("initialisations of the libraries are named, by the fans of the layout") {
    const auto claim = claimed("0.02");
    check_named(measure(uniform(many, 1 / 32.0, 1), claim, shape), "torch.nn.Linear");
    check_named(measure(normal_weights(many, 1, 1), claim, shape), "torch.nn.Embedding");
    check_named(measure(uniform(many, std::sqrt(6.0 / 1280), 1), claim, shape), "xavier_uniform");
    check_named(measure(normal_weights(many, std::sqrt(2.0 / 1280), 1), claim, shape), "xavier_normal");
    check_named(measure(normal_weights(many, std::sqrt(2.0 / 1024), 1), claim, shape),
                "kaiming (gain sqrt(2), fan_in)_normal");
    check_named(measure(normal_weights(many, 1 / 16.0, 1), claim, shape), "variance 1/fan_out_normal");
    sigprop::WeightsClaim keras = claim;
    keras.layout = sigprop::WeightLayout::keras;  // fan_in 256
    check_named(measure(normal_weights(many, 1 / 16.0, 1), keras, shape), "lecun_normal");
    // a convolution W[64, 32, 8, 16]: fan_in 32 * 128
    check_named(measure(uniform(many, 1 / 64.0, 1), claim, {64, 32, 8, 16}), "torch.nn.Linear and Conv");
    CHECK(measure(normal_weights(many, 0.05, 1), claim, shape).reason.find("looks like") ==
          std::string::npos);
}

TEST_CASE("was the depth scaling applied?") {
    const double scaled = 0.02 / std::sqrt(24.0);
    CHECK(measure(normal_weights(many, scaled, 1), claimed("0.02/sqrt(2*12)")).verdict == Verdict::confirmed);
    check_named(measure(normal_weights(many, 0.02, 1), claimed("0.02/sqrt(2*12)")),
                "N = 12 blocks not applied");
    check_named(measure(normal_weights(many, scaled, 1), claimed("0.02")),
                "N = 12 blocks applied to the std 0.02");
    check_named(measure(normal_weights(many, std::sqrt(0.02), 1), claimed("0.02")), "used as a variance");
}

TEST_CASE(
    "causes come by what they assume: a fitted depth behind laws without a fitted number, N = 1 not at all") {
    const auto causes = [](const std::string& reason) {
        const std::string mark = "It looks like ";
        const std::size_t at = reason.find(mark);
        return at == std::string::npos ? "" : reason.substr(at + mark.size());
    };
    // fan_in 1024, fan_out 512: He's law by fan_out is sqrt(2) of that by fan_in, which is no depth of one
    // block
    const Shape twice = {512, 512 * 2};
    const std::string by_out =
        causes(measure(normal_weights(512 * 1024, std::sqrt(2.0 / 512), 1), claimed("sqrt(2/fan_in)"), twice)
                   .reason);
    CHECK_MESSAGE(by_out.starts_with("kaiming (gain sqrt(2), fan_out)_normal"), by_out);
    CHECK(by_out.find("N = ") == std::string::npos);
    // The factor 2 between fan_in 1024 and fan_out 256 may also be a depth of two blocks.
    const std::string both = causes(
        measure(normal_weights(many, std::sqrt(2.0 / 256), 1), claimed("sqrt(2/fan_in)"), shape).reason);
    CHECK_MESSAGE(both.starts_with("kaiming (gain sqrt(2), fan_out)_normal"), both);
    CHECK_MESSAGE(both.find("; or the depth scaling 1/sqrt(2N) with N = 2 blocks") != std::string::npos,
                  both);
}

TEST_CASE("no initialisation at all") {
    CHECK(measure(std::vector<double>(many, 0), claimed("0.02")).reason == "all weights are 0");
    CHECK(measure(std::vector<double>(many, 0.1), claimed("0.02")).reason == "all weights are 0.1");
    std::vector<double> bad = normal_weights(many, 0.02, 1);
    bad[1030] = std::nan("");
    bad[2000] = HUGE_VAL;
    const Answer answer = measure(bad, claimed("0.02"), shape);
    CHECK(answer.verdict == Verdict::refuted);
    CHECK(answer.reason == "1 NaN and 1 infinite weights, the first at [1, 6]");
}
