#pragma once
// The learned numbers of the naive Transformers: their names and shapes, and random values for them.

#include <map>
#include <optional>
#include <sigprop/core/random/random.hpp>

#include "models/transformer/architecture.hpp"
#include "tests/support/reference_scalars.hpp"

namespace reference_transformer {

template <class Scalar>
using Parameters = std::map<std::string, Vector<Scalar>>;

struct Shape {
    std::string name;
    std::size_t rows = 0, columns = 0;             ///< vectors have one column
    std::optional<sigprop::WeightRole> role = {};  ///< of matrices
    double start = 0;                              ///< of what is no matrix
    double spread = 0;                             ///< of random values about the start
};

[[nodiscard]] inline std::string of_layer(std::size_t layer, const std::string& name) {
    return "layer " + std::to_string(layer) + " " + name;
}

namespace parts {

inline void add_norm(const sigprop::Architecture& design, const std::string& name, std::vector<Shape>& to,
                     std::size_t features = 0) {
    if (features == 0) features = design.width;
    using sigprop::TransformerNorm;
    const sigprop::NormDesign& norm = design.norm;
    if (norm.kind == TransformerNorm::none) return;
    const bool has_root = norm.is_substitute() && norm.root == sigprop::SubstituteRoot::in_gain;
    const double root = has_root ? std::sqrt(static_cast<double>(features)) : 1;
    if (norm.gain) to.push_back({name + " gain", features, 1, {}, root, 0.3});
    if (norm.bias) to.push_back({name + " bias", features, 1, {}, 0, 0.3});
    if (norm.kind == TransformerNorm::dyt || norm.kind == TransformerNorm::dyisru) {
        const bool is_tanh = norm.kind == TransformerNorm::dyt;
        to.push_back({name + " alpha", 1, 1, {}, is_tanh ? norm.start / root : norm.start, 0.05});
    }
}

[[nodiscard]] inline bool has_bias(const sigprop::Architecture& design, sigprop::WeightRole role) {
    using enum sigprop::WeightRole;
    const bool reads = role == query || role == key || role == value;
    const bool is_attention = reads || role == attention_output;
    switch (design.bias_places) {
        case sigprop::BiasPlaces::all: return design.biases;
        case sigprop::BiasPlaces::attention: return design.biases && is_attention;
        case sigprop::BiasPlaces::query_key_value: return design.biases && reads;
        case sigprop::BiasPlaces::feed_forward: return design.biases && !is_attention;
    }
    return false;
}

inline void add_linear(const sigprop::Architecture& design, std::size_t layer, const std::string& name,
                       Shape shape, std::vector<Shape>& to) {
    shape.name = of_layer(layer, name);
    to.push_back(shape);
    if (has_bias(design, *shape.role)) to.push_back({shape.name + " bias", shape.rows, 1, {}, 0, 0.3});
}

inline void add_attention(const sigprop::Architecture& design, std::size_t layer, std::vector<Shape>& to) {
    using sigprop::WeightRole;
    const std::size_t d = design.width;
    const std::size_t size = design.width_of_head();
    const std::size_t queries = design.heads * size;
    const std::size_t keys = design.key_heads() * size;
    add_linear(design, layer, "query", {"", queries, d, WeightRole::query}, to);
    add_linear(design, layer, "key", {"", keys, d, WeightRole::key}, to);
    add_linear(design, layer, "value", {"", keys, d, WeightRole::value}, to);
    add_linear(design, layer, "attention output", {"", d, queries, WeightRole::attention_output}, to);
    const bool whole = design.query_key_norm == sigprop::QueryKeyNorm::width;
    const bool normalises = whole || design.query_key_norm == sigprop::QueryKeyNorm::head ||
                            design.scores == sigprop::ScoreKind::qk_norm;
    if (normalises && design.query_key_gain.value_or(design.norm.gain)) {
        to.push_back({of_layer(layer, "query norm gain"), whole ? queries : size, 1, {}, 1, 0.3});
        to.push_back({of_layer(layer, "key norm gain"), whole ? keys : size, 1, {}, 1, 0.3});
    }
}

inline void add_feed_forward(const sigprop::Architecture& design, std::size_t layer, const std::string& part,
                             std::vector<Shape>& to) {
    using sigprop::WeightRole;
    const std::size_t d = design.width;
    const std::size_t hidden = design.width_of_hidden();
    add_linear(design, layer, part + "hidden", {"", hidden, d, WeightRole::hidden}, to);
    if (design.gated) add_linear(design, layer, part + "up", {"", hidden, d, WeightRole::up}, to);
    if (design.hidden_norm != sigprop::HiddenNorm::none) {
        add_norm(design, of_layer(layer, "hidden norm"), to, hidden);
    }
    add_linear(design, layer, part + "hidden output", {"", d, hidden, WeightRole::hidden_output}, to);
}

inline void add_feed_forward(const sigprop::Architecture& design, std::size_t layer, std::vector<Shape>& to) {
    const sigprop::ExpertDesign& experts = design.experts;
    if (experts.count == 0) return add_feed_forward(design, layer, "", to);
    to.push_back({of_layer(layer, "router"), experts.count, design.width, sigprop::WeightRole::router});
    for (std::size_t e = 0; e < experts.count; ++e)
        add_feed_forward(design, layer, "expert " + std::to_string(e) + " ", to);
    for (std::size_t e = 0; e < experts.shared; ++e)
        add_feed_forward(design, layer, "shared expert " + std::to_string(e) + " ", to);
}

inline void add_layer(const sigprop::Architecture& design, std::size_t layer, std::vector<Shape>& to) {
    const sigprop::ResidualStep<double>& step = design.steps[layer];
    if (step.normalises_input) add_norm(design, of_layer(layer, "norm"), to);
    layer % 2 == 0 ? add_attention(design, layer, to) : add_feed_forward(design, layer, to);
    if (step.normalises_branch) add_norm(design, of_layer(layer, "branch norm"), to);
    if (design.branch_gain != sigprop::BranchGain::fixed) {
        const bool scalar = design.branch_gain == sigprop::BranchGain::scalar;
        const double spread = step.branch == 0 ? 0 : 0.3;  // 0 stays 0: the branch then learns nothing
        to.push_back({of_layer(layer, "branch gain"), scalar ? 1 : design.width, 1, {}, step.branch, spread});
    }
    if (step.normalises_sum) add_norm(design, of_layer(layer, "sum norm"), to);
}

}  // namespace parts

/// All learned numbers of a design.
[[nodiscard]] inline std::vector<Shape> shapes_of(const sigprop::Architecture& design) {
    using sigprop::WeightRole;
    std::vector<Shape> result;
    result.push_back({"embedding", design.vocabulary, design.width, WeightRole::embedding});
    if (design.positions == sigprop::Positions::learned) {
        result.push_back({"position", design.max_length, design.width, WeightRole::position});
    }
    if (design.token_types != 0) {
        result.push_back({"token type", design.token_types, design.width, WeightRole::token_type});
    }
    if (design.embedding_norm) parts::add_norm(design, "embedding norm", result);
    for (std::size_t l = 0; l < design.steps.size(); ++l) parts::add_layer(design, l, result);
    if (design.final_norm) parts::add_norm(design, "final norm", result);
    if (design.head_transform != sigprop::HeadTransform::none) {
        result.push_back({"head dense", design.width, design.width, WeightRole::head_dense});
        if (design.biases) result.push_back({"head dense bias", design.width, 1, {}, 0, 0.3});
        if (design.head_transform == sigprop::HeadTransform::dense_norm)
            parts::add_norm(design, "head norm", result);
    }
    if (!design.tied) result.push_back({"head", design.vocabulary, design.width, WeightRole::head});
    return result;
}

/// Values that differ from the start everywhere, but where `spread` is 0; W = multiplier V has entries of a
/// usual size.
[[nodiscard]] inline Parameters<double> random_parameters(const sigprop::Architecture& design,
                                                          std::uint64_t seed) {
    Parameters<double> result;
    for (const Shape& shape : shapes_of(design)) {
        const sigprop::RandomStream stream(seed, shape.name);
        double std = shape.spread;
        if (shape.role.has_value()) {
            const bool looks_up = *shape.role == sigprop::WeightRole::embedding ||
                                  *shape.role == sigprop::WeightRole::position ||
                                  *shape.role == sigprop::WeightRole::token_type;
            std = looks_up ? 1 : 0.9 / std::sqrt(static_cast<double>(shape.columns));
            std /= design.start(*shape.role).multiplier;
        }
        Vector<double>& values = result[shape.name];
        for (std::size_t i = 0; i < shape.rows * shape.columns; ++i) {
            values.push_back(shape.start + std * stream.normal(i));
        }
    }
    return result;
}

/// A normal number for each learned number.
[[nodiscard]] inline Parameters<double> random_direction(const sigprop::Architecture& design,
                                                         std::uint64_t seed) {
    Parameters<double> result;
    for (const Shape& shape : shapes_of(design)) {
        const sigprop::RandomStream stream(seed, "direction " + shape.name);
        for (std::size_t i = 0; i < shape.rows * shape.columns; ++i) {
            result[shape.name].push_back(stream.normal(i));
        }
    }
    return result;
}

}  // namespace reference_transformer
