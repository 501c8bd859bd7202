// What today's blocks refuse, how large they are, and the statistic of their gates.

#include <doctest/doctest.h>

#include "tests/models/transformer/transformer_comparison.hpp"

using namespace transformer_test;

namespace {

constexpr NetworkNumber number{.seed = 8, .number = 0};

/// What check_architecture says of a changed example; "" where it takes it.
std::string refusal(const std::string& name, void (*change)(Architecture&)) {
    Architecture design = example_named(name).design;
    change(design);
    try {
        check_architecture(design, 2, 6);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE(
    "Transformers: options of blocks that contradict each other are refused, and which and why is said") {
    struct Row {
        const char* example;
        void (*change)(Architecture&);
        const char* said;
    };
    const Row rows[] = {
        {"experts", [](Architecture& d) { d.experts.active = 5; },
         "active_experts must be 1 to 4, the number of experts, not 5"},
        {"experts", [](Architecture& d) { d.experts.active = 0; },
         "active_experts must be 1 to 4, the number of experts, not 0"},
        {"experts", [](Architecture& d) { d.hidden_norm = HiddenNorm::before_activation; },
         "hidden_norm and experts contradict each other: an expert's batch is whatever tokens it gets. "
         "Remove one"},
        {"part of a head turns", [](Architecture& d) { d.rotary_share = 0.5; },
         "rotary_share=0.5 of a head 6 wide are 3 features, but rotation needs an even number from 2 to 6: "
         "give "
         "another rotary_share or head_width"},
        {"part of a head turns", [](Architecture& d) { d.rotary_share = 0.3; },
         "rotary_share=0.3 of a head 6 wide are 1.7999999999999998 features, but rotation needs an even "
         "number from 2 "
         "to 6: give another rotary_share or head_width"},
        {"part of a head turns", [](Architecture& d) { d.head_width = 5; },
         "rotary positions rotate pairs of features: the width of a head must be even, not 5"},
        {"windows and bases by layer", [](Architecture& d) { d.pattern.resize(6); },
         "windows and rotary_bases are repeated along the layers: a pattern of 6 is longer than the 2 "
         "layers. Shorten "
         "it, or give layers=6"},
        {"windows and bases by layer", [](Architecture& d) { d.pattern[1].rotary_base = 0; },
         "rotary_bases must be positive and finite, not 0"},
        {"alibi", [](Architecture& d) { d.scores = ScoreKind::softcap; },
         "positions=alibi and scores=softcap contradict each other: no family of transformers 5.24 has both, "
         "and "
         "libraries differ: flash-attention adds the distance behind the cap, x-transformers before it. Give "
         "other scores=, or positions=rotary"},
        {"alibi", [](Architecture& d) { d.scores = ScoreKind::realformer; },
         "positions=alibi and scores=realformer contradict each other: no family of transformers 5.24 has "
         "both, "
         "and the scores that x-transformers hands on have their distances, which add up over the layers. "
         "Give other scores=, or positions=rotary"},
        {"cosine", [](Architecture& d) { d.query_key_norm = QueryKeyNorm::width; },
         "scores=cosine and qk_norm contradict each other: both normalise queries and keys. Remove one"},
        {"alibi", [](Architecture& d) { d.query_key_gain = true; },
         "qk_norm_gain is of the norm of queries and keys, which is not there: give qk_norm=head or width"},
        {"alibi", [](Architecture& d) { d.query_key_norm_kind = QueryKeyNormKind::layer_norm; },
         "qk_norm_kind is of the norm of queries and keys, which is not there: give qk_norm=head or width"},
        {"parallel, two norms", [](Architecture& d) { d.steps[0].normalises_sum = true; },
         "parallel blocks and a norm of the sum contradict each other: attention's sum would be normalised, "
         "and the "
         "feed-forward network reads the stream before it. Give placement=before, or remove parallel"},
        {"parallel, two norms", [](Architecture& d) { d.steps[2].skip = 0.5; },
         "parallel blocks have one skip path for both branches, of factor 1, not 0.5: remove skip, or "
         "parallel"},
        {"parallel, one norm", [](Architecture& d) { d.steps[0].normalises_input = false; },
         "parallel=one_norm shares the norm before attention, which this scheme does not have: give "
         "placement=before "
         "or both, or parallel=two_norms"},
        {"parallel, one norm", [](Architecture& d) { d.steps[1].input_scale = 0.5; },
         "parallel=one_norm shares the norm before attention, but the scheme scales the branches' inputs by "
         "0.7 and "
         "0.5: give parallel=two_norms"},
        {"token types by segment, a norm of the embedding", [](Architecture& d) { d.segments = 4; },
         "segments must be 1 to 3, not 4"},
        {"token types by segment, a norm of the embedding",
         [](Architecture& d) { d.token_types = d.segments = 7; },
         "a sequence of 6 tokens has no 7 segments: give segments=6"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.said);
        CHECK(refusal(row.example, row.change) == row.said);
        CHECK(refusal(row.example, [](Architecture&) {}).empty());
    }
}

TEST_CASE(
    "Transformers: more experts than the memory holds are refused before anything starts, with the number") {
    const std::string said = refusal("experts", [](Architecture& d) {
        d.experts.count = 4096;
        d.width = 8192;
        d.hidden_width = 16384;
        d.head_width = 4096;
    });
    // 4 times 2 blocks of 4096 experts of 2 matrices of 8192 x 16384 floats, and a little
    CHECK(said.starts_with("training this network needs 35"));
    CHECK(said.find(" GB, which is more than ") != std::string::npos);
}

TEST_CASE(
    "Transformers: the squares of a token's weights of experts add up to what equal and single ones have") {
    Team team(1);
    const auto gate_square = [&](const char* name, double router, std::size_t step) {
        const Example example = example_named(name);
        reference::Parameters<double> values = reference::random_parameters(example.design, parameter_seed);
        for (auto& [block, entries] : values)
            for (double& one : entries) one *= block.ends_with("router") ? router : 1;
        Transformer<double> network(example.design, number, team);
        store(values, network);
        (void)network.forward(batch_of(example));
        return network.look().gate_square.at(step);
    };
    CHECK(gate_square("experts", 0, 1) == doctest::Approx(0.5).epsilon(1e-15));  // two of weight 1/2
    CHECK(gate_square("all experts", 0, 1) == doctest::Approx(1.0 / 3).epsilon(1e-15));
    CHECK(gate_square("experts of a plain gate, biases, shared", 0, 3) ==
          doctest::Approx(2.0 / 16).epsilon(1e-15));
    CHECK(gate_square("one expert of many", 1, 3) == 1);
    CHECK(gate_square("experts", 1e6, 1) == doctest::Approx(1).epsilon(1e-12));
    CHECK(std::isnan(gate_square("experts", 1, 0)));
    CHECK(std::isnan(gate_square("alibi", 1, 1)));
    const double some = gate_square("experts", 1, 1);
    CHECK(some > 0.5);
    CHECK(some < 1);
}

// An expert that no token takes has no gradient, also where one had it in the pass before.
TEST_CASE("Transformers: an expert without tokens has the gradient 0") {
    Team team(1);
    const Example example = example_named("one expert of many");
    Transformer<double> network(example.design, number, team);
    store(reference::random_parameters(example.design, parameter_seed), network);
    const TokenBatch batch = batch_of(example);
    const auto with_gradient = [&] {
        std::size_t count = 0;
        for (const ParameterBlock& block : network.blocks()) {
            if (!block.name.ends_with("hidden output")) continue;
            const auto own = network.gradient().subspan(block.offset, block.size());
            count += std::any_of(own.begin(), own.end(), [](double one) { return one != 0; }) ? 1U : 0U;
        }
        return count;
    };
    (void)network.forward(batch, Pass::training);
    network.backward();
    const std::size_t all = with_gradient();
    TokenBatch one = batch;
    one.tokens.assign(batch.tokens.size(), batch.tokens.front());
    (void)network.forward(one, Pass::training);
    network.backward();
    CHECK(with_gradient() < all);
    CHECK(with_gradient() >= 2);  // one in each block or more
}

TEST_CASE("Transformers: a batch may say the types of its tokens, forward and backward") {
    Team team(1);
    const Example example = example_named("token types by segment, a norm of the embedding");
    Transformer<double> network(example.design, number, team);
    store(reference::random_parameters(example.design, parameter_seed), network);
    TokenBatch batch = batch_of(example);
    const double by_place = network.forward(batch);
    for (std::uint64_t t = 0; t < batch.tokens.size(); ++t)
        batch.types.push_back(
            static_cast<std::uint32_t>(t % batch.length * example.design.segments / batch.length));
    CHECK(network.forward(batch) == by_place);
    std::reverse(batch.types.begin(), batch.types.end());
    batch.types.front() = 1;
    const auto loss = [&] { return network.forward(batch, Pass::training); };
    CHECK(loss() != by_place);
    network.backward();
    const std::vector<double> gradient(network.gradient().begin(), network.gradient().end());
    const auto block = std::ranges::find(network.blocks(), std::string("token type"), &ParameterBlock::name);
    REQUIRE(block != network.blocks().end());
    constexpr double step = 1e-5;
    for (std::size_t k = block->offset; k < block->offset + block->size(); k += 5) {
        double& one = network.parameters()[k];
        const double before = one;
        one = before + step;
        const double above = loss();
        one = before - step;
        const double below = loss();
        one = before;
        CHECK(gradient[k] == doctest::Approx((above - below) / (2 * step)).epsilon(1e-6));
    }
}
