// Entropy of attention with random vectors as queries and keys: Gaussian, or on a sphere.

#include "methods/softmax_sampling/samples.hpp"
#include "quantities/attention/head_entropy.hpp"

namespace sigprop {
namespace {

/// Bits to take off the guard bits that a route is given: values have size one, so few guard bits are needed
/// here, where every bit costs more tables.
constexpr long spare_bits = 14;

Route by_tables(RouteKind route, const char* method, EntropyForm form, const VectorHead& head) {
    return enclosed(route, method, [=](long bits, const Context& context) {
        return head_entropy(form, head, std::max(bits - spare_bits, 24L), context);
    });
}

Route by_vectors(const VectorHead& head) {
    DirectRoute computation;
    computation.route = RouteKind::simulation;
    computation.method = "network";
    computation.kind = Kind::sample;
    computation.value = [=](long, const Context& context) { return sampled_head_entropy(head, context); };
    return computation;
}

std::vector<Route> gaussian_routes(const Arguments& arguments) {
    const VectorHead head = vector_head(VectorHead::Law::gaussian, arguments);
    return {by_tables(RouteKind::closed_form, "closed_form", EntropyForm::stein, head),
            by_tables(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated, head),
            by_vectors(head)};
}

std::vector<Route> sphere_routes(const Arguments& arguments) {
    const VectorHead head = vector_head(VectorHead::Law::sphere, arguments);
    const LogitLaw law = LogitLaw::sphere(head.dim, head.scale * Real(static_cast<double>(head.dim)));
    return {by_tables(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated, head),
            sampled([=](const Context& context) {
                return sampled_row_mean(RowStatistic::entropy, {law, head.n}, context);
            }),
            by_vectors(head)};
}

std::vector<Parameter> parameters() {
    return {keys_parameter(),
            {.name = "dim", .kind = ParameterKind::integer, .meaning = "of the head", .range = "[1, 10^6]"},
            {.name = "scale",
             .meaning = "the logits are scale q.k, of a std scale sqrt(dim) from 0.001 to 64; 1/sqrt(dim) is "
                        "usual",
             .range = "(0, inf)"}};
}

const char* const network_note =
    "simulation: method network, sampled queries and keys through the streaming softmax; up to 16 queries "
    "share the keys of a head, and the standard error is that of the means of heads";

}  // namespace

std::vector<Quantity> attention_vectors_quantities() {
    return {
        {.name = "attention.gaussian_qk_entropy",
         .summary =
             "Mean entropy of attention over n keys with Gaussian queries and keys, exact at finite n.",
         .formula = R"(\mathbb{E}\left[H\right] \text{ of } \operatorname{softmax}(\mathrm{scale}\,q \cdot )"
                    R"(k_1, \ldots, \mathrm{scale}\,q \cdot k_n), \quad q, k_j \sim N(0, I_{\mathrm{dim}}) )"
                    R"(\text{ independent})",
         .formula_notes =
             {R"(given $q$ the logits are independent $N(0, (\mathrm{scale} \left\|q\right\|)^2)$, so )"
              R"($\mathbb{E}\left[H\right] = \mathbb{E}\left[\mathrm{attention.entropy}(n, )"
              R"(\mathrm{scale}\,r)\right]$ over $r \sim \chi_{\mathrm{dim}}$)"},
         .units =
             "nats. Not attention.entropy(n, scale sqrt(dim)): |q| is random, and only close to sqrt(dim)",
         .source = "own derivation: formula 8 or 3 of the entropy of independent logits, averaged over |q|",
         .parameters = parameters(),
         .values = "[0, inf)",
         .route_notes = {"closed_form: E H = E log S - s^2 (1 - E sum a^2) by Stein's lemma, and the "
                         "trapezoidal rule over |q|, with proved errors",
                         "definition: E H = E log S - E sum a x as it stands, over the same lengths |q|",
                         network_note},
         .theorems = {"transform_of_a_row", "stein_lemma", "moments_of_components", "trapezoidal_rectangle"},
         .routes = gaussian_routes},
        {.name = "attention.sphere_entropy",
         .aliases = {"attention.qk_norm_entropy"},
         .summary = "Mean entropy of attention over n keys with queries and keys on a sphere, which is "
                    "QK-norm, exact at finite n.",
         .formula = R"(\mathbb{E}\left[H\right] \text{ of } \operatorname{softmax}(z c_1, \ldots, z c_n), )"
                    R"(\quad z = \mathrm{scale} \left\|q\right\| \left\|k\right\| = )"
                    R"(\mathrm{scale}\,\mathrm{dim} \text{ for } \left\|q\right\| = \left\|k\right\| = )"
                    R"(\sqrt{\mathrm{dim}})",
         .formula_notes =
             {R"(the $c_j$ are independent with density proportional to $(1 - c^2)^{(\mathrm{dim} - )"
              R"(3)/2}$)"},
         .units = "nats. QK-norm with RMSNorm on queries and keys, at random directions; a learned gain g on "
                  "each makes scale g^2 times as large. Norms to length 1 (scale q.k with |q| = |k| = 1) are "
                  "scale/dim here",
         .source = "QK-norm: Henry et al. 2020, arXiv:2010.04245; Dehghani et al. 2023, arXiv:2302.05442, "
                   "section 2. The formula: own derivation",
         .parameters = parameters(),
         .values = "[0, inf)",
         .route_notes = {"definition: E log S - E sum a x, integrated with proved errors",
                         "simulation: method monte_carlo, independent logits of that law", network_note},
         .theorems = {"transform_of_a_row", "moments_of_components", "trapezoidal_rectangle"},
         .routes = sphere_routes}};
}

}  // namespace sigprop
