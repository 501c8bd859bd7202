// elementwise.clip_error: the distance between a smooth clip and the clip.

#include "catalogue/elementwise.hpp"
#include "methods/extrema/supremum.hpp"
#include "methods/roots/boost_root.hpp"
#include "quantities/elementwise/ode.hpp"

#include <cmath>

#include "core/formula/evaluator.hpp"

namespace sigprop {

std::vector<Route> clip_error_routes(const ClipErrorArguments& given) {
    const Real& t = given.t;
    const bool is_softcap = given.form == SmoothClip::softcap;
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

}  // namespace sigprop
