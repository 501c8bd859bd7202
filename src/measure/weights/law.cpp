#include "measure/weights/law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <tuple>

namespace sigprop {
namespace {

constexpr double alone = 1000;       // so many files may be tested at the level of one
constexpr double log_alarm = -16.8;  // log 5e-8: the sample has two ends, each with half of 1e-7

double upper_tail(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }

/// An interval that holds all but 1e-40 of a law's mass, in units of std, or for a uniform law of 1.
struct Range {
    double from, to, unit, nearest;
};

Range range_of(const WeightLaw& law) {
    if (law.uniform) return {law.lower, law.upper, 1, 0};
    const double from = law.lower / law.std;
    const double to = law.upper / law.std;
    constexpr double half_length = 14;
    const double nearest = std::clamp(0.0, from, to);
    return {std::max(from, nearest - half_length), std::min(to, nearest + half_length), law.std, nearest};
}

/// The means of several functions by Simpson's rule: sum of weight(z) f(x(z)), divided by the sum of weights.
template <std::size_t count, class Functions>
std::array<double, count> averages(const WeightLaw& law, const Functions& functions) {
    const Range range = range_of(law);
    constexpr int intervals = 2048;
    std::array<double, count> sums{};
    double mass = 0;
    for (int i = 0; i <= intervals; ++i) {
        const double z = range.from + (range.to - range.from) * i / intervals;
        const double simpson = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
        const double weight =
            law.uniform ? simpson : simpson * std::exp((range.nearest - z) * (range.nearest + z) / 2);
        const std::array<double, count> values = functions(z * range.unit);
        for (std::size_t k = 0; k < count; ++k) sums[k] += weight * values[k];
        mass += weight;
    }
    for (double& sum : sums) sum /= mass;
    return sums;
}

/// P(X > x) or P(X < x) under the law.
double mass_above(const WeightLaw& law, double x) { return x >= law.upper ? 0 : mass_of(law, x, law.upper); }
double mass_below(const WeightLaw& law, double x) { return x <= law.lower ? 0 : mass_of(law, law.lower, x); }

class Tests {
public:
    Tests(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding, double family)
        : errors_(accepted_errors_among(family)),
          log_alarm_(log_alarm - std::log(std::max(1.0, family / alone))),
          law_(law),
          found_(found),
          rounding_(rounding),
          n_(static_cast<double>(found.finite())),
          grid_(law.uniform ? rounding.relative * (law.upper - law.lower) : 0) {}

    std::vector<std::string> reasons() {
        in_words_ = true;
        run();
        return std::move(reasons_);
    }
    bool hold() {
        run();
        return !contradicted_;
    }

private:
    void run() {
        constant();
        if (contradicted_) return;
        limits();
        if (goes_on() && found_.finite() >= enough_weights && found_.min < found_.max) moments();
        if (goes_on()) missing_ends();
    }
    /// Without words the first contradiction says all.
    [[nodiscard]] bool goes_on() const { return in_words_ || !contradicted_; }
    template <class Words>
    void contradict(const Words& words) {
        contradicted_ = true;
        if (in_words_) reasons_.push_back(words());
    }

    void constant() {
        constexpr std::uint64_t several = 8;  // of 8 equal samples at least 7 fell on one number of the type
        if (found_.finite() < several || found_.min < found_.max) return;
        contradict([&] { return "all weights are " + (found_.min == 0 ? "0" : number_text(found_.min, 6)); });
    }
    /// Reports a weight beyond a limit or, without a limit, so far out that no sample of this size has it.
    void limits() {
        constexpr double slack = 4;  // the product of limit and std was rounded too
        if (found_.max > law_.upper + slack * rounding_.at_end(law_.upper)) {
            beyond("largest", found_.max, law_.upper);
        }
        if (found_.min < law_.lower - slack * rounding_.at_end(law_.lower)) {
            beyond("smallest", found_.min, law_.lower);
        }
        if (law_.uniform) return;
        if (std::isinf(law_.upper))
            outlier("largest", found_.max, mass_above(law_, found_.max - rounding_.at_end(found_.max)));
        if (std::isinf(law_.lower))
            outlier("smallest", found_.min, mass_below(law_, found_.min + rounding_.at_end(found_.min)));
    }
    void beyond(const char* which, double value, double limit) {
        contradict([&] {
            return fmt::format("the {} weight {} is beyond the limit {}", which, number_text(value, 6),
                               number_text(limit, 6));
        });
    }
    void outlier(const char* which, double value, double mass) {
        if (n_ * mass >= std::exp(log_alarm_)) return;
        contradict([&] {
            return fmt::format("the {} weight {} is {} std from 0", which, number_text(value, 6),
                               number_text(std::abs(value) / law_.std, 3));
        });
    }
    void moments() {
        const LawMoments expected = moments_of(law_, found_.centre);
        const double std = law_.realised_std > 0 ? law_.realised_std : expected.std;
        const double by_law = std * std::sqrt((expected.kurtosis - (n_ - 3) / (n_ - 1)) / n_) / 2;
        const double std_error = std::max(by_law, found_.standard_error);
        if (std::abs(found_.std - std) > errors_ * std_error + rounding_.at(found_.rms)) {
            contradict([&] {
                return fmt::format("the std is {} ± {}, not {}", number_text(found_.std, 5),
                                   number_text(errors_ * std_error, 2), number_text(std, 5));
            });
        }
        const double mean_error = std / std::sqrt(n_);
        const double mean_slack = errors_ * mean_error + rounding_.at(found_.rms) + grid_ / 2;
        if (std::abs(found_.mean - expected.mean) > mean_slack) {
            // For a symmetric law quadrature leaves a rounding error instead of 0.
            const double mean = std::abs(expected.mean) < 1e-12 * std ? 0 : expected.mean;
            contradict([&] {
                return fmt::format("the mean is {} ± {}, not {}", number_text(found_.mean),
                                   number_text(errors_ * mean_error, 2), number_text(mean));
            });
        }
        const double shape = found_.mean_magnitude / found_.rms;
        const double shape_error = std::sqrt(expected.shape_variance / n_);
        if (std::abs(shape - expected.shape) > errors_ * shape_error + 2 * rounding_.relative) {
            contradict([&] {
                return fmt::format("the shape differs: E|w|/rms is {} ± {}, not {} (kurtosis {}, not {})",
                                   number_text(shape), number_text(errors_ * shape_error, 2),
                                   number_text(expected.shape), number_text(found_.kurtosis, 3),
                                   number_text(expected.kurtosis, 3));
            });
        }
    }
    /// Reports an end of the law without samples: (1 - mass beyond)^n is too small.
    void missing_ends() {
        const double above = mass_above(law_, found_.max + rounding_.at_end(found_.max) + grid_);
        const double below = mass_below(law_, found_.min - rounding_.at_end(found_.min) - grid_);
        if (n_ * std::log1p(-std::min(above, 1.0)) < log_alarm_) missing("above", found_.max, above);
        if (n_ * std::log1p(-std::min(below, 1.0)) < log_alarm_) missing("below", found_.min, below);
    }
    void missing(const char* where, double end, double mass) {
        contradict([&] {
            return fmt::format("no weight is {} {}, but about {} should be", where, number_text(end, 5),
                               number_text(mass * n_, 3));
        });
    }

    double errors_, log_alarm_;
    const WeightLaw& law_;
    const WeightStatistics& found_;
    const Rounding& rounding_;
    double n_;
    /// Uniform generators draw multiples of 2^-bits of the width, including one end and not the other.
    double grid_;
    bool in_words_ = false;
    bool contradicted_ = false;
    std::vector<std::string> reasons_;
};

LawMoments integrated_moments(const WeightLaw& law, double centre) {
    using Four = std::array<double, 4>;
    const double mean = averages<1>(law, [](double x) { return std::array<double, 1>{x}; })[0];
    const Four central = averages<4>(law, [mean](double x) {
        const double d = x - mean;
        return Four{d, d * d, d * d * d, d * d * d * d};
    });
    const double rms = std::sqrt(central[1] + (mean - centre) * (mean - centre));
    const Four about = averages<4>(law, [&](double x) {
        const double d = std::abs(x - centre) / rms;
        return Four{d, d * d, d * d * d, d * d * d * d};
    });
    LawMoments moments;
    moments.mean = mean;
    moments.std = std::sqrt(central[1]);
    moments.kurtosis = central[3] / (central[1] * central[1]);
    moments.shape = about[0];
    // By the delta method: Var(|y| - a y^2) with a = E|y| / 2 and E y^2 = 1.
    const double a = about[0] / 2;
    moments.shape_variance = std::max(0.0, 1 + a * a * (about[3] - 1) - 2 * a * about[2]);
    return moments;
}

}  // namespace

std::string number_text(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

double rounded_to(double value, int digits) {
    return std::strtod(number_text(value, digits).c_str(),
                       nullptr);  // std::stod throws for subnormal numbers
}

WeightLaw WeightLaw::uniform_of_std(double std) {
    WeightLaw law = between(std::sqrt(3.0) * std);
    law.std = std;
    return law;
}

WeightLaw WeightLaw::scaled(double factor) const {
    WeightLaw law = *this;
    law.std *= factor;
    law.lower *= factor;
    law.upper *= factor;
    law.realised_std *= factor;
    return law;
}

LawMoments moments_of(const WeightLaw& law, double centre) {
    // The two laws that most weights have, about their mean, need no integral.
    const bool whole = !law.uniform && std::isinf(law.lower) && std::isinf(law.upper);
    if (centre == 0 && (whole || (law.uniform && law.lower == -law.upper))) {
        const double first = whole ? std::sqrt(2 / std::numbers::pi) : std::sqrt(3.0) / 2;  // E|X| for std 1
        const double third = whole ? 2 * first : 3 * std::sqrt(3.0) / 4;                    // E|X|^3
        const double fourth = whole ? 3 : 1.8;
        const double half = first / 2;
        LawMoments moments;
        moments.std = whole ? law.std : law.upper / std::sqrt(3.0);
        moments.kurtosis = fourth;
        moments.shape = first;
        moments.shape_variance = 1 + half * half * (fourth - 1) - 2 * half * third;
        return moments;
    }
    // A model has thousands of tensors of a few laws.
    constexpr std::size_t most = 1000;
    thread_local std::map<std::tuple<bool, double, double, double, double>, LawMoments> known;
    const std::tuple key(law.uniform, law.std, law.lower, law.upper, centre);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    if (known.size() >= most) known.clear();
    return known.emplace(key, integrated_moments(law, centre)).first->second;
}

double mass_of(const WeightLaw& law, double lower, double upper) {
    const double from = std::max(lower, law.lower);
    const double to = std::min(upper, law.upper);
    if (from >= to) return 0;
    if (law.uniform) return (to - from) / (law.upper - law.lower);
    const auto between = [&](double a, double b) {
        const double mirrored = a > 0 ? 1 : -1;  // the tail without cancellation
        return mirrored > 0 ? upper_tail(a / law.std) - upper_tail(b / law.std)
                            : upper_tail(-b / law.std) - upper_tail(-a / law.std);
    };
    return between(from, to) / between(law.lower, law.upper);
}

Rounding Rounding::of(ElementType type, const WeightStatistics& found) {
    // Doubles may have been converted from float32: using more than 24 bits proves nothing.
    const int bits = std::clamp(found.significant_bits, 8, 24);
    Rounding rounding;
    rounding.relative = std::ldexp(1.0, -bits);
    const bool half = type == ElementType::float16 || found.significant_bits <= 11;
    rounding.absolute = half ? 0x1p-25 : 0x1p-150;
    if (found.grid_rms > 0 && found.rms > 0) rounding.relative += found.grid_rms / found.rms;
    rounding.extreme = found.grid_max;
    return rounding;
}

double accepted_errors_among(double family) {
    // The tail of a normal law beyond z falls like exp(-z^2 / 2).
    return std::sqrt(accepted_errors * accepted_errors + 2 * std::log(std::max(1.0, family / alone)));
}

std::vector<std::string> contradictions(const WeightLaw& law, const WeightStatistics& found,
                                        const Rounding& rounding, double family) {
    return Tests(law, found, rounding, family).reasons();
}

bool can_hold(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding, double family) {
    return Tests(law, found, rounding, family).hold();
}

}  // namespace sigprop
