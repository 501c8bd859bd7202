// Rows of attention over n independent normal logits while many keys share the weight: sums over keys are
// then close to their means, and the results are series in 1/n (annealed: the mean of a ratio is the ratio of
// means, with corrections). For rows in which a few keys have all the weight see attention/freezing.cpp.

#include "catalogue/attention.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

Formula x(int index) { return Formula::variable(index); }

// ---- annealed

enum class Annealed : std::uint8_t { entropy, participation, jacobian_norm };

/// Uses e = e^(s^2).
Formula annealed_closed(Annealed what, std::int64_t order, const Formula& n, const Formula& s) {
    const Formula e = exp(pow(s, 2));
    switch (what) {
        case Annealed::entropy: {
            const Formula leading = log(n) - pow(s, 2) / 2;
            return order == 0 ? leading : leading + (pow(s, 2) * e - (e - 1) / 2) / n;
        }
        case Annealed::participation:
            return order == 1 ? e / n : e / n * (1 + (3 * (e - 1) - 2 * (pow(e, 2) - 1)) / n);
        case Annealed::jacobian_norm: break;
    }
    return order == 1 ? e / n : e / n * (1 - (4 * pow(e, 2) - 4 * e + 1) / n);
}

/// The same for any law of the logits, from sums of independent terms expanded about their means: x0, x1, x2
/// = E e^x, E e^2x, E e^3x, x3 = E x e^x, x4 = E x e^2x.
Formula annealed_from_moments(Annealed what, std::int64_t order, const Formula& n) {
    const Formula ratio = x(1) / pow(x(0), 2);  // E e^2x/(E e^x)^2
    if (what == Annealed::entropy) {
        const Formula mean = x(3) / x(0);
        const Formula leading = log(n) + log(x(0)) - mean;
        const Formula covariance = x(4) / pow(x(0), 2) - mean;
        return order == 0 ? leading : leading + (covariance - (ratio - 1) * (mean + Formula(1) / 2)) / n;
    }
    if (order == 1) return ratio / n;
    const Formula covariance = x(2) / (x(0) * x(1)) - 1;
    const Formula participation = ratio / n * (1 + (3 * (ratio - 1) - 2 * covariance) / n);
    if (what == Annealed::participation) return participation;
    return participation + (pow(ratio, 2) - 2 * x(2) / pow(x(0), 3)) / pow(n, 2);
}

template <Annealed What>
std::vector<Route> annealed_routes(const AnnealedArguments& given) {
    (void)row_length(given.n);
    const Formula n{given.n}, s{given.std};
    const Formula logit = s * x(0);
    const Formula e = exp(logit);
    std::vector<Formula> integrands = {e, exp(2 * logit), exp(3 * logit)};
    if (What == Annealed::entropy)
        integrands = {e, exp(2 * logit), Formula(1), logit * e, logit * exp(2 * logit)};
    return {constant(RouteKind::closed_form, "closed_form", annealed_closed(What, given.order, n, s)),
            expectation(integrands, Law::normal(), annealed_from_moments(What, given.order, n))};
}

}  // namespace

std::vector<Quantity> attention_limits_quantities() {
    return {quantity("attention.annealed_entropy", annealed_routes<Annealed::entropy>),
            quantity("attention.annealed_participation", annealed_routes<Annealed::participation>),
            quantity("attention.annealed_jacobian_norm", annealed_routes<Annealed::jacobian_norm>)};
}

}  // namespace sigprop
