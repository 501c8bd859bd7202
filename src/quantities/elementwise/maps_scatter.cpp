// elementwise.scatter: how far the output entry of RMSNorm scatters around the best map of its input entry.

#include <cmath>
#include <cstdlib>

#include "core/ball/hypergeometric.hpp"

#include "catalogue/elementwise.hpp"
#include "quantities/elementwise/maps.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t max_sampled = 8;

Route of_one_entry(RouteKind route, const char* method, bool is_zero) {
    return enclosure(route, method, [=](long, const Context&) -> Answer {
        if (is_zero) return {Status::domain, "with dim = 1 the output is x/|x|, which has no value at x = 0"};
        return Ball(0);
    });
}

/// E (1 + 2 u/x^2)^(-(d-1)/2) over u ~ Exp(1), which 2 u = r^2 turns into a mean of sqrt(pi/2) r g(r) over
/// |N(0, 1)|; minus the square of E (1 + t^2/x^2)^(-(d-1)/2) by the same rule.
Ball variance_by_means(std::int64_t dim, const Ball& x, long bits) {
    const LogRule rule(0, bits);
    const Ball power = Ball(1 - dim).at_precision(bits + 16) / 2;
    Ball first = Ball(0).at_precision(bits + 16), second = first;
    for (std::size_t i = 0; i < rule.size(); ++i) {
        const Ball part = rule.weight(i) * exp(power * log1p(pow(rule.node(i) / x, 2)));
        first += part;
        second += part * rule.node(i);
    }
    first = first.widened(rule.error(SectorBound(1, 0)));  // widening: of terms
    // widening: of terms
    second = second.widened(rule.error(SectorBound(1, 1))) * sqrt(Ball::pi(bits + 16) / 2);
    return Ball(dim) * (second - pow(first, 2));
}

/// E y_1^2 = d/2 x^2 U(1, (5 - d)/2, x^2/2), minus the square of the best map.
Ball variance_by_tricomi(std::int64_t dim, const Ball& x) {
    const long bits = x.precision();
    const Ball half = pow(x, 2) / 2;
    const Ball b = Ball(5 - dim).at_precision(bits) / 2;
    return Ball(dim) * half * tricomi_u(Ball(1).at_precision(bits), b, half) - pow(best_map(dim, x), 2);
}

/// The output entry given x, from samples of the dim - 1 other entries.
Route of_samples(std::int64_t dim, const Real& x) {
    Formula square = pow(Formula(x), 2);
    for (int i = 0; i + 1 < dim; ++i) square = square + pow(Formula::variable(i), 2);
    const Formula y = sqrt(whole(dim)) * Formula(x) / sqrt(square);
    return expectation({y, pow(y, 2)}, Law::normals(static_cast<int>(dim - 1)),
                       sqrt(Formula::variable(1) - pow(Formula::variable(0), 2)));
}

}  // namespace

std::vector<Route> map_scatter_routes(const BestMapArguments& given) {
    const std::int64_t dim = given.dim;
    const Real x = given.x / given.std;
    const bool is_zero = compare(x, 0).value_or(1) == 0;
    if (dim == 1) {
        return {of_one_entry(RouteKind::closed_form, "closed_form", is_zero),
                of_one_entry(RouteKind::definition, "recursion", is_zero)};
    }
    if (is_zero) {  // 0/|x| almost surely
        return {constant(RouteKind::closed_form, "closed_form", 0),
                constant(RouteKind::definition, "recursion", Formula(0) * sqrt(whole(dim)))};
    }
    // The variance, a difference, is about x^2/(2 dim) beside x^2; for large x, dim^2/(2 x^4) beside dim.
    const auto more = [dim](const Ball& size) {
        const long octaves = size.magnitude_exponent();
        return 2 * static_cast<long>(std::log2(static_cast<double>(dim))) + 4 * std::abs(octaves) + 16;
    };
    std::vector<Route> plans = {
        enclosure(RouteKind::closed_form, "closed_form",
                  [=](long bits, const Context&) -> Answer {
                      const long working = bits + more(x.at(64));
                      return sqrt(variance_by_tricomi(dim, abs(x.at(working))));
                  }),
        enclosure(RouteKind::definition, "arb_trapezoid", [=](long bits, const Context& context) -> Answer {
            const long working = bits + more(x.at(64));
            if (auto reason = beyond_budget(dim, working, context)) return *reason;
            return sqrt(variance_by_means(dim, abs(x.at(working)), working));
        })};
    if (dim > 2 && dim <= max_sampled) plans.push_back(of_samples(dim, x));
    return plans;
}

}  // namespace sigprop
