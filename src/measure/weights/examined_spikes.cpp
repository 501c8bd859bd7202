#include "measure/weights/examined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "measure/weights/law.hpp"
#include "measure/weights/likelihood.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_weights = std::size_t{1} << 22U;

/// Weights with those at one or both of their extremes taken out.
struct Split {
    std::vector<double> others;
    std::size_t at_least = 0, at_most = 0;
};

Split split_of(const std::vector<double>& values, const WeightStatistics& found, bool least, bool most) {
    Split split;
    for (const double one : values) {
        if (least && one == found.min) {
            ++split.at_least;
        } else if (most && one == found.max) {
            ++split.at_most;
        } else {
            split.others.push_back(one);
        }
    }
    return split;
}

WeightStatistics statistics_of(const std::vector<double>& values, const Context& context) {
    TensorView::Layout layout;
    layout.shape = {values.size()};
    return weight_statistics(TensorView(layout, std::as_bytes(std::span(values))), 0, context);
}

/// z with P(Z <= z) = below, by halving.
double normal_quantile(double below) {
    double low = -10;
    double high = 10;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(-middle / std::sqrt(2.0)) / 2 < below ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// A type whose uniform draws have so many values, and the rms of the normal quantiles of all but the least.
struct NarrowType {
    const char* name;
    int values;

    [[nodiscard]] double rms() const {
        double sum = 0;
        for (int k = 1; k < values; ++k) {
            const double z = normal_quantile(static_cast<double>(k) / values);
            sum += z * z;
        }
        return std::sqrt(sum / (values - 1));
    }
    [[nodiscard]] double largest() const { return normal_quantile(1 - 1.0 / values); }
};

/// As few digits as lie within the error.
double rounded_within(double value, double error) {
    for (int digits = 1; digits < 4; ++digits) {
        const double rounded = rounded_to(value, digits);
        if (std::abs(rounded - value) <= error) return rounded;
    }
    return rounded_to(value, 4);
}

/// Entries of the whole tensor with this value.
std::size_t count_of(const TensorView& view, double value) {
    constexpr std::size_t block = 4096;
    std::vector<double> some(std::min(block, view.numbers()));
    std::size_t count = 0;
    for (std::size_t first = 0; first < view.numbers(); first += block) {
        const std::span<double> read = std::span(some).first(std::min(block, view.numbers() - first));
        view.read(first, read);
        count += static_cast<std::size_t>(std::ranges::count(read, value));
    }
    return count;
}

bool is_share(double share, double expected, double count) {
    return std::abs(share - expected) <= accepted_errors * std::sqrt(expected * (1 - expected) / count);
}

class Examination {
public:
    Examination(const Split& split, const WeightStatistics& found, const Rounding& rounding,
                const Context& context)
        : others_(statistics_of(split.others, context)), rounding_(rounding) {
        const auto spiked = static_cast<double>(split.at_least + split.at_most);
        count_ = spiked + static_cast<double>(split.others.size());
        result_.share = spiked / count_;
        result_.value = split.at_most > 0 ? found.max : found.min;
        result_.both = split.at_least > 0 && split.at_most > 0;
    }

    /// So few of them, of so many weights, that the split may have none: the end of float32's uniform
    /// numbers, which trunc_normal_ draws once in 2^24 times and clamps to its limit.
    std::optional<Spikes> of_float32(std::size_t spiked, std::size_t of) {
        constexpr double values = 1 << 24;
        constexpr double never = 1e-7;
        const auto many = static_cast<double>(spiked);
        const double chance = std::pow(static_cast<double>(of) / values, many) / std::tgamma(many + 1);
        count_ = static_cast<double>(of);
        result_.share = static_cast<double>(spiked) / count_;
        if (others_.finite() < enough_weights || !(others_.std > 0) || !is_far(std::abs(result_.value)) ||
            !(chance > never) || law_seen(others_, rounding_).form != SeenLaw::Form::normal)
            return std::nullopt;
        result_.cause = Spikes::Cause::narrow_type;
        result_.type = "float32";
        return finished(others_.std);
    }

    std::optional<Spikes> operator()(const WeightStatistics& found) {
        if (others_.finite() < enough_weights || !(others_.std > 0)) return std::nullopt;
        const double limit = std::abs(result_.value);
        if (result_.both && std::abs(found.min + found.max) > 4 * rounding_.at(limit)) return std::nullopt;
        if (is_far(limit)) return narrow();
        return clamped(limit);
    }

private:
    /// Whether no normal of the others' std comes near the limit.
    [[nodiscard]] bool is_far(double limit) const { return limit > 8 * others_.std; }

    std::optional<Spikes> narrow() {
        result_.cause = result_.both ? Spikes::Cause::unknown : Spikes::Cause::narrow_type;
        for (const NarrowType& one : {NarrowType{"bfloat16", 256}, NarrowType{"float16", 2048}}) {
            if (result_.both || !is_share(result_.share, 1.0 / one.values, count_)) continue;
            result_.type = one.name;
            // Drawn in that type they are quantiles of a grid.
            const double std = others_.std / one.rms();
            const double most = std::max(-others_.min, others_.max);
            if (std::abs(most / std / one.largest() - 1) < 0.02) return finished(std);
        }
        const SeenLaw law = law_seen(others_, rounding_);
        if (law.form == SeenLaw::Form::normal) return finished(others_.std);
        return std::nullopt;
    }

    /// All that lay beyond the limits is at them: the share of a normal's tails, and the others are cut
    /// there.
    std::optional<Spikes> clamped(double limit) {
        const Truncation cut = truncation_of(others_, rounding_);
        if (!result_.both || cut.form != Truncation::Form::truncated) return std::nullopt;
        const double tails = std::erfc(cut.ratio / std::sqrt(2.0));
        const double least = std::erfc(cut.ratio_upper / std::sqrt(2.0));
        const double most = std::erfc(cut.ratio_lower / std::sqrt(2.0));
        if (!is_share(result_.share, tails, count_) && (result_.share < least || result_.share > most))
            return std::nullopt;
        result_.cause = Spikes::Cause::clamped;
        return finished(limit / cut.ratio);
    }

    Spikes finished(double std) {
        const double error = std * 3 * others_.standard_error / others_.std;
        result_.std = rounded_within(std, error);
        return std::move(result_);
    }

    WeightStatistics others_;
    const Rounding& rounding_;
    double count_ = 0;
    Spikes result_;
};

}  // namespace

std::string Spikes::text() const {
    std::string text = fmt::format("a normal of std {} and {} % at {}{}", number_text(std),
                                   number_text(100 * share, 2), both ? "±" : "", number_text(value, 6));
    switch (cause) {
        case Cause::narrow_type:
            text += type == "float32" ? ": trunc_normal_" : ": trunc_normal_ in a narrow type";
            if (!type.empty())
                text += fmt::format(" ({}, in which 1 draw in {} hits the end)", type,
                                    type == "bfloat16"  ? 256
                                    : type == "float16" ? 2048
                                                        : 1 << 24);
            break;
        case Cause::clamped: text += ": a normal that was clamped instead of truncated"; break;
        case Cause::unknown: break;
    }
    return text;
}

std::string Spikes::expression() const {
    // The mean square about the mean of a share p at v, and a normal, cut at v where what lies beyond was
    // clamped.
    const std::string p = number_text(share, 6);
    const std::string v = number_text(value, 9);
    if (cause == Cause::clamped)
        return fmt::format("sqrt((1 - {})*truncated_normal.std(-{}, {}, std={})^2 + {}*{}^2)", p, v, v,
                           number_text(std), p, v);
    if (both) return fmt::format("sqrt((1 - {})*{}^2 + {}*({})^2)", p, number_text(std), p, v);
    return fmt::format("sqrt((1 - {})*({}^2 + {}*({})^2))", p, number_text(std), p, v);
}

std::optional<Spikes> spikes_of(const TensorView& view, const WeightStatistics& found,
                                const Context& context) {
    if (found.finite() < enough_weights || found.first_bad || found.min == found.max || view.is_complex())
        return std::nullopt;
    std::vector<double> values(std::min(view.numbers(), max_weights));
    view.read(0, values);
    constexpr std::ptrdiff_t several = 8;
    const bool least = std::ranges::count(values, found.min) >= several;
    const bool most = std::ranges::count(values, found.max) >= several;
    const Rounding rounding = Rounding::of(view.type(), found);
    const auto examined = [&](bool of_least, bool of_most) -> std::optional<Spikes> {
        if (!of_least && !of_most) return std::nullopt;
        const Split split = split_of(values, found, of_least, of_most);
        return Examination(split, found, rounding, context)(found);
    };
    // The further end alone: the other may be the last of a narrow type's few numbers.
    const bool lower = -found.min > found.max;
    const double far = lower ? found.min : found.max;
    constexpr double usual_limit = 2;  // of trunc_normal_, whatever its std
    if (!least && !most && std::abs(far) == usual_limit) {
        const std::size_t spiked = count_of(view, far);
        Split split = split_of(values, found, lower, !lower);
        (lower ? split.at_least : split.at_most) = spiked;
        if (spiked < static_cast<std::size_t>(several))
            return Examination(split, found, rounding, context).of_float32(spiked, view.numbers());
    }
    if (std::optional<Spikes> one = examined(least && lower, most && !lower)) return one;
    return least && most ? examined(true, true) : std::nullopt;
}

}  // namespace sigprop
