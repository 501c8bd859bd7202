// How the shapes of the weights' distribution and of the matrix they fill affect a layer at initialisation.

#include "catalogue/initialization.hpp"
#include "quantities/activation/exponential_polynomial.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Formula x(int index = 0) { return Formula::variable(index); }

/// E(t - E t)^4 / Var^2 from the means x0 … x3 of t, t^2, t^3, t^4.
Formula kurtosis_of_moments() {
    const Formula variance = x(1) - pow(x(0), 2);
    const Formula fourth = x(3) - 4 * x(0) * x(2) + 6 * pow(x(0), 2) * x(1) - 3 * pow(x(0), 4);
    return fourth / pow(variance, 2);
}

Routes kurtosis_over(const Law& law, const std::function<Ball(int power, long bits)>& moment) {
    const Formula t = x();
    return {closed_form([moment](long bits) -> Answer {
                std::vector<Ball> moments;
                for (int power = 1; power <= 4; ++power) moments.push_back(moment(power, bits));
                return Evaluator<Ball>(kurtosis_of_moments(), bits)(moments)[0];
            }),
            expectation({t, pow(t, 2), pow(t, 3), pow(t, 4)}, law, kurtosis_of_moments())};
}

/// Moments over an interval, of the standard normal or of the flat density e^0.
Routes truncated_kurtosis(const Real& lower, const Real& upper) {
    const truncated::Standardised s = truncated::standardised(lower, upper, 0, 1);
    return kurtosis_over(Law::truncated_normal(s.alpha, s.beta), [s](int power, long bits) {
        const auto part = [&](int k) { return normal_mean({{s.alpha, s.beta, {{1, k, 0}}}}, 0, 1, bits); };
        return part(power) / part(0);
    });
}

Routes kurtosis(const InitKurtosisArguments& given) {
    if (given.distribution == SampledLaw::truncated_normal)
        return truncated_kurtosis(given.lower, given.upper);
    if (given.given.lower || given.given.upper) {
        const std::string limit = given.given.lower ? "lower" : "upper";
        throw InputError::about({limit},
                                "the kurtosis of distribution=" + std::string(word_of(given.distribution)) +
                                    " does not depend on '" + limit + "': remove it");
    }
    const bool normal = given.distribution == SampledLaw::normal;
    return kurtosis_over(normal ? Law::normal() : Law::uniform(-1, 1), [normal](int power, long bits) {
        if (power % 2 == 1) return Ball().at_precision(bits);
        const Ball order = Ball(power + 1).at_precision(bits);
        return normal ? Ball(power - 1).at_precision(bits) : 1 / order;
    });
}

Routes uniform_half_width(const UniformHalfWidthArguments& given) {
    const Formula std = Formula(given.std);
    return {constant(RouteKind::closed_form, "closed_form", sqrt(Formula(3)) * std),
            expectation({pow(x(), 2)}, Law::uniform(-1, 1), std / sqrt(x(0)))};
}

/// Both edges, with c = fan_out/fan_in: |1 -+ sqrt c|, which are also the roots of
/// s^4 - 2 (1 + c) s^2 + (1 - c)^2 = 0.
template <int Side>
Routes singular_value(const MarchenkoPasturArguments& given) {
    const Formula c = Formula(Real(Rational(given.fan_out) / Rational(given.fan_in)));
    const Formula larger = 1 + c + sqrt(pow(1 + c, 2) - pow(1 - c, 2));
    const Formula squared = Side > 0 ? larger : pow(1 - c, 2) / larger;
    return {constant(RouteKind::closed_form, "closed_form", abs(1 + Side * sqrt(c))),
            constant(RouteKind::definition, "recursion", sqrt(squared))};
}

Routes batch_variance_spread(const BatchVarianceSpreadArguments& given) {
    const Formula freedom = whole(given.batch - 1);
    return {constant(RouteKind::closed_form, "closed_form", sqrt(2 / freedom)),
            expectation({pow(x(), 2), pow(x(), 4)}, Law::normal(),
                        sqrt((x(1) - pow(x(0), 2)) / (freedom * pow(x(0), 2))))};
}

}  // namespace

std::vector<Quantity> initialization_statistics_quantities() {
    return {quantity("init.kurtosis", kurtosis), quantity("init.uniform_half_width", uniform_half_width),
            quantity("init.largest_singular_value", singular_value<1>),
            quantity("init.smallest_singular_value", singular_value<-1>),
            quantity("init.batch_variance_spread", batch_variance_spread)};
}

}  // namespace sigprop
