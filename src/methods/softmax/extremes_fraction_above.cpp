// P(max a > t) for t >= 1/2: no two weights exceed t, so it is n P(a_1 > t) = n P(x_1 - log S > l) with
// l = log(t/(1 - t)) and S the sum of the n - 1 others. With E e^(z x_1) = e^(std^2 z^2 / 2) and
// E S^-z = I(z)/Gamma(z) (softmax/laplace_power.hpp), for any c > 0
//     P = n/(2 pi i) integral over Re z = c of A(z) dz,   A(z) = e^(-z l + std^2 z^2/2) I(z)/Gamma(z + 1).
// On the line through the saddle point nothing cancels, however small P is. The trapezoidal rule converges in
// the strip of half-width b < c, because for y > 0 |A(y + i w)| <= e^(-std^2 w^2/2) A(y): |E S^-z| <= E S^-y
// and |z| >= y. Reference for the bound: Trefethen and Weideman, SIAM Review 56(3), 2014; for the contour:
// Lugannani and Rice 1980. A tiny P is bounded first: a_1 > t implies
// x_1 - (mean of the others) > l + log(n-1), and the left side is normal.

#include "methods/softmax/laplace_power.hpp"

#include <fmt/format.h>
#include <cmath>
#include <functional>
#include <vector>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"

namespace sigprop {
namespace {

constexpr long fraction_bound_bits = 64;

/// P as a function of l, from one table.
class Contour {
public:
    Contour(const NormalRow& row, const ContourPlan& plan, const Context& context);

    /// P at this l; most accurate near plan.level.
    [[nodiscard]] Ball operator()(const Ball& level) const;

private:
    void choose_step();
    /// A bound of the integral of |A| over Re z = r at l = 0.
    [[nodiscard]] Ball line(double r) const;
    [[nodiscard]] ComplexBall point(const Ball& w, const Ball& bound_at_c) const;

    std::uint64_t n_;
    const ContourPlan& plan_;
    Ball std_;
    LaplacePower table_;
    double half_width_ = 0, step_ = 0;
    std::vector<ComplexBall> points_;  ///< A(c + i k step) over e^(c u_first + (std c)^2/2), at l = 0
    Ball at_c_, right_, left_;         ///< line(c), line(c + b), line(c - b)
};

Contour::Contour(const NormalRow& row, const ContourPlan& plan, const Context& context)
    : n_(row.n), plan_(plan), std_(row.std.at(plan.bits)), table_(row, plan, context) {
    at_c_ = line(plan.c);
    choose_step();
    if (step_ <= 0) return;
    const Ball bound_at_c = table_.bound(plan.c);
    const Ball h = Ball(step_).at_precision(plan.bits);
    const double goal = design("softmax.fraction_above.end", plan.goal);
    const auto size = static_cast<std::int64_t>(std::sqrt(2 * goal) / (plan.std * step_)) + 1;
    for (std::int64_t k = 0; k <= size; ++k) {
        context.check_cancelled();
        points_.push_back(point(Ball(k) * h, bound_at_c));
    }
}

/// Chooses the strip, among a few, with the widest step.
void Contour::choose_step() {
    const double level = plan_.level;
    for (int i = 4; i <= 20; ++i) {
        const double b = plan_.widest * i / 20;
        const Ball right = line(plan_.c + b);
        const Ball left = line(plan_.c - b);
        const Ball both = right * exp(Ball(-b * level)) + left * exp(Ball(b * level));
        const double excess = log(both / at_c_).to_double();
        const double step = design("softmax.fraction_above.step", 2 * M_PI * b / (plan_.goal + 2 + excess));
        if (!std::isfinite(excess) || !(step > step_)) continue;
        step_ = short_double(step);
        half_width_ = b;
        right_ = right;
        left_ = left;
    }
}

Ball Contour::line(double r) const {
    const Ball std = std_.at_precision(fraction_bound_bits);
    const Ball x = Ball(r).at_precision(fraction_bound_bits);
    const Ball exponent =
        x * table_.start().at_precision(fraction_bound_bits) + pow(x * std, 2) / 2 - log_gamma(x + 1);
    return exp(exponent) * table_.bound(r) * sqrt(2 * Ball::pi(fraction_bound_bits)) / std;
}

ComplexBall Contour::point(const Ball& w, const Ball& bound_at_c) const {
    const Ball c = Ball(plan_.c).at_precision(plan_.bits);
    const Ball square = std_ * std_;
    ComplexBall gamma = blank_complex(plan_.bits);
    acb_rgamma(raw(gamma), raw(ComplexBall(c + 1, w)), plan_.bits);
    return exp(ComplexBall(-square * w * w / 2, w * square * c)) * gamma * table_.at(w, bound_at_c);
}

Ball Contour::operator()(const Ball& level) const {
    if (points_.empty()) return Ball::indeterminate();
    const long bits = plan_.bits;
    const Ball h = Ball(step_).at_precision(bits);
    Ball sum = points_[0].real() / 2;
    for (std::size_t k = 1; k < points_.size(); ++k) {
        const Ball angle = h * Ball(static_cast<std::int64_t>(k)) * level;
        sum += points_[k].real() * cos(angle) + points_[k].imaginary() * sin(angle);
    }
    const Ball c = Ball(plan_.c).at_precision(bits);
    const Ball height = exp(c * (table_.start() - level) + pow(c * std_, 2) / 2);
    const Ball l = level.at_precision(fraction_bound_bits);
    const Ball b = Ball(half_width_).at_precision(fraction_bound_bits);
    const Ball last = std_ * h * Ball(static_cast<std::int64_t>(points_.size() - 1));
    const Ball fall = exp(-c.at_precision(fraction_bound_bits) * l);
    const Ball beyond = error_term("softmax.fraction_above.end",
                                   at_c_ * fall * normal_cdf(-last.at_precision(fraction_bound_bits)));
    const Ball around = fall * (right_ * exp(-b * l) + left_ * exp(b * l));
    const Ball discretisation =
        error_term("softmax.fraction_above.discretisation",
                   around / (2 * expm1(2 * Ball::pi(fraction_bound_bits) * b / Ball(step_))));
    // widening: of terms
    const Ball half = (h * sum * height).widened(beyond).widened(discretisation);
    return count_ball(n_, bits) * half / Ball::pi(bits);
}

/// log(t/(1 - t)); as a Real, because t may be very near 1.
Ball log_odds(const Real& t, long bits) { return log((t / (1 - t)).at(bits)); }

/// P for n = 2.
Ball of_two(const NormalRow& row, const Ball& level) {
    return erfc(level / (2 * row.std.at(level.precision())));
}

/// P(max a > t) <= n P(x_1 - mean of the others > l + log(n-1)), a normal tail with variance std^2 n/(n-1).
Ball deviation_bound(const NormalRow& row, const Ball& level) {
    const Ball n = count_ball(row.n, fraction_bound_bits);
    const Ball std = row.std.at(fraction_bound_bits) * sqrt(n / (n - 1));
    return n * normal_cdf(-(level + log(n - 1)) / std);
}

bool is_affordable(const ContourPlan& plan, const Context& context) {
    return plan.terms() <= 64.0 * static_cast<double>(context.budget);
}

Answer too_long(const ContourPlan& plan, const Context& context) {
    return {Status::unable,
            fmt::format("the table needs about {:.1e} products, which is more than 64 times the budget of {}",
                        plan.terms(), context.budget)};
}

using Falling = std::function<Ball(const Ball& level)>;

/// The point in [0, infinity) where P falls below 1/2, in double; P(0) > 1/2.
double rough_median(const Falling& P) {
    const auto above = [&](double x) {
        return P(Ball(x).at_precision(fraction_bound_bits)).to_double() > 0.5;
    };
    double low = 0;
    double high = 1;
    while (above(high) && high < 1e6) high *= 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = low + (high - low) / 2;
        (above(middle) ? low : high) = middle;
    }
    return high;
}

/// The root of P = 1/2 near `start`, found by secants and enclosed between two proved signs.
Ball proved_median(const Falling& P, double start, long bits) {
    Ball x = Ball(start).at_precision(bits);
    Ball last = x * Ball(1 + 0x1p-20);
    Ball excess = P(x) - Ball(0.5);
    Ball slope = (P(last) - Ball(0.5) - excess) / (last - x);
    for (int i = 0; i < 20 && excess.midpoint().magnitude_exponent() > -bits; ++i) {
        last = x;
        const Ball before = excess.midpoint();
        x = (x - excess / slope).midpoint().at_precision(bits);
        excess = P(x) - Ball(0.5);
        const Ball secant = (excess.midpoint() - before) / (x - last);
        if (secant.is_negative()) slope = secant;
    }
    Ball half_length = (2 * excess.magnitude() / slope.mignitude()).at_precision(fraction_bound_bits).upper();
    for (int i = 0; i < 8; ++i, half_length = 4 * half_length) {
        const Ball below = P(x - half_length) - Ball(0.5);
        const Ball beyond = P(x + half_length) - Ball(0.5);
        if (below.is_positive() && beyond.is_negative()) return x.widened(half_length);  // widening: region
    }
    return Ball::indeterminate();
}

}  // namespace

Answer fraction_of_rows_above(const NormalRow& row, const Real& threshold, long bits,
                              const Context& context) {
    if (compare(threshold * Real(count_rational(row.n)), 1).value_or(1) <= 0) return Ball(1);  // sum a = 1
    if (compare(threshold, Real(0.5)).value_or(-1) < 0) {
        return {Status::unable,
                "the threshold is below 1/2, so several weights of a row may exceed it; only sampling is "
                "available"};
    }
    if (row.n == 2) return of_two(row, log_odds(threshold, bits + 64)).at_precision(bits);
    const Ball bound = deviation_bound(row, log_odds(threshold, fraction_bound_bits));
    const long zeros = -bound.magnitude_exponent();
    const Ball nearly_zero = Ball::interval(Ball(0), bound);
    if (zeros > bits) return nearly_zero;
    // More bits than the context's are asked for when P was zero to these: bits - zeros bits of P are enough.
    const long enough = context.bits();
    const long wanted = bits > enough ? std::max(enough, bits - zeros) : bits;
    const ContourPlan plan(row, log_odds(threshold, fraction_bound_bits).to_double(), wanted);
    if (!is_affordable(plan, context)) return zeros > enough ? Answer(nearly_zero) : too_long(plan, context);
    return Contour(row, plan, context)(log_odds(threshold, plan.bits)).at_precision(bits);
}

Answer median_of_max_weight(const NormalRow& row, long bits, const Context& context) {
    const long working = bits + 24;
    if (row.n == 2) {
        const Falling P = [&row](const Ball& level) { return of_two(row, level); };
        return sigmoid(proved_median(P, rough_median(P), working)).at_precision(bits);
    }
    const ContourPlan coarse_plan(row, 0, fraction_bound_bits);
    if (!is_affordable(coarse_plan, context)) return too_long(coarse_plan, context);
    const Contour coarse(row, coarse_plan, context);
    const Ball at_half = coarse(Ball(0).at_precision(fraction_bound_bits));
    if (!(at_half - Ball(0.5)).is_positive())
        return {Status::unable,
                "the median is not above 1/2, so several weights of a row may exceed it; only sampling is "
                "available"};
    const double start = rough_median(std::cref(coarse));
    const ContourPlan plan(row, start, working);
    if (!is_affordable(plan, context)) return too_long(plan, context);
    const Contour contour(row, plan, context);
    return sigmoid(proved_median(std::cref(contour), start, plan.bits)).at_precision(bits);
}

}  // namespace sigprop
