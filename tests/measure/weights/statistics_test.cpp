// The pass over an array: moments against NumPy's, extremes, entries that are not numbers, and every scale.

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "tests/support/weights_samples.hpp"

#include "core/base/doubles.hpp"

using namespace sigprop;
using weights_samples::view_of;

namespace {

WeightStatistics of(const std::vector<double>& weights, double centre = 0) {
    return weight_statistics(view_of(weights), centre, {});
}

bool near(double value, double reference, double relative = 1e-14) {
    return std::abs(value - reference) <= relative * std::abs(reference);
}

}  // namespace

TEST_CASE("moments of a few numbers") {
    // numpy: x.mean(), x.std(ddof=1), central moments by their definition
    const WeightStatistics found = of({1, 2, 3, 5, 8, -13, 0, 0.5}, 1);
    CHECK(found.count == 8);
    CHECK(found.zeros == 1);
    CHECK(near(found.mean, 0.8125));
    CHECK(near(found.std, 6.17562894425684));
    CHECK(near(found.skewness, -1.412837187337357));
    CHECK(near(found.kurtosis, 4.422537752671179));
    CHECK(near(found.mean_magnitude, 3.6875));
    CHECK(near(found.rms, 5.779814010848446));
    CHECK(near(found.standard_error, 2.102281298474095));
    CHECK(found.min == -13);
    CHECK(found.max == 8);
    CHECK(found.significant_bits == 4);  // 13
    CHECK_FALSE(near(of({1, 2, 3, 5, 8, -13, 0, 0.5001}).mean, 0.8125));
}

TEST_CASE("nothing cancels and nothing overflows") {
    const std::vector<double> plain = weights_samples::normal_weights(10000, 1, 3);
    const WeightStatistics reference = of(plain);
    CHECK(std::abs(reference.std - 1) < 0.05);
    for (const double scale : {1e-290, 1e-90, 1e90, 1e290}) {
        std::vector<double> weights = plain;
        for (double& w : weights) w *= scale;
        CHECK(near(of(weights).std, reference.std * scale, 1e-13));
        CHECK(near(of(weights).kurtosis, reference.kurtosis, 1e-13));
    }
    std::vector<double> shifted = plain;
    for (double& w : shifted) w = 1 + std::ldexp(w, -20);
    CHECK(near(of(shifted).std, std::ldexp(reference.std, -20), 1e-9));  // 1 + … rounds the rest away
    CHECK(near(of(shifted).kurtosis, reference.kurtosis, 1e-7));
    const WeightStatistics constant = of(std::vector<double>(5000, 0.1));
    CHECK(constant.std == 0);
    CHECK(constant.standard_error == 0);
    CHECK(constant.mean == 0.1);
}

TEST_CASE("entries that are no numbers are counted, and the rest measured") {
    std::vector<double> weights = weights_samples::normal_weights(9000, 1, 3);
    const WeightStatistics reference = of(weights);
    weights.insert(weights.begin() + 8500, {not_a_number, -std::numeric_limits<double>::infinity()});
    weights.insert(weights.begin() + 70, not_a_number);
    const WeightStatistics found = of(weights);
    CHECK(found.count == 9003);
    CHECK(found.finite() == 9000);
    CHECK(found.nans == 2);
    CHECK(found.infinities == 1);
    CHECK(found.first_bad.value() == 70);
    CHECK(near(found.std, reference.std));
    CHECK(found.min == reference.min);
    CHECK_FALSE(reference.first_bad.has_value());
    const WeightStatistics none = of({not_a_number, not_a_number});
    CHECK(none.finite() == 0);
    CHECK(none.std == 0);
    CHECK(of({not_a_number, 3}).mean == 3);
}

TEST_CASE("how many bits the entries use") {
    const std::vector<double> weights = weights_samples::normal_weights(10000, 0.02, 3);
    for (const int bits : {8, 11, 24}) {
        CHECK(of(weights_samples::rounded(weights, bits)).significant_bits == bits);
    }
    CHECK(of(weights).significant_bits == 53);
}

TEST_CASE("a long pass can be stopped, and says what it has done with") {
    const std::vector<double> weights(4'500'000, 1.0);
    std::atomic<bool> stop{true};
    Context context;
    context.cancelled = &stop;
    CHECK_THROWS_AS(static_cast<void>(weight_statistics(view_of(weights), 0, context)), Interrupted);
    std::size_t last = 0;
    static_cast<void>(weight_statistics(view_of(weights), 0, {}, [&](std::size_t n) { last = n; }));
    CHECK(last > 4'000'000);
}

namespace {

/// An array of this type, from doubles that it can hold exactly.
struct Stored {
    std::vector<std::byte> bytes;
    TensorView::Layout layout;

    [[nodiscard]] TensorView view() const { return {layout, bytes}; }
};

Stored stored(const std::vector<double>& values, ElementType type) {
    Stored made;
    made.layout.shape = {values.size()};
    made.layout.type = type;
    for (const double value : values) {
        const auto single = static_cast<float>(value);
        auto bits = std::bit_cast<std::uint32_t>(single);
        std::size_t size = 4;
        if (type == ElementType::bfloat16) {
            bits >>= 16U;
            size = 2;
        }
        for (std::size_t k = 0; k < size; ++k) made.bytes.push_back(static_cast<std::byte>(bits >> (8 * k)));
    }
    return made;
}

/// As the type rounds them, towards zero.
std::vector<double> cut_to(ElementType type, std::vector<double> values) {
    for (double& value : values) {
        auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        if (type == ElementType::bfloat16) bits &= 0xffff0000U;
        value = static_cast<double>(std::bit_cast<float>(bits));
    }
    return values;
}

void check_same(const WeightStatistics& a, const WeightStatistics& b, double tolerance) {
    CHECK(a.count == b.count);
    CHECK(a.zeros == b.zeros);
    CHECK(a.nans == b.nans);
    CHECK(a.infinities == b.infinities);
    CHECK(a.first_bad == b.first_bad);
    CHECK(a.min == b.min);
    CHECK(a.max == b.max);
    CHECK(a.significant_bits == b.significant_bits);
    CHECK(std::abs(a.mean - b.mean) <= tolerance * b.rms);
    CHECK(std::abs(a.std - b.std) <= tolerance * b.rms);
    CHECK(std::abs(a.mean_magnitude - b.mean_magnitude) <= tolerance * b.rms);
    CHECK(std::abs(a.kurtosis - b.kurtosis) <= 10 * tolerance * b.kurtosis);
    CHECK(std::abs(a.skewness - b.skewness) <= 10 * tolerance);
}

}  // namespace

TEST_CASE("arrays are summed as they are stored, like the doubles they stand for") {
    for (const ElementType type : {ElementType::float32, ElementType::bfloat16}) {
        CAPTURE(to_string(type));
        constexpr double tolerance = 1e-13;
        std::vector<double> values = cut_to(type, weights_samples::normal_weights(100'003, 0.02, 5));
        const auto check = [&](const std::vector<double>& all) {
            const Stored array = stored(all, type);
            check_same(weight_statistics(array.view(), 0, {}), weight_statistics(view_of(all), 0, {}),
                       tolerance);
        };
        check(values);
        std::vector<double> odd = values;
        odd[4099] = 0;  // zeros, subnormals, numbers whose fourth power is no float, and what is no number
        odd[5000] = -0.0;
        check(odd);
        odd[9000] = 0x1p-130;
        check(odd);
        odd[20'001] = 0x1p40;
        check(odd);
        odd[50'000] = std::nan("");
        odd[70'000] = -HUGE_VAL;
        odd[70'001] = HUGE_VAL;
        check(odd);
        for (double& value : values) value += 1;  // a mean far from 0
        check(cut_to(type, values));
        check(std::vector<double>(5000, 0.0));
    }
}

TEST_CASE("the same bits on any number of threads") {
    const std::vector<double> values = weights_samples::normal_weights(3'000'001, 0.02, 6);
    const Stored single = stored(values, ElementType::float32);
    const auto with = [](const TensorView& view, int threads) {
        Context context;
        context.threads = threads;
        std::size_t last = 0;
        bool rises = true;
        const WeightStatistics found = weight_statistics(view, 0, context, [&](std::size_t numbers) {
            rises = rises && numbers > last;
            last = numbers;
        });
        CHECK(rises);
        CHECK(last == view.numbers());
        return found;
    };
    for (const TensorView& view : {single.view(), view_of(values)}) {
        const WeightStatistics one = with(view, 1);
        for (const int threads : {2, 3, 7}) {
            const WeightStatistics several = with(view, threads);
            check_same(several, one, 0);
            CHECK(several.mean_magnitude == one.mean_magnitude);
        }
    }
}
