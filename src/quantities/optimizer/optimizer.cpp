// How far Adam moves a weight, in units of the learning rate: its first step, the largest step that any
// gradients can cause, and the effect of noise and signal.

#include "catalogue/optimizer.hpp"
#include "quantities/normalization/running_average.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

constexpr std::int64_t max_steps = std::int64_t{1} << 20;
constexpr const char* no_supremum =
    "beta1^2/beta2 is so close to 1 that 2^20 steps do not reach the supremum";

Formula x(int index = 0) { return Formula::variable(index); }

Route recursion(std::function<Answer(long bits, const Context& context)> value) {
    return enclosure(RouteKind::definition, "recursion", std::move(value));
}

Route closed(const Formula& formula) { return constant(RouteKind::closed_form, "closed_form", formula); }

Routes undefined(const char* reason) { return without_value({Status::domain, reason}, "recursion"); }

/// The two moving averages, started at 0.
struct Adam {
    Ball beta1, beta2, m = 0, v = 0;

    /// `given` has the rates beta1 and beta2.
    Adam(const auto& given, long bits) : beta1(given.beta1.at(bits)), beta2(given.beta2.at(bits)) {}
    void see(const Ball& gradient) {
        m = beta1 * m + (1 - beta1) * gradient;
        v = beta2 * v + (1 - beta2) * pow(gradient, 2);
    }
};

// ---- the first step

Routes first_step(const AdamFirstStepArguments& given) {
    if (compare(given.gradient, 0) == 0 && compare(given.epsilon, 0) == 0)
        return undefined("m / sqrt(v) is 0/0");
    const Formula g{given.gradient};
    const Formula m = given.bias_correction ? g : (1 - Formula(given.beta1)) * g;
    const Formula root = given.bias_correction ? abs(g) : sqrt(1 - Formula(given.beta2)) * abs(g);
    return {closed(m / (root + Formula(given.epsilon))),
            recursion([given](long bits, const Context&) -> Answer {
                Adam adam(given, bits);
                adam.see(given.gradient.at(bits));
                if (given.bias_correction) {
                    adam.m /= 1 - adam.beta1;
                    adam.v /= 1 - adam.beta2;
                }
                return adam.m / (sqrt(adam.v) + given.epsilon.at(bits));
            })};
}

// ---- the largest step

/// Runs Adam on the gradients that drive it furthest, g_t = (beta2/beta1)^t: m/sqrt(v) after N steps is the
/// largest value that N gradients can cause. By Cauchy and Schwarz older gradients add to its square at most
/// the sum over k >= N of ((1 - beta1) beta1^k)^2 / ((1 - beta2) beta2^k).
Answer worst_run(const AdamUpdateBoundArguments& given, long bits, const Context& context) {
    Adam adam(given, bits);
    const Ball growth = adam.beta2 / adam.beta1;
    const Ball ratio = pow(adam.beta1, 2) / adam.beta2;
    const Ball small = Ball::power_of_two(-bits);
    Ball gradient = Ball(1).at_precision(bits);
    Ball oldest = pow(1 - adam.beta1, 2) / (1 - adam.beta2);  // the term k = N of the sum
    // Whether the steps suffice is known before they are taken.
    if ((oldest * pow(ratio, max_steps) / (1 - ratio) - small).is_positive()) {
        return {Status::unable, no_supremum};
    }
    for (std::int64_t step = 0; step < max_steps; ++step) {
        if (step % 1024 == 0) context.check_cancelled();
        adam.see(gradient);
        gradient *= growth;
        oldest *= ratio;
        const Ball left = oldest / (1 - ratio);
        if ((left - small).is_positive()) continue;
        const Ball reached = pow(adam.m, 2) / adam.v;
        return sqrt(Ball::interval(reached, reached + left));
    }
    return {Status::unable, no_supremum};
}

Routes update_bound(const AdamUpdateBoundArguments& given) {
    const Formula beta1{given.beta1};
    const Formula beta2{given.beta2};
    const std::optional<int> order = compare(given.beta1 * given.beta1, given.beta2);
    if (!order)
        throw InputError::about({"beta1", "beta2"},
                                "beta1^2 and beta2 are too close to decide which is larger");
    if (*order >= 0) {
        return undefined(
            "the step is unbounded: beta1^2 >= beta2, so m forgets a gradient more slowly than sqrt(v)");
    }
    const Formula value = (1 - beta1) / sqrt((1 - beta2) * (1 - pow(beta1, 2) / beta2));
    if (compare(given.beta1, 0) == 0) {  // m remembers one step only
        return {closed(value), recursion([given](long bits, const Context&) -> Answer {
                    Adam adam(given, bits);
                    adam.see(1);
                    return adam.m / sqrt(adam.v);
                })};
    }
    return {closed(value), recursion([given](long bits, const Context& context) {
                return worst_run(given, bits, context);
            })};
}

// ---- noise and signal

Routes noise_rms(const AdamNoiseArguments& given) {
    const Formula b{given.beta1};
    return {closed(sqrt((1 - b) / (1 + b))), recursion([given](long bits, const Context& context) {
                Answer variance = settled_average_variance(given.beta1, bits, context);
                if (variance.status == Status::ok) variance.value = sqrt(variance.value);
                return variance;
            })};
}

Routes signal_update(const AdamSignalArguments& given) {
    const Formula s{given.snr};
    const Formula gradient = s + x();
    return {closed(s / sqrt(1 + pow(s, 2))),
            expectation({gradient, pow(gradient, 2)}, Law::normal(), x(0) / sqrt(x(1)))};
}

}  // namespace

std::vector<Quantity> optimizer_quantities() {
    return {quantity("optimizer.adam_first_step", first_step),
            quantity("optimizer.adam_update_bound", update_bound),
            quantity("optimizer.adam_noise_rms", noise_rms),
            quantity("optimizer.adam_signal_update", signal_update)};
}

}  // namespace sigprop
