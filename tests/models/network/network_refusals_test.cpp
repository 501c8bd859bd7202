#include <doctest/doctest.h>

#include <atomic>
#include <limits>
#include <sigprop/core/base/errors.hpp>

#include "models/network/network_design.hpp"
#include "tests/models/network/network_designs.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr ResidualStep<double> pre_norm{.normalises_input = true};
const std::set<Observable> forward = {Observable::second_moment};

std::string refusal(const NetworkDesign& design, const std::set<Observable>& wanted = forward,
                    std::uint64_t networks = 2) {
    try {
        static_cast<void>(sample_networks(design, wanted, networks, context(1)));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

template <class Change>
std::string refusal_after(const Change& change) {
    NetworkDesign design = linear_network(3, pre_norm);
    change(design);
    return refusal(design);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("activations that are no longer finite are told of with their sublayer") {
    NetworkDesign design = linear_network(40, {.branch = 1e3});
    const auto sample = sample_networks(design, forward, 3, context(1));
    // Growth by a thousand in each layer: 1e38, the largest float, is exceeded in layer 12 (1e39).
    CHECK(sample->failure == "the activations of sublayer 12 are not finite (network 0)");
    CHECK(sample->profiles.empty());
    CHECK(sample_networks(design, forward, 3, context(1, 3))->failure == sample->failure);
    design.double_precision = true;
    CHECK(sample_networks(design, forward, 3, context(1))->failure.empty());
    design.double_precision = false;
    design.steps.resize(12);
    CHECK(sample_networks(design, forward, 3, context(1))->failure.empty());
}

TEST_CASE("a gradient that is no longer finite fails its own question alone") {
    // The branch is negligible forward, where its input is small, and huge backward.
    NetworkDesign design = linear_network(30, {.input_scale = 1e3, .skip = 1, .branch = 1});
    design.input_square = 1e-70;
    design.steps.resize(14);
    CHECK(has(sample_networks(design, {Observable::gradient_square}, 2, context(1))->failure,
              "the gradients of sublayer"));
    CHECK(sample_networks(design, forward, 2, context(1))->failure.empty());
}

TEST_CASE("a token without a norm") {
    NetworkDesign design = linear_network(3, {.normalises_input = true, .skip = 0, .branch = 0});
    const auto sample = sample_networks(design, forward, 2, context(1));
    CHECK(has(sample->failure, "the inputs of sublayer 1 have a token that is zero"));
    design.steps.resize(1);
    CHECK(sample_networks(design, forward, 2, context(1))->failure.empty());
}

TEST_CASE("what would not fit is refused with the figure") {
    NetworkDesign design = linear_network(1000, pre_norm, 1, 65536);
    design.sequences = 4096;
    // 1001 + 9 matrices of 65536 x 4096 floats
    CHECK(has(refusal(design, {Observable::gradient_square}), "needs 10"));
    CHECK(has(refusal(design, {Observable::gradient_square}), "GB"));
    CHECK(std::fabs(memory_of(design, {Observable::gradient_square}) / (1010.0 * 65536 * 4096 * 4) - 1) <
          0.01);
    CHECK(std::fabs(memory_of(design, forward) / (6.0 * 65536 * 4096 * 4) - 1) < 0.01);
    design.length = 1 << 23;
    CHECK(has(refusal(design), "GB"));
    NetworkDesign slow = linear_network(65536, pre_norm, 1, 16384);
    CHECK(has(refusal(slow, forward, 1'000'000), "needs "));
}

TEST_CASE("a gated unit costs a third matrix: two more matrices of tokens, and one more to keep for a step") {
    NetworkDesign plain = mlp_network(10, pre_norm, 512);
    plain.sequences = 100;
    plain.step_rate = 1;
    const NetworkDesign gated = with_gates(plain);
    CHECK(work_of(gated, forward, 2) == 1.5 * work_of(plain, forward, 2));
    const double tokens = 4.0 * 100 * 1024;  // bytes of a float for each hidden feature of each token
    CHECK(memory_of(gated, forward) - memory_of(plain, forward) == 2 * tokens);
    const std::set<Observable> step = {Observable::output_change_sgd};
    const double stored = 4.0 * 10 * 512 * 1024;  // V in each layer, which has room in the store of weights
    CHECK(memory_of(gated, step) - memory_of(plain, step) == (2 + 10) * tokens + stored);
}

TEST_CASE("designs that make no sense") {
    CHECK(refusal_after([](NetworkDesign&) {}).empty());
    CHECK(
        has(refusal_after([](NetworkDesign& d) { d.steps.clear(); }), "sublayers must be 1 to 65536, not 0"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.width = 1; }), "width"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.heads = 3; }), "3 does not divide 32"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.heads = 0; }), "heads"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.sequences = 0; }), "sequences"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.length = 1ULL << 60; }), "length"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.token_correlation = 1.5; }), "token_correlation"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.stds.linear = -1; }), "stds.linear must be at least 0"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.stds.hidden = std::nan(""); }), "finite"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.stds.up = -1; }), "stds.up must be at least 0"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.multipliers.up = 0; }), "multiplier"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.gated = true; }),
              "block=mlp and block=transformer can be gated"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.steps[1].skip = std::nan(""); }), "skip"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.input_square = 0; }), "input_square"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.activation = Formula::variable(1); }), "activation"));
    CHECK(has(refusal_after([](NetworkDesign& d) { d.weight_law = Law::normals(2); }), "one variable"));
    NetworkDesign narrow = linear_network(3, pre_norm, 1, 2);
    CHECK(refusal(narrow).empty());
    narrow.norm = NormKind::layer_norm;
    CHECK(has(refusal(narrow), "layer_norm"));
    const NetworkDesign design = linear_network(3, pre_norm);
    CHECK(has(refusal(design, forward, 1), "networks must be 2 to 1000000, not 1"));
    CHECK(has(refusal(design, {Observable::token_similarity}), "length"));
    CHECK(has(refusal(design, {Observable::attention_entropy}), "attention"));
    CHECK(has(refusal(design, {Observable::output_change_adam}), "step_rate"));
    NetworkDesign mlp = mlp_network(3, pre_norm);
    CHECK(has(refusal(mlp, {Observable::path_share}), "linear"));
}

TEST_CASE("whoever asks to stop is obeyed") {
    const std::atomic<bool> cancelled = true;
    Context stopped = context(11);
    stopped.cancelled = &cancelled;
    const NetworkDesign design = linear_network(3, pre_norm);
    CHECK_THROWS_AS(static_cast<void>(sample_networks(design, forward, 2, stopped)), Interrupted);
    CHECK(sample_networks(design, forward, 2, context(11))->failure.empty());
}
