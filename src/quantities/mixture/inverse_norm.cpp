#include "quantities/mixture/inverse_norm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/ball/error_term.hpp"
#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_legendre.hpp"

namespace sigprop {
namespace {

constexpr long working_bits = 128;
constexpr double most_exponentials = 1.5e7;
constexpr double quarter_pi = 0.78539816339744830;  // below pi/4
constexpr double scale_angle = 0.72;                // s of y
const double log_two = std::log(2.0);

Ball precise(double x) { return Ball(x).at_precision(working_bits); }

double upper_tail(double t) { return 0.5 * std::erfc(t / std::sqrt(2.0)); }

struct NormalAt {
    Ball density, below, above;
    explicit NormalAt(const Ball& t) : density(normal_pdf(t)), below(normal_cdf(t)), above(normal_cdf(-t)) {}
};

struct Routing {
    RouterLaw law;
    std::int64_t n, k;

    [[nodiscard]] bool is_softmax() const { return law == RouterLaw::softmax; }
    [[nodiscard]] Ball weight(const Ball& z) const { return is_softmax() ? exp(z) : sigmoid(z); }
    /// C of the density of t.
    [[nodiscard]] Ball factor() const {
        const auto log_factorial = [](std::int64_t m) {
            return log_gamma(precise(static_cast<double>(m)) + 1);
        };
        return exp(log_factorial(n) - log_factorial(n - k - 1) - log_factorial(k));
    }
    /// B of the header.
    [[nodiscard]] Ball most() const {
        const Ball root = sqrt(precise(static_cast<double>(k)));
        return is_softmax() ? root + (n - k) / root : root;
    }
    /// R of the header.
    [[nodiscard]] Ball rest(const Ball& t, const Ball& below) const {
        if (!is_softmax()) return 0;
        const Ball first = pow(below, n - k - 1) * exp(t);
        if (n - k - 1 == 0) return first;
        return first + (n - k - 1) * exp(precise(0.5)) * normal_cdf(t - 1) * pow(below, n - k - 2);
    }
    /// E[w; z > t], for sigmoid an upper bound.
    [[nodiscard]] Ball weight_above(const Ball& t) const {
        return is_softmax() ? exp(precise(0.5)) * normal_cdf(1 - t) : normal_cdf(-t);
    }
};

// ---- the plan, in double precision; no error bound rests on it

struct ThresholdPlan {
    double angle = 0, step = 0;   ///< s and h of t
    double lower = 0, upper = 0;  ///< ends of t
    double end = 0;               ///< of logits
    Ball lines = 0;               ///< M of t
};

/// The integral of C pdf |cdf|^(n-k-1) (1 - cdf)^k over a line at height s, from above: interval by interval,
/// where cdf rises and pdf is largest at an end or at 0.
class LineIntegral {
public:
    explicit LineIntegral(const Routing& routing) : routing_(routing), factor_(routing.factor()) {
        for (int i = -reach * parts; i <= reach * parts; ++i)
            points_.emplace_back(Ball(i).at_precision(working_bits) / parts);
    }
    [[nodiscard]] Ball operator()(double s) const {
        const std::int64_t others = routing_.n - routing_.k - 1;
        const Ball height = precise(s), up = height * (1 + exp(height * height / 2)) / 2;
        Ball sum = 0;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const NormalAt &left = points_[i], &right = points_[i + 1];
            const Ball density = max(left.density, right.density);  // 0 is a point
            sum += pow(right.below + up * density, others) * density * pow(left.above, routing_.k);
        }
        sum = sum / parts;
        const NormalAt &first = points_.front(), &last = points_.back();
        sum += pow(first.below + up * first.density, others) * first.below;
        sum += pow(1 + up * last.density, others) * pow(last.above, routing_.k + 1) / (routing_.k + 1);
        return factor_ * sum;
    }

private:
    static constexpr int reach = 12, parts = 32;
    Routing routing_;
    Ball factor_;
    std::vector<NormalAt> points_;
};

/// M of t at height s.
Ball lines_of_threshold(const Routing& routing, const LineIntegral& integral, double s) {
    const Ball height = precise(s), grown = exp(height * height / 2);
    const Ball root = sqrt(precise(static_cast<double>(routing.k)));
    Ball ratio = root;
    if (routing.is_softmax()) ratio += (1 + (routing.n - routing.k - 1) * grown) / root;
    return integral(s) * pow(grown, routing.k + 1) / sqrt(cos(2 * height)) * ratio;
}

double log_of(const Ball& positive) { return log(positive.upper()).to_double(); }

/// The bound of what a threshold outside has, over B.
Ball outside(const Routing& routing, const Ball& factor, const NormalAt& at, int side) {
    return side > 0 ? factor * pow(at.above, routing.k + 1) / (routing.k + 1)
                    : factor * pow(at.below, routing.n - routing.k) / (routing.n - routing.k);
}

ThresholdPlan plan_of_threshold(const Routing& routing, double goal) {
    ThresholdPlan plan;
    const LineIntegral integral(routing);
    const double root = 0.5 * std::log(static_cast<double>(routing.k));
    for (const double s : {0.02, 0.04, 0.08, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65}) {
        const Ball lines = lines_of_threshold(routing, integral, s);
        const double nats = log_of(2 * lines) - root + goal * log_two;
        const double step = 2 * std::acos(-1.0) * s / std::max(nats, 1.0);
        if (step > plan.step) {
            plan.angle = s;
            plan.step = step;
            plan.lines = lines;
        }
    }
    plan.step = design("mixture.inverse_norm.threshold_step", plan.step);
    const double n = static_cast<double>(routing.n), k = static_cast<double>(routing.k);
    const double log_factor = std::lgamma(n + 1) - std::lgamma(n - k) - std::lgamma(k + 1);
    const double excess =
        log_of(routing.most()) - root + design("mixture.inverse_norm.outside", goal + 3) * log_two;
    const auto low_bound = [&](double t) {
        return log_factor + (n - k) * std::log(upper_tail(-t)) - std::log(n - k) + excess;
    };
    const auto high_bound = [&](double t) {
        return log_factor + (k + 1) * std::log(upper_tail(t)) - std::log(k + 1) + excess;
    };
    constexpr double grain = 0x1p-6, farthest = 20;
    plan.lower = -farthest;
    while (plan.lower < farthest && low_bound(plan.lower + grain) < 0) plan.lower += grain;
    plan.upper = farthest;
    while (plan.upper > -farthest && high_bound(plan.upper - grain) < 0) plan.upper -= grain;
    plan.end = plan.upper;
    const double left = design("mixture.inverse_norm.far_logits", goal + 12) * log_two;
    const auto far = [&](double x) {
        return (routing.is_softmax() ? 0.5 + std::log(upper_tail(x - 1)) : std::log(upper_tail(x))) + left;
    };
    while (far(plan.end) > std::log(upper_tail(plan.upper)) && plan.end < 36) plan.end += grain;
    return plan;
}

struct ScalePlan {
    double step = 0;
    std::int64_t first = 0, last = 0;
};

ScalePlan plan_of_scale(const Routing& routing, double lower, double goal) {
    ScalePlan plan;
    const double n = static_cast<double>(routing.n), k = static_cast<double>(routing.k);
    const double root = 0.5 * std::log(k), most = log_of(routing.most());
    plan.step = design("mixture.inverse_norm.scale_step", 2 * std::acos(-1.0) * scale_angle /
                                                              (goal * log_two + most - root + log_two -
                                                               0.5 * std::log(std::cos(2 * scale_angle))));
    const double sum = (routing.is_softmax() ? std::log(n) + 0.5 : std::log(k)) - root;
    const double least = design("mixture.inverse_norm.small_scales", goal + 2) * log_two + sum;
    plan.first = static_cast<std::int64_t>(std::floor(-least / plan.step));
    const double square = k * std::exp(routing.is_softmax() ? 2 * lower : -2 * std::log1p(std::exp(-lower)));
    const double nats = std::max(design("mixture.inverse_norm.large_scales", goal + 2) * log_two + sum, 1.0);
    plan.last = static_cast<std::int64_t>(std::ceil(0.5 * std::log(nats / square) / plan.step));
    return plan;
}

// ---- the sums

/// Between neighbouring t: what stands before e^(-v^2 w^2) at each node, w^2, and the rule's error.
struct Panel {
    std::vector<Ball> density, with_weight, square;
    Ball slack, slack_with_weight;  ///< about 0
};

/// At t: what stands before a b^(k-1) and before b^k, and bounds.
struct ThresholdPoint {
    Ball of_weight, of_rest;
    Ball mass;          ///< h C pdf cdf^(n-k-1) (1 - cdf)^k
    Ball sum;           ///< that times E[S | t], from above
    Ball least_square;  ///< k w(t)^2, the least Q
};

class Table {
public:
    Table(const Routing& routing, const ThresholdPlan& plan, double goal)
        : routing_(routing), step_(precise(plan.step)) {
        first_ = static_cast<std::int64_t>(std::floor(plan.lower / plan.step));
        last_ = std::max(static_cast<std::int64_t>(std::ceil(plan.upper / plan.step)), first_ + 1);
        end_ = std::max(static_cast<std::int64_t>(std::ceil(plan.end / plan.step)), last_ + 1);
        rho_ = rho_of(plan.step);
        const double nats = (goal + 16) * log_two - std::log(upper_tail(plan.upper));
        nodes_ = std::max(2, static_cast<int>(std::ceil(nats / (2 * std::log(rho_)))));
    }
    [[nodiscard]] double exponentials(const ScalePlan& scales) const {
        return static_cast<double>(end_ - first_) * nodes_ *
               static_cast<double>(scales.last - scales.first + 1);
    }
    void fill() {
        const Ball factor = routing_.factor() * step_;
        for (std::int64_t j = first_; j <= last_; ++j) points_.push_back(point(factor, j * step_));
        const GaussLegendre rule = gauss_legendre(nodes_, working_bits);
        for (std::int64_t j = first_; j < end_; ++j) panels_.push_back(panel(rule, j * step_));
        const Ball end = end_ * step_;
        const auto tail = [](const Ball& bound) {
            return error_term("mixture.inverse_norm.far_logits", bound);
        };
        beyond_ = tail(normal_cdf(-end));
        weight_beyond_ = tail(routing_.weight_above(end));
    }
    /// The sum over t, of the integrand over 2/sqrt(pi).
    [[nodiscard]] Ball at_scale(const Ball& v) const {
        const Ball square = v * v;
        Ball b = Ball::interval(0, beyond_), a = Ball::interval(0, weight_beyond_), sum = 0;
        for (std::size_t j = panels_.size(); j-- > 0;) {
            const Panel& one = panels_[j];
            for (std::size_t i = 0; i < one.square.size(); ++i) {
                const Ball damped = exp(-square * one.square[i]);
                b += one.density[i] * damped;
                a += one.with_weight[i] * damped;
            }
            b += one.slack;
            a += one.slack_with_weight;
            if (j < points_.size()) {
                const ThresholdPoint& at = points_[j];
                sum += pow(b, routing_.k - 1) * (at.of_weight * a + at.of_rest * b);
            }
        }
        return sum;
    }
    [[nodiscard]] const std::vector<ThresholdPoint>& points() const { return points_; }
    [[nodiscard]] Ball lower() const { return first_ * step_; }
    [[nodiscard]] Ball upper() const { return last_ * step_; }

private:
    /// Of the widest ellipse about a panel on which w^2 keeps a real part that is not negative.
    static double rho_of(double step) {
        const double half = 2 * 0.999 * quarter_pi / step;  // (rho - 1/rho)/2
        return half + std::sqrt(half * half + 1);
    }
    [[nodiscard]] ThresholdPoint point(const Ball& factor, const Ball& t) const {
        const NormalAt at(t);
        ThresholdPoint result;
        const Ball others = pow(at.below, routing_.n - routing_.k - 1);
        result.of_weight = factor * at.density * others * routing_.k;
        result.of_rest = factor * at.density * routing_.rest(t, at.below);
        const Ball chosen = pow(at.above, routing_.k - 1);
        result.mass = factor * at.density * others * chosen * at.above;
        result.sum = chosen * (result.of_weight * routing_.weight_above(t) + result.of_rest * at.above);
        result.least_square = routing_.k * pow(routing_.weight(t), 2);
        return result;
    }
    [[nodiscard]] Panel panel(const GaussLegendre& rule, const Ball& left) const {
        Panel result;
        const Ball half = step_ / 2, centre = left + half;
        for (std::size_t i = 0; i < rule.nodes.size(); ++i) {
            const Ball z = centre + half * rule.nodes[i], w = routing_.weight(z);
            result.density.push_back(half * rule.weights[i] * normal_pdf(z));
            result.with_weight.push_back(result.density.back() * w);
            result.square.push_back(w * w);
        }
        // On the ellipse: |pdf(x + iy)| = pdf(x) e^(y^2/2), |w| <= e^x, or 1 for sigmoid
        const Ball rho = precise(rho_), reach = half * (rho + 1 / rho) / 2,
                   height = half * (rho - 1 / rho) / 2;
        const Ball nearest = max(max(centre - reach, -centre - reach), Ball(0));
        const Ball density = normal_pdf(nearest) * exp(height * height / 2);
        const Ball error = half * rest_of_ellipse(density, rho, static_cast<std::int64_t>(rule.nodes.size()));
        // widening: of terms
        result.slack = Ball(0).at_precision(working_bits).widened(error);
        // widening: of terms
        result.slack_with_weight = Ball(0)
                                       .at_precision(working_bits)
                                       .widened(routing_.is_softmax() ? error * exp(centre + reach) : error);
        return result;
    }

    Routing routing_;
    Ball step_;
    std::int64_t first_ = 0, last_ = 0, end_ = 0;
    double rho_ = 0;
    int nodes_ = 0;
    Ball beyond_, weight_beyond_;
    std::vector<ThresholdPoint> points_;
    std::vector<Panel> panels_;
};

/// Whether the density of t, whose logarithm is concave, falls to the left of `lower` and to the right of
/// `upper`, so that sums there are below integrals.
bool is_falling_outside(const Routing& routing, const Ball& lower, const Ball& upper) {
    const auto slope = [&](const Ball& t) {
        const NormalAt at(t);
        return (routing.n - routing.k - 1) * at.density / at.below - t - routing.k * at.density / at.above;
    };
    return slope(lower).is_positive() && slope(upper).is_negative();
}

/// 2/(e^(2 pi s/h) - 1).
Ball strip_factor(double s, double h) {
    return 2 / expm1(2 * Ball::pi(working_bits) * precise(s) / precise(h));
}

}  // namespace

Answer enclosed_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active, long bits,
                             const Context& context) {
    const Routing routing{law, experts, active};
    if (experts == active)
        return {Status::unable, "with all experts active there is no logit below the chosen ones"};
    const auto goal = static_cast<double>(std::min(bits, most_inverse_norm_bits));
    const ThresholdPlan plan = plan_of_threshold(routing, goal);
    const ScalePlan scales = plan_of_scale(routing, plan.lower, goal);
    Table table(routing, plan, goal);
    if (table.exponentials(scales) > most_exponentials) return {Status::unable, "the sums take too long"};
    table.fill();
    if (!is_falling_outside(routing, table.lower(), table.upper()))
        return {Status::unable, "the law of the threshold is wider than its sum"};
    const Ball growth = precise(scales.step), root_factor = 2 / sqrt(Ball::pi(working_bits));
    Ball sum = 0;
    for (std::int64_t m = scales.first; m <= scales.last; ++m) {
        context.check_cancelled();
        const Ball v = exp(m * growth);
        sum += v * table.at_scale(v);
    }
    sum *= growth * root_factor;
    Ball mass = 0, all_small = 0, all_large = 0;
    const Ball largest = exp(scales.last * growth);
    for (const ThresholdPoint& at : table.points()) {
        mass += at.mass;
        all_small += at.sum;
        const Ball exponent = largest * largest * at.least_square;
        // v e^(-v^2 Q) falls from here on, as a function of log v
        if (!(2 * exponent - 1).is_positive()) return {Status::unable, "the sums end too early"};
        all_large += at.sum * exp(-exponent) / (2 * largest * at.least_square);
    }
    const Ball small = all_small * root_factor * exp(scales.first * growth) * growth / expm1(growth);
    const Ball factor = routing.factor();
    const Ball beyond = routing.most() * (outside(routing, factor, NormalAt(table.lower()), -1) +
                                          outside(routing, factor, NormalAt(table.upper()), 1));
    sum += Ball::interval(0, error_term("mixture.inverse_norm.small_scales", small).upper());
    sum +=
        Ball::interval(0, error_term("mixture.inverse_norm.large_scales", root_factor * all_large).upper());
    sum += Ball::interval(0, error_term("mixture.inverse_norm.outside", beyond).upper());
    const Ball angle = precise(scale_angle);
    const Ball of_scales =
        strip_factor(scale_angle, scales.step) * mass * routing.most() / sqrt(cos(2 * angle));
    return sum.widened(error_term("mixture.inverse_norm.scale_strip", of_scales))
        .widened(error_term("mixture.inverse_norm.threshold_strip",
                            strip_factor(plan.angle, plan.step) * plan.lines));
}

}  // namespace sigprop
