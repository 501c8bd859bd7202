#pragma once
// Multi-head self-attention with every kind of scores of models/transformer/architecture.hpp. A head is a
// range of rows, a sequence a range of columns. Keys and values may be shared by several heads; what several
// heads add to the gradient of one key is added by one thread in the heads' order.

#include <vector>

#include "models/transformer/branch_layer.hpp"
#include "models/transformer/linear_layer.hpp"
#include "models/transformer/parameters.hpp"
#include "models/transformer/rotation.hpp"
#include "models/transformer/score_softmax.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

// qk_norm and cosine: queries or keys of each head (or of all heads together: QueryKeyNorm::width) are
// divided by their root mean square, with the epsilon of the norms and in its place, or by their length, then
// multiplied by a gain that all heads share; layer_norm subtracts their mean first. A vector of zeros stays
// zero, with gradient 0, where epsilon is 0.
//
// Backward, with n = x / divisor and m the mean of g n:  (g - m n divisor / root mean square) / divisor,
// where an epsilon inside the root belongs to it; layer_norm: the mean of g less.

template <class Scalar>
class HeadNorm {
public:
    HeadNorm() = default;
    HeadNorm(const Architecture& design, std::size_t heads, Learned<Scalar> gain)
        : width_(design.width_of_head() * (design.norm_of_queries() == QueryKeyNorm::width ? heads : 1)),
          centred_(design.query_key_norm_kind == QueryKeyNormKind::layer_norm),
          share_(design.scores == ScoreKind::cosine ? 1 : 1 / static_cast<double>(width_)),
          epsilon_(design.scores == ScoreKind::cosine ? 0 : design.norm.epsilon),
          place_(design.norm.epsilon_place),
          gain_(gain) {}

    /// In place: [heads head width × tokens].
    void forward(Tokens<Scalar>& heads, Team& team);
    void backward(Tokens<Scalar>& gradient, Team& team);

private:
    void subtract_means(Scalar* rows, std::size_t tokens, std::size_t begin, std::size_t end) const;

    std::size_t width_ = 1;  ///< of a group that is normalised together
    bool centred_ = false;
    double share_ = 1, epsilon_ = 0;
    EpsilonPlace place_ = EpsilonPlace::inside_root;
    Learned<Scalar> gain_;
    Tokens<Scalar> normalised_;
    std::vector<double> inverse_;  ///< [heads × tokens]
};

extern template class HeadNorm<float>;
extern template class HeadNorm<double>;

/// What one thread needs to go through a head.
template <class Scalar>
struct AttentionScratch {
    AttentionScratch();
    ScoreSoftmax<Scalar> softmax;
    BasicTileEvaluator<Scalar> tanh;
    std::vector<Scalar> copy, scores;
    std::vector<double> squares;
    PackedMatrix<Scalar> packed;
};

/// What attention layers hand on beside the stream, forward and backward: the scores that realformer adds up.
template <class Scalar>
struct ScoreChain {
    const std::vector<Scalar>* scores = nullptr;  ///< of the attention layer before; null for the first
    std::vector<Scalar> gradient;  ///< of this layer's scores by later layers; empty for the last
};

template <class Scalar>
class AttentionLayer final : public BranchLayer<Scalar> {
public:
    AttentionLayer(const Architecture& design, Parameters<Scalar>& parameters, const std::string& prefix,
                   std::size_t block, std::vector<AttentionScratch<Scalar>>& scratch,
                   ScoreChain<Scalar>& chain);

    void forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass pass, Tokens<Scalar>& out,
                 Team& team) override;
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  BranchGradients<Scalar>& between, Team& team) override;
    void list(const std::string& prefix,
              std::vector<typename Transformer<Scalar>::Activation>& activations) const override;
    /// The mean entropy over queries and heads, in nats, and the mean square of the scores that are seen.
    [[nodiscard]] double entropy() const;
    [[nodiscard]] double score_second_moment() const;
    /// The largest score in size that a query sees, before a cap; infinite where one is not a number.
    [[nodiscard]] double largest_score() const;

private:
    [[nodiscard]] MatrixView<Scalar> head(Tokens<Scalar>& tokens, std::size_t sequence,
                                          std::size_t number) const;
    [[nodiscard]] MatrixView<const Scalar> head(const Tokens<Scalar>& tokens, std::size_t sequence,
                                                std::size_t number) const;
    [[nodiscard]] std::size_t square_of(std::size_t sequence, std::size_t number) const;
    void attend(std::size_t sequence, std::size_t number, AttentionScratch<Scalar>& scratch);
    void attend_backward(std::size_t sequence, std::size_t number, BranchGradients<Scalar>& between,
                         AttentionScratch<Scalar>& scratch);
    void uncap(const Scalar* scores, Scalar* gradient) const;
    void add_distances(std::size_t number, Scalar* scores) const;
    void finish_scores(Scalar* scores, std::size_t place, AttentionScratch<Scalar>& scratch);
    void set_query_factors();
    void look_at_queries_and_scores() const;
    void scores_before_cap(std::size_t sequence, std::size_t number, std::vector<Scalar>& square) const;
    void multiply_queries(Tokens<Scalar>& tokens, Team& team) const;
    template <class Body>
    void for_key_heads(Team& team, const Body& body);

    const Architecture& design_;
    std::size_t head_width_, group_;  ///< group: heads that share a key
    std::size_t window_;
    std::vector<double> slopes_;  ///< of alibi, by head; else empty
    LinearLayer<Scalar> query_map_, key_map_, value_map_, output_map_;
    bool normalises_heads_;
    HeadNorm<Scalar> query_norm_, key_norm_;
    Rotation<Scalar> rotation_;
    std::vector<AttentionScratch<Scalar>>& scratch_;
    ScoreChain<Scalar>& chain_;

    const Tokens<Scalar>* in_ = nullptr;
    std::size_t sequences_ = 0;
    AttentionMask mask_;
    std::vector<Scalar> factors_;  ///< of the query at each place of a sequence
    Tokens<Scalar> query_, key_, value_, mixed_;
    std::vector<Scalar> scores_;   ///< kept where the backward pass, or the next layer, needs them
    std::vector<Scalar> weights_;  ///< [keys × queries] for every sequence and head
    std::vector<double> score_squares_;
    const std::vector<Scalar>* scores_before_ = nullptr;
    // For who looks, filled by list(): queries before they are multiplied, scores with zeros where the mask
    // hides them.
    mutable Tokens<Scalar> seen_query_;
    mutable std::vector<Scalar> seen_scores_;
};

extern template class AttentionLayer<float>;
extern template class AttentionLayer<double>;

}  // namespace sigprop
