// init.prior_bias: the bias with which a sigmoid starts at a probability.

#include "catalogue/initialization.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

std::vector<Route> prior_bias(const PriorBiasArguments& given) {
    const Formula p{given.p};
    return {constant(RouteKind::closed_form, "closed_form", -log((1 - p) / p)),
            constant(RouteKind::definition, "recursion", log(p) - log1p(-p))};
}

}  // namespace

std::vector<Quantity> prior_bias_quantities() { return {quantity("init.prior_bias", prior_bias)}; }

}  // namespace sigprop
