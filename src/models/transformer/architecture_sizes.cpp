// How many learned numbers a Transformer has, and what its training takes.

#include "models/transformer/architecture.hpp"

namespace sigprop {
namespace {

double number(std::uint64_t count) { return static_cast<double>(count); }

/// Learned numbers of one norm of so many features.
double numbers_of_norm(const NormDesign& norm, std::uint64_t features) {
    if (norm.kind == TransformerNorm::none) return 0;
    const std::uint64_t vectors = (norm.gain ? 1U : 0U) + (norm.bias ? 1U : 0U);
    return number(vectors * features + (norm.is_substitute() ? 1U : 0U));
}

/// Of the norms around branches, of the embedding and of the end, and the branches' factors.
double vectors_of_norms(const Architecture& design) {
    std::uint64_t norms = (design.embedding_norm ? 1U : 0U) + (design.final_norm ? 1U : 0U) +
                          (design.head_transform == HeadTransform::dense_norm ? 1U : 0U);
    for (const ResidualStep<double>& step : design.steps) {
        norms += (step.normalises_input ? 1U : 0U) + (step.normalises_branch ? 1U : 0U) +
                 (step.normalises_sum ? 1U : 0U);
    }
    const std::uint64_t factors = design.branch_gain == BranchGain::fixed    ? 0
                                  : design.branch_gain == BranchGain::scalar ? 1
                                                                             : design.width;
    return number(norms) * numbers_of_norm(design.norm, design.width) + number(factors * design.steps.size());
}

/// Networks of one block in the feed-forward place, and how many of them a token takes.
std::uint64_t feed_forwards(const Architecture& design) {
    return design.experts.exists() ? design.experts.count + design.experts.shared : 1;
}
std::uint64_t feed_forwards_of_token(const Architecture& design) {
    return design.experts.exists() ? design.experts.active + design.experts.shared : 1;
}

/// Within the branches of one block: biases, gains of queries and keys, the norm of the hidden features.
double vectors_of_block(const Architecture& design) {
    using enum WeightRole;
    const std::uint64_t size = design.width_of_head(), hidden_width = design.width_of_hidden();
    const auto biases = [&](WeightRole role, std::uint64_t size) {
        return design.has_biases(role) ? number(size) : 0.0;
    };
    double numbers = biases(query, design.heads * size) + biases(key, design.key_heads() * size) +
                     biases(value, design.key_heads() * size) + biases(attention_output, design.width);
    numbers += number(feed_forwards(design)) *
               (biases(hidden, hidden_width) + (design.gated ? biases(up, hidden_width) : 0) +
                biases(hidden_output, design.width));
    if (design.has_query_gain()) {
        const bool whole = design.norm_of_queries() == QueryKeyNorm::width;
        numbers += number((whole ? design.heads + design.key_heads() : 2) * size);
    }
    if (design.hidden_norm != HiddenNorm::none) numbers += numbers_of_norm(design.norm, hidden_width);
    return numbers;
}

/// Entries of the matrices of one block with so many networks in the feed-forward place.
double matrices_of_block(const Architecture& design, std::uint64_t networks) {
    const double head = number(design.width_of_head());
    const double attention = number(design.width) * head * number(2 * design.heads + 2 * design.key_heads());
    return attention + number(design.width * design.experts.count) +
           number(networks) * number(design.width) * number(design.width_of_hidden()) *
               (design.gated ? 3 : 2);
}

}  // namespace

double parameters_of(const Architecture& design) {
    const double matrices = number(design.blocks()) * matrices_of_block(design, feed_forwards(design));
    const double vocabularies = number(design.vocabulary * design.width) * (design.tied ? 1 : 2);
    const double positions =
        design.positions == Positions::learned ? number(design.max_length * design.width) : 0;
    const double dense = design.head_transform == HeadTransform::none
                             ? 0
                             : number(design.width * (design.width + (design.biases ? 1U : 0U)));
    const double types = number(design.token_types * design.width);
    return matrices + vocabularies + positions + dense + types + vectors_of_norms(design) +
           number(design.blocks()) * vectors_of_block(design);
}

double training_memory_of(const Architecture& design, std::uint64_t sequences, std::uint64_t length,
                          bool double_precision) {
    const double tokens = number(sequences * length);
    const std::uint64_t of_hidden_norm = design.hidden_norm == HiddenNorm::none ? 0 : 2;
    const double in_block =
        number(16 * design.width + feed_forwards_of_token(design) *
                                       ((design.gated ? 6 : 4) + of_hidden_norm) * design.width_of_hidden()) +
        number(design.experts.exists()
                   ? 3 * feed_forwards_of_token(design) * design.width + 3 * design.experts.count
                   : 0);
    const double squares =
        number(design.heads) * number(length) * (design.scores == ScoreKind::realformer ? 3 : 2);
    const double activations =
        tokens * (number(design.blocks()) * (in_block + squares) +
                  number(3 * design.vocabulary +
                         (design.head_transform == HeadTransform::none ? 8 : 12) * design.width));
    return (4 * parameters_of(design) + activations) * (double_precision ? sizeof(double) : sizeof(float));
}

double training_work_of(const Architecture& design, std::uint64_t sequences, std::uint64_t length) {
    const double tokens = number(sequences * length);
    const double per_token =
        number(design.blocks()) * (matrices_of_block(design, feed_forwards_of_token(design)) +
                                   2 * number(design.heads * design.width_of_head() * length)) +
        number(design.vocabulary * design.width) +
        (design.head_transform == HeadTransform::none ? 0 : number(design.width * design.width));
    return 3 * tokens * per_token;
}

}  // namespace sigprop
