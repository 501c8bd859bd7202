#include "models/normalization/step_limits.hpp"

#include <cmath>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

/// Distance between an extreme and the next entry; 0 where two entries share it.
double gap(std::span<const double> x, std::size_t extreme) {
    double least = infinity;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i != extreme) least = std::fmin(least, std::fabs(x[i] - x[extreme]));
    }
    return least;
}

}  // namespace

double norm_freedom(const NormRule& rule, std::size_t n) {
    if (rule.spread == NormSpread::std) return static_cast<double>(n) - rule.correction;
    if (rule.spread == NormSpread::rms) return static_cast<double>(rule.leading == 0 ? n : rule.leading);
    return 1;
}

NormStepLimits norm_step_limits(const NormGroup<double>& group, const NormRule& rule,
                                std::span<const double> x, double epsilon) {
    const NormStatistics<double>& found = group.statistics();
    const double share = std::sqrt(norm_freedom(rule, x.size()));
    const bool is_range = rule.spread == NormSpread::range;
    NormStepLimits limits{.kink = infinity, .is_flat = group.is_flat()};
    if (is_range || rule.centre == NormCentre::minimum) limits.kink = gap(x, found.lowest);
    if (is_range) limits.kink = std::fmin(limits.kink, gap(x, found.highest));
    switch (rule.epsilon_place) {
        case EpsilonPlace::inside_root: limits.length = share * found.divisor; break;
        case EpsilonPlace::outside_root:
            limits.length = share * (is_range || group.is_flat() ? found.divisor : found.spread);
            break;
        case EpsilonPlace::floor:
        case EpsilonPlace::floor_of_square: {
            const bool of_square = rule.epsilon_place == EpsilonPlace::floor_of_square;
            const double floor = of_square ? std::sqrt(epsilon) : epsilon;
            limits.length = share * found.divisor;
            if (epsilon > 0) limits.kink = std::fmin(limits.kink, share * std::fabs(found.spread - floor));
            break;
        }
    }
    return limits;
}

}  // namespace sigprop
