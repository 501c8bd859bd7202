// elementwise.ode_solution: the two equations as initial value problems.

#include "catalogue/elementwise.hpp"
#include "methods/ode/ode_estimates.hpp"
#include "methods/ode/taylor_ode.hpp"
#include "quantities/elementwise/ode.hpp"

#include <cmath>

#include "core/formula/evaluator.hpp"
#include "methods/mean/gsl.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {
namespace {

struct Problem {
    ElementwiseOde ode;
    Real x = 0, from = 0, value = 0;
    std::optional<int> size;  ///< compares value^2 with dim: below, at or above the constant solutions
    std::optional<int> side;  ///< of x relative to from, dyisru: -1 where 0 lies between them, 0 where x = 0
};

std::string place(const Ball& x) { return "x = " + std::to_string(x.to_double()); }

// ---- closed forms

/// y = sqrt(d) (v + T)/(1 + v T), T = tanh((x - from)/(rms sqrt(d))), v = value/sqrt(d).
Answer dyt_value(const Problem& problem, long bits) {
    if (problem.size == 0) return problem.value.at(bits);
    const Ball root = sqrt(Ball(problem.ode.dim).at_precision(bits));
    const Ball scale = problem.ode.rms.at(bits) * root;
    const Ball from = problem.from.at(bits);
    const Ball v = problem.value.at(bits) / root;
    const Ball T = tanh((problem.x.at(bits) - from) / scale);
    const Ball bottom = 1 + v * T;
    if (problem.size.value_or(-1) > 0 && bottom.is_nonpositive()) {
        const Ball end = from - scale * log((1 + 1 / v) / (1 - 1 / v)) / 2;
        return {Status::domain, "the solution does not reach x: it is infinite at " + place(end)};
    }
    if (bottom.contains_zero()) return Ball::indeterminate();  // more bits will decide
    return root * (v + T) / bottom;
}

/// y = sgn(from) sqrt(d) w x/sqrt(w^2 x^2 + from^2 (1 - w^2)), w = value/sqrt(d).
Answer dyisru_value(const Problem& problem, long bits) {
    const Ball value = problem.value.at(bits);
    if (problem.size == 0) return value;  // constant
    const std::optional<int> start = compare(problem.from, 0);
    if (!start || !problem.size || !problem.side)
        return {Status::unable,
                "from = 0, x = 0 and value^2 = dim are special cases, and it is undecided whether one holds"};
    if (*start == 0) {
        const bool is_zero = value.is_exact() && value.contains_zero();
        if (!is_zero && value.contains_zero()) return Ball::indeterminate();
        return {Status::domain,
                is_zero ? "y' is 0/0 at x = 0, y = 0: every solution with c > 0 passes there, so the "
                          "solution is not unique"
                        : "y' is infinite at x = 0 unless y = 0 or y^2 = dim: no solution starts there"};
    }
    const Ball x = problem.x.at(bits);
    const Ball root = sqrt(Ball(problem.ode.dim).at_precision(bits));
    const Ball w = value / root;
    const Ball from = problem.from.at(bits);
    const Ball c = pow(from, 2) * (1 / pow(w, 2) - 1);
    const Ball under = pow(w * x, 2) + pow(from, 2) * (1 - w) * (1 + w);
    if (*problem.size > 0 && (*problem.side <= 0 || under.is_nonpositive())) {
        return {Status::domain, "the solution does not reach x: it is infinite at " +
                                    place(*start > 0 ? sqrt(-c) : -sqrt(-c))};
    }
    if (*problem.side == 0) return Ball(0);
    if (!under.is_positive()) return Ball::indeterminate();
    return *start * root * w * x / sqrt(under);
}

Answer closed_value(const Problem& problem, long bits) {
    return problem.ode.is_dyt ? dyt_value(problem, bits) : dyisru_value(problem, bits);
}

// ---- step by step

/// dyt directly; dyisru for u = y/x, u' = -x u^3/d, which is regular at x = 0.
Answer verified_value(const Problem& problem, long bits, const Context& context) {
    const Ball d = Ball(problem.ode.dim).at_precision(bits + 64);
    const Ball from = problem.from.at(bits + 64);
    const Ball x = problem.x.at(bits + 64);
    const Ball value = problem.value.at(bits + 64);
    if (problem.ode.is_dyt) {
        const Ball rms = problem.ode.rms.at(bits + 64);
        return taylor_solution({1, 0, {1 / rms, 0, -1 / (rms * d), 0}}, from, value, x, bits, context);
    }
    if (from.contains_zero()) return {Status::unable, "y' is 0/0 at x = 0, where the steps would begin"};
    Answer u = taylor_solution({0, 1, {0, 0, 0, -1 / d}}, from, value / from, x, bits, context);
    if (u.status != Status::ok) return u;
    return u.value * x;
}

using Integrate = Answer (*)(const OdeRate&, double, double, double);

/// The solution with an error for rounding the start and the steps: some ulp of the start times the
/// solution's derivative with respect to its start.
Answer with_rounding(const OdeRate& rate, double from, double value, double x, Integrate integrate) {
    Answer y = integrate(rate, from, value, x);
    const double size = std::fabs(value);
    if (y.status != Status::ok || size == 0) return y;
    constexpr double change = 1e-5;
    const Answer other = integrate(rate, from, value * (1 + change), x);
    const double moved = other.status == Status::ok ? (other.value - y.value).to_double() : value;
    // widening: estimate
    y.value = y.value.widened(Ball(std::fabs(moved) / change * 0x1p-48));
    return y;
}

/// The doubles that begin and end differ slightly from `from` and x: adds the steepest slope times that.
Answer with_ends(Answer y, const OdeRate& rate, const Problem& problem) {
    constexpr long bits = 256;
    const auto rounded = [](const Real& exact) {
        return (exact.at(bits) - Ball(exact.to_double())).magnitude();
    };
    const Ball beside = rounded(problem.x) + rounded(problem.from);
    if (y.status != Status::ok || (beside.is_exact() && beside.contains_zero())) return y;
    const double first = rate(problem.from.to_double(), problem.value.to_double());
    const double steepest =
        std::fmax(std::fabs(first), std::fabs(rate(problem.x.to_double(), y.value.to_double())));
    if (!std::isfinite(steepest)) return {Status::unable, "y' overflows in double precision"};
    // widening: estimate
    y.value = y.value.widened(Ball(2 * steepest) * beside);
    return y;
}

/// Solves the equation in the source's form or, if its 0/0 lies on the way, the equation for y/x.
Answer estimated_value(const Problem& problem, Integrate integrate) {
    const Answer exists = closed_value(problem, 256);
    if (exists.status != Status::ok) return {Status::unable, exists.reason};
    const auto d = static_cast<double>(problem.ode.dim);
    const double rms = problem.ode.rms.to_double();
    const double from = problem.from.to_double();
    const double x = problem.x.to_double();
    const double value = problem.value.to_double();
    if (problem.ode.is_dyt) {
        const OdeRate rate = [=](double, double y) { return (1 - y * y / d) / rms; };
        return with_ends(with_rounding(rate, from, value, x, integrate), rate, problem);
    }
    if (from == 0) return {Status::unable, "y' is 0/0 at x = 0, where the steps would begin"};
    if (problem.side == 1) {
        const OdeRate rate = [=](double t, double y) { return y / t * (1 - y * y / d); };
        return with_ends(with_rounding(rate, from, value, x, integrate), rate, problem);
    }
    if (problem.size != -1) return {Status::unable, "y' is 0/0 at x = 0, and y/x is infinite there"};
    const OdeRate rate = [=](double t, double q) { return -t * q * q * q / d; };
    Answer u = with_rounding(rate, from, value / from, x, integrate);
    if (u.status == Status::ok) u.value = u.value * Ball(x);
    return u;
}

Route estimate(const Problem& problem, const char* method, Integrate integrate) {
    return DirectRoute{RouteKind::definition, method, Kind::estimate,
                       [=](long, const Context&) { return estimated_value(problem, integrate); }};
}

// ---- arguments

/// y(from) of the closed form with this c.
Real on_closed_form(const ElementwiseOde& ode, const Real& from) {
    if (compare(from * from + ode.c, 0).value_or(0) <= 0) {
        throw InputError::about({"c", "from"}, "the closed form with c = " + ode.c.text() +
                                                   " has no value at from = " + from.text() +
                                                   ": from^2 + c must be positive");
    }
    const std::string text = "sqrt(" + std::to_string(ode.dim) + ") * " + from.text() + " / sqrt(" +
                             from.text() + "^2 + " + ode.c.text() + ")";
    return Real(text, [ode, from](long bits) {
        const Ball start = from.at(bits + 16);
        const Ball root = sqrt(Ball(ode.dim).at_precision(bits + 16));
        return root * start / sqrt(pow(start, 2) + ode.c.at(bits + 16));
    });
}

}  // namespace

std::vector<Route> ode_solution_routes(const OdeArguments& given) {
    Problem problem;
    problem.ode = elementwise_ode(given);
    const bool is_dyt = problem.ode.is_dyt;
    problem.x = given.x.value();
    problem.from = given.from.value_or(is_dyt ? 0 : 1);
    if (given.value) {
        if (given.given.c)
            throw InputError::about({"value", "c"},
                                    "value and c both choose the solution: give only one of them");
        problem.value = *given.value;
    } else if (!is_dyt) {
        problem.value = on_closed_form(problem.ode, problem.from);
    }
    if (given.value || is_dyt) {
        problem.size = compare(problem.value * problem.value, Real(Rational(problem.ode.dim)));
    } else {
        const std::optional<int> c = compare(problem.ode.c, 0);  // value^2 = dim from^2/(from^2 + c)
        const std::optional<int> start = compare(problem.from, 0);
        if (c && start) problem.size = *start == 0 ? -1 : -*c;
    }
    problem.side = compare(problem.x * problem.from, 0);
    std::vector<Route> plans = {closed_form([problem](long bits) { return closed_value(problem, bits); }),
                                DirectRoute{RouteKind::definition, "arb_taylor", Kind::enclosure,
                                            [problem](long bits, const Context& context) {
                                                return verified_value(problem, bits, context);
                                            }},
                                estimate(problem, "odeint", odeint_solution)};
    if (gsl_is_available()) plans.push_back(estimate(problem, "gsl_odeiv2", gsl_odeiv2_solution));
    return plans;
}

}  // namespace sigprop
