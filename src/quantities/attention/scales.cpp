// Scales that keep the entropy of attention, and the rules used in their place.

#include "quantities/attention/entropy_model.hpp"
#include "quantities/attention/rule_scores.hpp"

namespace sigprop {
namespace {

std::vector<Route> preserving_routes(const Arguments& arguments) {
    const EntropyModel model = entropy_model(arguments);
    const std::uint64_t n = row_length(arguments, "n");
    const std::uint64_t reference = row_length(arguments, "reference");
    const auto root = [=](RouteKind route, const char* method, EntropyForm form) {
        return enclosed(route, method, [=](long bits, const Context& context) {
            return preserving_scale(form, model, n, reference, bits - 16, context);
        });
    };
    std::vector<Route> plans;
    if (model.kind != EntropyModel::Kind::sphere)
        plans.push_back(root(RouteKind::closed_form, "closed_form", EntropyForm::stein));
    if (model.kind != EntropyModel::Kind::mean_field)
        plans.push_back(root(RouteKind::definition, "arb_trapezoid", EntropyForm::integrated));
    plans.push_back(estimated(RouteKind::definition, "boost_toms748", [=](const Context& context) {
        return estimated_preserving_scale(model, n, reference, context);
    }));
    return plans;
}

}  // namespace

std::vector<Quantity> attention_scales_quantities() {
    std::vector<Quantity> quantities = {
        {.name = "attention.preserving_scale",
         .aliases = {"attention.entropy_invariant_scale", "attention.entropy_invariant_std"},
         .summary = "The scale at which rows of attention over n keys keep the mean entropy that rows over a "
                    "reference number have.",
         .formula =
             R"(\text{the } s \text{ with } \mathbb{E}\left[H_n(s)\right] = )"
             R"(\mathbb{E}\left[H_{\mathrm{reference}}(s_0)\right], \quad s_0 \text{ the std or scale )"
             R"(at the reference length})",
         .formula_notes =
             {R"($\mathbb{E}\left[H_n\right]$ falls strictly from $\log n$ at $s = 0$: there is one $s$ )"
              R"(when $\log n > \mathbb{E}\left[H_{\mathrm{reference}}(s_0)\right]$, and none otherwise)"},
         .units =
             "what it keeps is in nats; it is itself a std of logits (model=gaussian) or a scale on q.k "
             "(sphere and mean_field, |q| = |k| = sqrt(dim)), not a factor: that is preserving_scale/s_0",
         .source = "the aim: Su 2021, kexue.fm/archives/8823; the exact solution at finite n: own derivation",
         .parameters =
             joined({keys_parameter(), reference_parameter("512", "the length whose entropy is kept")},
                    entropy_model_parameters()),
         .route_notes = {"closed_form: the root of E log S - s^2 (1 - E sum a^2) = E H_reference, proved by "
                         "the signs at two ends (mean_field: of log n + log Z - z A)",
                         "definition: the root of E log S - E sum a x = E H_reference, proved in the same "
                         "way; `domain` where log n is no more than the entropy to be kept",
                         "definition: method boost_toms748, an estimate from double-precision sums of its "
                         "own (mean_field: from Boost's Bessel functions)"},
         .routes = preserving_routes}};
    for (Quantity& quantity : rule_score_quantities()) quantities.push_back(std::move(quantity));
    return quantities;
}

}  // namespace sigprop
