#include "quantities/activation/normal_mean_curve.hpp"

#include "quantities/activation/normal_integral.hpp"
#include "quantities/exact_real.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

using CurvePolynomial = NormalMeanCurve::Polynomial;

constexpr long bound_digits = 6;
constexpr long bound_bits = 64;

std::int64_t at(const CurvePolynomial& w, std::size_t k) { return k < w.size() ? w[k] : 0; }

/// The second derivative's: the slope's 1/s has a derivative by s, too.
CurvePolynomial twice_differentiated(const CurvePolynomial& slope, NormalParameter parameter) {
    CurvePolynomial next = differentiated_weight(slope, parameter);
    if (parameter == NormalParameter::std)
        for (std::size_t k = 0; k < slope.size(); ++k) next[k] -= slope[k];
    return next;
}

Formula written(const CurvePolynomial& w) {
    Formula sum = 0;
    for (std::size_t k = 0; k < w.size(); ++k) {
        if (w[k] == 0) continue;
        const Formula factor = Formula(Real(Rational(w[k])));
        sum = sum + (k == 0 ? factor : factor * pow(Formula::variable(), static_cast<std::int64_t>(k)));
    }
    return sum;
}

bool is_same(const Ball& a, const Ball& b) {
    const Ball apart = abs(a.midpoint() - b.midpoint()) + abs(a.radius() - b.radius());
    return apart.is_exact() && apart.contains_zero();
}

bool is_one(const CurvePolynomial& w) { return w.size() == 1 && w[0] == 1; }

}  // namespace

NormalWeight differentiated_weight(const NormalWeight& w, NormalParameter parameter) {
    const bool in_std = parameter == NormalParameter::std;
    NormalWeight next(w.size() + (in_std ? 2 : 1), 0);
    for (std::size_t k = 0; k < next.size(); ++k) {
        const auto degree = static_cast<std::int64_t>(k);
        if (in_std)
            next[k] = (k >= 2 ? at(w, k - 2) : 0) - at(w, k) * (1 + degree);
        else
            next[k] = (k >= 1 ? at(w, k - 1) : 0) - (degree + 1) * at(w, k + 1);
    }
    return next;
}

// |g| <= (1 + g^2)/2 and |z|^k <= (z^(k-1) + z^(k+1))/2 have no kinks.
Ball absolute_normal_mean(const Formula& g, const Real& mean, const Real& std,
                          const std::vector<double>& factors, const Context& context) {
    const bool is_known = std::ranges::all_of(factors, [](double factor) { return std::isfinite(factor); });
    if (!is_known) return Ball::indeterminate();
    const Formula x = Formula(mean) + Formula(std) * Formula::variable();
    Formula weight = 0;
    for (std::size_t k = 0; k < factors.size(); ++k) {
        if (factors[k] == 0) continue;
        const auto even = [&](std::size_t degree) {
            return degree == 0 ? Formula(1) : pow(Formula::variable(), static_cast<std::int64_t>(degree));
        };
        const Formula power = k % 2 == 0 ? even(k) : (even(k - 1) + even(k + 1)) / 2;
        weight = weight + Formula(factors[k]) * power;
    }
    const Formula bound = (1 + pow(g.substitute(std::span(&x, 1)), 2)) / 2;
    const Answer found = normal_integral(bound * weight, bound_digits, context);
    return found.status == Status::ok ? found.value.upper().at_precision(bound_bits) : Ball::indeterminate();
}

Answer weighted_normal_mean(const Formula& g, const Real& mean, const Real& std, const NormalWeight& w,
                            long digits, const Context& context) {
    const Formula x = Formula(mean) + Formula(std) * Formula::variable();
    const Formula shifted = g.substitute(std::span(&x, 1));
    return normal_integral(is_one(w) ? shifted : shifted * written(w), digits, context);
}

NormalMeanCurve::NormalMeanCurve(Formula g, CurvePolynomial w, NormalParameter parameter, Real other,
                                 ClosedForm closed)
    : g_(std::move(g)),
      weight_(std::move(w)),
      slope_weight_(differentiated_weight(weight_, parameter)),
      bend_weight_(twice_differentiated(slope_weight_, parameter)),
      parameter_(parameter),
      other_(std::move(other)),
      closed_(std::move(closed)) {}

NormalMeanCurve::Input NormalMeanCurve::input(const Ball& point) const {
    const Real own = real_of_exact(point);
    return parameter_ == NormalParameter::std ? Input{other_, own} : Input{own, other_};
}

Answer NormalMeanCurve::integral(const Input& input, const CurvePolynomial& weight, long digits,
                                 const Context& context) const {
    return weighted_normal_mean(g_, input.mean, input.std, weight, digits, context);
}

Answer NormalMeanCurve::value(const Ball& point, long digits, const Context& context) const {
    const Input here = input(point);
    if (closed_) {
        if (const auto form = closed_(here.mean, here.std)) {
            Ball exact = (*form)(static_cast<long>(bits_of_digits(digits)) + 16);
            if (exact.is_finite()) return exact;
        }
    }
    return integral(here, weight_, digits, context);
}

Answer NormalMeanCurve::slope(const Ball& point, long digits, const Context& context) const {
    const Input here = input(point);
    Answer mean = integral(here, slope_weight_, digits, context);
    if (mean.status != Status::ok) return mean;
    return mean.value / here.std.at(mean.value.precision());
}

Ball NormalMeanCurve::absolute(const Input& input, const std::vector<double>& factors,
                               const Context& context) const {
    return absolute_normal_mean(g_, input.mean, input.std, factors, context);
}

Ball NormalMeanCurve::bend_in_std(const Ball& lower, const Ball& upper, const Context& context) const {
    const Ball ratio = upper.at_precision(bound_bits) / lower;
    std::vector<double> factors;
    for (std::size_t k = 0; k < bend_weight_.size(); ++k) {
        const Ball factor = Ball(std::abs(bend_weight_[k])) * pow(ratio, static_cast<std::int64_t>(k) + 1);
        factors.push_back(factor.upper_double());
    }
    return (absolute(input(upper), factors, context) / pow(lower.at_precision(bound_bits), 2)).upper();
}

Ball NormalMeanCurve::bend_in_mean(const Ball& lower, const Ball& upper, const Context& context) const {
    const Ball std = other_.at(bound_bits);
    const Ball middle = Ball::interval(lower, upper).at_precision(bound_bits).midpoint();
    const Ball distance = max(abs(upper - middle), abs(lower - middle)).at_precision(bound_bits).upper();
    const Ball share = distance / std;
    if (!share.is_finite() || share.upper_double() > 4) return Ball::indeterminate();
    // The wider density's std, a double: any t > 0 serves, and t = d/s is nearly the best.
    const double wide = std.upper_double() * std::sqrt(1 + std::max(share.upper_double(), 0x1p-20));
    const Ball ratio = Ball(wide).at_precision(bound_bits) / std;
    const Ball factor = ratio * exp(pow(share, 2) / (2 * (pow(ratio, 2) - 1)));
    // |z| <= r |w| + e <= (r + e) max(1, |w|), w the standardised x under the wider density
    std::vector<double> factors(bend_weight_.size(), 0);
    for (std::size_t k = 0; k < bend_weight_.size(); ++k) {
        const Ball own = Ball(std::abs(bend_weight_[k])) * pow(ratio + share, static_cast<std::int64_t>(k));
        factors[k] += own.upper_double();
        if (k > 0) factors[0] = std::nextafter(factors[0] + own.upper_double(), HUGE_VAL);
    }
    const Ball mean = absolute({real_of_exact(middle), Real(wide)}, factors, context);
    return (factor * mean / pow(std, 2)).upper();
}

Ball NormalMeanCurve::bend(const Ball& lower, const Ball& upper, const Context& context) const {
    if (parameter_ == NormalParameter::mean) return bend_in_mean(lower, upper, context);
    return lower.is_positive() ? bend_in_std(lower, upper, context) : Ball::indeterminate();
}

MomentRange NormalMeanCurve::range(const Ball& at, long bits, const Context& context) const {
    const bool may_be = at.is_finite() && (parameter_ == NormalParameter::mean || at.is_positive());
    if (!may_be) return {Ball::indeterminate(), Ball::indeterminate()};
    if (last_ && last_->bits == bits && is_same(last_->at, at)) return last_->range;
    const CurveParts parts = {
        [&](const Ball& point, long digits) { return value(point, digits, context); },
        [&](const Ball& point, long digits) { return slope(point, digits, context); },
        [&](const Ball& lower, const Ball& upper) { return bend(lower, upper, context); }};
    last_ = Last{at, bits, range_from_middle(parts, at, bits)};
    return last_->range;
}

// Beyond |x - m| = c s2 the density of N(m, s^2) is largest at s = s2 for all s <= s2, since c >= 1; the part
// inside has a probability between that at s2 and 1.
Ball NormalMeanCurve::near_zero(const Ball& upper, const Context& context) const {
    constexpr int cut = 6;
    if (!is_one(weight_) || !upper.is_positive()) return Ball::indeterminate();
    const Formula z = Formula::variable();
    const Formula x = Formula(other_) + Formula(real_of_exact(upper)) * z;
    const Formula beyond = where(z < -cut, Formula(1), where(z > cut, Formula(1), Formula(0)));
    const Formula bound = (1 + pow(g_.substitute(std::span(&x, 1)), 2)) / 2;
    const Answer far = normal_integral(bound * beyond, bound_digits, context);
    if (far.status != Status::ok) return Ball::indeterminate();
    const Ball reach = cut * upper.at_precision(bound_bits);
    const Ball near = other_.at(bound_bits) + Ball::interval(-reach, reach);
    const Ball inside = 1 - 2 * normal_cdf(Ball(-cut).at_precision(bound_bits));
    const Ball most = far.value.upper().at_precision(bound_bits);
    return Evaluator<Ball>(g_, bound_bits)(near) * Ball::interval(inside, Ball(1)) +
           Ball::interval(-most, most);
}

Ball NormalMeanCurve::over(const Ball& at, long bits, const Context& context) const {
    if (!at.is_finite()) return Ball::indeterminate();
    const bool in_std = parameter_ == NormalParameter::std;
    if (in_std && !at.is_positive()) return near_zero(at.upper(), context);
    if (at.is_exact()) {
        const Answer here = value(at, std::max(digits_of_bits(bits), 8L), context);
        return here.status == Status::ok ? here.value : Ball::indeterminate();
    }
    Ball by_slopes = range(at, bits, context).value;
    const bool is_wide = in_std && (at.upper() - 2 * at.lower()).is_positive();
    if (!is_wide) return by_slopes;
    Ball near = near_zero(at.upper(), context);
    const bool is_better = near.is_finite() && !(by_slopes.radius() - near.radius()).is_nonpositive();
    return is_better ? near : by_slopes;
}

}  // namespace sigprop
