#pragma once
// A whole Transformer as people build them, described: embedding, blocks of attention and feed-forward
// network, head. Unlike models/network, whose weights are regenerated and whose layers theory describes
// exactly, these networks store their parameters, so that they can be trained.
//
// One residual addition is the general step of models/network/residual_step.hpp; a block is two of them, the
// first for attention:
//
//     n = input_scale Norm(x),   x' = Norm(skip x + branch Norm(F(n)))      (every Norm only where asked for)
//
// In parallel blocks the feed-forward network reads what its block's attention reads, not what that has added
// to: x' = x + A(N x), x'' = x' + F(N' x), by a norm of its own or by attention's (GPT-NeoX; GPT-J, Phi).
//
// Attention: q, k, v = W_q n, W_k n, W_v n (+ biases); qk_norm or cosine normalise q and k of every head; the
// rotation by position; scores s_ij = scale_i (q_i . k_j), capped or added up as `scores` says; softmax over
// the keys that the mask shows; W_o of the heads' outputs. Feed-forward: W_2 f(W_1 n), or gated
// W_2 (f(W_1 n) * V n); a norm of the hidden features stands before f or behind it, where asked for, and
// leaves V n alone: W_2 f(Norm(W_1 n)), W_2 (f(Norm(W_1 n)) * V n), or W_2 Norm(f(W_1 n)), W_2 (Norm(f(W_1
// n)) * V n). Of several experts, each such a network, a token takes the `active` ones of the largest z = W_r
// n, ties going to the first, with the weights w: softmax(z) of the chosen ones, divided by their sum where
// the gate renormalises (which is the softmax of the chosen z alone), and every shared expert with weight 1.

#include <array>
#include <cstdint>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>
#include <sigprop/models/normalization/statistics.hpp>
#include <string_view>
#include <vector>

#include "models/network/residual_step.hpp"

namespace sigprop {

enum class TransformerNorm : std::uint8_t {
    none,        ///< the identity, without gain
    rms_norm,    ///< over a token's features
    layer_norm,  ///< over a token's features
    group_norm,  ///< over groups of a token's features, centred
    batch_norm,  ///< each feature over all tokens of the batch; in evaluation by running statistics
    dyt,         ///< tanh(alpha x), one alpha for each norm, learned (Zhu et al. 2025, arXiv:2503.10622)
    dyisru,      ///< x / sqrt(x^2 + c), one c for each norm, learned (kexue 10831)
};

/// Where a substitute of a norm over d features has the root of d, without which its outputs are below 1 in
/// size.
enum class SubstituteRoot : std::uint8_t {
    none,     ///< gamma tanh(alpha x), gamma x/sqrt(x^2 + c)
    outside,  ///< gamma sqrt(d) tanh(alpha x/sqrt(d)), gamma sqrt(d) x/sqrt(x^2 + c), as kexue 10831 has them
    in_gain,  ///< as none, the same functions at the start: gamma from sqrt(d), dyt's alpha from
              ///< start/sqrt(d)
};

struct NormDesign {
    TransformerNorm kind = TransformerNorm::rms_norm;
    bool gain = true;   ///< learned, starts at 1
    bool bias = false;  ///< learned, starts at 0
    double epsilon = 0;
    EpsilonPlace epsilon_place = EpsilonPlace::inside_root;
    std::uint64_t groups = 1;                    ///< of group_norm; divides the width
    double start = 0.5;                          ///< dyt: alpha; dyisru: c
    SubstituteRoot root = SubstituteRoot::none;  ///< of dyt and dyisru
    double running_momentum = 0.1;  ///< batch_norm: running <- (1 - momentum) running + momentum batch
    /// Whether a function of each entry with one learned number, `start`, stands in the place of a norm.
    [[nodiscard]] bool is_substitute() const {
        return kind == TransformerNorm::dyt || kind == TransformerNorm::dyisru;
    }
    friend bool operator==(const NormDesign&, const NormDesign&) = default;
};

/// What a block's feed-forward network reads: the stream behind attention, or the one before it.
enum class ParallelBlocks : std::uint8_t {
    none,
    two_norms,  ///< the stream before attention, through a norm of its own
    one_norm,   ///< what attention reads, normalised: the feed-forward steps have no norm of their input
};

/// Which linear layers of the blocks have biases, where there are biases at all.
enum class BiasPlaces : std::uint8_t {
    all,
    attention,        ///< queries, keys, values and attention's output
    query_key_value,  ///< Qwen2
    feed_forward,
};

/// A norm of queries and keys, beside whatever `scores` says.
enum class QueryKeyNorm : std::uint8_t {
    none,
    head,   ///< over each head's features, with one gain for all heads (Qwen3, Gemma 3)
    width,  ///< over all heads' features together, each with a gain of its own (OLMo 2)
};
enum class QueryKeyNormKind : std::uint8_t { rms_norm, layer_norm };

/// How the weights of the chosen experts come from the router's outputs.
enum class ExpertGate : std::uint8_t {
    renormalised,  ///< the softmax of the chosen outputs, which is that of all, divided by the chosen ones'
                   ///< sum
    plain,         ///< the softmax of all outputs, so that the chosen weights add up to less than 1
};

/// A mixture of experts in the place of every feed-forward network.
struct ExpertDesign {
    std::uint64_t count = 0;  ///< 0: one feed-forward network, without a router
    std::uint64_t active = 2;
    std::uint64_t shared = 0;  ///< experts that every token takes, beside the active ones
    ExpertGate gate = ExpertGate::renormalised;
    [[nodiscard]] bool exists() const { return count != 0; }
};

/// What attention has of its own in each block.
struct BlockAttention {
    std::uint64_t window = 0;  ///< keys at a distance below it are seen; 0: all
    double rotary_base = 10000;
    friend bool operator==(const BlockAttention&, const BlockAttention&) = default;
};

/// Where a norm of the feed-forward networks' hidden features stands.
enum class HiddenNorm : std::uint8_t { none, before_activation, after_activation };

enum class ScoreKind : std::uint8_t {
    scaled,    ///< scale 1/sqrt(head width)
    unscaled,  ///< scale 1
    qk_norm,   ///< RMSNorm with gain of q and k of each head, then 1/sqrt(head width)
    softcap,   ///< cap tanh(s / cap), s scaled
    log_n,     ///< scale log(n_i)/log(log_base) / sqrt(head width), n_i the number of keys that query i sees
    realformer,  ///< scaled, plus the scores of the attention before
    cosine,      ///< q/|q| . k/|k| times 10, Swin v2's start (Liu et al. 2021, arXiv:2111.09883)
};

enum class Positions : std::uint8_t {
    none,
    learned,
    sinusoidal,
    rotary,
    alibi,  ///< scores of head h less slope_h |i - j| (Press et al. 2021, arXiv:2108.12409; slopes as
            ///< BLOOM's)
};
/// Whether the factor of a branch is learned: as one number or one for each feature. It starts at
/// step.branch.
enum class BranchGain : std::uint8_t { fixed, scalar, feature };

enum class WeightRole : std::uint8_t {
    embedding,
    position,
    query,
    key,
    value,
    attention_output,
    hidden,
    up,
    hidden_output,
    head,
    head_dense,  ///< of HeadTransform
    token_type,
    router
};
inline constexpr std::size_t weight_role_count = 13;
/// "embedding", "attention output" and so on, as names of parameters and random streams have them.
[[nodiscard]] std::string_view to_string(WeightRole role);

/// How a weight matrix starts and how an optimiser moves it. The layer uses W = multiplier V; V is what is
/// stored, starts with std / multiplier, and is what an optimiser sees.
struct WeightStart {
    /// orthogonal: orthonormal rows or columns, times std sqrt(longer side). zeros_and_ones: std times the
    /// matrix of ZerO (Zhao et al. 2022, arXiv:2110.12661, algorithm 1): ones on the diagonal; with more rows
    /// than columns the first columns of a Hadamard matrix of 2^m rows, m = ceil(log2 rows), times 2^((1 -
    /// m)/2), without those rows that are too many.
    enum class Kind : std::uint8_t { random, orthogonal, zeros_and_ones };
    Kind kind = Kind::random;
    double std =
        0;  ///< W is this times a sample of weight_law (orthogonal: times sqrt(longer side) Q); 0: zeros
    double multiplier = 1;  ///< > 0
    double rate = 1;        ///< factor of the learning rate of this matrix
};

/// What stands between the stream and the head: W x, or Norm(f(W x)), the last as in BERT's prediction head
/// (Devlin et al. 2018, `BertPredictionHeadTransform`).
enum class HeadTransform : std::uint8_t { none, dense, dense_norm };

struct Architecture {
    std::vector<ResidualStep<double>> steps;  ///< even: attention; odd: feed-forward. 2 for each block
    bool final_norm = true;
    bool embedding_norm = false;  ///< BERT: the stream starts as the norm of the embedding
    ParallelBlocks parallel = ParallelBlocks::none;
    BranchGain branch_gain = BranchGain::fixed;
    double branch_rate = 1;  ///< factor of the learning rate of a learned branch_gain
    NormDesign norm;
    HiddenNorm hidden_norm = HiddenNorm::none;
    HeadTransform head_transform = HeadTransform::none;
    /// In training: behind every norm of a residual addition, y becomes s y + m, with s and m for each
    /// feature anew at every step (residual_addition.hpp); 0: none.
    double norm_noise = 0;

    std::uint64_t width = 128;
    std::uint64_t heads = 2;
    std::uint64_t kv_heads = 0;      ///< a divisor of heads; 0: heads
    std::uint64_t head_width = 0;    ///< 0: width / heads
    std::uint64_t hidden_width = 0;  ///< 0: 4 width
    bool gated = false;
    bool biases = false;  ///< of all linear layers but the head and routers, or of some:
    BiasPlaces bias_places = BiasPlaces::all;
    ExpertDesign experts;
    Formula activation = relu(Formula::variable());
    double dropout = 0;  ///< of the embedding and of every branch's output, in training only

    ScoreKind scores = ScoreKind::scaled;
    std::optional<double> score_scale{};  ///< replaces the scale that `scores` has
    double cap = 50;                      ///< of softcap
    double log_base = 512;                ///< of log_n
    /// qk_norm among the scores is the norm of each head, too.
    QueryKeyNorm query_key_norm = QueryKeyNorm::none;
    QueryKeyNormKind query_key_norm_kind = QueryKeyNormKind::rms_norm;
    std::optional<bool> query_key_gain{};  ///< whether that norm has gains; as the other norms if not said
    bool causal = true;
    std::uint64_t window = 0;  ///< keys at a distance below it are seen; 0: all

    std::uint64_t vocabulary = 64;
    std::uint64_t max_length = 64;  ///< of learned positions
    Positions positions = Positions::rotary;
    double rotary_base = 10000;
    double rotary_share = 1;  ///< of a head's features, the first ones, that turn
    /// Windows and bases of the blocks 0, 1, …, repeated along the depth; empty: those above for all.
    std::vector<BlockAttention> pattern{};
    /// Rows of a table from which every token takes one, and runs of equal length in a sequence, of which run
    /// s takes row s: BERT's types of sentences.
    std::uint64_t token_types = 0, segments = 1;
    double embedding_scale = 1;
    bool tied = false;  ///< the head's matrix is the embedding's
    double output_multiplier = 1;

    std::array<WeightStart, weight_role_count> starts{};
    Law weight_law = Law::normal();

    [[nodiscard]] std::uint64_t blocks() const { return steps.size() / 2; }
    [[nodiscard]] std::uint64_t key_heads() const { return kv_heads == 0 ? heads : kv_heads; }
    [[nodiscard]] std::uint64_t width_of_head() const { return head_width == 0 ? width / heads : head_width; }
    [[nodiscard]] std::uint64_t width_of_hidden() const {
        return hidden_width == 0 ? 4 * width : hidden_width;
    }
    [[nodiscard]] std::uint64_t width_of_rotation() const;
    [[nodiscard]] BlockAttention attention_of(std::size_t block) const {
        return pattern.empty() ? BlockAttention{window, rotary_base} : pattern[block % pattern.size()];
    }
    [[nodiscard]] QueryKeyNorm norm_of_queries() const {
        return scores == ScoreKind::qk_norm && query_key_norm == QueryKeyNorm::none ? QueryKeyNorm::head
                                                                                    : query_key_norm;
    }
    [[nodiscard]] bool has_query_gain() const {
        return norm_of_queries() != QueryKeyNorm::none && query_key_gain.value_or(norm.gain);
    }
    /// Whether the linear layers of this role have biases.
    [[nodiscard]] bool has_biases(WeightRole role) const;
    [[nodiscard]] const WeightStart& start(WeightRole role) const {
        return starts[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] WeightStart& start(WeightRole role) { return starts[static_cast<std::size_t>(role)]; }
    /// The factor of q . k before the cap; log_n multiplies it by log n_i / log(log_base).
    [[nodiscard]] double scale() const;
};

/// Errors   InputError that names the parameter: heads that do not divide, an odd rotary head, a batch of one
///          token for batch_norm, options that contradict each other, a sequence longer than its learned
///          positions, sizes beyond the memory (with the figure)
void check_architecture(const Architecture& design, std::uint64_t sequences, std::uint64_t length);

/// The number of learned numbers, exactly, and the bytes that one network of this design needs in training
/// (parameters, gradient, two moments, activations of a batch).
[[nodiscard]] double parameters_of(const Architecture& design);
[[nodiscard]] double training_memory_of(const Architecture& design, std::uint64_t sequences,
                                        std::uint64_t length, bool double_precision = false);
/// Multiply-adds of one forward and backward pass.
[[nodiscard]] double training_work_of(const Architecture& design, std::uint64_t sequences,
                                      std::uint64_t length);

}  // namespace sigprop
