// activation.best_parameter: the t that brings f(x, t) closest to g(x).

#include "quantities/activation/best_parameter.hpp"

#include "catalogue/activation.hpp"
#include "methods/roots/boost_root.hpp"
#include "methods/route_root.hpp"
#include "quantities/rows.hpp"

#include <array>
#include <cmath>

namespace sigprop {
namespace {

Answer estimated(const BestParameter& problem, bool largest, const Context& context) {
    ErrorGrid grid(problem.h, largest ? -16 : problem.lower.to_double(),
                   largest ? 16 : problem.upper.to_double());
    const double t = roughly_best(
        [&](double parameter) { return largest ? grid.largest(parameter) : grid.mean_square(parameter); },
        context);
    if (std::isnan(t)) return no_best_parameter();
    // The largest error may be at a kink between two points of the grid, which are 1/64 apart.
    // widening: estimate
    return Ball(t).at_precision(64).widened(Ball((largest ? 0x1p-8 : 0x1p-12) * t));
}

/// The stationary point of the mean square has an equation for certificates, E h dh/dt = 0.
DirectRoute proved(const BestParameter& problem, bool largest) {
    if (largest) {
        return DirectRoute{RouteKind::definition, "recursion", Kind::enclosure,
                           [problem](long bits, const Context& context) {
                               return best_for_the_largest_error(problem, bits, context);
                           }};
    }
    const auto root = [problem](long bits, const Context& context) {
        return best_for_the_mean_square(problem, bits, context);
    };
    return DirectRoute{RouteKind::definition, "arb_integral", Kind::enclosure,
                       RootOfMeans{{.integrands = {problem.h * problem.h.derivative(1)},
                                    .law = Law::uniform(problem.lower, problem.upper),
                                    .equation = Formula::variable(0),
                                    .from = std::nullopt,
                                    .root = root},
                                   root}};
}

std::vector<Route> best_parameter_routes(const BestParameterArguments& given) {
    const bool largest = given.norm == BestParameterNorm::sup;
    const BestParameter problem{given.f.formula - given.g.formula, given.lower, given.upper};
    const bool whole = problem.lower.infinite_sign() < 0 && problem.upper.infinite_sign() > 0;
    if (largest && !whole)
        throw InputError::about({"norm"}, "norm=sup covers all real x: remove lower and upper");
    if (!largest) {
        for (const auto& [name, limit] : {std::pair("lower", given.lower), std::pair("upper", given.upper)}) {
            if (limit.infinite_sign() == 0) continue;
            throw InputError::about({name, "norm"},
                                    std::string(name) + " (norm=l2 needs both limits) must be finite");
        }
    }
    return {proved(problem, largest), DirectRoute{RouteKind::definition, "boost_brent", Kind::estimate,
                                                  [problem, largest](long, const Context& context) {
                                                      return estimated(problem, largest, context);
                                                  }}};
}

}  // namespace

Formula with_t(const Formula& f, const Formula& t) {
    const std::array replacements = {Formula::variable(), t};
    return f.substitute(replacements);
}

double roughly_best(const std::function<double(double)>& error, const Context& context) {
    const double ratio = std::exp2(1.0 / 8);
    double best = NAN;
    double least = HUGE_VAL;
    for (double t = min_t; t <= max_t * 1.0001; t *= ratio) {
        context.check_cancelled();
        const double here = error(t);
        if (here < least) {
            least = here;
            best = t;
        }
    }
    if (!(best > min_t * 1.01 && best < max_t * 0.99)) return NAN;
    return boost_minimum(error, best / ratio, best * ratio).root;
}

Answer no_best_parameter() {
    return {Status::unable, "no best t was found inside the search interval [1/64, 64]"};
}

std::vector<Quantity> best_parameter_quantities() {
    return {quantity("activation.best_parameter", best_parameter_routes)};
}

}  // namespace sigprop
