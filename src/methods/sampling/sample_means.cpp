// Estimates from sample means, by the delta method.

#include <sigprop/methods/sampling/sample_means.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

#include "core/base/doubles.hpp"

namespace sigprop {

Interval SampleEstimate::interval(double level) const {
    const double half_length = critical_value(1 - level, degrees_of_freedom) * standard_error;
    return {value - half_length, value + half_length};
}

SampleEstimate SampleMeans::propagated(double value, std::span<const double> gradient) const {
    if (status != Status::ok) throw std::logic_error("no standard errors: " + reason);
    const std::size_t count = means.size();
    if (gradient.size() != count) throw std::logic_error("a gradient must have one element for each mean");
    double variance = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
            variance += gradient[i] * gradient[j] * covariance[i * count + j];
    }
    return {value, std::sqrt(std::max(variance, 0.0)), degrees_of_freedom};
}

SampleEstimate SampleMeans::mean(std::size_t i) const {
    std::vector<double> gradient(means.size(), 0);
    gradient.at(i) = 1;
    return propagated(means[i], gradient);
}

SampleEstimate SampleMeans::variance(std::size_t square, std::size_t mean) const {
    std::vector<double> gradient(means.size(), 0);
    gradient.at(square) = 1;
    gradient.at(mean) += -2 * means.at(mean);
    return propagated(means[square] - means[mean] * means[mean], gradient);
}

SampleEstimate SampleMeans::ratio(std::size_t numerator, std::size_t denominator) const {
    const SampleEstimate below = mean(denominator);
    std::vector<double> gradient(means.size(), 0);
    gradient.at(numerator) = 1 / below.value;
    gradient[denominator] -= means[numerator] / below.value / below.value;
    SampleEstimate found = propagated(means[numerator] / below.value, gradient);
    const double least = max_standard_errors(degrees_of_freedom) * below.standard_error;
    if (!(std::fabs(below.value) > least)) found.standard_error = infinity;
    return found;
}

}  // namespace sigprop
