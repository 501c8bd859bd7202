// The cost of a network: memory and multiply-adds as functions of its design, as the code uses them.

#include <unistd.h>

#include <algorithm>

#include "models/network/attention_branch.hpp"
#include "models/network/feed_forward.hpp"
#include "models/network/network_design.hpp"

namespace sigprop {
namespace {

/// Which passes a set of observables needs.
struct Passes {
    bool forward_only = true;
    bool weights = false;
    bool paths = false;
    int steps = 0;
};

Passes passes_of(const std::set<Observable>& wanted) {
    const auto count = [&](Observable what) { return static_cast<int>(wanted.count(what)); };
    Passes passes;
    passes.weights = count(Observable::weight_gradient_square) != 0;
    passes.paths = count(Observable::path_share) != 0;
    passes.steps = count(Observable::output_change_sgd) + count(Observable::output_change_adam);
    passes.forward_only =
        passes.steps == 0 && !passes.paths && !passes.weights && count(Observable::gradient_square) == 0;
    return passes;
}

struct Sizes {
    double layers = 0;
    double width = 0;
    double hidden = 0;
    double up = 0;  ///< features of V n
    double length = 0;
    double tokens = 0;

    explicit Sizes(const NetworkDesign& design)
        : layers(static_cast<double>(design.steps.size())),
          width(static_cast<double>(design.width)),
          hidden(static_cast<double>(FeedForward<float>::hidden_width(design))),
          up(design.gated ? hidden : 0),
          length(static_cast<double>(design.length)),
          tokens(static_cast<double>(design.sequences) * length) {}
};

/// Bytes that the branches hold.
double branch_bytes(const NetworkDesign& design, const Sizes& size) {
    const double of_mlp = (4 * size.hidden + 2 * size.up) * size.tokens * (design.double_precision ? 8 : 4);
    switch (design.block) {
        case BlockKind::linear: return 0;
        case BlockKind::mlp: return of_mlp;
        case BlockKind::transformer:
            return of_mlp + (design.double_precision ? AttentionBranch<double>::memory_of(design)
                                                     : AttentionBranch<float>::memory_of(design));
    }
    return 0;
}

/// Bytes of the products that give |G X^T|^2, in doubles: the smaller of the two ways, and copies of G and X.
double weight_gradient_bytes(const NetworkDesign& design, const Sizes& size) {
    const double rows = design.block == BlockKind::linear ? size.width : std::max(size.width, size.hidden);
    const bool by_tokens = size.tokens * (rows + size.width) < rows * size.width;
    const double product = by_tokens ? 2 * size.tokens * size.tokens : rows * size.width;
    return 8 * (product + 2 * size.tokens * (rows + size.width));
}

/// Features that a layer keeps per token for a step of an optimiser.
double kept_features(const NetworkDesign& design, const Sizes& size) {
    const double of_mlp = 2 * (size.width + size.hidden) + size.up;  // V reads what W1 reads
    switch (design.block) {
        case BlockKind::linear: return 2 * size.width;
        case BlockKind::mlp: return of_mlp;
        case BlockKind::transformer: return (of_mlp + 6 * size.width) / 2;
    }
    return 0;
}

/// Forward multiply-adds of a layer for one token.
double layer_work(const NetworkDesign& design, const Sizes& size) {
    const double of_mlp = size.width * (2 * size.hidden + size.up);
    const double of_attention = 4 * size.width * size.width + 2 * size.length * size.width;
    switch (design.block) {
        case BlockKind::linear: return size.width * size.width;
        case BlockKind::mlp: return of_mlp;
        case BlockKind::transformer: return (of_mlp + of_attention) / 2;
    }
    return 0;
}

}  // namespace

double memory_of(const NetworkDesign& design, const std::set<Observable>& wanted) {
    const Sizes size(design);
    const Passes passes = passes_of(wanted);
    const double stored = passes.forward_only ? 2 : size.layers + 1;
    // The output, inputs and outputs of branches, forward and backward, matrices packed for a product, and f
    // before a step.
    const double moving = passes.forward_only ? 4 : 9;
    double numbers = size.tokens * (stored + moving) * size.width;
    if (passes.steps > 0) numbers += size.tokens * size.layers * kept_features(design, size);
    if (passes.paths) numbers += 6 * (size.layers + 64) * size.width;
    const double scales = size.tokens * stored * 3;  // doubles: |x|^2 and the scales of norms
    const double values = (size.layers + 1) * static_cast<double>(observable_count);
    const double of_weights = passes.weights ? weight_gradient_bytes(design, size) : 0;
    // WeightStore; a layer's multiply-adds without those of attention are about its weights
    const double bytes = design.double_precision ? 8 : 4;
    const double drawn = passes.forward_only ? 0 : bytes * size.layers * layer_work(design, size);
    const double kept = std::min(drawn, static_cast<double>(WeightStore<float>::max_bytes));
    return kept + of_weights + numbers * bytes + (scales + values) * 8 + branch_bytes(design, size);
}

double work_of(const NetworkDesign& design, const std::set<Observable>& wanted, std::uint64_t networks) {
    const Sizes size(design);
    const Passes passes = passes_of(wanted);
    const double forward = layer_work(design, size) * size.tokens;
    double a_layer = forward;
    if (!passes.forward_only) a_layer += 2 * forward;
    if (passes.weights) a_layer += forward;
    if (passes.paths) a_layer += size.width * size.width * size.layers / 2;
    a_layer += 2 * forward * passes.steps;
    return static_cast<double>(networks) * size.layers * a_layer;
}

std::set<Observable> measured_with(const NetworkDesign& design, const std::set<Observable>& wanted) {
    std::set<Observable> measured = wanted;
    measured.insert({Observable::second_moment, Observable::skip_weight, Observable::cosine});
    if (design.length > 1) measured.insert(Observable::token_similarity);
    if (design.block == BlockKind::transformer) {
        measured.insert({Observable::attention_entropy, Observable::score_second_moment});
    }
    const bool steps = passes_of(wanted).steps > 0;
    const bool gradients = wanted.count(Observable::gradient_square) != 0;
    if (steps || gradients || passes_of(wanted).weights) measured.insert(Observable::gradient_square);
    // Products of inputs and gradients cost little compared with the weights' products when tokens are few.
    const bool few = 32 * design.sequences * design.length <= design.width;
    if (few && measured.count(Observable::gradient_square) != 0) {
        measured.insert(Observable::weight_gradient_square);
    }
    return measured;
}

double usable_memory() {
    return 0.75 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace sigprop
