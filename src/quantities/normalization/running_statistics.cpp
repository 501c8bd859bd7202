// Averages over training steps: the running statistics of BatchNorm.

#include "catalogue/normalization.hpp"
#include "catalogue/optimizer.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/running_average.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

constexpr std::int64_t max_steps = std::int64_t{1} << 20;

Route closed(const Formula& formula) { return constant(RouteKind::closed_form, "closed_form", formula); }

Route statistics_recursion(std::function<Answer(long bits, const Context& context)> value) {
    return enclosure(RouteKind::definition, "recursion", std::move(value));
}

/// The share of the old average that stays: momentum, or 1 - momentum in PyTorch's convention.
Real kept_share(const Real& momentum, MomentumWeighs convention) {
    return convention == MomentumWeighs::new_value ? 1 - momentum : momentum;
}

// ---- what is left of the first average

Routes weight_routes(const RunningMeanWeightArguments& given) {
    const Real kept = kept_share(given.momentum, given.convention);
    const std::int64_t steps = given.steps;
    const auto value = [=](long bits, const Context&) -> Answer { return pow(kept.at(bits), steps); };
    return {enclosure(RouteKind::closed_form, "closed_form", with_formula(pow(Formula(kept), steps), value)),
            statistics_recursion([=](long bits, const Context& context) -> Answer {
                if (static_cast<std::uint64_t>(steps) > context.budget)
                    return {Status::unable, "the steps exceed the budget"};
                const Ball m = kept.at(bits);
                // Two averages that differ by 1 at the start and see the same batches.
                Ball lower = Ball(0).at_precision(bits), upper = Ball(1).at_precision(bits);
                for (std::int64_t step = 0; step < steps; ++step) {
                    if (step % 4096 == 0) context.check_cancelled();
                    const Ball batch = (1 - m) * Ball(step % 7 - 3);
                    lower = m * lower + batch;
                    upper = m * upper + batch;
                }
                return upper - lower;
            })};
}

/// t with m^t = 1/2: whole steps by multiplication, then one bit per squaring, as logarithms were once made.
Answer half_life(const Real& kept, long bits, const Context& context) {
    const Ball m = kept.at(2 * bits + 64);
    const Ball half = Ball::power_of_two(-1);
    Ball power = Ball(1).at_precision(2 * bits + 64);
    std::int64_t whole = 0;
    for (; (power * m - half).is_nonnegative(); ++whole) {
        if (whole % 4096 == 0) context.check_cancelled();
        if (whole == max_steps) return {Status::unable, "the average needs more than 2^20 steps"};
        power *= m;
    }
    // 1/2 = power m^f with 0 <= f <= 1: f doubles when the ratio is squared. An undecided bit ends the loop:
    // the rest of f is then near 1, and at most 2 if the ratio is at least m^2.
    Ball ratio = half / power;
    Ball found = Ball(whole).at_precision(bits + 32);
    long bit = 1;
    for (; bit <= bits; ++bit) {
        const Ball squared = ratio * ratio;
        const bool is_one = (squared - m).is_nonpositive();
        if (!is_one && !(squared - m).is_positive()) break;
        ratio = is_one ? squared / m : squared;
        if (is_one) found += Ball::power_of_two(-bit);
    }
    if (!(ratio - m * m).is_nonnegative()) return Ball::indeterminate();
    const Ball left = Ball::power_of_two(2 - bit);
    return Ball::interval(found, found + left);
}

Routes half_life_routes(const RunningAverageArguments& given) {
    const Real kept = kept_share(given.momentum, given.convention);
    if (compare(kept, 0) == 0) {
        const Answer none = {Status::domain, "nothing of the old average is kept, so no half-life exists"};
        return without_value(none, "recursion");
    }
    if (compare(kept, 1) == 0)
        return without_value({Status::domain, "the average never changes at that momentum: log 1 = 0"},
                             "recursion");
    const Formula m{kept};
    return {closed(log(Formula(1) / 2) / log(m)),
            statistics_recursion(
                [kept](long bits, const Context& context) { return half_life(kept, bits, context); })};
}

Routes variance_routes(const RunningAverageArguments& given) {
    const Real kept = kept_share(given.momentum, given.convention);
    if (compare(kept, 1) == 0)
        return without_value({Status::domain, "the average never changes at that momentum"}, "recursion");
    const Formula m{kept};
    return {closed((1 - m) / (1 + m)), statistics_recursion([kept](long bits, const Context& context) {
                return settled_average_variance(kept, bits, context);
            })};
}

}  // namespace

Answer settled_average_variance(const Real& kept, long bits, const Context& context) {
    const Answer not_settled = {Status::unable, "the rate is so close to 1 that 2^20 steps do not converge"};
    const Ball decay = pow(kept.at(bits), 2);
    const Ball fresh = pow(1 - kept.at(bits), 2);
    const Ball small = Ball::power_of_two(-bits) * fresh;
    // That they do not settle shows before they are taken.
    if ((pow(decay, max_steps) * fresh / (1 - decay) - small).is_positive()) return not_settled;
    Ball variance = Ball(0).at_precision(bits), next = fresh;  // kept^(2 k) (1 - kept)^2
    for (std::int64_t step = 0; step < max_steps; ++step) {
        if (step % 4096 == 0) context.check_cancelled();
        variance += next;
        next *= decay;
        const Ball left = next / (1 - decay);
        if (!(left - small).is_positive()) return Ball::interval(variance, variance + left);
    }
    return not_settled;
}

std::vector<Quantity> running_statistics_quantities() {
    return {quantity("norm.running_mean_weight", weight_routes),
            quantity("optimizer.running_half_life", half_life_routes),
            quantity("optimizer.running_variance_factor", variance_routes)};
}

}  // namespace sigprop
