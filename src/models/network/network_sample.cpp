// Means over networks. Logarithms and exponentials come from tile evaluation (many entries at a time), whose
// bits are the same on every machine.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/doubles.hpp"
#include "core/simd/tile_evaluator.hpp"
#include "models/network/network.hpp"

namespace sigprop {
namespace {

std::vector<double> values_of(const NetworkSample& sample, Observable what, std::size_t position) {
    std::vector<double> values;
    for (const NetworkProfile& profile : sample.profiles) {
        if (position >= profile[what].size())
            throw std::logic_error("this observable was not measured there");
        values.push_back(profile[what][position]);
    }
    if (values.size() < 2) throw std::logic_error("a mean needs at least two networks");
    return values;
}

/// Sums of powers of the deviations from the mean; all exactly 0 when the values are equal.
struct Moments {
    double count = 0;
    double mean = 0;
    double squares = 0;
    double fourth_powers = 0;

    explicit Moments(const std::vector<double>& values) : count(static_cast<double>(values.size())) {
        double sum = 0;
        for (const double value : values) sum += value - values.front();
        mean = values.front() + sum / count;
        for (const double value : values) {
            const double square = (value - mean) * (value - mean);
            squares += square;
            fourth_powers += square * square;
        }
    }
    [[nodiscard]] double variance() const { return squares / (count - 1); }
};

NetworkMean mean_of(const std::vector<double>& values) {
    const Moments moments(values);
    return {moments.mean, std::sqrt(moments.variance() / moments.count)};
}

/// Var(s^2) = (E d^4 - (n - 3) / (n - 1) s^4) / n.
NetworkMean variance_of(const std::vector<double>& values) {
    const Moments moments(values);
    const double n = moments.count;
    const double variance = moments.variance();
    const double spread = moments.fourth_powers / n - (n - 3) / (n - 1) * variance * variance;
    return {variance, std::sqrt(std::max(spread, 0.0) / n)};
}

std::vector<double> mapped(const Formula& formula, const std::vector<double>& values) {
    TileEvaluator evaluator(formula);
    std::vector<double> result;
    for (std::size_t first = 0; first < values.size(); first += TileEvaluator::tile_size) {
        const std::size_t count = std::min(TileEvaluator::tile_size, values.size() - first);
        const double* const variable = values.data() + first;
        evaluator(std::span(&variable, 1), count);
        const std::span<const double> tile = evaluator.output(0).first(count);
        result.insert(result.end(), tile.begin(), tile.end());
    }
    return result;
}

bool has_logarithms(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

std::vector<double> logarithms_of(const std::vector<double>& values) {
    return mapped(log(Formula::variable()), values);
}

}  // namespace

NetworkMean NetworkSample::mean(Observable what, std::size_t position) const {
    return mean_of(values_of(*this, what, position));
}

NetworkMean NetworkSample::variance(Observable what, std::size_t position) const {
    return variance_of(values_of(*this, what, position));
}

NetworkMean NetworkSample::log_mean(Observable what, std::size_t position) const {
    const std::vector<double> values = values_of(*this, what, position);
    if (!has_logarithms(values)) return {-infinity, 0};
    return mean_of(logarithms_of(values));
}

NetworkMean NetworkSample::log_variance(Observable what, std::size_t position) const {
    const std::vector<double> values = values_of(*this, what, position);
    if (!has_logarithms(values)) return {infinity, 0};
    return variance_of(logarithms_of(values));
}

std::vector<double> NetworkSample::logarithms(Observable what, std::size_t position) const {
    const std::vector<double> values = values_of(*this, what, position);
    if (!has_logarithms(values)) throw std::logic_error("a number without logarithm");
    return logarithms_of(values);
}

NetworkMean NetworkSample::geometric_mean(Observable what, std::size_t position) const {
    const std::vector<double> values = values_of(*this, what, position);
    if (!has_logarithms(values)) return {0, 0};
    // The mean of equal values is exact; exp(log) would not be.
    if (std::equal(values.begin() + 1, values.end(), values.begin())) return {values.front(), 0};
    const NetworkMean of_logarithms = mean_of(logarithms_of(values));
    const double value = mapped(exp(Formula::variable()), {of_logarithms.value}).front();
    return {value, value * of_logarithms.standard_error};
}

}  // namespace sigprop
