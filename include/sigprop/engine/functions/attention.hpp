#pragma once
// Attention rows, length rules and logits. One function for each quantity, by its name; evaluate() of the
// same call as text, with its arguments by name, gives the same answer, random numbers included. Arguments
// that must be given stand first, so that their order can differ from that of the text. A choice is a word,
// as in expressions: a wrong one is refused with those there are.
//
// Accuracy an enclosure to context.digits significant digits where the quantity has a proof, else a sample
//          with its standard error; the result's status and evidence say which, and why there is no value.
// Errors   InputError, with the parameter's name, for an argument that makes no sense there.
// Written by tools/functions from the tables of quantities: change those.

#include <sigprop/engine/evaluate.hpp>

// clang-format off

namespace sigprop::attention {

/// Options of entropy, log_partition, mean_logit, total_weight, participation, sum_cubes,
/// participation_squared, jacobian_norm, median_jacobian_norm, median_entropy, max_weight, median_max_weight.
struct RowOptions {
    /// standard deviation of a logit, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// logits become cap tanh(x / cap), > 0
    std::optional<NumberArgument> softcap = {};
    /// a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
    /// full
    std::optional<std::string> mask = {};
};

/// Options of fraction_above.
struct FractionAboveOptions {
    /// standard deviation of a logit, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// of the largest weight, in (0, 1); default 0.99
    std::optional<NumberArgument> threshold = {};
    /// logits become cap tanh(x / cap), > 0
    std::optional<NumberArgument> softcap = {};
    /// a row over n keys, or the average over causal rows of 1, 2, … n keys; one of full, causal; default
    /// full
    std::optional<std::string> mask = {};
};

/// Options of annealed_entropy, annealed_participation, annealed_jacobian_norm.
struct AnnealedOptions {
    /// standard deviation s of a logit, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// annealed_entropy: highest power of 1/n, 0 to 1; default 1
    /// annealed_participation, annealed_jacobian_norm: highest power of 1/n, 1 to 2; default 1
    std::optional<NumberArgument> order = {};
};

/// Options of freezing_std.
struct FreezingStdOptions {
    /// sqrt(2 log n), or the typical largest of n standard normals; one of none, finite; default none
    std::optional<std::string> correction = {};
};

/// Options of freezing_ratio.
struct FreezingRatioOptions {
    /// standard deviation of a logit, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// sqrt(2 log n), or the typical largest of n standard normals; one of none, finite; default none
    std::optional<std::string> correction = {};
};

/// Options of logit_variance.
struct LogitVarianceOptions {
    /// of queries and keys, which are independent: iid components, or uniform on a sphere; one of gaussian,
    /// uniform, sphere; default gaussian
    std::optional<std::string> law = {};
    /// lambda, > 0; 1/sqrt(dim) is usual; default 1
    std::optional<NumberArgument> scale = {};
    /// standard deviation of a query's component, > 0; default 1
    std::optional<NumberArgument> query_std = {};
    /// standard deviation of a key's component, > 0; default 1
    std::optional<NumberArgument> key_std = {};
};

/// Options of logit_excess_kurtosis.
struct LogitExcessKurtosisOptions {
    /// of queries and keys, which are independent: iid components, or uniform on a sphere; one of gaussian,
    /// uniform, sphere; default gaussian
    std::optional<std::string> law = {};
};

/// Options of realformer_logit_std.
struct RealformerLogitStdOptions {
    /// standard deviation of a layer's own logits, > 0; default 1
    std::optional<NumberArgument> std = {};
};

/// Options of log_rule, sqrt_log_rule, planted_scale.
struct ReferenceOptions {
    /// the length at which the factor is 1, an integer, 2 to 2^63; default 512
    std::optional<NumberArgument> reference = {};
};

/// Options of preserving_scale.
struct PreservingScaleOptions {
    /// the length whose entropy is kept, an integer, 2 to 2^63; default 512
    std::optional<NumberArgument> reference = {};
    /// model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius sqrt(dim);
    /// mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field; default
    /// gaussian
    std::optional<std::string> model = {};
    /// sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    std::optional<NumberArgument> scale = {};
    /// sphere, mean_field: of the head, 2 to 10^6
    std::optional<NumberArgument> dim = {};
};

/// Options of rule_factor, rule_entropy, entropy_drift, rule_score.
struct RuleOptions {
    /// the length from which rules start, an integer, 2 to 2^63; default 512
    std::optional<NumberArgument> reference = {};
    /// model=gaussian: standard deviation of a logit at the reference length, 0.001 to 64; default 1
    std::optional<NumberArgument> std = {};
    /// gaussian: independent N(0, std^2) logits; sphere: queries and keys on the sphere of radius sqrt(dim);
    /// mean_field: the same for long rows at fixed scale; one of gaussian, sphere, mean_field; default
    /// gaussian
    std::optional<std::string> model = {};
    /// sphere, mean_field: the logits are scale q.k at the reference length, > 0; 1/sqrt(dim) is usual
    std::optional<NumberArgument> scale = {};
    /// sphere, mean_field: of the head, 2 to 10^6
    std::optional<NumberArgument> dim = {};
    /// of scalable_softmax, > 0; 1/log reference when left out, which is the rule log
    std::optional<NumberArgument> slope = {};
    /// of kappa_log, > 0; sqrt(dim)/log reference when left out
    std::optional<NumberArgument> kappa = {};
};

/// Mean entropy of a row of attention weights.
/// Value    E[H] = E[log S] - E[∑_j a_j x_j], H = -∑_j a_j log a_j, a = softmax(x)
/// Units    nats, 0 <= H <= log n; the mean over rows, not the entropy of the mean; logits are independent
///          N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a standard
///          deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first has one
///          weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result entropy(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean logarithm of softmax's denominator.
/// Value    E[log S] = ∫ (exp(-e^u) - g(u)^n) du, S = ∑_j e^(x_j)
/// Units    nats; log sum exp, not its mean over n; logits are independent N(0, std^2), exact at every n
///          (softcap: cap tanh of such a logit over cap); std is a standard deviation. mask=causal: the
///          average over the rows of 1, 2, … n keys, of which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result log_partition(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean logit of a row, each weighed by its attention.
/// Value    E[∑_j a_j x_j] = n ∫ E[x e^(x+u) exp(-e^(x+u))] g(u)^(n-1) du
/// Units    in units of the logits; logits are independent N(0, std^2), exact at every n (softcap: cap tanh
///          of such a logit over cap); std is a standard deviation. mask=causal: the average over the rows of
///          1, 2, … n keys, of which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result mean_logit(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean sum of a row's weights: 1, and so a test of the integrals.
/// Value    E[∑_j a_j] = n ∫ E[e^(x+u) exp(-e^(x+u))] g(u)^(n-1) du
/// Units    dimensionless; logits are independent N(0, std^2), exact at every n (softcap: cap tanh of such a
///          logit over cap); std is a standard deviation. mask=causal: the average over the rows of 1, 2, … n
///          keys, of which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result total_weight(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean sum of squared attention weights: one over the number of keys that count.
/// Value    Y = E[∑_j a_j²] = n ∫ E[y² e^(-y)] g(u)^(n-1) du, y = e^(x+u)
/// Units    dimensionless, 1/n <= Y <= 1: the inverse participation ratio, not the ratio; logits are
///          independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a
///          standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first
///          has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result participation(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean sum of cubed attention weights.
/// Value    E[∑_j a_j³] = (n/2) ∫ E[y³ e^(-y)] g(u)^(n-1) du, y = e^(x+u)
/// Units    dimensionless, of weights that sum to 1; logits are independent N(0, std^2), exact at every n
///          (softcap: cap tanh of such a logit over cap); std is a standard deviation. mask=causal: the
///          average over the rows of 1, 2, … n keys, of which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result sum_cubes(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Second moment of the sum of squared attention weights.
/// Value    E[(∑_j a_j²)²] = E[∑_j a_j⁴] + (n (n - 1)/6) ∫ E[y² e^(-y)]² g(u)^(n-2) du, y = e^(x+u)
/// Units    the mean of the square, not the square of the mean; dimensionless, of weights that sum to 1;
///          logits are independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over
///          cap); std is a standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of
///          which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result participation_squared(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean squared Frobenius norm of softmax's Jacobian: how much gradient passes through a row.
/// Value    E ‖diag(a) - a aᵀ‖_F² = E[∑_j a_j²] - 2 E[∑_j a_j³] + E[(∑_j a_j²)²]
/// Units    squared, of da/dx with logits x; the mean is carried by rare rows when std is large, see
///          attention.median_jacobian_norm; logits are independent N(0, std^2), exact at every n (softcap:
///          cap tanh of such a logit over cap); std is a standard deviation. mask=causal: the average over
///          the rows of 1, 2, … n keys, of which the first has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result jacobian_norm(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Median squared Frobenius norm of softmax's Jacobian over rows: what vanishes for large std.
/// Value    median of ‖diag(a) - a aᵀ‖_F²
/// Units    squared; the median over rows, of which the mean is attention.jacobian_norm; logits are
///          independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a
///          standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first
///          has one weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result median_jacobian_norm(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Median entropy of a row of attention weights.
/// Value    median of -∑_j a_j log a_j
/// Units    nats; the median over rows, of which the mean is attention.entropy; logits are independent N(0,
///          std^2), exact at every n (softcap: cap tanh of such a logit over cap); std is a standard
///          deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first has one
///          weight, 1
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1)
///          e^(-t S) dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone
[[nodiscard]] Result median_entropy(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean of the largest weight of a row of attention.
/// Value    E[max_j a_j]
/// Units    a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
///          sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
///          length without a softcap
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation: E max a = n E[e^x1/S; x1 is the largest], 1/S as a Laplace transform
[[nodiscard]] Result max_weight(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Share of rows of attention whose largest weight exceeds a threshold.
/// Value    P(max_j a_j > threshold)
/// Units    a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
///          sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
///          length without a softcap. Proved for thresholds of 1/2 and more, which no two weights of a row
///          exceed, and up to 1/n, which the largest always exceeds
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation: n P(a1 > t) = n P(x1 - log(sum of the others' e^x) > log(t/(1-t))), the Fourier
///          inversion through the saddle point
[[nodiscard]] Result fraction_above(const NumberArgument& n, const FractionAboveOptions& options = {}, const Context& context = {});

/// Median over rows of attention of the largest weight.
/// Value    the t with P(max_j a_j > t) = 1/2
/// Units    a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling:
///          sqrt(d) for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one
///          length without a softcap. Proved where it is above 1/2
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation, as for attention.fraction_above
[[nodiscard]] Result median_max_weight(const NumberArgument& n, const RowOptions& options = {}, const Context& context = {});

/// Mean field of attention over keys on a sphere: log E e^(z cos theta).
/// Value    log Z = log(Γ(ν) (2/z)^(ν-1) I_(ν-1)(z)) = log ₀F₁(; ν; z²/4), ν = dim/2
/// Units    nats; the limit of n -> infinity keys at fixed z, without its log n: E log S = log n + log Z, E H
///          = log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below log n: see
///          attention.freezing_ratio
/// Given    dim: dimension of queries and keys, 1 to 10^9
///          z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)
/// Source   Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
///          and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
[[nodiscard]] Result mean_field_log_partition(const NumberArgument& dim, const NumberArgument& z, const Context& context = {});

/// Mean field of attention over keys on a sphere: the mean cosine between query and key, each weighed by its
/// attention.
/// Value    A = I_ν(z)/I_(ν-1)(z) = (d log Z)/(dz), ν = dim/2
/// Units    dimensionless, 0 to 1; the limit of n -> infinity keys at fixed z, without its log n: E log S =
///          log n + log Z, E H = log n + deficit. Good while Z's mean is carried by many keys, z A - log Z
///          well below log n: see attention.freezing_ratio
/// Given    dim: dimension of queries and keys, 1 to 10^9
///          z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)
/// Source   Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
///          and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
[[nodiscard]] Result mean_field_alignment(const NumberArgument& dim, const NumberArgument& z, const Context& context = {});

/// Mean field of attention over keys on a sphere: by how much the entropy differs from log n.
/// Value    log Z - z A ≤ 0
/// Units    nats; the limit of n -> infinity keys at fixed z, without its log n: E log S = log n + log Z, E H
///          = log n + deficit. Good while Z's mean is carried by many keys, z A - log Z well below log n: see
///          attention.freezing_ratio
/// Given    dim: dimension of queries and keys, 1 to 10^9
///          z: scale |q| |k|, the largest logit, 0 to 1e150; scale dim for |q| = |k| = sqrt(dim)
/// Source   Su 2021, kexue.fm/archives/8823 (log n + log E e^(z cos) - z E cos e^(z cos)/E e^(z cos)); Mardia
///          and Jupp 2000, Directional Statistics, section 9.3 (the Bessel functions)
[[nodiscard]] Result mean_field_deficit(const NumberArgument& dim, const NumberArgument& z, const Context& context = {});

/// The mean field's entropy deficit per dimension when the dimension is large and scale stays.
/// Value    lim_(dim → ∞) (deficit(dim, scale dim)/dim) = (1/2) log(1 - c²), c = (-1 + √(1 + 4 scale²))/(2
///          scale)
/// Units    nats, negative; -scale^2/2 for small scale, -(1/2) log(scale) for large: not linear in scale. The
///          published 0.24 is the value at scale = 1, -(1/2) log((sqrt 5 - 1)/2). At scale = 1/sqrt(dim) the
///          deficit is -1/2 in all
/// Given    scale: of the logits scale q.k with |q| = |k| = sqrt(dim), > 0; z/dim
/// Source   Su 2021, kexue.fm/archives/8823 (0.24 scale dim, by Laplace's method); own derivation: Laplace's
///          method at any scale
[[nodiscard]] Result mean_field_deficit_per_dim(const NumberArgument& scale, const Context& context = {});

/// Entropy of a long row of attention over normal logits, annealed.
/// Value    log n - s²/2 + (s² e^(s²) - (e^(s²) - 1)/2)/n
/// Units    nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
///          after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2
///          log n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below
///          s_c/2), the entropy without them below s_c: attention.freezing_ratio. The exact values:
///          attention.entropy, participation, jacobian_norm
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own
///          derivation of the terms in 1/n: sums of n independent terms, expanded to second order about their
///          means
[[nodiscard]] Result annealed_entropy(const NumberArgument& n, const AnnealedOptions& options = {}, const Context& context = {});

/// Mean sum of squared weights of a long row of attention over normal logits, annealed.
/// Value    (e^(s²)/n) (1 + (3 (e^(s²) - 1) - 2 (e^(2 s²) - 1))/n)
/// Units    nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
///          after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2
///          log n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below
///          s_c/2), the entropy without them below s_c: attention.freezing_ratio. The exact values:
///          attention.entropy, participation, jacobian_norm
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own
///          derivation of the terms in 1/n: sums of n independent terms, expanded to second order about their
///          means
[[nodiscard]] Result annealed_participation(const NumberArgument& n, const AnnealedOptions& options = {}, const Context& context = {});

/// Mean squared Frobenius norm of softmax's Jacobian for a long row of normal logits, annealed.
/// Value    e^(s²)/n - (4 e^(3 s²) - 4 e^(2 s²) + e^(s²))/n²
/// Units    nats for an entropy; logits are normal with that standard deviation s. A series in 1/n, cut off
///          after `order`, without a bound of the rest: good while e^(s^2) is well below n. With s_c = sqrt(2
///          log n), second moments and the 1/n terms hold below s = s_c/sqrt 3 (their typical row below
///          s_c/2), the entropy without them below s_c: attention.freezing_ratio. The exact values:
///          attention.entropy, participation, jacobian_norm
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Derrida 1981, Phys. Rev. B 24, 2613 (annealed averages of the random energy model); own
///          derivation of the terms in 1/n: sums of n independent terms, expanded to second order about their
///          means
[[nodiscard]] Result annealed_jacobian_norm(const NumberArgument& n, const AnnealedOptions& options = {}, const Context& context = {});

/// Mean entropy of a row of attention that is frozen.
/// Value    ψ(1) - ψ(1 - m)
/// Units    nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
///          correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
/// Given    m: s_c/s, 0 < m < 1
/// Source   Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
///          E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
[[nodiscard]] Result frozen_entropy(const NumberArgument& m, const Context& context = {});

/// Mean sum of squared weights of a row of attention that is frozen.
/// Value    1 - m
/// Units    nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
///          correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
/// Given    m: s_c/s, 0 < m < 1
/// Source   Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
///          E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
[[nodiscard]] Result frozen_participation(const NumberArgument& m, const Context& context = {});

/// Mean squared Frobenius norm of softmax's Jacobian for a row of attention that is frozen.
/// Value    m (1 - m)/3
/// Units    nats for the entropy; the limit n -> infinity at fixed m = s_c/s. m = attention.freezing_std(n,
///          correction=finite)/std is the better value at finite n. `domain` unless 0 < m < 1
/// Given    m: s_c/s, 0 < m < 1
/// Source   Derrida 1981, Phys. Rev. B 24, 2613; Pitman and Yor 1997, Ann. Probab. 25, 855, sections 2 and 5:
///          E sum a^p = Gamma(p - m)/(Gamma(p) Gamma(1 - m)); own derivation of the Jacobian
[[nodiscard]] Result frozen_jacobian_norm(const NumberArgument& m, const Context& context = {});

/// The standard deviation of n independent normal logits beyond which a few keys have all the weight.
/// Value    s_c = √(2 log n); correction=finite: b_n = s_c - (log log n + log(4 π))/(2 s_c)
/// Units    a standard deviation of logits. s_c is where log n - s^2/2 reaches 0, sharp for n -> infinity;
///          b_n, the typical largest of n standard normals, is where that happens at finite n
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Derrida 1981, Phys. Rev. B 24, 2613; Cramer 1946, Mathematical Methods of Statistics, section
///          28.6 (b_n)
[[nodiscard]] Result freezing_std(const NumberArgument& n, const FreezingStdOptions& options = {}, const Context& context = {});

/// Which regime a row of n independent normal logits is in: their std over the freezing std.
/// Value    r = std/freezing_std(n, correction) = 1/m
/// Units    dimensionless. r < 1/2: annealed throughout. 1/2 < r < 1/sqrt 3: mean second moments are
///          annealed, the typical row has smaller ones. 1/sqrt 3 < r < 1: the entropy is annealed, log n -
///          s^2/2, but mean sum a^2 comes from rare rows in which one key reaches S, about e^(-(log n -
///          s^2/2)^2/(2 s^2)) up to powers. r > 1: frozen, attention.frozen_* with m = 1/r. The borders are
///          those of n -> infinity; at finite n they are wide
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Derrida 1981, Phys. Rev. B 24, 2613; own derivation of 1/sqrt 3: E sum a^2 is carried by logits
///          near 2 s^2 while that is below log n + s^2/2, the logarithm of S
[[nodiscard]] Result freezing_ratio(const NumberArgument& n, const FreezingRatioOptions& options = {}, const Context& context = {});

/// Variance of the logits scale q.k for random queries and keys.
/// Value    scale² query_std² key_std² dim
/// Units    a variance; the mean is 0. query_std and key_std are those of a component (sphere: |q| =
///          sqrt(dim) query_std). Exact for any law of uncorrelated components of mean 0. T5 leaves out scale
///          = 1/sqrt(dim) and puts it into the initial weights: query_std = 1/sqrt(dim) with key_std = 1 (all
///          of it on the queries), or dim^(-1/4) each, give the same variance
/// Given    dim: of queries and keys, 1 to 10^9
/// As text  attention.logit_variance(law, dim, …)
/// Source   Su 2021, kexue.fm/archives/8620; Vaswani et al. 2017, arXiv:1706.03762, footnote 4
[[nodiscard]] Result logit_variance(const NumberArgument& dim, const LogitVarianceOptions& options = {}, const Context& context = {});

/// Excess kurtosis of q.k for random queries and keys: how far logits are from normal.
/// Value    E[(q · k)⁴]/E[(q · k)²]² - 3; gaussian: 6/dim; uniform: 0.24/dim; sphere: -6/(dim + 2)
/// Units    dimensionless, 0 for a normal; over queries and keys. Given the query, the logits of gaussian
///          keys are exactly normal
/// Given    dim: of queries and keys, 1 to 10^9
/// As text  attention.logit_excess_kurtosis(law, dim, …)
/// Source   own derivation: q.k is a sum of dim independent products; on the sphere dim cos theta
[[nodiscard]] Result logit_excess_kurtosis(const NumberArgument& dim, const LogitExcessKurtosisOptions& options = {}, const Context& context = {});

/// Standard deviation of RealFormer's logits, which are added to those of the layer before.
/// Value    std √layer
/// Units    a standard deviation; layers count from 1 and their own logits are independent, as at
///          initialisation
/// Given    layer: which layer, >= 1
/// Source   He et al. 2020, arXiv:2012.11747, eq. 3
[[nodiscard]] Result realformer_logit_std(const NumberArgument& layer, const RealformerLogitStdOptions& options = {}, const Context& context = {});

/// Su's factor on logits at length n: the logarithm to base `reference`.
/// Value    (log n)/(log reference)
/// Units    dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). What entropy it leaves:
///          attention.entropy at the new std
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   Su 2021, kexue.fm/archives/8823, eq. 21 (reference = 512)
[[nodiscard]] Result log_rule(const NumberArgument& n, const ReferenceOptions& options = {}, const Context& context = {});

/// The square root of Su's factor on logits at length n.
/// Value    √((log n)/(log reference))
/// Units    dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Keeps std/sqrt(2 log n),
///          the ratio to the freezing std. What entropy it leaves: attention.entropy at the new std
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   own derivation: attention.freezing_ratio kept
[[nodiscard]] Result sqrt_log_rule(const NumberArgument& n, const ReferenceOptions& options = {}, const Context& context = {});

/// YaRN's factor on logits in a context s times as long.
/// Value    (0.1 ln s + 1)²; 1 for s ≤ 1
/// Units    dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Published as sqrt(1/t) =
///          0.1 ln s + 1, which multiplies queries and keys: logits get the square
/// Given    s: length over the length of training, > 0
/// Source   Peng et al. 2023, arXiv:2309.00071, section 3.4
[[nodiscard]] Result yarn_logit_factor(const NumberArgument& s, const Context& context = {});

/// LongRoPE's factor on logits in a context s times as long.
/// Value    1 + (ln s)/(ln reference) = log(s reference)/(log reference); 1 for s ≤ 1
/// Units    dimensionless; multiplies the logits of plain attention, q.k/sqrt(dim). Published as sqrt(1 + ln
///          s/ln reference), which multiplies queries and keys: logits get the square, which is
///          attention.log_rule(s reference, reference)
/// Given    s: length over the length of training, > 0
///          reference: the length of training, an integer, 2 to 2^63
/// Source   Ding et al. 2024, arXiv:2402.13753, section 3.3; its attention_factor in Hugging Face
///          transformers
[[nodiscard]] Result longrope_logit_factor(const NumberArgument& s, const NumberArgument& reference, const Context& context = {});

/// The weight that Scalable-Softmax gives to the largest of n logits when the others are equal.
/// Value    1/(1 + (n - 1) n^(-s (high - low)))
/// Units    a weight, of one logit above n - 1 others that are equal; high and low are the logits before s
///          log n multiplies them. Tends to 1 with n iff s (high - low) > 1, to 0 iff it is below 1
/// Given    n: keys in the row, an integer, 2 to 2^63
///          s: the learned factor, > 0
///          high: the largest logit
///          low: the other logits
/// Source   Nakanishi 2025, arXiv:2501.19399, section 2
[[nodiscard]] Result scalable_softmax_weight(const NumberArgument& n, const NumberArgument& s, const NumberArgument& high, const NumberArgument& low, const Context& context = {});

/// The weight of a key whose score stands out by a gap among n - 1 equal ones.
/// Value    1/(1 + (n - 1) e^(-scale gap))
/// Units    a weight, of one logit above n - 1 others that are equal; logits are scale times the scores
/// Given    n: keys in the row, an integer, 2 to 2^63
///          gap: score of the key over that of the others
///          scale: what multiplies scores
/// Source   own derivation: the softmax of (scale gap, 0, …, 0)
[[nodiscard]] Result planted_weight(const NumberArgument& n, const NumberArgument& gap, const NumberArgument& scale, const Context& context = {});

/// The scale at which a key that stands out by a gap keeps among n the weight that it has among `reference`
/// keys.
/// Value    scale + log((n - 1)/(reference - 1))/gap
/// Units    multiplies scores: the setting in which a law in log n is exact, added and not multiplied
/// Given    n: keys in the row, an integer, 2 to 2^63
///          gap: score of the key over that of the others, > 0
///          scale: the scale at length `reference`
/// As text  attention.planted_scale(n, reference, gap, scale, …)
/// Source   own derivation: the odds (n - 1) e^(-scale gap) kept
[[nodiscard]] Result planted_scale(const NumberArgument& n, const NumberArgument& gap, const NumberArgument& scale, const ReferenceOptions& options = {}, const Context& context = {});

/// The scale at which rows of attention over n keys keep the mean entropy that rows over a reference number
/// have.
/// Value    the s with E[H_n(s)] = E[H_reference(s₀)], s₀ the std or scale at the reference length
///          E[H_n] falls strictly from log n at s = 0: there is one s when log n > E[H_reference(s₀)], and
///          none otherwise
/// Units    what it keeps is in nats; it is itself a std of logits (model=gaussian) or a scale on q.k (sphere
///          and mean_field, |q| = |k| = sqrt(dim)), not a factor: that is preserving_scale/s_0
/// Given    n: keys in the row, an integer, 2 to 2^63
/// Source   the aim: Su 2021, kexue.fm/archives/8823; the exact solution at finite n: own derivation
[[nodiscard]] Result preserving_scale(const NumberArgument& n, const PreservingScaleOptions& options = {}, const Context& context = {});

/// By what a length rule multiplies the logits of attention over n keys.
/// Value    the factor f(n) on the std or scale that the model has at the reference length
/// Units    dimensionless, on the logits: of a rule that multiplies queries and keys it is the square. The
///          rules but `exact` are single formulas, which attention.log_rule and its like prove by a second
///          way
/// Given    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
///          log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) +
///          1)^2; yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference
///          (these three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim
///          scale); linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale;
///          one of constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
///          linear_deficit, exact
///          n: keys in the row, an integer, 2 to 2^63
/// Source   rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
///          arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
///          arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
[[nodiscard]] Result rule_factor(const std::string& rule, const NumberArgument& n, const RuleOptions& options = {}, const Context& context = {});

/// Mean entropy of attention over n keys under a length rule.
/// Value    E[H_n(s₀ f(n))], f the rule's factor (attention.rule_factor)
/// Units    nats; s_0 is the std (gaussian) or scale (sphere, mean_field) before the factor
/// Given    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
///          log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) +
///          1)^2; yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference
///          (these three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim
///          scale); linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale;
///          one of constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
///          linear_deficit, exact
///          n: keys in the row, an integer, 2 to 2^63
/// Source   rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
///          arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
///          arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
[[nodiscard]] Result rule_entropy(const std::string& rule, const NumberArgument& n, const RuleOptions& options = {}, const Context& context = {});

/// The change in entropy that a length rule leaves between a reference length and n.
/// Value    E[H_n(s₀ f(n))] - E[H_reference(s₀ f(reference))], f the rule's factor
/// Units    nats; 0 for the exact solution, positive when attention spreads with length. f(reference) is 1
///          except for scalable_softmax with a slope and kappa_log with a kappa of their own, which are
///          compared with themselves
/// Given    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
///          log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) +
///          1)^2; yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference
///          (these three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim
///          scale); linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale;
///          one of constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
///          linear_deficit, exact
///          n: keys in the row, an integer, 2 to 2^63
/// Source   rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
///          arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
///          arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
[[nodiscard]] Result entropy_drift(const std::string& rule, const NumberArgument& n, const RuleOptions& options = {}, const Context& context = {});

/// How well a length rule keeps the entropy of attention.
/// Value    1 - |entropy_drift(rule)|/|entropy_drift of the scale that the rule has at the reference, kept
///          constant|
/// Units    dimensionless: 1 keeps the entropy, 0 is no better than a constant scale, negative is worse.
///          `domain` at n = reference. No sample: a ratio of two small differences
/// Given    rule: constant: 1; log: log n/log reference; sqrt_log: its root; annealed: sqrt(1 + 2
///          log(n/reference)/s_0^2), s_0 the std of a logit at the reference; yarn: (0.1 log(n/reference) +
///          1)^2; yarn_once: not squared, a common misreading; longrope: 1 + log(n/reference)/log reference
///          (these three: 1 below the reference); scalable_softmax: slope log n; kappa_log: kappa log n/(dim
///          scale); linear_deficit: 1 + log(n/reference)/(0.24 dim scale); exact: attention.preserving_scale;
///          one of constant, log, sqrt_log, annealed, yarn, yarn_once, longrope, scalable_softmax, kappa_log,
///          linear_deficit, exact
///          n: keys in the row, an integer, 2 to 2^63
/// Source   rules: Su 2021, kexue.fm/archives/8823 (log, kappa_log, linear_deficit); Peng et al. 2023,
///          arXiv:2309.00071 (yarn); Ding et al. 2024, arXiv:2402.13753 (longrope); Nakanishi 2025,
///          arXiv:2501.19399 (scalable_softmax). Their entropy: own derivation
[[nodiscard]] Result rule_score(const std::string& rule, const NumberArgument& n, const RuleOptions& options = {}, const Context& context = {});

/// Mean entropy of attention over n keys with Gaussian queries and keys, exact at finite n.
/// Value    E[H] of softmax(scale q · k₁, …, scale q · k_n), q, k_j ~ N(0, I_dim) independent
///          given q the logits are independent N(0, (scale ‖q‖)²), so E[H] = E[attention.entropy(n, scale r)]
///          over r ~ χ_dim
/// Units    nats. Not attention.entropy(n, scale sqrt(dim)): |q| is random, and only close to sqrt(dim)
/// Given    n: keys in the row, an integer, 2 to 2^63
///          dim: of the head, 1 to 10^6
///          scale: the logits are scale q.k, of a std scale sqrt(dim) from 0.001 to 64, > 0; 1/sqrt(dim) is
///          usual
/// Source   own derivation: formula 8 or 3 of the entropy of independent logits, averaged over |q|
[[nodiscard]] Result gaussian_qk_entropy(const NumberArgument& n, const NumberArgument& dim, const NumberArgument& scale, const Context& context = {});

/// Mean entropy of attention over n keys with queries and keys on a sphere, which is QK-norm, exact at finite
/// n.
/// Value    E[H] of softmax(z c₁, …, z c_n), z = scale ‖q‖ ‖k‖ = scale dim for ‖q‖ = ‖k‖ = √dim
///          the c_j are independent with density proportional to (1 - c²)^((dim - 3)/2)
/// Units    nats. QK-norm with RMSNorm on queries and keys, at random directions; a learned gain g on each
///          makes scale g^2 times as large. Norms to length 1 (scale q.k with |q| = |k| = 1) are scale/dim
///          here
/// Given    n: keys in the row, an integer, 2 to 2^63
///          dim: of the head, 1 to 10^6
///          scale: the logits are scale q.k, of a std scale sqrt(dim) from 0.001 to 64, > 0; 1/sqrt(dim) is
///          usual
/// Source   QK-norm: Henry et al. 2020, arXiv:2010.04245; Dehghani et al. 2023, arXiv:2302.05442, section 2.
///          The formula: own derivation
[[nodiscard]] Result sphere_entropy(const NumberArgument& n, const NumberArgument& dim, const NumberArgument& scale, const Context& context = {});

}  // namespace sigprop::attention
