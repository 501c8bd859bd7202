#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <mutex>
#include <sigprop/measure/weights/weights.hpp>
#include <span>
#include <vector>

#include "core/base/doubles.hpp"
#include "core/base/exact_sum.hpp"
#include "core/parallel/workers.hpp"
#include "measure/weights/weight_sums.hpp"

namespace sigprop {
namespace {

constexpr std::size_t lanes = weight_lanes;
constexpr std::size_t block = 4096;
constexpr std::size_t pilot = 512;
/// A piece of work for a thread.
constexpr std::size_t chunk = 128 * block;
constexpr std::uint64_t fraction_bits = (std::uint64_t{1} << 52U) - 1;

using Lanes = WeightSums::Lanes;
using Block = std::array<double, block>;

double total(const Lanes& sums) {
    Lanes tree = sums;
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i) tree[i] += tree[i + half];
    }
    return tree[0];
}

/// Sums of d = scale (w - shift), its powers, and scale |w - centre|, over batches of finite entries. The
/// shift is near the mean, so that nothing cancels; the scale, a power of two, keeps d^4 in range. Sums over
/// batches are exact, so that any order of the batches gives the same.
struct Sums {
    WeightUnits units;
    std::array<ExactSum, 4> powers;
    ExactSum magnitudes;
    std::uint64_t zeros = 0;
    double min = infinity;
    double max = -infinity;
    std::uint64_t bits = 0;  ///< all fractions, or'ed
    std::uint64_t nans = 0, infinities = 0;
    std::optional<std::size_t> first_bad;

    void add(const Block& values, std::size_t count);
    /// Adds a batch from the bytes it is stored in; false, and nothing is added, where that takes more care.
    [[nodiscard]] bool add_stored(ElementType type, const std::byte* stored, std::size_t count);
    void merge(const Sums& other);

private:
    void add_lane(WeightSums& partial, std::size_t lane, double value) const;
    void add(const WeightSums& partial);
};

void Sums::add_lane(WeightSums& partial, std::size_t lane, double value) const {
    const double d = (value - units.shift) * units.scale;
    const double square = d * d;
    partial.first[lane] += d;
    partial.second[lane] += square;
    partial.third[lane] += square * d;
    partial.fourth[lane] += square * square;
    partial.magnitude[lane] += std::abs(value - units.centre) * units.scale;
}

void Sums::add(const WeightSums& partial) {
    powers[0].add(total(partial.first));
    powers[1].add(total(partial.second));
    powers[2].add(total(partial.third));
    powers[3].add(total(partial.fourth));
    magnitudes.add(total(partial.magnitude));
}

void Sums::add(const Block& values, std::size_t count) {
    WeightSums partial;
    std::array<double, lanes> least;
    std::array<double, lanes> most;
    std::array<double, lanes> zero{};
    std::array<std::uint64_t, lanes> all_bits{};
    least.fill(min);
    most.fill(max);
    const auto add_one = [&](std::size_t lane, double value) {
        add_lane(partial, lane, value);
        zero[lane] += value == 0 ? 1.0 : 0.0;
        least[lane] = value < least[lane] ? value : least[lane];
        most[lane] = value > most[lane] ? value : most[lane];
        all_bits[lane] |= std::bit_cast<std::uint64_t>(value);
    };
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) add_one(lane, values[i + lane]);
    }
    for (; i < count; ++i) add_one(i % lanes, values[i]);
    add(partial);
    zeros += static_cast<std::uint64_t>(total(zero));
    min = *std::min_element(least.begin(), least.end());
    max = *std::max_element(most.begin(), most.end());
    for (const std::uint64_t one : all_bits) bits |= one & fraction_bits;
}

bool Sums::add_stored(ElementType type, const std::byte* stored, std::size_t count) {
    if (count == 0 || count % lanes != 0) return false;
    WeightSums partial;
    switch (type) {
        case ElementType::float32: sum_float32(stored, count, units, partial); break;
        case ElementType::bfloat16: sum_bfloat16(stored, count, units, partial); break;
        case ElementType::float16: sum_float16(stored, count, units, partial); break;
        default: return false;
    }
    // NaN and infinities are in all sums.
    if (!partial.plain || !std::isfinite(total(partial.fourth)) || !std::isfinite(total(partial.magnitude)))
        return false;
    add(partial);
    zeros += partial.zeros;
    min = std::min(min, partial.least);
    max = std::max(max, partial.most);
    bits |= partial.bits;
    return true;
}

void Sums::merge(const Sums& other) {
    for (std::size_t k = 0; k < powers.size(); ++k) powers[k].merge(other.powers[k]);
    magnitudes.merge(other.magnitudes);
    zeros += other.zeros;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    bits |= other.bits;
    nans += other.nans;
    infinities += other.infinities;
    if (other.first_bad && (!first_bad || *other.first_bad < *first_bad)) first_bad = other.first_bad;
}

/// Whether all fourth powers of this type are doubles, so that no scale is needed.
bool is_narrow(ElementType type) { return size_of(type) <= 4; }

/// Chooses shift and scale from the first entries: about their mean, and their largest distance from it.
void choose_units(WeightUnits& units, const Block& values, std::size_t count, ElementType type) {
    const std::size_t few = std::min(count, pilot);
    if (few == 0) return;
    double mean = 0;
    for (std::size_t i = 0; i < few; ++i) mean += values[i] / static_cast<double>(few);
    double spread = 0;
    for (std::size_t i = 0; i < count; ++i) spread = std::max(spread, std::abs(values[i] - mean));
    if (!std::isfinite(mean) || !std::isfinite(spread)) return;
    // Nothing cancels about 0 where the mean is not far from it.
    units.shift = std::abs(mean) < spread / 8 ? 0 : mean;
    if (spread > 0 && !is_narrow(type))
        units.scale = std::ldexp(1.0, std::clamp(-std::ilogb(spread), -1000, 1000));
}

/// Moves the finite values of a batch to its front and counts the others; returns how many stay.
std::size_t keep_finite(Block& values, std::size_t count, std::size_t first, Sums& found) {
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
    const double unit = 1 / sums.units.scale;
    const double offset = sums.powers[0].to_double() / n;  // scaled distance from the shift to the mean
    std::array<double, 5> raw{};
    for (std::size_t k = 1; k <= 4; ++k) raw[k] = sums.powers[k - 1].to_double() / n;
    const double second = std::max(0.0, raw[2] - offset * offset);
    const double third = raw[3] - 3 * offset * raw[2] + 2 * offset * offset * offset;
    const double fourth =
        raw[4] - 4 * offset * raw[3] + 6 * offset * offset * raw[2] - 3 * std::pow(offset, 4);
    found.mean = sums.units.shift + offset * unit;
    found.min = sums.min;
    found.max = sums.max;
    found.zeros = sums.zeros;
    found.significant_bits = 53 - std::countr_zero(sums.bits | (fraction_bits + 1));
    found.mean_magnitude = sums.magnitudes.to_double() / n * unit;
    found.rms = std::hypot(std::sqrt(second) * unit, found.mean - sums.units.centre);
    if (found.finite() < 2 || sums.min == sums.max) return;  // a constant has no spread, despite rounding
    const double variance = second * n / (n - 1);
    found.std = std::sqrt(variance) * unit;
    found.skewness = third / std::pow(second, 1.5);
    found.kurtosis = fourth / (second * second);
    // Var s^2 = (mu_4 - sigma^4 (n - 3) / (n - 1)) / n
    const double relative = std::max(0.0, found.kurtosis - (n - 3) / (n - 1)) / n;
    found.standard_error = found.std * std::sqrt(relative) / 2;
}

/// Reads an array in pieces, on several threads.
class Pass {
public:
    Pass(const TensorView& weights, double centre, const Context& context,
         const std::function<void(std::size_t)>& done)
        : weights_(weights),
          context_(context),
          done_(done),
          stored_(weights.plain_bytes()),
          pieces_((weights.numbers() + chunk - 1) / chunk),
          is_read_(pieces_, false) {
        total_.units.centre = centre;
        // Where the centre is no float, the sums of floats would be about another one.
        if (is_narrow(weights.type()) && static_cast<double>(static_cast<float>(centre)) != centre)
            stored_ = {};
        find_units();
    }

    Sums operator()() {
        for_each_index(pieces_, context_.threads, [this](std::size_t piece) { read(piece); });
        return total_;
    }

private:
    /// From the first block that has finite entries.
    void find_units() {
        Block values;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        for (std::size_t first = 0; first < weights_.numbers(); first += block) {
            const std::size_t count = std::min(block, weights_.numbers() - first);
            weights_.read_stored(first, std::span(values).first(count));
            Sums ignored;
            const std::size_t kept = keep_finite(values, count, first, ignored);
            if (kept == 0) continue;
            return choose_units(total_.units, values, kept, weights_.type());
        }
    }

    void read(std::size_t piece) {
        context_.check_interrupted();
        Sums sums;
        sums.units = total_.units;
        const std::size_t end = std::min(weights_.numbers(), (piece + 1) * chunk);
        const std::size_t element = size_of(weights_.type());
        Block values;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled batch by batch
        for (std::size_t first = piece * chunk; first < end; first += block) {
            const std::size_t count = std::min(block, end - first);
            if (!stored_.empty() && sums.add_stored(weights_.type(), stored_.data() + first * element, count))
                continue;
            weights_.read_stored(first, std::span(values).first(count));
            sums.add(values, keep_finite(values, count, first, sums));
        }
        const std::lock_guard lock(mutex_);
        total_.merge(sums);
        is_read_[piece] = true;
        tell();
    }

    /// Tells how many leading numbers are no longer needed.
    void tell() {
        const std::size_t before = leading_;
        while (leading_ < pieces_ && is_read_[leading_]) ++leading_;
        if (done_ && leading_ > before) done_(std::min(weights_.numbers(), leading_ * chunk));
    }

    const TensorView& weights_;
    const Context& context_;
    const std::function<void(std::size_t)>& done_;
    std::span<const std::byte> stored_;
    std::size_t pieces_;
    std::mutex mutex_;
    std::vector<bool> is_read_;
    std::size_t leading_ = 0;
    Sums total_;
};

}  // namespace

WeightStatistics weight_statistics(const TensorView& weights, double centre, const Context& context,
                                   const std::function<void(std::size_t)>& done) {
    WeightStatistics found;
    found.count = weights.numbers();
    found.centre = centre;
    if (weights.numbers() == 0) return found;
    const Sums sums = Pass(weights, centre, context, done)();
    found.nans = sums.nans;
    found.infinities = sums.infinities;
    found.first_bad = sums.first_bad;
    if (found.finite() > 0) finish(found, sums);
    return found;
}

}  // namespace sigprop
