#include "methods/sample_trust.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "methods/sample_judgement.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t pilot_begin = std::uint64_t{1} << 63;
constexpr std::size_t pilot_samples = std::size_t{1} << 16;
/// Of skewness^2 / n.
constexpr double most_skew = 0.03;
/// Of the sum of squared deviations in one lane of one block.
constexpr double most_share = 0.25;
/// Samples in float32 are right to this much of themselves.
constexpr double sample_rounding = 0x1p-22;

constexpr std::size_t lanes = 8;  // enough for compilers to use vectors

/// The third central moment in units of the standard deviation; 0 when it is not a number.
double skewness_of(std::span<const double> values) {
    detail::LaneSums sums;
    detail::add_differences(values, 0, sums, nullptr);
    const auto n = static_cast<double>(values.size());
    const double mean = sums.differences.total() / n;
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::fabs(value - mean));
    std::array<double, lanes> squares{};
    std::array<double, lanes> cubes{};
    for (std::size_t k = 0; k + lanes <= values.size(); k += lanes) {
        for (std::size_t l = 0; l < lanes; ++l) {
            const double d = (values[k + l] - mean) / largest;
            squares[l] += d * d;
            cubes[l] += d * d * d;
        }
    }
    double square = 0;
    double cube = 0;
    for (std::size_t l = 0; l < lanes; ++l) {
        square += squares[l];
        cube += cubes[l];
    }
    const double skewness = cube / n / std::pow(square / n, 1.5);
    return std::isfinite(skewness) ? skewness : 0;
}

/// Mean absolute effects of float32 on each integrand, over pilot samples: those of its evaluation and those
/// of its arguments.
class Float32Effects {
public:
    explicit Float32Effects(const SamplePlan& plan)
        : floats_(plan.source, plan.integrands),
          doubles_(plan.source, plan.integrands),
          dimension_(static_cast<std::size_t>(plan.source.dimension())),
          arguments_(dimension_ * SampledValues<float>::most),
          sums_(plan.integrands.size(), 0) {}

    void add(std::uint64_t first) {
        floats_.draw(first, SampledValues<float>::most);
        for (std::size_t done = 0; done < SampledValues<float>::most; done += SampledValues<double>::most) {
            const auto exact = evaluated(done, 1);
            const auto moved = evaluated(done, 1 + sample_rounding);
            for (std::size_t i = 0; i < sums_.size(); ++i) {
                const auto rounded = floats_.of(i).subspan(done);
                for (std::size_t k = 0; k < exact[i].size(); ++k) {
                    const double effect = std::fabs(static_cast<double>(rounded[k]) - exact[i][k]) +
                                          std::fabs(moved[i][k] - exact[i][k]);
                    if (std::isfinite(effect)) sums_[i] += effect;
                }
            }
        }
    }
    [[nodiscard]] std::vector<double> means() const {
        std::vector<double> means = sums_;
        for (double& mean : means) mean /= static_cast<double>(pilot_samples);
        return means;
    }

private:
    /// In double, at the float samples times `factor`.
    std::vector<std::vector<double>> evaluated(std::size_t from, double factor) {
        std::vector<const double*> variables;
        for (std::size_t v = 0; v < dimension_; ++v) {
            double* const own = arguments_.data() + v * SampledValues<float>::most;
            for (std::size_t k = 0; k < SampledValues<double>::most; ++k) {
                own[k] = factor * static_cast<double>(floats_.variables()[v][from + k]);
            }
            variables.push_back(own);
        }
        doubles_.evaluate(variables, SampledValues<double>::most);
        std::vector<std::vector<double>> values;
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            const auto own = doubles_.of(i);
            values.emplace_back(own.begin(), own.end());
        }
        return values;
    }

    SampledValues<float> floats_;
    SampledValues<double> doubles_;
    std::size_t dimension_;
    std::vector<double> arguments_;
    std::vector<double> sums_;
};

/// Two significant digits, "9.4" or "13000": what an estimate is worth.
std::string about(double value) {
    std::array<char, 32> text{};
    const double step = std::pow(10, std::floor(std::log10(value)) - 1);
    const double rounded = std::round(value / step) * step;
    const auto format = rounded < 10 ? std::chars_format::general : std::chars_format::fixed;
    const int precision = rounded < 10 ? 2 : 0;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), rounded, format, precision).ptr;
    return std::string(text.data(), end);
}

std::string plural(std::uint64_t samples) {
    return std::to_string(samples) + (samples == 1 ? " sample" : " samples");
}

}  // namespace

SamplePilot study(const SamplePlan& plan) {
    const std::size_t count = plan.integrands.size();
    SamplePilot pilot{std::vector<double>(count, 0), std::vector<double>(count, 0)};
    std::vector<std::vector<double>> all(count);
    SampledValues<double> values(plan.source, plan.integrands);
    for (std::size_t done = 0; done < pilot_samples; done += values.most) {
        values.draw(pilot_begin + done, values.most);
        for (std::size_t i = 0; i < count; ++i) {
            const auto own = values.of(i);
            all[i].insert(all[i].end(), own.begin(), own.end());
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (plan.integrands[i].variable_count() > 0) pilot.skewness[i] = skewness_of(all[i]);
    }
    if (plan.dtype == Dtype::float32) {
        Float32Effects effects(plan);
        for (std::size_t done = 0; done < pilot_samples; done += SampledValues<float>::most) {
            effects.add(pilot_begin + done);
        }
        pilot.rounding = effects.means();
    }
    return pilot;
}

std::string doubt_about(const SamplePlan& plan, const SampleTotals& totals, const SamplePilot& pilot,
                        std::size_t i, double mean) {
    if (plan.integrands[i].variable_count() == 0) return "";
    const std::size_t count = plan.integrands.size();
    const std::string name = name_of_integrand(i, count);
    const auto n = static_cast<double>(plan.samples());
    // The place of d_i d_i among the sums, row by row.
    const double sum = totals.sums[i].to_double();
    const double raw = totals.sums[count + i * count - i * (i - 1) / 2].to_double();
    const double squares = raw - sum * (sum / n);
    if (!std::isfinite(squares) || !std::isfinite(mean))
        return "the squares of " + name + " overflow a double";
    if (raw < least_squares && sum != 0) return "the squares of " + name + " underflow a double";
    if (plan.samples() > 1 && std::sqrt(raw / n) <= 0x1p-46 * std::fabs(mean)) {
        return "all " + std::to_string(plan.samples()) + " samples gave the same value of " + name +
               ": nothing is known about its spread";
    }
    if (plan.samples() < least_samples) {
        return plural(plan.samples()) + (plan.samples() == 1 ? " is" : " are") +
               " too few for a standard error: take " + std::to_string(least_samples) + " or more";
    }
    const double skew = pilot.skewness[i];
    if (skew * skew / n > most_skew) {
        return name + " has a skewness of about " + about(std::fabs(skew)) + ": a standard error needs " +
               about(skew * skew / most_skew) + " samples, not " + std::to_string(plan.samples());
    }
    const double share = totals.largest[i] / raw;
    if (share <= most_share) return "";
    return std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of the squared deviations of " +
           name + " lie in a few of " + plural(plan.samples()) +
           ": too few, or too heavy a tail, for a standard error";
}

}  // namespace sigprop
