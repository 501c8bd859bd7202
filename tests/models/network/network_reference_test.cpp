// The forward pass of every residual block, norm and scheme, and everything measured along it, against the
// naive networks.

#include <map>

#include "tests/models/network/network_comparison.hpp"

using namespace reference;

namespace {

constexpr std::size_t layers = 4;
std::set<Observable> forward_observables(const sigprop::NetworkDesign& design) {
    std::set<Observable> wanted = {Observable::second_moment, Observable::skip_weight, Observable::cosine};
    if (design.length > 1) wanted.insert(Observable::token_similarity);
    if (design.block == sigprop::BlockKind::transformer) {
        wanted.insert({Observable::attention_entropy, Observable::score_second_moment});
    }
    return wanted;
}

/// Relative differences of all observables, between the fast network of one design and a naive one.
std::map<Observable, double> differences(const sigprop::NetworkDesign& fast_design,
                                         const sigprop::NetworkDesign& naive_design) {
    const std::set<Observable> wanted = forward_observables(fast_design);
    const NetworkProfile fast = fast_profile(fast_design, wanted);
    const Subject naive(naive_design);
    const NetworkProfile expected = forward_profile(naive.network, naive.x_0);
    std::map<Observable, double> result;
    for (const Observable what : wanted) result[what] = relative_difference(fast[what], expected[what]);
    return result;
}

}  // namespace

TEST_CASE("every statistic of the forward pass is that of the naive network") {
    double largest = 0;
    for_every_design(layers, [&](const sigprop::NetworkDesign& design, const std::string& name) {
        for (const auto& one : differences(design, design)) {
            INFO(name, ", observable ", static_cast<int>(one.first));
            CHECK(one.second <= tolerance);
            largest = std::max(largest, one.second);
        }
    });
    MESSAGE("largest relative difference: ", largest);
}

TEST_CASE("a naive network of a slightly other design differs by far more") {
    using sigprop::NetworkDesign;
    using Change = void (*)(NetworkDesign&);
    const std::vector<Change> changes = {
        [](NetworkDesign& d) { d.causal = !d.causal; },
        [](NetworkDesign& d) { d.adds_scores = !d.adds_scores; },
        [](NetworkDesign& d) { d.norm = sigprop::NormKind::rms_norm; },
        [](NetworkDesign& d) { d.norm.epsilon += 1e-8; },
        [](NetworkDesign& d) { d.heads = 4; },
        [](NetworkDesign& d) { d.activation = tanh(sigprop::Formula::variable()); },
        [](NetworkDesign& d) { d.input_square += 1e-8; },
        [](NetworkDesign& d) { d.token_correlation += 1e-8; },
        [](NetworkDesign& d) { d.stds.query_key += 1e-8; },
        [](NetworkDesign& d) { d.stds.value += 1e-8; },
        [](NetworkDesign& d) { d.stds.attention_output += 1e-8; },
        [](NetworkDesign& d) { d.stds.hidden += 1e-8; },
        [](NetworkDesign& d) { d.stds.hidden_output += 1e-8; },
        [](NetworkDesign& d) { d.steps[1].input_scale += 1e-8; },
        [](NetworkDesign& d) { d.steps[1].skip += 1e-8; },
        [](NetworkDesign& d) { d.steps[1].branch += 1e-8; },
        [](NetworkDesign& d) { d.steps[1].normalises_input = !d.steps[1].normalises_input; },
        [](NetworkDesign& d) { d.steps[1].normalises_branch = !d.steps[1].normalises_branch; },
        [](NetworkDesign& d) { d.steps[1].normalises_sum = !d.steps[1].normalises_sum; },
    };
    const NetworkDesign right = design("layer_norm_scaling", "RealFormer", sigprop::NormKind::layer_norm);
    std::map<Observable, double> largest;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        CAPTURE(i);
        NetworkDesign wrong = right;
        changes[i](wrong);
        double change = 0;
        for (const auto& [what, size] : differences(right, wrong)) {
            change = std::max(change, size);
            largest[what] = std::max(largest[what], size);
        }
        CHECK(change > 1000 * tolerance);
    }
    for (const auto& one : largest) {
        INFO("observable ", static_cast<int>(one.first));
        CHECK(one.second > 1000 * tolerance);
    }
}

TEST_CASE("a gated unit differs from the plain one, and from one with another V") {
    using sigprop::NetworkDesign;
    for (const char* block : {"mlp SwiGLU", "mlp ReGLU", "transformer GeGLU"}) {
        CAPTURE(std::string(block));
        const NetworkDesign right = design("layer_norm_scaling", block);
        NetworkDesign plain = right;
        plain.gated = false;
        NetworkDesign other = right;
        other.stds.up += 1e-8;
        for (const NetworkDesign& wrong : {plain, other}) {
            CHECK(differences(right, wrong).at(Observable::second_moment) > 1000 * tolerance);
        }
        // V plays no part in the plain unit.
        NetworkDesign without = plain;
        without.stds.up = 0;
        CHECK(fast_profile(plain, {Observable::second_moment})[Observable::second_moment] ==
              fast_profile(without, {Observable::second_moment})[Observable::second_moment]);
    }
}

TEST_CASE("other sizes: one token, one head, several sequences of five, the default hidden width, any law") {
    sigprop::NetworkDesign one = design("post_norm", "transformer");
    one.width = 15;
    one.heads = 3;
    one.hidden_width = 0;
    one.weight_law = sigprop::Law::truncated_normal(-2, 2);
    for (const std::uint64_t length : {1U, 2U, 5U}) {
        for (const std::uint64_t sequences : {1U, 3U}) {
            CAPTURE(length);
            CAPTURE(sequences);
            one.length = length;
            one.sequences = sequences;
            for (const auto& observed : differences(one, one)) {
                INFO("observable ", static_cast<int>(observed.first));
                CHECK(observed.second <= tolerance);
            }
        }
    }
}
