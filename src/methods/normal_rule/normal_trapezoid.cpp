#include "methods/normal_rule/normal_trapezoid.hpp"

#include "methods/mean/strip.hpp"
#include "methods/quadrature/rectangle_bound.hpp"

#include <cmath>
#include <sigprop/core/formula/law.hpp>

namespace sigprop {
namespace {

constexpr long precision = 64;
constexpr double log_2 = 0.693147180559945309417;

Ball ball(double x) { return Ball(x).at_precision(precision); }

Ball interval(double a, double b) { return Ball::interval(Ball(a), Ball(b)).at_precision(precision); }

/// The largest double <= x with 20 significant bits.
double short_double(double x) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return std::ldexp(std::floor(std::ldexp(fraction, 20)), exponent - 20);
}

/// The widest step in z that a proved strip allows; height and bound in y, where only the weight depends on
/// std.
struct ProvedStrip {
    double height = 0, log_bound = 0, step = 0;
};

ProvedStrip best_strip(const TrapezoidProblem& problem, const Context& context) {
    const Formula z =
        ball_constant("1 / std", 1 / interval(problem.lower_std, problem.upper_std)) * Formula::variable();
    const Formula weight = Law::normal().weight().substitute(std::span(&z, 1));
    RectangleBound bound(problem.smooth * weight, (problem.reach + 1) * problem.upper_std);
    const double log_scale = std::log(problem.scale * problem.lower_std);
    const double goal = static_cast<double>(problem.bits) * log_2 - log_scale;
    // At a singularity nothing can be proved, just below it little is lost.
    const double widest =
        std::min(std::sqrt(2 * static_cast<double>(problem.bits) * log_2) * problem.lower_std,
                 0.955 * strip_of_analyticity(problem.smooth).at_most);
    ProvedStrip best;
    double height = widest;
    for (int worse = 0; worse < 3 && height > 1e-3 * widest;) {
        context.check_cancelled();
        const double boxes = 600 + 30 * std::min(problem.reach * problem.upper_std / height, 1e3);
        const double log_bound = bound.log_horizontal(height, static_cast<int>(boxes), log_scale + 1, 512);
        const double exponent = std::max(goal + log_bound, 2.0);
        const double step = std::isfinite(log_bound) ? 2 * M_PI * height / (problem.upper_std * exponent) : 0;
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

/// The long sides of the rectangle in y with steps of std h, the short ones in z and for a few parts of the
/// range, because there enclosures over a wide range of std would overshoot most.
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
    return horizontal / ball(low) + 2 * vertical;
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
    rule.step = short_double(std::min(strip.step, 1.0));  // the covering reaches one unit beyond `reach`
    rule.side = std::ceil(problem.reach / rule.step - 0.5);
    rule.error = rectangle_error(problem, strip, rule.side, rule.step);
    return rule;
}

}  // namespace sigprop
