#include "quantities/elementwise/best_map.hpp"

#include "methods/hermite/log_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/ball/error_term.hpp"
#include "core/ball/hypergeometric.hpp"

namespace sigprop {
namespace {

Ball half_of(std::int64_t n, long bits) { return Ball(n).at_precision(bits) / 2; }

/// The series, for b > 2: terms of the same sign whose ratios are at most ((k + 1)/(k + b))^2, since the
/// geometric mean of k + 1/2, k + 1/2 and k + 3/2 is at most k + 1. So the sum of all terms after t_k is less
/// than t_k times 2F1(1, k + 1; k + b; 1) - 1 = (k + 1)/(b - 2).
Ball series(const Ball& b, long bits) {
    Ball term = Ball(1).at_precision(bits), sum = term;
    for (std::int64_t k = 0;; ++k) {
        const Ball odd = half_of(2 * k + 1, bits);
        term = term * pow(odd / (b + k), 2) * (odd + 1) / Ball(k + 1);
        sum += term;
        if (term.magnitude_exponent() < -design("elementwise.best_map.series_bits", bits))
            return sum.widened(error_term("elementwise.best_map.series_rest", term * Ball(k + 2) / (b - 2)));
    }
}

/// H(b) from H(b + 1) and H(b + 2).
Ball step_down(const Ball& b, const Ball& one_above, const Ball& two_above) {
    const Ball near = 4 * pow(b + 1, 2) * pow(2 * b - 1, 2) * (((120 * b - 164) * b + 38) * b - 5);
    const Ball far = pow(2 * b - 1, 3) * pow(2 * b + 1, 3) * (6 * b - 7);
    const Ball own = 16 * pow(b, 2) * pow(b + 1, 2) * (4 * b - 5) * (4 * b - 3) * (6 * b - 1);
    return (near * one_above - far * two_above) / own;
}

/// The power p in |v| <= |x|^p E A^(-p/2): the largest for which the mean exists, or one close to it.
double growth_at_zero(std::int64_t dim) { return dim == 1 ? 0 : dim == 2 ? 0.75 : 1; }

SectorBound map_bound(std::int64_t dim, long bits) {
    const double p = growth_at_zero(dim);
    if (dim == 1) return {1, p};
    const Ball power = Ball(p).at_precision(bits);
    const Ball half = half_of(dim - 1, bits);
    const Ball mean = exp(log_gamma(half - power / 2) - log_gamma(half) - power / 2 * log(Ball(2)));
    return {mean, p};
}

}  // namespace

Ball best_map(std::int64_t dim, const Ball& x) {
    const long bits = x.precision();
    const Ball d = Ball(dim).at_precision(bits);
    // Evaluate at the exact midpoint, as Arb multiplies a radius by what it cancels. f* rises and f*/x falls,
    // so over less than half the midpoint's size f* changes by less than 2 f*/x times the distance.
    const Ball middle = x.midpoint().at_precision(bits), radius = x.radius();
    if (!(middle - 2 * radius).is_positive()) return Ball::indeterminate();
    const Ball value = sqrt(d / 2) * middle * tricomi_u(half_of(1, bits), 2 - d / 2, pow(middle, 2) / 2);
    return value.widened(error_term("elementwise.best_map.rounded_x", 2 * value / middle * radius));
}

Ball best_map_by_mean(std::int64_t dim, const Ball& x, long bits) {
    const LogRule rule(0, bits);
    const Ball power = half_of(1 - dim, bits + 16);
    Ball sum = Ball(0).at_precision(bits + 16);
    for (std::size_t i = 0; i < rule.size(); ++i)
        sum += rule.weight(i) * exp(power * log1p(pow(rule.node(i) / x, 2)));
    return sqrt(Ball(dim).at_precision(bits + 16)) *
           sum.widened(rule.error(SectorBound(1, 0)));  // widening: of terms
}

Ball best_map_second_moment(std::int64_t dim, long bits) {
    // The logarithms of the gamma functions have size d log d.
    // Each step of the recurrence, one for four bits, loses half a bit.
    const long working =
        bits + bits / 6 + 32 + 2 * static_cast<long>(std::log2(static_cast<double>(dim)) + 4);
    const Ball b = half_of(dim + 2, working);
    const std::int64_t above =
        std::max<std::int64_t>(0, design("elementwise.best_map.recurrence", (working - 2 * dim) / 4));
    Ball upper = series(b + (above + 1), working);
    Ball here = series(b + above, working);
    for (std::int64_t k = above; k > 0; --k) {
        Ball below = step_down(b + (k - 1), here, upper);
        upper = std::move(here);
        here = std::move(below);
    }
    const Ball gammas = exp(2 * (log_gamma(half_of(dim + 1, working)) - log_gamma(b)));
    return (half_of(dim, working) * gammas * here).at_precision(bits);
}

MapTable map_table(MapForm form, std::int64_t dim, long bits) {
    MapTable table{LogRule(2 * growth_at_zero(dim), bits), map_bound(dim, 64), {}};
    const long working = bits + 16;
    const Ball root = sqrt(Ball(dim).at_precision(working));
    if (form == MapForm::tricomi) {
        for (std::size_t i = 0; i < table.rule.size(); ++i) {
            // Near zero the weight is small: fewer bits do. Far out Arb loses more than the weight saves.
            const Ball& node = table.rule.node(i);
            const long spare = std::min(node.magnitude_exponent(), 0L);
            const auto lost = static_cast<long>(std::pow(node.to_double(), 2) / 2);
            const Ball x = node.at_precision(std::max(working + spare + lost, 64L));
            table.values.push_back(best_map(dim, x) / root);
        }
    } else {
        const Ball power = half_of(1 - dim, working);
        const auto kernel = [&](const Ball& u) { return exp(power * log1p(pow(u, 2))); };
        table.values = log_correlation(table.rule, kernel, 1);
    }
    return table;
}

std::vector<Ball> map_slopes(std::int64_t dim, const LogRule& rule) {
    const Ball power = half_of(-1 - dim, rule.bits() + 16);
    // |1 + u^2| >= 1 + c |u|^2 in a sector where cos 2 arg u >= c; the choice of the step ensures c > 1/bits.
    const auto kernel = [&](const Ball& u) {
        const Ball square = pow(u, 2);
        return Ball(dim - 1) * square * exp(power * log1p(square));
    };
    return log_correlation(rule, kernel, Ball(2) * Ball(static_cast<std::int64_t>(rule.bits())));
}

Ball best_map_slope_square(MapForm form, std::int64_t dim, long bits) {
    const LogRule rule(0, bits);
    const long working = bits + 16;
    std::vector<Ball> slopes;  // x v'
    if (form == MapForm::correlation) slopes = map_slopes(dim, rule);
    const Ball factor = Ball(dim - 1).at_precision(working) / sqrt(Ball(8).at_precision(working));
    Ball sum = Ball(0).at_precision(working);
    for (std::size_t i = 0; i < rule.size(); ++i) {
        const Ball& x = rule.node(i);
        const Ball slope =
            form == MapForm::correlation
                ? slopes[i] / x
                : factor * tricomi_u(half_of(3, working), 2 - half_of(dim, working), pow(x, 2) / 2);
        sum += rule.weight(i) * pow(slope, 2);
    }
    const SectorBound bound(map_bound(dim, 64).terms()[0].factor, 0);
    return sum.widened(rule.error(bound * bound));  // widening: of terms
}

double map_table_nodes(std::int64_t dim, long bits) {
    const double nats = static_cast<double>(bits + 4) * std::numbers::ln2;
    return nats * nats / (2 * std::numbers::pi * 0.75) / (2 * growth_at_zero(dim) + 1) + nats;
}

}  // namespace sigprop
