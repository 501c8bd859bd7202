// elementwise.ode_residual: the largest residual over an interval shows whether a function solves one of the
// two equations.

#include "catalogue/elementwise.hpp"
#include "quantities/elementwise/ode_residual_routes.hpp"

namespace sigprop {
namespace {

Formula closed_solution(const ElementwiseOde& ode, int sign) {
    const Formula x = Formula::variable();
    const Formula root = sqrt(Formula(Real(Rational(ode.dim))));
    if (sign == 0) return 0 * x;
    const Formula y =
        ode.is_dyt ? root * tanh(x / (Formula(ode.rms) * root)) : root * x / sqrt(pow(x, 2) + Formula(ode.c));
    return sign < 0 ? -y : y;
}

// ---- closed form, own derivation: with y = s sqrt(d) T both sides are polynomials in T

/// The point of the interval that is nearest to 0.
Ball nearest_to_zero(const Ball& lower, const Ball& upper) {
    if (lower.is_positive()) return lower;
    if (upper.is_negative()) return upper;
    return lower.is_nonpositive() && upper.is_nonnegative() ? Ball() : min(abs(lower), abs(upper));
}

Ball closed_residual(const OdeResidual& problem, long bits) {
    const Ball d = Ball(problem.ode.dim).at_precision(bits);
    const Ball lower = problem.lower.at(bits);
    const Ball upper = problem.upper.at(bits);
    const Ball nearest = nearest_to_zero(lower, upper);
    const int s = problem.sign;
    if (problem.ode.is_dyt) {
        const Ball rms = problem.ode.rms.at(bits);
        if (s == 0) return 1 / rms;
        // T' = (1 - T^2) k: both sides are multiples of 1 - T^2 = 1/cosh^2
        const Ball k = 1 / (rms * sqrt(d));
        return abs(s * sqrt(d) * k - 1 / rms) / pow(cosh(nearest * k), 2);
    }
    // x P' = P - P^3 for P = x/sqrt(x^2 + c): the residual is a multiple of P^3
    const Ball multiple = pow(s * sqrt(d), 3) / d - s * sqrt(d);
    const Ball c = problem.ode.c.at(bits);
    const Ball P = c.is_negative() ? abs(nearest) / sqrt(pow(nearest, 2) + c) : Ball(1);
    return abs(multiple) * pow(P, 3);
}

// ---- whether there is a value at all

/// Why dyisru's closed form has no value somewhere on the interval; "" if it has one everywhere, nullopt if
/// that is undecided.
std::optional<std::string> undefined_somewhere(const OdeResidual& problem) {
    const ElementwiseOde& ode = problem.ode;
    if (!problem.is_closed || ode.is_dyt || problem.sign == 0) return "";
    const std::optional<int> c = compare(ode.c, 0);
    if (c && *c > 0) return "";
    const std::optional<int> left = compare(problem.lower, 0);
    const std::optional<int> right = compare(problem.upper, 0);
    if (!c || !left || !right) return std::nullopt;
    const bool crosses = *left <= 0 && *right >= 0;
    if (*c == 0) {
        if (!crosses) return "";
        return "for c = 0 the solution is sqrt(dim) sgn(x), which jumps at x = 0";
    }
    const Real& nearest = *left > 0 ? problem.lower : problem.upper;
    const std::optional<int> inside = crosses ? -1 : compare(nearest * nearest + ode.c, Real(0));
    if (!inside) return std::nullopt;
    if (*inside > 0) return "";
    return "the solution with c = " + ode.c.text() + " exists only where x^2 > " + (-ode.c).text();
}

}  // namespace

std::vector<Route> ode_residual_routes(const OdeArguments& given) {
    OdeResidual problem;
    problem.ode = elementwise_ode(given);
    problem.lower = given.lower.value();
    problem.upper = given.upper.value();
    if (given.f) {
        if (given.given.branch)
            throw InputError::about(
                {"branch", "f"},
                "branch names a closed form and f is another function: give only one of them");
        if (given.given.c)
            throw InputError::about({"c"}, "c is a constant of the closed form: remove it if f is given");
        problem.is_closed = false;
        problem.y = given.f->formula;
        return {taylor_residual(problem), subdivided_residual(problem), dual_residual(problem),
                difference_residual(problem)};
    }
    problem.sign = given.branch == SolutionBranch::positive   ? 1
                   : given.branch == SolutionBranch::negative ? -1
                                                              : 0;
    problem.y = closed_solution(problem.ode, problem.sign);
    const auto reason = undefined_somewhere(problem);
    if (!reason)
        return without_value({Status::unable, "it is undecided whether the solution exists on the interval"},
                             "arb_taylor");
    if (!reason->empty()) return without_value({Status::domain, *reason}, "arb_taylor");
    std::vector<Route> plans = {
        closed_form([problem](long bits) { return Answer(closed_residual(problem, bits)); }),
        taylor_residual(problem), dual_residual(problem), difference_residual(problem)};
    return plans;
}

}  // namespace sigprop
