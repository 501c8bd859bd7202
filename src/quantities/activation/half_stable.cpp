// activation.half_stable: the fixed point at which a wide layer keeps both the variance and its gradients,
// V'(q) = chi_1 = 1, for a bias and a weight variance that belong to it. Without kinks of f, V'(q) =
// weight_variance E[f'^2 + f f''] by Stein's lemma, so that V'(q) = chi_1 means D(s) = E f(s z) f''(s z) = 0
// at q = s^2; then weight_variance = 1/E f'^2 and bias_variance = q - E f^2/E f'^2. D is the difference of
// the mean squares of (f + f'')/2 and (f - f'')/2, which are enclosed over intervals.
//
// The sign near 0: let e(x) be the even part of f f''. Where e(x) >= c x^k on |x| <= d = 6 b, k = 0 or 2,
// D(s)/s^k is at least c E[z^k; |z| < 6] less E[|f f''|; |x| > d]/s^k for s <= b, which grows with s.
// Reference: own derivation.

#include "catalogue/activation.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "methods/roots/boost_root.hpp"
#include "quantities/activation/chi_one.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr int near_stds = 6;            // standard deviations that count as near 0
constexpr double farthest_std = 0x1p7;  // stds up to which it is sought
constexpr std::uint64_t half_stable_budget = 4'000;

struct HalfStableProblem : HalfStableArguments {
    using HalfStableArguments::HalfStableArguments;

    [[nodiscard]] Formula slope() const { return f.formula.derivative(); }
    [[nodiscard]] Formula bend() const { return slope().derivative(); }
    [[nodiscard]] Activation half_sum() const { return {"(f + f'')/2", (f.formula + bend()) / 2}; }
    [[nodiscard]] Activation half_difference() const { return {"(f - f'')/2", (f.formula - bend()) / 2}; }
};

class Search {
public:
    Search(const HalfStableProblem& problem, long bits, const Context& context)
        : problem_(problem),
          sum_(problem.half_sum(), RouteKind::definition, bits + 48, context),
          difference_(problem.half_difference(), RouteKind::definition, bits + 48, context),
          square_(problem.f, RouteKind::definition),
          slope_square_({"f'", problem.slope()}, RouteKind::definition),
          bits_(bits),
          context_(context),
          budget_(context) {
        budget_.budget = std::min(budget_.budget, half_stable_budget);
    }

    Answer operator()() const {
        Ball low = start();
        if (!low.is_finite()) return {Status::unable, "no proof of the sign of E f f'' near q = 0"};
        for (; low.to_double() < farthest_std; low = low * 2) {
            for (const ZeroPlace& place : zeros(low, low * 2)) {
                if (place.kind != ZeroKind::one)
                    return {Status::unable,
                            "the stds at which E f f'' = 0 could not be isolated: " + place.reason};
                const Answer found = number_at(place.zero);
                if (found.status != Status::domain) return found;
            }
        }
        return {Status::unable,
                "E f f'' keeps its sign for stds up to 128: V'(q) = chi_1 at no fixed point up to there"};
    }

private:
    std::vector<ZeroPlace> zeros(const Ball& lower, const Ball& upper) const {
        const SearchedFunction D = {
            [this](const Ball& s, long bits) { return sum_.value(s, bits) - difference_.value(s, bits); },
            [this](const Ball& s, long bits) {
                return sum_.over(s, bits).slope - difference_.over(s, bits).slope;
            }};
        return zeros_of(D, lower, upper, bits_ + 8, budget_);
    }

    /// Status domain where the bias variance would be negative.
    Answer number_at(const Ball& s) const {
        const Ball h = moment_range(slope_square_, s, bits_ + 48, context_).value;
        const Ball g = moment_range(square_, s, bits_ + 48, context_).value;
        const Ball bias = pow(s, 2) - g / h;
        if (bias.is_negative()) return {Status::domain, "the bias variance would be negative"};
        if (!bias.is_nonnegative()) return {Status::unable, "no proof that the bias variance is at least 0"};
        if (problem_.of == HalfStableNumber::variance) return pow(s, 2);
        return problem_.of == HalfStableNumber::bias_variance ? bias : 1 / h;
    }

    /// A b such that D has one sign for all s in (0, b].
    Ball start() const {
        for (int k = 0; k <= 12; ++k) {
            const Ball b = Ball::power_of_two(-k);
            if (keeps_sign(b)) return b;
        }
        return Ball::indeterminate();
    }

    bool keeps_sign(const Ball& b) const {
        const Ball d = near_stds * b;
        if (partition(problem_.f.formula, -d, d, 64).pieces.size() != 1) return false;
        const Formula product = problem_.f.formula * problem_.bend();
        const Formula mirrored = -Formula::variable();
        const Formula even = (product + product.substitute(std::span(&mirrored, 1))) / 2;
        const Ball x = Ball::interval(-d, d).at_precision(64);
        const Ball tail = tail_of(b);
        if (!tail.is_finite()) return false;
        const Ball edge = Ball(near_stds).at_precision(64);
        const Ball inside = 1 - 2 * normal_cdf(-edge);
        const Ball constant = Evaluator<Ball>(even, 64)(x).mignitude().at_precision(64);
        if ((constant.lower() * inside - tail).is_positive()) return true;
        const Ball at_zero = Evaluator<Ball>(problem_.f.formula, 64)(Ball(0));
        if (!at_zero.is_exact() || !at_zero.contains_zero()) return false;
        const Ball square =
            Evaluator<Ball>(even.derivative().derivative(), 64)(x).mignitude().at_precision(64) / 2;
        const Ball near = square.lower() * (inside - 2 * edge * normal_pdf(edge));
        return (near - tail / pow(b, 2)).is_positive();
    }

    /// At least E[|f f''|; |z| > 6] at s = b: |f f''| <= ((f + f'')/2)^2 + ((f - f'')/2)^2.
    Ball tail_of(const Ball& b) const {
        const Formula z = Formula::variable();
        const Formula x = Formula(real_of_exact(b)) * z;
        const auto squared = [&](const Formula& g) { return pow(g.substitute(std::span(&x, 1)), 2); };
        const Formula beyond =
            where(z < -near_stds, Formula(1), where(z > near_stds, Formula(1), Formula(0)));
        const Formula both =
            squared(problem_.half_sum().formula) + squared(problem_.half_difference().formula);
        const Route plan = expectation({both * beyond}, Law::normal(), Formula::variable());
        Context few = context_;
        few.digits = 6;
        const Evidence found = best_enclosure(std::span(&plan, 1), few);
        return found.status == Status::ok ? found.value.upper() : Ball::indeterminate();
    }

    const HalfStableProblem& problem_;
    RememberedCurve sum_, difference_;
    MomentCurve square_, slope_square_;
    long bits_;
    const Context& context_;
    Context budget_;
};

Answer half_stable(const HalfStableProblem& problem, long bits, const Context& context) {
    if (!is_continuous(problem.f.formula, context) || !is_continuous(problem.slope(), context)) {
        return {Status::unable,
                "no proof that f and f' are continuous, without which V'(q) need not be weight_variance "
                "E[f'^2 + f f'']"};
    }
    return Search(problem, bits, context)();
}

Answer estimated_half_stable(const HalfStableProblem& problem, const Context& context) {
    DoubleMap sum({problem.half_sum(), 1, 0});
    DoubleMap difference({problem.half_difference(), 1, 0});
    DoubleMap square({problem.f, 1, 0});
    DoubleMap slope_square({{"f'", problem.slope()}, 1, 0});
    const auto D = [&](double s) {
        context.check_cancelled();
        return sum(s * s) - difference(s * s);
    };
    const auto number = [&](double q) {
        const double h = slope_square(q);
        if (problem.of == HalfStableNumber::variance) return q;
        return problem.of == HalfStableNumber::bias_variance ? q - square(q) / h : 1 / h;
    };
    const auto found = boost_first_zero(D, 0x1p-6, farthest_std);
    if (!found) return {Status::unable, "no sign change of E f f'' was found"};
    const double q = found->root * found->root;
    const double value = number(q);
    const double moved = std::fabs(number(q * (1 + 0x1p-20)) - value) + 0x1p-30 * (std::fabs(value) + q);
    // widening: estimate
    return Ball(value).at_precision(64).widened(Ball(moved));
}

std::vector<Route> half_stable_routes(const HalfStableProblem& problem) {
    return {enclosure(
                RouteKind::definition, "arb_integral",
                [problem](long bits, const Context& context) { return half_stable(problem, bits, context); }),
            DirectRoute{
                RouteKind::definition, "boost_toms748", Kind::estimate,
                [problem](long, const Context& context) { return estimated_half_stable(problem, context); }}};
}

}  // namespace

std::vector<Quantity> half_stable_quantities() {
    return {quantity("activation.half_stable", half_stable_routes)};
}

}  // namespace sigprop
