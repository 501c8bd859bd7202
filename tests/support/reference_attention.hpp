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

/// The design with the window and the rotary base of one block.
[[nodiscard]] inline sigprop::Architecture of_block(sigprop::Architecture design, std::size_t block,
                                                    Fault fault) {
    if (design.pattern.empty()) return design;
    const std::size_t place = block + (fault == Fault::pattern_next ? 1 : 0);
    design.window = design.pattern[place % design.pattern.size()].window;
    design.rotary_base = design.pattern[place % design.pattern.size()].rotary_base;
    return design;
}

[[nodiscard]] inline bool sees(const sigprop::Architecture& design, std::size_t query, std::size_t key,
                               Fault fault) {
    const std::size_t distance = query < key ? key - query : query - key;
    const std::size_t window = design.window + (fault == Fault::window_edge ? 1 : 0);
    if (design.causal && key > query + (fault == Fault::mask_future ? 1 : 0)) return false;
    return design.window == 0 || distance < window;
}

/// What ALiBi takes from a score, as BLOOM's code has it.
[[nodiscard]] inline double distance_cost(const sigprop::Architecture& design, std::size_t head,
                                          std::size_t query, std::size_t key, Fault fault) {
    if (design.positions != sigprop::Positions::alibi) return 0;
    const auto number = static_cast<double>(head);
    const auto heads = static_cast<double>(design.heads);
    const double power = std::pow(2.0, std::floor(std::log2(heads)));
    double slope = std::pow(2.0, -8 * (number + 1) / power);
    if (number >= power) slope = std::pow(2.0, -4 * (2 * (number - power) + 1) / power);
    if (fault == Fault::slope_powers) slope = std::pow(2.0, -8 * (number + 1) / heads);
    if (fault == Fault::slope_sign) slope = -slope;
    return slope * std::fabs(static_cast<double>(query) - static_cast<double>(key));
}

/// The vector divided by its root mean square, or by its spread about the mean; in place of each head's where
/// the design has one norm for all.
template <class Scalar>
[[nodiscard]] Vector<Scalar> divided(const sigprop::Architecture& design, Vector<Scalar> x,
                                     const Vector<Scalar>* gain, Fault fault) {
    using std::sqrt;
    const auto size = Scalar(static_cast<double>(x.size()));
    const bool centres = design.query_key_norm_kind == sigprop::QueryKeyNormKind::layer_norm;
    if (centres && fault != Fault::query_centre) {
        Scalar mean(0);
        for (const Scalar& one : x) mean = mean + one;
        for (Scalar& one : x) one = one - mean / size;
    }
    const Scalar mean = dot(x, x) / size;
    const bool inside = design.norm.epsilon_place == sigprop::EpsilonPlace::inside_root;
    const auto epsilon = static_cast<Scalar>(design.norm.epsilon);
    const Scalar root = inside ? sqrt(mean + epsilon) : sqrt(mean) + epsilon;
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = x[i] / root;
        if (gain != nullptr) x[i] = (*gain)[i] * x[i];
    }
    return x;
}

template <class Scalar>
[[nodiscard]] Vector<Scalar> part_of(const Vector<Scalar>& x, std::size_t head, std::size_t size) {
    Vector<Scalar> part;
    for (std::size_t i = 0; i < size; ++i) part.push_back(x[head * size + i]);
    return part;
}

/// The vector at position t turned: of its first n features the pair (i, i + n / 2) by the angle t base^(-2 i
/// / n).
template <class Scalar>
[[nodiscard]] Vector<Scalar> rotated(const sigprop::Architecture& design, const Vector<Scalar>& x,
                                     std::size_t t, Fault fault) {
    const double share = fault == Fault::rotary_all ? 1 : design.rotary_share;
    const auto turned = static_cast<std::size_t>(share * static_cast<double>(x.size()) + 0.5);
    const std::size_t half = turned / 2;
    const std::size_t first = fault == Fault::rotary_last ? x.size() - turned : 0;
    Vector<Scalar> result = x;
    for (std::size_t i = 0; i < half; ++i) {
        const std::size_t a = first + (fault == Fault::rotary_neighbours ? 2 * i : i);
        const std::size_t b = first + (fault == Fault::rotary_neighbours ? 2 * i + 1 : i + half);
        const double exponent = -2 * static_cast<double>(i) / static_cast<double>(turned);
        const double angle = static_cast<double>(t) * std::pow(design.rotary_base, exponent);
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
    if (rotates && fault == Fault::rotary_before_norm) x = rotated(design, x, t, fault);
    const bool of_head = design.query_key_norm == sigprop::QueryKeyNorm::head ||
                         (design.query_key_norm == sigprop::QueryKeyNorm::none &&
                          design.scores == sigprop::ScoreKind::qk_norm);
    if (of_head || (fault == Fault::query_width && design.query_key_norm == sigprop::QueryKeyNorm::width))
        x = divided(design, x, of_head ? gain : nullptr, fault);
    if (design.scores == sigprop::ScoreKind::cosine) {
        const Scalar length = sqrt(dot(x, x));
        for (Scalar& one : x) one = one / length;
    }
    if (rotates && fault != Fault::rotary_before_norm) x = rotated(design, x, t, fault);
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
[[nodiscard]] Vector<Scalar> attend(const sigprop::Architecture& design, std::size_t head, std::size_t t,
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
        next[k] = score(design, query, key, seen, fault) - Scalar(distance_cost(design, head, t, k, fault));
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
[[nodiscard]] Tokens<Scalar> mixed(const sigprop::Architecture& all, std::size_t block,
                                   Projections<Scalar> projections, HeadScores<Scalar>& scores, Fault fault) {
    const sigprop::Architecture design = of_block(all, block, fault);
    const std::size_t size = design.width_of_head();
    const std::size_t shared_by = design.heads / design.key_heads();
    const std::size_t length = projections.queries.size();
    if (design.query_key_norm == sigprop::QueryKeyNorm::width && fault != Fault::query_width) {
        for (Vector<Scalar>& one : projections.queries)
            one = divided(design, one, projections.query_gain, fault);
        for (Vector<Scalar>& one : projections.keys) one = divided(design, one, projections.key_gain, fault);
    }
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
            for (const Scalar& one : attend(design, head, t, query, keys, values, scores[head][t], fault)) {
                result[t].push_back(one);
            }
        }
    }
    return result;
}

}  // namespace reference_transformer
