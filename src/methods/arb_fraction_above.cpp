// P(max a > t) for t >= 1/2: no two weights exceed t, so it is n P(a_1 > t) = n P(x_1 - log S > l) with
// l = log(t/(1 - t)) and S the sum of the n - 1 others. With E e^(z x_1) = e^(std^2 z^2 / 2) and
// E S^-z = I(z)/Gamma(z), I(z) = integral over u of e^(z u) g(u)^(n-1), g(u) = E exp(-e^(x + u)), for any c > 0
//     P = n/(2 pi i) integral over Re z = c of A(z) dz,   A(z) = e^(-z l + std^2 z^2/2) I(z)/Gamma(z + 1).
// On the line through the saddle point nothing cancels, however small P is. Three trapezoidal rules, each
// with the bound of Trefethen and Weideman (SIAM Review 56(3), 2014):
// 1. over Im z, in the strip of half-width b < c: |A(y + i w)| <= e^(-std^2 w^2/2) A(y) for y > 0, because
//    |E S^-z| <= E S^-y and |z| >= y;
// 2. over u, in |Im u| < pi/2: |g(u + ia)| <= g(u + log cos a), hence the bound e^(|w| a) (cos a)^-c I(c);
//    left of the grid g^(n-1) is 1 but for (n-1)(1 - g), and 1 - g <= e^(q u + q^2 std^2/2) for 0 <= q <= 1;
//    right of it the integrand is log-concave (Prekopa), so a geometric series bounds the rest;
// 3. over v in 1 - g(u) = integral of Phi((u - v)/std) e^v exp(-e^v) dv, where |Phi(x + iy)| <= e^(y^2/2) Phi(x)
//    gives e^(a^2/(2 std^2)) / cos a. Both grids have the same step: one table of Phi.
// Small P first: a_1 > t implies x_1 - (mean of the others) > l + log(n-1), which is normal.

#include "methods/arb_vector.hpp"
#include "methods/softmax_extremes.hpp"

#include <fmt/format.h>
#include <cmath>
#include <vector>

namespace sigprop {
namespace {

constexpr double log_2 = 0.693147180559945309417;
constexpr long bound_bits = 64;

/// The largest double <= x with 20 significant bits: its multiples are exact.
double short_double(double x) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return std::ldexp(std::floor(std::ldexp(fraction, 20)), exponent - 20);
}

Ball count_ball(std::uint64_t n, long bits) {
    Ball result = blank(bits);
    arb_set_ui(raw(result), n);
    return result;
}

/// log(Gamma(1 + c) / |Gamma(1 + c + i w)|)
double log_gamma_ratio(double c, double w) {
    double sum = 0;
    int k = 1;
    for (; k < 64; ++k) sum += std::log1p(std::pow(w / (k + c), 2));
    return sum / 2 + w * std::atan(w / (k - 0.5 + c)) - (k - 0.5 + c) / 2 * std::log1p(std::pow(w / (k - 0.5 + c), 2));
}

/// What is decided in double, and proves nothing: contour, grids, precision.
struct Plan {
    double std = 0, n = 0, level = 0;  ///< level: l
    double goal = 0;                   ///< relative accuracy e^-goal
    double c = 0, widest = 0;          ///< the contour; b < widest
    double step = 0, strip_u = 0, strip_v = 0;
    slong first_u = 0, last_u = 0, first_v = 0, last_v = 0;
    long bits = 0, table_bits = 0;

    Plan(const NormalRow& row, double log_odds, long wanted);
    [[nodiscard]] double terms() const {
        return static_cast<double>(last_u - first_u + 1) * static_cast<double>(last_v - first_v + 1);
    }

private:
    [[nodiscard]] double log_g(double u) const;
    [[nodiscard]] double growth(double a) const;
    void find_step(double goal_v);
    [[nodiscard]] double find_range(double& left, double& right) const;
};

Plan::Plan(const NormalRow& row, double log_odds, long wanted)
    : std(row.std.to_double()), n(static_cast<double>(row.n)), level(log_odds) {
    goal = static_cast<double>(wanted + 8) * log_2;
    // The saddle point, for a sum of the others that is typical: many of them, or the largest alone.
    const double reach = std::sqrt(2 * std::log(n - 1));
    const double others = std < reach ? std::log(n - 1) + std * std / 2 : std * reach;
    c = std::max((level + others) / (std * std), 2.5 / std);
    widest = std::min(0.95 * c, std::sqrt(2 * goal) / std);
    double left = 0;
    double right = 0;
    const double depth = find_range(left, right);
    const double goal_v = goal + std::log(n) + depth + 12;
    find_step(goal_v);
    bits = wanted + static_cast<long>(std::log2(n) + std::log2(1 + c * (level + others)) + 32);
    table_bits = static_cast<long>(goal_v / log_2) + 24;
    first_u = static_cast<slong>(std::floor(left / step));
    last_u = static_cast<slong>(std::ceil(right / step)) + 1;
    first_v = static_cast<slong>(std::floor(-goal_v / step)) - 1;
    last_v = static_cast<slong>(std::ceil(std::log(goal_v + 3) / step));
}

/// c log(1/cos a) and what the largest w adds: e^(w a - std^2 w^2/2) Gamma(1 + c)/|Gamma(1 + c + i w)|.
double Plan::growth(double a) const {
    double most = 0;
    const double far = std::sqrt(2 * goal) / std;
    for (int i = 1; i <= 40; ++i) {
        const double w = far * i / 40;
        most = std::max(most, w * a - std * std * w * w / 2 + log_gamma_ratio(c, w));
    }
    return most - c * std::log(std::cos(a));
}

void Plan::find_step(double goal_v) {
    double best_u = 0;
    double best_v = 0;
    const double widest_a = std::min(1.5, std::sqrt(2 * goal_v) * std);
    for (int i = 1; i <= 100; ++i) {
        const double a = 1.54 * i / 100;
        const double u = 2 * M_PI * a / (goal + 2 + growth(a));
        if (u > best_u) {
            best_u = u;
            strip_u = a;
        }
        const double narrow = widest_a * i / 100;
        const double v = 2 * M_PI * narrow / (goal_v + 2 + narrow * narrow / (2 * std * std) - std::log(std::cos(narrow)));
        if (v > best_v) {
            best_v = v;
            strip_v = narrow;
        }
    }
    step = short_double(std::min(best_u, best_v));
}

/// To a few per cent, or its order of magnitude.
double Plan::log_g(double u) const {
    double below = 0;  // 1 - g
    double above = 0;  // g
    double weights = 0;
    for (double z = -14; z < 14; z += 0.07) {
        const double weight = std::exp(-z * z / 2);
        const double y = std::exp(u + std * z);
        weights += weight;
        below -= weight * std::expm1(-y);
        above += weight * std::exp(-y);
    }
    return below < weights / 2 ? std::log1p(-below / weights) : std::log(above / weights);
}

/// Where e^(r u) g(u)^(n-1) matters, for r = c and right up to c + widest. Returns how far below 1 the
/// absolute errors of g must lie, in nats: g^(n-1) should be exact to e^-goal of the peak.
double Plan::find_range(double& left, double& right) const {
    const double pace = std::min(std / 4, 1.0);
    const double steep = c + widest;
    const auto log_integrand = [&](double u, double slope) { return slope * u + (n - 1) * log_g(u); };
    double top = std::max(std::log(c / (n - 1)), -std * std::sqrt(2 * std::log(n)));
    while (log_integrand(top - pace, c) > log_integrand(top, c)) top -= pace;
    while (log_integrand(top + pace, c) > log_integrand(top, c)) top += pace;
    const double peak = log_integrand(top, c);
    double steepest = log_integrand(top, steep);
    double depth = 0;
    for (right = top;; right += pace) {
        const double log_value = log_g(right);
        const double height = c * right + (n - 1) * log_value - peak;
        const double steep_height = steep * right + (n - 1) * log_value;
        steepest = std::max(steepest, steep_height);
        depth = std::max({depth, height - log_value, -log_value - goal});
        if (!(height > -goal - 3) && !(steep_height > steepest - goal / 4)) break;
    }
    // There 1 - g^(n-1) <= (n-1) e^(q u + q^2 std^2/2).
    const auto log_left = [&](double u) {
        const double q = std::clamp(-u / (std * std), 0.0, 1.0);
        return std::log(n) + (c + q) * u + q * q * std * std / 2 - peak;
    };
    left = top;
    while (log_left(left) > -goal - 3) left -= pace;
    return depth;
}

/// The table of g^(n-1) over the grid of u, and what follows from it.
class Laplace {
public:
    Laplace(const NormalRow& row, const Plan& plan, const Context& context);

    /// At least e^(-r u_first) I(r) for real r > 0, with everything; infinite when that is not shown.
    [[nodiscard]] Ball bound(double r) const;
    /// I(c + i w) e^(-c u_first), widened by all errors.
    [[nodiscard]] ComplexBall at(const Ball& w, const Ball& bound_at_c) const;
    [[nodiscard]] const Ball& start() const { return start_; }  ///< u_first

private:
    [[nodiscard]] ComplexBall polynomial(const Ball& turn, long bits) const;
    void fill(const ArbVector& one_minus_g);
    [[nodiscard]] ArbVector one_minus_g(const Context& context) const;
    [[nodiscard]] Ball outside(double r) const;
    /// 1/(e^(2 pi a/h) - 1) (cos a)^-r
    [[nodiscard]] Ball discretisation(double r) const;

    const Plan& plan_;
    std::uint64_t others_;
    Ball std_, step_, start_;  ///< start_ = u_first
    ArbVector values_;         ///< e^(c (u - u_first)) g(u)^(n-1)
};

Laplace::Laplace(const NormalRow& row, const Plan& plan, const Context& context)
    : plan_(plan),
      others_(row.n - 1),
      std_(row.std.at(plan.table_bits)),
      step_(Ball(plan.step).at_precision(plan.table_bits)),
      start_(step_ * Ball(static_cast<std::int64_t>(plan.first_u))),
      values_(static_cast<std::size_t>(plan.last_u - plan.first_u + 1)) {
    fill(one_minus_g(context));
}

ArbVector Laplace::one_minus_g(const Context& context) const {
    const long bits = plan_.table_bits;
    const slong columns = plan_.last_v - plan_.first_v + 1;
    ArbVector density(static_cast<std::size_t>(columns));  // h e^v exp(-e^v)
    for (slong i = 0; i < columns; ++i) {
        const Ball v = exp(step_ * Ball(static_cast<std::int64_t>(plan_.first_v + i)));
        density.set(i, step_ * v * exp(-v));
    }
    context.check_cancelled();
    const slong lowest = plan_.first_u - plan_.last_v;
    const slong size = plan_.last_u - plan_.first_v - lowest + 1;
    ArbVector normal(static_cast<std::size_t>(size));
    const Ball scaled = step_ / std_;
    for (slong d = 0; d < size; ++d) {
        if (d % 1024 == 0) context.check_cancelled();
        normal.set(d, normal_cdf(scaled * Ball(static_cast<std::int64_t>(lowest + d))));
    }
    // Over v, and the ends: e^v_first on the left, exp(-e^(v_last)) on the right.
    const Ball a = Ball(plan_.strip_v).at_precision(bound_bits);
    const Ball bound = exp(a * a / (2 * std_ * std_)) / cos(a);
    Ball error = 2 * bound / expm1(2 * Ball::pi(bound_bits) * a / step_);
    error += exp(step_ * Ball(static_cast<std::int64_t>(plan_.first_v)));
    error += exp(-exp(step_ * Ball(static_cast<std::int64_t>(plan_.last_v))));
    ArbVector result(static_cast<std::size_t>(values_.size()));
    for (slong j = 0; j < values_.size(); ++j) {
        arb_dot(result[j], nullptr, 0, normal[j + columns - 1], -1, density[0], 1, columns, bits);
        arb_add_error(result[j], raw(error));
    }
    return result;
}

void Laplace::fill(const ArbVector& one_minus_g) {
    const long bits = plan_.bits;
    const Ball growth = exp(Ball(plan_.c) * step_);
    Ball weight = Ball(1).at_precision(plan_.table_bits);
    for (slong j = 0; j < values_.size(); ++j) {
        arb_sub_ui(values_[j], one_minus_g[j], 1, plan_.table_bits);
        arb_neg(values_[j], values_[j]);
        arb_pow_ui(values_[j], values_[j], others_, bits);
        arb_mul(values_[j], values_[j], raw(weight), bits);
        weight *= growth;
    }
}

Ball Laplace::discretisation(double r) const {
    const Ball a = Ball(plan_.strip_u).at_precision(bound_bits);
    return exp(-Ball(r) * log(cos(a))) / expm1(2 * Ball::pi(bound_bits) * a / step_.at_precision(bound_bits));
}

/// What the sum at Re z = r leaves out at both ends, over e^(r u_first).
Ball Laplace::outside(double r) const {
    const Ball h = step_.at_precision(bound_bits);
    const Ball std = std_.at_precision(bound_bits);
    const Ball u = start_.at_precision(bound_bits);
    const double q = std::clamp(-u.to_double() / (plan_.std * plan_.std), 0.0, 1.0);
    const Ball rate = Ball(r) + Ball(q);
    const Ball left = count_ball(others_, bound_bits) * h * exp(Ball(q) * u + Ball(q) * Ball(q) * std * std / 2) /
                      expm1(rate * h);
    const slong last = values_.size() - 1;
    const Ball tilt = (Ball(r) - Ball(plan_.c)) * h;
    const Ball value = values_.get(last, bound_bits) * exp(tilt * Ball(static_cast<std::int64_t>(last)));
    const Ball ratio = exp(tilt) * values_.get(last, bound_bits) / values_.get(last - 1, bound_bits);
    if (!(1 - ratio).is_positive()) return Ball::indeterminate();
    return left + h * value * ratio / (1 - ratio);
}

Ball Laplace::bound(double r) const {
    const Ball h = step_.at_precision(bound_bits);
    const Ball tilt = exp((Ball(r) - Ball(plan_.c)) * h);
    Ball sum = blank(bound_bits);
    for (slong j = values_.size() - 1; j >= 0; --j) {  // Horner
        sum *= tilt;
        sum += values_.get(j, bound_bits);
    }
    sum = h * (sum + 1 / expm1(Ball(r) * h)) + outside(r);
    const Ball relative = 2 * discretisation(r);
    if (!(Ball(0.5) - relative).is_positive()) return Ball::indeterminate();
    return (sum / (1 - relative)).upper();
}

/// The sum of values_[j] e^(i j turn). In blocks: a long Horner scheme would turn and wrap its rectangles.
ComplexBall Laplace::polynomial(const Ball& turn, long bits) const {
    constexpr slong block = 64;
    ArbVector cosines(block);
    ArbVector sines(block);
    for (slong k = 0; k < block; ++k)
        arb_sin_cos(sines[k], cosines[k], raw(turn * Ball(static_cast<std::int64_t>(k))), bits);
    ComplexBall sum = blank_complex(bits);
    for (slong from = 0; from < values_.size(); from += block) {
        const slong size = std::min(block, values_.size() - from);
        Ball real = blank(bits);
        Ball imaginary = blank(bits);
        arb_dot(raw(real), nullptr, 0, values_[from], 1, cosines[0], 1, size, bits);
        arb_dot(raw(imaginary), nullptr, 0, values_[from], 1, sines[0], 1, size, bits);
        const Ball angle = turn * Ball(static_cast<std::int64_t>(from));
        sum = sum + ComplexBall(real, imaginary) * ComplexBall(cos(angle), sin(angle));
    }
    return sum;
}

ComplexBall Laplace::at(const Ball& w, const Ball& bound_at_c) const {
    const long bits = plan_.bits;
    const Ball turn = w * step_.at_precision(bits);
    ComplexBall sum = polynomial(turn, bits);
    // The points left of the grid, with g = 1: a geometric series.
    const ComplexBall decay = exp(ComplexBall(Ball(plan_.c) * step_.at_precision(bits), turn));
    sum = ComplexBall(step_.at_precision(bits)) * (sum + ComplexBall(1) / (decay - ComplexBall(1)));
    const Ball lean = w.at_precision(bound_bits) * Ball(plan_.strip_u);
    const Ball error = 2 * cosh(lean) * discretisation(plan_.c) * bound_at_c + outside(plan_.c);
    sum = ComplexBall(sum.real().widened(error), sum.imaginary().widened(error));
    const Ball phase = w * start_.at_precision(bits);
    return sum * ComplexBall(cos(phase), sin(phase));
}

/// The integral along the contour.
class Contour {
public:
    Contour(const NormalRow& row, const Ball& level, const Plan& plan, const Context& context)
        : n_(row.n), plan_(plan), std_(row.std.at(plan.bits)), level_(level), table_(row, plan, context) {}

    [[nodiscard]] Ball operator()(const Context& context) const;

private:
    /// A bound of the integral of |A| over Re z = r.
    [[nodiscard]] Ball line(double r) const;
    [[nodiscard]] Ball point(const Ball& w, const Ball& bound_at_c) const;

    std::uint64_t n_;
    const Plan& plan_;
    Ball std_, level_;
    Laplace table_;
};

Ball Contour::line(double r) const {
    const Ball std = std_.at_precision(bound_bits);
    const Ball x = Ball(r).at_precision(bound_bits);
    const Ball exponent =
        x * (table_.start() - level_).at_precision(bound_bits) + pow(x * std, 2) / 2 - log_gamma(x + 1);
    return exp(exponent) * table_.bound(r) * sqrt(2 * Ball::pi(bound_bits)) / std;
}

/// Re A(c + i w), over what A(c) has besides I(c)/Gamma(c + 1).
Ball Contour::point(const Ball& w, const Ball& bound_at_c) const {
    const Ball c = Ball(plan_.c).at_precision(plan_.bits);
    const Ball square = std_ * std_;
    ComplexBall gamma = blank_complex(plan_.bits);
    acb_rgamma(raw(gamma), raw(ComplexBall(c + 1, w)), plan_.bits);
    const ComplexBall turn = exp(ComplexBall(-square * w * w / 2, w * (square * c - level_)));
    return (turn * gamma * table_.at(w, bound_at_c)).real();
}

Ball Contour::operator()(const Context& context) const {
    const Ball at_c = line(plan_.c);
    Ball around;
    double step = 0;
    double half_width = 0;
    for (int i = 4; i <= 20; ++i) {
        const double b = plan_.widest * i / 20;
        const Ball both = line(plan_.c + b) + line(plan_.c - b);
        const double excess = log(both / at_c).to_double();
        const double wide = 2 * M_PI * b / (plan_.goal + 2 + excess);
        if (std::isfinite(excess) && wide > step) {
            step = wide;
            half_width = b;
            around = both;
        }
    }
    if (step <= 0) return Ball::indeterminate();
    step = short_double(step);
    const Ball bound_at_c = table_.bound(plan_.c);
    const Ball h = Ball(step).at_precision(plan_.bits);
    const auto points = static_cast<std::int64_t>(std::sqrt(2 * plan_.goal) / (plan_.std * step)) + 1;
    Ball sum = point(Ball(0) * h, bound_at_c) / 2;
    for (std::int64_t k = 1; k <= points; ++k) {
        context.check_cancelled();
        sum += point(Ball(k) * h, bound_at_c);
    }
    const Ball c = Ball(plan_.c).at_precision(plan_.bits);
    const Ball height = exp(c * (table_.start() - level_) + pow(c * std_, 2) / 2);
    const Ball beyond = at_c * normal_cdf(-(std_ * h * Ball(points)).at_precision(bound_bits));
    const Ball discretisation = around / (2 * expm1(2 * Ball::pi(bound_bits) * Ball(half_width) / Ball(step)));
    const Ball half = (h * sum * height).widened(beyond).widened(discretisation);
    return count_ball(n_, plan_.bits) * half / Ball::pi(plan_.bits);
}

Rational rational(std::uint64_t n) {
    return Rational(static_cast<std::int64_t>(n / 2)) * Rational(2) + Rational(static_cast<std::int64_t>(n % 2));
}

/// P(max a > t) <= n P(x_1 - mean of the others > l + log(n-1)), a normal of variance std^2 n/(n-1).
Ball deviation_bound(const NormalRow& row, const Ball& level) {
    const Ball n = count_ball(row.n, bound_bits);
    const Ball std = row.std.at(bound_bits) * sqrt(n / (n - 1));
    return n * normal_cdf(-(level + log(n - 1)) / std);
}

}  // namespace

Computed fraction_of_rows_above(const NormalRow& row, const Real& threshold, long bits,
                                const Context& context) {
    if (compare(threshold * Real(rational(row.n)), 1).value_or(1) <= 0) return Ball(1);  // sum a = 1
    if (compare(threshold, Real(0.5)).value_or(-1) < 0) {
        return {Status::unable,
                "below 1/2 several weights of a row may exceed the threshold; samples testify"};
    }
    const long most = bits + 64;
    const Ball t = threshold.at(most);
    const Ball level = log(t / (1 - t));
    if (row.n == 2) return erfc(level / (2 * row.std.at(most))).at_precision(bits);
    const Ball bound = deviation_bound(row, level.at_precision(bound_bits));
    const long zeros = -bound.magnitude_exponent();
    const Ball nearly_zero = Ball::interval(Ball(0), bound);
    if (zeros > bits) return nearly_zero;
    // Asked again for a probability that is zero to the digits: its own digits, and no more.
    const long enough = context.bits();
    const Plan plan(row, level.to_double(), bits > enough ? std::max(enough, bits - zeros) : bits);
    if (plan.terms() > 64.0 * static_cast<double>(context.budget)) {
        if (zeros > enough) return nearly_zero;
        return {Status::unable, fmt::format("the table would take about {:.1g} products, more than 64 times "
                                            "the budget of {}",
                                            plan.terms(), context.budget)};
    }
    const Ball exact_level = log(threshold.at(plan.bits + 32) / (1 - threshold.at(plan.bits + 32)));
    return Contour(row, exact_level.at_precision(plan.bits), plan, context)(context).at_precision(bits);
}

}  // namespace sigprop
