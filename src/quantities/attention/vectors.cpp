// Entropy of attention with random vectors as queries and keys: Gaussian, or on a sphere.

#include "catalogue/attention.hpp"
#include "quantities/attention/head_entropy.hpp"
#include "quantities/rows.hpp"

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

std::vector<Route> gaussian_routes(const VectorHeadArguments& given) {
    const VectorHead head = vector_head(VectorHead::Law::gaussian, given);
    return {by_tables(RouteKind::closed_form, "closed_form", EntropyForm::stein, head),
            by_tables(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated, head),
            by_vectors(head)};
}

std::vector<Route> sphere_routes(const VectorHeadArguments& given) {
    const VectorHead head = vector_head(VectorHead::Law::sphere, given);
    const LogitLaw law = LogitLaw::sphere(head.dim, head.scale * Real(static_cast<double>(head.dim)));
    return {by_tables(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated, head),
            sampled([=](const Context& context) {
                return sampled_row_mean(RowStatistic::entropy, {law, head.n}, context);
            }),
            by_vectors(head)};
}

}  // namespace

std::vector<Quantity> attention_vectors_quantities() {
    return {quantity("attention.gaussian_qk_entropy", gaussian_routes),
            quantity("attention.sphere_entropy", sphere_routes)};
}

}  // namespace sigprop
