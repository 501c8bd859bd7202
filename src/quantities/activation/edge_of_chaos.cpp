// activation.edge_of_chaos: the weight variance at which a wide layer neither grows nor shrinks gradients, at
// a fixed point of its variance. chi_one.hpp has the fixed points at which chi_1 = 1, of which the call
// chooses one; without a bias and with f(0) = 0 there is none with q > 0, and the edge is a limit.

#include "catalogue/activation.hpp"
#include "core/ball/exact_zero.hpp"
#include "methods/roots/boost_root.hpp"
#include "quantities/activation/chi_one.hpp"
#include "quantities/activation/edge_limit.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/nearby_inputs.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr double farthest = 64;  // stds up to which they are sought, or 16 times the first one examined

struct Problem : EdgeOfChaosArguments {
    using EdgeOfChaosArguments::EdgeOfChaosArguments;

    [[nodiscard]] Activation slope() const { return {"the slope of " + f.text, f.formula.derivative()}; }
    /// Without a bias and with f(0) = 0.
    [[nodiscard]] bool is_limit() const {
        return compare(bias_variance, 0) == 0 && is_exact_zero(Evaluator<Ball>(f.formula, 128)(Ball(0)));
    }
    /// The functions whose mean squares are needed.
    [[nodiscard]] std::vector<Formula> squared() const { return {f.formula, f.formula.derivative()}; }
};

Answer linear_edge(const Problem& problem, const Homogeneous& form, long bits) {
    if (compare(problem.bias_variance, 0) != 0) {
        return {Status::domain,
                "f(c x) = c f(x), so chi_1 = weight_variance E f(z)^2; if that is 1, a bias makes the "
                "variance grow without bound: no fixed point exists"};
    }
    if (compare(form.square_mean, 0) == 0) return {Status::domain, "f is zero"};
    if (problem.of == EdgeNumber::variance)
        return {Status::domain, "V(q) = q for every q: no fixed point is the smallest"};
    if (problem.of == EdgeNumber::slope) return Ball(1);
    return 1 / form.square_mean.at(bits + 16);
}

// ---- the fixed points with chi_1 = 1

Answer number_at(const ChiOne& search, const Ball& s, const Problem& problem) {
    if (problem.of == EdgeNumber::variance) return pow(s, 2);
    return problem.of == EdgeNumber::slope ? search.slope(s) : search.weight(s);
}

Answer undecided(const ZeroPlace& place) {
    return {Status::unable, "the stds at which chi_1 = 1 could not be isolated: " + place.reason};
}

Answer smallest(const ChiOne& search, const Ball& start, const Problem& problem) {
    const double last = std::max(farthest, 16 * start.to_double());
    for (Ball low = start; low.to_double() < last; low = low * 2) {
        const std::vector<ZeroPlace> places = search.zeros(low, low * 2);
        if (places.empty()) continue;
        if (places.front().kind != ZeroKind::one) return undecided(places.front());
        return number_at(search, places.front().zero, problem);
    }
    return {Status::unable, "chi_1 stays below 1 for every fixed point whose std is at most " +
                                std::to_string(std::lround(last))};
}

/// The branches that need all of them.
Answer among_all(const ChiOne& search, const Ball& start, const Problem& problem) {
    const Ball end = search.end(start);
    if (!end.is_finite())
        return {Status::unable,
                "no proof that chi_1 stays above 1 beyond some variance: other fixed points with chi_1 = 1 "
                "may exist there"};
    const std::vector<ZeroPlace> places = search.zeros(start, end);
    if (problem.branch == EdgeBranch::largest) {
        if (places.empty() || places.back().kind != ZeroKind::one)
            return places.empty() ? Answer(Status::unable, "no root of chi_1 = 1 is isolated")
                                  : undecided(places.back());
        return number_at(search, places.back().zero, problem);
    }
    for (const ZeroPlace& place : places) {
        if (place.kind != ZeroKind::one) return undecided(place);
        const int smallest = search.is_smallest(place.zero);
        if (smallest > 0) return number_at(search, place.zero, problem);
        if (smallest == 0)
            return {Status::unable,
                    "no proof that the variance at which chi_1 = 1 is the smallest fixed point"};
    }
    return {
        Status::domain,
        "wherever chi_1 = 1, a smaller fixed point exists, at which a variance that starts small settles"};
}

Answer edge(const Problem& problem, RouteKind route, long bits, const Context& context) {
    if (const auto none = without_continuity(problem.f.formula, context)) return *none;
    if (const auto form = homogeneous_form(problem.f.formula); form && form->degree == 1)
        return linear_edge(problem, *form, bits);
    if (problem.is_limit()) return edge_limit(problem.f, problem.of, bits, context);
    const ChiOne search(problem.f, problem.bias_variance, route, bits, context);
    const Ball start = search.start();
    if (!start.is_finite())
        return or_without_mean_square({Status::unable, "no proof that chi_1 is below 1 near q = 0"},
                                      problem.squared(), context);
    const Answer found = problem.branch == EdgeBranch::smallest ? smallest(search, start, problem)
                                                                : among_all(search, start, problem);
    return or_without_mean_square(found, problem.squared(), context);
}

/// The smallest or largest in double precision: TOMS 748 on F by the trapezoidal rule.
Answer estimated_edge(const Problem& problem, const Context& context) {
    if (const auto none = without_continuity(problem.f.formula, context)) return *none;
    if (const auto none = without_mean_square(problem.squared(), context)) return *none;
    DoubleMap square({problem.f, 1, 0});
    DoubleMap slope_square({problem.slope(), 1, 0});
    const double bias = problem.bias_variance.to_double();
    const auto residual = [&](double s, double step) {
        context.check_cancelled();
        return (s * s - bias) * slope_square(s * s, step) - square(s * s, step);
    };
    const auto number = [&](double s) {
        const double weight = (s * s - bias) / square(s * s);
        if (problem.of == EdgeNumber::variance) return s * s;
        return problem.of == EdgeNumber::slope ? weight * square.slope(s * s) : weight;
    };
    constexpr double fine = 0x1p-7;
    const double first = bias > 0 ? std::sqrt(bias) * (1 + 0x1p-20) : 0x1p-10;
    const bool from_above = problem.branch == EdgeBranch::largest;
    // From above only as far as the rule resolves f'.
    const double last = from_above ? std::max(16.0, 16 * first) : std::max(farthest, 16 * first);
    const auto found =
        from_above ? boost_first_zero([&](double t) { return residual(1 / t, fine); }, 1 / last, 1 / first)
                   : boost_first_zero([&](double s) { return residual(s, fine); }, first, last);
    if (!found) return {Status::unable, "no sign change of chi_1 - 1 was found"};
    const double s = from_above ? 1 / found->root : found->root;
    const double move = s * 0x1p-12;
    const double slope = (residual(s + move, fine) - residual(s - move, fine)) / (2 * move);
    const double bracket = from_above ? found->error * s * s : found->error;
    const double off = bracket + 4 * std::fabs((residual(s, 2 * fine) - residual(s, fine)) / slope);
    const double value = number(s);
    const double moved = std::fabs(number(s + move) - value);
    // widening: estimate
    return Ball(value).at_precision(64).widened(
        Ball(std::fabs(moved / move) * off + 0x1p-30 * std::fabs(value)));
}

std::vector<Route> edge_routes(const Problem& problem) {
    const auto form = homogeneous_form(problem.f.formula);
    const bool is_linear = form && form->degree == 1;
    std::vector<Route> plans;
    const auto by = [&](RouteKind route, const char* method) {
        plans.push_back(enclosure(route, method, [problem, route](long bits, const Context& context) {
            return edge(problem, route, bits, context);
        }));
    };
    const bool by_formula = is_linear || problem.is_limit();
    if (by_formula || MomentCurve(problem.f, RouteKind::closed_form).exists())
        by(RouteKind::closed_form, "closed_form");
    if (!by_formula) {
        by(RouteKind::definition, "arb_integral");
        if (problem.branch != EdgeBranch::settled) {
            plans.push_back(DirectRoute{
                RouteKind::definition, "boost_toms748", Kind::estimate,
                [problem](long, const Context& context) { return estimated_edge(problem, context); }});
        }
    }
    return plans;
}

}  // namespace

std::vector<Quantity> edge_of_chaos_quantities() {
    return {quantity("activation.edge_of_chaos", edge_routes)};
}

}  // namespace sigprop
