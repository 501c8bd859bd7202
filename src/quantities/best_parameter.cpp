// activation.best_parameter: the t that brings f(x, t) closest to g(x).
//
// Largest error, h = f - g, E(t) = sup_x |h(x, t)|: at any two points E(t) >= s1 h(x1, t) and E(t) >= s2
// h(x2, t). Where the first rises with t all over the search interval and the second falls, a parameter above
// t+ has an error of at least s1 h(x1, t+), one below t- at least s2 h(x2, t-): both larger than a proved
// bound of E at one parameter between them, so that the best one lies in [t-, t+]. The points are those where
// the errors of both signs are in balance (Chebyshev's equioscillation), found by Newton's iteration, which
// proves nothing.
//
// Mean square over [lower, upper]: a zero of J'(t)/2 = integral of (f - g) df/dt, enclosed by the interval
// Newton operator, with J'' > 0 around it: a strict local minimum, the only stationary point near it.

#include "core/operands_first.hpp"
#include "core/sign_isolation.hpp"
#include "methods/boost_root.hpp"
#include "methods/supremum.hpp"
#include "quantities/moment_curve.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/core/evaluator.hpp>

namespace sigprop {
namespace {

constexpr double least_t = 0x1p-6;
constexpr double most_t = 0x1p6;

struct Problem {
    Formula h = 0;  ///< f - g in x and t
    Real lower = 0, upper = 0;
};

Formula with_t(const Formula& f, const Formula& t) {
    const std::array replacements = {Formula::variable(), t};
    return f.substitute(replacements);
}
/// At a point x, as a formula in x0 = t.
Formula with_x(const Formula& f, const Ball& x) {
    const std::array replacements = {Formula(real_of_exact(x)), Formula::variable()};
    return f.substitute(replacements);
}

// ---- in double precision

/// |h| on a grid of x.
class Grid {
public:
    Grid(const Formula& h, double lower, double upper)
        : h_(h), lower_(lower), step_((upper - lower) / count) {}

    double value(double x, double t) {
        const std::array variables = {x, t};
        return h_(variables)[0];
    }
    double place(int i) const { return lower_ + (i + 0.5) * step_; }
    double largest(double t) {
        double most = 0;
        for (int i = 0; i < count; ++i) most = std::fmax(most, std::fabs(value(place(i), t)));
        return most;
    }
    double mean_square(double t) {
        double sum = 0;
        for (int i = 0; i < count; ++i) sum += std::pow(value(place(i), t), 2);
        return sum / count;
    }

    static constexpr int count = 2048;

private:
    Evaluator<double> h_;
    double lower_, step_;
};

/// The best cell of a geometric grid over the search interval, refined by Brent's method; NaN at its ends.
double roughly_best(const std::function<double(double)>& error, const Context& context) {
    const double ratio = std::exp2(1.0 / 8);
    double best = NAN;
    double least = HUGE_VAL;
    for (double t = least_t; t <= most_t * 1.0001; t *= ratio) {
        context.check_cancelled();
        const double here = error(t);
        if (here < least) {
            least = here;
            best = t;
        }
    }
    if (!(best > least_t * 1.01 && best < most_t * 0.99)) return NAN;
    return boost_minimum(error, best / ratio, best * ratio).root;
}

Computed not_found() { return {Status::unable, "no best t was found inside the search interval [1/64, 64]"}; }

// ---- the largest error

struct Extremum {
    Ball x;
    int sign = 0;  ///< of h there
};

/// The values and derivatives of h that the iteration needs.
struct Derivatives {
    Derivatives(const Formula& h, long bits)
        : all(std::array{h, h.derivative(0), h.derivative(0).derivative(0), h.derivative(1)}, bits) {}
    std::span<const Ball> operator()(const Ball& x, const Ball& t) {
        const std::array variables = {x, t};
        return all(variables);
    }
    Evaluator<Ball> all;
};

/// The largest local extrema whose error rises and falls with t.
std::optional<std::array<Extremum, 2>> opposed_extrema(const Formula& h, Grid& grid, double t) {
    Derivatives at(h, 64);
    const double most = grid.largest(t);
    std::optional<Extremum> rising, falling;
    double largest_rising = 0.98 * most;
    double largest_falling = 0.98 * most;
    for (int i = 1; i + 1 < Grid::count; ++i) {
        const double x = grid.place(i);
        const double here = std::fabs(grid.value(x, t));
        if (here < std::fabs(grid.value(grid.place(i - 1), t)) ||
            here < std::fabs(grid.value(grid.place(i + 1), t)))
            continue;
        const auto values = at(Ball(x).at_precision(64), Ball(t).at_precision(64));
        const int sign = values[0].is_negative() ? -1 : 1;
        const double trend = sign * values[3].to_double();
        if (trend > 0 && here > largest_rising) {
            largest_rising = here;
            rising = Extremum{x, sign};
        }
        if (trend < 0 && here > largest_falling) {
            largest_falling = here;
            falling = Extremum{x, sign};
        }
    }
    if (!rising || !falling) return std::nullopt;
    return std::array{*rising, *falling};
}

/// Newton's iteration for two extrema in balance; returns t.
Ball balanced(const Formula& h, std::array<Extremum, 2>& points, Ball t, long bits) {
    Derivatives at(h, bits);
    for (int step = 0; step < 40; ++step) {
        std::array<Ball, 2> size, trend;
        for (std::size_t k = 0; k < 2; ++k) {
            for (int inner = 0; inner < 3; ++inner) {
                const auto values = at(points[k].x.at_precision(bits), t.at_precision(bits));
                points[k].x = (points[k].x - values[1] / values[2]).at_precision(bits).midpoint();
            }
            const auto values = at(points[k].x.at_precision(bits), t.at_precision(bits));
            size[k] = points[k].sign * values[0];
            trend[k] = points[k].sign * values[3];
        }
        const Ball move = ((size[0] - size[1]) / (trend[0] - trend[1])).midpoint();
        if (!move.is_finite()) return Ball::indeterminate();
        t = (t - move).at_precision(bits).midpoint();
        if (move.magnitude_exponent() < -bits + 24) break;
    }
    return t;
}

/// Whether a step or a where() of this formula in x0 = t may switch.
bool jumps_with_t(const Formula& of_t) {
    return std::ranges::any_of(operands_first(of_t), [](const Formula& node) {
        const bool jumps = node.operation() == Operation::step ||
                           node.operation() == Operation::where_negative ||
                           node.operation() == Operation::where_nonpositive;
        return jumps && node.operands()[0].variable_count() > 0;
    });
}

/// Whether sign * h(x, t) rises (direction 1) or falls (-1) with t on the whole search interval.
bool keeps_direction(const Formula& h, const Extremum& point, int direction) {
    if (jumps_with_t(with_x(h, point.x))) return false;  // the derivative would not see it
    const Formula trend = with_x(h.derivative(1), point.x);
    // Far from the best t the trend of a saturated function is tiny: 1 - tanh(u)^2 below 2^-1000, say.
    for (const long bits : {320L, 5120L}) {
        std::uint64_t budget = 20'000;
        const auto signs = isolate_signs(trend, Ball(least_t), Ball(most_t), bits, budget);
        if (signs.size() == 1 && signs[0].sign != 0) return signs[0].sign == direction * point.sign;
    }
    return false;
}

/// The nearest t beyond `t` on the side of `direction` where the point's error is proved above `error`.
std::optional<Ball> exceeded(const Formula& h, const Extremum& point, const Ball& t, int direction,
                             const Ball& error, long bits) {
    Evaluator<Ball> evaluate(with_x(h, point.x), bits);
    for (long shift = bits - 32; shift > 8; shift -= 4) {
        const Ball there = t + direction * Ball::power_of_two(-shift);
        if ((point.sign * evaluate(there.at_precision(bits)) - error).is_positive()) return there;
    }
    return std::nullopt;
}

Computed best_for_the_largest_error(const Problem& problem, long bits, const Context& context) {
    const long working = bits + 64;
    Grid grid(problem.h, -16, 16);
    const double start = roughly_best([&](double t) { return grid.largest(t); }, context);
    if (std::isnan(start)) return not_found();
    auto points = opposed_extrema(problem.h, grid, start);
    if (!points)
        return {Status::unable, "no two errors in balance were found: one that grows with t, one that falls"};
    const Ball t = balanced(problem.h, *points, start, working);
    if (!t.is_finite() || !(t - least_t).is_positive() || !(most_t - t).is_positive()) return not_found();
    if (!keeps_direction(problem.h, (*points)[0], 1) || !keeps_direction(problem.h, (*points)[1], -1)) {
        return {Status::unable, "that the errors in balance grow and fall with t throughout was not shown"};
    }
    const Computed error =
        supremum_of_magnitude(with_t(problem.h, Formula(real_of_exact(t))), bits + 16, context);
    if (error.status != Status::ok) return {Status::unable, "the largest error: " + error.reason};
    const auto above = exceeded(problem.h, (*points)[0], t, 1, error.value.upper(), working);
    const auto below = exceeded(problem.h, (*points)[1], t, -1, error.value.upper(), working);
    if (!above || !below)
        return {Status::unable, "a larger error exists elsewhere: the two in balance do not decide"};
    return Ball::interval(*below, *above).at_precision(working);
}

// ---- the mean square

/// The mean over [lower, upper] of an integrand in x and t.
Computed mean_over(const Problem& problem, const Formula& integrand, const Ball& t, long digits,
                   const Context& context) {
    Law law;
    law.sampler = Sampler::truncated_normal;
    law.lower = problem.lower;
    law.upper = problem.upper;
    const Formula parameter(
        Real("t", [t](long bits) { return t.at_precision(std::max(bits, t.precision())); }));
    Context own = context;
    own.digits = digits;
    const std::vector<RoutePlan> plans = {
        expectation({with_t(integrand, parameter)}, law, Formula::variable())};
    const Evidence best = best_enclosure(plans, own);
    if (best.status != Status::ok) return {best.status, best.reason};
    return best.value;
}

/// Whether no switch moves with t, so that derivatives may be taken under the integral: u(x) and t u(x),
/// where t > 0, switch at the same x for every t.
bool switches_stay(const Formula& h) {
    const auto depends = [](const Formula& u) { return u.variable_count() > 1; };
    const auto is_t = [](const Formula& u) {
        return u.operation() == Operation::variable && u.integer() == 1;
    };
    const auto stays = [&](const Formula& u) {
        if (!depends(u)) return true;
        if (u.operation() != Operation::multiply) return false;
        const Formula& a = u.operands()[0];
        const Formula& b = u.operands()[1];
        return (is_t(a) && !depends(b)) || (is_t(b) && !depends(a));
    };
    return std::ranges::all_of(operands_first(h), [&](const Formula& node) {
        switch (node.operation()) {
            case Operation::minimum:
            case Operation::maximum: return !depends(node.operands()[0]) && !depends(node.operands()[1]);
            default: return !is_piecewise(node.operation()) || stays(node.operands()[0]);
        }
    });
}

Computed best_for_the_mean_square(const Problem& problem, long bits, const Context& context) {
    if (!switches_stay(problem.h)) return {Status::unable, "a switch of the difference moves with t"};
    Grid grid(problem.h, problem.lower.to_double(), problem.upper.to_double());
    const double start = roughly_best([&](double t) { return grid.mean_square(t); }, context);
    if (std::isnan(start)) return not_found();
    const Formula trend = problem.h.derivative(1);
    const Formula gradient = problem.h * trend;
    const Formula bend = pow(trend, 2) + problem.h * trend.derivative(1);
    const Ball width = Ball::power_of_two(-20);
    const auto around = [&](const Ball& t) { return t.at_precision(bits + 32).widened(width); };
    const long digits = static_cast<long>(static_cast<double>(bits) / 3.3219280948873623);
    Ball t = start;
    Computed curvature = mean_over(problem, bend, around(t), 4, context);
    if (curvature.status != Status::ok) return curvature;
    if (!curvature.value.is_positive())
        return {Status::unable, "that the stationary point is a minimum was not shown"};
    for (long known = 6; known < 2 * digits; known = known * 3 / 2) {
        const Computed slope = mean_over(problem, gradient, t, std::min(known * 2, digits), context);
        if (slope.status != Status::ok) return slope;
        t = (t - slope.value / curvature.value.midpoint()).at_precision(bits + 32).midpoint();
    }
    curvature = mean_over(problem, bend, around(t), 4, context);
    const Computed slope = mean_over(problem, gradient, t, digits, context);
    if (curvature.status != Status::ok) return curvature;
    if (slope.status != Status::ok) return slope;
    if (!curvature.value.is_positive())
        return {Status::unable, "that the stationary point is a minimum was not shown"};
    const Ball image = t.at_precision(bits + 32) - slope.value / curvature.value;
    if (!around(t).contains(image)) return {Status::unable, "the stationary point could not be enclosed"};
    return image;
}

Computed estimated(const Problem& problem, bool largest, const Context& context) {
    Grid grid(problem.h, largest ? -16 : problem.lower.to_double(), largest ? 16 : problem.upper.to_double());
    const double t = roughly_best(
        [&](double parameter) { return largest ? grid.largest(parameter) : grid.mean_square(parameter); },
        context);
    if (std::isnan(t)) return not_found();
    return Ball(t).at_precision(64).widened(Ball(0x1p-12 * t));
}

std::vector<RoutePlan> routes(const Arguments& arguments) {
    const bool largest = arguments.choice("norm") == "sup";
    const Problem problem{arguments.activation("f").formula - arguments.activation("g").formula,
                          arguments.real("lower"), arguments.real("upper")};
    const bool whole = problem.lower.infinite_sign() < 0 && problem.upper.infinite_sign() > 0;
    if (largest && !whole) throw InputError("norm=sup is taken over all real x: leave out lower and upper");
    if (!largest) {
        require_finite(problem.lower, "lower (norm=l2 needs both limits)");
        require_finite(problem.upper, "upper (norm=l2 needs both limits)");
        if (compare(problem.lower, problem.upper).value_or(0) >= 0) {
            throw InputError("the lower limit " + problem.lower.text() + " is not below the upper limit " +
                             problem.upper.text());
        }
    }
    return {Computation{Route::definition, largest ? "recursion" : "arb_integral", Kind::enclosure,
                        [problem, largest](long bits, const Context& context) {
                            return largest ? best_for_the_largest_error(problem, bits, context)
                                           : best_for_the_mean_square(problem, bits, context);
                        }},
            Computation{Route::definition, "boost_brent", Kind::estimate,
                        [problem, largest](long, const Context& context) {
                            return estimated(problem, largest, context);
                        }}};
}

}  // namespace

std::vector<Quantity> best_parameter_quantities() {
    return {
        {"activation.best_parameter",
         {},
         "The parameter that brings a family of functions closest to a given one, such as quick_gelu's "
         "1.702.",
         "argmin over t of sup_x |f(x, t) - g(x)|, or of the integral of (f - g)^2 over [lower, upper]",
         "t in [1/64, 64]. norm=sup: over all real x, the best t of that interval is proved. norm=l2: a "
         "strict local minimum is proved, the one next to the best of a grid over that interval",
         "Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; the method is Chebyshev's equioscillation",
         {{"f", ParameterKind::family, std::nullopt, "a quoted formula in x and the parameter t"},
          {"g", ParameterKind::activation, std::nullopt, "an activation by name, or a quoted formula in x"},
          {"norm", ParameterKind::choice, "sup", "what is minimised", {"sup", "l2"}},
          {"lower", ParameterKind::real, "-inf", "lower limit of x for norm=l2"},
          {"upper", ParameterKind::real, "inf", "upper limit of x for norm=l2"}},
         {"definition: norm=sup: errors in balance at two points and the supremum at the best t (recursion), "
          "a proof; norm=l2: interval Newton on the integral's derivative (arb_integral), a proof",
          "definition: Brent's method on a grid, an estimate"},
         routes}};
}

}  // namespace sigprop
