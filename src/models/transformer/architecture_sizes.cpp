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

/// Within the branches of one block: biases, gains of queries and keys, the norm of the hidden features.
double vectors_of_block(const Architecture& design) {
    const std::uint64_t head = design.width_of_head(), hidden = design.width_of_hidden();
    double numbers = 0;
    if (design.biases) {
        numbers += number((design.heads + 2 * design.key_heads()) * head + 2 * design.width +
                          (design.gated ? 2U : 1U) * hidden);
    }
    if (design.scores == ScoreKind::qk_norm && design.norm.gain) numbers += number(2 * head);
    if (design.hidden_norm != HiddenNorm::none) numbers += numbers_of_norm(design.norm, hidden);
    return numbers;
}

/// Entries of the matrices of one block.
double matrices_of_block(const Architecture& design) {
    const double head = number(design.width_of_head());
    const double attention = number(design.width) * head * number(2 * design.heads + 2 * design.key_heads());
    return attention + number(design.width) * number(design.width_of_hidden()) * (design.gated ? 3 : 2);
}

}  // namespace

double parameters_of(const Architecture& design) {
    const double matrices = number(design.blocks()) * matrices_of_block(design);
    const double vocabularies = number(design.vocabulary * design.width) * (design.tied ? 1 : 2);
    const double positions =
        design.positions == Positions::learned ? number(design.max_length * design.width) : 0;
    const double dense = design.head_transform == HeadTransform::none
                             ? 0
                             : number(design.width * (design.width + (design.biases ? 1U : 0U)));
    return matrices + vocabularies + positions + dense + vectors_of_norms(design) +
           number(design.blocks()) * vectors_of_block(design);
}

double training_memory_of(const Architecture& design, std::uint64_t sequences, std::uint64_t length,
                          bool double_precision) {
    const double tokens = number(sequences * length);
    const std::uint64_t of_hidden_norm = design.hidden_norm == HiddenNorm::none ? 0 : 2;
    const double in_block =
        number(16 * design.width + ((design.gated ? 6 : 4) + of_hidden_norm) * design.width_of_hidden());
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
        number(design.blocks()) *
            (matrices_of_block(design) + 2 * number(design.heads * design.width_of_head() * length)) +
        number(design.vocabulary * design.width) +
        (design.head_transform == HeadTransform::none ? 0 : number(design.width * design.width));
    return 3 * tokens * per_token;
}

}  // namespace sigprop
