// Routes of elementwise.{best_map, irreducible_error}: the optimum over all element-wise functions.

#include "catalogue/elementwise.hpp"
#include "quantities/elementwise/maps.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::int64_t max_sampled_maps = 8;
constexpr double narrowest = 0.01;  // least x/sqrt(dim) for rules that do not search for the peak

int sign_of(const Real& x) { return compare(x, 0).value_or(0); }

// ---- best_map

/// In one dimension y = x/|x|.
Route of_one_entry(RouteKind route, const char* method, int sign) {
    if (sign != 0) return constant(route, method, Formula(sign));
    return enclosure(route, method, [](long, const Context&) -> Answer {
        return {Status::domain, "with dim = 1 the output is x/|x|, which has no value at x = 0"};
    });
}

/// The mean over t by its definition, by all methods.
Route over_normal(std::int64_t dim, const Real& x, int sign) {
    const Formula share = 1 / (1 + pow(Formula::variable() / Formula(x), 2));
    const Formula power =
        dim % 2 == 1 ? pow(share, (dim - 1) / 2) : pow(share, Formula(Real(Rational(dim - 1) / Rational(2))));
    return expectation({power}, Law::normal(), sign * sqrt(whole(dim)) * Formula::variable());
}

/// The same in log t, for integrands that are narrow in t.
Route over_logarithm(std::int64_t dim, const Real& x, int sign) {
    return enclosure(RouteKind::definition, "arb_trapezoid",
                     [=](long bits, const Context& context) -> Answer {
                         const Ball size = abs(x.at(bits + 32));
                         const long working = bits + std::max(0L, -size.magnitude_exponent()) + 8;
                         if (auto reason = beyond_budget(dim, working, context)) return *reason;
                         const Ball value = best_map_by_mean(dim, size.at_precision(working + 16), working);
                         return sign < 0 ? -value : value;
                     });
}

}  // namespace

std::vector<Route> best_map_routes(const BestMapArguments& given) {
    const std::int64_t dim = given.dim;
    const Real x = given.x / given.std;
    const int sign = sign_of(x);
    if (dim == 1) {
        return {of_one_entry(RouteKind::closed_form, "closed_form", sign),
                of_one_entry(RouteKind::definition, "recursion", sign)};
    }
    if (sign == 0) {  // 0/|x| almost surely
        return {constant(RouteKind::closed_form, "closed_form", 0),
                constant(RouteKind::definition, "recursion", Formula(0) * sqrt(whole(dim)))};
    }
    return {enclosure(RouteKind::closed_form, "closed_form",
                      [=](long bits, const Context&) -> Answer {
                          const Ball value = best_map(dim, abs(x.at(bits + 32)));
                          return sign < 0 ? -value : value;
                      }),
            std::fabs(x.to_double()) > narrowest * std::sqrt(static_cast<double>(dim))
                ? over_normal(dim, x, sign)
                : over_logarithm(dim, x, sign)};
}

// ---- irreducible_error

namespace {

/// Adds the bits that the difference 1 - E f*^2, about 1/(2 d), loses.
long with_cancellation(std::int64_t dim, long bits) {
    return bits + std::ilogb(static_cast<double>(dim)) + 4;
}

/// E f*^2 = E y_1 y_1' for two outputs that share only the input x_1.
Route of_pairs(std::int64_t dim) {
    const auto length_squared = [&](std::int64_t first) {
        Formula sum = pow(Formula::variable(0), 2);
        for (std::int64_t i = first; i < first + dim - 1; ++i)
            sum = sum + pow(Formula::variable(static_cast<int>(i)), 2);
        return sum;
    };
    const Formula product =
        whole(dim) * pow(Formula::variable(0), 2) / sqrt(length_squared(1) * length_squared(dim));
    return expectation({product}, Law::normals(static_cast<int>(2 * dim - 1)), 1 - Formula::variable());
}

}  // namespace

std::vector<Route> map_irreducible_routes(const IrreducibleErrorArguments& given) {
    const std::int64_t dim = given.dim;
    if (dim == 1) {
        return {constant(RouteKind::closed_form, "closed_form", 0),
                constant(RouteKind::definition, "recursion", 1 - pow(Formula(1), 2))};
    }
    std::vector<Route> routes = {
        enclosure(RouteKind::closed_form, "closed_form",
                  [=](long bits, const Context&) -> Answer {
                      return 1 - best_map_second_moment(dim, with_cancellation(dim, bits));
                  }),
        enclosure(RouteKind::definition, "arb_trapezoid", [=](long bits, const Context& context) -> Answer {
            const long working = with_cancellation(dim, bits);
            if (auto reason = beyond_budget(dim, working, context)) return *reason;
            return 1 - Ball(dim) * MapMeans(MapForm::correlation, dim, working).best_square();
        })};
    if (dim <= max_sampled_maps) routes.push_back(of_pairs(dim));
    return routes;
}

}  // namespace sigprop
