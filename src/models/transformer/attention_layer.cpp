#include "models/transformer/attention_layer.hpp"

#include <cmath>
#include <limits>

#include "core/simd/portable.hpp"

namespace sigprop {
namespace {

template <class Scalar>
MatrixView<Scalar> room(std::vector<Scalar>& memory, std::size_t rows, std::size_t columns) {
    if (memory.size() < rows * columns) memory.resize(rows * columns);
    return {memory.data(), rows, columns, columns};
}

/// A head's part in memory of its own, where the first entries of its rows do not share their places in the
/// caches.
template <class Scalar>
MatrixView<const Scalar> copied(const MatrixView<Scalar>& head, std::vector<Scalar>& memory) {
    constexpr std::size_t line = 64 / sizeof(Scalar);
    const MatrixView<Scalar> all = room(memory, head.rows, head.columns + line);
    for (std::size_t i = 0; i < head.rows; ++i)
        std::copy_n(head.data + i * head.stride, head.columns, all.data + i * all.stride);
    return {all.data, head.rows, head.columns, all.stride};
}

/// BLOOM's: 2^(-8 k / m), k from 1 to m, for the m heads up to a power of two, then the odd powers of
/// 2^(-4 / m) for the others. Roots of 1/2 and products alone, which every machine rounds alike.
std::vector<double> slopes_of_heads(std::size_t heads) {
    std::size_t power = 1;
    while (2 * power <= heads) power *= 2;
    const auto root = [](std::size_t of) {  // 2^(-8 / of)
        double base = 0.00390625;
        for (; of > 1; of /= 2) base = std::sqrt(base);
        return base;
    };
    std::vector<double> slopes;
    double slope = 1;
    for (std::size_t k = 0; k < power; ++k) slopes.push_back(slope *= root(power));
    const double other = root(2 * power);
    slope = other;
    for (std::size_t k = power; k < heads; ++k, slope *= other * other) slopes.push_back(slope);
    return slopes;
}

}  // namespace

template <class Scalar>
AttentionScratch<Scalar>::AttentionScratch() : tanh(sigprop::tanh(Formula::variable())) {}

template <class Scalar>
AttentionLayer<Scalar>::AttentionLayer(const Architecture& design, Parameters<Scalar>& parameters,
                                       const std::string& prefix, std::size_t block,
                                       std::vector<AttentionScratch<Scalar>>& scratch,
                                       ScoreChain<Scalar>& chain)
    : design_(design),
      head_width_(design.width_of_head()),
      group_(design.heads / design.key_heads()),
      window_(design.attention_of(block).window),
      slopes_(design.positions == Positions::alibi ? slopes_of_heads(design.heads) : std::vector<double>{}),
      query_map_(linear_layer(parameters, prefix + "query")),
      key_map_(linear_layer(parameters, prefix + "key")),
      value_map_(linear_layer(parameters, prefix + "value")),
      output_map_(linear_layer(parameters, prefix + "attention output")),
      normalises_heads_(design.norm_of_queries() != QueryKeyNorm::none || design.scores == ScoreKind::cosine),
      query_norm_(design, design.heads, parameters.find(prefix + "query norm gain")),
      key_norm_(design, design.key_heads(), parameters.find(prefix + "key norm gain")),
      rotation_(design.attention_of(block).rotary_base, head_width_, design.width_of_rotation()),
      scratch_(scratch),
      chain_(chain) {}

template <class Scalar>
MatrixView<Scalar> AttentionLayer<Scalar>::head(Tokens<Scalar>& tokens, std::size_t sequence,
                                                std::size_t number) const {
    const auto stride = static_cast<std::size_t>(tokens.cols());
    return {tokens.data() + number * head_width_ * stride + sequence * mask_.length, head_width_,
            mask_.length, stride};
}

template <class Scalar>
MatrixView<const Scalar> AttentionLayer<Scalar>::head(const Tokens<Scalar>& tokens, std::size_t sequence,
                                                      std::size_t number) const {
    const auto stride = static_cast<std::size_t>(tokens.cols());
    return {tokens.data() + number * head_width_ * stride + sequence * mask_.length, head_width_,
            mask_.length, stride};
}

template <class Scalar>
std::size_t AttentionLayer<Scalar>::square_of(std::size_t sequence, std::size_t number) const {
    return (sequence * design_.heads + number) * mask_.length * mask_.length;
}

template <class Scalar>
template <class Body>
void AttentionLayer<Scalar>::for_key_heads(Team& team, const Body& body) {
    const std::size_t key_heads = design_.key_heads();
    team.share(sequences_ * key_heads, [&](std::size_t piece, std::size_t thread) {
        for (std::size_t k = 0; k < group_; ++k)
            body(piece / key_heads, piece % key_heads * group_ + k, scratch_[thread]);
    });
}

template <class Scalar>
void AttentionLayer<Scalar>::set_query_factors() {
    factors_.assign(mask_.length, static_cast<Scalar>(design_.scale()));
    if (design_.scores != ScoreKind::log_n) return;
    const double by = design_.scale() / portable_log(design_.log_base);
    for (std::size_t i = 0; i < mask_.length; ++i)
        factors_[i] = static_cast<Scalar>(by * portable_log(static_cast<double>(mask_.seen_by(i))));
}

template <class Scalar>
void AttentionLayer<Scalar>::multiply_queries(Tokens<Scalar>& tokens, Team& team) const {
    const auto columns = static_cast<std::size_t>(tokens.cols());
    team.split(static_cast<std::size_t>(tokens.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t first = 0; first < columns; first += mask_.length) {
                Scalar* const row = tokens.data() + i * columns + first;
                multiply_entries(row, factors_.data(), mask_.length, row);
            }
        }
    });
}

template <class Scalar>
void AttentionLayer<Scalar>::forward(const Tokens<Scalar>& in, const TokenBatch& batch, Pass,
                                     Tokens<Scalar>& out, Team& team) {
    in_ = &in;
    sequences_ = batch.sequences;
    mask_ = {batch.length, design_.causal, window_};
    set_query_factors();
    LinearLayer<Scalar>::forward(in, {{query_map_, query_}, {key_map_, key_}, {value_map_, value_}}, team);
    if (normalises_heads_) {
        query_norm_.forward(query_, team);
        key_norm_.forward(key_, team);
    }
    if (design_.positions == Positions::rotary) {
        rotation_.turn(query_, mask_.length, Rotation<Scalar>::Way::forth, team);
        rotation_.turn(key_, mask_.length, Rotation<Scalar>::Way::forth, team);
    }
    multiply_queries(query_, team);
    mixed_.resize(query_.rows(), query_.cols());
    weights_.resize(sequences_ * design_.heads * mask_.length * mask_.length);
    score_squares_.assign(sequences_ * design_.heads, 0);
    const bool keeps = design_.scores == ScoreKind::softcap || design_.scores == ScoreKind::realformer;
    scores_.resize(keeps ? weights_.size() : 0);
    scores_before_ = design_.scores == ScoreKind::realformer ? chain_.scores : nullptr;
    chain_.scores = &scores_;
    chain_.gradient.clear();
    for_key_heads(team, [&](std::size_t sequence, std::size_t number, AttentionScratch<Scalar>& scratch) {
        attend(sequence, number, scratch);
    });
    output_map_.forward(mixed_, out, team);
}

/// ALiBi: less the head's slope times the distance.
template <class Scalar>
void AttentionLayer<Scalar>::add_distances(std::size_t number, Scalar* scores) const {
    if (slopes_.empty()) return;
    const std::size_t n = mask_.length;
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = mask_.first(j); i < mask_.end(j); ++i) {
            const auto distance = static_cast<double>(i < j ? j - i : i - j);
            scores[j * n + i] -= static_cast<Scalar>(slopes_[number] * distance);
        }
    }
}

/// Caps the scores, or adds those of the layer before, and sums the squares of those that are seen.
template <class Scalar>
void AttentionLayer<Scalar>::finish_scores(Scalar* scores, std::size_t place,
                                           AttentionScratch<Scalar>& scratch) {
    const std::size_t n = mask_.length;
    if (design_.scores == ScoreKind::softcap) {
        const auto cap = static_cast<Scalar>(design_.cap);
        for (std::size_t k = 0; k < n * n; ++k) scores[k] /= cap;
        for (std::size_t done = 0; done < n * n; done += scratch.tanh.tile_size) {
            const std::size_t some = std::min(n * n - done, scratch.tanh.tile_size);
            const Scalar* const variable = scores + done;
            scratch.tanh({&variable, 1}, some);
            for (std::size_t k = 0; k < some; ++k) scores[done + k] = cap * scratch.tanh.output(0)[k];
        }
    }
    if (scores_before_ != nullptr) {
        const Scalar* const before = scores_before_->data() + place;
        for (std::size_t k = 0; k < n * n; ++k) scores[k] += before[k];
    }
    std::vector<double>& squares = scratch.squares;
    squares.assign(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
        const std::size_t first = mask_.first(j);
        const MatrixView<const Scalar> seen{scores + j * n + first, 1, mask_.end(j) - first, n};
        add_column_products(seen, seen, squares.data() + first);
    }
    score_squares_[place / (n * n)] = row_sum(squares.data(), n);
}

template <class Scalar>
void AttentionLayer<Scalar>::attend(std::size_t sequence, std::size_t number,
                                    AttentionScratch<Scalar>& scratch) {
    const std::size_t n = mask_.length;
    const std::size_t place = square_of(sequence, number);
    MatrixView<Scalar> scores = room(scratch.scores, n, n);
    if (!scores_.empty()) scores.data = scores_.data() + place;
    const MatrixView<Scalar> weights{weights_.data() + place, n, n, n};
    scratch.packed.pack(readable(head(query_, sequence, number)));
    multiply_transposed(copied(head(key_, sequence, number / group_), scratch.copy), scratch.packed, 0,
                        scores);
    add_distances(number, scores.data);
    finish_scores(scores.data, place, scratch);
    scratch.softmax.forward(mask_, scores.data, weights.data);
    scratch.packed.pack(readable(weights));
    multiply(readable(head(value_, sequence, number / group_)), scratch.packed, 0,
             head(mixed_, sequence, number));
}

template <class Scalar>
void AttentionLayer<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                      BranchGradients<Scalar>& between, Team& team) {
    output_map_.backward(mixed_, out_gradient, between.mixed, team);
    between.query.resize(query_.rows(), query_.cols());
    between.key.resize(key_.rows(), key_.cols());
    between.value.resize(value_.rows(), value_.cols());
    if (design_.scores == ScoreKind::realformer && chain_.gradient.empty())
        chain_.gradient.assign(weights_.size(), Scalar(0));
    for_key_heads(team, [&](std::size_t sequence, std::size_t number, AttentionScratch<Scalar>& scratch) {
        attend_backward(sequence, number, between, scratch);
    });
    multiply_queries(between.query, team);
    if (design_.positions == Positions::rotary) {
        rotation_.turn(between.query, mask_.length, Rotation<Scalar>::Way::back, team);
        rotation_.turn(between.key, mask_.length, Rotation<Scalar>::Way::back, team);
    }
    if (normalises_heads_) {
        query_norm_.backward(between.query, team);
        key_norm_.backward(between.key, team);
    }
    LinearLayer<Scalar>::backward(
        *in_, {{query_map_, between.query}, {key_map_, between.key}, {value_map_, between.value}},
        in_gradient, team);
}

template <class Scalar>
void AttentionLayer<Scalar>::attend_backward(std::size_t sequence, std::size_t number,
                                             BranchGradients<Scalar>& between,
                                             AttentionScratch<Scalar>& scratch) {
    const std::size_t n = mask_.length;
    const std::size_t place = square_of(sequence, number);
    // What several heads add to the gradients of one key and value comes in their order.
    const Into into = number % group_ == 0 ? Into::zero : Into::sum;
    const MatrixView<Scalar> weights{weights_.data() + place, n, n, n};
    const MatrixView<Scalar> gradient = room(scratch.scores, n, n);
    const MatrixView<const Scalar> mixed = readable(head(between.mixed, sequence, number));
    const std::size_t key = number / group_;
    PackedMatrix<Scalar>& packed = scratch.packed;

    packed.pack_transposed(readable(weights));
    multiply(mixed, packed, 0, head(between.value, sequence, key), into);
    packed.pack(mixed);
    multiply_transposed(copied(head(value_, sequence, key), scratch.copy), packed, 0, gradient);
    scratch.softmax.backward(mask_, weights.data, gradient.data);
    if (design_.scores == ScoreKind::realformer) {
        Scalar* const all = chain_.gradient.data() + place;
        for (std::size_t k = 0; k < n * n; ++k) all[k] = gradient.data[k] += all[k];
    }
    if (design_.scores == ScoreKind::softcap) uncap(scores_.data() + place, gradient.data);
    packed.pack(readable(gradient));
    multiply(readable(head(key_, sequence, key)), packed, 0, head(between.query, sequence, number));
    packed.pack_transposed(readable(gradient));
    multiply(readable(head(query_, sequence, number)), packed, 0, head(between.key, sequence, key), into);
}

/// From the gradient of the capped scores to that of the scores.
template <class Scalar>
void AttentionLayer<Scalar>::uncap(const Scalar* scores, Scalar* gradient) const {
    const auto cap = static_cast<Scalar>(design_.cap);
    for (std::size_t k = 0; k < mask_.length * mask_.length; ++k) {
        const Scalar capped = scores[k] / cap;
        gradient[k] *= Scalar(1) - capped * capped;
    }
}

template <class Scalar>
void AttentionLayer<Scalar>::look_at_queries_and_scores() const {
    const std::size_t n = mask_.length;
    seen_query_ = query_;
    for (Eigen::Index t = 0; t < query_.cols(); ++t) {
        const Scalar factor = factors_[static_cast<std::size_t>(t) % n];
        if (factor != Scalar(0)) seen_query_.col(t) /= factor;
    }
    seen_scores_.assign(weights_.size(), Scalar(0));
    std::vector<Scalar> square(n * n);
    for (std::size_t sequence = 0; sequence < sequences_; ++sequence) {
        for (std::size_t number = 0; number < design_.heads; ++number) {
            const std::size_t place = square_of(sequence, number);
            if (scores_.empty()) {
                multiply_transposed(head(key_, sequence, number / group_), head(query_, sequence, number),
                                    MatrixView<Scalar>{square.data(), n, n, n});
                add_distances(number, square.data());
            } else {
                std::copy_n(scores_.data() + place, n * n, square.data());
            }
            for (std::size_t j = 0; j < n; ++j) {
                const std::size_t first = mask_.first(j);
                std::copy_n(square.data() + j * n + first, mask_.end(j) - first,
                            seen_scores_.data() + place + j * n + first);
            }
        }
    }
}

/// The scores [keys × queries] of a head without distances and without what finish_scores does; realformer:
/// with those of the layers before.
template <class Scalar>
void AttentionLayer<Scalar>::scores_before_cap(std::size_t sequence, std::size_t number,
                                               std::vector<Scalar>& square) const {
    const std::size_t n = mask_.length;
    if (scores_.empty() || design_.scores == ScoreKind::softcap) {
        multiply_transposed(head(key_, sequence, number / group_), head(query_, sequence, number),
                            MatrixView<Scalar>{square.data(), n, n, n});
    } else {
        std::copy_n(scores_.data() + square_of(sequence, number), n * n, square.data());
    }
}

template <class Scalar>
double AttentionLayer<Scalar>::largest_score() const {
    const std::size_t n = mask_.length;
    std::vector<Scalar> square(n * n);
    Scalar largest = 0;
    for (std::size_t place = 0; place < sequences_ * design_.heads; ++place) {
        scores_before_cap(place / design_.heads, place % design_.heads, square);
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = mask_.first(j); i < mask_.end(j); ++i) {
                const Scalar one = std::abs(square[j * n + i]);
                if (!(one <= largest))
                    largest = std::isnan(one) ? std::numeric_limits<Scalar>::infinity() : one;
            }
        }
    }
    return static_cast<double>(largest);
}

template <class Scalar>
void AttentionLayer<Scalar>::list(const std::string& prefix,
                                  std::vector<typename Transformer<Scalar>::Activation>& activations) const {
    look_at_queries_and_scores();
    activations.push_back(named(prefix + "query", seen_query_));
    activations.push_back({prefix + "scores", std::span<const Scalar>(seen_scores_)});
    activations.push_back(named(prefix + "key", key_));
    activations.push_back(named(prefix + "value", value_));
    activations.push_back(named(prefix + "mixed", mixed_));
}

template <class Scalar>
double AttentionLayer<Scalar>::entropy() const {
    ScoreSoftmax<Scalar> softmax;
    const std::size_t square = mask_.length * mask_.length;
    double sum = 0;
    for (std::size_t place = 0; place < weights_.size(); place += square)
        sum += softmax.entropy(mask_, weights_.data() + place);
    return sum / static_cast<double>(score_squares_.size() * mask_.length);
}

template <class Scalar>
double AttentionLayer<Scalar>::score_second_moment() const {
    double seen = 0;
    for (std::size_t i = 0; i < mask_.length; ++i) seen += static_cast<double>(mask_.seen_by(i));
    return row_sum(score_squares_.data(), score_squares_.size()) /
           (seen * static_cast<double>(score_squares_.size()));
}

template struct AttentionScratch<float>;
template struct AttentionScratch<double>;
template class AttentionLayer<float>;
template class AttentionLayer<double>;

}  // namespace sigprop
