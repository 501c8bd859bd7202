// What weights are that are no samples of what was claimed: laws with a number that is fitted, spikes at a
// limit, limits in other units; each named over shapes and stds, and not named where it is another law.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/weights_samples.hpp"

using namespace weights_samples;
using sigprop::Verdict;
using sigprop::WeightLayout;
using sigprop::WeightsMeasurement;
using Shape = std::vector<std::size_t>;

namespace {

std::size_t size_of(const Shape& shape) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    return size;
}

WeightsMeasurement describe(const std::vector<double>& weights, const Shape& shape,
                            WeightLayout layout = WeightLayout::torch) {
    return describe_weights(view_of(weights, shape), "w", layout, {});
}

bool is_likely(const WeightsMeasurement& found, const std::string& name) {
    return std::ranges::any_of(found.likely, [&](const sigprop::LikelyLaw& one) { return one.name == name; });
}

void check_likely(const WeightsMeasurement& found, const std::string& name) {
    CHECK_MESSAGE(is_likely(found, name), name << " is not in: " << found.law << ". " << found.record.reason);
}

/// The file is refuted, and the reason says this.
void check_says(const Answer& answer, const std::string& words) {
    CHECK_MESSAGE(answer.verdict == Verdict::refuted, answer.reason);
    CHECK_MESSAGE(answer.reason.find(words) != std::string::npos, answer.reason);
}

std::vector<double> with_share_at(std::vector<double> weights, double share, double value) {
    const std::vector<double> chance = uniform(weights.size(), 1, 77);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if ((chance[i] + 1) / 2 < share) weights[i] = value;
    }
    return weights;
}

/// As a generator of 2^-bits draws them: the inverse erf of uniform multiples, and the limit where that is
/// infinite.
std::vector<double> drawn_narrow(std::size_t n, double std, int values, double limit, std::uint64_t seed) {
    std::vector<double> quantiles;
    for (int k = 1; k < values; ++k) {
        double low = -10;
        double high = 10;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (std::erfc(-middle / std::sqrt(2.0)) / 2 < static_cast<double>(k) / values ? low : high) = middle;
        }
        quantiles.push_back(low * std);
    }
    std::vector<double> weights = uniform(n, 1, seed);
    for (double& one : weights) {
        const auto k = static_cast<std::size_t>((one + 1) / 2 * values);
        one = k == 0 ? limit : quantiles[k - 1];
    }
    return rounded(std::move(weights), values == 256 ? 8 : 11);
}

}  // namespace

TEST_CASE("uniform laws of KANs and SIREN are named, in every shape") {
    for (const Shape& shape : {Shape{128, 256}, Shape{300, 100}, Shape{64, 32, 3, 3}}) {
        const std::size_t n = size_of(shape);
        const double in = static_cast<double>(n / shape[0]);
        for (const auto& [factor, name] :
             {std::pair{2.0, "2 sqrt(5)"}, std::pair{0.5, "sqrt(5)/2"}, std::pair{3.0, "3 sqrt(5)"}}) {
            const double gain = std::sqrt(2 / (1 + 5 * factor * factor));
            const WeightsMeasurement found = describe(uniform(n, gain * std::sqrt(3 / in), 1), shape);
            check_likely(found, std::string("kaiming_uniform_ with a = ") + name);
        }
        for (const int omega : {30, 10, 24}) {
            const WeightsMeasurement found = describe(uniform(n, std::sqrt(6 / in) / omega, 2), shape);
            const std::string text = std::to_string(omega);
            check_likely(found,
                         "SIREN's hidden layer at omega " + text + ", uniform ±sqrt(6/fan_in)/" + text);
        }
        check_likely(describe(uniform(n, 1 / in, 3), shape), "SIREN's first layer, uniform ±1/fan_in");
        const WeightsMeasurement plain = describe(uniform(n, 1 / std::sqrt(in), 4), shape);  // the control
        CHECK_FALSE(is_likely(plain, "kaiming_uniform_ with a = 2 sqrt(5)"));
        CHECK(plain.record.reason.find("SIREN") == std::string::npos);
        CHECK(describe(uniform(n, std::sqrt(6 / in) / 30.4, 5), shape).likely.empty());
    }
    CHECK(describe(uniform(256 * 256, std::sqrt(6 / 256.0) / 30, 6), {256, 256}).likely.size() == 1);
}

TEST_CASE("a uniform of sqrt(2) std is trunc_normal_ without its inverse erf") {
    for (const double std : {0.02, 0.5}) {
        const std::string text = std::to_string(std);
        const double root = std::sqrt(2.0) * std;
        check_says(measure(uniform(20000, root, 1), claimed(text)), "trunc_normal_ without its inverse erf");
        const double cut = root * std::erf(2 / std::sqrt(2.0));
        check_says(measure(uniform(20000, cut, 1), claimed(text, "-2", "2")),
                   "trunc_normal_ without its inverse erf");
        const Answer other = measure(uniform(20000, 1.5 * std, 1), claimed(text));
        CHECK(other.reason.find("inverse erf") == std::string::npos);
    }
    check_likely(describe(uniform(20000, 0.02 * std::sqrt(2.0), 2), {100, 200}),
                 "a uniform law on ±0.02 sqrt(2): trunc_normal_ of std 0.02 without its inverse erf");
}

TEST_CASE("limits that fit in the other units are said, and how to ask for them, both ways") {
    for (const double std : {0.02, 0.3, 2.0}) {
        const std::string text = std::to_string(std);
        for (const auto& limits_in_stds :
             {std::pair{-2.0, 2.0}, std::pair{-1.0, 2.5}, std::pair{-3.0, 1.0}}) {
            const double lower = limits_in_stds.first;
            const double upper = limits_in_stds.second;
            const std::vector<double> weights = truncated(30000, std, lower, upper, 3);
            const auto claim = [&](double unit, sigprop::LimitUnits limits) {
                sigprop::WeightsClaim one =
                    claimed(text, std::to_string(lower * unit), std::to_string(upper * unit));
                one.limits = limits;
                return one;
            };
            using enum sigprop::LimitUnits;
            CHECK(measure(weights, claim(1, relative)).verdict == Verdict::confirmed);
            CHECK(measure(weights, claim(std, absolute)).verdict == Verdict::confirmed);
            check_says(measure(weights, claim(std, relative)), "try --limits absolute");
            check_says(measure(weights, claim(1, absolute)), "try --limits relative");
            const Answer neither =
                measure(normal_weights(30000, std, 4), claim(std, relative));  // the control
            CHECK(neither.reason.find("ask with") == std::string::npos);
        }
    }
}

TEST_CASE("spikes at a limit: what the others are, and how the spike came there") {
    for (const double std : {0.02, 0.1}) {
        const Shape shape = {200, 200};
        const std::vector<double> spiked = with_share_at(normal_weights(40000, std, 5), 1.0 / 256, -2);
        const WeightsMeasurement found = describe(spiked, shape);
        CHECK_MESSAGE(
            found.law.starts_with(std == 0.02 ? "a normal of std 0.02 and 0." : "a normal of std 0.1 and 0."),
            found.law);
        CHECK_MESSAGE(
            found.law.ends_with(
                "% at -2: trunc_normal_ in a narrow type (bfloat16, in which 1 draw in 256 hits the end)"),
            found.law);
        check_likely(found, found.law);
        CHECK(std::abs(*found.record.computed.value / found.statistics.std - 1) < 0.01);
        check_says(measure(spiked, claimed(std::to_string(std)), shape), ". It looks like " + found.law);
        CHECK(describe(drawn_narrow(40000, std, 256, -2, 6), shape)
                  .law.find("(bfloat16, in which 1 draw in 256") != std::string::npos);
        CHECK(describe(drawn_narrow(200000, std, 2048, -2, 7), {400, 500})
                  .law.find("(float16, in which 1 draw in 2048") != std::string::npos);
    }
    // one of 40,000 float32 numbers, or two; three would come once in 10^8 times
    for (const std::size_t many : {1U, 2U, 3U}) {
        std::vector<double> few = normal_weights(40000, 0.02, 12);
        for (std::size_t k = 0; k < many; ++k) few[777 * (k + 1)] = -2;
        const std::string law = describe(few, {200, 200}).law;
        const bool named =
            law.find("at -2: trunc_normal_ (float32, in which 1 draw in 16777216 hits the end)") !=
            std::string::npos;
        CHECK_MESSAGE(named == (many < 3), law);
        few[777] = -2.5;  // no limit of trunc_normal_
        CHECK(describe(few, {200, 200}).law.find("trunc_normal_ (float32") == std::string::npos);
    }
    const std::vector<double> other = with_share_at(normal_weights(40000, 0.02, 8), 0.01, 0.5);
    CHECK(describe(other, {200, 200}).law.ends_with("% at 0.5: trunc_normal_ in a narrow type"));
    for (const double k : {1.0, 2.0}) {
        std::vector<double> clamped = normal_weights(40000, 0.02, 9);
        for (double& one : clamped) one = std::clamp(one, -0.02 * k, 0.02 * k);
        const std::string law = describe(clamped, {200, 200}).law;
        CHECK_MESSAGE(law.find("a normal that was clamped instead of truncated") != std::string::npos, law);
    }
    // The controls: one outlier, a uniform law with a spike, and no spike.
    std::vector<double> outlier = normal_weights(40000, 0.02, 10);
    outlier[7] = -2;
    CHECK(describe(outlier, {200, 200}).law.find("narrow type") == std::string::npos);
    CHECK(describe(with_share_at(uniform(40000, 0.02, 11), 1.0 / 256, -2), {200, 200})
              .law.find("narrow type") == std::string::npos);
    CHECK(describe(normal_weights(40000, 0.02, 12), {200, 200}).law.starts_with("normal, std"));
}

TEST_CASE("fans of all groups, summed axes and projections by heads are fitted") {
    struct Row {
        Shape shape;
        double std;
        const char* name;
        WeightLayout layout = WeightLayout::torch;
    };
    const std::vector<Row> rows = {
        {{128, 16, 3, 3},
         std::sqrt(2.0 / (4 * 144)),
         "kaiming (gain sqrt(2), fan_in of all 4 groups)_normal"},
        {{256, 1, 5, 5},
         std::sqrt(2.0 / (128 * 25)),
         "kaiming (gain sqrt(2), fan_in of all 128 groups)_normal"},
        {{96, 8, 3, 3}, std::sqrt(1.0 / (4 * 72)), "lecun (fan_in of all 4 groups)_normal"},
        {{128, 8, 3, 3}, std::sqrt(2.0 / (4 * 72 + 128 * 9)), "xavier (fans of all 4 groups)_normal"},
        {{96, 8, 5, 5},
         std::sqrt(2.0 * 3 / 2400),
         "kaiming (gain sqrt(2), fan_out of one of 3 groups)_normal"},
        {{3, 3, 24, 64},
         std::sqrt(2.0 / (4 * 216)),
         "kaiming (gain sqrt(2), fan_in of all 4 groups)_normal",
         WeightLayout::keras},
        {{8, 40, 64}, std::sqrt(2.0 / 112), "xavier of summed axes_normal"},
        {{64, 48, 3, 3}, std::sqrt(2.0 / 118), "xavier of summed axes_normal"},
        {{64, 40, 3, 3}, std::sqrt(2.0 / 104), "xavier without the kernel's area_normal"},
        {{10, 60, 64}, std::sqrt(2.0 / 124), "xavier of the last two axes_normal"},
        {{128, 8, 16}, std::sqrt(2.0 / 256), "xavier of a projection to heads_normal", WeightLayout::keras},
        {{8, 16, 96}, std::sqrt(2.0 / 224), "xavier of a projection from heads_normal", WeightLayout::keras}};
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::size_t n = size_of(row.shape);
        check_likely(describe(normal_weights(n, row.std, 3), row.shape, row.layout), row.name);
        sigprop::WeightsClaim claim = claimed("0.9");
        claim.layout = row.layout;
        check_says(measure(normal_weights(n, row.std, 3), claim, row.shape), ". It looks like ");
        CHECK_FALSE(
            is_likely(describe(normal_weights(n, 1.13 * row.std, 3), row.shape, row.layout), row.name));
    }
}
