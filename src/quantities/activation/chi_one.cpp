#include "quantities/activation/chi_one.hpp"

#include "methods/extrema/supremum.hpp"

#include <algorithm>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr int max_doublings = 7;                // of s, from 1 or the first one examined
constexpr std::uint64_t search_budget = 4'000;  // evaluations, each of several integrals
constexpr long few_bits = 50;

Activation derivative(const Activation& f) { return {"the slope of " + f.text, f.formula.derivative()}; }

Ball supremum(const Formula& f, const Context& context) {
    const Answer found = supremum_of_magnitude(f, 20, context);
    return found.status == Status::ok ? found.value.upper() : Ball::indeterminate();
}

}  // namespace

MomentRange RememberedCurve::over(const Ball& s, long bits) const {
    const long wanted = std::min(bits, enough_);
    return *ranges_.find(std::to_string(wanted) + " " + s.exact_text(),
                         [&] { return moment_range(curve_, s, wanted, context_); });
}

Ball RememberedCurve::value(const Ball& s, long bits) const {
    if (!s.is_exact()) return over(s, bits).value;
    const long wanted = std::min(bits, enough_);
    return *values_.find(std::to_string(wanted) + " " + s.exact_text(),
                         [&] { return moment_at(curve_, s, wanted, context_); });
}

ChiOne::ChiOne(const Activation& f, const Real& bias_variance, RouteKind route, long bits,
               const Context& context)
    : f_(f),
      square_(f, route, bits + 48, context),
      slope_square_(derivative(f), RouteKind::definition, bits + 48, context),
      bias_(bias_variance.at(bits + 64)),
      bits_(bits),
      context_(context),
      budget_(context) {
    budget_.budget = std::min(budget_.budget, search_budget);
}

Ball ChiOne::start() const {
    if (bias_.is_positive()) return sqrt(bias_).lower().at_precision(64).lower();
    for (int k = 0; k <= 20; ++k) {
        const Ball s = Ball::power_of_two(-k);
        const NearZero g = square_.curve().near_zero(s, context_);
        const NearZero h = slope_square_.curve().near_zero(s, context_);
        if ((g.least - pow(s, 2) * h.most).is_positive()) return s;
    }
    return Ball::indeterminate();
}

bool ChiOne::is_last(const Ball& s) const {
    const Ball g = square_.value(s, few_bits);
    const Ball h = slope_square_.value(s, few_bits);
    if (!most_) most_ = supremum(f_.formula, context_);
    if (((pow(s, 2) - bias_) * h - pow(*most_, 2)).is_positive()) return true;
    if (!steepest_) steepest_ = supremum(f_.formula.derivative(), context_);
    const Ball at_zero = Evaluator<Ball>(f_.formula, 64)(Ball(0));
    if (!at_zero.is_exact()) return false;
    const Activation centred = {"f - f(0)", f_.formula - Formula(real_of_exact(at_zero))};
    const MomentCurve centred_square(centred, RouteKind::definition);
    const Ball m = h - moment_at(centred_square, s, few_bits, context_) / pow(s, 2);
    const Ball E_abs = Ball(0.8);  // at least sqrt(2/pi)
    const Ball rate = s * m - 2 * abs(at_zero) * *steepest_ * E_abs;
    return rate.is_positive() && (s * rate - bias_ * pow(*steepest_, 2) - pow(at_zero, 2)).is_positive();
}

Ball ChiOne::end(const Ball& start) const {
    Ball s = max(start, Ball(1)).at_precision(64).upper();
    for (int step = 0; step < max_doublings; ++step, s = s * 2)
        if (is_last(s)) return s;
    return Ball::indeterminate();
}

std::vector<ZeroPlace> ChiOne::zeros(const Ball& lower, const Ball& upper) const {
    const SearchedFunction F = {
        [this](const Ball& s, long bits) {
            return (pow(s, 2) - bias_) * slope_square_.value(s, bits) - square_.value(s, bits);
        },
        [this](const Ball& s, long bits) {
            const MomentRange h = slope_square_.over(s, bits);
            return 2 * s * h.value + (pow(s, 2) - bias_) * h.slope - square_.over(s, bits).slope;
        }};
    return zeros_of(F, lower, upper, bits_ + 8, budget_);
}

Ball ChiOne::weight(const Ball& s) const { return (pow(s, 2) - bias_) / square_.value(s, bits_ + 48); }

Ball ChiOne::slope(const Ball& s) const { return weight(s) * square_.over(s, bits_ + 48).slope / (2 * s); }

/// A std up to which V(q) > q at this weight variance.
Ball ChiOne::min_fixed(const Ball& weight) const {
    if (bias_.is_positive()) return start();
    for (int k = 0; k <= 20; ++k) {
        const Ball s = Ball::power_of_two(-k);
        const Ball least = square_.curve().near_zero(s, context_).least;
        if ((weight * least - pow(s, 2)).is_positive()) return s;
    }
    return Ball::indeterminate();
}

int ChiOne::is_smallest(const Ball& s) const {
    const Ball w = weight(s);
    const SearchedFunction growth = {
        [&](const Ball& x, long bits) { return w * square_.value(x, bits) + bias_ - pow(x, 2); },
        [&](const Ball& x, long bits) { return w * square_.over(x, bits).slope - 2 * x; }};
    const Ball first = min_fixed(w);
    const Ball end = (s.upper() * Ball(1.015625)).at_precision(64).upper();
    if (!first.is_finite() || !(end - first).is_positive()) return 0;
    const std::vector<ZeroPlace> fixed = zeros_of(growth, first, end, 40, budget_);
    if (fixed.empty() || fixed.front().kind != ZeroKind::one) return 0;
    if ((s.lower() - fixed.front().zero.upper()).is_positive()) return -1;
    return fixed.size() == 1 ? 1 : 0;
}

}  // namespace sigprop
