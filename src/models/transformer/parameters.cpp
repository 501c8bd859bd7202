#include "models/transformer/parameters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sigprop {
namespace {

std::string layer_name(std::size_t step) { return "layer " + std::to_string(step) + " "; }

RandomStream stream_of(NetworkNumber network, const std::string& name) {
    return RandomStream(network.seed, "transformer " + std::to_string(network.number) + " " + name);
}

/// Orthonormal rows (or columns, of a tall matrix) by Gram and Schmidt, twice: once leaves errors of the
/// matrix's condition, the second pass those of rounding.
void orthonormalise(std::vector<double>& entries, std::size_t rows, std::size_t columns) {
    const bool tall = rows > columns;
    const std::size_t count = tall ? columns : rows;
    const std::size_t length = tall ? rows : columns;
    const auto at = [&](std::size_t vector, std::size_t k) -> double& {
        return tall ? entries[k * columns + vector] : entries[vector * columns + k];
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t j = 0; j < i; ++j) {
                double along = 0;
                for (std::size_t k = 0; k < length; ++k) along += at(i, k) * at(j, k);
                for (std::size_t k = 0; k < length; ++k) at(i, k) -= along * at(j, k);
            }
        }
        double square = 0;
        for (std::size_t k = 0; k < length; ++k) square += at(i, k) * at(i, k);
        const double scale = 1 / std::sqrt(square);
        for (std::size_t k = 0; k < length; ++k) at(i, k) *= scale;
    }
}

/// ZerO's matrix: of Hadamard's the entry (i, k) is -1 where i and k share an odd number of binary digits 1,
/// else 1.
void fill_zeros_and_ones(std::vector<double>& entries, std::size_t rows, std::size_t columns) {
    if (rows <= columns) {
        for (std::size_t i = 0; i < rows; ++i) entries[i * columns + i] = 1;
        return;
    }
    const int digits = static_cast<int>(std::bit_width(rows - 1));
    const double scale = std::sqrt(std::ldexp(1.0, 1 - digits));
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < columns; ++k)
            entries[i * columns + k] = std::popcount(i & k) % 2 == 0 ? scale : -scale;
    }
}

}  // namespace

template <class Scalar>
Parameters<Scalar>::Parameters(const Architecture& design, NetworkNumber network) : design_(design) {
    add_matrix("", WeightRole::embedding, design.vocabulary, design.width);
    if (design.positions == Positions::learned)
        add_matrix("", WeightRole::position, design.max_length, design.width);
    if (design.token_types != 0) add_matrix("", WeightRole::token_type, design.token_types, design.width);
    if (design.embedding_norm) add_norm("embedding norm ", design.width);
    for (std::size_t step = 0; step < design.steps.size(); ++step) {
        const std::string prefix = layer_name(step);
        const ResidualStep<double>& addition = design.steps[step];
        if (addition.normalises_input) add_norm(prefix + "norm ", design.width);
        if (step % 2 == 0) {
            add_attention(prefix);
        } else if (design.experts.exists()) {
            add_experts(prefix);
        } else {
            add_feed_forward(prefix);
        }
        if (addition.normalises_branch) add_norm(prefix + "branch norm ", design.width);
        if (design.branch_gain != BranchGain::fixed) {
            const bool one = design.branch_gain == BranchGain::scalar;
            add_vector(prefix + "branch gain", one ? 1 : design.width, addition.branch, design.branch_rate);
        }
        if (addition.normalises_sum) add_norm(prefix + "sum norm ", design.width);
    }
    if (design.final_norm) add_norm("final norm ", design.width);
    if (design.head_transform != HeadTransform::none) {
        add_matrix("", WeightRole::head_dense, design.width, design.width);
        if (design.biases) add_vector("head dense bias", design.width, 0);
        if (design.head_transform == HeadTransform::dense_norm) add_norm("head norm ", design.width);
    }
    if (!design.tied) add_matrix("", WeightRole::head, design.vocabulary, design.width);
    const std::size_t size = blocks_.back().offset + blocks_.back().size();
    values_.resize(size);
    gradient_.resize(size);
    fill_matrices(network);
    for (const auto& [index, start] : vectors_)
        std::fill_n(values_.data() + blocks_[index].offset, blocks_[index].size(),
                    static_cast<Scalar>(start));
}

template <class Scalar>
void Parameters<Scalar>::add(ParameterBlock block) {
    if (!blocks_.empty()) block.offset = blocks_.back().offset + blocks_.back().size();
    by_name_[block.name] = blocks_.size();
    blocks_.push_back(std::move(block));
    roles_.push_back(WeightRole::embedding);
}

template <class Scalar>
void Parameters<Scalar>::add_matrix(const std::string& prefix, WeightRole role, std::size_t rows,
                                    std::size_t columns) {
    const WeightStart& start = design_.start(role);
    add({.name = prefix + std::string(to_string(role)),
         .rows = rows,
         .columns = columns,
         .multiplier = start.multiplier,
         .rate = start.rate,
         .decays = true});
    roles_.back() = role;
}

template <class Scalar>
void Parameters<Scalar>::add_vector(const std::string& name, std::size_t size, double start, double rate) {
    add({.name = name, .rows = size, .columns = 1, .rate = rate});
    vectors_.emplace_back(blocks_.size() - 1, start);
}

template <class Scalar>
void Parameters<Scalar>::add_norm(const std::string& prefix, std::size_t features) {
    const NormDesign& norm = design_.norm;
    if (norm.kind == TransformerNorm::none) return;
    const bool has_root = norm.is_substitute() && norm.root == SubstituteRoot::in_gain;
    const double root = has_root ? std::sqrt(static_cast<double>(features)) : 1;
    const double of_slope = norm.kind == TransformerNorm::dyt ? root : 1;
    if (norm.is_substitute()) add_vector(prefix + "alpha", 1, norm.start / of_slope);
    if (norm.gain) add_vector(prefix + "gain", features, root);
    if (norm.bias) add_vector(prefix + "bias", features, 0);
}

template <class Scalar>
void Parameters<Scalar>::add_linear(const std::string& prefix, WeightRole role, std::size_t rows,
                                    std::size_t columns) {
    add_matrix(prefix, role, rows, columns);
    if (design_.has_biases(role)) add_vector(blocks_.back().name + " bias", rows, 0);
}

template <class Scalar>
void Parameters<Scalar>::add_attention(const std::string& prefix) {
    const std::size_t all = design_.heads * design_.width_of_head();
    const std::size_t keys = design_.key_heads() * design_.width_of_head();
    add_linear(prefix, WeightRole::query, all, design_.width);
    add_linear(prefix, WeightRole::key, keys, design_.width);
    add_linear(prefix, WeightRole::value, keys, design_.width);
    if (design_.has_query_gain()) {
        const bool whole = design_.norm_of_queries() == QueryKeyNorm::width;
        add_vector(prefix + "query norm gain", whole ? all : design_.width_of_head(), 1);
        add_vector(prefix + "key norm gain", whole ? keys : design_.width_of_head(), 1);
    }
    add_linear(prefix, WeightRole::attention_output, design_.width, all);
}

template <class Scalar>
void Parameters<Scalar>::add_feed_forward(const std::string& prefix) {
    const std::size_t between = design_.width_of_hidden();
    add_linear(prefix, WeightRole::hidden, between, design_.width);
    if (design_.gated) add_linear(prefix, WeightRole::up, between, design_.width);
    if (design_.hidden_norm != HiddenNorm::none) add_norm(prefix + "hidden norm ", between);
    add_linear(prefix, WeightRole::hidden_output, design_.width, between);
}

template <class Scalar>
void Parameters<Scalar>::add_experts(const std::string& prefix) {
    add_matrix(prefix, WeightRole::router, design_.experts.count, design_.width);
    for (std::size_t e = 0; e < design_.experts.count; ++e)
        add_feed_forward(prefix + "expert " + std::to_string(e) + " ");
    for (std::size_t e = 0; e < design_.experts.shared; ++e)
        add_feed_forward(prefix + "shared expert " + std::to_string(e) + " ");
}

template <class Scalar>
void Parameters<Scalar>::fill_matrices(NetworkNumber network) {
    const WeightMatrix any(design_.weight_law, 1, {1, 1}, RandomStream(0, 0));
    for (std::size_t index = 0; index < blocks_.size(); ++index) {
        const ParameterBlock& block = blocks_[index];
        if (!block.decays) continue;
        const WeightStart& start = design_.start(roles_[index]);
        const std::span<Scalar> out = std::span(values_).subspan(block.offset, block.size());
        if (start.std == 0) continue;
        const RandomStream stream = stream_of(network, block.name);
        const double std = start.std / start.multiplier;
        if (start.kind == WeightStart::Kind::random) {
            any.like(std, {block.rows, block.columns}, stream).fill(out);
            continue;
        }
        std::vector<double> entries(block.size());
        if (start.kind == WeightStart::Kind::zeros_and_ones) {
            fill_zeros_and_ones(entries, block.rows, block.columns);
            std::ranges::transform(entries, out.begin(),
                                   [&](double entry) { return static_cast<Scalar>(std * entry); });
            continue;
        }
        stream.fill_normals(0, entries);
        orthonormalise(entries, block.rows, block.columns);
        const double scale = std * std::sqrt(static_cast<double>(std::max(block.rows, block.columns)));
        std::ranges::transform(entries, out.begin(),
                               [&](double entry) { return static_cast<Scalar>(scale * entry); });
    }
}

template <class Scalar>
Learned<Scalar> Parameters<Scalar>::find(const std::string& name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return {};
    const ParameterBlock& block = blocks_[found->second];
    return {values_.data() + block.offset, gradient_.data() + block.offset, block.rows, block.columns,
            block.multiplier};
}

template class Parameters<float>;
template class Parameters<double>;

}  // namespace sigprop
