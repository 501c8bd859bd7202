#pragma once
// Normalisation layers: outputs, Jacobians and statistics. One function for each quantity, by its name;
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

namespace sigprop::norm {

/// Options of output.
struct OutputOptions {
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// gamma: one number for all entries, or a list; default 1
    std::optional<ListArgument> weight = {};
    /// beta: one number for all entries, or a list; default 0
    std::optional<ListArgument> bias = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
    /// std divides by n - correction, 0 to 1; default 0
    std::optional<NumberArgument> correction = {};
    /// own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps)); one of own,
    /// inside_root, outside_root, floor, floor_of_square; default own
    std::optional<std::string> epsilon_place = {};
};

/// Options of jacobian, gradient.
struct JacobianOptions {
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// gamma: one number for all entries, or a list; default 1
    std::optional<ListArgument> weight = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
    /// std divides by n - correction, 0 to 1; default 0
    std::optional<NumberArgument> correction = {};
    /// own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps)); one of own,
    /// inside_root, outside_root, floor, floor_of_square; default own
    std::optional<std::string> epsilon_place = {};
};

/// Options of jacobian_norm.
struct JacobianNormOptions {
    /// entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm);
    /// or x
    std::optional<NumberArgument> dim = {};
    /// of the input's entries, >= 0; about their mean (the std, 1/n) where the layer is centred; default 1
    std::optional<NumberArgument> rms = {};
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
    /// instead of dim and rms: the input itself, [x0, x1, …], at most 128, for any layer
    std::optional<ListArgument> x = {};
};

/// Options of spectrum, jacobian_rank.
struct SpectrumOptions {
    /// of the input's entries, >= 0; about their mean (the std, 1/n) where the layer is centred; default 1
    std::optional<NumberArgument> rms = {};
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
};

/// Options of mean_jacobian_norm.
struct MeanJacobianNormOptions {
    /// of the inputs, > 0; default 1
    std::optional<NumberArgument> std = {};
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
};

/// Options of partial_rms_std, partial_rms_inverse_mean.
struct PartialRmsOptions {
    /// entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    std::optional<NumberArgument> dim = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
};

/// Options of statistics_count.
struct StatisticsCountOptions {
    /// examples, 1 to 10^9; demodulation: output channels; default 1
    std::optional<NumberArgument> batch = {};
    /// channels, or features of a token, 1 to 10^9; demodulation: input channels; default 1
    std::optional<NumberArgument> channels = {};
    /// tokens, or frames, 1 to 10^9; default 1
    std::optional<NumberArgument> length = {};
    /// rows, 1 to 10^9; default 1
    std::optional<NumberArgument> height = {};
    /// columns, 1 to 10^9; default 1
    std::optional<NumberArgument> width = {};
    /// group_norm: into how many channels are divided, >= 1; default 1
    std::optional<NumberArgument> groups = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
};

/// Options of jacobian_error.
struct JacobianErrorOptions {
    /// (f(x + h) - f(x))/h; (f(x + h) - f(x - h))/(2 h); that at h, h/2, h/4 and h/8, extrapolated; Im f(x +
    /// ih)/h; dual numbers; one of forward, central, richardson, complex_step, dual; default central
    std::optional<std::string> scheme = {};
    /// h, rounded to a double, > 0; left out: 2^-26 (forward), 2^-17 (central), 2^-5 (richardson), 2^-333
    /// (complex_step)
    std::optional<NumberArgument> step = {};
    /// where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    std::optional<NumberArgument> epsilon = {};
    /// of the normal input, >= 0; default 0
    std::optional<NumberArgument> seed = {};
    /// partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
    /// code takes int(share dim), here count); default 1/16
    std::optional<NumberArgument> share = {};
    /// partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    std::optional<NumberArgument> count = {};
};

/// Options of running_mean_weight.
struct RunningMeanWeightOptions {
    /// keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras, pytorch;
    /// default keras
    std::optional<std::string> convention = {};
};

/// An entry of what a normalisation layer makes of a given input.
/// Value    y_i = weight_i (x_i - c)/r + bias_i
/// Units    indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
///          of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that
///          LayerNorm of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest
///          entry (min_max) or 0; r: rms, std (1/n), length, or max - min, with epsilon. BatchNorm as in
///          training: by the statistics of x
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
///          x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel
///          over the batch (batch_norm)
///          index: i: which entry, >= 0
/// Source   Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
///          2015, arXiv:1502.03167; own derivation of the Jacobian
[[nodiscard]] Result output(const std::string& layer, const ListArgument& x, const NumberArgument& index, const OutputOptions& options = {}, const Context& context = {});

/// An entry of a normalisation layer's Jacobian at a given input.
/// Value    J_ij = weight_i ∂y_i/∂x_j; of RMSNorm: (δ_ij - y_i y_j/n)/rms
/// Units    indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
///          of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that
///          LayerNorm of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest
///          entry (min_max) or 0; r: rms, std (1/n), length, or max - min, with epsilon. `domain` where min,
///          max or a floor has a kink
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
///          x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel
///          over the batch (batch_norm)
///          row: i: which output, >= 0
///          column: j: with respect to which input, >= 0
/// Source   Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
///          2015, arXiv:1502.03167; own derivation of the Jacobian
[[nodiscard]] Result jacobian(const std::string& layer, const ListArgument& x, const NumberArgument& row, const NumberArgument& column, const JacobianOptions& options = {}, const Context& context = {});

/// An entry of the gradient that a normalisation layer's backward pass returns.
/// Value    dx_j = ∑_i dy_i weight_i ∂y_i/∂x_j
/// Units    indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
///          of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that
///          LayerNorm of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest
///          entry (min_max) or 0; r: rms, std (1/n), length, or max - min, with epsilon. dy: the gradient
///          with respect to the outputs
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
///          x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel
///          over the batch (batch_norm)
///          dy: dL/dy, as many numbers as x has
///          index: j: with respect to which input, >= 0
/// Source   Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
///          2015, arXiv:1502.03167; own derivation of the Jacobian
[[nodiscard]] Result gradient(const std::string& layer, const ListArgument& x, const ListArgument& dy, const NumberArgument& index, const JacobianOptions& options = {}, const Context& context = {});

/// Squared Frobenius norm of a normalisation layer's Jacobian.
/// Value    ‖J‖_F² = ∑_ij (∂y_i/∂x_j)²; rms_norm: (d - 1)/r² + ε²/r⁶; layer_norm: (d - 2)/r² + ε²/r⁶, r² =
///          rms² + ε
/// Units    weight 1. The input is any that has this rms (about its mean where the layer is centred); of
///          partial_rms_norm the leading entries and the rest have it alike. Divided by d it is the mean
///          square of a backward signal that was 1
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
/// Requires count <= dim
/// Source   own derivation: J = (I - t u u^T)/r, u the input over its length, 1 - t = eps/r^2
[[nodiscard]] Result jacobian_norm(const std::string& layer, const JacobianNormOptions& options = {}, const Context& context = {});

/// A singular value of a normalisation layer's Jacobian.
/// Value    1/r for all directions but that of the input, ε/r³ (0 without epsilon); 0 for the mean that a
///          centred layer takes away
/// Units    weight 1. The input is any that has this rms (about its mean where the layer is centred); of
///          partial_rms_norm the leading entries and the rest have it alike. index 1 is the largest. Of
///          partial_rms_norm one singular value lies above 1/r
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, z_score
///          dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width
///          (batch_norm)
///          index: which, >= 1; 1 is the largest
/// Requires index <= dim, count <= dim
/// Source   own derivation: J = (I - t u v^T)/r; the two others have the product 1 - t and the squares' sum 2
///          - 2 t + t^2 n/k
[[nodiscard]] Result spectrum(const std::string& layer, const NumberArgument& dim, const NumberArgument& index, const SpectrumOptions& options = {}, const Context& context = {});

/// Rank of a normalisation layer's Jacobian: how many directions of a gradient survive.
/// Value    d - 1, one less where the layer is centred, one more with ε > 0
/// Units    at any input of that rms whose entries are not all equal (min_max, mean_range: whose extremes are
///          attained once); rms matters to a floor alone (l2_norm). Without epsilon J x = 0, and a centred
///          layer also has J (1, …, 1) = 0
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
///          dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width
///          (batch_norm)
/// Requires count <= dim
/// Source   own derivation: J r = I - (1 c^T + y r'^T), c and r' the derivatives of centre and divisor
[[nodiscard]] Result jacobian_rank(const std::string& layer, const NumberArgument& dim, const SpectrumOptions& options = {}, const Context& context = {});

/// Mean of |J|^2 of a normalisation layer over normal inputs.
/// Value    rms_norm: E[(d - 1)/r² + ε²/r⁶] = (d - 1) d/((d - 2) std²) for ε = 0; layer_norm: (d - 2) d/((d -
///          3) std²)
/// Units    x ~ N(0, std^2 I), weight 1. `domain` where it diverges: rms_norm of 2 entries, layer_norm of 3,
///          without epsilon
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, z_score
///          dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width
///          (batch_norm)
/// Requires count <= dim
/// Source   own derivation: d rms^2/std^2 is chi-squared of d (centred: d - 1) degrees of freedom
[[nodiscard]] Result mean_jacobian_norm(const std::string& layer, const NumberArgument& dim, const MeanJacobianNormOptions& options = {}, const Context& context = {});

/// Share of a normalisation layer's |J|^2 that stands on the diagonal: what an element-wise layer can have of
/// it.
/// Value    E[∑_i J_ii²/‖J‖_F²]; rms_norm: (d - 2 + 3/(d + 2))/(d - 1) = (d + 1)/(d + 2); layer_norm: (d -
///          1)/(d + 1)
/// Units    a share; inputs of a law without preferred directions (normal ones of any std), without epsilon
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
///          demodulation, z_score
///          dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width
///          (batch_norm)
/// Source   own derivation: y/|y| is uniform on a sphere, E u_i^4 = 3/(d (d+2))
[[nodiscard]] Result diagonal_share(const std::string& layer, const NumberArgument& dim, const Context& context = {});

/// Relative error of pRMSNorm's rms, which the first k entries give.
/// Value    std of RMS_k = √(1 - 2 Γ((k + 1)/2)²/(k Γ(k/2)²)) ≈ 1/√(2 k)
/// Units    a standard deviation relative to that of the entries, which are normal; E RMS_k^2 is unbiased
/// Requires count <= dim
/// Source   Zhang and Sennrich 2019, arXiv:1910.07467, section 4 (share 6.25 %); own derivation
[[nodiscard]] Result partial_rms_std(const PartialRmsOptions& options = {}, const Context& context = {});

/// Mean of 1/RMS_k for normal entries: how much too large pRMSNorm's output is.
/// Value    √(k/2) Γ((k - 1)/2)/Γ(k/2) ≈ 1 + 3/(4 k)
/// Units    in units of 1/std; `domain` for k = 1, where it diverges
/// Requires count <= dim
/// Source   own derivation
[[nodiscard]] Result partial_rms_inverse_mean(const PartialRmsOptions& options = {}, const Context& context = {});

/// How many entries share one set of statistics of a normalisation layer.
/// Value    the product of these axes of x[batch, channels, length, height, width]:
///          layer_norm, rms_norm and l2_norm: channels (for each token)
///          partial_rms_norm: as many of them as it looks at
///          batch_norm: batch length height width
///          instance_norm and instance_norm_uncentred: length height width
///          group_norm: channels/groups length height width
///          demodulation: channels length height width
///          min_max, mean_range and z_score: batch
/// Units    entries; batch is of no concern to layer_norm and length of none to it either: statistics of a
///          Transformer's LayerNorm are over features, one for each token
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
/// Requires count <= channels
/// Source   Ioffe and Szegedy 2015, arXiv:1502.03167, section 3.2; Ba et al. 2016, arXiv:1607.06450, section
///          3; Wu and He 2018, arXiv:1803.08494, section 3.1
[[nodiscard]] Result statistics_count(const std::string& layer, const StatisticsCountOptions& options = {}, const Context& context = {});

/// The unbiased variance of a batch over the biased one.
/// Value    B/(B - 1)
/// Units    of variances; B counts all entries behind one mean. PyTorch's BatchNorm normalises by the biased
///          and stores the unbiased variance, Keras stores the biased one (unless fused)
/// Given    batch: B, entries behind one mean, >= 1
/// Source   definition; torch.nn.BatchNorm2d
[[nodiscard]] Result unbiased_ratio(const NumberArgument& batch, const Context& context = {});

/// Mean square of what a normalisation layer returns: not quite 1 because of epsilon.
/// Value    v/(v + ε)
/// Units    v: variance of the entries (1/n), of rms_norm their mean square; eps inside the root, weight 1,
///          bias 0
/// Given    variance: v, >= 0
///          epsilon: inside the root, >= 0
/// Source   definition
[[nodiscard]] Result output_second_moment(const NumberArgument& variance, const NumberArgument& epsilon, const Context& context = {});

/// Error of a normalisation layer's Jacobian when it is computed in double precision by a numerical scheme.
/// Value    ‖J_scheme - J‖_F/‖J‖_F, J_scheme in doubles, J exact
/// Units    relative; at one input of dim normal numbers, the same for every machine. Over step it has the
///          shape of a V: truncation on the right, rounding on the left; complex steps and dual numbers have
///          no left side. min_max and mean_range: a step past the next extreme crosses a kink
/// Given    layer: which layer; `show normalization` has axes, conventions and other names; one of
///          layer_norm, rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm,
///          instance_norm_uncentred, group_norm, demodulation, min_max, mean_range, z_score
///          dim: entries that share statistics, 1 to 256
/// Requires count <= dim
/// Source   own experiment; Squire and Trapp 1998, SIAM Review 40(1)
[[nodiscard]] Result jacobian_error(const std::string& layer, const NumberArgument& dim, const JacobianErrorOptions& options = {}, const Context& context = {});

/// What a running mean still has of its first value after so many steps.
/// Value    m^steps; pytorch: (1 - momentum)^steps
/// Units    running = m running + (1 - m) batch; a share, the rest is of the batches
/// Given    momentum: the share that stays or is new, 0 to 1; see convention
///          steps: training steps, >= 0
/// Source   Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2; own derivation
[[nodiscard]] Result running_mean_weight(const NumberArgument& momentum, const NumberArgument& steps, const RunningMeanWeightOptions& options = {}, const Context& context = {});

}  // namespace sigprop::norm
