#pragma once
// First steps of optimisers, and running statistics. One function for each quantity, by its name; evaluate()
// of the same call as text, with its arguments by name, gives the same answer, random numbers included.
// Arguments that must be given stand first, so that their order can differ from that of the text. A choice is
// a word, as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::optimizer {

/// Options of adam_first_step.
struct AdamFirstStepOptions {
    /// decay of the mean m of gradients, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// decay of the mean v of squared gradients, in (0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
    /// g; default 1
    std::optional<NumberArgument> gradient = {};
    /// added to sqrt(v), >= 0; 1e-8 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// whether m and v are divided by 1 - beta^t; default true
    std::optional<bool> bias_correction = {};
};

/// Options of adam_update_bound.
struct AdamUpdateBoundOptions {
    /// decay of the mean m of gradients, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
    /// decay of the mean v of squared gradients, in (0, 1); default 0.999
    std::optional<NumberArgument> beta2 = {};
};

/// Options of adam_noise_rms.
struct AdamNoiseRmsOptions {
    /// decay of the mean m of gradients, in [0, 1); default 0.9
    std::optional<NumberArgument> beta1 = {};
};

/// Options of running_half_life, running_variance_factor.
struct ConventionOptions {
    /// keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras, pytorch;
    /// default keras
    std::optional<std::string> convention = {};
};

/// Adam's first step, in units of the learning rate: the sign of the gradient.
/// Value    m/(√v + ε) = g/(|g| + ε) after one gradient g
/// Units    in units of the learning rate and against the gradient. Without bias_correction, as in BERT's
///          optimizer, it is (1 - beta1)/sqrt(1 - beta2) = 3.16 times as large (epsilon = 0). epsilon stands
///          outside the root
/// Source   Kingma and Ba 2014, arXiv:1412.6980, algorithm 1
[[nodiscard]] Result adam_first_step(const AdamFirstStepOptions& options = {}, const Context& context = {});

/// Largest step Adam can make, in units of the learning rate.
/// Value    sup (|m|/√v) over all gradients = (1 - β₁)/√((1 - β₂) (1 - β₁²/β₂))
/// Units    in units of the learning rate; the same with bias correction, since (1 - beta1^2t/beta2^t) (1 -
///          beta2^t) <= (1 - beta1^t)^2. (1 - beta1)/sqrt(1 - beta2), the published figure, is the step after
///          one gradient that came after nothing but zeros. `domain` unless beta1^2 < beta2: gradients that
///          shrink then make steps without bound
/// Source   Kingma and Ba 2014, arXiv:1412.6980, section 2.1; own derivation: |sum a_k g_k| <= sqrt(sum
///          a_k^2/b_k) sqrt(sum b_k g_k^2) for the weights a_k = (1 - beta1) beta1^k of m and b_k of v, by
///          Cauchy and Schwarz, equal for g_k = a_k/b_k
[[nodiscard]] Result adam_update_bound(const AdamUpdateBoundOptions& options = {}, const Context& context = {});

/// Root mean square of Adam's step when gradients are pure noise, in units of the learning rate.
/// Value    √((1 - β₁)/(1 + β₁))
/// Units    in units of the learning rate; gradients are independent with mean 0, many steps have gone by and
///          v is their variance (beta2 -> 1)
/// Source   Kingma and Ba 2014, arXiv:1412.6980, section 2.1; own derivation: m has variance (1 - beta1)^2
///          sum beta1^(2k) times that of a gradient
[[nodiscard]] Result adam_noise_rms(const AdamNoiseRmsOptions& options = {}, const Context& context = {});

/// Mean step of Adam at a given ratio of signal to noise, in units of the learning rate.
/// Value    E[g]/√(E[g²]) = snr/√(1 + snr²)
/// Units    in units of the learning rate; snr is the mean of a gradient over its standard deviation, and m
///          and v have settled (both betas -> 1)
/// Given    snr: mean over standard deviation of a gradient
/// Source   Kingma and Ba 2014, arXiv:1412.6980, section 2.1
[[nodiscard]] Result adam_signal_update(const NumberArgument& snr, const Context& context = {});

/// Steps after which a running mean keeps half of its first value.
/// Value    log(1/2)/(log m); pytorch: m = 1 - momentum
/// Units    in steps, not rounded to a whole number
/// Given    momentum: the share that stays or is new, 0 to 1; see convention
/// Source   Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2; own derivation
[[nodiscard]] Result running_half_life(const NumberArgument& momentum, const ConventionOptions& options = {}, const Context& context = {});

/// Variance of a settled running mean, relative to that of one batch's statistic.
/// Value    (1 - m)/(1 + m); pytorch: m = 1 - momentum
/// Units    of variances; batches are independent and weights do not change
/// Given    momentum: the share that stays or is new, 0 to 1; see convention
/// Source   own derivation: sum over k of ((1 - m) m^k)^2
[[nodiscard]] Result running_variance_factor(const NumberArgument& momentum, const ConventionOptions& options = {}, const Context& context = {});

/// Factor by which each step of gradient descent shrinks the error of a quadratic loss.
/// Value    (k - 1)/(k + 1), k the condition number
/// Units    a factor per step: of the distance to the minimum with the best constant rate, 2/(1 + k) where
///          the smallest curvature is 1; of sqrt(loss) with exact line search from the worst start. 0 at k =
///          1, where one step gets there
/// Given    condition: largest curvature over the smallest, >= 1
/// Source   Nocedal and Wright, Numerical Optimization, 2006, theorem 3.3
[[nodiscard]] Result gradient_descent_rate(const NumberArgument& condition, const Context& context = {});

}  // namespace sigprop::optimizer
