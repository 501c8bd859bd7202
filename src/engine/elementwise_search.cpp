#include "engine/elementwise_search.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double below = 0x1p-6;     // how far below the least a_i > 0 a grid begins where some are 0
constexpr double tolerance = 1e-10;  // of log a

}  // namespace

void SearchLimits::add(double a) {
    if (!(a > 0)) {
        opposed = true;
        return;
    }
    least = std::min(least, a);
    greatest = std::max(greatest, a);
}

void SearchLimits::add(const SearchLimits& other) {
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    opposed = opposed || other.opposed;
}

double SearchLimits::first_point() const {
    if (greatest == 0) return opposed ? 0 : std::numeric_limits<double>::quiet_NaN();
    if (least == infinity) return opposed ? 0 : infinity;
    return least * (opposed ? below : 0.5);
}

void ElementwiseSearch::choose(const std::vector<double>& squares, const SearchLimits& limits) {
    const auto best =
        static_cast<std::size_t>(std::min_element(squares.begin(), squares.end()) - squares.begin());
    const double last = std::ldexp(start, static_cast<int>(search_points) - 1);
    if (best == 0 && limits.opposed) {
        found = 0;
        return;
    }
    if (best == search_points - 1 && last < limits.greatest) {
        found = infinity;
        return;
    }
    at = std::log(start) + static_cast<double>(best) * std::log(2.0);
    lower = at - std::log(2.0);
    upper = at + std::log(2.0);
    running = true;
}

void ElementwiseSearch::step(double slope, double curvature) {
    const double before = at;
    (slope > 0 ? upper : lower) = at;
    at -= slope / curvature;
    if (!(curvature > 0) || !(at > lower && at < upper)) at = (lower + upper) / 2;
    if (slope == 0) at = before;
    found = std::exp(at);
    running = std::abs(at - before) > tolerance;
}

}  // namespace sigprop::detail
