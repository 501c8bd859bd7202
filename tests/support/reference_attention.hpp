#pragma once
// The attention of the naive Transformers: one sequence, one head, one query at a time.

#include <cstdlib>
#include <optional>

#include "models/transformer/architecture.hpp"
#include "tests/support/reference_scalars.hpp"

namespace reference_transformer {

/// Scores before the softmax: scores[head][query][key], for keys that the query sees; others are 0.
template <class Scalar>
using HeadScores = std::vector<std::vector<Vector<Scalar>>>;

/// Queries, keys and values of a sequence's tokens, before they are normalised and rotated.
template <class Scalar>
struct Projections {
    Tokens<Scalar> queries, keys, values;
    const Vector<Scalar>*query_gain = nullptr, *key_gain = nullptr;  ///< of qk_norm
};

[[nodiscard]] inline bool sees(const sigprop::Architecture& design, std::size_t query, std::size_t key,
                               Fault fault) {
    const std::size_t distance = query < key ? key - query : query - key;
    const std::size_t window = design.window + (fault == Fault::window_edge ? 1 : 0);
    if (design.causal && key > query + (fault == Fault::mask_future ? 1 : 0)) return false;
    return design.window == 0 || distance < window;
}

template <class Scalar>
[[nodiscard]] Vector<Scalar> part_of(const Vector<Scalar>& x, std::size_t head, std::size_t size) {
    Vector<Scalar> part;
    for (std::size_t i = 0; i < size; ++i) part.push_back(x[head * size + i]);
    return part;
}

/// The vector at position t turned: the pair (i, i + size / 2) by the angle t base^(-2 i / size).
template <class Scalar>
[[nodiscard]] Vector<Scalar> rotated(const Vector<Scalar>& x, std::size_t t, double base, Fault fault) {
    const std::size_t half = x.size() / 2;
    Vector<Scalar> result = x;
    for (std::size_t i = 0; i < half; ++i) {
        const std::size_t a = fault == Fault::rotary_neighbours ? 2 * i : i;
        const std::size_t b = fault == Fault::rotary_neighbours ? 2 * i + 1 : i + half;
        const double exponent = -2 * static_cast<double>(i) / static_cast<double>(x.size());
        const double angle = static_cast<double>(t) * std::pow(base, exponent);
        const auto c = Scalar(std::cos(angle));
        const auto s = Scalar(std::sin(angle));
        result[a] = c * x[a] - s * x[b];
        result[b] = s * x[a] + c * x[b];
    }
    return result;
}

/// One head's query or key at position t, normalised and rotated as the design says.
template <class Scalar>
[[nodiscard]] Vector<Scalar> prepared(const sigprop::Architecture& design, Vector<Scalar> x, std::size_t t,
                                      const Vector<Scalar>* gain, Fault fault) {
    using std::sqrt;
    const bool rotates = design.positions == sigprop::Positions::rotary;
    if (rotates && fault == Fault::rotary_before_norm) x = rotated(x, t, design.rotary_base, fault);
    if (design.scores == sigprop::ScoreKind::qk_norm) {
        const Scalar mean = dot(x, x) / Scalar(static_cast<double>(x.size()));
        const bool inside = design.norm.epsilon_place == sigprop::EpsilonPlace::inside_root;
        const auto epsilon = static_cast<Scalar>(design.norm.epsilon);
        const Scalar root = inside ? sqrt(mean + epsilon) : sqrt(mean) + epsilon;
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = x[i] / root;
            if (gain != nullptr) x[i] = (*gain)[i] * x[i];
        }
    }
    if (design.scores == sigprop::ScoreKind::cosine) {
        const Scalar length = sqrt(dot(x, x));
        for (Scalar& one : x) one = one / length;
    }
    if (rotates && fault != Fault::rotary_before_norm) x = rotated(x, t, design.rotary_base, fault);
    return x;
}

/// The factor of q . k, as ScoreKind documents it.
[[nodiscard]] inline double scale_of(const sigprop::Architecture& design, Fault fault) {
    using sigprop::ScoreKind;
    if (design.score_scale.has_value()) return *design.score_scale;
    if (design.scores == ScoreKind::unscaled) return 1;
    if (design.scores == ScoreKind::cosine) return 10;
    if (fault == Fault::head_root) return 1;
    return 1 / std::sqrt(static_cast<double>(design.width_of_head()));
}

/// The score of a query and a key that it sees; `keys` keys are seen in all.
template <class Scalar>
[[nodiscard]] Scalar score(const sigprop::Architecture& design, const Vector<Scalar>& query,
                           const Vector<Scalar>& key, double keys, Fault fault) {
    using std::tanh;
    double scale = scale_of(design, fault);
    if (design.scores == sigprop::ScoreKind::log_n) scale *= std::log(keys) / std::log(design.log_base);
    const Scalar scaled = Scalar(scale) * dot(query, key);
    if (design.scores != sigprop::ScoreKind::softcap) return scaled;
    const Scalar capped = tanh(scaled / Scalar(design.cap));
    return fault == Fault::cap_slope ? capped : Scalar(design.cap) * capped;
}

/// The mixture of values that one query of one head takes; `scores` holds those of the attention before, or
/// is empty, and becomes this one's.
template <class Scalar>
[[nodiscard]] Vector<Scalar> attend(const sigprop::Architecture& design, std::size_t t,
                                    const Vector<Scalar>& query, const Tokens<Scalar>& keys,
                                    const Tokens<Scalar>& values, Vector<Scalar>& scores, Fault fault) {
    double seen = 0;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        seen += sees(design, t, k, fault) || fault == Fault::log_all_keys ? 1 : 0;
    }
    const bool adds =
        design.scores == sigprop::ScoreKind::realformer && !scores.empty() && fault != Fault::score_forgotten;
    Vector<Scalar> shown;
    Vector<Scalar> next(keys.size(), Scalar(0));
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (!sees(design, t, k, fault)) continue;
        const Vector<Scalar> key = fault == Fault::key_path ? frozen(keys[k]) : keys[k];
        next[k] = score(design, query, key, seen, fault);
        if (adds) next[k] = next[k] + (fault == Fault::score_chain ? frozen(scores[k]) : scores[k]);
        shown.push_back(next[k]);
    }
    scores = next;
    const Vector<Scalar> shares = softmax(shown, fault);
    Vector<Scalar> mixture(values.front().size(), Scalar(0));
    std::size_t place = 0;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (!sees(design, t, k, fault)) continue;
        for (std::size_t i = 0; i < mixture.size(); ++i) {
            mixture[i] = mixture[i] + shares[place] * values[k][i];
        }
        ++place;
    }
    return mixture;
}

/// The heads' outputs side by side, for each token of one sequence.
template <class Scalar>
[[nodiscard]] Tokens<Scalar> mixed(const sigprop::Architecture& design,
                                   const Projections<Scalar>& projections, HeadScores<Scalar>& scores,
                                   Fault fault) {
    const std::size_t size = design.width_of_head();
    const std::size_t shared_by = design.heads / design.key_heads();
    const std::size_t length = projections.queries.size();
    scores.resize(design.heads, std::vector<Vector<Scalar>>(length));
    Tokens<Scalar> result(length);
    for (std::size_t head = 0; head < design.heads; ++head) {
        const std::size_t key_head =
            fault == Fault::key_head_order ? head % design.key_heads() : head / shared_by;
        Tokens<Scalar> keys;
        Tokens<Scalar> values;
        for (std::size_t t = 0; t < length; ++t) {
            keys.push_back(prepared(design, part_of(projections.keys[t], key_head, size), t,
                                    projections.key_gain, fault));
            values.push_back(part_of(projections.values[t], key_head, size));
        }
        for (std::size_t t = 0; t < length; ++t) {
            const Vector<Scalar> query = prepared(design, part_of(projections.queries[t], head, size), t,
                                                  projections.query_gain, fault);
            for (const Scalar& one : attend(design, t, query, keys, values, scores[head][t], fault)) {
                result[t].push_back(one);
            }
        }
    }
    return result;
}

}  // namespace reference_transformer
