// The scale that keeps the entropy of attention; for the rules used in its place see rule_scores.cpp.

#include "catalogue/attention.hpp"
#include "quantities/attention/entropy_model.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

std::vector<Route> preserving_routes(const LengthRuleArguments& given) {
    const EntropyModel model = entropy_model(given);
    const std::uint64_t n = row_length(given.n), reference = row_length(given.reference, "reference");
    const auto root = [=](RouteKind route, const char* method, EntropyForm form) {
        return enclosed(route, method, [=](long bits, const Context& context) {
            return preserving_scale(form, model, n, reference, bits - 16, context);
        });
    };
    std::vector<Route> plans;
    if (model.kind != AttentionModel::sphere)
        plans.push_back(root(RouteKind::closed_form, "closed_form", EntropyForm::stein));
    if (model.kind != AttentionModel::mean_field)
        plans.push_back(root(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated));
    plans.push_back(estimated(RouteKind::definition, "boost_toms748", [=](const Context& context) {
        return estimated_preserving_scale(model, n, reference, context);
    }));
    return plans;
}

}  // namespace

std::vector<Quantity> attention_scales_quantities() {
    return {quantity("attention.preserving_scale", preserving_routes)};
}

}  // namespace sigprop
