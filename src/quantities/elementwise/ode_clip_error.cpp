// elementwise.clip_error: the distance between a smooth clip and the clip.

#include "methods/extrema/supremum.hpp"
#include "methods/roots/boost_root.hpp"
#include "quantities/elementwise/ode.hpp"

#include <cmath>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

std::vector<Route> clip_error_routes(const Arguments& arguments) {
    const Real& t = arguments.real("t");
    const bool is_softcap = arguments.choice("form") == "softcap";
    const Formula closed = Formula(t) * (is_softcap ? 1 - tanh(Formula(1)) : 1 - 1 / sqrt(Formula(2)));
    // With z = x/t it is one problem for all t.
    const Formula z = Formula::variable();
    const Formula smooth = is_softcap ? tanh(z) : z / sqrt(1 + pow(z, 2));
    const Formula h = min(max(z, -1), 1) - smooth;
    return {constant(RouteKind::closed_form, "closed_form", closed),
            DirectRoute{RouteKind::definition, "recursion", Kind::enclosure,
                        [h, t](long bits, const Context& context) -> Answer {
                            Answer most = supremum_of_magnitude(h, bits, context);
                            if (most.status == Status::ok) most.value = most.value * t.at(bits);
                            return most;
                        }},
            DirectRoute{RouteKind::definition, "boost_brent", Kind::estimate,
                        [h, t](long, const Context&) -> Answer {
                            Evaluator<double> value(h);
                            const RootEstimate best =
                                boost_minimum([&](double x) { return -std::fabs(value(x)); }, 0, 3);
                            return Ball(value(best.root) * t.to_double())
                                .at_precision(64)
                                // widening: estimate
                                .widened(Ball(t.to_double() * 0x1p-20));
                        }}};
}

}  // namespace

Quantity clip_error_quantity() {
    return {
        .name = "elementwise.clip_error",
        .summary = "How far a smooth clip is from clip(x, -t, t) at most.",
        .formula =
            R"(\sup_x \left|\operatorname{clip}(x, -t, t) - t \tanh(x/t)\right| = t (1 - \tanh 1) )"
            R"(\text{ (softcap)}, \quad \sup_x \left|\operatorname{clip}(x, -t, t) - \frac{x}{\sqrt{1 )"
            R"(+ x^2/t^2}}\right| = t \left(1 - \frac{1}{\sqrt{2}}\right) \text{ (isru)}, \quad )"
            R"(\text{both at } \left|x\right| = t)",
        .units =
            "absolute, in units of x; softcap is Gemma 2's cap on logits, isru the same with x/sqrt(1 + "
            "x^2/t^2)",
        .source = "Su 2025, spaces.ac.cn/archives/10831, equation 14; Gemma Team 2024, arXiv:2408.00118",
        .parameters =
            {{.name = "form",
              .kind = ParameterKind::choice,
              .meaning = "which smooth clip",
              .choices = {"softcap", "isru"}},
             {.name = "t", .fallback = "1", .meaning = "the bound of the clip", .range = "(0, inf)"}},
        .values = "[0, inf)",
        .route_notes =
            {"closed_form: the difference grows up to |x| = t and falls beyond, where the clip is constant",
             "definition: branch and bound over balls between the kinks and bounds of both tails "
             "(recursion), a proof",
             "definition: Brent's method (boost_brent), an estimate"},
        .theorems = {"growth_and_fall_of_the_clip_error", "supremum_by_branch_and_bound"},
        .routes = clip_error_routes};
}

}  // namespace sigprop
