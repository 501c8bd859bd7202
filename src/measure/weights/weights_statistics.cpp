#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <sigprop/measure/weights/weights.hpp>

#include "core/base/exact_sum.hpp"

namespace sigprop {
namespace {

constexpr std::size_t lanes = 16;
constexpr std::size_t block = 4096;
constexpr std::size_t pilot = 512;
constexpr std::size_t blocks_until_done = 1024;
constexpr std::uint64_t fraction_bits = (std::uint64_t{1} << 52U) - 1;

using Lanes = std::array<double, lanes>;

double total(const Lanes& sums) {
    Lanes tree = sums;
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i) tree[i] += tree[i + half];
    }
    return tree[0];
}

/// Sums of d = scale (w - shift), its powers, and scale |w - centre|, over batches of finite entries. The
/// shift is near the mean, so that nothing cancels; the scale, a power of two, keeps d^4 in range.
struct Sums {
    double shift = 0;
    double scale = 1;
    double centre = 0;
    std::array<ExactSum, 4> powers;
    ExactSum magnitudes;
    ExactSum zeros;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    std::uint64_t bits = 0;  ///< all fractions, or'ed

    void add(const std::array<double, block>& values, std::size_t count);

private:
    struct Partial {
        Lanes first{}, second{}, third{}, fourth{}, magnitude{}, zeros{}, least{}, most{};
        std::array<std::uint64_t, lanes> bits{};
    };
    void add_lane(Partial& partial, std::size_t lane, double value) const {
        const double d = (value - shift) * scale;
        const double square = d * d;
        partial.first[lane] += d;
        partial.second[lane] += square;
        partial.third[lane] += square * d;
        partial.fourth[lane] += square * square;
        partial.magnitude[lane] += std::abs(value - centre) * scale;
        partial.zeros[lane] += value == 0 ? 1.0 : 0.0;
        partial.least[lane] = value < partial.least[lane] ? value : partial.least[lane];
        partial.most[lane] = value > partial.most[lane] ? value : partial.most[lane];
        partial.bits[lane] |= std::bit_cast<std::uint64_t>(value);
    }
};

void Sums::add(const std::array<double, block>& values, std::size_t count) {
    Partial partial;
    partial.least.fill(min);
    partial.most.fill(max);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) add_lane(partial, lane, values[i + lane]);
    }
    for (; i < count; ++i) add_lane(partial, i % lanes, values[i]);
    powers[0].add(total(partial.first));
    powers[1].add(total(partial.second));
    powers[2].add(total(partial.third));
    powers[3].add(total(partial.fourth));
    magnitudes.add(total(partial.magnitude));
    zeros.add(total(partial.zeros));
    min = *std::min_element(partial.least.begin(), partial.least.end());
    max = *std::max_element(partial.most.begin(), partial.most.end());
    for (const std::uint64_t one : partial.bits) bits |= one & fraction_bits;
}

/// Chooses shift and scale from the first entries: about their mean, and their largest distance from it.
void choose_units(Sums& sums, const std::array<double, block>& values, std::size_t count) {
    const std::size_t few = std::min(count, pilot);
    if (few == 0) return;
    double mean = 0;
    for (std::size_t i = 0; i < few; ++i) mean += values[i] / static_cast<double>(few);
    double spread = 0;
    for (std::size_t i = 0; i < count; ++i) spread = std::max(spread, std::abs(values[i] - mean));
    if (!std::isfinite(mean) || !std::isfinite(spread)) return;
    sums.shift = mean;
    if (spread > 0) sums.scale = std::ldexp(1.0, std::clamp(-std::ilogb(spread), -1000, 1000));
}

/// Moves the finite values of a batch to its front and counts the others; returns how many stay.
std::size_t keep_finite(std::array<double, block>& values, std::size_t count, std::size_t first,
                        WeightStatistics& found) {
    Lanes differences{};  // 0 for finite numbers, else NaN
    std::size_t checked = 0;
    for (; checked + lanes <= count; checked += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            differences[lane] += values[checked + lane] - values[checked + lane];
        }
    }
    for (; checked < count; ++checked) differences[0] += values[checked] - values[checked];
    if (total(differences) == 0) return count;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isfinite(values[i])) {
            values[kept++] = values[i];
            continue;
        }
        ++(std::isnan(values[i]) ? found.nans : found.infinities);
        if (!found.first_bad) found.first_bad = first + i;
    }
    return kept;
}

void finish(WeightStatistics& found, const Sums& sums) {
    const auto n = static_cast<double>(found.finite());
    const double unit = 1 / sums.scale;
    const double offset = sums.powers[0].to_double() / n;  // scaled distance from the shift to the mean
    std::array<double, 5> raw{};
    for (std::size_t k = 1; k <= 4; ++k) raw[k] = sums.powers[k - 1].to_double() / n;
    const double second = std::max(0.0, raw[2] - offset * offset);
    const double third = raw[3] - 3 * offset * raw[2] + 2 * offset * offset * offset;
    const double fourth =
        raw[4] - 4 * offset * raw[3] + 6 * offset * offset * raw[2] - 3 * std::pow(offset, 4);
    found.mean = sums.shift + offset * unit;
    found.min = sums.min;
    found.max = sums.max;
    found.zeros = static_cast<std::uint64_t>(sums.zeros.to_double());
    found.significant_bits = 53 - std::countr_zero(sums.bits | (fraction_bits + 1));
    found.mean_magnitude = sums.magnitudes.to_double() / n * unit;
    found.rms = std::hypot(std::sqrt(second) * unit, found.mean - sums.centre);
    if (found.finite() < 2 || sums.min == sums.max) return;  // a constant has no spread, despite rounding
    const double variance = second * n / (n - 1);
    found.std = std::sqrt(variance) * unit;
    found.skewness = third / std::pow(second, 1.5);
    found.kurtosis = fourth / (second * second);
    // Var s^2 = (mu_4 - sigma^4 (n - 3) / (n - 1)) / n
    const double relative = std::max(0.0, found.kurtosis - (n - 3) / (n - 1)) / n;
    found.standard_error = found.std * std::sqrt(relative) / 2;
}

}  // namespace

WeightStatistics weight_statistics(const TensorView& weights, double centre, const Context& context,
                                   const std::function<void(std::size_t)>& done) {
    WeightStatistics found;
    found.count = weights.numbers();
    found.centre = centre;
    Sums sums;
    sums.centre = centre;
    std::array<double, block>
        values;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled batch by batch
    bool have_units = false;
    std::size_t until_done = blocks_until_done;
    for (std::size_t first = 0; first < weights.numbers(); first += block) {
        const std::size_t count = std::min(block, weights.numbers() - first);
        weights.read_stored(first, std::span(values).first(count));
        const std::size_t kept = keep_finite(values, count, first, found);
        if (!have_units && kept > 0) {
            choose_units(sums, values, kept);
            have_units = true;
        }
        sums.add(values, kept);
        if (--until_done > 0) continue;
        until_done = blocks_until_done;
        context.check_interrupted();
        if (done) done(first + count);
    }
    if (found.finite() > 0) finish(found, sums);
    return found;
}

}  // namespace sigprop
