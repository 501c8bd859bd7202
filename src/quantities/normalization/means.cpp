// Normalisation layers with normal inputs: the mean size of the Jacobian, the share of its diagonal, and how
// well pRMSNorm estimates the rms from its first entries.

#include "catalogue/normalization.hpp"
#include "core/ball/hypergeometric.hpp"

#include "quantities/normalization/spread.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Formula x(int index = 0) { return Formula::variable(index); }
Answer domain(const char* why) { return {Status::domain, why}; }

// ---- E |J|^2

/// |J|^2 = (D/std^2) ((directions - 1)/(c + a) + a^2/(c + a)^3), c chi-squared with `freedom` degrees of
/// freedom, a = D eps/std^2.
struct MeanNorm {
    std::int64_t factor = 1;      ///< D: number of entries where they are averaged, 1 where they are summed
    std::int64_t freedom = 1;     ///< degrees of freedom of the squares
    std::int64_t directions = 1;  ///< directions that the layer does not project away
    Real std = 1, epsilon = 0;
};

MeanNorm mean_norm(const NormGroupCall& call, const Real& std) {
    const std::int64_t free = call.size - (call.is_about_mean() ? 1 : 0);
    const bool is_summed = call.rule.spread == NormSpread::length;
    return {is_summed ? 1 : call.size, free, free, std, call.epsilon};
}

/// E (c + a)^-p = 2^-p U(p, p + 1 - k/2, a/2)
Ball inverse_moment(std::int64_t p, std::int64_t freedom, const Ball& a, long bits) {
    const Ball half = Ball(freedom).at_precision(bits) / 2;
    return tricomi_u(Ball(p).at_precision(bits), Ball(p + 1) - half, a / 2) * Ball::power_of_two(-p);
}

Answer closed_mean(const MeanNorm& of, long bits) {
    const Ball scale = Ball(of.factor) / pow(of.std.at(bits), 2);
    const Ball a = scale * of.epsilon.at(bits);
    return scale * (Ball(of.directions - 1) * inverse_moment(1, of.freedom, a, bits) +
                    a * a * inverse_moment(3, of.freedom, a, bits));
}

/// From 1/(c + a)^p = integral of u^(p-1) e^(-(c + a) u) du / Gamma(p) and E e^(-c u) = (1 + 2 u)^(-k/2),
/// with t = a u. The factor D/(std^2 a) is 1/eps.
Route integrated_mean(const MeanNorm& of) {
    const Formula a = whole(of.factor) * Formula(of.epsilon) / pow(Formula(of.std), 2);
    const Formula decay = pow(1 + 2 * x() / a, -whole(of.freedom) / 2);
    return expectation({decay, pow(x(), 2) * decay}, Law::truncated_exponential(Real::infinity(1)),
                       (whole(of.directions - 1) * x(0) + x(1) / 2) / Formula(of.epsilon));
}

/// Without epsilon: E 1/c and E 1/c^2 by the same integral with 1 + 2 u = w^-2, that is, integrals of w^(k-3)
/// and (w^(k-5) - w^(k-3))/2 over 0 < w < 1.
Route integrated_powers(std::int64_t freedom, const Formula& combine) {
    std::vector<Formula> integrands = {pow(x(), freedom - 3)};
    if (freedom > 4) integrands.push_back(pow(x(), freedom - 5));
    return expectation(std::move(integrands), Law::uniform(0, 1), combine);
}

Routes zero_routes() {
    const auto zero = [](long, const Context&) -> Answer { return Ball(0); };
    return {enclosure(RouteKind::closed_form, "closed_form", zero),
            enclosure(RouteKind::definition, "recursion", zero)};
}

/// pRMSNorm with k < n entries: |J|^2 = (n - 2 + |x|^2/(k s^2))/s^2.
Routes partial_mean_routes(const NormGroupCall& call, const Real& std) {
    if (call.seen() <= 4)
        return without_value(domain("E |x|^2/rms^4 diverges: it needs 5 or more leading entries"),
                             "arb_integral");
    const Formula n = whole(call.size), k = whole(call.seen()), variance = pow(Formula(std), 2);
    return {
        constant(RouteKind::closed_form, "closed_form", k / (k - 2) * (n - 1 + (n - k) / (k - 4)) / variance),
        integrated_powers(call.seen(), k * ((n - 1) * x(0) + (n - k) * (x(1) - x(0)) / 2) / variance)};
}

Routes mean_norm_routes(const NormMeanArguments& given) {
    const NormGroupCall call = norm_group_call(given.layer, given.epsilon, given.leading, given.dim);
    const bool has_epsilon = compare(call.epsilon, 0) != 0;
    if (has_epsilon && call.rule.epsilon_place != EpsilonPlace::inside_root) {
        throw InputError::about({"epsilon"}, "epsilon must be 0 for " + std::string(call.layer->name) +
                                                 ": this mean is known for an epsilon inside the root");
    }
    if (has_no_direction(call)) {
        return has_epsilon ? zero_routes()
                           : without_value(domain("with one entry, x - mean is 0 and so is std: 0/0"),
                                           "arb_integral");
    }
    if (call.seen() < call.size) return partial_mean_routes(call, given.std);
    const MeanNorm of = mean_norm(call, given.std);
    if (has_epsilon) {
        return {closed_form([of](long bits) { return closed_mean(of, bits); }), integrated_mean(of)};
    }
    if (of.directions == 1) return zero_routes();
    if (of.freedom <= 2) return without_value(domain("E 1/rms^2 diverges: too few entries"), "arb_integral");
    const Formula scale = whole(of.factor) * whole(of.directions - 1) / pow(Formula(of.std), 2);
    return {constant(RouteKind::closed_form, "closed_form", scale / whole(of.freedom - 2)),
            integrated_powers(of.freedom, scale * x(0))};
}

// ---- the diagonal

Routes share_routes(const NormShareArguments& given) {
    const bool centred = find_norm_layer(given.layer)->rule.spread == NormSpread::std;
    const std::int64_t sphere = given.dim - (centred ? 1 : 0);  // u lies on the unit sphere of R^sphere
    if (sphere < 2) return without_value(domain("the Jacobian is 0: too few entries"), "arb_integral");
    const Formula d = whole(given.dim);
    const Formula closed = centred ? (d - 1) / (d + 1) : (d + 1) / (d + 2);
    // r J_ii = (1 - [centred]/d) sin^2 of the angle between u and the axis (its projection).
    const Formula density = sphere == 2 ? Formula(1) : pow(sin(x()), sphere - 2);
    const Formula scale = centred ? d * pow(1 - 1 / d, 2) / (d - 2) : d / (d - 1);
    const Law angle = Law::uniform(0, Real("pi", [](long bits) { return Ball::pi(bits); }));
    return {constant(RouteKind::closed_form, "closed_form", closed),
            expectation({density, pow(sin(x()), 4) * density}, angle, scale * x(1) / x(0))};
}

/// Whether all entries have a part in a smooth spread.
bool has_spread_of_all(const NormLayer& layer) { return has_smooth_spread(layer) && !layer.takes_share; }

// ---- pRMSNorm

/// Gamma((k + 1)/2)/Gamma(k/2)
Ball gamma_ratio(std::int64_t k, long bits) {
    const Ball half = Ball(k).at_precision(bits + 32) / 2;
    return exp(log_gamma(half + Ball(0.5)) - log_gamma(half));
}

/// The same, from its value 1/sqrt(pi) at k = 1 by g_(j+1) g_j = j/2.
Answer gamma_ratio_by_steps(std::int64_t k, long bits, const Context& context) {
    if (static_cast<std::uint64_t>(k) > context.budget)
        return {Status::unable, "the recursion over the entries exceeds the budget of steps"};
    Ball ratio = 1 / sqrt(Ball::pi(bits));
    for (std::int64_t j = 1; j < k; ++j) {
        if (j % 4096 == 0) context.check_cancelled();
        ratio = Ball(j) / (2 * ratio);
    }
    return ratio;
}

using FromRatio = std::function<Ball(const Ball& ratio, long bits)>;

Routes ratio_routes(std::int64_t k, const FromRatio& value) {
    return {closed_form([=](long bits) -> Answer { return value(gamma_ratio(k, bits), bits); }),
            enclosure(RouteKind::definition, "recursion", [=](long bits, const Context& context) -> Answer {
                const Answer ratio = gamma_ratio_by_steps(k, bits, context);
                return ratio.status == Status::ok ? Answer(value(ratio.value, bits)) : ratio;
            })};
}

std::int64_t entries_seen(const PartialRmsArguments& given) {
    if (!given.dim && !given.leading.count)
        throw InputError::about({"dim", "count"}, "dim is required if count is not given");
    return norm_leading(given.leading, given.dim ? *given.dim : *given.leading.count);
}

Routes rms_std_routes(const PartialRmsArguments& given) {
    const std::int64_t k = entries_seen(given);
    return ratio_routes(k, [k](const Ball& g, long bits) {
        return sqrt(1 - 2 * g * g / Ball(k).at_precision(bits));  // E rms = sqrt(2/k) g
    });
}

Routes inverse_mean_routes(const PartialRmsArguments& given) {
    const std::int64_t k = entries_seen(given);
    if (k == 1) return without_value(domain("E 1/|x| diverges: one entry is too few"), "recursion");
    return ratio_routes(k - 1,
                        [k](const Ball& g, long bits) { return sqrt(Ball(k).at_precision(bits) / 2) / g; });
}

}  // namespace

std::vector<Quantity> norm_mean_quantities() {
    return {norm_quantity("norm.mean_jacobian_norm", mean_norm_routes, has_smooth_spread),
            norm_quantity("norm.diagonal_share", share_routes, has_spread_of_all),
            quantity("norm.partial_rms_std", rms_std_routes),
            quantity("norm.partial_rms_inverse_mean", inverse_mean_routes)};
}

}  // namespace sigprop
