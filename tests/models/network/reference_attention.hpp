#pragma once
// Naive multi-head self-attention without biases: Q, K, V and O are width x width; head h owns width / heads
// rows from h width / heads on; logits q.k / sqrt(width / heads), to which RealFormer adds those of the
// preceding attention layer (He et al. 2020, arXiv:2012.11747, equation 3); causal queries see no later
// token.

#include "tests/models/network/reference_math.hpp"

namespace reference {

/// logits[sequence][head][query][key], for keys that the query sees.
template <class Scalar>
using Scores = std::vector<std::vector<Matrix<Scalar>>>;

struct AttentionView {
    double entropy_sum = 0, rows = 0;   ///< sum and count over sequences, heads and queries
    double square_sum = 0, logits = 0;  ///< sum and count of all logits that a softmax takes
};

template <class Scalar>
struct AttentionWeights {
    const Matrix<Scalar>&query, &key, &value, &output;
};

/// The entries of a token's query, key or value that belong to one head.
template <class Scalar>
[[nodiscard]] Vector<Scalar> head_of(const Vector<Scalar>& x, std::size_t head, std::size_t size) {
    const auto first = x.begin() + static_cast<std::ptrdiff_t>(head * size);
    return {first, first + static_cast<std::ptrdiff_t>(size)};
}

/// One query over the keys it sees: returns the mixture of their values; `logits` becomes softmax's input.
template <class Scalar>
[[nodiscard]] Vector<Scalar> attend(const Vector<Scalar>& query, const Batch<Scalar>& keys,
                                    const Batch<Scalar>& values, const Vector<Scalar>* earlier,
                                    Vector<Scalar>& logits, Fault fault, AttentionView& view) {
    logits.clear();
    for (std::size_t k = 0; k < keys.size(); ++k) {
        Vector<Scalar> key = keys[k];
        if (fault == Fault::key_path) key = slopes_scaled(key, 0);
        Scalar logit = dot(query, key) / Scalar(std::sqrt(static_cast<double>(query.size())));
        if (earlier != nullptr) {
            logit = logit + (fault == Fault::score_chain ? Scalar(value_of((*earlier)[k])) : (*earlier)[k]);
        }
        logits.push_back(logit);
        view.square_sum += value_of(logit) * value_of(logit);
        view.logits += 1;
    }
    const Vector<Scalar> shares = softmax(logits, fault);
    Vector<Scalar> mixture(query.size(), Scalar(0));
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const double share = value_of(shares[k]);
        view.entropy_sum -= share > 0 ? share * std::log(share) : 0;
        for (std::size_t i = 0; i < mixture.size(); ++i) {
            mixture[i] = mixture[i] + shares[k] * values[k][i];
        }
    }
    view.rows += 1;
    return mixture;
}

/// The tokens of one sequence; `scores` holds its logits, first of the preceding layer, then of this one.
template <class Scalar>
[[nodiscard]] Batch<Scalar> attention_of_sequence(const sigprop::NetworkDesign& design,
                                                  const Batch<Scalar>& in,
                                                  const AttentionWeights<Scalar>& weights,
                                                  std::vector<Matrix<Scalar>>& scores, Fault fault,
                                                  AttentionView& view) {
    const std::size_t size = design.width / design.heads;
    const Batch<Scalar> queries = times_each(weights.query, in);
    const Batch<Scalar> keys = times_each(weights.key, in);
    const Batch<Scalar> values = times_each(weights.value, in);
    Batch<Scalar> concatenated(in.size());
    std::vector<Matrix<Scalar>> logits(design.heads, Matrix<Scalar>(in.size()));
    for (std::size_t head = 0; head < design.heads; ++head) {
        for (std::size_t t = 0; t < in.size(); ++t) {
            Batch<Scalar> seen_keys;
            Batch<Scalar> seen_values;
            for (std::size_t k = 0; k < (design.causal ? t + 1 : in.size()); ++k) {
                seen_keys.push_back(head_of(keys[k], head, size));
                seen_values.push_back(head_of(values[k], head, size));
            }
            const bool adds = design.adds_scores && !scores.empty();
            const Vector<Scalar> mixture =
                attend(head_of(queries[t], head, size), seen_keys, seen_values,
                       adds ? &scores[head][t] : nullptr, logits[head][t], fault, view);
            concatenated[t].insert(concatenated[t].end(), mixture.begin(), mixture.end());
        }
    }
    scores = logits;
    return times_each(weights.output, concatenated);
}

template <class Scalar>
[[nodiscard]] Batch<Scalar> attention(const sigprop::NetworkDesign& design, const Batch<Scalar>& in,
                                      const AttentionWeights<Scalar>& weights, Scores<Scalar>& scores,
                                      Fault fault, AttentionView& view) {
    scores.resize(design.sequences);
    Batch<Scalar> out;
    for (std::size_t s = 0; s < design.sequences; ++s) {
        const auto first = in.begin() + static_cast<std::ptrdiff_t>(s * design.length);
        const Batch<Scalar> tokens(first, first + static_cast<std::ptrdiff_t>(design.length));
        for (Vector<Scalar>& one : attention_of_sequence(design, tokens, weights, scores[s], fault, view)) {
            out.push_back(std::move(one));
        }
    }
    return out;
}

}  // namespace reference
