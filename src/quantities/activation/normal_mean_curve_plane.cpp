// A mean over rectangles of the normal's std and mean, by the mean value theorem.

#include "core/base/bits.hpp"
#include "quantities/activation/normal_mean_curve.hpp"
#include "quantities/exact_real.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sigprop {
namespace {

constexpr long plane_bound_bits = 64;
constexpr double farthest_in_stds = 4;  // half the width of the means, beyond which the bound is useless

/// The sizes of a weight's coefficients times the powers of the stretch, added up where |z| < 1 may be.
std::vector<double> stretched(const NormalWeight& w, const Ball& stretch) {
    std::vector<double> factors(w.size(), 0);
    for (std::size_t k = 0; k < w.size(); ++k) {
        const double own = (Ball(std::abs(w[k])) * pow(stretch, static_cast<std::int64_t>(k))).upper_double();
        factors[k] += own;
        if (k > 0) factors[0] = std::nextafter(factors[0] + own, HUGE_VAL);
    }
    return factors;
}

Ball symmetric(const Ball& size) { return Ball::interval(-size.upper(), size.upper()); }

}  // namespace

NormalMeanPlane::NormalMeanPlane(Formula g, NormalWeight w, NormalMeanCurve::ClosedForm closed)
    : g_(std::move(g)), weight_(std::move(w)), closed_(std::move(closed)) {}

NormalMeanPlane::Range NormalMeanPlane::at(const Ball& std, const Ball& mean, long bits, bool with_slopes,
                                           const Context& context) const {
    const Real s = real_of_exact(std);
    const Real m = real_of_exact(mean);
    const long digits = std::max(digits_of_bits(bits), 8L);
    const auto integral = [&](const NormalWeight& w) {
        const Answer found = weighted_normal_mean(g_, m, s, w, digits, context);
        return found.status == Status::ok ? found.value : Ball::indeterminate();
    };
    Range range{Ball::indeterminate(), Ball::indeterminate(), Ball::indeterminate()};
    if (closed_) {
        if (const auto form = closed_(m, s)) range.value = (*form)(bits + 16);
    }
    if (!range.value.is_finite()) range.value = integral(weight_);
    if (!with_slopes) return range;
    range.in_std = integral(differentiated_weight(weight_, NormalParameter::std)) / std;
    range.in_mean = integral(differentiated_weight(weight_, NormalParameter::mean)) / std;
    return range;
}

std::array<Ball, 3> NormalMeanPlane::bends(const Ball& std, const Ball& mean, const Context& context) const {
    const std::array none = {Ball::indeterminate(), Ball::indeterminate(), Ball::indeterminate()};
    const Ball lower = std.lower().at_precision(plane_bound_bits);
    const Ball upper = std.upper().at_precision(plane_bound_bits);
    const Ball distance = mean.radius().at_precision(plane_bound_bits);
    const double share = (distance / upper).upper_double();
    if (!(share <= farthest_in_stds)) return none;
    // The wider density's std, a double: any t > 0 serves, and t = d/s is nearly the best.
    const double wide = upper.upper_double() * std::sqrt(1 + std::max(share, 0x1p-20));
    const Ball excess = pow(Ball(wide).at_precision(plane_bound_bits) / upper, 2) - 1;
    const Ball factor = Ball(wide) / lower * exp(pow(distance / upper, 2) / (2 * excess)) / pow(lower, 2);
    const Ball stretch = (Ball(wide).at_precision(plane_bound_bits) + distance) / lower;
    const NormalWeight once_std = differentiated_weight(weight_, NormalParameter::std);
    NormalWeight twice_std = differentiated_weight(once_std, NormalParameter::std);
    for (std::size_t k = 0; k < once_std.size(); ++k) twice_std[k] -= once_std[k];  // of the slope's 1/s
    const NormalWeight mixed = differentiated_weight(once_std, NormalParameter::mean);
    const NormalWeight twice_mean =
        differentiated_weight(differentiated_weight(weight_, NormalParameter::mean), NormalParameter::mean);
    const auto bound = [&](const NormalWeight& w) {
        const Ball size = absolute_normal_mean(g_, real_of_exact(mean.midpoint()), Real(wide),
                                               stretched(w, stretch), context);
        return (factor * size).upper();
    };
    return {bound(twice_std), bound(mixed), bound(twice_mean)};
}

NormalMeanPlane::Range NormalMeanPlane::over(const Ball& std, const Ball& mean, long bits,
                                             const Context& context) const {
    if (!std.is_finite() || !mean.is_finite() || !std.is_positive())
        return {Ball::indeterminate(), Ball::indeterminate(), Ball::indeterminate()};
    const bool is_point = std.is_exact() && mean.is_exact();
    const Range middle = at(std.midpoint(), mean.midpoint(), bits, !is_point, context);
    if (is_point) return middle;
    const auto [in_std, mixed, in_mean] = bends(std, mean, context);
    const Ball away_std = std.radius();
    const Ball away_mean = mean.radius();
    Range range = middle;
    range.in_std = middle.in_std + symmetric(in_std * away_std + mixed * away_mean);
    range.in_mean = middle.in_mean + symmetric(mixed * away_std + in_mean * away_mean);
    range.value = middle.value + range.in_std * symmetric(away_std) + range.in_mean * symmetric(away_mean);
    return range;
}

}  // namespace sigprop
