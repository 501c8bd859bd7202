// torch.AlphaDropout: what an entry of mean 0 and variance 1 is multiplied by, and what is added to it, once
// it has become -alpha with probability p.

#include "catalogue/frameworks.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

std::vector<Route> alpha_dropout(const AlphaDropoutArguments& given) {
    const Formula p{given.p};
    const Formula alpha{Real(Rational::from_decimal("1.7580993408473766"))};
    const bool is_scale = given.of == AlphaDropoutNumber::scale;
    const Formula closed = 1 / sqrt((1 - p) * (1 + p * pow(alpha, 2)));
    // The mean is -p alpha, the mean square (1 - p) + p alpha^2.
    const Formula mean = -p * alpha;
    const Formula scale = 1 / sqrt((1 - p) + p * pow(alpha, 2) - pow(mean, 2));
    return {constant(RouteKind::closed_form, "closed_form", is_scale ? closed : p * alpha * closed),
            constant(RouteKind::definition, "recursion", is_scale ? scale : -mean * scale)};
}

}  // namespace

std::vector<Quantity> alpha_dropout_quantities() { return {quantity("torch.AlphaDropout", alpha_dropout)}; }

}  // namespace sigprop
