// Rows of attention over n independent normal logits beyond the freezing std s_c = sqrt(2 log n): a few of
// the largest logits have all the weight, and the weights become those of the random energy model's frozen
// phase, which have the Poisson-Dirichlet law PD(m, 0) with m = s_c/s.

#include "catalogue/attention.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/initialization/beta_integral.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

// ---- frozen

enum class Frozen : std::uint8_t { entropy, participation, jacobian_norm };

Ball frozen_closed(Frozen what, const Ball& m) {
    if (what == Frozen::entropy) return digamma(Ball(1).at_precision(m.precision())) - digamma(1 - m);
    return what == Frozen::participation ? 1 - m : m * (1 - m) / 3;
}

/// E f(X) for X ~ Beta(a, b): f = -log x, or x^power.
Answer beta_mean(const Ball& a, const Ball& b, std::int64_t power, bool of_log, long bits,
                 const Context& context) {
    const Answer mass = beta_integral(a, b, false, bits, context);
    if (mass.status != Status::ok) return mass;
    const Answer weighted = beta_integral(a + Ball(power), b, of_log, bits, context);
    if (weighted.status != Status::ok) return weighted;
    return weighted.value / mass.value;
}

/// A weight drawn with its own probability is Beta(1 - m, m): E sum f(a) = E f(X)/X. Two different weights
/// have the joint density x^-m y^-m (1 - x - y)^(2m-1) up to a factor, and their total mean is m; with x = r
/// v, y = r (1 - v) it is a product of beta laws of r and v.
Answer frozen_integral(Frozen what, const Ball& m, long bits, const Context& context) {
    const auto mean = [&](const Ball& a, const Ball& b, std::int64_t power) {
        return beta_mean(a, b, power, false, bits, context);
    };
    const Ball rest = 1 - m;
    if (what == Frozen::entropy) return beta_mean(rest, m, 0, true, bits, context);
    const Answer squares = mean(rest, m, 1);
    if (what == Frozen::participation || squares.status != Status::ok) return squares;
    const Answer cubes = mean(rest, m, 2), fourths = mean(rest, m, 3);
    const Answer r = mean(2 * rest, 2 * m, 2), v = mean(rest, rest, 1), v_squared = mean(rest, rest, 2);
    for (const Answer* part : {&cubes, &fourths, &r, &v, &v_squared}) {
        if (part->status != Status::ok) return *part;
    }
    const Ball pairs = m * r.value * (v.value - v_squared.value);
    return squares.value - 2 * cubes.value + fourths.value + pairs;
}

/// domain unless 0 < m < 1, unable if that cannot be decided.
std::optional<Answer> without_freezing(const Real& m) {
    if (m.infinite_sign() == 0) {
        const std::optional<int> below = compare(m, 0), above = compare(m, 1);
        if (!below || !above)
            return Answer(Status::unable, "m is too close to 0 or 1: its side is undecided");
        if (*below > 0 && *above < 0) return std::nullopt;
    }
    return Answer(Status::domain,
                  "weights freeze only for 0 < m < 1 with m = s_c/s: the std must exceed sqrt(2 log n)");
}

template <Frozen What>
std::vector<Route> frozen_routes(const FrozenArguments& given) {
    const Real& m = given.m;
    const std::optional<Answer> none = without_freezing(m);
    return {enclosed(RouteKind::closed_form, "closed_form",
                     [=](long bits, const Context&) -> Answer {
                         return none ? *none : Answer(frozen_closed(What, m.at(bits)));
                     }),
            enclosed(RouteKind::definition, "arb_trapezoid", [=](long bits, const Context& context) {
                return none ? *none : frozen_integral(What, m.at(bits + 24), bits, context);
            })};
}

// ---- where it freezes

/// sqrt(2 log n), or the typical maximum of n standard normals.
Formula freezing_std(const FreezingArguments& given) {
    (void)row_length(given.n);
    const Formula n{given.n};
    const Formula leading = sqrt(2 * log(n));
    if (given.correction == FreezingCorrection::none) return leading;
    const Formula pi{Real("pi", [](long bits) { return Ball::pi(bits); })};
    return leading - (log(log(n)) + log(4 * pi)) / (2 * leading);
}

/// The std at which the annealed entropy log n - s^2/2 has fallen to 0; if corrected, one step of Newton's
/// method from there, with the slope b, towards n e^(-b^2/2)/(b sqrt(2 pi)) = 1.
Ball freezing_std_by_newton(const FreezingArguments& given, long bits) {
    const Ball log_n = log(given.n.at(bits));
    const Ball start = exp((log(log_n) + log(Ball(2).at_precision(bits))) / 2);
    if (given.correction == FreezingCorrection::none) return start;
    const Ball excess = pow(start, 2) / 2 + log(start) + log(2 * Ball::pi(bits)) / 2 - log_n;
    return start - excess / start;
}

std::vector<Route> freezing_std_routes(const FreezingArguments& given) {
    return {constant(RouteKind::closed_form, "closed_form", freezing_std(given)),
            enclosed(RouteKind::definition, "recursion",
                     [given](long bits, const Context&) { return freezing_std_by_newton(given, bits); })};
}

std::vector<Route> freezing_ratio_routes(const FreezingArguments& given) {
    const Real std = given.std.value();
    return {constant(RouteKind::closed_form, "closed_form", Formula(std) / freezing_std(given)),
            enclosed(RouteKind::definition, "recursion", [given, std](long bits, const Context&) {
                return std.at(bits) / freezing_std_by_newton(given, bits);
            })};
}

}  // namespace

std::vector<Quantity> attention_freezing_quantities() {
    return {quantity("attention.frozen_entropy", frozen_routes<Frozen::entropy>),
            quantity("attention.frozen_participation", frozen_routes<Frozen::participation>),
            quantity("attention.frozen_jacobian_norm", frozen_routes<Frozen::jacobian_norm>),
            quantity("attention.freezing_std", freezing_std_routes),
            quantity("attention.freezing_ratio", freezing_ratio_routes)};
}

}  // namespace sigprop
