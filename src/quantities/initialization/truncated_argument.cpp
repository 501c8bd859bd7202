#include "quantities/initialization/truncated_argument.hpp"

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/route_formula.hpp"
#include "methods/route_root.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/support.hpp"

#include <functional>

namespace sigprop {
namespace {

/// A ball that encloses (realised std) - target at an exact s; its sign is what counts.
using Excess = std::function<Ball(const Ball& s)>;

truncated::Standardised parent(const Ball& s, const Real& lower, const Real& upper) {
    const Real std(s.exact_text(), [s](long bits) { return s.at_precision(bits); });
    const auto unit = [&](const Real& limit) { return limit.infinite_sign() != 0 ? limit : limit / std; };
    return {unit(lower), unit(upper), 0, std};
}

Answer not_told() {
    Answer computed = Ball::indeterminate();
    computed.reason =
        "it is undecided whether the requested std can be reached: it is that of the uniform law on the "
        "interval, or very close to it";
    return computed;
}

/// [x - d, x + d] with the excess proved negative and positive at its ends, d from 2^(spare - bits) x
/// upwards; nothing if x is not that close to the root, or the excess not known well enough.
std::optional<Ball> certified(const Excess& excess, const Ball& x, long bits, long spare) {
    for (; spare < bits; spare *= 2) {
        const Ball d = (x * Ball::power_of_two(spare - bits)).upper();
        const Ball low = (x - d).midpoint();
        const Ball high = (x + d).midpoint();
        if (excess(low).is_negative() && excess(high).is_positive()) return Ball::interval(low, high);
    }
    return std::nullopt;
}

/// The root between low (excess not positive) and high (positive): secants that keep the bracket (Illinois),
/// until rounding hides the sign.
Answer root(const Excess& excess, Ball low, Ball high, long bits, const Context& context) {
    Ball at_low = excess(low).midpoint();
    Ball at_high = excess(high).midpoint();
    int last = 0;
    for (long step = 0; step < 200; ++step) {
        context.check_cancelled();
        const Ball secant = (low * at_high - high * at_low) / (at_high - at_low);
        const bool inside =
            secant.is_finite() && (secant - low).is_positive() && (high - secant).is_positive();
        const Ball x = (inside && step % 8 != 7 ? secant : (low + high) / 2).at_precision(bits).midpoint();
        const Ball value = excess(x);
        const bool narrow = !(high - low - x * Ball::power_of_two(8 - bits)).is_positive();
        if (narrow || !(value.is_negative() || value.is_positive())) {
            if (auto proved = certified(excess, x, bits, 4)) return std::move(*proved);
            return not_told();
        }
        const int side = value.is_positive() ? 1 : -1;
        (side > 0 ? high : low) = x;
        (side > 0 ? at_high : at_low) = value.midpoint();
        if (side == last) (side > 0 ? at_low : at_high) = (side > 0 ? at_low : at_high) / 2;
        last = side;
    }
    return not_told();
}

Answer solve(const Ball& target, const Real& lower, const Real& upper, long bits, const Context& context) {
    const bool bounded = lower.infinite_sign() == 0 && upper.infinite_sign() == 0;
    if (bounded) {
        const Ball limit = (upper.at(bits) - lower.at(bits)) / sqrt(Ball(12).at_precision(bits));
        if ((target - limit).is_nonnegative()) {
            return {Status::domain,
                    "no argument gives this std: the limit for wide normals is the std of the uniform law, "
                    "(upper - lower)/sqrt 12"};
        }
        if (!(limit - target).is_positive()) return not_told();
    }
    const Excess excess = [&](const Ball& s) {
        const Ball fraction = truncated::variance_fraction(parent(s, lower, upper), bits);
        return s * sqrt(fraction) - target;
    };
    const Ball low = target.lower();  // the realised std is at most the one passed
    Ball high = 2 * target.upper();
    for (long i = 0; i < bits && !excess(high).is_positive(); ++i) {
        context.check_cancelled();
        high = high * 2;
    }
    if (!excess(high).is_positive()) return not_told();
    return root(excess, low, high, bits, context);
}

/// The same root, with its two signs proved again by integrals.
Answer confirm(const Ball& target, const Ball& guess, const Real& lower, const Real& upper, long bits,
               const Context& context) {
    Context enough = context;
    enough.digits = digits_of_bits(bits) + 2;
    const Excess excess = [&](const Ball& s) {
        const std::vector<Route> routes = truncated::std_routes(parent(s, lower, upper));
        const Evidence proof = best_enclosure(std::span(&routes.back(), 1), enough);
        return proof.status == Status::ok ? proof.value - target : Ball::indeterminate();
    };
    const Ball x = guess.midpoint();
    const long spare = std::max(8L, bits - guess.accuracy_bits() + 2);
    if (auto proved = certified(excess, x, bits, spare)) return std::move(*proved);
    return {Status::unable, "it is undecided on which side of the requested std the integrals are"};
}

/// Var X = target^2 for X of N(0, s^2) on [lower, upper], with s as the unknown, for certificates: the
/// realised std is less than s, so that no root lies below the target. Nothing where the target is no
/// formula.
std::optional<EquationOfMeans> equation_of_std(const std::vector<Route>& target, const Real& lower,
                                               const Real& upper) {
    const auto* form = std::get_if<DirectRoute>(&target.front());
    const std::optional<Formula> wanted = form == nullptr ? std::nullopt : formula_of(*form);
    if (!wanted || lower.infinite_sign() != 0 || upper.infinite_sign() != 0) return std::nullopt;
    const Formula x = Formula::variable(0);
    const Formula density = exp(-(pow(x / Formula::variable(1), 2) / 2));
    const Formula mean = Formula::variable(1) / Formula::variable(0);
    const Formula square = Formula::variable(2) / Formula::variable(0);
    const Ball least = Evaluator<Ball>(*wanted, 64)(std::span<const Ball>())[0];
    return EquationOfMeans{.integrands = {density, x * density, pow(x, 2) * density},
                           .law = Law::uniform(lower, upper),
                           .equation = square - pow(mean, 2) - pow(*wanted, 2),
                           .from = least.lower_double() * (1 - 0x1p-10)};
}

}  // namespace

std::vector<Route> truncated_argument_routes(std::vector<Route> target, const Real& lower,
                                             const Real& upper) {
    if (lower.infinite_sign() != 0 && upper.infinite_sign() != 0) return target;
    const auto solved = [target, lower, upper](long bits, const Context& context) -> Answer {
        const Answer wanted = best_value(target, bits, context);
        if (wanted.status != Status::ok) return wanted;
        return solve(wanted.value, lower, upper, bits, context);
    };
    DirectRoute form;
    form.value = solved;
    DirectRoute definition;
    definition.route = RouteKind::definition;
    definition.method = "arb_integral";
    definition.value = [target, lower, upper, solved](long bits, const Context& context) -> Answer {
        const Answer guess = solved(bits, context);
        if (guess.status != Status::ok || !guess.value.is_finite()) return guess;
        const Answer wanted = best_value(target, bits, context);
        return confirm(wanted.value, guess.value, lower, upper, bits, context);
    };
    if (std::optional<EquationOfMeans> equation = equation_of_std(target, lower, upper)) {
        equation->root = solved;
        definition.value = RootOfMeans{std::move(*equation), std::move(definition.value)};
    }
    return {form, definition};
}

}  // namespace sigprop
