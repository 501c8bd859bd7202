#pragma once
// Elementwise stand-ins for normalisation: DyT, DyISRU and their ODEs. One function for each quantity, by its
// name; evaluate() of the same call as text, with its arguments by name, gives the same answer, random
// numbers included. Arguments that must be given stand first, so that their order can differ from that of the
// text. A choice is a word, as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::elementwise {

/// Options of ode_residual.
struct OdeResidualOptions {
    /// dyt: the root mean square that is held constant, > 0; default 1
    std::optional<NumberArgument> rms = {};
    /// dyisru: the constant of integration; negative for solutions beyond |y| = sqrt(dim), which exist for
    /// x^2 > -c; default 1
    std::optional<NumberArgument> c = {};
    /// where the interval begins; default -50
    std::optional<NumberArgument> lower = {};
    /// where it ends; default 50
    std::optional<NumberArgument> upper = {};
    /// which closed form; one of positive, negative, trivial; default positive
    std::optional<std::string> branch = {};
    /// another function in place of the closed form: an activation by name, or a quoted formula in x
    std::optional<FunctionArgument> f = {};
};

/// Options of ode_solution.
struct OdeSolutionOptions {
    /// dyt: the root mean square that is held constant, > 0; default 1
    std::optional<NumberArgument> rms = {};
    /// dyisru: the constant of integration; negative for solutions beyond |y| = sqrt(dim), which exist for
    /// x^2 > -c; default 1
    std::optional<NumberArgument> c = {};
    /// where the solution is given: 0 for dyt, 1 for dyisru
    std::optional<NumberArgument> from = {};
    /// y(from): 0 for dyt, the closed form with constant c for dyisru
    std::optional<NumberArgument> value = {};
};

/// Options of clip_error.
struct ClipErrorOptions {
    /// the bound of the clip, > 0; default 1
    std::optional<NumberArgument> t = {};
};

/// Options of best_map, scatter, fit_alpha, fit_c.
struct MapInputOptions {
    /// standard deviation (rms) of the inputs, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// Options of excess_error, error, jacobian_mismatch.
struct MapOptions {
    /// of dyt, > 0; the fit when it is left out
    std::optional<NumberArgument> alpha = {};
    /// of dyisru, > 0; the fit when it is left out
    std::optional<NumberArgument> c = {};
    /// standard deviation (rms) of the inputs, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// How far a function is from solving the equation that makes DyT or DyISRU of RMSNorm: 0 proves that it
/// does.
/// Value    sup_(lower ≤ x ≤ upper) |y' - (1 - y²/dim)/rms| (dyt), sup_(lower ≤ x ≤ upper) |x y' - y (1 -
///          y²/dim)| (dyisru)
/// Units    absolute; y' almost everywhere, kinks of f from both sides, its jumps and values at single points
///          not counted. Without f, y is the closed form: sqrt(dim) tanh(x/(rms sqrt(dim))) of dyt, sqrt(dim)
///          x/sqrt(x^2 + c) of dyisru; negative is minus that, trivial is y = 0. They solve dyisru; for dyt
///          the residual says that they do not. `domain` where the closed form does not exist on the whole
///          interval
/// Given    ode: y' = (1 - y^2/dim)/rms, or x y' = y (1 - y^2/dim); one of dyt, dyisru
///          dim: entries that share the root mean square, >= 1
/// Requires lower < upper
/// Source   Su 2025, spaces.ac.cn/archives/10831, equations 9 to 12; Stollenwerk 2025, arXiv:2503.21708
[[nodiscard]] Result ode_residual(const std::string& ode, const NumberArgument& dim, const OdeResidualOptions& options = {}, const Context& context = {});

/// The solution of DyT's or DyISRU's equation through a given point.
/// Value    y(x) with y(from) = value and y' = (1 - y²/dim)/rms (dyt), x y' = y (1 - y²/dim) (dyisru)
/// Units    in units of y, sqrt(dim) is the constant solution. dyt starts at y(0) = 0 by default, dyisru on
///          its closed form with constant c at from = 1. A value beyond sqrt(dim) belongs to a solution that
///          becomes infinite: `domain` behind that place. dyisru solved for y' reads 0/0 at x = 0: behind it
///          the solution continues differentiably, and no solution is singled out by starting there
///          (`domain`)
/// Given    ode: y' = (1 - y^2/dim)/rms, or x y' = y (1 - y^2/dim); one of dyt, dyisru
///          x: where
///          dim: entries that share the root mean square, >= 1
/// Source   Su 2025, spaces.ac.cn/archives/10831, equations 9 to 12; Stollenwerk 2025, arXiv:2503.21708
[[nodiscard]] Result ode_solution(const std::string& ode, const NumberArgument& x, const NumberArgument& dim, const OdeSolutionOptions& options = {}, const Context& context = {});

/// How far a smooth clip is from clip(x, -t, t) at most.
/// Value    sup_x |clip(x, -t, t) - t tanh(x/t)| = t (1 - tanh 1) (softcap), sup_x |clip(x, -t, t) - x/√(1 +
///          x²/t²)| = t (1 - 1/√2) (isru), both at |x| = t
/// Units    absolute, in units of x; softcap is Gemma 2's cap on logits, isru the same with x/sqrt(1 +
///          x^2/t^2)
/// Given    form: which smooth clip; one of softcap, isru
/// Source   Su 2025, spaces.ac.cn/archives/10831, equation 14; Gemma Team 2024, arXiv:2408.00118
[[nodiscard]] Result clip_error(const std::string& form, const ClipErrorOptions& options = {}, const Context& context = {});

/// The best element-wise substitute for RMSNorm: the mean of the output entry, given the input entry.
/// Value    f*(x) = E[y₁ | x₁ = x] = √(dim/2) x U(1/2, 2 - dim/2, x²/2), y = √dim x/‖x‖
/// Units    the normalised entry without weight, between -sqrt(dim) and sqrt(dim); inputs are N(0, std^2) and
///          independent. No function of x_1 alone comes closer to y_1 in mean square
/// Given    dim: entries that are normalised together, 1 to 10^9
///          x: the input entry
/// Source   own derivation: Tricomi's U (DLMF 13.4.4) with A = the sum of the other squares, chi^2 of dim -
///          1; the target is that of Su 2025, spaces.ac.cn/archives/10831, eq. 3
[[nodiscard]] Result best_map(const NumberArgument& dim, const NumberArgument& x, const MapInputOptions& options = {}, const Context& context = {});

/// Mean square error of the best element-wise substitute for RMSNorm: what no function of one entry can undo.
/// Value    1 - E[f*(x)²] = 1 - (dim/2) (Γ((dim + 1)/2)/Γ(dim/2 + 1))² ₃F₂(1/2, 1/2, 3/2; dim/2 + 1, dim/2 +
///          1; 1)
/// Units    a mean square per entry, relative to E y_1^2 = 1; about 1/(2 dim). For x ~ N(0, std^2 I),
///          whatever std
/// Given    dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation: E f*^2 as a double integral over Laplace variables, the inner one a 2F1, the
///          outer one term by term
[[nodiscard]] Result irreducible_error(const NumberArgument& dim, const Context& context = {});

/// How far the output entry of RMSNorm spreads around the best element-wise map: its std, given the input
/// entry.
/// Value    std of y₁ given x₁ = x: √((dim/2) x² U(1, (5 - dim)/2, x²/2) - f*(x)²), y = √dim x/‖x‖, f* =
///          elementwise.best_map
/// Units    the normalised entry without weight; inputs are N(0, std^2) and independent. Its mean square over
///          x is elementwise.irreducible_error; about |x|/sqrt(2 dim) in units of std while x^2 is small
///          beside dim
/// Given    dim: entries that are normalised together, 1 to 10^9
///          x: the input entry
/// Source   own derivation: E x^2/(x^2 + A), A the sum of the other squares, chi^2 of dim - 1, by the Laplace
///          transform of A (DLMF 13.4.4)
[[nodiscard]] Result scatter(const NumberArgument& dim, const NumberArgument& x, const MapInputOptions& options = {}, const Context& context = {});

/// The alpha with which DyT comes closest to RMSNorm on independent normal inputs.
/// Value    argmin_α E[(√dim tanh(α x₁) - y₁)²], y = √dim x/‖x‖, x ~ N(0, std² I)
/// Units    per unit of the input: 1/std times that at std 1, where it is near 1/sqrt(dim). The factor
///          sqrt(dim) of the form is fixed; in practice it is part of the weight
/// Given    dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
[[nodiscard]] Result fit_alpha(const NumberArgument& dim, const MapInputOptions& options = {}, const Context& context = {});

/// The C with which DyISRU comes closest to RMSNorm on independent normal inputs.
/// Value    argmin_C E[(√dim x₁/√(x₁² + C) - y₁)²], y = √dim x/‖x‖, x ~ N(0, std² I)
/// Units    a square of the input: std^2 times that at std 1, which is between dim - 5/2, which it
///          approaches, and dim - 1, the mean of what it stands for: the sum of the other squares
/// Given    dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
[[nodiscard]] Result fit_c(const NumberArgument& dim, const MapInputOptions& options = {}, const Context& context = {});

/// How much further than the best element-wise map DyT or DyISRU is from RMSNorm, in mean square.
/// Value    E[(g(x₁) - f*(x₁))²], g the form with its √dim, f* = elementwise.best_map, x ~ N(0, std² I)
/// Units    a mean square per entry, relative to E y_1^2 = 1; elementwise.error is the sum of it and
///          elementwise.irreducible_error
/// Given    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); one of dyt, dyisru
///          dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
[[nodiscard]] Result excess_error(const std::string& form, const NumberArgument& dim, const MapOptions& options = {}, const Context& context = {});

/// Mean square distance of DyT or DyISRU from RMSNorm on independent normal inputs.
/// Value    E[(g(x₁) - y₁)²], g the form with its √dim, y = √dim x/‖x‖, x ~ N(0, std² I)
/// Units    a mean square per entry, relative to E y_1^2 = 1
/// Given    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); one of dyt, dyisru
///          dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12
[[nodiscard]] Result error(const std::string& form, const NumberArgument& dim, const MapOptions& options = {}, const Context& context = {});

/// How far the diagonal Jacobian of DyT, DyISRU or the best element-wise map is from that of RMSNorm,
/// relative to the latter.
/// Value    E ‖diag(g'(x_i)) - J‖_F²/(E ‖J‖_F²), J = (I - y yᵀ/dim)/rms(x), x ~ N(0, std² I)
/// Units    dimensionless, the same for all std when the parameter scales with it; at least the share of J
///          that is off its diagonal, 1 - norm.diagonal_share. `domain` for dim = 1, 2. Without alpha or c:
///          those that fit the outputs, not the Jacobian
/// Given    form: dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c); best: the function of one
///          entry whose Jacobian misses least, elementwise.best_map, without alpha and c; one of dyt, dyisru,
///          best
///          dim: entries that are normalised together, 1 to 10^9
/// Source   own derivation: E |J|^2 = dim (dim - 1)/((dim - 2) std^2), and E[dy_1/dx_1 | x_1] = f*'(x_1)
[[nodiscard]] Result jacobian_mismatch(const std::string& form, const NumberArgument& dim, const MapOptions& options = {}, const Context& context = {});

}  // namespace sigprop::elementwise
