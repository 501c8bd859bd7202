#include "measure/elementwise/features.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_worst = 5;
constexpr double outlying = 6;  // times the median rms

}  // namespace

std::array<double, 5> quantiles_of(std::vector<double> values) {
    std::array<double, 5> found{};
    found.fill(not_a_number);
    if (values.empty()) return found;
    std::sort(values.begin(), values.end());
    constexpr std::array<double, 5> places = {0, 0.05, 0.5, 0.95, 1};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double at = places[i] * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(at);
        const double beyond = at - static_cast<double>(below);
        found[i] = values[below];
        if (beyond > 0) found[i] += beyond * (values[below + 1] - values[below]);
    }
    return found;
}

void name_features(ElementwiseMeasurement& measured) {
    const std::vector<FeatureFit>& features = measured.features;
    std::vector<std::size_t> order(features.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return features[a].share_of_error[0] > features[b].share_of_error[0];
    });
    measured.worst.assign(order.begin(),
                          order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), max_worst)));
    std::vector<double> sizes;
    for (const FeatureFit& feature : features) sizes.push_back(feature.rms);
    const double median = quantiles_of(std::move(sizes))[2];
    for (std::size_t j = 0; j < features.size(); ++j) {
        if (features[j].rms > outlying * median) measured.outliers.push_back(j);
    }
    std::stable_sort(measured.outliers.begin(), measured.outliers.end(),
                     [&](std::size_t a, std::size_t b) { return features[a].rms > features[b].rms; });
}

}  // namespace sigprop
