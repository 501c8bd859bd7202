// The logits themselves: moments of scale q.k for random vectors, and scores that are added from layer to
// layer.

#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

Formula logit_variable(int index = 0) { return Formula::variable(index); }

/// The moments of q.k for components of variance 1 (on the sphere: |q| = |k| = sqrt(dim)).
struct Moments {
    std::vector<Formula> integrands;  ///< their means are x0, x1 in the formulas below
    Law law;
    Formula second, excess_kurtosis;  ///< as functions of those means
};

Moments moments_of(const std::string& law, std::int64_t dim) {
    const Formula d = whole(dim);
    if (law != "sphere") {
        // q.k is a sum of dim independent products, each with the second moment m_2^2 and the fourth m_4^2.
        const Real edge("sqrt(3)", [](long bits) { return sqrt(Ball(3).at_precision(bits)); });
        return {{pow(logit_variable(), 2), pow(logit_variable(), 4)},
                law == "gaussian" ? Law::normal() : Law::uniform(-edge, edge),
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

/// The product of the squared factors on q.k.
Formula squared_factors(const Arguments& arguments) {
    Formula product = 1;
    for (const char* name : {"scale", "query_std", "key_std"})
        product = product * pow(Formula(arguments.real(name)), 2);
    return product;
}

/// In one dimension the sphere has two points, where q.k = 1 or -1.
Route of_two_points(const Formula& value) { return constant(RouteKind::definition, "recursion", value); }

std::vector<Route> variance_routes(const Arguments& arguments) {
    const std::int64_t dim = arguments.integer("dim");
    const std::string& law = arguments.choice("law");
    const Formula factors = squared_factors(arguments);
    const Route closed = constant(RouteKind::closed_form, "closed_form", factors * whole(dim));
    if (law == "sphere" && dim == 1) return {closed, of_two_points(factors * (pow(Formula(-1), 2) + 1) / 2)};
    const Moments moments = moments_of(law, dim);
    return {closed, expectation(moments.integrands, moments.law, factors * moments.second)};
}

std::vector<Route> kurtosis_routes(const Arguments& arguments) {
    const std::int64_t dim = arguments.integer("dim");
    const std::string& law = arguments.choice("law");
    const Formula d = whole(dim);
    const Formula formula = law == "gaussian" ? 6 / d : law == "uniform" ? Formula(6) / 25 / d : -6 / (d + 2);
    const Route closed = constant(RouteKind::closed_form, "closed_form", formula);
    if (law == "sphere" && dim == 1) return {closed, of_two_points((pow(Formula(-1), 4) + 1) / 2 - 3)};
    const Moments moments = moments_of(law, dim);
    return {closed, expectation(moments.integrands, moments.law, moments.excess_kurtosis)};
}

// ---- scores added from layer to layer

std::vector<Route> realformer_routes(const Arguments& arguments) {
    const std::int64_t layer = arguments.integer("layer");
    const Real& std = arguments.real("std");
    return {constant(RouteKind::closed_form, "closed_form", Formula(std) * sqrt(whole(layer))),
            enclosed(RouteKind::definition, "recursion", [=](long bits, const Context& context) -> Answer {
                if (static_cast<std::uint64_t>(layer) > context.budget)
                    return {Status::unable, "the recursion over the layers exceeds the budget of steps"};
                const Ball added = pow(std.at(bits), 2);
                Ball variance = added;
                for (std::int64_t l = 1; l < layer; ++l) {
                    if (l % 4096 == 0) context.check_cancelled();
                    variance += added;
                }
                return sqrt(variance);
            })};
}

}  // namespace

std::vector<Quantity> attention_logits_quantities() {
    const Parameter law = {
        .name = "law",
        .kind = ParameterKind::choice,
        .fallback = "gaussian",
        .meaning = "of queries and keys, which are independent: iid components, or uniform on a sphere",
        .choices = {"gaussian", "uniform", "sphere"}};
    const Parameter dim = {.name = "dim",
                           .kind = ParameterKind::integer,
                           .meaning = "of queries and keys",
                           .range = "[1, 10^9]"};
    const std::vector<std::string> routes = {
        "closed_form: the formula",
        "definition: moments of a component (of the cosine of the angle), integrated"};
    const auto factor = [](const char* name, const char* meaning) {
        return Parameter{.name = name, .fallback = "1", .meaning = meaning, .range = "(0, inf)"};
    };
    return {
        {.name = "attention.logit_variance",
         .summary = "Variance of the logits scale q.k for random queries and keys.",
         .formula = R"(\mathrm{scale}^2\,\mathrm{query\_std}^2\,\mathrm{key\_std}^2\,\mathrm{dim})",
         .units = "a variance; the mean is 0. query_std and key_std are those of a component (sphere: |q| = "
                  "sqrt(dim) query_std). Exact for any law of uncorrelated components of mean 0. T5 leaves "
                  "out scale = 1/sqrt(dim) and puts it into the initial weights: query_std = 1/sqrt(dim) "
                  "with key_std = 1 (all of it on the queries), or dim^(-1/4) each, give the same variance",
         .source = "Su 2021, kexue.fm/archives/8620; Vaswani et al. 2017, arXiv:1706.03762, footnote 4",
         .parameters = {law, dim, factor("scale", "lambda; 1/sqrt(dim) is usual"),
                        factor("query_std", "standard deviation of a query's component"),
                        factor("key_std", "standard deviation of a key's component")},
         .values = "[0, inf)",
         .route_notes = routes,
         .theorems = {"moments_of_components", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = variance_routes},
        {.name = "attention.logit_excess_kurtosis",
         .summary = "Excess kurtosis of q.k for random queries and keys: how far logits are from normal.",
         .formula =
             R"(\frac{\mathbb{E}\left[(q \cdot k)^4\right]}{\mathbb{E}\left[(q \cdot k)^2\right]^2} - )"
             R"(3; \quad \text{gaussian: } \frac{6}{\mathrm{dim}}; \quad \text{uniform: } )"
             R"(\frac{0.24}{\mathrm{dim}}; \quad \text{sphere: } -\frac{6}{\mathrm{dim} + 2})",
         .units = "dimensionless, 0 for a normal; over queries and keys. Given the query, the logits of "
                  "gaussian keys are exactly normal",
         .source = "own derivation: q.k is a sum of dim independent products; on the sphere dim cos theta",
         .parameters = {law, dim},
         .values = "[-2, inf)",
         .route_notes = routes,
         .theorems = {"moments_of_components", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = kurtosis_routes},
        {.name = "attention.realformer_logit_std",
         .summary =
             "Standard deviation of RealFormer's logits, which are added to those of the layer before.",
         .formula = R"(\mathrm{std} \sqrt{\mathrm{layer}})",
         .units = "a standard deviation; layers count from 1 and their own logits are independent, as at "
                  "initialisation",
         .source = "He et al. 2020, arXiv:2012.11747, eq. 3",
         .parameters = {{.name = "layer",
                         .kind = ParameterKind::integer,
                         .meaning = "which layer",
                         .range = "[1, inf)"},
                        factor("std", "standard deviation of a layer's own logits")},
         .values = "[0, inf)",
         .route_notes = {"closed_form: the formula",
                         "definition: the variance, layer by layer; unable beyond the budget"},
         .routes = realformer_routes}};
}

}  // namespace sigprop
