// The parameter that minimises the largest error, E(t) = sup_x |h(x, t)| with h = f - g. For any two points
// E(t) >= s1 h(x1, t) and E(t) >= s2 h(x2, t). Let the first bound rise with t over the whole search
// interval and the second fall. Then E is at least s1 h(x1, t+) above t+, and at least s2 h(x2, t-)
// below t-. If both exceed a proved bound of E at one parameter between them, the best one lies in [t-, t+].
// The points are those where the errors of both signs are in balance (Chebyshev's equioscillation), found by
// Newton's iteration, which proves nothing.

#include "core/formula/operands_first.hpp"
#include "core/formula/sign_isolation.hpp"
#include "methods/extrema/supremum.hpp"
#include "quantities/activation/best_parameter.hpp"
#include "quantities/activation/moment_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sigprop {
namespace {

/// f at a point x, as a formula in x0 = t.
Formula with_x(const Formula& f, const Ball& x) {
    const std::array replacements = {Formula(real_of_exact(x)), Formula::variable()};
    return f.substitute(replacements);
}

struct Extremum {
    Ball x;
    int sign = 0;  ///< of h at x
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

/// Among the largest local extrema, one whose error rises with t and one whose error falls.
std::optional<std::array<Extremum, 2>> opposed_extrema(const Formula& h, ErrorGrid& grid, double t) {
    Derivatives at(h, 64);
    const double most = grid.largest(t);
    std::optional<Extremum> rising, falling;
    double largest_rising = 0.98 * most;
    double largest_falling = 0.98 * most;
    for (int i = 1; i + 1 < ErrorGrid::count; ++i) {
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

/// Newton's iteration to balance two extrema; returns t.
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

/// Whether a step or a where() in this formula in x0 = t may switch.
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
        const auto signs = isolate_signs(trend, Ball(min_t), Ball(max_t), bits, budget);
        if (signs.size() == 1 && signs[0].sign != 0) return signs[0].sign == direction * point.sign;
    }
    return false;
}

/// The nearest t beyond `t` in the given direction at which the point's error is proved above `error`.
std::optional<Ball> exceeded(const Formula& h, const Extremum& point, const Ball& t, int direction,
                             const Ball& error, long bits) {
    Evaluator<Ball> evaluate(with_x(h, point.x), bits);
    for (long shift = bits - 32; shift > 8; shift -= 4) {
        const Ball there = t + direction * Ball::power_of_two(-shift);
        if ((point.sign * evaluate(there.at_precision(bits)) - error).is_positive()) return there;
    }
    return std::nullopt;
}

}  // namespace

Answer best_for_the_largest_error(const BestParameter& problem, long bits, const Context& context) {
    const long working = bits + 64;
    ErrorGrid grid(problem.h, -16, 16);
    const double start = roughly_best([&](double t) { return grid.largest(t); }, context);
    if (std::isnan(start)) return no_best_parameter();
    auto points = opposed_extrema(problem.h, grid, start);
    if (!points)
        return {Status::unable,
                "no pair of balanced errors was found: one that grows with t and one that falls"};
    const Ball t = balanced(problem.h, *points, start, working);
    if (!t.is_finite() || !(t - min_t).is_positive() || !(max_t - t).is_positive())
        return no_best_parameter();
    if (!keeps_direction(problem.h, (*points)[0], 1) || !keeps_direction(problem.h, (*points)[1], -1)) {
        return {Status::unable, "no proof that the balanced errors grow and fall with t throughout"};
    }
    const Answer error =
        supremum_of_magnitude(with_t(problem.h, Formula(real_of_exact(t))), bits + 16, context);
    if (error.status != Status::ok) return {Status::unable, "the largest error: " + error.reason};
    const auto above = exceeded(problem.h, (*points)[0], t, 1, error.value.upper(), working);
    const auto below = exceeded(problem.h, (*points)[1], t, -1, error.value.upper(), working);
    if (!above || !below)
        return {Status::unable, "a larger error exists elsewhere: the balanced pair does not decide"};
    return Ball::interval(*below, *above).at_precision(working);
}

}  // namespace sigprop
