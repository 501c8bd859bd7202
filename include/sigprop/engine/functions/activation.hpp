#pragma once
// Activations under a normal input, and SELU's constants. One function for each quantity, by its name;
// evaluate() of the same call as text, with its arguments by name, gives the same answer, random numbers
// included. Arguments that must be given stand first, so that their order can differ from that of the text. A
// choice is a word, as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::activation {

/// Options of mean, second_moment, variance, gain, variance_gain, derivative_mean, derivative_second_moment,
/// chi_ratio, linear_share.
struct NormalPreactivationOptions {
    /// standard deviation of the pre-activation, > 0; default 1
    std::optional<NumberArgument> std = {};
    /// mean of the pre-activation; default 0
    std::optional<NumberArgument> mean = {};
};

/// Options of correlation.
struct CorrelationOptions {
    /// standard deviation of the pre-activation, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// Options of variance_map, q_fixed_point, q_fixed_point_slope, chi_1.
struct BiasOptions {
    /// Var(b), >= 0; default 0
    std::optional<NumberArgument> bias_variance = {};
};

/// Options of edge_of_chaos.
struct EdgeOfChaosOptions {
    /// Var(b), >= 0; default 0
    std::optional<NumberArgument> bias_variance = {};
    /// smallest: the smallest such q; largest: the largest; settled: the one that is the smallest fixed point
    /// of its V, at which a variance that starts small settles; one of smallest, largest, settled; default
    /// smallest
    std::optional<std::string> branch = {};
    /// variance: q there; slope: V'(q) there, below 1 where the fixed point attracts variances; one of
    /// weight_variance, variance, slope; default weight_variance
    std::optional<std::string> of = {};
};

/// Options of half_stable.
struct HalfStableOptions {
    /// weight_variance: fan_in times Var(w) there; bias_variance: Var(b) there; variance: q; one of
    /// weight_variance, bias_variance, variance; default weight_variance
    std::optional<std::string> of = {};
};

/// Options of variance_at_depth, correlation_at_depth.
struct VarianceAtDepthOptions {
    /// Var(b), >= 0; default 0
    std::optional<NumberArgument> bias_variance = {};
    /// variance_at_depth: pre-activation variance before the first of them, > 0; default 1
    /// correlation_at_depth: variance of both before the first of them, > 0; default 1
    std::optional<NumberArgument> q = {};
};

/// Options of depth_scale.
struct DepthScaleOptions {
    /// Var(b), >= 0; default 0
    std::optional<NumberArgument> bias_variance = {};
    /// variance: xi_q; correlation: xi_c of nearly equal inputs; one of correlation, variance; default
    /// correlation
    std::optional<std::string> of = {};
};

/// Options of best_parameter.
struct BestParameterOptions {
    /// what is minimised; one of sup, l2; default sup
    std::optional<std::string> norm = {};
    /// lower limit of x for norm=l2; default -inf
    std::optional<NumberArgument> lower = {};
    /// upper limit of x for norm=l2; default inf
    std::optional<NumberArgument> upper = {};
};

/// Mean of an activation under a normal input.
/// Value    E[f(x)], x ~ N(mean, std²)
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result mean(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Mean square of an activation under a normal input: the denominator of a gain.
/// Value    E[f(x)²], x ~ N(mean, std²)
/// Units    a second moment: E f is not subtracted
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result second_moment(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Variance of an activation under a normal input.
/// Value    E[f(x)²] - E[f(x)]²
/// Units    a variance: E f is subtracted
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result variance(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Factor on the weights that keeps the second moment: what initialisation schemes call gain.
/// Value    1/√(E[f(x)²])
/// Units    a factor on the std of the weights. Three gains are easily mixed up:
///          activation.gain = 1/sqrt(E f^2): the output's second moment becomes 1 (what kaiming schemes mean)
///          activation.variance_gain = 1/sqrt(Var f): the mean is subtracted first (NFNets, scaled weight
///          standardisation)
///          activation.unit_std = the std s with E f(s z)^2 = 1: used as gain on every layer, the second
///          moment 1 reproduces itself
///          they are one number for identity; gain and unit_std are for relu and leaky_relu, which are
///          homogeneous
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result gain(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Factor that gives the centred activation unit variance.
/// Value    1/√(Var f(x))
/// Units    a factor on the std of the weights. Three gains are easily mixed up:
///          activation.gain = 1/sqrt(E f^2): the output's second moment becomes 1 (what kaiming schemes mean)
///          activation.variance_gain = 1/sqrt(Var f): the mean is subtracted first (NFNets, scaled weight
///          standardisation)
///          activation.unit_std = the std s with E f(s z)^2 = 1: used as gain on every layer, the second
///          moment 1 reproduces itself
///          they are one number for identity; gain and unit_std are for relu and leaky_relu, which are
///          homogeneous
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result variance_gain(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Mean slope of an activation under a normal input.
/// Value    E[f'(x)]
/// Units    f' almost everywhere: jumps of f are not counted
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result derivative_mean(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Mean squared slope of an activation: what a backward pass is multiplied by.
/// Value    E[f'(x)²]
/// Units    f' almost everywhere: jumps of f are not counted; of a gated unit E |grad|^2 over both inputs
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result derivative_second_moment(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Backward over forward gain of a layer that keeps the second moment of its input.
/// Value    std² E[f'(x)²]/E[f(x)²]
/// Units    dimensionless; 1 for identity and relu
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result chi_ratio(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Share of an activation's output variance that its best linear fit carries.
/// Value    E[f(x) z]²/(Var f(x)), x = mean + std z: the first Hermite coefficient squared
/// Units    between 0 and 1; std^2 (E f')^2 / Var f where f has no jumps (Stein), and jumps are counted
/// Given    f: an activation by name, a gated unit glu(f), or a quoted formula in x
/// Source   He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340
[[nodiscard]] Result linear_share(const FunctionArgument& f, const NormalPreactivationOptions& options = {}, const Context& context = {});

/// Correlation map: how alike the outputs of an activation are for inputs of correlation c.
/// Value    E[f(std u) f(std v)]/E[f(std u)²], u, v ~ N(0, 1) with E[u v] = c
/// Units    second moments (E f is not subtracted), so that c = 0 gives (E f)^2 / E f^2; mean 0, equal std
/// Given    f: an activation by name, or a quoted formula in x
///          c: correlation of the inputs, -1 to 1
/// Source   Poole et al. 2016, arXiv:1606.05340; Daniely, Frostig and Singer 2016, arXiv:1602.05897; closed
///          forms: Cho and Saul 2009 (relu), Williams 1997 (erf)
[[nodiscard]] Result correlation(const FunctionArgument& f, const NumberArgument& c, const CorrelationOptions& options = {}, const Context& context = {});

/// The pre-activation std at which an activation has mean square 1: the gain at which unit second moments
/// reproduce themselves.
/// Value    the smallest s > 0 with E[f(s z)²] = 1, z ~ N(0, 1)
/// Units    a standard deviation. Three gains are easily mixed up: activation.gain = 1/sqrt(E f(z)^2)
///          multiplies after f and keeps the second moment; activation.variance_gain = 1/sqrt(Var f(z))
///          subtracts the mean first; unit_std multiplies before f, on the weights: with weight variance
///          unit_std^2/fan_in a layer whose inputs have mean square 1 has outputs with mean square 1. The
///          first and the last agree only for functions with f(c x) = c f(x), such as relu
/// Given    f: an activation by name, or a quoted formula in x
/// Source   Poole et al. 2016, arXiv:1606.05340, equation 3, at q = 1
[[nodiscard]] Result unit_std(const FunctionArgument& f, const Context& context = {});

/// Pre-activation variance of a wide layer from that of the layer before.
/// Value    V(q) = weight_variance E[f(√q z)²] + bias_variance, z ~ N(0, 1)
/// Units    variances; weight_variance is fan_in times the variance of one weight
/// Given    f: an activation by name, or a quoted formula in x
///          q: variance of the pre-activation, > 0
///          weight_variance: fan_in times Var(w), > 0
/// Source   Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
[[nodiscard]] Result variance_map(const FunctionArgument& f, const NumberArgument& q, const NumberArgument& weight_variance, const BiasOptions& options = {}, const Context& context = {});

/// The variance that a deep network settles at or is driven away from.
/// Value    the smallest q > 0 with V(q) = q
/// Units    a variance; it is attracting where activation.q_fixed_point_slope < 1. `domain` where every q > 0
///          is fixed, or none: it is proved that V(q) > q, or V(q) < q, for every q > 0
/// Given    f: an activation by name, or a quoted formula in x
///          weight_variance: fan_in times Var(w), > 0
/// Source   Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
[[nodiscard]] Result q_fixed_point(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options = {}, const Context& context = {});

/// How fast a variance near the fixed point approaches it.
/// Value    V'(q*) = weight_variance E[f(√(q*) z)² (z² - 1)]/(2 q*)
/// Units    dimensionless; below 1 the fixed point attracts; q* is the smallest q > 0 with V(q) = q
/// Given    f: an activation by name, or a quoted formula in x
///          weight_variance: fan_in times Var(w), > 0
/// Source   Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
[[nodiscard]] Result q_fixed_point_slope(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options = {}, const Context& context = {});

/// Factor by which one layer multiplies the squared gradient at the fixed point.
/// Value    χ₁ = weight_variance E[f'(√(q*) z)²]
/// Units    dimensionless; 1 is the edge of chaos; f' almost everywhere, so that jumps of f do not count; q*
///          is the smallest q > 0 with V(q) = q
/// Given    f: an activation by name, or a quoted formula in x
///          weight_variance: fan_in times Var(w), > 0
/// Source   Poole et al. 2016, arXiv:1606.05340, equations 3 to 5; Schoenholz et al. 2016, arXiv:1611.01232
[[nodiscard]] Result chi_1(const FunctionArgument& f, const NumberArgument& weight_variance, const BiasOptions& options = {}, const Context& context = {});

/// The weight variance at which a deep network stands between order and chaos.
/// Value    the weight_variance with V(q) = q and χ₁ = weight_variance E[f'(√q z)²] = 1
///          of several fixed points q > 0 with χ₁ = 1, each of a weight variance of its own, branch chooses
///          one. It may repel variances: for silu and gelu with small biases V'(q) > 1 there, and up to
///          activation.half_stable(f, of=bias_variance) none is settled
/// Units    fan_in times the variance of one weight. Without a bias and with f(0) = 0 it is a limit:
///          1/f'(0)^2, at which q is 0, if E f(sqrt(q) z)^2/q falls from 0 on; for functions with f(c x) = c
///          f(x) every q is fixed there, and with a bias there is no edge (`domain`). `domain` where f jumps
/// Given    f: an activation by name, or a quoted formula in x
/// Source   Poole et al. 2016, arXiv:1606.05340, section 3; Schoenholz et al. 2016, arXiv:1611.01232, section
///          3; Hayou, Doucet and Rousseau 2019, arXiv:1902.06853, algorithm 1, whose curve is the smallest
[[nodiscard]] Result edge_of_chaos(const FunctionArgument& f, const EdgeOfChaosOptions& options = {}, const Context& context = {});

/// The initialisation at which a deep network keeps variances and gradients at once, where they attract from
/// one side only.
/// Value    the smallest q > 0 with V(q) = q, V'(q) = 1, χ₁ = 1
///          V'(q) - χ₁ = weight_variance E[f(√q z) f''(√q z)], which decides q; then weight_variance =
///          1/E[f'(√q z)²] and bias_variance = q - weight_variance E[f(√q z)²]
/// Units    weight_variance is fan_in times the variance of one weight; where two fixed points of V merge.
///          For smaller biases the fixed point with chi_1 = 1 repels variances
/// Given    f: an activation by name, or a quoted formula in x
/// Source   Roberts, Yaida and Hanin 2022, The Principles of Deep Learning Theory, section 5.3: C_W, C_b and
///          K*
[[nodiscard]] Result half_stable(const FunctionArgument& f, const HalfStableOptions& options = {}, const Context& context = {});

/// Pre-activation variance after some layers of a wide network.
/// Value    q_L of q_(l+1) = V(q_l) = weight_variance E[f(√(q_l) z)²] + bias_variance, q₀ = q
/// Units    a variance; weight_variance is fan_in times the variance of one weight
/// Given    f: an activation by name, or a quoted formula in x
///          layers: how many layers the signal has passed, 0 to 10^6
///          weight_variance: fan_in times Var(w), > 0
/// Source   Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, equation 3
[[nodiscard]] Result variance_at_depth(const FunctionArgument& f, const NumberArgument& layers, const NumberArgument& weight_variance, const VarianceAtDepthOptions& options = {}, const Context& context = {});

/// The number of layers over which a signal is remembered: differences shrink by e.
/// Value    ξ_c = -1/(log χ₁) or ξ_q = -1/(log V'(q*))
/// Units    layers. xi_c is how far correlations reach where correlation 1 attracts (chi_1 < 1 and f is
///          continuous), xi_q how far the variance remembers its start; both grow without bound towards 1:
///          chi_1 = 1 is the edge of chaos. `domain` for xi_c where f jumps: there correlation 1 does not
///          attract, whatever chi_1 is
/// Given    f: an activation by name, or a quoted formula in x
///          weight_variance: fan_in times Var(w), > 0
/// Source   Schoenholz et al. 2016, Deep Information Propagation, arXiv:1611.01232, equations 8 and 9
[[nodiscard]] Result depth_scale(const FunctionArgument& f, const NumberArgument& weight_variance, const DepthScaleOptions& options = {}, const Context& context = {});

/// Correlation of two signals after some layers of a wide network, both with the same variance.
/// Value    c_L of c_(l+1) = (weight_variance E[f(√(q_l) u) f(√(q_l) v)] + bias_variance)/q_(l+1), u, v
///          normal with correlation c_l, q_(l+1) = V(q_l)
/// Units    a correlation of pre-activations without subtracted means, in [-1, 1]
/// Given    f: an activation by name, or a quoted formula in x; continuous
///          layers: how many layers the signals have passed, 0 to 10000
///          correlation: correlation before the first of them, -1 to 1
///          weight_variance: fan_in times Var(w), > 0
/// Source   Poole et al. 2016, arXiv:1606.05340, equation 6; Schoenholz et al. 2016, Deep Information
///          Propagation, arXiv:1611.01232, equation 5
[[nodiscard]] Result correlation_at_depth(const FunctionArgument& f, const NumberArgument& layers, const NumberArgument& correlation, const NumberArgument& weight_variance, const VarianceAtDepthOptions& options = {}, const Context& context = {});

/// The largest slope of an activation: its Lipschitz constant.
/// Value    sup_(x ∈ R) |f'(x)|
/// Units    dimensionless; f' almost everywhere, kinks from both sides; `domain` where f jumps or its slope
///          is unbounded. A value that f takes at a single point does not count
/// Given    f: an activation by name, or a quoted formula in x
/// Source   definition; for gelu Hendrycks and Gimpel 2016, arXiv:1606.08415
[[nodiscard]] Result lipschitz(const FunctionArgument& f, const Context& context = {});

/// How far two activations are apart at most: the error of replacing one by the other.
/// Value    sup_(x ∈ R) |f(x) - g(x)|
/// Units    absolute, in units of the activation's output; `domain` where it is unbounded. Jumps count from
///          both sides, a value that is taken at a single point does not: the essential supremum
/// Given    f: an activation by name, or a quoted formula in x
///          g: an activation by name, or a quoted formula in x
/// Source   definition; for gelu's approximations Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2
[[nodiscard]] Result distance(const FunctionArgument& f, const FunctionArgument& g, const Context& context = {});

/// The parameter that brings a family of functions closest to a given one, such as quick_gelu's 1.702.
/// Value    argmin_t sup_x |f(x, t) - g(x)| or argmin_t ∫_lower^upper (f(x, t) - g(x))² dx
///          norm=l2: a local minimum, the one next to the best point of a grid; that no other t is better is
///          not shown
/// Units    t in [1/64, 64]. norm=sup: over all real x, the best t of that interval is proved. norm=l2: a
///          strict local minimum is proved, the one next to the best of a grid over that interval
/// Given    f: a quoted formula in x and the parameter t
///          g: an activation by name, or a quoted formula in x
/// Requires lower < upper
/// Source   Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; the method is Chebyshev's equioscillation
[[nodiscard]] Result best_parameter(const FunctionArgument& f, const FunctionArgument& g, const BestParameterOptions& options = {}, const Context& context = {});

/// An activation at a point.
/// Value    f(x)
/// Units    in units of the activation's output
/// Given    f: an activation by name, or a quoted formula in x
///          x: where
/// Source   definition
[[nodiscard]] Result value(const FunctionArgument& f, const NumberArgument& x, const Context& context = {});

/// The derivative of an activation at a point: what its saturation leaves of a gradient.
/// Value    f'(x)
/// Units    `domain` at a kink, where the slopes on the two sides differ, and at a jump
/// Given    f: an activation by name, or a quoted formula in x
///          x: where
/// Source   definition
[[nodiscard]] Result slope(const FunctionArgument& f, const NumberArgument& x, const Context& context = {});

}  // namespace sigprop::activation

namespace sigprop::selu {

/// Options of alpha, lambda.
struct MomentsOptions {
    /// mean of the output; default 0
    std::optional<NumberArgument> mean = {};
    /// variance of the output, > 0; default 1
    std::optional<NumberArgument> variance = {};
    /// mean of the normal input; default 0
    std::optional<NumberArgument> input_mean = {};
    /// variance of the normal input, > 0; default 1
    std::optional<NumberArgument> input_variance = {};
};

/// SELU's alpha: the depth of the negative branch before scaling.
/// Value    E[selu(x)] = mean and Var selu(x) = variance for x ~ N(input_mean, input_variance)
/// Units    variances, not standard deviations; the solution with alpha > 0 and lambda > 0 (the other one is
///          the sign flip)
/// Source   Klambauer et al. 2017, arXiv:1706.02515, equation 14
[[nodiscard]] Result alpha(const MomentsOptions& options = {}, const Context& context = {});

/// SELU's lambda: the scale of both branches.
/// Value    E[selu(x)] = mean and Var selu(x) = variance for x ~ N(input_mean, input_variance)
/// Units    variances, not standard deviations; the solution with alpha > 0 and lambda > 0 (the other one is
///          the sign flip)
/// Source   Klambauer et al. 2017, arXiv:1706.02515, equation 14
[[nodiscard]] Result lambda(const MomentsOptions& options = {}, const Context& context = {});

}  // namespace sigprop::selu
