#include "models/transformer/attention_layer.hpp"

#include <cmath>

namespace sigprop {
namespace {

template <class Scalar>
LinearLayer<Scalar> linear(Parameters<Scalar>& parameters, const std::string& name) {
    const Learned<Scalar> weights = parameters.find(name);
    return {weights, parameters.find(name + " bias"), weights.multiplier};
}

/// The natural logarithm, with the same bits on every machine.
double logarithm(double x) {
    TileEvaluator evaluator(log(Formula::variable()));
    const double* const variable = &x;
    evaluator({&variable, 1}, 1);
    return evaluator.output(0)[0];
}

template <class Scalar>
MatrixView<Scalar> room(std::vector<Scalar>& memory, std::size_t rows, std::size_t columns) {
    if (memory.size() < rows * columns) memory.resize(rows * columns);
    return {memory.data(), rows, columns, columns};
}

/// The transpose of a head's part, one token per row: a left factor is then read along its rows.
template <class Scalar>
MatrixView<const Scalar> turned(const MatrixView<Scalar>& head, std::vector<Scalar>& memory) {
    const MatrixView<Scalar> out = room(memory, head.columns, head.rows);
    transpose_range(readable(head), out, 0, head.rows);
    return readable(out);
}

/// to += from^T
template <class Scalar>
void add_transposed(const MatrixView<Scalar>& from, const MatrixView<Scalar>& to, bool from_zero) {
    for (std::size_t i = 0; i < to.rows; ++i) {
        for (std::size_t t = 0; t < to.columns; ++t) {
            const Scalar one = from.data[t * from.stride + i];
            Scalar& sum = to.data[i * to.stride + t];
            sum = from_zero ? one : sum + one;
        }
    }
}

}  // namespace

template <class Scalar>
AttentionScratch<Scalar>::AttentionScratch() : tanh(sigprop::tanh(Formula::variable())) {}

template <class Scalar>
AttentionLayer<Scalar>::AttentionLayer(const Architecture& design, Parameters<Scalar>& parameters,
                                       const std::string& prefix,
                                       std::vector<AttentionScratch<Scalar>>& scratch,
                                       ScoreChain<Scalar>& chain)
    : design_(design),
      head_width_(design.width_of_head()),
      group_(design.heads / design.key_heads()),
      query_map_(linear(parameters, prefix + "query")),
      key_map_(linear(parameters, prefix + "key")),
      value_map_(linear(parameters, prefix + "value")),
      output_map_(linear(parameters, prefix + "attention output")),
      normalises_heads_(design.scores == ScoreKind::qk_norm || design.scores == ScoreKind::cosine),
      query_norm_(design, parameters.find(prefix + "query norm gain")),
      key_norm_(design, parameters.find(prefix + "key norm gain")),
      rotation_(design.rotary_base, head_width_),
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
    const double by = design_.scale() / logarithm(design_.log_base);
    for (std::size_t i = 0; i < mask_.length; ++i)
        factors_[i] = static_cast<Scalar>(by * logarithm(static_cast<double>(mask_.seen_by(i))));
}

template <class Scalar>
void AttentionLayer<Scalar>::multiply_queries(Tokens<Scalar>& tokens, Team& team) const {
    const auto columns = static_cast<std::size_t>(tokens.cols());
    team.split(static_cast<std::size_t>(tokens.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t first = 0; first < columns; first += mask_.length) {
                Scalar* const row = tokens.data() + i * columns + first;
                for (std::size_t t = 0; t < mask_.length; ++t) row[t] *= factors_[t];
            }
        }
    });
}

template <class Scalar>
void AttentionLayer<Scalar>::forward(const Tokens<Scalar>& in, const TokenBatch& batch, Tokens<Scalar>& out,
                                     Team& team) {
    in_ = &in;
    sequences_ = batch.sequences;
    mask_ = {batch.length, design_.causal, design_.window};
    set_query_factors();
    query_map_.forward(in, query_, team);
    key_map_.forward(in, key_, team);
    value_map_.forward(in, value_, team);
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
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
        const std::size_t first = mask_.first(j);
        const Scalar* const row = scores + j * n + first;
        sum += ordered_product(row, row, mask_.end(j) - first);
    }
    score_squares_[place / (n * n)] = sum;
}

template <class Scalar>
void AttentionLayer<Scalar>::attend(std::size_t sequence, std::size_t number,
                                    AttentionScratch<Scalar>& scratch) {
    const std::size_t n = mask_.length;
    const std::size_t place = square_of(sequence, number);
    MatrixView<Scalar> scores = room(scratch.scores, n, n);
    if (!scores_.empty()) scores.data = scores_.data() + place;
    const MatrixView<Scalar> weights{weights_.data() + place, n, n, n};
    multiply(turned(head(key_, sequence, number / group_), scratch.turned),
             readable(head(query_, sequence, number)), scores);
    finish_scores(scores.data, place, scratch);
    scratch.softmax.forward(mask_, scores.data, weights.data);
    multiply(readable(head(value_, sequence, number / group_)), readable(weights),
             head(mixed_, sequence, number));
}

template <class Scalar>
void AttentionLayer<Scalar>::backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                                      Team& team) {
    Tokens<Scalar> in_turned;
    transpose_into(mixed_, in_turned, team);
    output_map_.backward(in_turned, out_gradient, mixed_gradient_, Into::zero, team);
    query_gradient_.resize(query_.rows(), query_.cols());
    key_gradient_.resize(key_.rows(), key_.cols());
    value_gradient_.resize(value_.rows(), value_.cols());
    if (design_.scores == ScoreKind::realformer && chain_.gradient.empty())
        chain_.gradient.assign(weights_.size(), Scalar(0));
    for_key_heads(team, [&](std::size_t sequence, std::size_t number, AttentionScratch<Scalar>& scratch) {
        attend_backward(sequence, number, scratch);
    });
    multiply_queries(query_gradient_, team);
    if (design_.positions == Positions::rotary) {
        rotation_.turn(query_gradient_, mask_.length, Rotation<Scalar>::Way::back, team);
        rotation_.turn(key_gradient_, mask_.length, Rotation<Scalar>::Way::back, team);
    }
    if (normalises_heads_) {
        query_norm_.backward(query_gradient_, team);
        key_norm_.backward(key_gradient_, team);
    }
    transpose_into(*in_, in_turned, team);
    query_map_.backward(in_turned, query_gradient_, in_gradient, Into::zero, team);
    key_map_.backward(in_turned, key_gradient_, in_gradient, Into::sum, team);
    value_map_.backward(in_turned, value_gradient_, in_gradient, Into::sum, team);
}

template <class Scalar>
void AttentionLayer<Scalar>::attend_backward(std::size_t sequence, std::size_t number,
                                             AttentionScratch<Scalar>& scratch) {
    const std::size_t n = mask_.length;
    const std::size_t place = square_of(sequence, number);
    const bool is_first = number % group_ == 0;
    const MatrixView<Scalar> weights{weights_.data() + place, n, n, n};
    const MatrixView<Scalar> gradient = room(scratch.scores, n, n);
    const MatrixView<Scalar> by_token = room(scratch.by_token, n, head_width_);
    const MatrixView<Scalar> mixed = head(mixed_gradient_, sequence, number);
    const std::size_t key = number / group_;

    multiply(readable(weights), turned(mixed, scratch.turned), by_token);
    add_transposed(by_token, head(value_gradient_, sequence, key), is_first);

    multiply(turned(head(value_, sequence, key), scratch.turned), readable(mixed), gradient);
    scratch.softmax.backward(mask_, weights.data, gradient.data);
    if (design_.scores == ScoreKind::realformer) {
        Scalar* const all = chain_.gradient.data() + place;
        for (std::size_t k = 0; k < n * n; ++k) all[k] = gradient.data[k] += all[k];
    }
    if (design_.scores == ScoreKind::softcap) {
        const Scalar* const scores = scores_.data() + place;
        const auto cap = static_cast<Scalar>(design_.cap);
        for (std::size_t k = 0; k < n * n; ++k) {
            const Scalar capped = scores[k] / cap;
            gradient.data[k] *= Scalar(1) - capped * capped;
        }
    }
    multiply(readable(head(key_, sequence, key)), readable(gradient),
             head(query_gradient_, sequence, number));
    multiply(readable(gradient), turned(head(query_, sequence, number), scratch.turned), by_token);
    add_transposed(by_token, head(key_gradient_, sequence, key), is_first);
}

template <class Scalar>
void AttentionLayer<Scalar>::list(const std::string& prefix,
                                  std::vector<typename Transformer<Scalar>::Activation>& activations) const {
    activations.push_back(named(prefix + "query", query_));
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
    return ordered_sum(score_squares_.data(), score_squares_.size()) /
           (seen * static_cast<double>(score_squares_.size()));
}

template struct AttentionScratch<float>;
template struct AttentionScratch<double>;
template class AttentionLayer<float>;
template class AttentionLayer<double>;

}  // namespace sigprop
