#include "measure/elementwise/search.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr double no_error_yet = infinity;
constexpr double below = 0x1p-6;     // a grid's start over the least a_i > 0, where some are 0
constexpr double tolerance = 1e-10;  // in log a

constexpr std::size_t max_points = 96;  // a range of 2e14
const double step_of_grid = std::log(2.0) / 2;

struct GridMinimum {
    std::size_t point = 0;
    double square = no_error_yet, offset = 0;  ///< the error there; the offset in grid steps
};

/// The minimum of the parabola through a point and its neighbours, where it lies between them.
GridMinimum parabola(const std::vector<double>& squares, std::size_t k) {
    GridMinimum here = {k, squares[k], 0};
    if (k == 0 || k + 1 == squares.size()) return here;
    const double before = squares[k - 1] - squares[k];
    const double after = squares[k + 1] - squares[k];
    if (before < 0 || after < 0 || !(before + after > 0)) return here;
    here.offset = (before - after) / (before + after) / 2;
    here.square -= (before + after) * here.offset * here.offset / 2;
    return here;
}

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
    if (greatest == 0) return opposed ? 0 : not_a_number;
    if (least == no_error_yet) return opposed ? 0 : no_error_yet;
    return least * (opposed ? below : 0.5);
}

std::size_t ElementwiseSearch::points(const SearchLimits& limits) const {
    const double steps = std::log(limits.greatest / start) / step_of_grid;
    constexpr double beyond = 3;
    if (!(steps + beyond < static_cast<double>(max_points))) return max_points;
    return static_cast<std::size_t>(steps + beyond) / 2 * 2 + 2;
}

void ElementwiseSearch::choose(const std::vector<double>& squares, const SearchLimits& limits) {
    // A minimum between two points may be deeper than the deepest point: parabolas show it.
    GridMinimum best;
    for (std::size_t k = 0; k < squares.size(); ++k) {
        const GridMinimum here = parabola(squares, k);
        if (here.square < best.square) best = here;
    }
    const double last = start * std::exp(step_of_grid * static_cast<double>(squares.size() - 1));
    if (best.point == 0 && limits.opposed) {
        found = 0;
        return;
    }
    if (best.point + 1 == squares.size() && last < limits.greatest) {
        found = no_error_yet;
        return;
    }
    const double middle = std::log(start) + static_cast<double>(best.point) * step_of_grid;
    lower = middle - step_of_grid;
    upper = middle + step_of_grid;
    at = middle + best.offset * step_of_grid;
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

}  // namespace sigprop
