#include "methods/normal_rule/normal_trapezoid.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/mean/strip.hpp"
#include "methods/quadrature/rectangle_bound.hpp"
#include "methods/quadrature/widest_step.hpp"

#include <cmath>
#include <sigprop/core/formula/law.hpp>

namespace sigprop {
namespace {

constexpr long precision = 64;

Ball ball(double x) { return Ball(x).at_precision(precision); }

Ball interval(double a, double b) { return Ball::interval(Ball(a), Ball(b)).at_precision(precision); }

/// The strip with the widest step in z; height and bound are in y, where only the weight depends on std.
ProvedStrip best_strip(const TrapezoidProblem& problem, const Context& context) {
    const Formula z =
        ball_constant("1 / std", 1 / interval(problem.lower_std, problem.upper_std)) * Formula::variable();
    const Formula weight = Law::normal().weight().substitute(std::span(&z, 1));
    RectangleBound bound(problem.smooth * weight, (problem.half_length + 1) * problem.upper_std);
    const double log_scale = std::log(problem.scale * problem.lower_std);
    const double goal = nats_of_bits(problem.bits) - log_scale;
    // Nothing can be proved at a singularity, and a slightly narrower strip costs little.
    const double widest = std::min(std::sqrt(2 * nats_of_bits(problem.bits)) * problem.lower_std,
                                   0.955 * strip_of_analyticity(problem.smooth).at_most);
    ProvedStrip best;
    double height = widest;
    for (int worse = 0; worse < 3 && height > 1e-3 * widest;) {
        context.check_cancelled();
        const double boxes = 600 + 30 * std::min(problem.half_length * problem.upper_std / height, 1e3);
        const double log_bound = bound.log_horizontal(height, static_cast<int>(boxes), log_scale + 1, 512);
        const double step =
            std::isfinite(log_bound) ? widest_step(height, log_bound, goal) / problem.upper_std : 0;
        if (step > best.step) {
            best = {height, log_bound, step};
            worse = 0;
        } else if (best.step > 0) {
            ++worse;
        }
        height *= best.step > 0 ? 0.95 : 0.88;
    }
    return best;
}

/// The long sides of the rectangle are taken in y, with steps of std h; the short ones in z and for a few
/// parts of the range, because enclosures over a wide range of std overestimate most there.
Ball rectangle_error(const TrapezoidProblem& problem, const ProvedStrip& strip, double side, double h) {
    const double low = problem.lower_std;
    const double high = problem.upper_std;
    const Ball rate = 2 * Ball::pi(precision) * Ball(strip.height) / (ball(h) * interval(low, high));
    const Ball horizontal = 2 * exp(ball(strip.log_bound)) / expm1(rate);
    const Ball goal = ball(problem.scale) * Ball::power_of_two(-problem.bits - 4);
    const Ball X = (Ball(side) + Ball(0.5)) * ball(h);
    Ball vertical = ball(0);
    const int cuts = low < high ? 8 : 1;
    for (int i = 0; i < cuts; ++i) {
        const double from = low + (high - low) * i / cuts;
        const double to = i + 1 == cuts ? high : low + (high - low) * (i + 1) / cuts;
        const Formula g = scaled_argument(problem.smooth, interval(from, to)) * Law::normal().weight();
        RectangleBound sides(g, X.upper_double());
        const double height = (ball(strip.height) / ball(from)).upper_double();
        vertical = max(vertical, sides.vertical(X, height, ball(h), goal));
    }
    return error_term("normal_rule.trapezoid.long_sides", horizontal / ball(low)) +
           error_term("normal_rule.trapezoid.short_sides", 2 * vertical);
}

}  // namespace

Formula ball_constant(const std::string& name, const Ball& value) {
    return Formula(Real(name + " " + value.exact_text(), [value](long) { return value; }));
}

Formula scaled_argument(const Formula& f, const Ball& std) {
    const Formula y = ball_constant("std", std) * Formula::variable();
    return f.substitute(std::span(&y, 1));
}

TrapezoidRule normal_trapezoid(const TrapezoidProblem& problem, const Context& context) {
    const ProvedStrip strip = best_strip(problem, context);
    if (strip.step <= 0) return {};
    TrapezoidRule rule;
    rule.step =
        short_double(std::min(strip.step, 1.0));  // the covering extends one unit beyond `half_length`
    rule.side = std::ceil(problem.half_length / rule.step - 0.5);
    rule.error = rectangle_error(problem, strip, rule.side, rule.step);
    return rule;
}

}  // namespace sigprop
