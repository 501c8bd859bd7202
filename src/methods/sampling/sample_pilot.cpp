#include "methods/sampling/sample_pilot.hpp"

#include "core/base/recent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/formula/evaluator.hpp"

#include "methods/sampling/pilot_moments.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t pilot_begin = std::uint64_t{1} << 63;
constexpr std::size_t judged_samples = std::size_t{1} << 16;
/// The samples at which rounding in double is estimated.
constexpr std::uint64_t rounding_samples = 64;
/// The relative error of float32 samples.
constexpr double sample_rounding = 0x1p-21;

constexpr std::size_t max_pilots = 256;
constexpr std::size_t lanes = 8;  // enough for compilers to vectorise

/// The mean absolute effect of float32 on each integrand over the pilot samples: on its evaluation plus on
/// its arguments.
class Float32Effects {
public:
    explicit Float32Effects(const SamplePlan& plan)
        : floats_(plan.source, plan.integrands),
          exact_(plan.source, plan.integrands),
          moved_(exact_),
          dimension_(static_cast<std::size_t>(plan.source.dimension())),
          arguments_(dimension_ * tile),
          sums_(plan.integrands.size()) {}

    /// The means over the pilot samples.
    [[nodiscard]] std::vector<double> means() {
        for (std::size_t drawn = 0; drawn < judged_samples; drawn += floats_.most()) {
            floats_.draw(pilot_begin + drawn, floats_.most());
            while (floats_.next()) {
                for (std::size_t done = 0; done < floats_.size(); done += tile) add(done);
            }
        }
        std::vector<double> means;
        for (const std::array<double, lanes>& sum : sums_) {
            means.push_back(std::accumulate(sum.begin(), sum.end(), 0.0) /
                            static_cast<double>(judged_samples));
        }
        return means;
    }

private:
    static constexpr std::size_t tile = SampledValues<double>::tile;
    static_assert(SampledValues<float>::tile % tile == 0);

    /// Adds one tile of the current samples.
    void add(std::size_t from) {
        evaluate(exact_, from, 1);
        evaluate(moved_, from, 1 + sample_rounding);
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            const float* const rounded = floats_.of(i).data() + from;
            const double* const exact = exact_.of(i).data();
            const double* const moved = moved_.of(i).data();
            std::array<double, lanes> sum = sums_[i];
            for (std::size_t k = 0; k < tile; k += lanes) {
                for (std::size_t l = 0; l < lanes; ++l) {
                    const double effect = std::fabs(static_cast<double>(rounded[k + l]) - exact[k + l]) +
                                          std::fabs(moved[k + l] - exact[k + l]);
                    sum[l] += effect <= std::numeric_limits<double>::max() ? effect : 0;
                }
            }
            sums_[i] = sum;
        }
    }

    /// Evaluates in double at the float samples times `factor`.
    void evaluate(SampledValues<double>& values, std::size_t from, double factor) {
        std::vector<const double*> variables;
        for (std::size_t v = 0; v < dimension_; ++v) {
            const float* const samples = floats_.variables()[v] + from;
            double* const own = arguments_.data() + v * tile;
            for (std::size_t k = 0; k < tile; ++k) own[k] = factor * static_cast<double>(samples[k]);
            variables.push_back(own);
        }
        values.evaluate(variables, tile);
    }

    SampledValues<float> floats_;
    SampledValues<double> exact_;
    SampledValues<double> moved_;
    std::size_t dimension_;
    std::vector<double> arguments_;
    std::vector<std::array<double, lanes>> sums_;
};

}  // namespace

SamplePilot study(const SamplePlan& plan) {
    const std::size_t count = plan.integrands.size();
    const std::vector<double> none(count, 0);
    SamplePilot pilot{none, none, float64_rounding(plan)};
    std::vector<PilotMoments> all(count);
    SampledValues<double> values(plan.source, plan.integrands);
    for (std::size_t done = 0; done < judged_samples; done += values.most()) {
        values.draw(pilot_begin + done, values.most());
        while (values.next()) {
            for (std::size_t i = 0; i < count; ++i) all[i].add(values.of(i));
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (plan.integrands[i].variable_count() == 0) continue;
        pilot.skewness[i] = all[i].skewness();
        pilot.largest_share[i] = all[i].largest_share();
    }
    if (plan.dtype == Dtype::float32) {
        pilot.rounding = Float32Effects(plan).means();
    }
    return pilot;
}

std::vector<double> float64_rounding(const SamplePlan& plan) {
    const auto points = static_cast<std::size_t>(std::min(rounding_samples, plan.group_samples));
    SampledValues<double> values(plan.source, plan.integrands);
    values.draw(0, points);
    static_cast<void>(values.next());
    std::vector<double> means;
    for (const Formula& integrand : plan.integrands) {
        Evaluator<Ball> rounded(integrand, 53);
        double sum = 0;
        for (std::size_t k = 0; k < points; ++k) {
            std::vector<Ball> at;
            for (const double x : values.point(k)) at.push_back(Ball(x).at_precision(53));
            const double radius = rounded(std::span<const Ball>(at))[0].radius_double();
            if (std::isfinite(radius)) sum += radius;
        }
        means.push_back(sum / static_cast<double>(points));
    }
    return means;
}

std::shared_ptr<const SamplePilot> remembered_pilot(const std::string& source, const SamplePlan& plan) {
    static Recent<std::string, const SamplePilot> pilots(max_pilots);
    const std::uint64_t points = std::min(rounding_samples, plan.group_samples);
    return pilots.find(std::to_string(points) + " " + source, [&] { return study(plan); });
}

}  // namespace sigprop
