// residual.elementwise_*: second moments and gradients of residual stacks that have an element-wise map in
// the place of the norm, sublayer by sublayer in balls.

#include "catalogue/residual.hpp"
#include "quantities/residual/elementwise_means.hpp"
#include "quantities/residual/stack.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr long spare_bits = 64;  // the ball of q grows by a bounded factor in a sublayer
constexpr std::uint64_t work_of_a_ball = 4;

/// What one sublayer does.
struct Passed {
    Ball after;  ///< q'
    Ball gain;   ///< of the squared gradient; 1 unless it was asked for
};

Passed through_sublayer(const ElementwiseStack& stack, const ElementwiseMeans& means, const Ball& q,
                        const Ball& branch_variance, bool with_gain) {
    const Ball v = stack.before_branch ? q : branch_variance * q;  // of what phi acts on
    const Ball mean = means.square(v);
    const Ball added = stack.before_branch ? branch_variance * mean : mean;
    return {q + added, with_gain ? 1 + branch_variance * means.slope_square(v) : Ball(1)};
}

enum class Wanted : std::uint8_t { second_moment, gradient_ratio };

Answer recursion(const ElementwiseStack& stack, ElementwiseRoute route, Wanted wanted, std::int64_t sublayer,
                 long bits, const Context& context) {
    const long working = bits + spare_bits;
    const auto means = elementwise_means(stack, route, working, context);
    const bool gradient = wanted == Wanted::gradient_ratio;
    const std::uint64_t each = work_of_a_ball + (gradient ? 4 : 2) * means->work();
    if (static_cast<std::uint64_t>(stack.sublayers) > context.budget / each) {
        return {Status::unable, "the recursion over " + std::to_string(stack.sublayers) +
                                    " sublayers exceeds the budget of " + std::to_string(context.budget) +
                                    " evaluations at " + std::to_string(each) + " per sublayer"};
    }
    const Ball branch_variance = stack.branch_variance.at(working);
    Ball q = stack.initial.at(working);
    Ball ratio = Ball(1).at_precision(working);
    for (std::int64_t l = 0; l < stack.sublayers; ++l) {
        context.check_cancelled();
        const Passed passed = through_sublayer(stack, *means, q, branch_variance, gradient && l >= sublayer);
        q = passed.after.at_precision(working);
        ratio *= passed.gain;
        if (!q.is_finite() || !ratio.is_finite())
            return {Status::unable, "sublayer " + std::to_string(l) + " has no enclosure"};
    }
    return gradient ? ratio : q;
}

std::vector<Route> elementwise_routes(const ElementwiseArguments& given, Wanted wanted) {
    const ElementwiseStack stack = elementwise_stack(given);
    std::int64_t sublayer = 0;
    if (wanted == Wanted::gradient_ratio) {
        sublayer = given.sublayer.value();
        require_sublayer(sublayer, stack.sublayers);
    }
    std::vector<Route> plans;
    const auto add = [&](RouteKind kind, const char* method, ElementwiseRoute route) {
        plans.push_back(enclosure(kind, method, [=](long bits, const Context& context) {
            return recursion(stack, route, wanted, sublayer, bits, context);
        }));
    };
    if (has_closed_means(stack.form))
        add(RouteKind::closed_form, "closed_form", ElementwiseRoute::closed_form);
    add(RouteKind::definition, "arb_trapezoid", ElementwiseRoute::log_rule);
    add(RouteKind::definition, "arb_integral", ElementwiseRoute::integral);
    return plans;
}

}  // namespace

std::vector<Quantity> residual_elementwise_quantities() {
    const auto wants = [](Wanted wanted) {
        return [wanted](const ElementwiseArguments& given) { return elementwise_routes(given, wanted); };
    };
    return {quantity("residual.elementwise_second_moment", wants(Wanted::second_moment)),
            quantity("residual.elementwise_gradient_ratio", wants(Wanted::gradient_ratio))};
}

}  // namespace sigprop
