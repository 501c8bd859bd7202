// The logits themselves: moments of scale q.k for random vectors, and scores that are added from layer to
// layer.

#include "catalogue/attention.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

Formula logit_variable(int index = 0) { return Formula::variable(index); }

/// The moments of q.k for components of variance 1 (on the sphere: |q| = |k| = sqrt(dim)).
struct Moments {
    std::vector<Formula> integrands;  ///< their means are x0, x1 in the formulas below
    Law law;
    Formula second, excess_kurtosis;  ///< as functions of those means
};

Moments moments_of(QueryKeyLaw law, std::int64_t dim) {
    const Formula d = whole(dim);
    if (law != QueryKeyLaw::sphere) {
        // q.k is a sum of dim independent products, each with the second moment m_2^2 and the fourth m_4^2.
        const Real edge("sqrt(3)", [](long bits) { return sqrt(Ball(3).at_precision(bits)); });
        return {{pow(logit_variable(), 2), pow(logit_variable(), 4)},
                law == QueryKeyLaw::gaussian ? Law::normal() : Law::uniform(-edge, edge),
                d * pow(logit_variable(0), 2),
                (pow(logit_variable(1), 2) / pow(logit_variable(0), 4) - 3) / d};
    }
    // q.k = dim cos theta, where theta has the density sin^(dim-2) theta, here relative to its maximum 1.
    const Formula density = dim == 2 ? Formula(1) : pow(sin(logit_variable()), dim - 2);
    return {{density, pow(cos(logit_variable()), 2) * density, pow(cos(logit_variable()), 4) * density},
            Law::uniform(0, Real("pi", [](long bits) { return Ball::pi(bits); })),
            pow(d, 2) * logit_variable(1) / logit_variable(0),
            logit_variable(2) * logit_variable(0) / pow(logit_variable(1), 2) - 3};
}

/// In one dimension the sphere has two points, where q.k = 1 or -1.
Route of_two_points(const Formula& value) { return constant(RouteKind::definition, "recursion", value); }

std::vector<Route> variance_routes(const LogitVarianceArguments& given) {
    Formula factors = 1;  // the product of the squared factors on q.k
    for (const Real& factor : {given.scale, given.query_std, given.key_std})
        factors = factors * pow(Formula(factor), 2);
    const Route closed = constant(RouteKind::closed_form, "closed_form", factors * whole(given.dim));
    if (given.law == QueryKeyLaw::sphere && given.dim == 1)
        return {closed, of_two_points(factors * (pow(Formula(-1), 2) + 1) / 2)};
    const Moments moments = moments_of(given.law, given.dim);
    return {closed, expectation(moments.integrands, moments.law, factors * moments.second)};
}

std::vector<Route> kurtosis_routes(const LogitKurtosisArguments& given) {
    const Formula d = whole(given.dim);
    const Formula formula = given.law == QueryKeyLaw::gaussian  ? 6 / d
                            : given.law == QueryKeyLaw::uniform ? Formula(6) / 25 / d
                                                                : -6 / (d + 2);
    const Route closed = constant(RouteKind::closed_form, "closed_form", formula);
    if (given.law == QueryKeyLaw::sphere && given.dim == 1)
        return {closed, of_two_points((pow(Formula(-1), 4) + 1) / 2 - 3)};
    const Moments moments = moments_of(given.law, given.dim);
    return {closed, expectation(moments.integrands, moments.law, moments.excess_kurtosis)};
}

// ---- scores added from layer to layer

std::vector<Route> realformer_routes(const RealformerArguments& given) {
    return {constant(RouteKind::closed_form, "closed_form", Formula(given.std) * sqrt(whole(given.layer))),
            enclosed(RouteKind::definition, "recursion", [=](long bits, const Context& context) -> Answer {
                if (static_cast<std::uint64_t>(given.layer) > context.budget)
                    return {Status::unable, "the recursion over the layers exceeds the budget of steps"};
                const Ball added = pow(given.std.at(bits), 2);
                Ball variance = added;
                for (std::int64_t l = 1; l < given.layer; ++l) {
                    if (l % 4096 == 0) context.check_cancelled();
                    variance += added;
                }
                return sqrt(variance);
            })};
}

}  // namespace

std::vector<Quantity> attention_logits_quantities() {
    return {quantity("attention.logit_variance", variance_routes),
            quantity("attention.logit_excess_kurtosis", kurtosis_routes),
            quantity("attention.realformer_logit_std", realformer_routes)};
}

}  // namespace sigprop
