// Sizes beyond one vector, one panel and one tile of the fast products, against the naive networks. The
// gradient has too many entries for a dual pass each, so it is checked along two directions.

#include "tests/models/network/fast_branches.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

struct Size {
    std::string block;
    std::uint64_t width, heads, hidden_width, sequences, length;
};

const std::vector<Size> sizes = {
    {"linear", 1100, 1, 0, 1, 3},       {"linear", 7, 1, 0, 1, 70},
    {"mlp gelu", 131, 1, 210, 1, 37},   {"mlp relu", 34, 1, 0, 3, 11},
    {"transformer", 132, 4, 70, 2, 37}, {"causal transformer", 33, 1, 20, 1, 65},
    {"RealFormer", 40, 40, 20, 5, 9},   {"causal RealFormer", 90, 3, 195, 2, 19},
    {"mlp SwiGLU", 131, 1, 210, 1, 37}, {"transformer GeGLU", 34, 2, 70, 2, 37},
};

sigprop::NetworkDesign sized(const Size& size, const std::string& scheme) {
    sigprop::NetworkDesign result = design(scheme, size.block, NormKind::layer_norm, 3);
    result.width = size.width;
    result.heads = size.heads;
    result.hidden_width = size.hidden_width;
    result.sequences = size.sequences;
    result.length = size.length;
    const double per_input = 1 / std::sqrt(static_cast<double>(size.width));
    result.stds = {.linear = per_input,
                   .query_key = 1.2 * per_input,
                   .value = per_input,
                   .attention_output = per_input,
                   .hidden = per_input,
                   .hidden_output = 1 / std::sqrt(20.0),
                   .up = result.gated ? per_input : 0};
    return result;
}

/// <G, v> of the fast gradient G at x_0 minus the naive network's, over |G| |v|.
double directional_difference(const sigprop::NetworkDesign& design, Fault fault) {
    const Subject subject(design);
    const sigprop::Tokens<double> fast = branches_gradient(design, subject);
    Network<Dual> naive = constant(subject.network);
    naive.fault = fault;
    double largest = 0;
    for (std::uint64_t number = 0; number < (fault == Fault::none ? 2 : 1); ++number) {
        const Batch<double> v = sampled_output_gradient(design, {.seed = 99, .number = number});
        Stream<Dual> start = constant(Stream<double>{.x = subject.x_0, .scores = {}});
        for (std::size_t t = 0; t < v.size(); ++t) {
            for (std::size_t i = 0; i < v[t].size(); ++i) start.x[t][i].slope = v[t][i];
        }
        const double expected = loss(subject.g, output(naive, 0, start)).slope;
        const sigprop::Tokens<double> direction = columns(v);
        const double seen = fast.cwiseProduct(direction).sum();
        largest = std::max(largest, std::abs(seen - expected) / (fast.norm() * direction.norm()));
    }
    return largest;
}

}  // namespace

TEST_CASE("forward statistics at sizes beyond every tile") {
    for (const Size& size : sizes) {
        INFO(size.block, ", width ", size.width);
        const sigprop::NetworkDesign tried = sized(size, "mixed");
        std::set<Observable> wanted = {Observable::second_moment, Observable::cosine, Observable::skip_weight,
                                       Observable::token_similarity};
        if (tried.block == sigprop::BlockKind::transformer) {
            wanted.insert({Observable::attention_entropy, Observable::score_second_moment});
        }
        const NetworkProfile fast = fast_profile(tried, wanted);
        const Subject naive(tried);
        const NetworkProfile expected = forward_profile(naive.network, naive.x_0);
        for (const Observable what : wanted) {
            CAPTURE(static_cast<int>(what));
            CHECK(relative_difference(fast[what], expected[what]) <= tolerance);
        }
    }
}

TEST_CASE("gradients of stacked branches at sizes beyond every tile") {
    for (const Size& size : sizes) {
        INFO(size.block, ", width ", size.width);
        sigprop::NetworkDesign plain = sized(size, "skip_init");
        for (sigprop::ResidualStep<double>& step : plain.steps) step.branch = 1;
        CHECK(directional_difference(plain, Fault::none) <= tolerance);
        // One direction shows little of G, so the controls require less than far_apart.
        CHECK(directional_difference(plain, Fault::skip_path) > 1e6 * tolerance);
        if (plain.gated) CHECK(directional_difference(plain, Fault::up_path) > 1e6 * tolerance);
        if (plain.block != sigprop::BlockKind::transformer) continue;
        CHECK(directional_difference(plain, Fault::softmax_outer) > 1e6 * tolerance);
        CHECK(directional_difference(plain, Fault::key_path) > 1e6 * tolerance);
        if (plain.adds_scores) CHECK(directional_difference(plain, Fault::score_chain) > 1e6 * tolerance);
    }
}
