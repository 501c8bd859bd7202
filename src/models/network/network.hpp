#pragma once
// Random networks with residual branches, sampled and measured: what theory says of wide networks at
// initialisation, tested in networks of finite width. A network is a pure function of (design, seed, number);
// its weights are regenerated from counters when they are needed, so that memory is O(width^2 + layers tokens
// width) whatever the depth.
//
//     const NetworkDesign design = {.steps = std::vector(96, ResidualStep<double>{.normalises_input = true}),
//                                   .final_norm = true, .width = 1024};
//     const auto sample = sample_networks(design, {Observable::second_moment}, 32, context);
//     sample->mean(Observable::second_moment, 96);     // 97 ± …

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>
#include <string>
#include <vector>

#include "models/network/residual_step.hpp"

namespace sigprop {

/// The kind of the branches. mlp: W2 f(W1 x), or W2 (f(W1 x) * V x) if gated. transformer: layers alternate
/// between multi-head self-attention and such an mlp.
enum class BlockKind : std::uint8_t { linear, mlp, transformer };
enum class NormKind : std::uint8_t { rms_norm, layer_norm };

/// A norm of a token's features, without gain and bias: x / sqrt(mean of x^2 + epsilon), of x less its mean
/// for layer_norm.
struct TokenNorm {
    TokenNorm(NormKind of = NormKind::rms_norm, double added = 0) : kind(of), epsilon(added) {}
    NormKind kind;
    double epsilon;
};

/// Standard deviations of the weights, one for each use.
struct WeightStds {
    double linear = 0;  ///< the matrix of a linear branch
    double query_key = 0, value = 0, attention_output = 0;
    double hidden = 0, hidden_output = 0;  ///< W1 and W2
    double up = 0;                         ///< V of a gated unit
};

/// What a layer multiplies its weights by, y = m V x, one for each use. Forward and backward see the matrix
/// W = m V, whose std is that of WeightStds; an optimiser sees V, whose gradient is m times that of W, so
/// that a step u changes W by m u.
struct WeightMultipliers {
    double linear = 1;
    double query = 1, key = 1, value = 1, attention_output = 1;
    double hidden = 1, hidden_output = 1;
    double up = 1;
};

struct NetworkDesign {
    std::vector<ResidualStep<double>> steps;  ///< one per residual addition, 1 to 2^16
    bool final_norm = false;                  ///< whether the output is the norm of the last x
    TokenNorm norm = NormKind::rms_norm;
    BlockKind block = BlockKind::linear;
    std::uint64_t width = 512;
    std::uint64_t hidden_width = 0;  ///< of mlp and transformer; 0: 4 width
    bool gated = false;              ///< of mlp and transformer: f(W1 x) * V x in place of f(W1 x)
    std::uint64_t heads = 1;         ///< a divisor of width
    bool causal = false;             ///< attention sees no later token
    bool adds_scores = false;        ///< RealFormer: pre-softmax scores add up from layer to layer
    Formula activation = relu(Formula::variable());
    WeightStds stds;                  ///< of the weights times their multipliers
    WeightMultipliers multipliers{};  ///< > 0
    Law weight_law = Law::normal();   ///< scaled to the std; see WeightMatrix
    std::uint64_t sequences = 1;
    std::uint64_t length = 1;      ///< tokens per sequence
    double input_square = 1;       ///< |x_0|^2 / width, the same for every token
    double token_correlation = 0;  ///< between the tokens of a sequence before they are normalised, in [0, 1]
    bool double_precision = false;
    std::optional<double> step_rate{};  ///< learning rate of the step behind output_change_*
};

/// What is measured; positions are 0 to L for a network of L steps unless stated otherwise. The cosine with a
/// zero vector is 0; layers without attention have NaN.
enum class Observable : std::uint8_t {
    second_moment,           ///< |x_l|^2 / width, mean over tokens
    skip_weight,             ///< the coefficient of x_0 in x_l, mean over tokens
    cosine,                  ///< between x_l and x_{l+1}, mean over tokens; 0 to L - 1
    token_similarity,        ///< cosine between different tokens of a sequence, mean over pairs
    attention_entropy,       ///< nats, mean over queries; 0 to L - 1, attention layers only
    score_second_moment,     ///< of the softmax's logits; 0 to L - 1, attention layers only
    gradient_square,         ///< |dL/dx_l|^2 / |g|^2, g ~ N(0, 1) the gradient of the output
    weight_gradient_square,  ///< |dL/dV|_F^2 / (width |g|^2) of all weights of a layer; 0 to L - 1
    path_share,  ///< share of the squared gradient that came by k branches, k = 0 to L; linear, 1 token
    output_change_sgd,  ///< |f' - f|^2 / |f|^2 after one step of L = <g, f>; position 0
    output_change_adam,
};
inline constexpr std::size_t observable_count = 11;

/// The measurements of one network.
class NetworkProfile {
public:
    [[nodiscard]] std::vector<double>& operator[](Observable what) {
        return values_[static_cast<std::size_t>(what)];
    }
    [[nodiscard]] const std::vector<double>& operator[](Observable what) const {
        return values_[static_cast<std::size_t>(what)];
    }

private:
    std::array<std::vector<double>, observable_count> values_;
};

/// A mean over networks with its standard error (networks - 1 degrees of freedom).
struct NetworkMean {
    double value = 0;
    double standard_error = 0;
};

struct NetworkSample {
    std::vector<NetworkProfile> profiles;  ///< in the order of the networks
    /// Why there is no sample: "the activations of sublayer 37 are not finite (network 5)", or gradients, or
    /// a zero token that is to be normalised. Sublayers count from 0; the first network that fails is named.
    std::string failure;

    // For equal values all of these are exact, with the standard error 0.
    // Errors   std::logic_error if nothing was measured
    [[nodiscard]] NetworkMean mean(Observable what, std::size_t position) const;
    /// exp of the mean logarithm. If a value is 0 the result is 0: the logarithms then have the mean
    /// -infinity and an infinite variance.
    [[nodiscard]] NetworkMean geometric_mean(Observable what, std::size_t position) const;
    /// The variance of one network's value; its standard error comes from the fourth moment.
    [[nodiscard]] NetworkMean variance(Observable what, std::size_t position) const;
    [[nodiscard]] NetworkMean log_mean(Observable what, std::size_t position) const;
    [[nodiscard]] NetworkMean log_variance(Observable what, std::size_t position) const;
    /// One for each network; all must be positive.
    [[nodiscard]] std::vector<double> logarithms(Observable what, std::size_t position) const;
};

/// Bytes that one network of this design needs to measure these observables.
[[nodiscard]] double memory_of(const NetworkDesign& design, const std::set<Observable>& wanted);

/// The number of the first network of a pilot: no sample has so many networks.
inline constexpr std::uint64_t pilot_begin = std::uint64_t{1} << 20;

/// Networks first, …, first + networks - 1, in parallel over context.threads and context.ranks; the bits
/// depend neither on these numbers nor on what else is wanted. Samples are cached: asking again, for another
/// position or an observable that was measured along with it, costs nothing. All that forward passes show is
/// always measured, and gradient_square with every backward pass.
/// Errors   InputError for a design that makes no sense or does not show what is wanted, or needs more than
///          three quarters of the machine's memory or 1e17 multiply-adds (the figure is in the message);
///          fewer than 2 networks or more than a million; Interrupted and TimeSpent, at the next layer
[[nodiscard]] std::shared_ptr<const NetworkSample> sample_networks(const NetworkDesign& design,
                                                                   const std::set<Observable>& wanted,
                                                                   std::uint64_t networks,
                                                                   const Context& context,
                                                                   std::uint64_t first = 0);

}  // namespace sigprop
